"""The error tree, on one page.

    ScorerError
    ├── InputError       the hand, situation or options cannot be used; has every fault    (exit status 2)
    ├── NotAWinner       a legal hand that does not win under these rules                  (exit status 1)
    └── RulesetError     a rule file cannot be used; has every problem                     (exit status 2)

Errors carry data: a `Fault` points into what the user typed, a `Problem` into a rule file.
The code that finds a fault gives the key of its message and the arguments; `scorer.render` lays out the text.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence

from scorer.message import Edit, Message, Text
from scorer.values import dataclass


@dataclass(frozen=True)
class Fault:
    """One fault of an input: its position, a message and suggestions.

    `source` names the input as the user knows it (`hand`, `--dora`, `--with`). `position` and `length` are a
    place in `text`, in characters from 0; `position` is None if no single place is at fault. `kind` is the
    kind that `scorer batch` reports: notation, hand, circumstance or ruleset.

    >>> Fault("hand", 3, "no suit 'q'", text="123q").position
    3
    """

    source: str
    position: int | None
    message: Text
    kind: str = "notation"
    length: int = 1
    text: str = ""
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Problem:
    """One problem of a rule file: a stable code, a place (line and column from 1) and a hint.

    >>> print(Problem("L301", "club.yaml", 12, 26, "'dragons' is no tile class"))
    club.yaml:12:26: L301 'dragons' is no tile class
    """

    code: str
    file: str
    line: int
    column: int
    message: Text
    length: int = 1
    hint: Text = ""
    severity: str = "error"
    source_line: str = ""
    edit: Edit | None = None
    """the change of the file that the hint proposes, if it proposes one"""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.code} {self.message}"

    @property
    def place(self) -> tuple[str, int, int, str, str]:
        """Sorts problems by place, then code and message."""
        return (self.file, self.line, self.column, self.code, repr(self.message))

    @property
    def is_error(self) -> bool:
        """Whether the file cannot be used because of it; a warning is not an error."""
        return self.severity == "error"

    def points_at(self, word: str) -> bool:
        """Whether the problem points at this word of the file."""
        return self.source_line[self.column - 1 :][: self.length] == word


class ScorerError(Exception):
    """The base class of all errors that scorer raises on purpose.

    >>> import pickle
    >>> from scorer import outcome
    >>> pickle.loads(pickle.dumps(outcome("123x").error)).faults[0].source
    'hand'
    """

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the attributes as well, independent of the constructor's arguments."""
        return Exception.__new__, (type(self), *self.args), self.__dict__


class InputError(ScorerError):
    """The hand, the situation or an option cannot be understood or contradicts itself.

    `faults` holds all of them, in the order of the input.

    >>> from scorer import score
    >>> try:
    ...     score("123x")
    ... except InputError as error:
    ...     print([(fault.source, fault.position) for fault in error.faults])
    [('hand', 3)]
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__()

    def __str__(self) -> str:
        return "\n".join(str(fault.message) for fault in self.faults)

    @property
    def kind(self) -> str:
        """The kind of the most serious fault: a text that cannot be read outranks an illegal hand."""
        ranks = ("ruleset", "notation", "hand", "circumstance")
        kinds = [fault.kind for fault in self.faults]
        return min(kinds, key=lambda kind: ranks.index(kind) if kind in ranks else len(ranks))


class NotAWinner(ScorerError):
    """A legal hand that does not win: `kind` is not_winning, no_pattern or penalty.

    `payments` is filled for a penalty: gain and loss of each seat. `reasons` are the conditions of
    winning that failed, in plain words. `is_only_too_low` says that the hand meets all of them but the
    minimum, so that more patterns would make it win.

    >>> from scorer import score
    >>> try:
    ...     score("123m456p67p(789s)11z+8p")
    ... except NotAWinner as error:
    ...     print(error.kind, error.reasons)
    no_pattern ('a hand needs 1 han to win, and this one has none',)
    """

    def __init__(
        self,
        kind: str,
        message: str,
        reasons: Sequence[str] = (),
        payments: Sequence[tuple[str, int | float]] = (),
        is_only_too_low: bool = False,
    ) -> None:
        self.kind = kind
        self.message = message
        self.reasons = tuple(reasons)
        self.payments = tuple(payments)
        self.is_only_too_low = is_only_too_low
        super().__init__()

    def __str__(self) -> str:
        return self.message


class RulesetError(ScorerError):
    """A rule file that cannot be used. `problems` holds all of them, sorted by place.

    >>> from scorer import ruleset_from_text
    >>> try:
    ...     ruleset_from_text("extends: riichi\\nset: {opn_tanyao: 0}")
    ... except RulesetError as error:
    ...     print([(problem.code, problem.line, problem.column) for problem in error.problems])
    [('L402', 2, 7)]
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.place))
        super().__init__("\n".join(str(problem) for problem in self.problems))


KEY_BY_ERROR = {
    errno.ENOENT: "no such file",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EISDIR: "is a directory",
    errno.ENOTDIR: "not a directory",
    errno.ENOSPC: "no space left",
    errno.EROFS: "read-only file system",
    errno.ENAMETOOLONG: "file name too long",
    errno.EEXIST: "file exists already",
}
"""The message for each error of the system that users meet."""


def system_message(error: Exception) -> Text:
    """What an error of the system says, in every language if it is a usual one.

    >>> print(system_message(FileNotFoundError(2, "No such file or directory")))
    No such file or directory
    """
    key = KEY_BY_ERROR.get(getattr(error, "errno", None) or 0)
    return Message(key) if key else getattr(error, "strerror", None) or str(error)

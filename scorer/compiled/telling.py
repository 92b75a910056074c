"""The account of a hand that the compiled engine has scored, for those who show it."""

from __future__ import annotations

from scorer.compiled.arithmetic import paid_of, steps_of
from scorer.tiles import name_in, native_in
from scorer.words.account import Account, Counted, Heading, Sheet, SheetRow, Total, brackets, lying
from scorer.words.labels import choice
from scorer.words.situation import Said, pointed_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from scorer.compiled.engine import Engine
    from scorer.compiled.laying import Laid
    from scorer.compiled.results import Award, Group, Score, SheetLine
    from scorer.compiled.text import Spoken
    from scorer.tiles import Names


class Telling:
    """Tells the scores of one engine in the names of one language.

    >>> from scorer.compiled import open_engine
    >>> said = ("234m345p67p456s55s+8p", "tsumo", "", "", "", ("riichi",), 0, 0, (), ())
    >>> engine = open_engine("riichi")
    >>> account = Telling(engine).account(engine.score_text(said), said)
    >>> account.heading.groups, account.payments.total
    (('234m', '345p', '678p', '456s', '55s'), 5200)
    """

    def __init__(self, engine: Engine, language: str = "en") -> None:
        self.engine, self.form, self.language = engine, engine.form, language
        self.told: dict[str, Any] = engine.form["telling"]
        self.names: dict[str, Names] = dict(engine.form["names"])

    def account(self, score: Score, spoken: Spoken) -> Account:
        """All that a breakdown tells of a score; `spoken` is what was scored.

        Of other readings nothing is told: who asks for them asks the reference engine. Raises LookupError
        for a score of long ago.
        """
        laid = self.engine.laid_of(*score.source[1:])
        said = self._said(spoken)
        return Account(
            self.language,
            self._heading(score, laid, said),
            (*self._awards(score), *self._bonuses(score, laid, spoken)),
            self._total(score),
            self._sheet(score, laid),
            tuple(steps_of(self.engine, score)),
            paid_of(self.engine, score, said),
            remarks=self.told["remarks"],
        )

    def _name(self, names: Names) -> str:
        return name_in(names, self.language)

    def _native(self, names: Names) -> str:
        return native_in(names, self.told["native"], self.language)

    # ---- what was understood

    def _said(self, spoken: Spoken) -> Said:
        speech = self.engine.reader.speech
        self_draw, seat, around, discarder, given = speech.plain(spoken)
        return Said(
            self_draw, seat, around, discarder, bool(self.form["winds"]),
            tuple(self._circumstances(given)), tuple(self._indicated(spoken[-1])), *spoken[6:8],
        )  # fmt: skip

    def _circumstances(self, given: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, int | None]]:
        counted = {item[0]: item[2] for item in self.form["circumstances"]}
        for name, number in given:
            if number:
                yield self._name(self.told["circumstances"][name]), number if counted[name] else None

    def _indicated(self, indicators: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
        for name, text in indicators:
            if text.strip():
                pointed = self.engine.reader.writing.text(self._pointed(name, text))
                yield pointed_name(name, self.told["indicated"][name], self.language), pointed

    def _pointed(self, name: str, text: str) -> list[tuple[int, bool]]:
        """The tiles that an input of indicators points at."""
        kinds = [kind for kind, _ in self.engine.reader.speech.read_tiles(text)]
        following = dict(self.form["order"])
        if any(item[0] == name and item[1] for item in self.form["indicators"]):
            kinds = [following[kind] for kind in kinds if kind in following]
        return [(kind, False) for kind in kinds]

    def _heading(self, score: Score, laid: list[Laid], said: Said) -> Heading:
        writing = self.engine.reader.writing
        _, _, _, winning, red, *_ = score.source
        groups = _in_order(laid)
        return Heading(
            tuple(self._in_brackets(group) for group, _ in groups),
            writing.code[winning, bool(red)],
            said,
            (self._name(self.told["names"]), *(choice(*option) for option in self.told["unusual"])),
            writing.text([(kind, False) for kind in score.jokers]) if self.engine.board.jokers else "",
            tiles=", ".join(map(self._tile_names, groups)) if self.told["tiles"] else "",
        )

    def _in_brackets(self, group: Group) -> str:
        return self._text(group).join(brackets(group.melded, group.called) or ("", ""))

    def _tile_names(self, laid: Laid) -> str:
        """The tiles of a set by name, each once."""
        names, code = self.told["tiles"], self.engine.reader.writing.code
        tiles = dict.fromkeys(laid[0].tiles)
        return " + ".join(self._name(names[tile[0]]) or code[tile] for tile in tiles)

    def faces(self, score: Score) -> tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]:
        """The pictures of a hand set by set, each set with its brackets."""
        pictures = self.told["pictures"]
        return tuple(
            (brackets(group.melded, group.called), tuple((pictures[kind], red) for kind, red in group.tiles))
            for group, _ in _in_order(self.engine.laid_of(*score.source[1:]))
        )

    # ---- what counts

    def _awards(self, score: Score) -> Iterator[Counted]:
        for award in score.awards:
            names = self.names[award.id]
            value, unit = self._value(award, score)
            yield Counted(self._name(names), self._native(names), value, unit, award.count)

    def _value(self, award: Award, score: Score) -> tuple[int, str]:
        """What a pattern adds and in which unit."""
        if not score.tier:
            return award.total, award.unit
        _, unit, each, *_ = self.form["tier"]
        return award.total // each, unit

    def _bonuses(self, score: Score, laid: list[Laid], spoken: Spoken) -> Iterator[Counted]:
        for line in score.bonuses:
            names = self.names[line.id]
            tiles = self._bonus_tiles(line.id, laid, spoken)
            shown = " ".join(self.engine.reader.writing.code[tile] for tile in tiles)
            name = self._name(names)
            yield Counted(name, self._native(names), line.total, self.form["unit"], line.count, shown)

    def _bonus_tiles(self, bonus: str, laid: list[Laid], spoken: Spoken) -> list[tuple[int, bool]]:
        """The tiles that a bonus counts, as far as its expression tells."""
        own = [tile for one in laid for tile in one[0].tiles]
        aside = self._aside(spoken)
        tiles: list[tuple[int, bool]] = []
        for sort, name in self.told["bonuses"][bonus]:
            if sort == "indicated":
                every = [*own, *(tile for _, tile in aside)]
                pointed = self._pointed(name, dict(spoken[-1]).get(name, ""))
                tiles += [tile for kind, _ in pointed for tile in every if tile[0] == kind]
            elif sort == "reds":
                tiles += [tile for tile in own if tile[1]]
            else:
                tiles += [tile for fact, tile in aside if fact == name]
        return tiles

    def _aside(self, spoken: Spoken) -> list[tuple[str, tuple[int, bool]]]:
        """The tiles that circumstances lay aside, each with the fact that it makes."""
        number = dict(self.engine.reader.speech.plain(spoken)[-1])
        return [
            (fact, (kind, False))
            for name, fact, _, _, kinds, _ in self.form["circumstances"]
            for kind in kinds
            for _ in range(number.get(name, 0))
        ]

    def _total(self, score: Score) -> Total:
        tier, sheet = self.form["tier"], score.sheet
        return Total(
            score.total,
            self.form["unit"],
            sum(award.total for award in score.awards) + sum(line.total for line in score.bonuses),
            score.tier,
            tier[1] if tier else "",
            sheet.total if sheet else None,
            self.form["sheet_unit"] if sheet else "",
            self._name(self.told["limits"][score.limit]) if score.limit else "",
        )

    def _sheet(self, score: Score, laid: list[Laid]) -> Sheet | None:
        if not score.sheet:
            return None
        rows = (
            SheetRow(self._name(self.told["items"][line.id]), self._sets(line, laid), line.value)
            for line in score.sheet.lines
        )
        return Sheet(self.form["sheet_unit"], tuple(rows), score.sheet.sum, score.sheet.total)

    def _sets(self, line: SheetLine, laid: list[Laid]) -> tuple[str, ...]:
        """The sets that a line counts; what asks for the wait comes from the set that the last tile made."""
        if line.count:
            groups = [group for group, items in laid if items >> line.place & 1]
        elif line.id in self.told["of_the_wait"]:
            groups = [group for group, _ in laid if group.won]
        else:
            groups = []
        return tuple(map(self._text, groups))

    def _text(self, group: Group) -> str:
        """A group in notation, its tiles in the order of the set."""
        return self.engine.reader.writing.sets[group.tiles]


def _in_order(laid: list[Laid]) -> list[Laid]:
    """Groups as players lay them out: sets, the pair, then what was called."""
    return sorted(laid, key=lambda one: lying(one[0].melded, len(one[0].tiles)))

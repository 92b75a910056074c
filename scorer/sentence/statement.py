"""What a sentence says, before it is decided what it asks."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.sentence.places import SaidPlace
from scorer.sentence.tokens import SentencePart
from scorer.values import dataclass, field


@dataclass
class TileGroup:
    """Tiles that belong together: loose ones, or a called set. `call` is empty for loose tiles.

    `may_win` says that a word for winning is next to the tile: `after` or `before` the word, or `implied`
    after a circumstance that says how the hand was won.
    """

    codes: tuple[str, ...]
    token: SentencePart
    call: str = ""
    may_win: str = ""
    is_pair: bool = False
    is_red: bool = False
    """one tile that is said to be red, which may be written among the others as a plain one"""


@dataclass
class Statement:
    """Everything that was read, in the words of the rulesets."""

    text: str
    groups: list[TileGroup] = field(default_factory=list)
    marked: str = ""
    """the winning tile after a plus sign"""
    open_calls: list[SentencePart] = field(default_factory=list)
    """the words for called sets, if each may belong to the set before it or to the one after it"""
    wins: list[tuple[str, SentencePart]] = field(default_factory=list)
    seats: list[tuple[str, SentencePart]] = field(default_factory=list)
    others: bool = False
    """whether the winner is said not to be the dealer"""
    discarders: list[tuple[str, SentencePart]] = field(default_factory=list)
    round: str = ""
    deal: int = 0
    honba: int | None = None
    sticks: int | None = None
    liable: str | None = None
    """the seat of the liable player, '' if it is not named"""
    circumstances: list[tuple[tuple[str, ...], int, SentencePart]] = field(default_factory=list)
    """the circumstances that a word can mean, with a number"""
    bonuses: dict[str, int] = field(default_factory=dict)
    indicators: dict[str, str] = field(default_factory=dict)
    unclear_indicators: list[tuple[str, str, SentencePart]] = field(default_factory=list)
    flowers: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    repeats_unit: bool = False
    """whether two numbers of one unit are named, so that it is not clear which one counts"""
    limits: list[tuple[str, int]] = field(default_factory=list)
    patterns: list[tuple[tuple[str, ...], SentencePart]] = field(default_factory=list)
    state: str = ""
    """open or closed, if it was said of the whole hand"""
    is_open: bool = False
    """whether the hand is said to be open, in a word that means nothing else"""
    asks: list[tuple[str, SentencePart]] = field(default_factory=list)
    rulesets: list[str] = field(default_factory=list)
    events: list[tuple[str, str, SentencePart]] = field(default_factory=list)
    numbers: list[tuple[int, SentencePart]] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)
    """what is said not to be: the sort and the name"""
    denied_parts: list[tuple[str, ...]] = field(default_factory=list)
    """the patterns and bonuses that a word for what is said not to be can mean"""
    denied: list[tuple[Statement, SentencePart]] = field(default_factory=list)
    """numbers, tiles and seats that are said to be others: `3 honba, not 1`"""
    tokens: list[SentencePart] = field(default_factory=list)
    is_change: bool = False
    is_more: bool = False
    begins_with_more: bool = False
    named_seats: list[tuple[str, SentencePart]] = field(default_factory=list)
    """seats in the order in which they were named, whatever they did"""
    only: bool = False
    everybody: str = ""
    """all or nobody"""
    excepts: bool = False
    """whether the players who are named are set apart from all others"""
    unread: list[SentencePart] = field(default_factory=list)
    topics: list[SentencePart] = field(default_factory=list)
    """words for what has a topic of help, in a question what it is"""
    chips: int = 0
    """how many chips a player gives another one"""
    record: str = ""
    """an event with a number for each player, who are in `points` by seat"""
    points: tuple[tuple[str, int], ...] = ()
    notes: list[str] = field(default_factory=list)
    places: list[SaidPlace] = field(default_factory=list)
    """where each word of the line is said that the statement becomes"""

    @property
    def codes(self) -> list[str]:
        return [code for group in self.groups for code in group.codes]

    @property
    def names_seat(self) -> bool:
        return bool(self.seats or self.discarders or self.round)

    @property
    def names_number(self) -> bool:
        counted = (self.bonuses, self.counts, self.flowers, self.numbers)
        is_counter = self.honba is not None or self.sticks is not None
        return is_counter or any(counted) or any(number > 1 for _, number, _ in self.circumstances)

    @property
    def has_hand(self) -> bool:
        """Whether tiles of a hand were written, more than a single winning tile."""
        return len(self.codes) > 1 or any(group.call for group in self.groups)

    def told_words(self) -> Iterator[tuple[str, object]]:
        """What it says so far, by the words of the line that it will become, with the values."""
        for names, number, _ in self.circumstances:
            yield from ((name, number) for name in names)
        yield from self.bonuses.items()
        yield from self.indicators.items()
        yield from ((setting, "") for setting in self.values)
        yield from (("seat", seat) for seat, _ in self.seats)
        yield from (("from", seat) for seat, _ in self.discarders)
        yield from ((way, "") for way, _ in self.wins)
        table = (("round", self.round), ("honba", self.honba), ("sticks", self.sticks))
        yield from ((name, value) for name, value in table if value)

    def tile_places(self) -> Iterator[SaidPlace]:
        """Where it names tiles."""
        return (SaidPlace(one.codes, one.token.start, one.token.end) for one in self.groups)

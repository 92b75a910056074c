"""What scorer prints in the language of each place: run `python -m tests.support.survey`.

For each place and command, it counts the lines that still have three English words in a row:

    python -m tests.support.survey                        every place and command
    python -m tests.support.survey ja zh-TW --only diff   some of them
    python -m tests.support.survey ja --lines             the lines that are counted
    python -m tests.support.survey ja --print             everything that is printed
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import click

from scorer import load_ruleset
from scorer.cli.main import main as command
from scorer.notation import format_hand, format_waiting
from scorer.ruleset.model import Ruleset
from scorer.teach.progress import TOPICS
from scorer.teach.quiz import Wish, quiz_scores
from scorer.values import dataclass
from tests.cli.runs import run
from tests.replay.made_up import as_mjai
from tests.replay.test_referee import DOUBLE, QUIET
from tests.support.places import ROOT

GAMES_BY_PLACE = {
    "ja": ("riichi", "m-league", "tenhou", "mahjong-soul", "sanma", "ponjan", "donjara-doraemon", "doubutsu-janpon"),
    "zh-Hans": ("mcr", "sichuan", "changsha", "guangdong", "hongzhong", "mahjong-soul", "riichi", "sichuan-apps"),
    "zh-HK": ("hong-kong", "hong-kong-13", "hkma", "zung-jung", "pocket-mahjong"),
    "zh-TW": ("taiwanese", "riichi", "mahjong-soul"),
}  # fmt: skip
"""The games that are played in each place."""
ENGLISH = re.compile(r"(?<![\w-])[A-Za-z]{2,}(?: [A-Za-z]{2,}){2}")
"""Three words in a row."""
TYPED = re.compile(r"`[^`]*`|\bscorer [ -~]*")
"""What is typed: words of the rule language and commands within a line."""
BARE_HEADS = re.compile(r"^ *(\$|scorer |echo |npm |tar )|^\S*\.yaml|^ *[0-9]+ \| ")
"""Lines that are typed, that name a file, or that quote a line of one."""
TAGS = re.compile(r"<style>.*?</style>|<script.*?</script>|<svg.*?</svg>|<[^>]*>", re.DOTALL)
BAD_HANDS = ("123m45p", "123", "1111111111111m", "234m345p67p456s55s+8q", "12m")
"""Hands that no game can read or score."""


@dataclass(frozen=True)
class Output:
    """What one run printed, on standard output and error."""

    sort: str
    arguments: tuple[str, ...]
    given: str
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines that a reader reads, without commands that may be typed."""
        return [line for line in self.text.splitlines() if line.strip() and not BARE_HEADS.search(line)]

    @property
    def english_lines(self) -> list[str]:
        return [line for line in self.lines if ENGLISH.search(TYPED.sub("", line))]


def outputs_of_place(place: str, only: str = "") -> Iterator[Output]:
    """Everything that is printed of the games of a place, and of commands without a game."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.getcwd()
        os.chdir(folder)
        try:
            _write_files(Path())
            for sort, arguments, given in _runs(place):
                if only in sort:
                    yield _output(place, sort, arguments, given)
        finally:
            os.chdir(before)


def _output(place: str, sort: str, arguments: tuple[str, ...], given: str) -> Output:
    result = run(*arguments, columns=100, given=given, env={"SCORER_LANG": place})
    printed = "" if sort == "batch" else result.stdout  # results in JSON are for programs
    if sort == "lesson":
        printed = TAGS.sub("\n", printed)
    return Output(sort, arguments, given, printed + result.stderr)


Run = tuple[str, tuple[str, ...], str]


def _runs(place: str) -> Iterator[Run]:
    games = GAMES_BY_PLACE[place]
    for name in games:
        yield from _runs_of_game(name, place, games[0])
    if "riichi" in games or "mahjong-soul" in games:
        for more in ((), ("--verbose",), ("--win", "1")):
            yield "replay", ("replay", "game.jsonl", *more), ""
    yield from _runs_without_game()


def _runs_of_game(name: str, place: str, first: str) -> Iterator[Run]:
    rules = load_ruleset(name, language=place)
    yield from _runs_of_hands(rules, place)
    of_game = ("-r", name)
    for hand in BAD_HANDS:
        yield "error", ("score", hand, *of_game), ""
        yield "error", ("waits", hand, *of_game), ""
    for options in (
        ("-w", "nosuch"),
        ("-o", "nosuch=1"),
        ("--tsumo", "--from", "W"),
        ("--seat", "Q"),
        ("--pao", "x=E"),
    ):
        yield "error", ("score", "123m", *of_game, *options), ""
    yield "table", ("table", *of_game), ""
    yield "patterns", ("patterns", *of_game), ""
    for pattern in rules.patterns[:: max(1, len(rules.patterns) // 6)]:
        yield "patterns", ("patterns", pattern.id, *of_game), ""
    yield "draw", ("draw", *of_game), ""
    yield "final", ("final", "30000", "28000", "22000", "20000", *of_game), ""
    yield "quiz", ("quiz", *of_game, "--count", "2", "--seed", "3"), "?\n\nx\n?\nh\n?\n?\nq\n"
    yield "lesson", ("lesson", *of_game), ""
    yield "show", ("rulesets", "show", name), ""
    if name != first:
        yield "diff", ("rulesets", "diff", first, name, "--hands", "40"), ""
    yield "diff", ("rulesets", "diff", name, "club.yaml"), ""
    yield "check", ("check", name), ""
    yield "audit", ("check", name, "--audit", "60"), ""
    yield "new", ("rulesets", "new", "-", "--extends", name), ""
    yield "session", (), "\n".join((name, "help", "123m45p", "next", "stats", "quit"))
    yield "evening", ("evening", "evening.yaml"), ""


def _runs_of_hands(rules: Ruleset, place: str) -> Iterator[Run]:
    of_game = ("-r", rules.id)
    for score in islice(quiz_scores(rules, Wish(tuple(TOPICS), 3), 7), 3):
        hand = format_hand(score.hand, rules.tileset)
        way = ("--tsumo",) if score.situation.self_draw else ("--ron",)
        yield "score", ("score", hand, *of_game, *way), ""
        yield "explain", ("explain", hand, *of_game, *way), ""
        yield (
            "why",
            ("explain", hand, *of_game, *way, "--why", rules.patterns[len(rules.patterns) // 3].id),
            "",
        )
        yield "waits", ("waits", format_waiting(score.hand.waiting_hand, rules.tileset), *of_game), ""
        yield "points", ("points", str(max(1, score.worth.total)), *of_game), ""
        yield "batch", ("batch", "--summary", *of_game), f'{{"hand": "{hand}"}}\n{{"hand": "12"}}\n'


def _runs_without_game() -> Iterator[Run]:
    yield "list", ("rulesets", "list"), ""
    yield "new", ("rulesets", "new", "-"), ""
    yield "new", ("rulesets", "new", "fresh.yaml"), ""
    yield "bundle", ("rulesets", "bundle", "nosuch.yaml"), ""
    for code in ("L101", "L201", "L402", "L501", "L601", "L701", "L708", "L901"):
        yield "code", ("check", "--explain", code), ""
    for file in sorted((ROOT / "tests/check/bad").glob("*.yaml"))[::4]:
        yield "check", ("check", str(file)), ""
    for arguments in (
        ("score",), ("points",), ("score", "x", "-r", "nosuch"), ("replay", "nofile.xml"), ("replay", "damaged.xml"),
        ("lesson", "--out", "/nodir/x"), ("check", "nofile.yaml"), ("scoer",), ("score", "--nope"), ("batch", "nofile.jsonl"),
        ("evening", "nofile.yaml"), ("rulesets", "new", "x.txt"), ("rulesets", "new", "club.yaml"), ("check", "--explain", "L999"),
        ("score", "1m", "--lang", "xx"), ("quiz", "--level", "9"), ("rulesets", "diff", "riichi"), ("evening", "damaged.xml"),
    ):  # fmt: skip
        yield "error", arguments, ""
    yield from (("help", (*path, "--help"), "") for path in _commands(command, ()))


def _commands(group: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            if part := group.get_command(context, name):
                yield from _commands(part, (*path, name))


def _write_files(folder: Path) -> None:
    """The files that the runs read."""
    (folder / "game.jsonl").write_bytes(as_mjai([DOUBLE, QUIET]))
    (folder / "damaged.xml").write_text("<mjloggm")
    (folder / "club.yaml").write_text(
        "extends: riichi\nname: Club\nset: {open_tanyao: false}\nremove: [chankan]\n"
    )
    (folder / "evening.yaml").write_text(
        "events:\n- {game: riichi, players: [A, B, C, D]}\n- {riichi: C}\n- {win: {A: 3 han 40 fu}, from: B}\n"
        "- {draw: exhaustive, ready: [A, C]}\n- {end: agreed}\n"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the share of English lines for each place and command, or what is printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("places", nargs="*", default=[*GAMES_BY_PLACE])
    parser.add_argument("--only", default="", help="only sorts of runs with this in their name, such as diff")
    parser.add_argument("--lines", action="store_true", help="print the lines that are counted")
    parser.add_argument("--print", action="store_true", help="print everything")
    chosen = parser.parse_args(arguments)
    for place in chosen.places:
        lines, english = Counter[str](), Counter[str]()
        for output in outputs_of_place(place, chosen.only):
            lines[output.sort] += len(output.lines)
            english[output.sort] += len(output.english_lines)
            if chosen.print:
                print(f"\n$ scorer {' '.join(output.arguments)}\n{output.text}")
            elif chosen.lines:
                print(*(f"{output.sort}: {line}" for line in output.english_lines), sep="\n")
        for sort in sorted(lines, key=lambda sort: -english[sort]):
            print(
                f"{place:8} {sort:9} {english[sort]:6} of {lines[sort]:6} {english[sort] / max(1, lines[sort]):6.1%}"
            )
        for title, left_out in (("without help", "help"), ("with help", "")):
            count, many = (sum(each.values()) - each[left_out] for each in (english, lines))
            print(f"{place:8} {title}: {count} of {many} lines, {count / max(1, many):.2%}")


if __name__ == "__main__":
    main()

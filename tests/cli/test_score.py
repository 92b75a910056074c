"""Scoring one hand: what is said in which order, and that it fits where it is shown."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorer.render.text import display_width
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.cli.runs import HAND, lines, run, score
from tests.support.places import ROOT
from tests.support.tables import hand_tables

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def examples(scored: bool = False) -> list[tuple[str, ...]]:
    """Worked hands of every family as arguments, each seventh one; with more jokers they only take longer."""
    found = []
    for rows in hand_tables().values():
        inputs = [row["input"] for _, row in rows[::7] if row["expect"].get("ok", True) or not scored]
        found += [arguments(given) for given in inputs if "joker_tiles" not in given.get("options", {})]
    return found


def arguments(hand: dict[str, object]) -> tuple[str, ...]:
    """A line of batch as arguments of the command."""
    args = [str(hand["hand"])]
    names = {"win": {"tsumo": "--tsumo", "ron": "--ron"}}
    for key, value in hand.items():
        if key == "win":
            args.append(names["win"].get(str(value), "--self-draw"))
        elif key in ("round", "seat", "from", "dora", "ura", "ruleset", "honba", "sticks"):
            args += [f"--{key}", str(value)] if value != "" else []
        elif key == "with" and isinstance(value, list):
            args += [part for name in value for part in ("-w", name)]
        elif key == "options" and isinstance(value, dict):
            args += [part for name, chosen in value.items() for part in ("-o", f"{name}={chosen}")]
        elif key == "pao" and isinstance(value, dict):
            args += [part for name, seat in value.items() for part in ("--pao", f"{name}={seat}")]
    return tuple(args)


EXAMPLES = examples()


def test_there_are_examples_of_every_family() -> None:
    assert len(EXAMPLES) > 60


@pytest.mark.one_in(4)
@pytest.mark.parametrize("args", EXAMPLES[::2], ids=" ".join)
def test_a_breakdown_is_no_wider_than_the_terminal(args: tuple[str, ...]) -> None:
    for columns, language in ((60, "en"), (60, "ja"), (120, "en")):
        result = run("score", *args, "--all", "--lang", language, columns=columns)
        widest = max(map(display_width, lines(result.stdout + result.stderr)))
        assert widest <= columns, result.stdout


@pytest.mark.one_in(4)
@pytest.mark.parametrize("args", examples(scored=True)[1::4], ids=" ".join)
def test_every_format_says_the_same_total(args: tuple[str, ...]) -> None:
    total = f"{json.loads(score(*args, '-f', 'json'))['total']:,}"
    for form in ("table", "markdown", "plain"):
        assert f"+{total}" in score(*args, "-f", form)


def test_the_sections_stand_in_the_order_of_the_reckoning() -> None:
    shown = score("123m406p789s777z1z+1z", "--tsumo", "-w", "riichi", "--dora", "4s2z", "--honba", "1")
    order = ("4 han 40 fu · Mangan", "won on 1z", "East round", "立直", "Aka dora (red five)", "\nMangan  ", "Fu\n", "rounded up",
             "\nBase (mangan)", "From East", "Honba", "receives", "East -")  # fmt: skip
    places = [shown.index(part) for part in order]
    assert places == sorted(places)


@pytest.mark.parametrize("args", examples(scored=True)[::5], ids=" ".join)
def test_the_shares_of_all_payers_make_the_total(args: tuple[str, ...]) -> None:
    """All that the winner gets is paid by others, but for the sticks that lie on the table."""
    data = json.loads(score(*args, "-f", "json"))
    lying = 1000 * int(args[args.index("--sticks") + 1]) if "--sticks" in args else 0
    assert data["total"] == lying - sum(share for share in data["payments"].values() if share < 0)
    assert data["total"] == max(data["payments"].values())
    assert data["total"] >= data["points"] > 0


def test_tiles_with_names_are_named() -> None:
    assert "red ship, black car, blue plane" in score("111m222p33s+3s", "-r", "ponjan")


def test_a_ruleset_without_an_official_table_says_so() -> None:
    assert "Note: The payment table is not from" in score(
        "123m456m789m55z22p+2p", "-r", "pocket-mahjong", "--tsumo"
    )
    assert "Note:" not in score(HAND)


def test_where_a_hand_can_be_read_in_several_ways_it_is_said() -> None:
    assert "4 readings; all of them pay the same." in score("11223344556677p")
    assert "readings" not in score(HAND)
    assert "4 readings, best first" in score("11223344556677p", "--all")


def test_all_readings_are_plain_data_as_well() -> None:
    result = json.loads(score("11223344556677p", "--all", "-f", "json"))
    points = [reading["points"] for reading in result["readings"]]
    assert len(points) == 4
    assert points == sorted(points, reverse=True)
    assert "readings" not in json.loads(score("11223344556677p", "-f", "json"))


def test_a_hand_may_stand_in_several_words() -> None:
    assert score("234m", "345p67p", "456s55s", "+8p") == score(HAND)


def test_the_dealer_has_the_east_seat() -> None:
    assert score(HAND, "--dealer") == score(HAND, "--seat", "E")


def test_words_of_the_game_and_plain_words_say_the_same() -> None:
    assert score(HAND, "--tsumo") == score(HAND, "--self-draw")
    assert score(HAND, "--ron") == score(HAND, "--discard")


def test_counters_may_be_typed_in_keys_of_full_width() -> None:
    assert score(HAND, "--honba", "２", "--sticks", "１") == score(HAND, "--honba", "2", "--sticks", "1")


def test_a_ruleset_may_be_named_by_the_environment() -> None:
    result = run("score", "111r222k33b+3b", env={"SCORER_RULESET": "ponjan-anoa"})
    assert "Ponjan (Anoa 1976)" in result.stdout
    over = run("score", HAND, "-r", "tenhou", env={"SCORER_RULESET": "ponjan-anoa"})
    assert "Tenhou" in over.stdout


def test_a_hand_that_does_not_win_is_an_answer() -> None:
    result = run("score", "123m(345p)678p456s5s+5s")
    assert result.exit_code == 1
    assert result.stderr == ""
    assert "Nearest\nTanyao (all simples)" in result.stdout


def test_errors_as_data_keep_their_status() -> None:
    result = run("score", "123q", "-f", "json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["at"] == 3
    result = run("score", "123m(345p)678p456s5s+5s", "-f", "json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["kind"] == "no_pattern"


@pytest.mark.parametrize(
    "args",
    [
        ("explain", "123q"), ("explain", HAND, "--why", "pinfo"), ("waits", "12q"), ("points", "x"),
        ("table", "-r", "tenho"), ("patterns", "pinfo"), ("rulesets", "show", "tenho"),
        ("rulesets", "diff", "tenho", "riichi"), ("check", "riichi", "--audit", "3", "-o", "tanyao=1"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_an_error_is_told_as_data_by_every_command_that_prints_data(args: tuple[str, ...]) -> None:
    result = run(*args, "-f", "json")
    told = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (2, "")
    assert not told["ok"]
    assert told["error"]["message"]


def test_options_for_indicators_come_from_the_ruleset(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(
        "extends: riichi\nindicators:\n  lucky_tile: {shows: same, at_most: 1, name: Lucky tile}\n"
        "bonuses: [{id: lucky, value: 2, count: indicated(lucky_tile)}]\n",
        "utf-8",
    )
    args = ("-r", str(file), "-w", "riichi", "-f", "json")
    for option in ("--lucky_tile", "--lucky-tile"):
        result = json.loads(score(HAND, *args, option, "8p"))
        assert result["bonuses"] == [{"id": "lucky", "name": "lucky", "value": 2, "unit": "han"}]
    assert run("score", HAND, "--lucky-tile", "8p").exit_code == 2


def test_a_winning_hand_is_told_without_reading_a_rule_file_again(cache: Path) -> None:
    command = [sys.executable, "-m", "scorer", "score", HAND]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)  # what is compiled stays in the cache
    assert list(cache.iterdir())
    code = "import sys; from scorer.cli.main import main;"
    code += f"[main(['score', {HAND!r}, '-f', form], standalone_mode=False) for form in sys.argv[1:]];"
    code += (
        "print([name for name in ('yaml', 'scorer.ruleset.load', 'scorer.teach.why') if name in sys.modules])"
    )
    command = [sys.executable, "-c", code, "table", "plain", "markdown", "json"]
    run_ = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert run_.stdout.decode().endswith("[]\n")


def test_colour_marks_the_total_and_the_winning_tile_only() -> None:
    code = "from scorer import score;"
    code += "from scorer.render.breakdown import breakdown_document; from scorer.render.text import terminal_text;"
    code += f"found = score({HAND!r}); language = found.ruleset.display_language('en');"
    code += "print(terminal_text(breakdown_document(found, language), 80, True))"
    run_ = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    shown = run_.stdout.decode()
    marked = re.findall(r"\x1b\[[0-9;]+m(.*?)\x1b\[0m", shown)
    assert marked == ["2 han 30 fu · 2,000", "8p", "2,000", "+2,000"]
    assert COLOUR.sub("", shown).rstrip("\n") == score(HAND, "--ron").rstrip("\n")


def test_nothing_is_coloured_where_there_is_no_terminal() -> None:
    assert "\x1b" not in score(HAND)
    assert "\x1b" not in run("score", "123q").stderr


@pytest.mark.one_in(3)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk"])
def test_a_terminal_without_all_characters_shows_what_it_can(encoding: str) -> None:
    command = [sys.executable, "-m", "scorer", "score", HAND, "--lang", "ja"]
    environment = {"PYTHONIOENCODING": encoding, "PATH": "", "PYTHONPATH": str(ROOT)}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr
    assert b"2,000" in result.stdout
    used = encoding.replace("ascii", "utf-8")  # click takes ascii for a mistake
    shown = result.stdout.decode(used).splitlines()
    assert list(map(display_width, shown)) == list(
        map(display_width, score(HAND, "--lang", "ja").splitlines())
    )


MODULES_OF_A_HAND = re.compile(
    r"cli(\.(main|score|command|options|output|usage))?|errors|foreign|hand|languages|lazy|memo|message|scoring|notation|package|parameters|phrases|readings|settings|shapes|texts|tiles|usual|values"
    r"|questions(\.hands)?|writing|suggest|fast(\.(fallback|interface))?|engine(\.\w+)?|language(\.(formulas|nodes|vocabulary))?"
    r"|ruleset(\.(model|find|cache))?|answers|render(\.result)?"
)
MODULES_OF_A_TABLE = re.compile(MODULES_OF_A_HAND.pattern + r"|render\.\w+|ruleset\.drawings|labels")


@pytest.mark.parametrize(
    ("form", "needed"), [("json", MODULES_OF_A_HAND), ("table", MODULES_OF_A_TABLE)], ids=["json", "table"]
)
def test_a_score_imports_no_more_than_it_needs(form: str, needed: re.Pattern[str]) -> None:
    """Every module takes as long as a hundredth of what click takes."""
    code = (
        "import sys; from scorer.cli.main import main\n"
        f"try: main(['score', {HAND!r}, '--tsumo', '-w', 'riichi', '--dora', '4s', '-f', {form!r}])\n"
        "except SystemExit: pass\n"
        "print(' '.join(name for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)  # fills the store
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    loaded = set(result.stdout.decode().splitlines()[-1].split())
    own = {name.removeprefix("scorer.") for name in loaded if name.startswith("scorer.")}
    assert not [name for name in sorted(own) if not needed.fullmatch(name)]
    unwanted = {"yaml", "difflib", "numpy", "pyarrow"}
    if form == "json":  # what tabulate imports is its own affair
        unwanted |= {"tabulate", "dataclasses", "pathlib", "fractions", "hashlib", "decimal"}
    assert not loaded & unwanted


@pytest.mark.slow
def test_every_shipped_ruleset_can_be_compared() -> None:
    names = [part for name in shipped_names() for part in ("-r", name)]
    result = run("score", "234p345p67p456s55s+8p", *names, columns=100)
    assert result.exit_code == 0
    assert max(map(display_width, lines(result.stdout))) <= 100
    assert all(name in result.stdout for name in shipped_names())


def test_a_difference_is_put_down_to_the_option_that_makes_it() -> None:
    args = (HAND, "-w", "riichi", "-w", "ippatsu", "-r", "tenhou", "-r", "m-league")
    first, second = json.loads(score(*args, "-f", "json"))
    assert (first["points"], second["points"]) == (7700, 8000)
    assert "because" not in first
    assert second["because"] == {"kiriage_mangan": True}
    assert "kiriage_mangan=true" in score(*args)


def test_what_each_joker_stands_for_is_said() -> None:
    hand = ("111r222k3b00j", "-r", "ponjan-anoa", "-o", "joker_tiles=2")
    assert "jokers as 33b" in score(*hand)
    assert json.loads(score(*hand, "-f", "json"))["jokers"] == ["3b", "3b"]


@pytest.mark.parametrize(
    ("hand", "words", "names"),
    [
        (
            "1m 123m 456p 789s [2222p] +1m",
            ("-w", "rinshan", "--tsumo"),
            ("Out with replacement tile", "After a kong"),
        ),
        ("123m456p789s11s23m+1m", ("-w", "haitei", "--tsumo"), ("Last tile draw", "Last tile")),
        ("123m456p789s11s23m+1m", ("-w", "houtei", "--ron"), ("Last tile claim", "Last discard")),
    ],
)
def test_a_circumstance_goes_by_the_id_that_each_game_has_for_it(
    hand: str, words: tuple[str, ...], names: tuple[str, ...]
) -> None:
    shown = run("score", hand, "-r", "riichi", "-r", "mcr", "-r", "hong-kong", *words).stdout
    assert all(name in shown for name in names)
    assert "It has no" not in shown


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-city"])
def test_of_two_circumstances_with_one_fact_that_of_the_way_of_winning_counts(ruleset: str) -> None:
    words = ("score", "123m456p789s11s23m+1m", "-r", "mcr", "-r", ruleset, "-w", "last_wall_tile")
    assert "Last discard" in run(*words, "--ron").stdout
    assert "Last tile of the wall" in run(*words, "--tsumo").stdout.partition("Points")[0]


def test_a_circumstance_is_not_denied_because_of_another_fault() -> None:
    words = ("score", "123m456p789s11s23m+1m1f", "-r", "mcr", "-r", "riichi", "-w", "last_wall_tile", "--ron")
    result = run(*words)
    assert "Last tile is not played" not in result.stdout + result.stderr
    assert "1f" in result.stdout + result.stderr


def test_a_comparison_says_each_fault_of_a_ruleset_once() -> None:
    text = score(HAND, "-r", "tenhou", "-r", "ponjan-anoa", columns=100)
    assert text.count("no suit 'p' in this ruleset") == 1


def test_each_ruleset_of_a_comparison_tells_in_json_what_a_hand_of_too_little_has() -> None:
    names = ("-r", "hong-kong", "-r", "riichi", "-r", "mcr")
    few, none, enough = json.loads(score("123m456p789s234s5p+5p", *names, "-f", "json"))
    assert [one["id"] for one in few["error"]["patterns"]] == ["concealed_hand", "common_hand"]
    assert "last_wall_tile" in few["error"]["would_win_with"]
    assert none["error"]["nearest"] and "patterns" not in none["error"]
    assert enough["ok"]


def test_counters_that_are_worth_nothing_are_noted() -> None:
    assert "Note: --sticks 2: wagers are worth nothing" in score(
        "222m333p777s", "-r", "ponjan", "--sticks", "2"
    )
    assert "Note: --honba 2: honba are worth nothing" in score(HAND, "--honba", "2", "-o", "honba_value=0")
    assert "worth nothing" not in score(HAND, "--honba", "2", "--sticks", "1")


def test_the_notes_of_the_table_stand_in_the_json_as_well() -> None:
    data = json.loads(score(HAND, "--sticks", "2", "-o", "stick_value=0", "-f", "json"))
    assert data["notes"] == ["--sticks 2: riichi sticks are worth nothing under these options"]
    assert "notes" not in json.loads(score(HAND, "-f", "json"))


def test_more_indicators_than_lie_above_them_are_noted() -> None:
    text = score(HAND, "-w", "riichi", "--dora", "4s", "--ura", "1m2m")
    assert "Note: 2 ura dora indicators and 1 dora indicator: there" in text
    assert "Note" not in score(HAND, "-w", "riichi", "--dora", "4s", "--ura", "1m")


def test_indicators_lie_by_themselves_where_those_above_them_are_dropped(tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("extends: riichi\nname: Club\ndrop: [dora]\n", encoding="utf-8")
    text = score(HAND, "-w", "riichi", "--ura", "4s5s", "-r", str(club))
    assert "Ura dora" in text
    assert "Note" not in text


def test_words_are_understood_as_players_say_them() -> None:
    want = score(HAND, "--tsumo", "--round", "S", "--seat", "W", "-w", "riichi", "-w", "ippatsu")
    for circumstances, round_, seat in (("Riichi, ippatsu", "south", "West"), ("立直,一発", "南", "西")):
        assert score(HAND, "--tsumo", "--round", round_, "--seat", seat, "-w", circumstances) == want
    both = score(HAND, "-r", "riichi", "-r", "ema", "-w", "Double Riichi,ippatsu")
    assert both == score(HAND, "-r", "riichi", "-r", "ema", "-w", "double_riichi", "-w", "ippatsu")


ALSO = ("--from", "E", "--honba", "1", "--sticks", "2", "--also", "567m345p67p456s77s+8p seat=W riichi")


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("567m345p67p456s77s+8p seat=E", "a different seat, other than the discarder's"),
        ("567m345p67p456s77s+8p", "a different seat"),
        ("567q345p67p456s77s+8p seat=W", "no suit 'q'"),
        ("567m345p67p456s77s+8p seat=W tsumo", "this applies to all winners; give it outside of --also"),
        ("567m345p67p456s77s+8p seat=W from=N", "this applies to all winners; give it outside of --also"),
        ("567m345p67p456s77s+8p seat=W dora=4s", "this applies to all winners; give it outside of --also"),
        (
            "567m345p67p456s77s+8p seat=W red_fives=0",
            "this applies to all winners; give it outside of --also",
        ),
        (
            "567m345p67p456s55s+8p seat=W",
            "six copies of 5s; there are only four (tiles seen elsewhere are counted)",
        ),
    ],
)
def test_another_winner_who_cannot_be_is_refused_where_he_is_named(other: str, why: str) -> None:
    result = run("score", HAND, "--from", "E", "--also", other, columns=200)
    assert result.exit_code == 2
    assert result.stderr.startswith("--also")
    assert why in result.stderr


RED = "234m456s55s46p678s+0p"
OTHER_RED = "567m46p456s77s678m+0p"


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ([RED], [f"{OTHER_RED.replace('+0p', '+5p')} seat=W riichi"]),
        ([RED.replace("+0p", "+5p")], [f"{OTHER_RED} seat=W riichi"]),
        ([RED], [f"{OTHER_RED} seat=W", "345m46p99s678m123s+5p seat=N"]),
        ([RED, "-w", "chankan"], [f"{OTHER_RED} seat=W"]),
        ([RED], [f"{OTHER_RED} seat=W chankan"]),
        ([RED, "-r", "sanma"], ["567p46p456s77s678s+5p seat=W"]),
    ],
)
def test_one_discard_is_one_tile_for_all_who_win_on_it(first: list[str], others: list[str]) -> None:
    also = [word for text in others for word in ("--also", text)]
    first = [text.replace("234m", "234p") if "sanma" in first else text for text in first]
    result = run("score", *first, "--from", "E", *also, columns=200)
    assert result.exit_code == 2
    assert result.stderr.startswith("--also") and ": all winners win on the same tile" in result.stderr


@pytest.mark.parametrize(("first", "other"), [("", ""), ("-w chankan", " chankan")])
def test_the_one_tile_of_a_discard_may_be_red_or_robbed_for_all(first: str, other: str) -> None:
    assert "West receives" in score(
        RED, "--from", "E", *first.split(), "--also", f"{OTHER_RED} seat=W riichi{other}"
    )


def test_several_winners_of_one_discard_are_paid_and_the_table_balances() -> None:
    found = json.loads(score(HAND, *ALSO, "-f", "json"))
    assert [one["total"] for one in found["winners"]] == [2000 + 300 + 2000, 3900]
    assert found["balance"] == {"E": -6200, "S": 4300, "W": 3900, "N": 0}
    text = score(HAND, *ALSO)
    assert "South receives" in text and "West receives" in text
    assert text.rstrip().endswith("East -6,200   South +4,300   West +3,900   North 0")


def test_every_winner_of_several_is_told_what_to_announce() -> None:
    text = score(HAND, *ALSO)
    assert [line for line in text.splitlines() if line.startswith("Call")] == [
        "Call: “2,000”, with honba “2,300”",
        "Call: “3,900”",
    ]


DRAGONS = "(555z)(777z)234p99p66z+6z"


@pytest.mark.parametrize(
    ("args", "call"),
    [
        ("--from N --pao daisangen=W", "16,000 from West and 16,000 from North"),
        ("--pao daisangen=W", "16,000 from West and 16,000 from the discarder"),
        ("--from W --pao daisangen=W", "32,000"),
        ("--tsumo --pao daisangen=W", "32,000"),
        ("--tsumo", "8,000/16,000"),
        ("--tsumo --dealer", "16,000 all"),
        ("--from E --pao daisangen=W -r sanma", "16,000 from West and 16,000 from East"),
        ("--tsumo --dealer -r sanma -o tsumo_loss=false", "24,000 all"),
    ],
)
def test_all_is_announced_only_where_every_other_player_pays_it(args: str, call: str) -> None:
    result = run("score", DRAGONS, *args.split(), columns=200)
    assert f"Call: “{call}”" in result.stdout


def test_what_lies_open_counts_for_all_winners_and_the_tiles_below_for_those_in_riichi() -> None:
    first = (HAND, "--from", "E", "-w", "riichi", "--dora", "4s", "--ura", "4s", "-f", "json", "--also")
    for also, bonuses in (("", ["dora"]), (" riichi", ["dora", "ura_dora"]), (" riichi ura=1m", ["dora"])):
        found = json.loads(score(*first, f"567m345p67p456s77s+8p seat=W ron from=E{also}"))
        assert [[line["id"] for line in one["bonuses"]] for one in found["winners"]] == [
            ["dora", "ura_dora"],
            bonuses,
        ]


@pytest.mark.parametrize("option", ["--all", "--explain"])
def test_what_is_told_of_one_hand_is_not_passed_over_where_several_win(option: str) -> None:
    result = run("score", HAND, *ALSO, option, columns=200)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{option}: cannot be combined with --also\n"


def test_every_reading_and_every_step_are_not_shown_together() -> None:
    result = run("score", HAND, "--all", "--explain", columns=200)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "--all: cannot be combined with --explain\n"


def test_where_the_nearest_alone_is_paid_the_others_get_nothing() -> None:
    text = score(HAND, *ALSO, "-r", "m-league")
    assert "West wins as well and is not paid." in text
    assert "West 0" in text


@pytest.mark.parametrize(
    ("paid", "names"),
    [
        (
            "nearest",
            "m-league wrc jpml-a jpml-b saikouisen mcr mcr-green hong-kong hkma pocket-mahjong taiwanese",
        ),
        ("first", "riichi tenhou mahjong-soul sanma tenhou-sanma mahjong-soul-sanma sichuan"),
        ("each", "ema ema-2016"),
    ],
)
def test_who_of_several_winners_is_paid_is_as_the_rules_of_each_game_have_it(paid: str, names: str) -> None:
    assert {load_ruleset(name).payment.winners.two_winners for name in names.split()} == {paid}


THREE = (*ALSO, "--also", "345m345p67p678s99m+8p seat=N")


def test_a_discard_on_which_three_win_is_paid_by_all_or_by_nobody() -> None:
    text = score(HAND, *THREE, "-r", "tenhou")
    assert text.startswith(
        "Three players win on one discard: the deal is drawn, and nobody is paid.\nEast 0   South 0"
    )
    assert json.loads(score(HAND, *THREE, "-r", "tenhou", "-f", "json")) == {
        "ok": True,
        "winners": [],
        "unpaid": ["S", "W", "N"],
        "balance": dict.fromkeys("ESWN", 0),
    }
    assert "is not paid" in score(HAND, *THREE, "-r", "m-league")
    assert "paid" not in score(HAND, *THREE, "-r", "mahjong-soul")
    for_all = load_ruleset("taiwanese").payment.winners
    assert (for_all.two_winners, for_all.three_winners) == ("nearest", "each")


IN_RIICHI = "567m345p67p456s77s+8p seat={} riichi"


@pytest.mark.parametrize(
    ("seat", "given", "others", "gains"),
    [
        ("S", "--from E --sticks 1", [IN_RIICHI.format("W")], "S +2,000 W +4,900"),
        ("W", "--from S --sticks 3 --honba 1", [IN_RIICHI.format("N")], "W +4,300 N +5,200"),
        (
            "S",
            "--from E --sticks 3",
            [IN_RIICHI.format("W"), "345m345p67p789s66s+8p seat=N riichi"],
            "S +3,000 W +4,900 N +3,000",
        ),
        ("S", "--from E --sticks 0", [IN_RIICHI.format("W")], "S +2,000 W +3,900"),
    ],
)
@pytest.mark.parametrize("rules", ["ema", "ema-2016"])
def test_a_winner_in_riichi_takes_back_the_own_stick_in_europe(
    seat: str, given: str, others: list[str], gains: str, rules: str
) -> None:
    also = [word for text in others for word in ("--also", text)]
    text = score(HAND, "--seat", seat, *given.split(), *also, "-r", rules)
    for gain in gains.split(" ")[1::2]:
        assert gain in text.splitlines()[-3:-1][0] + text.splitlines()[-1]


def test_of_several_winners_in_riichi_each_has_a_stick_on_the_table() -> None:
    also = ("--also", IN_RIICHI.format("W"), "--also", "345m345p67p789s66s+8p seat=N riichi")
    result = run("score", HAND, "--from", "E", *also, "--sticks", "1", "-r", "ema", columns=200)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "--sticks: 2 of the winners have a stick of their own on the table: give at least 2, or 0 to count no sticks\n"
    )


def test_of_several_winners_the_one_that_does_not_win_is_shown() -> None:
    result = run("score", HAND, "--from", "E", "--also", "123m345p79p456s99s+8p seat=W", columns=100)
    assert result.exit_code == 1
    assert "123m" in result.stdout
    assert "West seat" in result.stdout
    assert "a hand needs 1 han to win, and this one has none." in result.stdout.casefold()


def test_winners_need_a_discarder_and_seats_of_their_own() -> None:
    for args, why in (
        (ALSO[2:], "name the discarder with --from"),
        ((*ALSO, "--seat", "W"), "a different seat"),
    ):
        result = run("score", HAND, *args, columns=200)
        assert result.exit_code == 2
        assert why in result.stderr


def test_so_many_near_misses_are_told_as_are_asked_for_also_of_a_hand_that_does_not_win() -> None:
    for most in (0, 1, 4):
        found = run("explain", "234m345p678p456s9s+9s", "--near", str(most), "-f", "json").stdout
        assert len(json.loads(found)["error"].get("nearest", ())) == min(most, 3)


# ---- the headline


@pytest.mark.parametrize(
    ("args", "head"),
    [
        (("--tsumo",), ["3 han 20 fu · 700/1,300 (2,700)", "+1 han: 1,300/2,600"]),
        (("--from", "E"), ["2 han 30 fu · 2,000", "+1 han: 3,900"]),
        ((), ["Ron: 2 han 30 fu · 2,000", "Tsumo: 3 han 20 fu · 700/1,300 (2,700)",
              "+1 han: ron 3,900, tsumo 1,300/2,600"]),
        (("-w", "riichi", "--dora", "1p"), ["Ron: 3 han 30 fu · 3,900",
                                           "Tsumo: 4 han 20 fu · 1,300/2,600 (5,200)",
                                           "+1 han: ron 7,700, tsumo 2,000/4,000 (mangan)"]),
        (("--tsumo", "-w", "riichi", "--dora", "3m", "--ura", "3m"),
         ["6 han 20 fu · Haneman · 3,000/6,000 (12,000)"]),
        (("--lang", "ja", "--ron"), ["2飜30符 · 2,000", "+1飜：3,900"]),
    ],
)  # fmt: skip
def test_the_headline_comes_first_with_what_one_more_would_bring(
    args: tuple[str, ...], head: list[str]
) -> None:
    shown = score(HAND, *args).splitlines()
    assert shown[: len(head) + 1] == [*head, ""]


def test_one_more_is_said_of_the_way_that_it_pays_more_in() -> None:
    shown = score("123m406p789s777z1z+1z", "-w", "riichi", "--dora", "4s2z")
    assert "+1 han, ron: mangan, 8,000" in shown


def test_a_hand_that_only_a_self_draw_wins_is_told_so() -> None:
    result = run("score", "123m456p67p789s11z+8p")
    assert result.exit_code == 1
    assert "Tsumo: 1 han 30 fu · 300/500 (1,100)" in result.stdout
    assert "Self-draw: " not in run("score", "123m456p67p789s11z+8p", "--ron").stdout


def test_quiet_leaves_the_headline_alone() -> None:
    assert score(HAND, "--tsumo", "-q") == "3 han 20 fu · 700/1,300 (2,700)\n"
    assert score(HAND, "-q", "-f", "json") == score(HAND, "-f", "json")
    refused = run("score", "123m456p67p(789s)11z+8p", "-q")
    assert refused.exit_code == 1
    assert len(refused.stdout.splitlines()) == 2
    for conflict in (("--all",), ("--explain",), ("-r", "ema", "-r", "wrc")):
        assert "cannot be combined" in run("score", HAND, "-q", *conflict).stderr


def test_a_winning_tile_that_nothing_marks_is_said_once() -> None:
    note = "Without a +, the last tile written, 8p, is the winning tile."
    assert note in score("234m345p67p456s55s8p")
    assert note in run("score", "123m456p67p(789s)11z8p").stdout
    assert note not in score(HAND)
    told = run(given="234m345p678p456s55s tsumo\n234m345p678p456s55s ron\n").stdout
    assert told.count("Without a +, the last tile written, 5s, is the winning tile.") == 1


@pytest.mark.parametrize(
    "text",
    [
        "234M345p67p456S55s+8P", "m234p345p67s456s55+8p", "二三四万 三四五筒 六七筒 四五六條 五五索 +八餅", "2m3m4m 345p 67p 456s 55s +p8",
        "W2W3W4 B3B4B5 B6B7 T4T5T6 T5T5 +B8", "234c 345d 67d 456b 55b +8d",
    ],
)  # fmt: skip
def test_a_hand_written_as_elsewhere_is_shown_in_this_notation(text: str) -> None:
    shown = score(text)
    assert "234m 345p 678p 456s 55s   won on 8p" in shown
    assert json.loads(score(text, "-f", "json"))["hand"] == "234m34567p45556s+8p"


def test_a_hand_with_two_meanings_is_refused_with_both() -> None:
    result = run("score", "123m B1B2B3")
    assert result.exit_code == 2
    assert "can be read in two ways: 123m1s2s3s or 123m1p2p3p" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("name", "hand", "said"),
    [
        ("taiwanese", "123m456m789m111p345p5z+5z", "East round, South seat"),
        ("filipino", "345b678b678s234c789c1c+1c", "Filipino mahjong · South seat"),
        ("sichuan", "123m456m99m123p45p+6p", "bitter end · East seat (dealer)"),
    ],
)
def test_the_round_is_named_only_where_it_can_change_the_value(name: str, hand: str, said: str) -> None:
    assert said in run("score", hand, "-r", name, columns=200).output


OPEN_TANYAO = "(234m)345p678p55s46s+5s ron open_tanyao=false"


@pytest.mark.parametrize("command", [[], ["score"], ["explain"]])
def test_an_option_among_the_words_beside_a_hand_counts(command: list[str]) -> None:
    assert "Tanyao (all simples)  1" not in run(*command, OPEN_TANYAO).stdout
    assert "open_tanyao=false" in run(*command, OPEN_TANYAO).stdout


def test_an_option_among_the_words_counts_under_each_of_several_rulesets() -> None:
    shown = run("score", OPEN_TANYAO, "-r", "riichi", "-r", "ema").stdout
    assert re.search(r"^Points +does not win +does not win$", shown, re.MULTILINE)


def test_an_option_may_not_contradict_the_words_beside_the_hand() -> None:
    result = run("score", OPEN_TANYAO, "-o", "open_tanyao=true")
    assert result.exit_code == 2 and "-o open_tanyao: contradicts the words beside it" in result.stderr


def test_a_word_for_what_is_not_played_is_never_dropped() -> None:
    hand = "234m345p67p456s55s+8p ron riichi open riichi"
    assert "Open riichi: not awarded; it counts only when" in run(hand).stdout
    allowed = run(hand, "open_riichi=true").stdout
    assert "not awarded" not in allowed and re.search(r"^Open riichi .*1$", allowed, re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        (),
        ("ask",),
        ("score",),
        ("explain",),
        ("score", "-r", "riichi"),
        ("score", "-r", "riichi", "-r", "wrc"),
    ],
)
def test_a_pattern_that_is_named_and_not_awarded_is_explained_by_every_command(
    command: tuple[str, ...],
) -> None:
    assert "Big four winds: not awarded" in run(*command, f"{HAND} ron big four winds").stdout.replace(
        "Daisuushii (big four winds)", "Big four winds"
    )
    assert "not awarded" not in run(*command, f"{HAND} ron pinfu").stdout


@pytest.mark.parametrize("command", ["ask", "waits"])
@pytest.mark.parametrize("more", ["", "9m"])
def test_a_pattern_named_with_an_unfinished_hand_is_not_dropped(command: str, more: str) -> None:
    assert "Pinfu: not considered" in run(command, f"{HAND[:-3]}{more} pinfu").stdout


def test_a_pattern_that_is_named_and_not_awarded_is_explained_beside_data() -> None:
    result = run("score", f"{HAND} ron daisuushii", "--format", "json")
    assert "not awarded" in result.stderr and json.loads(result.stdout)["ok"]

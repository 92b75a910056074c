"""The table of an evening on the page: deals are tapped on a phone, and its scores are those of the library."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from scorer.scoring import load_ruleset
from scorer.table.choices import (
    counted_wins,
    declaring_players,
    draw_choices,
    has_false_wins,
    spot_payments,
)
from scorer.table.evening import Evening, PlayedGame, evening_of
from scorer.table.events import ChipPayment, Declaration, Draw, Event, FalseWin, GameStart, SpotPayment, Win
from scorer.table.reading import read_evening
from scorer.web.server import PageServer
from tests.support.loops import some
from tests.web.chromium import Browser
from tests.web.test_page import CONTRAST, LOW, NAMED, SOUND, text_of

pytestmark = pytest.mark.slow
NAMES = ("Ann", "Ben", "Cho", "Dia")
FITS = SOUND.replace("< 20", "< 0").replace("if (!document.querySelector('#palette .tile'))", "if (false)")


def begin(browser: Browser, names: Sequence[str] = NAMES) -> None:
    """Fills the form of a new game and begins."""
    for place, name in enumerate(names):
        browser.run(f"document.querySelectorAll('.game-start input[type=text]')[{place}].value = '{name}'")
    browser.click(".game-start .main")


def kept_text(browser: Browser) -> str:
    text: str = browser.run("localStorage.getItem('scorer.evening')")
    return text


def shown_scores(browser: Browser) -> list[int]:
    found = browser.run(
        "[...document.querySelectorAll('.player .who')].map(one => one.querySelector('.score').innerText)"
    )
    return [int(text.replace(",", "")) for text in found]


def chip(name: str) -> str:
    return f"#game-step [data-chip={json.dumps(name)}]"


# ---- a script of deals


def next_events(evening: Evening, random: Random) -> list[Event]:
    """The events of one more deal; of one more win, if a deal has several winners."""
    game = evening.games[-1]
    rules, state = game.rules, game.state
    declared = [
        name
        for name, may in zip(state.players, declaring_players(rules, state), strict=True)
        if may and random.random() < 0.25
    ]
    gone = (*state.winners, *state.dead_hands)
    playing = [name for player, name in enumerate(NAMES) if player not in gone]
    drawn = draw_choices(rules, state)[0]
    sort = random.random()
    events: list[Event] = [Declaration(name) for name in declared]
    if sort < 0.05 and has_false_wins(rules, state):
        return [*events, FalseWin(random.choice(playing))]
    if sort < 0.1 and spot_payments(rules):
        paid = random.choice(spot_payments(rules))
        player, other = random.sample(playing, 2)
        return [SpotPayment(paid.id, player, other if paid.is_fed else "")]
    if sort < 0.25:
        others = [name for name in playing if name not in declared and random.random() < 0.4]
        ready = [*declared, *others] if drawn.asks_ready else []
        value = random.choice(usual_counts(game, playing[0], "")) if drawn.asks_values else ""
        return [*events, Draw(drawn.rule.id, tuple((name, value) for name in ready))]
    winners = random.sample(playing, 2)
    rest = [name for name in playing if name not in winners] or winners[1:]
    discarder = "" if sort < 0.5 else random.choice(rest)
    if not discarder or sort < 0.85 or discarder in winners:
        winners = winners[:1]
    values = tuple((name, random.choice(usual_counts(game, name, discarder))) for name in winners)
    return [*events, Win(values, discarder)]


def usual_counts(game: PlayedGame, winner: str, discarder: str) -> list[str]:
    """The counts that the page offers for a win."""
    seats = [game.state.seat(NAMES.index(name)) if name else "" for name in (winner, discarder)]
    counts = counted_wins(game.rules, game.state, *seats)
    return [one.text for one in counts if not one.is_rare]


def tap(browser: Browser, event: Event) -> int:
    """Taps one event. Returns the number of taps."""
    taps: list[str] = []
    if isinstance(event, Declaration):
        taps = [f"[data-stick='{NAMES.index(event.player)}']"]
    elif isinstance(event, FalseWin):
        taps = ["#game-more", "[data-more=false_win]", chip(event.player), "#game-save"]
    elif isinstance(event, SpotPayment):
        from_whom = (
            [f"#game-step .field:last-of-type [data-chip={event.discarder}]"] if event.discarder else []
        )
        taps = ["#game-more", "[data-more=paid]", chip(event.name), chip(event.player), *from_whom]
        taps.append("#game-save")
    elif isinstance(event, Draw):
        return tap_draw(browser, event)
    elif isinstance(event, Win):
        (first, value), *more_wins = event.values
        taps = [
            f"[data-player='{NAMES.index(first)}']",
            f"[data-player='{NAMES.index(event.discarder or first)}']",
        ]
        taps.append(f"[data-value={json.dumps(value)}]")
        for name, text in more_wins:
            taps += [f"[data-player='{NAMES.index(name)}']", f"[data-value={json.dumps(text)}]"]
        taps.append("#game-save")
    for selector in taps:
        browser.click(selector)
    return len(taps)


def tap_draw(browser: Browser, event: Draw) -> int:
    """Taps a draw, with what ready players wait for if that is asked. Returns the number of taps."""
    browser.click("#game-draw")
    pressed = browser.run(
        "[...document.querySelectorAll('#game-step [aria-pressed=true]')].map(one => one.dataset.chip)"
    )
    more = [name for name, _ in event.ready if name not in pressed]
    for name in some(more, 0):
        browser.click(chip(name))
    for place, (_, value) in enumerate(event.ready):
        if value:
            field = f"#game-step label.field:nth-of-type({place + 1}) input"
            browser.fill(field, value, "change")
    browser.click("#game-save")
    return 2 + len(more)


def most_taps(event: Event) -> int:
    """The number of taps that an event may take, with the one that keeps it."""
    if isinstance(event, Win):
        return 2 + 2 * len(event.values)
    if isinstance(event, Draw):
        return 2 + len(event.ready)
    return 1 if isinstance(event, Declaration) else 6


def tap_game(browser: Browser, server: PageServer, ruleset: str, deals: int) -> list[Event]:
    """Taps games until so many deals have ended, each score compared with the library's. Returns the events."""
    random, start = Random(f"49 {ruleset}"), GameStart(ruleset, NAMES)
    load = {ruleset: load_ruleset(ruleset)}.__getitem__
    browser.open(f"{server.address}#r={ruleset}&t=game&l=en")
    begin(browser)
    events: list[Event] = [start]
    evening = evening_of(events, load=load)
    while sum(len(game.deals) for game in evening.games) < deals:
        if evening.games[-1].state.over:
            browser.click("#game-step .main")
            browser.click(".game-start .main")
            events.append(start)
            evening = evening_of(events, load=load)
        for event in some(next_events(evening, random), 0):
            number = tap(browser, event)
            events.append(event)
            assert number <= most_taps(event), event
            evening = evening_of(events, load=load)
            assert not evening.faults, event
            assert shown_scores(browser) == [*evening.games[-1].state.scores], event
    read = read_evening(kept_text(browser).encode(), load=load)
    assert not read.faults
    assert [step.event for step in read.evening.steps] == events
    assert browser.run(FITS) == []
    return events


@pytest.mark.parametrize(
    ("ruleset", "deals"), [("riichi", 60), ("hong-kong", 40), ("mcr", 16), ("taiwanese", 16), ("sichuan", 8)]
)
def test_an_evening_is_tapped_and_every_score_is_that_of_the_library(
    browser: Browser, server: PageServer, ruleset: str, deals: int
) -> None:
    tap_game(browser, server, ruleset, deals)


def test_chips_are_tapped_and_count_in_the_result(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=riichi&o.chip_value=2&t=game&l=en")
    begin(browser)
    before = shown_scores(browser)
    for selector in ("#game-more", "[data-more=chips]"):
        browser.click(selector)
    for place, number in enumerate(["3", "-1", "\u22121"], 1):
        browser.fill(f"#game-step label.field:nth-of-type({place}) input", number, "change")
    browser.wait("document.querySelector('#game-step .preview .fault')")
    assert "add up to 1, not 0" in text_of(browser, "#game-step .preview .fault")
    browser.fill("#game-step label.field:nth-of-type(4) input", "-1", "change")
    browser.wait("document.querySelector('#game-save')")
    browser.click("#game-save")
    read = read_evening(kept_text(browser).encode())
    assert not read.faults
    assert read.evening.steps[-1].event == ChipPayment((("Ann", 3), ("Ben", -1), ("Cho", -1), ("Dia", -1)))
    assert shown_scores(browser) == before
    assert text_of(browser, "#game-undo").endswith("Chips: Ann 3, Ben -1, Cho -1, Dia -1")


def test_a_game_without_chips_has_no_button_for_them(browser: Browser, server: PageServer) -> None:
    browser.open(f"{server.address}#r=hong-kong&t=game&l=en")
    begin(browser)
    browser.click("#game-more")
    assert browser.run("document.querySelector('[data-more=penalty]') !== null")
    assert browser.run("document.querySelector('[data-more=chips]')") is None


# ---- what was entered can be changed


def game_with_three_deals(browser: Browser, server: PageServer, language: str = "en") -> None:
    browser.open(f"{server.address}#r=riichi&t=game&l={language}")
    browser.wait("document.querySelector('.game-start')")
    begin(browser)
    for event in some([
        Declaration("Cho"), Win((("Ben", "3 han 40 fu"),), "Ann"), Draw("exhaustive", (("Ben", ""),)),
        Win((("Ben", "mangan"),), ""),
    ]):  # fmt: skip
        tap(browser, event)


def test_undo_names_what_it_takes_back(browser: Browser, server: PageServer) -> None:
    game_with_three_deals(browser, server)
    before = shown_scores(browser)
    tap(browser, Declaration("Dia"))
    assert shown_scores(browser)[3] == before[3] - 1000
    assert "Riichi: Dia" in text_of(browser, "#game-undo")
    browser.click("#game-undo")
    assert shown_scores(browser) == before
    assert "mangan" in text_of(browser, "#game-undo")


def test_an_earlier_deal_is_changed_after_a_look_at_what_follows(
    browser: Browser, server: PageServer
) -> None:
    game_with_three_deals(browser, server)
    browser.click("[data-event='3']")
    browser.click("[data-change='3']")
    assert shown_scores(browser) == [25000, 25000, 24000, 25000]
    for selector in ("[data-player='3']", "[data-player='0']", "[data-value='haneman']"):
        browser.click(selector)
    assert "Deals that change" in text_of(browser, "#game-step")
    kept = kept_text(browser)
    browser.click("#game-save")
    assert kept_text(browser) != kept
    read = read_evening(kept_text(browser).encode())
    assert read.evening.steps[2].event == Win((("Dia", "haneman"),), "Ann")
    assert shown_scores(browser) == [*read.evening.games[0].state.scores]
    browser.click("[data-event='4']")
    browser.click("[data-remove='4']")
    browser.click("#game-save")
    assert len(read_evening(kept_text(browser).encode()).evening.games[0].deals) == 2


def test_a_note_with_the_words_of_a_rule_file_can_be_removed(browser: Browser, server: PageServer) -> None:
    game_with_three_deals(browser, server)
    kept = kept_text(browser)
    for selector in ("#game-more", "[data-more=note]"):
        browser.click(selector)
    browser.fill("#game-step input", "after the game: tea", "change")
    browser.click("#game-save")
    tap(browser, Win((("Cho", "mangan"),), ""))
    browser.click("[data-event='7']")
    assert browser.run("document.querySelectorAll('[data-remove]').length") == 2
    browser.click("[data-remove='6']")
    browser.click("#game-save")
    assert "tea" not in kept_text(browser)
    assert kept_text(browser).startswith(kept)


def test_a_page_that_is_opened_again_has_the_table(browser: Browser, server: PageServer) -> None:
    game_with_three_deals(browser, server)
    scores = shown_scores(browser)
    browser.open(f"{server.address}#r=hong-kong&t=game&l=ja")
    assert shown_scores(browser) == scores


def test_an_event_that_is_not_possible_is_told_and_not_kept(browser: Browser, server: PageServer) -> None:
    game_with_three_deals(browser, server)
    kept = kept_text(browser)
    for selector in ("[data-player='1']", "[data-player='0']"):
        browser.click(selector)
    browser.fill("#game-step form input", "3 hon 40 fu", "input")
    browser.click("#game-step form button:not([type])")
    assert browser.run("document.querySelector('#game-step .fault').innerText")
    assert browser.run("document.querySelector('#game-save')") is None
    browser.click("#game-cancel")
    assert kept_text(browser) == kept


def test_a_file_is_opened_with_its_faults_and_they_can_be_removed(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=riichi&t=game&l=en")
    text = (
        "# from a club\nevening: Friday\nevents:\n- {game: hong-kong, players: [Ann, Ben, Cho, Dia]}\n"
        "# a remark\n- {win: {Eve: 3 faan}, from: Ben}\n- {win: {Ann: 5 faan}, from: Ben}\n"
    )
    browser.run(
        f"(() => {{ const data = new DataTransfer(); data.items.add(new File([{json.dumps(text)}], 'a.yaml'));"
        "document.getElementById('panel-game').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true})); })()"
    )
    browser.wait("document.querySelector('.seats')")
    assert "line 6: Eve is not at the table" in text_of(browser, "#panel-game .fault")
    browser.click("#panel-game .fault button")
    browser.click("#game-save")
    assert browser.run("document.querySelector('#panel-game .fault')") is None
    assert kept_text(browser).startswith("# from a club\nevening: Friday\n")
    assert shown_scores(browser)[:2] == [24, -24]


@pytest.mark.parametrize("chosen", ["riichi", "hong-kong"])
def test_a_hand_is_entered_for_a_player_at_the_table(
    browser: Browser, server: PageServer, chosen: str
) -> None:
    game_with_three_deals(browser, server)
    browser.fill("#ruleset", chosen, "change")
    tap(browser, Declaration("Dia"))
    for selector in ("[data-player='3']", "[data-player='0']", "#game-tiles"):
        browser.click(selector)
    browser.fill("#notation", "234m 345p 67p 456s 55s +8p", "input")
    browser.wait("!document.querySelector('#handover').hidden")
    assert text_of(browser, "#handover") == "Dia won this from Ann"
    browser.click("#handover")
    browser.click("#game-save")
    event = read_evening(kept_text(browser).encode()).evening.steps[-1].event
    assert event == Win((("Dia", "234m345p67p456s55s+8p riichi"),), "Ann")


def test_a_scored_hand_is_brought_to_the_table(browser: Browser, server: PageServer) -> None:
    game_with_three_deals(browser, server)
    browser.click("#tab-hand")
    browser.fill("#notation", "234m345p67p456s55s+8p", "input")
    browser.wait("!document.querySelector('#handover').hidden")
    browser.click("#handover")
    for selector in ("[data-player='2']", "[data-player='2']", "#game-save"):
        browser.click(selector)
    event = read_evening(kept_text(browser).encode()).evening.steps[-1].event
    assert event == Win((("Cho", "234m345p67p456s55s+8p"),), "")


def test_a_deal_is_entered_with_the_keyboard_alone(browser: Browser, server: PageServer) -> None:
    game_with_three_deals(browser, server)
    browser.run("document.querySelector('[data-player=\"2\"]').focus()")
    browser.press("Enter")
    assert browser.run("document.activeElement.dataset.player") == "2"
    browser.press("Enter")  # by self-draw
    browser.wait("document.querySelector('[data-value=haneman]')")
    browser.run("document.querySelector('[data-value=haneman]').focus()")
    browser.press("Enter")
    browser.wait("document.querySelector('#game-save')")
    assert browser.run("document.querySelector('#game-step').contains(document.activeElement)")
    browser.run("document.querySelector('#game-save').focus()")
    browser.press("Enter")
    assert read_evening(kept_text(browser).encode()).evening.steps[-1].event == Win((("Cho", "haneman"),), "")
    assert browser.run("document.getElementById('panel-game').contains(document.activeElement)")


NEXT_DEALER = "#game-step [aria-label='Next dealer'] [data-chip='Cho']"


def say_next_dealer(browser: Browser) -> None:
    """Says who deals next, if the page asks."""
    if browser.run(f"Boolean(document.querySelector({json.dumps(NEXT_DEALER)}))"):
        browser.click(NEXT_DEALER)


@pytest.mark.parametrize("ruleset", ["hong-kong", "mcr", "sichuan", "changsha", "taiwanese", "ponjan"])
def test_other_games_are_tapped(browser: Browser, server: PageServer, ruleset: str) -> None:
    browser.open(f"{server.address}#r={ruleset}&t=game&l=en")
    begin(browser)
    for selector in ("[data-player='1']", "[data-player='1']", ".counts button:last-of-type"):
        browser.click(selector)
    say_next_dealer(browser)
    browser.click("#game-save")
    assert shown_scores(browser)[1] > 0
    for selector in ("[data-player='0']", "[data-player='2']", ".counts button:first-of-type"):
        browser.click(selector)
    say_next_dealer(browser)
    browser.click("#game-save")
    if browser.run("Boolean(document.querySelector('#game-draw'))"):
        browser.click("#game-draw")
        if ruleset == "sichuan":
            browser.click(chip("Cho"))
            browser.fill("#game-step input[type=text]", "2 fan", "change")
        say_next_dealer(browser)
        browser.click("#game-save")
    read = read_evening(kept_text(browser).encode())
    assert not read.faults
    assert sum(isinstance(step.event, Win) for step in read.evening.steps) == 2
    assert shown_scores(browser) == [*read.evening.games[0].state.scores]


def test_others_say_what_they_count_where_players_settle_among_themselves(
    browser: Browser, server: PageServer
) -> None:
    browser.open(f"{server.address}#r=british&t=game&l=en")
    begin(browser)
    for selector in ("[data-player='1']", "[data-player='1']"):
        browser.click(selector)
    browser.fill("#game-step form input", "64 points", "input")
    browser.click("#game-step form button:not([type])")
    for place, points in enumerate(["8", "16", "4"]):
        browser.run(
            f"(() => {{ const one = document.querySelectorAll('#game-step label input')[{place}]; one.value = '{points}'; one.dispatchEvent(new Event('change')); }})()"
        )
        browser.settle()
    say_next_dealer(browser)
    browser.click("#game-save")
    read = read_evening(kept_text(browser).encode())
    assert not read.faults
    assert shown_scores(browser) == [*read.evening.games[0].state.scores]
    assert shown_scores(browser)[1] > 0


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-HK", "zh-TW"])
@pytest.mark.parametrize("dark", [False, True])
def test_the_table_can_be_read_and_tapped(
    browser: Browser, server: PageServer, language: str, dark: bool
) -> None:
    browser.resize(390, dark=dark)
    game_with_three_deals(browser, server, language)
    for selector in (None, "#game-draw", "#game-cancel", "[data-player='1']", "[data-player='1']"):
        if selector:
            browser.click(selector)
        for width in (320, 390, 1280):
            browser.resize(width, dark=dark)
            for script in (FITS, NAMED, LOW, CONTRAST):
                assert browser.run(script) == [], (selector, width)

"""A lesson as a page to print: the game, its patterns, tables, exercises, and the solutions on a page of
their own at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from scorer.engine.evaluate import number, rules_view
from scorer.hand import Situation
from scorer.phrases import enumerated, label
from scorer.render.breakdown import counted, total_text
from scorer.render.document import KEEP, Table
from scorer.render.page import (
    HtmlWriter,
    drawn,
    group_block,
    hand_blocks,
    meld_texts,
    page,
    plain,
    row,
    sheet,
    spoken,
    with_tiles,
)
from scorer.render.payments import payments_document
from scorer.render.result import group_text, laid_out
from scorer.render.rulesets import is_repeated, worth_text
from scorer.ruleset.model import Sheet, SheetItem
from scorer.teach.labels import (
    Line,
    Section,
    amount,
    gain,
    native_name,
    seat_name,
    sentence,
    situation_words,
    way_words,
)
from scorer.teach.lesson import Entry, Exercise, Lesson, Worked
from scorer.tiles import Names, name_in

SHORT = 150
"""The longest reason, in characters, that is shown below a drawing."""


def lesson_page(lesson: Lesson) -> str:
    body = "\n".join(["<main>", *_LessonWriter(lesson).parts(), "</main>"])
    title = name_in(lesson.ruleset.names, lesson.language)
    return page(title, body, lesson.ruleset.tileset, lesson.language, sheet("lesson"))


class _LessonWriter:
    """Writes the parts of one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.rules, self.language = lesson, lesson.ruleset, lesson.language
        self.tiles = lesson.ruleset.tileset

    def parts(self) -> Iterator[str]:
        lesson = self.lesson
        head = f'<h1>{self.named(self.rules.names)}</h1><p class="lead">{escape(self.rules.about)}</p>'
        topics = f'<div class="columns">{"".join(map(self.topic, lesson.basics))}</div>'
        yield f'<section id="basics">{head}{topics}</section>'
        yield _section("patterns", self.say("lesson patterns"), self.patterns())
        if self.rules.sheet:
            unit = self.rules.unit_word(self.rules.sheet.unit, language=self.language)
            yield _section("sheet", unit, self.sheet(self.rules.sheet))
        title = self.say("lesson payments")
        yield _section("payments", title, self.payments(), new_page=not self.rules.sheet)
        if lesson.house_rules.lines:
            rules = lesson.house_rules
            yield _section("rules", rules.title, self.house_rules(rules), new_page=False)
        if lesson.notes.lines:
            columns = ['<div class="columns">', *map(self.point, lesson.notes.lines), "</div>"]
            yield _section("notes", lesson.notes.title, columns, new_page=False)
        if lesson.exercises:
            yield _section("exercises", self.say("exercises"), self.exercises())
            rows = "".join(map(self.solution, lesson.exercises))
            table = f'<table class="solutions"><tbody>{rows}</tbody></table>'
            yield _section("solutions", self.say("solutions"), [table])

    def say(self, key: str, *words: object) -> str:
        return label(key, self.language, *words)

    def named(self, names: Names) -> str:
        """A name, followed by its native name."""
        native = native_name(names, self.rules, self.language)
        beside = f'<span class="native">{escape(native)}</span>' if native else ""
        return escape(name_in(names, self.language)) + beside

    def topic(self, topic: Section) -> str:
        points = "".join(map(self.point, topic.lines))
        return f'<section class="topic"><h2>{escape(topic.title)}</h2>{points}</section>'

    def point(self, point: Line) -> str:
        label = f'<span class="label">{escape(point.label)}</span>' if point.label else ""
        shown = ""
        if point.tiles:
            shown = drawn([row(point.tiles, self.tiles)], self.tiles.text(point.tiles), small=True)
        elif point.hand:
            shown = drawn(hand_blocks(point.hand, self.tiles), spoken(point.hand, self.tiles), small=True)
        text = f"<span>{plain(point.text)}</span>" if point.text else ""
        return f'<div class="point">{label}{text}{shown}</div>'

    # ---- patterns

    def patterns(self) -> Iterator[str]:
        """The cards of the patterns, by the groups of the rule book."""
        yield '<div class="columns">'
        for group, entries in groupby(self.lesson.entries, lambda entry: entry.pattern.groups[:1]):
            if group:
                yield f'<p class="group">{escape(sentence(group[0].replace("_", " ")))}</p>'
            yield from map(self.card, entries)
        yield "</div>"

    def card(self, entry: Entry) -> str:
        pattern = entry.pattern
        value = worth_text(pattern, self.rules, self.language)
        value = self.say("each worth", value) if is_repeated(pattern) else value
        worth = f'<span class="value">{escape(value)}</span>'
        head = f'<h3 class="name"><span>{self.named(pattern.names)}</span>{worth}</h3>'
        definition = f"<p>{escape(name_in(pattern.definition, self.language))}</p>"
        example = self.example(entry.example) if entry.example else ""
        return f'<article class="card">{head}{definition}{example}</article>'

    def example(self, example: Worked) -> str:
        """The example set by set, the winning tile framed, how it was won, and why it holds where the reason
        shows tiles; else the definition has said it.
        """
        groups = laid_out(example.reading.groups)
        blocks = [group_block(group, self.tiles, example.hand.winning_tile) for group in groups]
        shown = drawn(blocks, " ".join(group_text(group, self.rules) for group in groups))
        said = [enumerated(self._won(example), self.language)]
        reason = with_tiles(example.reason, self.tiles, meld_texts(example.hand, self.tiles))
        if len(example.reason) <= SHORT and "<svg" in reason:
            said.append(sentence(reason))
        return f'{shown}<p class="soft">{(". " if self.language == "en" else "。").join(said)}</p>'

    def _won(self, example: Worked) -> Iterator[str]:
        """Phrases about how the hand was won, with the seats if they matter."""
        way, seats, *others = self._win_words(example.situation)
        winds, situation = set(self.tiles.winds), example.situation
        usual = (situation.seat, situation.round) == (self.rules.default_seat, self.rules.default_round)
        yield sentence(escape(way))
        if not usual or any(tile.kind in winds for tile in example.hand.tiles):
            yield with_tiles(seats, self.tiles)
        yield from (with_tiles(text, self.tiles) for text in others)

    def _win_words(self, situation: Situation) -> Iterator[str]:
        yield way_words(situation, self.language)
        yield from situation_words(situation, self.rules, self.language)

    # ---- tables

    def house_rules(self, rules: Section) -> Iterator[str]:
        """The house rules in two tables, side by side if there is room."""
        rows = [_row(escape(sentence(point.label)), escape(point.text)) for point in rules.lines]
        half = (len(rows) + 1) // 2
        halves = (rows[:half], rows[half:])
        tables = (f"<table><tbody>{''.join(some)}</tbody></table>" for some in halves if some)
        yield f'<div class="pair">{"".join(tables)}</div>'

    def payments(self) -> Iterator[str]:
        """The payment table; its grids are side by side if there is room."""
        writer = HtmlWriter(self.tiles)
        blocks = payments_document(self.lesson.payments, self.language)[1:]
        for side_by_side, some in groupby(
            blocks, lambda block: isinstance(block, Table) and block.title != ""
        ):
            shown = "".join(map(writer.block, some))
            yield f'<div class="pair">{shown}</div>' if side_by_side else shown

    def sheet(self, table: Sheet) -> Iterator[str]:
        """The items of the secondary score, and next to them those that replace the total."""
        up_to = self.say("added up to", table.round_up_to) if table.round_up_to > 1 else self.say("added up")
        columns = self._sheet_rows(up_to, table.items)
        columns += self._sheet_rows(self.say("instead of all"), table.fixed) if table.fixed else ""
        yield f'<div class="pair">{columns}</div>'

    def _sheet_rows(self, title: str, items: Iterable[SheetItem]) -> str:
        cells = ""
        for item in items:
            earned = self.lesson.earned.get(item.id)
            example = drawn([group_block(earned, self.tiles)], "", small=True) if earned else ""
            name = sentence(name_in(item.names, self.language) or item.id)
            cells += _row(escape(name), example, amount(number(item.value, rules_view(self.rules))))
        return f"<table><caption>{escape(title)}</caption><tbody>{cells}</tbody></table>"

    # ---- exercises

    def exercises(self) -> Iterator[str]:
        yield "<p>" + self.say("exercise asks") + "</p>"
        for level, tasks in groupby(self.lesson.exercises, lambda task: task.level):
            yield "<h3>" + self.say("level", level) + "</h3>"
            yield from map(self.exercise, tasks)

    def exercise(self, task: Exercise) -> str:
        hand = task.score.hand
        shown = drawn(hand_blocks(hand, self.tiles), spoken(hand, self.tiles))
        words = (with_tiles(text, self.tiles) for text in self._win_words(task.score.situation))
        said = f'<p class="soft">{sentence(" · ".join(words))}</p><div class="answer"></div>'
        return f'<div class="exercise"><b>{task.number}</b><div>{shown}{said}</div></div>'

    def solution(self, task: Exercise) -> str:
        """What counts, the total, the limit where the total does not name it, and what each gains or loses,
        those left out with whom nothing changes.
        """
        best = task.score.best
        counts = (
            f"{name_in(names, self.language)} {amount(value)}"
            for names, _, value, *_ in counted(best, self.rules)
        )
        total = total_text(best, self.rules, self.language)
        limit = name_in(best.worth.limit.names, self.language) if best.worth.limit else ""
        gains = (
            f"{seat_name(seat, self.language)}{KEEP}{gain(number)}"
            for seat, number in best.payments.transfers
            if number
        )
        return _row(
            f"<b>{task.number}</b>",
            escape(enumerated(counts, self.language)),
            f"<b>{escape(total)}</b>" + (f" {escape(limit)}" if limit and limit not in total else ""),
            escape(enumerated(gains, self.language)),
        )


def _section(name: str, title: str, parts: Iterable[str], new_page: bool = True) -> str:
    """A section of the handout; most begin a new page in print."""
    kind = ' class="new-page"' if new_page else ""
    return f'<section id="{name}"{kind}><h2>{escape(sentence(title))}</h2>{"".join(parts)}</section>'


def _row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

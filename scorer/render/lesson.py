"""A lesson as a page to print: the game, its patterns, tables, exercises, and the solutions on a page of
their own at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from scorer.engine.evaluate import rules_view, whole_number
from scorer.engine.partial import FALSE, simplify
from scorer.engine.results import Score
from scorer.engine.totals import pattern_values
from scorer.hand import DEALER, Situation
from scorer.labels import (
    LabeledLine,
    Section,
    capitalize_first,
    native_name,
    seat_gains,
    sheet_lines,
    situation_words,
    win_words,
)
from scorer.languages import is_english
from scorer.phrases import comma_list, format_amount, translate
from scorer.render.breakdown import counted_items, total_text
from scorer.render.document import KEEP, Table
from scorer.render.page import (
    HtmlWriter,
    escaped_prose,
    group_drawing,
    groups_description,
    hand_description,
    hand_drawings,
    inline_svg,
    meld_texts,
    page,
    sorted_drawing,
    style_sheet,
    with_tiles,
)
from scorer.render.payments import payments_document
from scorer.render.result import groups_in_order
from scorer.render.rulesets import is_repeated, worth_text
from scorer.ruleset.model import Sheet, SheetItem
from scorer.teach.lesson import ChildrensLesson, Exercise, Lesson, LessonEntry, WorkedExample
from scorer.tiles import Names, name_in

SHORT = 150
"""The longest reason, in characters, that is shown below a drawing."""


def lesson_page(lesson: Lesson) -> str:
    body = "\n".join(["<main>", *_LessonWriter(lesson).sections(), "</main>"])
    title = name_in(lesson.ruleset.names, lesson.language)
    return page(title, body, lesson.ruleset.tileset, lesson.language, style_sheet("lesson"))


def childrens_page(lesson: ChildrensLesson) -> str:
    """The handout for children as a page: one thing at a time, with large tiles."""
    rules, language = lesson.ruleset, lesson.language
    parts = [f"<h1>{escape(name_in(rules.names, language))}</h1>"]
    parts += [
        f"<section><h2>{escape(part.title)}</h2><p>{escape(line.text)}</p></section>"
        for part in lesson.parts
        for line in part.lines
    ]
    cards = "".join(_childrens_card(entry, sentence, lesson) for entry, sentence in lesson.entries)
    parts.append(_section_html("patterns", translate("children patterns", language), [cards]))
    if lesson.exercises:
        tasks = [_childrens_exercise(task, lesson) for task in lesson.exercises]
        parts.append(_section_html("exercises", translate("children exercises", language), tasks))
        rows = "".join(
            _row_html(f"<b>{task.number}</b>", escape(payment_sum(task.score, language)))
            for task in lesson.exercises
        )
        solutions = f'<table class="solutions"><tbody>{rows}</tbody></table>'
        parts.append(_section_html("solutions", translate("children solutions", language), [solutions]))
    body = "\n".join(["<main>", *parts, "</main>"])
    styles = f"{style_sheet('lesson')}\n{style_sheet('children')}"
    return page(name_in(rules.names, language), body, rules.tileset, language, styles)


def _childrens_card(entry: LessonEntry, sentence: str, lesson: ChildrensLesson) -> str:
    """A pattern: large tiles, a sentence, and the points."""
    rules, language, example = lesson.ruleset, lesson.language, entry.example
    shown = ""
    if example:
        groups = groups_in_order(example.reading.groups)
        blocks = [group_drawing(group, rules.tileset) for group in groups]
        named = groups_description((group.tiles for group in groups), rules.tileset, language)
        shown = inline_svg(blocks, named)
    values = pattern_values(entry.pattern, rules_view(rules))
    points = translate("children points", language, *map(format_amount, values)) if len(values) == 1 else ""
    worth = escape(points or worth_text(entry.pattern, rules, language))
    said = f"<p>{escape(sentence)}</p>" if sentence else ""
    return f'<article class="card">{shown}{said}<p class="value">{worth}</p></article>'


def _childrens_exercise(task: Exercise, lesson: ChildrensLesson) -> str:
    """A hand with the way in which it was won, and room for the answer."""
    tiles, language = lesson.ruleset.tileset, lesson.language
    hand, situation = task.score.hand, task.score.situation
    spoken = lesson.ruleset.display_language(language)
    shown = inline_svg(hand_drawings(hand, tiles), hand_description(hand, tiles, spoken))
    words = [translate("children self_draw" if situation.self_draw else "children discard", language)]
    words += [translate("children dealer", language)] if situation.seat == DEALER else []
    said = f'<p>{escape((" " if is_english(language) else "").join(words))}</p><div class="answer"></div>'
    return f'<div class="exercise"><b>{task.number}</b><div>{shown}{said}</div></div>'


def payment_sum(score: Score, language: str = "en") -> str:
    """What the winner gets as a sum of what each player pays.

    >>> from scorer import score
    >>> payment_sum(score("111222333m", "ponjan"))
    '30 + 30 + 30 = 90 points'
    """
    payments = score.best.payments
    amounts = [loser.paid for loser in payments.losers for _ in range(loser.players) if loser.paid]
    total = translate("children points", language, format_amount(sum(amounts)))
    return total if len(amounts) < 2 else f"{' + '.join(map(format_amount, amounts))} = {total}"


class _LessonWriter:
    """Writes the parts of one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.rules, self.language = lesson, lesson.ruleset, lesson.language
        self.tiles = lesson.ruleset.tileset

    def sections(self) -> Iterator[str]:
        lesson = self.lesson
        lead = escape(name_in(self.rules.summary, self.language))
        head = f'<h1>{self.name_html(self.rules.names)}</h1><p class="lead">{lead}</p>'
        topics = f'<div class="columns">{"".join(map(self.topic_html, lesson.basics))}</div>'
        yield f'<section id="basics">{head}{topics}</section>'
        title = self.phrase("lesson first patterns" if lesson.untaught else "lesson patterns")
        yield _section_html("patterns", title, [*self.pattern_cards(), *self.untaught_patterns()])
        if self.rules.sheet:
            unit = self.rules.unit_word(self.rules.sheet.unit, language=self.language)
            yield _section_html("sheet", unit, self.sheet_tables(self.rules.sheet), new_page=False)
        title = self.phrase("lesson payments")
        yield _section_html("payments", title, self.payment_html(), new_page=False)
        if lesson.notes.lines:
            columns = ['<div class="columns">', *map(self.point_html, lesson.notes.lines), "</div>"]
            yield _section_html("notes", lesson.notes.title, columns, new_page=False)
        if lesson.house_rules.lines:
            rules = lesson.house_rules
            yield _section_html("rules", rules.title, self.house_rule_tables(rules), new_page=False)
        if lesson.exercises:
            yield _section_html("exercises", self.phrase("exercises"), self.exercises(), new_page=False)
            rows = "".join(self.solutions())
            table = f'<table class="solutions"><tbody>{rows}</tbody></table>'
            yield _section_html("solutions", self.phrase("solutions"), [table])

    def phrase(self, key: str, *words: object) -> str:
        return translate(key, self.language, *words)

    def name_html(self, names: Names) -> str:
        """A name, followed by its native name."""
        native = native_name(names, self.rules, self.language)
        beside = f'<span class="native">{escape(native)}</span>' if native else ""
        return escape(name_in(names, self.language)) + beside

    def topic_html(self, topic: Section) -> str:
        points = "".join(map(self.point_html, topic.lines))
        return f'<section class="topic"><h2>{escape(topic.title)}</h2>{points}</section>'

    def point_html(self, point: LabeledLine) -> str:
        label = f'<span class="label">{escape(point.label)}</span>' if point.label else ""
        shown = ""
        if point.tiles:
            shown = inline_svg(
                [sorted_drawing(point.tiles, self.tiles)],
                groups_description([point.tiles], self.tiles, self.language),
                is_small=True,
            )
        elif point.hand:
            shown = inline_svg(
                hand_drawings(point.hand, self.tiles),
                hand_description(point.hand, self.tiles, self.language),
                is_small=True,
            )
        text = f"<span>{escaped_prose(point.text)}</span>" if point.text else ""
        return f'<div class="point">{label}{text}{shown}</div>'

    # ---- patterns

    def pattern_cards(self) -> Iterator[str]:
        """The cards of the patterns, by the groups of the rule book."""
        yield '<div class="columns">'
        for group, entries in groupby(self.lesson.entries, lambda entry: entry.pattern.groups[:1]):
            if group:
                yield f'<p class="group">{escape(self.group_title(group[0]))}</p>'
            yield from map(self.card_html, entries)
        yield "</div>"

    def untaught_patterns(self) -> Iterator[str]:
        """A paragraph with the patterns that are left for later, those that are worth the same together."""
        names_by_worth = dict[str, list[str]]()
        for pattern in self.lesson.untaught:
            worth = worth_text(pattern, self.rules, self.language)
            names_by_worth.setdefault(worth, []).append(escape(name_in(pattern.names, self.language)))
        shown = [
            f"<b>{escape(worth)}</b>{KEEP}{comma_list(names, self.language)}"
            for worth, names in names_by_worth.items()
        ]
        if shown:
            listed = self.phrase("semicolon").join(shown)
            yield f'<p class="soft">{self.phrase("lesson later patterns", listed)}</p>'

    def group_title(self, group: str) -> str:
        """The heading of a group; a group without a phrase is called by its id."""
        key = f"group:{group}"
        said = self.phrase(key)
        return said if said != key else capitalize_first(group.replace("_", " "))

    def card_html(self, entry: LessonEntry) -> str:
        pattern = entry.pattern
        value = worth_text(pattern, self.rules, self.language)
        value = self.phrase("each worth", value) if is_repeated(pattern) else value
        worth = f'<span class="value">{escape(value)}</span>'
        head = f'<h3 class="name"><span>{self.name_html(pattern.names)}</span>{worth}</h3>'
        definition = f"<p>{escape(name_in(pattern.definition, self.language))}</p>"
        example = self.example_html(entry.example) if entry.example else ""
        return f'<article class="card">{head}{definition}{example}</article>'

    def example_html(self, example: WorkedExample) -> str:
        """The example set by set, the winning tile framed, how it was won, and why it holds where the reason
        shows tiles; else the definition has said it.
        """
        groups = groups_in_order(example.reading.groups)
        blocks = [group_drawing(group, self.tiles, example.hand.winning_tile) for group in groups]
        named = groups_description((group.tiles for group in groups), self.tiles, self.language)
        shown = inline_svg(blocks, named)
        said = [translate("between conditions", self.language).join(self._win_phrases(example))]
        reason = with_tiles(example.reason, self.tiles, meld_texts(example.hand, self.tiles))
        if len(example.reason) <= SHORT and "<svg" in reason:
            said.append(capitalize_first(reason))
        return f'{shown}<p class="soft">{(". " if is_english(self.language) else "。").join(said)}</p>'

    def _win_phrases(self, example: WorkedExample) -> Iterator[str]:
        """Phrases about how the hand was won, with the seats if they matter."""
        way, seats, *others = self._win_words(example.situation)
        winds, situation = set(self.tiles.winds), example.situation
        usual = (situation.seat, situation.round) == (self.rules.default_seat, self.rules.default_round)
        yield capitalize_first(escape(way))
        if not usual or any(tile.kind in winds for tile in example.hand.tiles):
            yield with_tiles(seats, self.tiles)
        yield from (with_tiles(text, self.tiles) for text in others)

    def _win_words(self, situation: Situation) -> Iterator[str]:
        yield win_words(situation, self.language)
        yield from situation_words(situation, self.rules, self.language)

    # ---- tables

    def house_rule_tables(self, rules: Section) -> Iterator[str]:
        """The house rules in two tables, side by side if there is room."""
        yield _row_pair(
            [_row_html(escape(capitalize_first(point.label)), escape(point.text)) for point in rules.lines]
        )

    def payment_html(self) -> Iterator[str]:
        """The payment table; its grids are side by side if there is room."""
        writer = HtmlWriter(self.tiles)
        blocks = payments_document(self.lesson.payments, self.language)[1:]
        for side_by_side, some in groupby(
            blocks, lambda block: isinstance(block, Table) and block.title != ""
        ):
            shown = "".join(map(writer.block_html, some))
            yield f'<div class="pair">{shown}</div>' if side_by_side else shown

    def sheet_tables(self, table: Sheet) -> Iterator[str]:
        """The items of the secondary score side by side, and below them those that replace the total."""
        up_to = (
            self.phrase("added up to", table.round_up_to)
            if table.round_up_to > 1
            else self.phrase("added up")
        )
        rows = self._sheet_rows(table.items)
        yield f'<p class="caption">{escape(up_to)}</p>{_row_pair(rows)}'
        if fixed := self._sheet_rows(table.fixed_items):
            yield f'<p class="caption">{escape(self.phrase("instead of all"))}</p>{_row_pair(fixed)}'

    def _sheet_rows(self, items: Iterable[SheetItem]) -> list[str]:
        """A row for each item that can count under the options in force."""
        rows, view = list[str](), rules_view(self.rules)
        for item in items:
            if item.condition is not None and simplify(item.condition, view) == FALSE:
                continue
            earned = self.lesson.sheet_examples.get(item.id)
            example = inline_svg([group_drawing(earned, self.tiles)], "", is_small=True) if earned else ""
            name = capitalize_first(name_in(item.names, self.language) or item.id)
            value = f'<span class="number">{format_amount(whole_number(item.value, view))}</span>'
            rows.append(_row_html(escape(name), example, value))
        return rows

    # ---- exercises

    def exercises(self) -> Iterator[str]:
        yield "<p>" + self.phrase("exercise asks") + "</p>"
        for level, tasks in groupby(self.lesson.exercises, lambda task: task.level):
            yield "<h3>" + self.phrase("level", level) + "</h3>"
            yield from map(self.exercise, tasks)

    def exercise(self, task: Exercise) -> str:
        hand = task.score.hand
        shown = inline_svg(hand_drawings(hand, self.tiles), hand_description(hand, self.tiles, self.language))
        way, seats, *others = self._win_words(task.score.situation)
        words = (with_tiles(text, self.tiles) for text in (seats, way, *others))
        said = f'<p class="soft">{capitalize_first(" · ".join(words))}</p><div class="answer"></div>'
        return f'<div class="exercise"><b>{task.number}</b><div>{shown}{said}</div></div>'

    def solutions(self) -> Iterator[str]:
        """The solutions. The reason of an item of the secondary score is given the first time it counts."""
        reasons = set[str]()
        for task in self.lesson.exercises:
            yield self.solution(task, self.sheet_sum(task.score, reasons))

    def sheet_sum(self, score: Score, known_reasons: set[str]) -> str:
        """The items of the secondary score and their sum in one line; empty if the score has none, or if a
        limit makes it unimportant.
        """
        lines = () if score.worth.limit else sheet_lines(score, self.language)
        explained_lines = sheet_lines(score, self.language, has_reasons=True) if lines else ()
        items = list[str]()
        for line, explained in zip(lines, explained_lines, strict=True):
            text = line.text if explained.text in known_reasons else explained.text
            if explained.text != line.text:
                known_reasons.add(explained.text)
            items.append(
                f"{line.label}{KEEP}{line.value}" + (self.phrase("in brackets", text) if text else "")
            )
        shown = items[:1] if len(items) == 2 else items  # a single item is the sum
        return self.phrase("semicolon").join(shown)

    def solution(self, task: Exercise, sheet_sum: str) -> str:
        """What counts, the items of the secondary score, the total, the limit where the total does not name
        it, and what each gains or loses, those left out with whom nothing changes.
        """
        score = task.score
        counts = (
            f"{name_in(names, self.language)} {format_amount(value)}"
            for names, _, value, *_ in counted_items(score, self.rules)
        )
        total = total_text(score, self.rules, self.language)
        limit = name_in(score.worth.limit.names, self.language) if score.worth.limit else ""
        paid = dict(score.payments.transfers)
        gains = (
            f'<span class="short">{escape(name)}{KEEP}{gain}</span>'
            for seat, name, gain in seat_gains(score.payments, self.language)
            if paid[seat]
        )
        return _row_html(
            f"<b>{task.number}</b>",
            escape(comma_list(counts, self.language))
            + (f'<br><span class="soft">{with_tiles(sheet_sum, self.tiles)}</span>' if sheet_sum else ""),
            f'<b class="short">{escape(total)}</b>'
            + (f" {escape(limit)}" if limit and limit not in total else ""),
            comma_list(gains, self.language),
        )


def _section_html(name: str, title: str, parts: Iterable[str], new_page: bool = True) -> str:
    """A section of the handout; most begin a new page in print."""
    kind = ' class="new-page"' if new_page else ""
    return f'<section id="{name}"{kind}><h2>{escape(capitalize_first(title))}</h2>{"".join(parts)}</section>'


def _row_html(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _row_pair(rows: list[str]) -> str:
    """Rows in two tables, side by side if there is room."""
    half = (len(rows) + 1) // 2
    tables = (f"<table><tbody>{''.join(some)}</tbody></table>" for some in (rows[:half], rows[half:]) if some)
    return f'<div class="pair">{"".join(tables)}</div>'

"""A lesson as a page to print: the game, its patterns, tables, exercises, and the solutions on a page of
their own at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from scorer.engine.results import Score, Valued
from scorer.hand import Situation
from scorer.phrases import enumerated, label
from scorer.render.breakdown import total_text
from scorer.render.document import KEEP, Block, Table
from scorer.render.drawing import drawn, group_block, hand_blocks, plain, row, spoken, with_tiles
from scorer.render.page import HtmlWriter, meld_texts, page, sheet
from scorer.render.patterns import worth_text
from scorer.render.payments import payments_document
from scorer.render.result import award_value, group_text, laid_out
from scorer.shapes import Group
from scorer.teach.examples import Entry, Worked
from scorer.teach.labels import amount, gain, native_name, seat_name, sentence, situation_words, way_words
from scorer.teach.lesson import Exercise, Lesson, Point, SheetRow, SheetTable, Topic
from scorer.tiles import name_in

SHORT = 150
"""A reason longer than this says less than the drawing above it."""


def lesson_page(lesson: Lesson) -> str:
    """The whole handout as one page in HTML."""
    writer = _LessonWriter(lesson)
    title = name_in(lesson.ruleset.names, lesson.language)
    body = "\n".join(["<main>", *writer.parts(title), "</main>"])
    return page(title, body, lesson.ruleset.tileset, lesson.language, sheet("lesson"))


class _LessonWriter:
    """Writes the parts of one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.rules, self.language = lesson, lesson.ruleset, lesson.language
        self.tiles = lesson.ruleset.tileset

    def parts(self, title: str) -> Iterator[str]:
        native = native_name(self.rules.names, self.rules, self.language)
        head = f"<h1>{escape(title)}{_native(native)}</h1>"
        lead = f'<p class="lead">{escape(self.rules.about)}</p>'
        topics = f'<div class="columns">{"".join(map(self.topic, self.lesson.basics))}</div>'
        yield f'<section id="basics">{head}{lead}{topics}</section>'
        yield _section("patterns", self.say("lesson patterns"), self.patterns())
        if self.lesson.sheet:
            yield _section("sheet", self.lesson.sheet.unit, self.sheet(self.lesson.sheet))
        yield _section(
            "payments", self.say("lesson payments"), self.payments(), new_page=not self.lesson.sheet
        )
        if self.lesson.house_rules:
            rules = self.lesson.house_rules
            yield _section("rules", rules.title, self.house_rules(rules), new_page=False)
        if self.lesson.notes:
            points = map(self.point, self.lesson.notes.points)
            columns = ['<div class="columns">', *points, "</div>"]
            yield _section("notes", self.lesson.notes.title, columns, new_page=False)
        if self.lesson.exercises:
            yield _section("exercises", self.say("exercises"), self.exercises())
            yield _section("solutions", self.say("solutions"), self.solutions())

    def say(self, key: str, *words: object) -> str:
        return label(key, self.language, *words)

    def text(self, text: str) -> str:
        return with_tiles(text, self.tiles)

    def topic(self, topic: Topic) -> str:
        points = "".join(map(self.point, topic.points))
        return f'<section class="topic"><h2>{escape(topic.title)}</h2>{points}</section>'

    def point(self, point: Point) -> str:
        label = f'<span class="label">{escape(point.label)}</span>' if point.label else ""
        shown = ""
        if point.tiles:
            shown = drawn([row(point.tiles, self.tiles)], self.tiles.text(point.tiles), small=True)
        elif point.hand:
            shown = drawn(hand_blocks(point.hand, self.tiles), spoken(point.hand, self.tiles), small=True)
        text = f"<span>{plain(point.text)}</span>" if point.text else ""
        return f'<div class="point">{label}{text}{shown}</div>'

    def patterns(self) -> Iterator[str]:
        """Cards under the words by which the rule book groups them."""
        yield '<div class="columns">'
        for group, entries in groupby(self.lesson.entries, lambda entry: entry.pattern.groups[:1]):
            if group:
                yield f'<p class="group">{escape(sentence(group[0].replace("_", " ")))}</p>'
            yield from map(self.card, entries)
        yield "</div>"

    def card(self, entry: Entry) -> str:
        pattern, language = entry.pattern, self.language
        native = _native(native_name(pattern.names, self.rules, language))
        value = worth_text(pattern, self.rules, language)
        value = self.say("each worth", value) if pattern.repeat or pattern.count is not None else value
        worth = f'<span class="value">{escape(value)}</span>'
        head = f'<h3 class="name"><span>{escape(name_in(pattern.names, language))}{native}</span>{worth}</h3>'
        definition = f"<p>{escape(name_in(pattern.definition, language))}</p>"
        example = self.example(entry.example) if entry.example else ""
        return f'<article class="card">{head}{definition}{example}</article>'

    def example(self, example: Worked) -> str:
        """The example set by set, the winning tile framed, how it was won, and why it holds."""
        groups = laid_out(example.reading.groups)
        blocks = [group_block(group, self.tiles, example.hand.winning_tile) for group in groups]
        shown = drawn(blocks, self._groups_text(groups))
        said = [enumerated(self._won(example), self.language), *self._reason(example)]
        return f'{shown}<p class="soft">{(". " if self.language == "en" else "。").join(said)}</p>'

    def _groups_text(self, groups: Iterable[Group]) -> str:
        return " ".join(group_text(group, self.rules) for group in groups)

    def _won(self, example: Worked) -> Iterator[str]:
        words = list(self._win_words(example.situation))
        yield sentence(escape(words[0]))
        for text in words[1:] if self._seats_matter(example) else words[2:]:
            yield self.text(text)

    def _seats_matter(self, example: Worked) -> bool:
        winds = set(self.tiles.winds)
        usual = (self.rules.default_seat, self.rules.default_round)
        seats = (example.situation.seat, example.situation.round)
        return seats != usual or any(tile.kind in winds for tile in example.hand.tiles)

    def _reason(self, example: Worked) -> Iterator[str]:
        """The reason where it shows tiles; else the definition has said it."""
        shown = with_tiles(example.reason, self.tiles, meld_texts(example.hand, self.tiles))
        if len(example.reason) <= SHORT and "<svg" in shown:
            yield sentence(shown)

    def house_rules(self, rules: Topic) -> Iterator[str]:
        """What a table chooses, in two columns where there is room."""
        rows = [_row(escape(sentence(point.label)), escape(point.text)) for point in rules.points]
        half = (len(rows) + 1) // 2
        tables = (
            f"<table><tbody>{''.join(some)}</tbody></table>" for some in (rows[:half], rows[half:]) if some
        )
        yield f'<div class="pair">{"".join(tables)}</div>'

    def payments(self) -> Iterator[str]:
        """The payment table; its grids side by side where there is room."""
        blocks = payments_document(self.lesson.payments, self.language)[1:]
        writer = HtmlWriter(self.tiles)
        for side_by_side, some in groupby(blocks, _is_grid):
            shown = "".join(map(writer.block, some))
            yield f'<div class="pair">{shown}</div>' if side_by_side else shown

    def sheet(self, table: SheetTable) -> Iterator[str]:
        """The items beside those that replace them."""
        up_to = self.say("added up to", table.round_up_to) if table.round_up_to > 1 else self.say("added up")
        columns = [self._sheet_rows(up_to, table.rows)]
        if table.fixed:
            columns.append(self._sheet_rows(self.say("instead of all"), table.fixed))
        yield f'<div class="pair">{"".join(columns)}</div>'

    def _sheet_rows(self, title: str, rows: tuple[SheetRow, ...]) -> str:
        cells = (
            _row(
                escape(sentence(item.name)),
                drawn([group_block(item.example, self.tiles)], "", small=True) if item.example else "",
                amount(item.value),
            )
            for item in rows
        )
        return f"<table><caption>{escape(title)}</caption><tbody>{''.join(cells)}</tbody></table>"

    def exercises(self) -> Iterator[str]:
        asked = self.say("exercise asks")
        yield f"<p>{asked}</p>"
        for level, tasks in groupby(self.lesson.exercises, lambda task: task.level):
            title = self.say("level", level)
            yield f"<h3>{title}</h3>"
            yield from map(self.exercise, tasks)

    def exercise(self, task: Exercise) -> str:
        score = task.score
        hand = drawn(hand_blocks(score.hand, self.tiles), spoken(score.hand, self.tiles))
        said = f'<p class="soft">{self._situation(score.situation)}</p><div class="answer"></div>'
        return f'<div class="exercise"><b>{task.number}</b><div>{hand}{said}</div></div>'

    def _situation(self, situation: Situation) -> str:
        return sentence(" · ".join(map(self.text, self._win_words(situation))))

    def _win_words(self, situation: Situation) -> Iterator[str]:
        yield way_words(situation, self.language)
        yield from situation_words(situation, self.rules, self.language)

    def solutions(self) -> Iterator[str]:
        rows = "".join(map(self.solution, self.lesson.exercises))
        yield f'<table class="solutions"><tbody>{rows}</tbody></table>'

    def solution(self, task: Exercise) -> str:
        score, best = task.score, task.score.best
        counts = escape(enumerated(self._counted(score), self.language))
        return _row(
            f"<b>{task.number}</b>",
            counts,
            self._total(best),
            escape(enumerated(_gains(score, self.language), self.language)),
        )

    def _total(self, best: Valued) -> str:
        """The total, and the limit where the total does not name it."""
        total = total_text(best, self.rules, self.language)
        limit = name_in(best.limit.names, self.language) if best.limit else ""
        return f"<b>{escape(total)}</b>" + (f" {escape(limit)}" if limit and limit not in total else "")

    def _counted(self, score: Score) -> Iterator[str]:
        for award in score.best.awards:
            value, _ = award_value(award, score.best.tier, self.rules)
            yield f"{name_in(award.pattern.names, self.language)} {amount(value)}"
        for bonus in score.best.bonuses:
            yield f"{name_in(bonus.names, self.language)} {amount(bonus.total)}"


def _section(name: str, title: str, parts: Iterable[str], new_page: bool = True) -> str:
    """A part of the handout; most begin a new page where it is printed."""
    kind = ' class="new-page"' if new_page else ""
    return f'<section id="{name}"{kind}><h2>{escape(sentence(title))}</h2>{"".join(parts)}</section>'


def _is_grid(block: Block) -> bool:
    return isinstance(block, Table) and block.title != ""


def _gains(score: Score, language: str) -> Iterator[str]:
    """What each gains or loses, those left out with whom nothing changes."""
    for seat, number in score.best.payments.transfers:
        if number:
            yield f"{seat_name(seat, language)}{KEEP}{gain(number)}"


def _native(name: str) -> str:
    return f'<span class="native">{escape(name)}</span>' if name else ""


def _row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

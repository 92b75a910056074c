"""A quiz as it is shown: the hand, the question, the mark with its reasons, the result."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.results import Score
from scorer.hand import Hand, WaitingHand
from scorer.notation import format_waiting
from scorer.phrases import label
from scorer.render.document import PLACE, TOTAL, Block, Document, Part, Row, Table, Tiles, line, paragraph
from scorer.render.heading import heading, rules_line, tile_names
from scorer.render.patterns import hand_tiles, tiles_block
from scorer.ruleset.model import Ruleset
from scorer.teach.explain import Section
from scorer.teach.labels import amount
from scorer.teach.quiz import Mark, Question, Result, advice, topic_name
from scorer.teach.quiz.progress import Progress, Tally
from scorer.tiles import name_in


def welcome(ruleset: Ruleset, seed: int) -> Document:
    """The first lines, sentences in English: what is practised, how to answer, how to leave, and the seed."""
    name = name_in(ruleset.names)
    return (
        paragraph(
            f"{name}: practice. --seed {seed} draws the same hands again.",
            "An empty answer or ? shows the solution; q leaves.",
        ),
    )


def hand_document(score: Score, place: int, count: int, language: str) -> Document:
    """A winning hand, drawn suit by suit so that the reading is left to the learner."""
    shown = heading(score.ruleset, score.hand, score.situation, None, language)
    drawing = tiles_block(score.hand, None, score.ruleset.tileset)
    return (paragraph(label("hand of", language, place, count)), drawing, shown)


def waiting_document(score: Score, place: int, count: int, language: str) -> Document:
    """The same hand before its last tile came; nothing here tells which."""
    ruleset, hand = score.ruleset, waiting(score.hand)
    drawing = Tiles(tuple(hand_tiles(hand, ruleset.tileset)), format_waiting(hand, ruleset.tileset))
    names = tile_names(ruleset, hand, None, language)
    situation = rules_line(ruleset, score.situation, language)
    lines = [text for text in (names, situation) if text]
    return (paragraph(label("hand of", language, place, count)), drawing, paragraph(*lines))


def waiting(hand: Hand) -> WaitingHand:
    """The hand without its winning tile."""
    return WaitingHand(hand.concealed, hand.melds, hand.flowers)


def question_document(question: Question, language: str = "en") -> Document:
    """What is asked, with the choices and how to answer."""
    choices = [f"  {place}. {text}" for place, text in enumerate(question.choices, start=1)]
    return (paragraph(question.asks + label("in brackets", language, question.hint), *choices, indent=5),)


# ---- marks


def mark_document(mark: Mark, language: str = "en") -> Document:
    """The verdict; for a wrong answer the right one and the explanation."""
    if mark.right:
        return (paragraph(line(Part(label("right", language), TOTAL), f" {mark.answer}")),)
    said = label("it is", language, mark.answer)
    verdict = line(said) if mark.skipped else line(Part(label("wrong", language), PLACE), f" {said}")
    notes = [f"({mark.note})"] if mark.note else []
    return (paragraph(verdict, *notes), *(_section(section) for section in mark.sections if section.lines))


def _section(section: Section) -> Block:
    rows = tuple((line(item.label), line(item.text), line(item.value)) for item in section.lines)
    return Table(rows, "llr", section.title)


# ---- results


def result_document(result: Result, ruleset: Ruleset, language: str, left: bool = False) -> Document:
    """Right answers by topic and what to practise; a short one where the learner left early."""
    if not result.total.asked:
        return (
            (paragraph("Nothing was asked."),) if not left else (paragraph("Left before the first answer."),)
        )
    head = [paragraph("Left early; so far:")] if left else []
    return (*head, _topic_table(result, ruleset), *_advice(result, ruleset, language))


def _topic_table(result: Result, ruleset: Ruleset) -> Table:
    skipped = bool(result.total.skipped)
    rows = tuple(_tally_row(topic_name(topic, ruleset), tally, skipped) for topic, tally in result.by_topic())
    header = ("", "right", "asked", *(["skipped"] if skipped else []), "")
    last = _tally_row("all", result.total, skipped)
    return Table(rows, "l" + "r" * (len(header) - 1), header=header, last=last if len(rows) > 1 else ())


def _tally_row(name: str, tally: Tally, skipped: bool) -> Row:
    counts = [tally.right, tally.asked, *([tally.skipped] if skipped else [])]
    share = f"{tally.share:.0%}" if tally.asked else ""
    return line(name), *(line(amount(count)) for count in counts), line(share)


def _advice(result: Result, ruleset: Ruleset, language: str) -> Iterator[Block]:
    lines = list(advice(result, ruleset, language))
    if lines:
        yield paragraph("To practise:", *(f"  {text}" for text in lines), indent=4)


def progress_document(
    progress: Progress, rulesets: dict[str, Ruleset], language: str, begins: str = "scorer quiz"
) -> Document:
    """All that is recorded, ruleset by ruleset; where nothing is, the command that `begins`."""
    blocks: list[Block] = []
    for name, result in progress.records:
        ruleset = rulesets.get(name)
        title = name_in(ruleset.names, language) if ruleset else name
        blocks.append(paragraph(title))
        if ruleset:
            blocks += [_topic_table(result, ruleset), *_advice(result, ruleset, language)]
    return tuple(blocks) or (paragraph(f"There is no progress yet; {begins} begins."),)

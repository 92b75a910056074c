"""What a form needs to know of a ruleset, as plain data."""

from __future__ import annotations

from scorer.engine.catalogue import overview
from scorer.engine.evaluate import rules_view, whole_number
from scorer.hand import WINDS
from scorer.labels import capitalize_first, choice_label, option_label, tile_label
from scorer.languages import ENGLISH, LANGUAGES, is_english
from scorer.phrases import translate
from scorer.render.result import Object, fields
from scorer.ruleset.model import Circumstance, Option, Ruleset, ShareSheet
from scorer.shapes import SetKind
from scorer.teach.description import Description, OfferedTile
from scorer.texts import phrase_template
from scorer.tiles import Names, fold_name, name_in

MOST_INDICATORS = 20
"""The most tiles of an indicator if the rules name no number."""
PAGE_WORDS = {
    "discarder": "discarder",
    "game discarder": "discarder",
    "game discarder word": "discarder",
    "discarded": "discarded",
    "mode win": "winning tile",
    "round": "class:round_wind",
    "win": "a win",
    "win on": "word win on",
    "points dealer": "the dealer wins",
    "game false win": "false win",
    "false win word": "false win",
    "win word": "word win",
    "win on word": "word win on",
    "tab patterns": "patterns",
    "pattern word": "patterns",
}
"""The words of the page that a game may have words of its own for, by key, each with the phrase."""

CALL_BUTTONS = {
    "run": "button run", "same3": "button same3", "same4": "button same4", "hidden4": "button hidden4",
    "added4": "button added4",
}  # fmt: skip
"""What the buttons of called sets are called where players have words for the calls."""


def description_data(description: Description, language: str = "en") -> Object:
    """The tiles, sets, circumstances, indicators and options of a ruleset, and which inputs it uses."""
    rules, seen = description.ruleset, overview(description.ruleset)
    return {
        **fields(seen, "id family players unit"),
        "about": name_in(rules.summary, language),
        "name": name_in(rules.names, language),
        "language": language,
        "languages": [one for one in LANGUAGES if rules.is_told_in(one)],
        "suits": [
            {
                "letter": suit.letter,
                "name": name_in(suit.names, language),
                "role": suit.role,
                "tiles": [_tile_data(item, rules, language) for item in tiles],
            }
            for suit, tiles in description.tiles
        ],
        "sizes": list(rules.hand_sizes),
        "sets": [_set_data(description, kind, language) for kind in description.callable_kinds],
        "concealed": [
            _set_data(description, rules.kind_by_id[name], language, "hidden")
            for name in rules.set_tables.declared_kinds
        ],
        "added": [_set_data(description, kind, language, "added") for kind in description.added_kinds],
        "seats": _wind_data(description.seats, language),
        "rounds": _wind_data(WINDS, language),
        "usual": {
            "win": "tsumo" if rules.default_self_draw else "ron",
            "seat": rules.default_seat,
            "round": rules.default_round,
        },
        "ways": [
            {"id": way, "name": capitalize_first(translate(key, language)), "discarded": way == "ron"}
            for way, key in (("ron", "discard"), ("tsumo", "self_draw"))
        ],
        "words": {
            **{
                key: capitalize_first(phrase_template(phrase, language)) for key, phrase in PAGE_WORDS.items()
            },
            "count word": translate("count word", language, rules.unit_word(rules.unit, False, language)),
        },
        **_settlement_data(description, language),
        "circumstances": [_id_and_name(item, language, most=_most(item)) for item in rules.circumstances],
        "indicators": [
            _id_and_name(item, language, most=whole_number(item.at_most, rules_view(rules), MOST_INDICATORS))
            for item in rules.indicators
        ],
        "liable": [_id_and_name(item, language) for item in description.liable_patterns],
        "options": [_option_data(option, rules, language) for option in rules.offered_options],
        "patterns": [_id_and_name(item, language) for item in description.played_patterns],
        "limits": [_id_and_name(item, language) for item in rules.limits],
        **fields(rules, "notes remarks"),
    }


def _settlement_data(description: Description, language: str) -> Object:
    """What is settled under the rules, and what lies on the table."""
    rules = description.ruleset
    counters = rules.table_counters
    return {
        "settles": {
            "hands": bool(rules.comparisons),
            "draws": bool(rules.draws),
            "final": rules.final is not None,
        },
        "uses": {
            "round": rules.asks_round,
            "honba": "honba" in counters,
            "sticks": "sticks" in counters,
        },
        "counters": {
            name: capitalize_first(rules.unit_title(name, language)) for name in ("honba", "sticks")
        },
        "events": [_id_and_name(item, language, fed=item.is_fed) for item in description.paid_events],
        "draws": [
            _id_and_name(
                item, language, needs_hands=bool(item.transfers), pays_seats=item.pays != ShareSheet()
            )
            for item in description.drawn_deals
        ],
    }


def _wind_data(winds: str, language: str) -> list[Object]:
    return [{"id": wind, "name": capitalize_first(translate(wind, language))} for wind in winds]


def _id_and_name(item: object, language: str, **more: object) -> Object:
    """The id and the name of a part of a ruleset, with more of its data."""
    ident, names = str(item.id), item.names  # type: ignore[attr-defined]
    return {"id": ident, "name": _shown_name(names, ident, language), **more}


def _shown_name(names: Names, ident: str, language: str) -> str:
    """The name in a language; a part without a name is called by its id."""
    return capitalize_first(name_in(names, language) or ident.replace("_", " "))


def _most(item: Circumstance) -> int:
    """The highest number of a circumstance that is counted; 0 for one that only holds or not."""
    return item.maximum if item.is_number else 0


def _tile_data(item: OfferedTile, rules: Ruleset, language: str) -> Object:
    return {
        "code": item.code,
        "plain": item.kind.code,
        "name": tile_label(item.tile, rules.tileset, language),
        "copies": item.copies,
        "picture": item.kind.picture,
    }


def _set_data(description: Description, kind: SetKind, language: str, state: str = "same") -> Object:
    key = CALL_BUTTONS.get("run" if kind.run else f"{state}{kind.size}", "")
    is_usual = kind.step == 1 and bool(kind.same) and key and not is_english(language)
    return {
        "id": kind.id,
        "name": _shown_name(kind.names, kind.id, language),
        "call": translate(key, language) if is_usual else "",
        "size": kind.size,
        "all": list(description.sets_of_kind(kind)),
    }


def _option_data(option: Option, rules: Ruleset, language: str) -> Object:
    labels = (option_label(option, one) for one in (language, ENGLISH))
    name = next((one for one in labels if one != option.id), option.id.replace("_", " "))
    told = name_in(option.help, language)
    return fields(
        option,
        "id name help sort default value choices labels from=minimum to=maximum",
        name=capitalize_first(name),
        help="" if fold_name(told).rstrip(".") == fold_name(name) else told,
        labels=[choice_label(option, value, language).replace("_", " ") for value in option.choices],
        value=rules.option_values[option.id],
    )

"""Under another language a line is whole: all of it in that language, or all of it English."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator

import pytest

from scorer import load_ruleset
from scorer.audit.differences import ORDER
from scorer.languages import LANGUAGES, MAIN_LANGUAGES, is_english, traditional_text
from scorer.phrases import translate
from scorer.render.document import Table
from scorer.render.document import line_text as text_of_line
from scorer.render.payments import payments_document
from scorer.ruleset.find import shipped_names
from scorer.ruleset.forms import WORD_FORMS
from scorer.ruleset.model import Ruleset
from scorer.ruleset.section_table import SECTIONS
from scorer.sentence.lexicon import TOPICS
from scorer.teach.payment_table import PaymentTable
from scorer.texts import message_texts, phrases
from scorer.tiles import name_in
from scorer.web.answers import answer_text
from tests.cli.runs import run
from tests.support.loops import some
from tests.support.places import ROOT
from tests.support.shipped import each_box, each_box_in, text_of
from tests.support.told import documents, texts

PHRASES = phrases()
FOREIGN = [language for language in LANGUAGES if not is_english(language)]
CHARACTERS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
TRADITIONAL = "個兩協單場寶將對嶺帶張後戰搶撈數斷會槓氣滿漢灣無燈獨環發紅純組綠編織羅聽臺舊莊萬蓮蘭補複計財貫連邊釣鉤長門開雙雞頂順頭風魚龍么"
"""Characters of traditional writing that names of this family hold; Chinese names are in simplified writing."""
HALF_WIDTH = re.compile(
    r"[\u3040-\u30ff\u4e00-\u9fff）”] ?[,;:!?](?! ?[A-Za-z]{3})|[,;:!?] ?[\u3040-\u30ff\u4e00-\u9fff（“]|[\u3040-\u30ff\u4e00-\u9fff]\(|\)[\u3040-\u30ff\u4e00-\u9fff]"
)
"""Western signs between characters, which have signs of their own."""
CALLED_SET = re.compile(r"[(\[]\d+[a-z][)\]]")
KANA = re.compile(r"[\u3040-\u30fa\u30fc-\u30ff]")
NO_JAPANESE = re.compile(
    "[东车马门风个两对岭张战抢捞气满汉无环红纯组绿编织罗听庄兰补复计财贯连边钓钩长开鸡顶顺头鱼单龙]"
)
TWICE = re.compile(r"([\u3040-\u30ff\u4e00-\u9fff]{2,})\1")
ON_PURPOSE = {"呖咕呖咕", "嚦咕嚦咕", "ばらばら"}
"""Words that say something twice."""
ONE_CHARACTER = (
    "竜龍",
    "么幺",
    "辺邊",
    "双雙",
    "単單",
    "独獨",
    "対對",
    "帯帶",
    "緑綠",
    "将將",
    "聴聽",
    "翻飜",
    "槓杠",
)
HAND = "(111m)222p333s444z5z+5z"
LABELLED = re.compile(r'translate\("([^"]+)"')
"""A phrase that is named where it is said."""
SLOT = re.compile(r"\{\w*\}")
KIND = re.compile(
    "^(differ|event|many|how|command|arguments|help|input|prompt|typed) |^(condition|count|amount|class|wait):((why )?not |one |many |only |is |a )?| with$"
)
"""What a phrase says of a construct, before the construct's own name."""
WORD = re.compile(r"(?<![\w-])[A-Za-z][a-z]{2,}(?![\w=])")


def mixed(ruleset: Ruleset, language: str, hands: int, patterns: int) -> list[str]:
    """Lines in which English words stand beside Chinese or Japanese ones."""
    lines = {text for document in documents(ruleset, language, hands, patterns) for text in texts(document)}
    assert len(lines) > 20
    data = _names(ruleset)
    source = translate("source", language, "")[:2]
    said = [text for text in sorted(lines) if CHARACTERS.search(text) and not text.startswith(source)]
    return [text for text in said if WORD.search(_without(text, data))]


def _names(ruleset: Ruleset) -> list[str]:
    """What the rule file says itself: names in all languages, ids, sources and remarks that are in English only,
    the longest first.
    """
    items = (*ruleset.patterns, *ruleset.circumstances, *ruleset.bonuses)
    names = [name for item in items for _, name in item.names] + [name for _, name in ruleset.names]
    told = (*ruleset.remarks, *ruleset.notes, *ruleset.usage)
    names += [name for texts in told for _, name in texts if len(texts) == 1]
    return sorted(
        {*names, *_sources(ruleset), *ruleset.pattern_by_id, *ruleset.option_by_id, ruleset.id} - {""},
        key=len,
        reverse=True,
    )


TYPED_WORDS = re.compile(
    r"scorer [ -~]*|-w \w+|[a-z_0-9|]+=\w+|\b[a-z_]+(?=＝)|（[a-z_、]+）|\b[a-z]+(?:[-_.][a-z_]+)+"
)
"""What is typed: commands, options with their values, ids of more than one word, and ids in brackets beside names."""
LONGEST_ID = 30
PROPER_NAMES = re.compile(r"Palm\sOS|Alan\sKwan|Riichi\sCity|Classic|Donjara\sNEO|Anoa|kajongg")


def _without(text: str, data: list[str]) -> str:
    for name in data:
        text = text.replace(name, "|") if len(name) > LONGEST_ID else text
    text = PROPER_NAMES.sub("|", TYPED_WORDS.sub("|", text))
    for name in data:
        text = text.replace(name, "|")
    return text


@pytest.mark.parametrize(("name", "language"), each_box_in(("zh", "ja")))
def test_no_line_mixes_english_into_another_language(name: str, language: str) -> None:
    ruleset = load_ruleset(name, language=language)
    found = mixed(ruleset, ruleset.display_language(language), hands=1, patterns=6)
    assert found == [] or not ruleset.is_told_in(language)


@pytest.mark.parametrize("language", ["zh", "ja"])
@pytest.mark.parametrize("name", each_box())
def test_a_formula_stands_beside_words_of_its_language(name: str, language: str) -> None:
    ruleset = load_ruleset(name, language=language)
    spoken = ruleset.display_language(language)
    formulas = payments_document(PaymentTable(ruleset), spoken)[1]
    assert isinstance(formulas, Table)
    rows = [" ".join(map(text_of_line, row)) for row in formulas.rows]
    assert rows
    assert spoken == "en" or not [row for row in rows if WORD.search(row)]


ID = re.compile(r"(?<![\w.=-])[a-z]+(?:_[a-z0-9]+)+(?![\w=(])")
"""A word with an underscore, which only an id has; not a call or an option with its value, as they are typed."""
TYPED = re.compile(
    "^  \\w+=|^(注|出典|出处|出處|例|成立|不成立|上限|封顶|封頂|支払い|付分|符|役以外|另加|宝牌)|[(（]\\w+[)）]"
)
"""Lines that give what is typed: options, examples, ids beside names."""


@pytest.mark.slow_one_in(16)
@pytest.mark.parametrize("language", ["zh", "ja"])
@pytest.mark.parametrize("name", each_box())
def test_a_sentence_names_things_and_not_their_ids(name: str, language: str) -> None:
    ruleset = load_ruleset(name, language=language)
    spoken = ruleset.display_language(language)
    lines = {text for document in documents(ruleset, spoken, 1, 40) for text in texts(document)}
    assert len(lines) > 20
    lines -= {
        translate("usage", spoken, name_in(text, spoken)) for text in ruleset.usage
    }  # they name options
    told = [text for text in sorted(lines) if CHARACTERS.search(text) and not TYPED.search(text)]
    assert spoken == "en" or not [text for text in told if ID.search(text)]


@pytest.mark.parametrize("name", shipped_names())
@pytest.mark.parametrize("language", ["zh", "ja"])
def test_a_game_has_all_its_names_in_a_language_or_is_told_in_english(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    named = (*ruleset.patterns, *ruleset.circumstances, *ruleset.bonuses, *ruleset.limits, *ruleset.shapes)
    without = [item.id for item in named if language not in dict(item.names)]
    assert without == [] or ruleset.display_language(language) == "en"


@pytest.mark.parametrize("command", [("patterns",), ("table",), ("score", HAND), ("waits", HAND[:-3])])
def test_a_game_without_japanese_names_is_told_in_english_alone(command: tuple[str, ...]) -> None:
    told = run(*command, "-r", "british", "--lang", "ja").stdout
    assert "East" in told or "double" in told
    assert told == run(*command, "-r", "british").stdout


@pytest.mark.parametrize("name", shipped_names())
def test_chinese_names_are_written_in_one_script(name: str) -> None:
    found = re.findall(r"zh: *([^,}\n]+)", text_of(name))
    assert found
    assert not [text for text in found if set(text) & set(TRADITIONAL)]


@pytest.mark.parametrize(("name", "language"), each_box_in(("zh", "ja")))
def test_chinese_and_japanese_are_parted_by_signs_of_their_own(name: str, language: str) -> None:
    ruleset = load_ruleset(name)
    spoken = ruleset.display_language(language)
    sources = sorted({*_sources(ruleset)} - {""}, key=len, reverse=True)
    lines = {text for document in documents(ruleset, spoken, 1, 6) for text in texts(document)}
    assert len(lines) > 20
    assert not [
        text
        for text in sorted(lines)
        if CHARACTERS.search(text) and HALF_WIDTH.search(_without(CALLED_SET.sub("|", text), sources))
    ]


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_names_and_labels_have_the_signs_and_the_script_of_their_language(language: str) -> None:
    said = {text for name in shipped_names() for text in _written(name, language)}
    said |= {texts_of[language] for texts_of in PHRASES.values()}
    assert len(said) > 400
    foreign = KANA if language == "zh" else NO_JAPANESE
    assert not [text for text in said if HALF_WIDTH.search(text) or foreign.search(text)]
    assert {match[0] for text in said for match in TWICE.finditer(text)} <= ON_PURPOSE


@pytest.mark.parametrize("name", shipped_names())
@pytest.mark.parametrize("language", ["zh", "ja"])
def test_a_game_writes_a_character_in_one_way(name: str, language: str) -> None:
    written = "".join(_written(name, language))
    assert written
    beside = ROOT / "rulesets" / f"{name}.{language}.yaml"
    written += beside.read_text("utf-8") if beside.exists() else ""
    written = re.sub(
        "[什怎这那]么", "", written
    )  # 么 in a word for "what" or "so" is not the one of terminals
    assert not [pair for pair in ONE_CHARACTER if set(pair) <= set(written)]


def _sources(ruleset: Ruleset) -> list[str]:
    """The sources of the rules and of the patterns, each as it is shown in Chinese."""
    sources = (ruleset.source, *(pattern.source for pattern in ruleset.pattern_by_id.values()))
    named = [one for source in sources for one in (source, *source.split("; "))]
    return [*named, *map(traditional_text, named)]


def _written(name: str, language: str) -> list[str]:
    """The names that a rule file gives in a language."""
    found = re.findall(rf"\b{language}: *(\"[^\"]*\"|[^,}}\n]+)", text_of(name))
    return [text.strip('" ') for text in found]


def test_every_input_that_an_error_names_has_a_name_in_every_language() -> None:
    named = {
        node.args[0].value
        for path in (ROOT / "scorer").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault"
        if node.args and isinstance(node.args[0], ast.Constant)
    }
    words = {name for name in some(named) if name.islower() and not name.startswith("--")}
    assert not [name for name in words - {"hand"} if f"input {name}" not in PHRASES]


def test_every_phrase_is_there_in_every_language_and_is_said_somewhere() -> None:
    rows = (ROOT / "scorer" / "phrases.txt").read_text("utf-8").splitlines()
    assert len([row for row in rows if row and row[0] != "#"]) == len(PHRASES), "a key is given twice"
    assert not [
        key for key, said in PHRASES.items() if not {*MAIN_LANGUAGES} <= {*said} or not all(said.values())
    ]
    code = "".join(file.read_text("utf-8") for file in (ROOT / "scorer").rglob("*.py"))
    in_messages = re.findall(r"{@([^}]*)}", " ".join(message_texts("zh").values()))
    code += "".join(f'"{key}"' for key in in_messages)
    keys = [(f'"{key}"', f'"{KIND.sub("", key)}"') for key in PHRASES]
    groups = {f'"group:{one}"' for name in shipped_names() for one in _groups(name)}
    groups |= {f'"family:{load_ruleset(name).family}"' for name in shipped_names()}
    groups |= {f'"attribute {one}"' for name in shipped_names() for one in _named_attributes(name)}
    assert groups <= {f'"{key}"' for key in PHRASES}
    unsaid = {key for key, construct in keys if key not in code and construct not in code}
    looked_up = {f'"rule section {name}"' for name in ORDER} | {f'"word {word}"' for word in _words_of_keys()}
    looked_up |= {f'"{key}"' for topic in TOPICS for key in topic}
    looked_up |= {
        f'"{key}"' for key in PHRASES if key.startswith(("table:", "table and:"))
    }  # by the text of an expression
    looked_up |= {f'"{key}"' for key in PHRASES if key.startswith("command of game ")}  # by the command
    labels = {key.removeprefix("rule ") for key in PHRASES if key.startswith("rule ")}
    looked_up |= {
        f'"told {no}{label}"' for label in labels for no in ("", "no ", "at length ")
    }  # for a label
    assert unsaid <= groups | looked_up
    assert {key for key in LABELLED.findall(code) if key not in PHRASES} == {"somebody"}


def _words_of_keys() -> Iterator[str]:
    """The words that may stand under a key of a rule file, such as `ties=seat`, and `true` and `false`."""
    yield from ("true", "false")
    for keys in SECTIONS.values():
        for key, declared in keys.items():
            forms = declared.form.split("|") if declared.label is not None else []
            yield from (f"{key}={word}" for form in forms for word in WORD_FORMS.get(form, ()))
    yield from ("covers=pattern", "covers=hand", "counters=discarder", "counters=liable", "cap=99")
    yield from (f"formal_waits={word}" for word in WORD_FORMS["formal"])
    yield from (f"two={word}" for word in WORD_FORMS["several"])


def _named_attributes(name: str) -> set[str]:
    """The attributes by which the kinds of set of a ruleset are described."""
    kinds = load_ruleset(name).kinds
    return {one for kind in kinds for one in (*kind.same, *kind.differ, kind.run) if one}


def test_every_label_of_a_rule_and_every_word_of_a_rule_file_has_a_phrase() -> None:
    labels = {one.label for keys in SECTIONS.values() for one in keys.values() if one.label}
    assert not [label for label in some(labels) if label not in PHRASES]
    assert not [word for word in some(_words_of_keys()) if f"word {word}" not in PHRASES]


def _groups(name: str) -> set[str]:
    """The groups of patterns that head the lessons of a ruleset."""
    return {group for pattern in load_ruleset(name).pattern_by_id.values() for group in pattern.groups[:1]}


def test_a_label_takes_the_same_words_in_every_language() -> None:
    taken = {
        key: {language: set(_slots(text)) for language, text in texts_of.items()}
        for key, texts_of in some(PHRASES.items())
    }
    assert [key for key, words in taken.items() if not words["ja"] <= words["en"]] == []
    others = {
        key: [words[language] for language in words if language not in ("en", "ja")]
        for key, words in taken.items()
    }
    assert [key for key, found in others.items() if any(words != taken[key]["ja"] for words in found)] == []


def _slots(text: str) -> list[str]:
    """The words that a label takes, by number."""
    return [slot or str(place) for place, slot in enumerate(re.findall(r"\{(\w*)(?::[^}]*)?\}", text))]


WITHIN = re.compile(r"\{@([^{}]*)\}")
"""A phrase within a phrase."""
NOTATION = re.compile(r"[0-9]+[mpszf]|-o (?=名)|-f json|\bextends\b|Enter(?=だけ)", re.ASCII)
"""Tiles in an example, options of the command line, keys of rule files and the key Enter, which are written in the same way in
every language.
"""


def test_a_phrase_within_a_phrase_is_there_and_has_no_slots() -> None:
    within = {
        key for texts_of in PHRASES.values() for text in texts_of.values() for key in WITHIN.findall(text)
    }
    assert not [key for key in some(within) if key not in PHRASES or "{}" in "".join(PHRASES[key].values())]


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("riichi", "zh-Hans", ("役种", "支付", "放铳者")),
        ("sichuan", "zh-Hans", ("番型", "付分", "点炮者")),
        ("mcr", "zh-Hans", ("番种", "付分", "点炮者")),
        ("taiwanese", "zh-TW", ("台種", "付款", "放槍者")),
        ("hong-kong", "zh-HK", ("番種", "找數", "出銃者")),
    ],
)
def test_headings_of_a_comparison_have_the_words_of_the_game(
    name: str, language: str, said: tuple[str, ...]
) -> None:
    told = load_ruleset(name, language=language).display_language(language)
    keys = ("rule section patterns", "rule section payment", "word counters=discarder")
    assert tuple(translate(key, told) for key in keys) == said


def test_chinese_and_japanese_labels_hold_no_english() -> None:
    assert not [
        text
        for texts_of in PHRASES.values()
        for language, text in texts_of.items()
        if language != "en" and re.search("[A-Za-z]", NOTATION.sub("", SLOT.sub("", WITHIN.sub("", text))))
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ja", ("西家からロン", "西家（放銃）から", "南家の収入")),
        ("zh", ("荣和（西家放铳）", "西家（放铳）付", "南家得")),
    ],
)
def test_the_winds_of_players_are_told_from_those_of_tiles(language: str, said: tuple[str, ...]) -> None:
    text = run("score", "234m345p67p456s55s+8p", "--from", "W", "--lang", language).stdout
    assert all(words in text for words in said)
    assert not re.search("[东東南西北](?![家場场圈风])", text)


FALSE = {
    "恰好": "puts the number before the thing, so that a dragon reads as 'in'",
    "可以吃": "not every set may be both claimed as a run and as a triplet",
    "番数": "is one unit of many",
    "-w": "is an option of one command",
}


@pytest.mark.parametrize("word", FALSE)
def test_no_phrase_says_what_is_so_in_some_cases_only(word: str) -> None:
    assert not [
        key for key, texts in PHRASES.items() if any(word in texts[one] for one in texts if one != "en")
    ], FALSE[word]


def test_a_number_in_a_name_is_the_same_in_every_language() -> None:
    classical = load_ruleset("classical")
    thirteen = [
        one for one in (*classical.patterns, *classical.circumstances) if "hirteen" in name_in(one.names)
    ]
    assert thirteen
    for one in some(thirteen):
        assert all(
            "十三" in name_in(one.names, language) or "国士" in name_in(one.names, language)
            for language in FOREIGN
        )


@pytest.mark.parametrize(
    ("language", "told"), [("en", "no such circumstance"), ("zh-Hans", "本规则没有这种情况")]
)
def test_an_error_as_json_is_in_the_language_asked_for(language: str, told: str) -> None:
    shown = run("score", "1m", "-w", "xyz", "--lang", language, "-f", "json").stdout
    assert told in json.loads(shown)["error"]["faults"][0]["message"], shown
    body = json.dumps({"hand": "1m", "circumstances": ["xyz"], "language": language})
    assert told in json.loads(answer_text("score", body))[1]["error"]["faults"][0]["message"]


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize("hand", ["123m456p789s11z22m+3m", "(123m)456p789s11z22m+2m"])
def test_a_refusal_as_json_is_wholly_in_the_language_asked_for(hand: str, language: str) -> None:
    told = json.loads(run("score", hand, "--lang", language, "-f", "json").stdout)["error"]
    said = [told["message"], *told["reasons"], *(near["why"] for near in told.get("nearest", ()))]
    assert said[0] and not [text for text in said if re.search("[A-Za-z]{2}", text)]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("waits 2345m456p678s99s1z --lang ja", "で一向聴（和了まであと2枚）。"),
        ("waits 2345m456p678s99s1z --lang zh", "：一向听（到和牌还差2张）。"),
        ("waits 34567m345p11678s --lang zh", "（三面听）"),
        ("waits 2345m456p678s999s --lang ja", "\n待ち2種、残り"),
        ("points 99 -r hong-kong --lang zh-HK", "最多計10番。"),
        ("rulesets show hong-kong --lang zh-HK", "牌144隻 · 計分單位：番 · 未註明時按出銃計"),
        ("rulesets show mcr --lang zh", "\ns  条子  1～9\n"),
        ("table -r riichi --lang ja", "\n供託1本につき、"),
        ("rulesets show riichi --lang ja", "切り上げ満貫=なし（kiriage_mangan）："),
    ],
)
def test_a_line_is_written_as_players_write_it(command: str, said: str) -> None:
    assert said in run(*command.split()).stdout

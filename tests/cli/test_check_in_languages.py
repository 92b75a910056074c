"""`scorer check` in other languages than English."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runs import run


@pytest.mark.parametrize(
    ("language", "message", "hint", "count"),
    [
        ("en", "unknown key 'nmae'", "did you mean 'name'?", "1 problem in 1 file"),
        ("ja", "「nmae」というキーはありません", "「name」ではありませんか", "問題1件"),
        ("zh", "未知的键“nmae”", "是不是“name”？", "1个问题"),
        ("zh-TW", "未知的鍵「nmae」", "是不是「name」？", "1個問題"),
    ],
)
def test_a_file_is_checked_in_the_language_of_the_reader(
    tmp_path: Path, language: str, message: str, hint: str, count: str
) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("extends: riichi\nnmae: Club\n", "utf-8")
    printed = run("check", str(file), "--lang", language).stdout
    assert (message in printed, hint in printed, count in printed) == (True, True, True), printed


@pytest.mark.parametrize(("language", "said"), [("ja", "問題はありません"), ("zh", "没有问题")])
def test_a_file_without_problems_is_said_to_have_none_in_each_language(language: str, said: str) -> None:
    assert said in run("check", "riichi", "--lang", language).stdout


@pytest.mark.parametrize(
    ("base", "line", "said"),
    [
        ("taiwanese", "", "同時成立的台種都計"),
        ("riichi", "", "同時成立的役種都計"),
        ("mcr", "", "同時成立的番種都計"),
        ("riichi", "nmae: x", "不是役種或役種的類別"),
    ],
)
def test_a_problem_is_told_in_the_words_of_the_game(tmp_path: Path, base: str, line: str, said: str) -> None:
    file = tmp_path / "club.yaml"
    same = "  - {id: mine, name: {zh: 甲}, value: 1, when: self_draw}\n  - {id: other, value: 1, when: self_draw}\n"
    wrong = "  - {id: mine, value: 1, when: awarded(nothing) >= 1}\n"
    file.write_text(f"extends: {base}\n{line}\nadd:\n{wrong if line else same}", "utf-8")
    printed = run("check", str(file), "--lang", "zh-TW").stdout
    assert said in printed


def test_patterns_that_are_named_in_another_language_alone_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    rows = "\n".join(
        f"  - {{id: {ident}, name: {{zh: {name}}}, value: 1, when: sets(chow) >= 3}}"
        for ident, name in (
            ("one", "甲"),
            ("two", "乙"),
            ("three", "甲"),
        )
    )
    file.write_text(f"extends: taiwanese\nadd:\n{rows}\n", "utf-8")
    printed = run("check", str(file), "--lang", "zh").stdout
    assert printed.count("L405") == 1
    assert "「甲」已是「one」的名稱" in printed.replace("\n    ", "")

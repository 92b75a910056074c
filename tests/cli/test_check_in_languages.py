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

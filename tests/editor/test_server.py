"""The language server answers an editor over standard input and output."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scorer.questions.authoring import check_codes, check_text
from scorer.ruleset.find import unsaved_texts
from tests.editor.client import Editor, Message
from tests.support.loops import some

pytest.importorskip("pygls")

CLUB = "extends: riichi\nname: Club\nset:\n  opn_tanyao: false\n"


def marked(text: str, problem: Message) -> str:
    """What an editor marks, in UTF-16 units."""
    start, end = problem["range"]["start"], problem["range"]["end"]
    line = text.split("\n")[start["line"]].rstrip("\r").encode("utf-16-le")
    return line[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")


def test_an_error_is_reported_while_typing_and_gone_once_it_is_fixed(tmp_path: Path) -> None:
    with Editor(tmp_path / "club.yaml") as editor:
        editor.open(CLUB)
        (problem,) = editor.report_with("L402")
        assert (problem["code"], marked(CLUB, problem)) == ("L402", "opn_tanyao")
        (action,) = editor.ask(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": editor.uri},
                "range": problem["range"],
                "context": {"diagnostics": [problem]},
            },
        )
        (change,) = action["edit"]["changes"][editor.uri]
        assert change["newText"] == "e"
        assert action["title"] == "Change the line to: open_tanyao: false"
        editor.change(CLUB.replace("opn", "open"))
        assert editor.report_with() == []


@pytest.mark.slow
def test_names_meanings_and_definitions_are_found(tmp_path: Path) -> None:
    text = CLUB.replace("opn_tanyao: false", "open_tanyao: false\n  tanyao.")
    with Editor(tmp_path / "club.yaml") as editor:
        editor.open(text)
        found = editor.ask_at("textDocument/completion", 4, 9)
        assert "tanyao.value" in [item["label"] for item in found["items"]]
        assert "all simples" in editor.ask_at("textDocument/hover", 3, 5)["contents"]["value"]
        assert editor.ask_at("textDocument/definition", 3, 5)["uri"].endswith("/riichi.yaml")
        assert editor.ask_at("textDocument/hover", 1, 8) is None
        symbols = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": editor.uri}})
        assert [symbol["name"] for symbol in symbols] == ["extends", "name", "set"]


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_places_are_counted_in_utf_16(tmp_path: Path, end: str) -> None:
    text = 'extends: riichi\nname: "🀄🀄🀄 x"\nadd:\n  - {id: a, name: "🀄🀄", value: 1, when: bigg > 3}\n'.replace(
        "\n", end
    )
    with Editor(tmp_path / "club.yaml") as editor:
        editor.open(text)
        assert "bigg" in [marked(text, problem) for problem in editor.reports()[-1]]


@pytest.mark.slow
def test_a_hundred_edits_in_a_second_are_fully_checked_once(tmp_path: Path) -> None:
    with Editor(tmp_path / "club.yaml") as editor:
        editor.open(CLUB)
        editor.reports()
        for count in range(100):
            editor.change(CLUB + f"# {count}\n")
        found = editor.reports()
        assert 1 <= len(found) <= 20
        assert [problem["code"] for problem in found[-1]] == ["L402"]


@pytest.mark.slow
def test_a_file_beside_it_is_read_and_its_changes_count(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(
        "extends: riichi\nname: Base\nset: {open_tanyao: false}\n", encoding="utf-8"
    )
    with Editor(tmp_path / "club.yaml") as editor:
        editor.open("extends: base.yaml\nname: Club\nset: {red_fives: 0}\n")
        editor.report_with()
        (tmp_path / "base.yaml").unlink()
        editor.tell("textDocument/didSave", {"textDocument": {"uri": editor.uri}})
        assert editor.report_with("L401")


@pytest.mark.slow
def test_every_bad_example_of_the_codes_is_reported_with_its_code(tmp_path: Path) -> None:
    """As by `check`: the server adds nothing and loses nothing."""
    pages = [page for page in check_codes() if page.code.startswith("L") and page.bad_example]
    with Editor(tmp_path / "example.yaml") as editor:
        editor.open("")
        for page in some(pages[::12], 5):
            editor.change(page.bad_example)
            expected = {
                one.code
                for one in check_text(page.bad_example, str(tmp_path / "example.yaml"), can_extend_files=True)
            }
            assert editor.report_with(*expected) is not None


def test_without_pygls_the_command_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pygls.lsp.server'] = None; from scorer.cli.main import main; main(['lsp'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "pip install '.[editor]'" in run.stderr
    assert "Traceback" not in run.stderr


def test_an_overlay_is_checked_with_the_unsaved_text_of_its_base(tmp_path: Path) -> None:
    base, club = tmp_path / "league.yaml", str(tmp_path / "club.yaml")
    base.write_text("extends: riichi\nname: League\n", encoding="utf-8")
    unsaved = "extends: riichi\nname: League\noptions: {late: {default: true, help: late players may play}}\n"
    text = "extends: league.yaml\nname: Club\nset: {late: false}\n"
    with unsaved_texts({str(base): unsaved}):
        found = check_text(text, club, can_extend_files=True, form_only=True)
        assert "L402" not in [problem.code for problem in found]
    found = check_text(text, club, can_extend_files=True, form_only=True)
    assert [problem.code for problem in found if problem.is_error] == ["L402"]


@pytest.mark.slow
def test_a_change_of_an_open_base_is_reported_in_the_files_that_extend_it(tmp_path: Path) -> None:
    base, head = tmp_path / "league.yaml", "extends: riichi\nname: League\n"
    option = "options: {late: {default: true, help: late players may play}}\n"
    base.write_text(head + option, encoding="utf-8")
    with Editor(tmp_path / "club.yaml") as editor:
        editor.open("extends: league.yaml\nname: Club\nset: {late: false}\n")
        assert "L402" not in [problem["code"] for problem in editor.reports()[-1]]
        document = {"uri": base.as_uri(), "languageId": "yaml", "version": 1, "text": head}
        editor.tell("textDocument/didOpen", {"textDocument": document})
        assert editor.report_with("L402")

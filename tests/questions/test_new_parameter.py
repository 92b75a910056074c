"""Parameters that are added as CONTRIBUTING says are seen at every door."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

from tests.support.places import ROOT

HAND = "234m345p67p456s55s+8p"
EDITS = {
    "scorer.parameters": (
        ("_TABLE = (", '_TABLE = (\n    Parameter("mood", TEXT, "How the winner feels.", "--mood", "WORD"),'),
        ('"sticks", "pao",\n)', '"sticks", "pao", "mood",\n)'),
    ),
    "scorer.hand": (
        (
            "    pao: Mapping[str, str] = field(default_factory=dict)\n",
            '    pao: Mapping[str, str] = field(default_factory=dict)\n    mood: str = ""\n',
        ),
    ),
    "scorer.engine.request": (
        (
            "        request, ruleset = self.request, self.ruleset\n",
            "        request, ruleset = self.request, self.ruleset\n"
            '        if request.mood == "sad":\n            self.add_fault("--mood", "a winner is glad")\n',
        ),
    ),
    "scorer.scoring": (
        ("    pao: Mapping[str, str] | None = None,\n", '    pao: Mapping[str, str] | None = None,\n    mood: str | None = "",\n'),
        ("sticks=sticks, pao=pao, **indicators", "sticks=sticks, pao=pao, mood=mood, **indicators"),
        ("honba, sticks, liable, *indicators", "honba, sticks, liable, mood, *indicators"),
        ("honba, sticks, liable)", "honba, sticks, liable, mood)"),
        ("_plain_argument(liable, {}),", '_plain_argument(liable, {}), _plain_argument(mood, ""),'),
        ('"sticks", "pao",\n', '"sticks", "pao", "mood",\n'),
    ),
    "scorer.fast.requests": (
        ("    pao: Pairs\n", "    pao: Pairs\n    mood: str\n"),
        ("tuple(request.pao.items()),", "tuple(request.pao.items()), request.mood,"),
        ("sticks, pao), indicators = fields", "sticks, pao, mood), indicators = fields"),
        ("sticks, dict(pao)\n", "sticks, dict(pao), mood\n"),
    ),
}  # fmt: skip
"""What the recipe "A parameter of every hand" changes, by module: a text, and what replaces it."""
QUESTION = {
    "scorer.parameters": (
        (
            "_TABLE = (",
            '_TABLE = (\n    Parameter("wish", COUNT, "A wish.", "--wish", "N", 1, bounds=(0, 3)),',
        ),
    ),
    "scorer.questions.registry": (
        (
            "RULES, lambda arguments: payment_table(arguments.rules)",
            '(*RULES, "wish"), lambda arguments: {"wish": arguments.value("wish")}',
        ),
        (
            '(*RULES, "pattern"),\n        lambda arguments: pattern_cards([arguments.value("pattern")]',
            '(*RULES, "pattern", "wish"),\n        lambda arguments: pattern_cards([arguments.value("pattern")][: arguments.value("wish")]',
        ),
    ),
}
"""What the recipe "A parameter of a question" changes."""

EDITED = """
import json, sys, tempfile, importlib.abc, importlib.machinery
from pathlib import Path
EDITS, HAND = json.loads(sys.argv[1]), sys.argv[2]

class Editing(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        source = self.get_data(self.path).decode()
        for old, new in EDITS[fullname]:
            assert old in source, (fullname, old)
            source = source.replace(old, new)
        return compile(source, self.path, "exec", dont_inherit=True)

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        if fullname not in EDITS:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        spec.loader = Editing(fullname, spec.origin)
        return spec

sys.meta_path.insert(0, Finder())
"""

DOORS = """
from click.testing import CliRunner
import scorer
from scorer.cli.main import main
from scorer.session import Session, SessionState
from scorer.web.answers import answer
from scorer.web.openapi import openapi

REFUSED = "a winner is glad"
found = {}

def refusal(function):
    try:
        function()
    except scorer.InputError as error:
        return str(error)
    return ""

glad = scorer.score(HAND, seat="E").points
assert scorer.score(HAND, seat="E", mood="glad").points == glad
found["function"] = refusal(lambda: scorer.score(HAND, mood="sad"))
many = [{"hand": HAND, "mood": "glad"}] * 40 + [{"hand": HAND, "mood": "sad"}]
assert len(scorer.score_many(many[:-1])) == 40
found["many"] = str(scorer.score_many(many)[40])
run = CliRunner().invoke
found["option"] = run(main, ["score", HAND, "--mood", "sad"]).output
found["help"] = " ".join(run(main, ["score", "--help"]).output.split())
line = json.dumps({"hand": HAND, "mood": "sad"}) + "\\n"
found["batch"] = run(main, ["batch", "-"], input=line).output
with tempfile.TemporaryDirectory() as folder:
    table = Path(folder, "hands.csv")
    table.write_text(f"hand,mood\\n{HAND},sad\\n")
    found["table"] = run(main, ["batch", str(table)]).output
found["key"] = json.dumps(answer("score", {"hand": HAND, "mood": "sad"}).data)
found["explain"] = json.dumps(answer("explain", {"hand": HAND, "mood": "sad"}).data)
assert answer("score", {"hand": HAND, "mood": "glad"}).status == 200
found["type"] = json.dumps(answer("score", {"hand": HAND, "mood": 1}).data)
found["session"] = refusal(lambda: Session().answer(SessionState(), HAND + " mood=sad"))
described = openapi()["paths"]
found["described"] = [
    path for path, one in described.items()
    if "mood" in one["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]
]
print(json.dumps(found))
"""


QUESTION_DOORS = """
import click
from click.testing import CliRunner
from scorer.cli.options import parameter_option
from scorer import InputError
from scorer.render.text import plain_text
from scorer.session import Session, SessionState
from scorer.web.answers import answer
from scorer.web.openapi import openapi

@click.command()
@parameter_option("wish")
def command(wish):
    click.echo(f"wished {wish}")

run = CliRunner().invoke
def told(line):
    try:
        return plain_text(Session().answer(SessionState(), line)[1])
    except InputError as error:
        return str(error)

schema = openapi()["paths"]["/api/table"]["post"]["requestBody"]["content"]["application/json"]["schema"]
print(json.dumps({
    "answers": [answer("table", given).data for given in ({}, {"wish": 2})],
    "refused": answer("table", {"wish": 9}).data,
    "described": schema["properties"]["wish"],
    "told": [told(f"pattern pinfu{words}") for words in ("", " wish=0", " wish=9")],
    "options": [run(command, words).output for words in ([], ["--wish", "2"], ["--wish", "9"], ["--help"])],
}))
"""


def seen_at_doors(edits: object, doors: str) -> dict[str, Any]:
    """What doors say of a new parameter, in a process that reads the edited modules."""
    run = subprocess.run(
        [sys.executable, "-c", EDITED + doors, json.dumps(edits), HAND],
        capture_output=True, text=True, cwd=ROOT, env=os.environ | {"SCORER_NO_CACHE": "1"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_a_new_parameter_of_a_hand_is_seen_at_every_door() -> None:
    found = seen_at_doors(EDITS, DOORS)
    doors = ("function", "many", "option", "batch", "table", "key", "explain", "session")
    silent = [door for door in doors if "a winner is glad" not in str(found[door])]
    assert not silent
    assert "--mood WORD How the winner feels." in str(found["help"])
    assert "mood" in str(found["type"]) and "string" in str(found["type"])
    assert {"/api/score", "/api/explain", "/api/waits", "/api/why"} <= {*found["described"]}


def test_a_new_parameter_of_a_question_is_one_entry_and_its_name_at_the_question() -> None:
    found = seen_at_doors(QUESTION, QUESTION_DOORS)
    assert found["answers"] == [{"ok": True, "wish": wish} for wish in (1, 2)]
    assert "'wish' is 0 to 3" in str(found["refused"])
    bounds = {"minimum": 0, "maximum": 3, "default": 1}
    assert found["described"] == {"type": "integer", "description": "A wish.", **bounds}
    card, nothing, too_many = found["told"]
    assert "Pinfu" in card and not nothing and "from 0 to 3, not 9" in too_many
    usual, given, refused, shown = found["options"]
    assert (usual, given) == ("wished 1\n", "wished 2\n")
    assert "from 0 to 3" in refused and "--wish N" in shown and "A wish." in shown


def test_the_recipe_names_every_module_that_changes() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = text.partition("**A parameter of every hand**")[2].partition("\n**A question.**")[0]
    named = {f"scorer/{name}" for name in re.findall(r"`scorer/([a-z_/]+\.py)`", recipe)}
    assert named == {f"{module.replace('.', '/')}.py" for module in EDITS}

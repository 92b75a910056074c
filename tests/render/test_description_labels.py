"""What the page calls the options of a ruleset."""

from __future__ import annotations

import pytest

from scorer import as_data, load_ruleset
from scorer.questions.rules import describe
from scorer.ruleset.find import shipped_names
from tests.support.loops import some


@pytest.mark.parametrize("name", shipped_names())
def test_labels_of_options_are_words(name: str) -> None:
    for language in some(("en", "ja", "zh")):
        data = as_data(describe(load_ruleset(name, language=language)), language)
        for option in some(data["options"], 0):
            assert "_" not in option["name"] + "".join(option["labels"]), option
            assert option["help"] != option["name"]

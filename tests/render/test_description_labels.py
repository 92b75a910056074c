"""What the page calls the options of a ruleset."""

from __future__ import annotations

import pytest

from scorer import as_data, load_ruleset
from scorer.languages import has_text, is_english
from scorer.questions.rules import describe
from scorer.ruleset.find import shipped_names
from tests.support.loops import some


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", shipped_names())
def test_labels_of_options_are_words(name: str) -> None:
    for language in some(("en", "ja", "zh")):
        data = as_data(describe(load_ruleset(name, language=language)), language)
        for option in some(data["options"], 0):
            assert "_" not in option["name"] + "".join(option["labels"]), option
            assert option["help"] != option["name"]


@pytest.mark.parametrize("name", shipped_names())
def test_every_option_has_a_name_in_the_languages_in_which_the_game_is_told(name: str) -> None:
    rules = load_ruleset(name)
    told = [language for language in ("ja", "zh") if not is_english(rules.display_language(language))]
    nameless = [
        (option.id, language)
        for option in rules.offered_options
        for language in told
        if not has_text(dict(option.names), language)
    ]
    assert not nameless

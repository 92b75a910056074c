"""The rulesets as they were built once, which the page without a server finds next to the rule files."""

from __future__ import annotations

from scorer.engine.catalogue import OVERVIEW_CACHE, shipped_index
from scorer.languages import MAIN_LANGUAGES
from scorer.ruleset.cache import MODEL_SORT, cacheable_parts, has_translations, model_sort, write_shipped
from scorer.ruleset.find import DEFAULTS_NAME, shipped_names, shipped_place
from scorer.ruleset.load import load_ruleset


def write_built(folder: str) -> None:
    """Writes models and the index into a folder."""
    for name in shipped_names():
        path, ruleset = shipped_place(f"{name}.yaml"), load_ruleset(name)
        write_shipped(folder, MODEL_SORT, path, cacheable_parts(ruleset), ruleset.files)
        for language in MAIN_LANGUAGES:
            if has_translations(ruleset, language):
                told = load_ruleset(name, language)
                write_shipped(folder, model_sort(language), path, cacheable_parts(told), told.files)
    place = shipped_place(f"{DEFAULTS_NAME}.yaml")
    write_shipped(folder, OVERVIEW_CACHE, place, *shipped_index())

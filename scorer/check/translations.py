"""Translation files: texts of what the rule file does not have, and texts that lack a translation."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from scorer.check.subject import WARNING, RulesUnderCheck
from scorer.errors import Problem
from scorer.languages import ENGLISH, TEXT_LANGUAGES, has_text
from scorer.message import Listed, Message
from scorer.ruleset.find import translation_path
from scorer.ruleset.items import Item
from scorer.ruleset.translation import is_in_language, read_translation, texts_by_path


def translation_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """The problems of the translation files beside a rule file, and the texts that are not in a language that
    the file claims: by `languages`, or by a translation file.
    """
    root, path = subject.file_root, subject.loaded.path
    claimed = {item.text() for item in root.get("languages").entries}
    translations: dict[str, Mapping[int, Item]] = {}
    for language in TEXT_LANGUAGES:
        beside = translation_path(str(path), language) if path else ""
        if language != ENGLISH and os.path.lexists(beside):
            found, problems, _ = read_translation(root, beside, language)
            if found is None or found.texts or not found.words:  # words alone do not claim a language
                translations[language] = found.texts if found else {}
            yield from problems
    wanted = [language for language in TEXT_LANGUAGES if language in {*claimed, *translations}]
    for place, text in texts_by_path(root):
        known = [one for one in TEXT_LANGUAGES if is_in_language(text, one)]
        known += [one for one, texts in translations.items() if id(text) in texts]
        missing = [language for language in wanted if not has_text(known, language)]
        if missing:
            words = Listed(tuple(Message("quoted", language) for language in missing), "or")
            yield text.problem("L911", Message("has no text in", place, words), severity=WARNING)

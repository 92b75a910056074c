"""The rules that read names of rulesets and questions in a sentence."""

from __future__ import annotations

from scorer.sentence.lexicon import is_latin
from scorer.sentence.win_rules import WinRules


class QuestionRules(WinRules):
    """Rulesets and questions."""

    def _ruleset_name(self, place: int) -> int:
        """The name of a ruleset with a word that says so: `under wrc rules`, `compare tenhou and wrc`."""
        names = (self.value(one, "ruleset") for one in (place, place + 1))
        own, following = names
        is_marked = self._is_ruleset_mark(place + 1) and not self._reads_otherwise(place)
        is_marked = is_marked and not (self._leads_to_rules(place + 1) and not self._is_compared(place))
        if own and (is_marked or self._is_compared(place)):
            self.statement.rulesets.append(own)
            return 2 if self.has(place + 1, "ruleword") else 1
        is_name = "strict" in self._values_of(place, "ruleword") or not self._reads_otherwise(place + 1)
        if self.has(place, "ruleword") and following and is_name:
            self.statement.rulesets.append(following)
            end = place + 2
            return end - place + (1 if self.value(end, "ruleword") else 0)
        return 0

    def _is_ruleset_mark(self, place: int) -> bool:
        """Whether a word makes a ruleset of the name before it. In English, `on` leads to one."""
        token = self.at(place)
        is_before = bool(token and is_latin(token.text[0])) and "rules" not in self._values_of(
            place, "ruleword"
        )
        return self.has(place, "ruleword") and not is_before

    def _leads_to_rules(self, place: int) -> bool:
        """Whether a word such as `on` comes before a ruleset, and does not say that of the name before it."""
        return self.value(place, "ruleword") in ("under", "strict") and self.has(place + 1, "ruleset")

    def _is_compared(self, place: int) -> bool:
        """Whether the name at a place is one of those that are compared: `compare tenhou and wrc`."""
        if not any(token.value("ask") == "compare" for token in self.tokens):
            return False
        links = [
            self.has(place + 1, "more"),
            self.has(place - 1, "more"),
            self.value(place - 1, "ask") == "compare",
        ]
        links += [self.value(place + 1, "ask") == "compare", self.has(place + 1, "ruleword")]
        return any(links) or not self._reads_otherwise(place)

    def _reads_otherwise(self, place: int) -> bool:
        """Whether a name of a ruleset is more likely another word: riichi, taiwanese."""
        return self.has(place, "circumstance", "pattern", "limit") and not self._is_ruleset_mark(place + 1)

    def _question(self, place: int) -> int:
        token = self.tokens[place]
        ask = token.value("ask")
        if not ask or (ask == "waits" and (token.has("event") and self.is_draw)):
            return 0
        if ask == "waits" and token.has("change") and self._is_hesitation(place):
            return 0
        if ask == "waits" and token.has("circumstance") and not self._is_question(place):
            return 0
        if ask == "waits" and token.value("event") == "ready" and self._tells_who_is_ready():
            return 0
        if ask == "value" and token.value("event") == "ready":
            return 0
        if ask == "discard" and token.has("discardword") and self.seat_of(self.after_fill(place + 1), True):
            return 0  # discard from west
        if ask in ("value", "waits", "what", "why", "fu", "behind", "discard", "compare", "doubt"):
            if ask == "behind" and token.has("fill") and not self._is_about_behind():
                return 0
            self.statement.asks.append((ask, token))
        read = 1
        if ask == "value" and self.has(place + 1, "unit") and not self.is_number(place + 1):
            unit = self.value(place + 1, "unit")
            if unit == self.ruleset.sheet_unit and unit != self.ruleset.unit:
                self.statement.asks[-1] = ("fu", token)
            read = 2
        return read

    def _tells_who_is_ready(self) -> bool:
        """Whether a sentence says of all players who is ready, without any tiles: `only west tenpai`."""
        is_of_all = any(
            one.has("everybody", "nobody", "allmark", "except", "only", "someone")
            or one.value("event") == "unready"
            for one in self.tokens
        )
        return is_of_all and "?" not in self.statement.text and not any(one.codes for one in self.tokens)

    def _is_hesitation(self, place: int) -> bool:
        """Whether a word stands before a comma and no tiles follow it: `wait, I was the dealer`."""
        return bool(set(self.between(place)) & set(",，、")) and not any(one.codes for one in self.tokens)

    def _is_question(self, place: int) -> bool:
        return "?" in self.statement.text or place == 0 or self.has(place - 1, "fill")

    def _is_about_behind(self) -> bool:
        return any(token.sort == "number" and token.number >= 100 for token in self.tokens)

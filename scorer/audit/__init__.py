"""What rules come to: how two rulesets differ, in words and on hands, and what one does to sample hands."""

DEFAULT_AUDIT_HANDS = 2_000
"""The default number of sample hands of an audit."""

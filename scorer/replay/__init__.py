"""Recorded games: a log becomes one list of events, and a referee follows them under the rules of a
ruleset.
"""

"""Scores one hand of any game of the mahjong family; every rule is data."""

__version__ = "0.1.0"

"""Tests of `scorer.sentence`."""

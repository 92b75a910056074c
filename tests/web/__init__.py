"""Tests of the page and of the answers in JSON."""

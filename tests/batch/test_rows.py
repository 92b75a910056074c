"""Rows of data frames score as the same rows of CSV do."""

from __future__ import annotations

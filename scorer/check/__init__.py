"""Checks rule files: every fault in one run, each a value with a place, a code, a message and a hint.

    L1  the file and its scalars        L4  references            L7  limits, tables, payments
    L2  sections and keys               L5  sense of conditions   L8  examples
    L3  expressions and templates       L6  relations             L9  documentation and overlays

A1 is what an audit finds (`scorer.audit`).

The first four are found while a file is read (`scorer.ruleset`, `scorer.language`); the rest here, one
module for a family. What a code means, with a bad and a good example, stands in `codes/`.
"""

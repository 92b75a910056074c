"""Check rule files. Every problem is found in one run and has a place, a code, a message and a hint.

    L1  the file and its scalars        L4  references            L7  limits, tables, payments
    L2  sections and keys               L5  sense of conditions   L8  examples
    L3  expressions and templates       L6  relations             L9  documentation and overlays

A1 covers the findings of an audit (`scorer.audit`).

Families L1 to L4 are found while a file is read (`scorer.ruleset`, `scorer.language`), the others by the
modules of this package. The page of each code explains it with a bad and a good example, which tests run.
Pages are data (`codes/L3.yaml`, one file per family), because they show rules of games.
"""

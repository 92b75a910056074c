"""The rule book in code: which conditions hold in each reading, what counts, what it is worth and who pays.

This engine is written to be read. It evaluates the checked trees on one reading at a time and keeps the
reason for every result.
"""

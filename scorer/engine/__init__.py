"""The rule book in code: what holds in each reading, what counts, what it is worth and who pays.

Written to be read. It evaluates the checked trees on one reading at a time and keeps every reason.
"""

"""A table and its evening: what a deal pays, what the next deal begins with, when a game ends, and who
has how much. Recorded games and evenings that are typed in use the same functions.
"""

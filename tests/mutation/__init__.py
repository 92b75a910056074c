"""What the worked hands of a rule file are for: whoever changes one thing in it is told by a check.

python -m tests.mutation riichi                   every mutant of a file, those that nobody notices listed
python -m tests.mutation riichi --only number     one operator alone
python -m tests.mutation --sample 50              so many mutants of every shipped file
"""

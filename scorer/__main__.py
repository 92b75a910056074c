"""`python -m scorer` is the command `scorer`."""

from scorer.cli.main import main

main(prog_name="scorer")

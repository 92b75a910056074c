"""The comparisons with `riichienv` are left out where it cannot be installed: it has wheels for some platforms only."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("riichienv") else ["environment.py", "compared.py", "test_other_programs.py"]

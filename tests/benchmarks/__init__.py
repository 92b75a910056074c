"""How fast the public functions and the whole commands are, beside other libraries and bare imports.

    python -m tests.benchmarks [--only TEXT] [--quick] [--rounds 5] [--out results.json]

Ratios are of one run, in which everything is timed in turn, so that a busy machine slows all of it alike.
Nothing here is a test that can fail: the figures are read by people.
"""

"""How fast the public functions and the whole commands are, beside other libraries and bare imports.

    python -m tests.benchmarks [--only TEXT] [--quick] [--rounds 5] [--out results.json]
    python -m tests.benchmarks --plot [--rounds 5]

Ratios are of one run, in which everything is timed in turn and in time of the processor, so that a busy machine
slows all of it alike. The second command draws tests/data/speed.svg, the picture of the README.
Nothing here is a test that can fail: the figures are read by people.
"""

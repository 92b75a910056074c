"""How fast the compiled engine is, beside other libraries, in one command:

    python -m tests.benchmarks [--hands 10000] [--rounds 5] [--out results.json]

Every round times everything once, one after the other, so that a busy machine slows all alike; ratios
are taken inside of a round, and the table shows their medians. Hands come from the sampler.
"""

"""Sample hands for any ruleset: the same seed gives the same hands.

Hands are built from the ruleset's data alone, by its shapes, kinds of set and classes of tiles, so that
rare patterns come up as well as common ones. Checks, quizzes, benchmarks and tests draw from here.
"""

from scorer.sampling.sampler import request_of, sample_hands

__all__ = ["request_of", "sample_hands"]

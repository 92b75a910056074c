"""The fast evaluator: the meaning of `scorer.engine` in whole numbers, for one hand and for many at once.

Other packages use `scorer.fast.interface`, and `scorer.fast.requests` for what goes in and comes out.
"""

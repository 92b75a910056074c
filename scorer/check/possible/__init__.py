"""Whether conditions can hold: exact reasoning about tiles, sets and numbers, without trying hands.

A condition is taken apart into alternatives of simple literals. For each alternative the solver looks for
what a hand would have to be made of. Everything errs on one side: what is called impossible is
impossible; what cannot be decided within a budget is called possible.
"""

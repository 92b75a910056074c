"""What to do about the problems of a rule file.

The loader and the checks report what they found and what they expected. The tables of this package are rows:
when something was probably meant, the message that proposes it, and the change of the file.

`edits` has the change for each message that proposes one; `slips` and `syntax` know what was meant by values
of the wrong form and by texts that are no YAML; `keys`, `paths` and `bases` by unknown keys, paths and bases.
`repair` has changes that may help where nothing certain is known.
"""

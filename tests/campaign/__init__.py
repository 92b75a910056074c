"""An attack on scorer by chance: drawn inputs, rule files, caches, threads and kills, until something breaks.

python -m tests.campaign [--seed N] [--short | --cases N | --minutes M] [--only AREA ...]

Every case hangs on the seed, the area and its number alone; what fails is made as small as it can be. See
`areas` for what is tried.

Long runs draw their seed, so that each looks where none has looked. `.ci/run` and the tests try a
few inputs of a seed that they name: one commit always gets the same answer there.
"""

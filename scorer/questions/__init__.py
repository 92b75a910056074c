"""The questions that can be asked of scorer, each a function. How they are typed and shown is no part of it.

A question names a ruleset (a `Ruleset`, the name of a shipped one, or the path of a file) and a hand in
notation, with keywords for how it was won: `win` ("tsumo" or "ron"), `seat`, `round`, `discarder`,
`circumstances`, `honba`, `sticks`, `pao`, `options` and the indicators of the ruleset (`dora="4s"`). An
answer is a frozen value; `scorer.writing` writes it out.

Input that cannot be understood raises InputError with every fault, a hand that does not win raises
NotAWinner with the reasons, and a faulty rule file raises RulesetError with every problem.

>>> from scorer import as_text, points, waits
>>> found = waits("234m345p67p456s55s", "riichi", circumstances=["riichi"])
>>> [found.ruleset.tileset.tile_code(item.tile) for item in found.winning_tiles]
['2p', '0p', '5p', '8p']
>>> print(as_text(points("4 30", win="ron")).splitlines()[0])
Riichi (four players): 4 han 30 fu
"""

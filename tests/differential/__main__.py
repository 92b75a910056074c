"""Scores so many hands by the other programs as well, and lists every difference with whose it is and why.

python -m tests.differential [--hands N] [--package NAME] [--seed N]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.differential.compared import KNOWN, PEERS, PROFILES_OF, SEED, compared_samples

SHOWN = 10


def main() -> int:
    """The exit status is 1 where a difference has no reason."""
    asked = _asked()
    unlisted = 0
    for peer in asked.package or PEERS:
        found: Counter[str | None] = Counter()
        profiles = PROFILES_OF[peer]
        for profile in profiles:
            for one in compared_samples(profile, asked.hands // len(profiles), peer, asked.seed):
                found["hands"] += 1
                found["wins"] += one.ours.wins
                if one.differing:
                    found[one.known_as] += 1
                    if one.known_as is None and found[None] <= SHOWN:
                        print(one)
        print(
            f"{peer}: {found['hands']:,} hands, {found['wins']:,} win, {found[None]:,} differ without a reason"
        )
        for item in KNOWN:
            if item["package"] == peer:
                print(f"  {found[item['id']]:,} {item['id']} ({item['whose']}): {item['reason'].strip()}")
        unlisted += found[None]
    return 1 if unlisted else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.differential", description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000, help="so many for each package")
    parser.add_argument("--package", action="append", choices=list(PEERS))
    parser.add_argument("--seed", type=int, default=SEED)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

"""The command: see the package."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress

from tests.campaign.areas import AREAS
from tests.campaign.running import Campaign

USUAL_MINUTES = 0.5


def main() -> int:
    """Runs what is asked for; the exit status is 1 where something was found."""
    asked = _asked()
    areas = [area for area in AREAS if not asked.only or area.name in asked.only]
    campaign = Campaign(asked.seed, areas)
    with suppress(KeyboardInterrupt):  # a long run that is ended tells how far it has come
        _run(campaign, asked)
    print(campaign.summary())
    return 1 if campaign.findings else 0


def _run(campaign: Campaign, asked: argparse.Namespace) -> None:
    if asked.case is not None or asked.short:
        for area in campaign.areas:
            for number in range(area.few) if asked.short else (asked.case,):
                campaign.one(area, number)
        return
    end = time.monotonic() + 60 * (asked.minutes or (USUAL_MINUTES if not asked.cases else 1e9))
    campaign.run(lambda run: time.monotonic() < end and sum(run.cases.values()) < (asked.cases or 1 << 60))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.campaign", description=__doc__)
    parser.add_argument(
        "--seed", type=int, default=int(time.time()), help="of the draws; without one, each run has its own"
    )
    parser.add_argument("--cases", type=int, help="end after so many cases")
    parser.add_argument("--minutes", type=float, help=f"end after so many minutes ({USUAL_MINUTES} is usual)")
    parser.add_argument(
        "--short",
        action="store_true",
        help="try the first few inputs of each area: with a seed, always the same",
    )
    parser.add_argument("--only", action="append", choices=[area.name for area in AREAS])
    parser.add_argument("--case", type=int, help="try the input of this number alone")
    return parser.parse_args()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="scorer-campaign-") as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        sys.exit(main())

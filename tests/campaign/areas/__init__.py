"""All areas, one room each; what stands in AREAS is part of the campaign."""

from tests.campaign.areas import (
    caches,
    evaluators,
    forks,
    hostile,
    kills,
    lines,
    parquet,
    rows,
    rule_files,
    threads,
    words,
)

AREAS = (
    words.AREA,
    lines.AREA,
    parquet.AREA,
    rule_files.AREA,
    hostile.AREA,
    caches.AREA,
    kills.AREA,
    threads.AREA,
    rows.AREA,
    forks.AREA,
    evaluators.AREA,
)

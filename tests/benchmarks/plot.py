"""The picture of the README: hands a second by the number of hands scored before, beside other libraries."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log10
from statistics import median

from tests.benchmarks.figures import Rates
from tests.benchmarks.warmup import BATCH, BLOCK, PLACES, RUST, SCORE, STRINGS, TIMED, rates_of
from tests.support.places import ROOT

PICTURE = ROOT / "tests" / "data" / "speed.svg"
COLORS = {BATCH: "#1f6fb4", SCORE: "#5aa5e0", RUST: "#c2571a", STRINGS: "#8a6d1d"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 360, 70, 190, 20, 50
X_RANGE, Y_RANGE = (2.5, 5.0), (2.5, 5.5)
"""powers of ten"""
SVG = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">
<title>Hands a second by the number of hands scored before</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>
"""


def draw_picture(rounds: int, hands: int) -> None:
    """Measures, and writes the picture."""
    single = [rates_of("single", PLACES[-1] + TIMED) for _ in range(rounds)]
    together = [rates_of("columns", hands) for _ in range(rounds)]
    series = {**_middle(together, BLOCK), **_middle(single, TIMED)}
    PICTURE.write_text(picture(series), encoding="utf-8")


def _middle(found: list[Rates], width: int) -> Rates:
    """The medians of several rounds, each in the middle of the hands that were timed."""
    return {
        name: [(place + width // 2, median(dict(one[name])[place] for one in found)) for place, _ in rates]
        for name, rates in found[0].items()
    }


def picture(series: Rates) -> str:
    """The series as lines on logarithmic axes."""
    parts = [SVG]
    for power in range(3, 6):
        x, y = _x(10**power), _y(10**power)
        parts.append(
            f'<path d="M{x:.0f} {TOP}V{HEIGHT - BOTTOM}M{LEFT} {y:.0f}H{WIDTH - RIGHT}" stroke="#dddddd"/>\n'
        )
        parts.append(_words(x, HEIGHT - BOTTOM + 18, f"{10**power:,}", "middle"))
        parts.append(_words(LEFT - 8, y + 4, f"{10**power:,}", "end"))
    parts.append(
        _words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "hands scored before, all different", "middle")
    )
    parts.append(_words(LEFT - 8, TOP + 4, "hands/s", "end"))
    series = dict(sorted(series.items(), key=lambda one: -one[1][-1][1]))
    labels = _apart([_y(rates[-1][1]) for rates in series.values()])
    for name, rates in series.items():
        points = " ".join(f"{_x(place):.1f},{_y(rate):.1f}" for place, rate in rates)
        color, label = COLORS[name], next(labels)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2.5"/>\n')
        parts.append(_words(_x(rates[-1][0]) + 8, label + 4, name, "start", color))
    return "".join([*parts, "</svg>\n"])


def _apart(heights: list[float]) -> Iterator[float]:
    """Heights from the top down, none of them so close to the one above that words would touch."""
    last = -inf
    for height in heights:
        last = max(height, last + 16)
        yield last


def _words(x: float, y: float, text: str, anchor: str, color: str = "#444444") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{color}">{text}</text>\n'


def _x(hands: float) -> float:
    return _scaled(hands, X_RANGE, LEFT, WIDTH - RIGHT)


def _y(rate: float) -> float:
    return _scaled(rate, Y_RANGE, HEIGHT - BOTTOM, TOP)


def _scaled(number: float, powers: tuple[float, float], start: float, stop: float) -> float:
    low, high = powers
    return start + (log10(number) - low) / (high - low) * (stop - start)

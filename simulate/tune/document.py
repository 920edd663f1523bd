"""Writing weights: the style's own file with other values, and how they were found."""

import re
from collections.abc import Mapping, Sequence

from simulate.tune.matches import Result

DIGITS = 3
WIDTH = 96  # of the text in a comment


def rounded(value: float) -> float:
    """A value as it is written: three digits that count."""
    return float(f"{value:.{DIGITS}g}")


def with_values(text: str, values: Mapping[str, float], into: str) -> str:
    """A file of weights with some values replaced; everything else stays as it is.

    ``into``: "value", "players.N" or "with.MODULE". A feature that the file lacks is added at its
    end. Values for any number of players replace those of single numbers.
    """
    for name, value in values.items():
        text = with_value(text, name, value, into)
    return text


def with_value(text: str, name: str, value: float, into: str) -> str:
    """The same for one feature, in either form that an entry may have."""
    plain = re.search(rf"^{name} *= *([-+.\w]+)", text, re.MULTILINE)
    if plain:
        entry = f"{name} = {{ value = {plain[1]}, {into} = {value:g} }}"
        if into == "value":
            entry = f"{name} = {value:g}"
        return text[: plain.start()] + entry + text[plain.end() :]
    section = re.search(rf"^\[{name}\]\n((?:[^\n\[#][^\n]*\n?)*)", text, re.MULTILINE)
    if not section:
        entry = f"{name} = {value:g}" if into == "value" else f"[{name}]\n{into} = {value:g}"
        return f"{entry}\n{text}" if into == "value" else f"{text.rstrip()}\n\n{entry}\n"
    lines = section[1].splitlines()
    if into == "value":
        lines = [line for line in lines if not line.startswith("players.")]
    lines = [line for line in lines if not re.match(rf"{re.escape(into)} *=", line)]
    at = 0 if into == "value" else 1
    lines.insert(at, f"{into} = {value:g}")
    body = "".join(f"{line}\n" for line in lines)
    return text[: section.start(1)] + body + text[section.end(1) :]


def with_origin(text: str, origin: Sequence[str]) -> str:
    """A file with a paragraph more in the comment at its head."""
    lines = text.splitlines(keepends=True)
    end = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    added = ["#\n", *(f"# {line}\n" for line in origin)]
    return "".join(lines[:end] + added + lines[end:])


def verdict(results: Mapping[int, Result], seed: int) -> list[str]:
    """What the test says, a line a number of players."""
    lines = [f"Tested on deals of seed {seed}, each from every seat, against the values before:"]
    for players, result in results.items():
        share, low, high = result.interval()
        lines.append(
            f"{players} players, {result.games:,} games: wins {share:.1%} "
            f"(95% interval {low:.1%} to {high:.1%}; equal: {1 / players:.0%}), "
            f"{result.vp.mean():.1f} VP against {result.rival_vp.mean():.1f}"
        )
    return lines

"""Openings: how strong players begin, and which openings win fewer games than the best.

Seats of one game are compared with each other, so that what a deal offers to all does not count;
each seat has its own baseline. Among the openings of one kind effects are shrunk by the mixture of
`base.decide`, and "the best" is the best of each draw from it, not the luckiest estimate.
Descriptive: these players choose an opening where it suits them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.random import Generator

from analysis.base import stats
from analysis.base.decide import Posterior, posterior, regions, words
from analysis.base.resample import percentiles
from analysis.base.stats import Array
from analysis.course.ways import contrasts
from model import Ruleset

WITHIN = 0.02
"""Share of wins by which an opening may trail the best and still be as good: 2 points."""

LEAST = 60
"""Fewest seats for an opening: rarer ones are combined as `OTHER`."""

DRAWS = 4000
OTHER = "others"
STRONG, USUAL, MISTAKE, UNDECIDED = "strong", "as good as most", "a mistake", "undecided"
"""More than `WITHIN` better than the average opening of its kind, within it, worse, or unknown."""

COLUMNS = 5
"""Rooms per floor."""

KINDS: Mapping[str, str] = {
    "guest": "first guest", "colour": "colour of the first guest", "rooms": "first rooms",
    "face": "first die", "plan": "colour of the first guest and first die",
}  # fmt: skip
"""The kinds of openings, with their names."""


def openings_of(first: pd.DataFrame, ruleset: Ruleset) -> pd.DataFrame:
    """The opening of each row of `FirstMoves.play`, in words, one column for each of `KINDS`."""
    guests = {number: one.name for number, one in ruleset.guest.items()}
    colours = {number: one.colour for number, one in ruleset.guest.items()}
    colour = first["guest"].map(colours).fillna("no guest")
    face = first["face"].map(lambda one: f"die {one}" if one else "no die")
    return pd.DataFrame({
        "guest": first["guest"].map(guests).fillna("no guest"), "colour": colour,
        "rooms": first["prepared"].map(room_words), "face": face, "plan": colour + ", " + face,
    })  # fmt: skip


def room_words(mask: int) -> str:
    """Rooms of a bit mask as a transcript writes them, "1.1 1.2 2.1": floor and column from 1."""
    places = [bit for bit in range(int(mask).bit_length()) if mask >> bit & 1]
    return " ".join(f"{1 + one // COLUMNS}.{1 + one % COLUMNS}" for one in places) or "none"


def opening_frame(seats: pd.DataFrame, openings: pd.DataFrame, rng: Generator) -> pd.DataFrame:
    """One row per kind of opening and opening that at least `LEAST` seats played.

    seats: game, deal, seat and win (0 to 1) of each row; openings: `KINDS` of the same rows.
    Columns: kind, name, seats, played (share); estimate, se, low, high, p: wins more than the
    average opening of the kind in the same game, by seat; mean, mean_low, mean_high: shrunk; near:
    probability of being within `WITHIN` of the best; verdict (`STRONG` ...); best_near,
    best_near_low, best_near_high: how many openings of the kind are within `WITHIN` of the best.
    """
    deals = seats.groupby("deal").ngroup().to_numpy()
    y = seats["win"].to_numpy(dtype=float)
    y = y - seats.groupby("seat")["win"].transform("mean").to_numpy(dtype=float)
    frames = [_of_kind(kind, openings[kind], y, seats, deals, rng) for kind in KINDS]
    return pd.concat(frames, ignore_index=True)


def _of_kind(
    kind: str, names: pd.Series, y: Array, rows: pd.DataFrame, deals: np.ndarray, rng: Generator
) -> pd.DataFrame:
    counts = names.value_counts()
    common = counts.index[counts >= LEAST]
    shown = names.where(names.isin(common), OTHER)
    if shown.nunique() < 2:
        return pd.DataFrame()
    levels = shown.value_counts()
    one_hot = np.asarray(shown.to_numpy()[:, None] == levels.index.to_numpy(), dtype=float)
    seats = rows["seat"].to_numpy()
    by_seat = pd.DataFrame(one_hot).groupby(seats).transform("mean").to_numpy(dtype=float)
    n = len(np.unique(seats))
    # One seat's gain is the others' loss: relative to their mean it counts n / (n - 1).
    found = contrasts(y, one_hot, rows["game"].to_numpy(), deals, one_hot - by_seat) * ((n - 1) / n)
    frame = pd.DataFrame({"kind": kind, "name": levels.index, "seats": levels.to_numpy(),
                          "played": levels.to_numpy() / len(names)})  # fmt: skip
    frame = frame.assign(**stats.columns(found))
    real = np.asarray((levels.index != OTHER) & np.isfinite(found.value) & (found.se > 0))
    draws = np.full((DRAWS, len(levels)), np.nan)
    if real.sum() >= 2:
        draws[:, real] = draws_of(posterior(found.value[real], found.se[real]), rng)
    return _judged(frame, draws, real)


def _judged(frame: pd.DataFrame, draws: Array, real: np.ndarray) -> pd.DataFrame:
    """The frame with verdicts on each opening from draws of the true effects (draws, openings)."""
    near = np.full(len(frame), np.nan)
    number = np.full(3, np.nan)
    mean, low, high = (np.full(len(frame), np.nan) for _ in range(3))
    if real.sum() >= 2:
        behind = draws[:, real].max(axis=1, keepdims=True) - draws[:, real]
        within = behind <= WITHIN
        near[real] = within.mean(axis=0)
        many = within.sum(axis=1)
        number = np.quantile(many, (0.5, (1 - stats.LEVEL) / 2, (1 + stats.LEVEL) / 2))
        mean[real] = draws[:, real].mean(axis=0)
        low[real], high[real] = percentiles(draws[:, real])
    shares = regions(frame["estimate"].where(real), frame["se"], -WITHIN, WITHIN)
    verdicts = words(shares, (STRONG, MISTAKE, USUAL), UNDECIDED)
    return frame.assign(
        mean=mean, mean_low=low, mean_high=high, near=near, verdict=verdicts,
        best_near=number[0], best_near_low=number[1], best_near_high=number[2],
    )  # fmt: skip


def draws_of(found: Posterior, rng: Generator) -> Array:
    """Draws (`DRAWS`, k) of the effects from their posterior, independently."""
    k = len(found.weights)
    out = np.empty((DRAWS, k))
    for i in range(k):
        part = rng.choice(found.weights.shape[1], DRAWS, p=found.weights[i])
        out[:, i] = rng.normal(found.means[i][part], found.errors[i][part])
    return out

"""The value of playing a staff card in the round in which it is played, by forced actions.

Players who play a card early differ from those who play it late or never, so they cannot be
compared. Here each play is compared with the same deal in which it is held back
(`simulate.experiments.hiring`). From the start of the turn in which a seat plays the card, the game
is played to its end: as it happened; with the seat kept from the card for good; and with it kept
from the card for the rest of that round. For the plays of a card in a round

    playing  mean of the outcome as it happened less that with the card never played
    now      the same less that with the card not played before the next round
    later    share of those that must wait in which the seat plays the card later

This is an effect on the treated: causal for these players and for the positions in which they play
the card themselves, which for good players are those in which it pays. It does not show what others
would gain by playing it there, or they themselves elsewhere. The seat knows that it is held back
and takes the best of the rest, so the value of spending the action and the krones otherwise is
subtracted. Playing includes all consequences, also that the card cannot be played later. Two rounds
of one card differ in their positions too (early plays have more game ahead, late ones more krones).
The cost of waiting a round is *now*, which compares equal positions. In the last round there is no
later one, and *now* is not given.

Outcomes are the seat's lead (VP less the mean of the others), its VP and its win. A seat plays
several cards in a deal, and the other seats play theirs: all rows of a deal are one cluster, errors
those of `stats.ratio` over deals. For each card over all rounds, verdicts state whether playing it
is shown to gain or cost, and waiting a round, at a false discovery rate of `FDR` over the cards of
a table under one outcome (`CARDS`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.forced import mean, signs, sums_by_deal
from analysis.base.moments import Moments

OUTCOMES = {"lead": "VP", "vp": "VP", "win": "share"}
"""Outcomes of the seat that plays the card, with their units."""

GAINS, COSTS = "gains", "costs"
"""Playing the card, or waiting a round with it, is shown to gain, or to cost; else `UNDECIDED`."""

FORMS = {"never": "n", "now": "waits"}
"""The comparisons, and the column with their number of rows."""

BLOCKS = [
    ("waits", "later"),
    *((n, f"{one}_{form}") for one in OUTCOMES for form, n in FORMS.items()),
]


def value_frame(
    files: Sequence[str], players: int, rounds: int, names: Mapping[str, str], threads: int = 1
) -> pd.DataFrame:
    """The worth of playing each card in each round; one row per card, round and outcome.

    files: Parquet of `simulate.experiments.hiring.Held.play`, all of one table; rounds: of a game;
    names: of staff cards by number as text. Columns: item, name, round (from 1), outcome, unit;
    estimate, se, low, high, p, sim_low, sim_high (playing; joint bounds over the rows of an
    outcome); now, now_low, now_high; later, later_low, later_high
    (shares); n (plays), deals. NaN for fewer than `stats.MIN_ARM` plays. A card that
    nobody played has no row.
    """
    held = _held(files, ("item", "round"), rounds, threads)
    return _named(pd.concat([_rows(held, one, players) for one in OUTCOMES]), names)


def card_frame(
    files: Sequence[str], players: int, rounds: int, names: Mapping[str, str], threads: int = 1
) -> pd.DataFrame:
    """The same over all rounds, as they were played; one row per card and outcome.

    Columns as of `value_frame`, without round; besides q and verdict (of playing: `GAINS`, `COSTS`,
    `UNDECIDED`, "" for too few deals), q_waiting and waiting (the same of waiting a round).
    """
    held = _held(files, ("item",), rounds, threads)
    frames = []
    for outcome in OUTCOMES:
        q, verdict = signs(mean(held, "n", "never", outcome, players), GAINS, COSTS)
        q_waiting, waiting = signs(mean(held, "waits", "now", outcome, players), COSTS, GAINS)
        rows = _rows(held, outcome, players)
        frames.append(rows.assign(q=q, verdict=verdict, q_waiting=q_waiting, waiting=waiting))
    return _named(pd.concat(frames), names)


def round_frame(files: Sequence[str], players: int, rounds: int, threads: int = 1) -> pd.DataFrame:
    """The same over all cards, as played; one row per round and outcome. Round 0: all rounds.

    Columns as of `value_frame`, without item and name.
    """
    every = _held(files, ("every",), rounds, threads)
    each = _held(files, ("round",), rounds, threads)
    found = [
        _rows(held, outcome, players).rename(columns={"every": "round"})
        for outcome in OUTCOMES
        for held in (every, each)
    ]
    return pd.concat(found, ignore_index=True)


def _held(files: Sequence[str], by: Sequence[str], rounds: int, threads: int) -> Moments:
    return sums_by_deal("hired", files, BLOCKS, by, threads, rounds=rounds)


def _rows(held: Moments, outcome: str, players: int) -> pd.DataFrame:
    """All groups under one outcome."""
    now = mean(held, "waits", "now", outcome, players)
    now_low, now_high = now.interval()
    playing = mean(held, "n", "never", outcome, players)
    later, later_low, later_high = stats.share(*held.select("waits", "later"), held.clusters)
    return held.keys.assign(
        outcome=outcome, unit=OUTCOMES[outcome],
        **stats.columns(playing, tests=int(np.isfinite(playing.se).sum())),
        now=now.value, now_low=now_low, now_high=now_high,
        later=later, later_low=later_low, later_high=later_high,
        n=held.sum("n").astype(int), deals=held.clusters.astype(int),
    )  # fmt: skip


def _named(frame: pd.DataFrame, names: Mapping[str, str]) -> pd.DataFrame:
    """Add the number of the card as text, and its name."""
    items = frame["item"].astype(str)
    frame = frame.assign(item=items).reset_index(drop=True)
    frame.insert(1, "name", [names.get(item, item) for item in items])
    return frame

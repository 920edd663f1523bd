"""Which ways beat which: each pair on mirrored deals, and the effect of crowded tables."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from rich.console import Console

from analysis.base.stats import Array, Estimate, named
from analysis.players import meeting
from analysis.players.insisting import verdicts
from analysis.studies.study import play
from analysis.studies.ways.insist import InsistPart, curves_of, mirrored, rows_of
from analysis.studies.ways.part import Frames, WaysAsked, WaysPart
from analysis.studies.ways.tastes import way
from simulate.batch import Run
from simulate.policies import label as policy_label

MOST, CROWDS = 5, 3
"""Ways that play against each other and the jury, and those whose crowding is measured."""

FRESH = 2_000_003
"""Added to the seed: ways were chosen by their wins on other deals."""


class MeetPart(WaysPart):
    """Meets: a row per ordered pair; equilibrium: per player; cycles; crowding: per way and number
    of others at the table with the same way (3 and 4 players).
    """

    name = "meet"
    gives = ("meets", "equilibrium", "cycles", "crowding")

    def runs(self, asked: WaysAsked) -> list[Run]:
        parts = asked.settings.parts
        return [] if not parts or InsistPart.name in parts else InsistPart().runs(asked)

    def play(self, asked: WaysAsked, workers: int, console: Console) -> None:
        for players, policy in asked.jury_tables:
            runs = [*pairs_of(asked, players, policy, workers).values(),
                    *crowds_of(asked, players, policy, workers).values()]  # fmt: skip
            if runs:
                play(runs, workers, "ways that meet", console)

    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        found: dict[str, list[pd.DataFrame]] = {name: [] for name in self.gives}
        for players, policy in asked.jury_tables:
            at = {"players": players, "policy": policy_label(policy)}
            scores, names = scores_of(asked, players, policy, threads)
            if len(names) > 1:
                labels = labels_of(asked, players, policy, threads)
                own = {
                    "meets": meeting.meets(scores, names),
                    "equilibrium": meeting.mixture(scores, names, asked.settings.seed).assign(
                        label=[labels.get(name, name) for name in names]
                    ),
                    "cycles": meeting.cycles(scores, names),
                }
                for name, frame in own.items():
                    found[name].append(frame.assign(**at))
            crowded = crowding_of(asked, players, policy, threads)
            if len(crowded):
                found["crowding"].append(crowded.assign(**at))
        return {
            name: pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
            for name, frames in found.items()
        }


def chosen(asked: WaysAsked, players: int, policy: str, threads: int) -> pd.DataFrame:
    """The ways that meet, best first: the most probably viable ones, each at one strength."""
    found = verdicts(curves_of(asked, players, policy, threads))
    order = found.sort_values(["viable", "wins"], ascending=False, kind="stable")
    return order.head(MOST).reset_index(drop=True)


def labels_of(asked: WaysAsked, players: int, policy: str, threads: int) -> dict[str, str]:
    """Labels of the players that meet."""
    found = chosen(asked, players, policy, threads)
    return {policy: policy} | {
        str(row["name"]): way(str(row["taste"])).words for _, row in found.iterrows()
    }


def pairs_of(
    asked: WaysAsked, players: int, policy: str, threads: int
) -> dict[tuple[str, str], Run]:
    """A run per pair of players; none at tables of more than two."""
    if players != 2:
        return {}
    names = [policy, *chosen(asked, players, policy, threads)["name"]]
    return {(a, b): mirrored(asked, 2, (a, b), more=FRESH) for a, b in combinations(names, 2)}


def scores_of(asked: WaysAsked, players: int, policy: str, threads: int) -> tuple[Array, list[str]]:
    """Wins (D, K, K) of the row against the column on each deal, and the K names."""
    pairs = pairs_of(asked, players, policy, threads)
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    scores = np.full((asked.deals(players), len(names), len(names)), 0.5)
    for (a, b), run in pairs.items():
        rows, _ = rows_of(asked, run, threads)
        win = rows[rows["name"] == policy_label(a)].sort_values("deal")["win"].to_numpy()
        i, j = names.index(a), names.index(b)
        scores[:, i, j], scores[:, j, i] = win, 1 - win
    return scores, names


def crowds_of(
    asked: WaysAsked, players: int, policy: str, threads: int
) -> dict[tuple[str, int], Run]:
    """A run per way and number of seats that follow it; none with two players."""
    if players == 2:
        return {}
    names = chosen(asked, players, policy, threads)["name"].head(CROWDS)
    return {
        (name, seats): mirrored(
            asked, players, (*[name] * seats, *[policy] * (players - seats)), more=FRESH
        )
        for name in names
        for seats in range(1, players)
    }


def crowding_of(asked: WaysAsked, players: int, policy: str, threads: int) -> pd.DataFrame:
    """A row per way and number of others with the same way: wins of each seat above 1/players."""
    crowds = crowds_of(asked, players, policy, threads)
    tastes = chosen(asked, players, policy, threads).set_index("name")["taste"] if crowds else {}
    found: list[dict[str, Any]] = []
    for (name, seats), run in crowds.items():
        rows, _ = rows_of(asked, run, threads)
        win = rows[rows["name"] == policy_label(name)]["win"].to_numpy() - 1 / players
        own = Estimate(win.mean(), win.std(ddof=1) / np.sqrt(len(win)))
        taste = str(tastes[name])
        found.append({
            "taste": taste, "words": way(taste).words, "name": name, "followers": seats - 1,
            **named("wins", own), "deals": len(win),
        })  # fmt: skip
    return pd.DataFrame(found)

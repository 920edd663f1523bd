"""Is the learned value calibrated? What it expects before each round, and what comes of it.

`python -m tests.calibrated` writes verification/calibration.json, .txt and .svg: players of one
kind play games that no training saw; before the first turn of each round their value says how many
VP each seat ends with, and how likely it wins. Some ten minutes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from rich.progress import track

from model import load_ruleset
from simulate import Game
from simulate.engine import codes as c
from simulate.learned.advice import Adviser
from simulate.learned.table import choosing
from tests.strength import SEED, Z95, closing, stamp, write

RECORD = Path(__file__).parents[1] / "verification" / "calibration.json"
RULES = "revised-2021"
POLICIES = ("planner", "expert", "planner-v2", "expert-v2")
TABLES = (2, 3, 4)
BINS = np.array([0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0])
"""Edges of the stated chances that are pooled."""
SEATS_COLOURS = {2: "#14508c", 3: "#b8501e", 4: "#4a7a32"}
MARKERS = {2: "o", 3: "s", 4: "^"}


def expected(policy: str, players: int, games: int) -> pd.DataFrame:
    """A row a game, round and seat: VP and chance to win as stated, and as they came."""
    rules, pick = load_ruleset(RULES), choosing(policy)
    rows: list[tuple[int, int, int, float, float, float, float]] = []
    adviser: Adviser | None = None
    for number in track(range(games), f"{policy}, {players} players"):
        game = Game(rules, players, seed=SEED + number)
        adviser = adviser or Adviser(game.program, players, policy)
        stated: dict[int, np.ndarray] = {}
        while not game.over:
            now = int(game.state.round_no)
            if game.state.phase == c.PH_TURNS and now not in stated:
                stated[now] = adviser.look(game).copy()
            game.apply(pick(game, game.legal()))
        vp, first = np.array(game.scores()), np.array(game.ranks()) == 1
        for now, seats in stated.items():
            for seat in range(players):
                rows.append((number, now, seat, seats[seat, 0], vp[seat], seats[seat, 2],
                             first[seat] / first.sum()))  # fmt: skip
    names = ["game", "round", "seat", "vp_stated", "vp", "win_stated", "win"]
    return pd.DataFrame(rows, columns=names).assign(policy=policy, players=players)


def clustered(rows: pd.DataFrame, values: pd.Series) -> tuple[float, float]:
    """The mean of some rows, and half of its 95% interval by game."""
    means = values.groupby(rows["game"]).mean()
    return float(values.mean()), float(Z95 * means.std(ddof=1) / len(means) ** 0.5)


def by_round(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Stated less actual VP, by player, table and round."""
    found = []
    for (policy, players, now), some in rows.groupby(["policy", "players", "round"], sort=False):
        error, half = clustered(some, some["vp_stated"] - some["vp"])
        found.append({
            "policy": policy, "players": int(players), "round": int(now), "error": error,
            "half": half, "spread": float((some["vp_stated"] - some["vp"]).std()),
        })  # fmt: skip
    return found


def by_chance(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Stated chances to win, pooled, and the share that won, by player."""
    found = []
    pools = np.clip(np.digitize(rows["win_stated"], BINS) - 1, 0, len(BINS) - 2)
    for (policy, pool), some in rows.groupby(["policy", pools], sort=False):
        won, half = clustered(some, some["win"])
        found.append({
            "policy": policy, "pool": int(pool), "stated": float(some["win_stated"].mean()),
            "won": won, "half": half, "n": len(some),
        })  # fmt: skip
    return sorted(found, key=lambda one: (POLICIES.index(one["policy"]), one["pool"]))


def draw(made: dict[str, Any], file: Path) -> None:
    """VP above, chances below, a column a player."""
    import matplotlib.pyplot as plt

    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "calibration"}):
        figure, grid = plt.subplots(2, len(POLICIES), figsize=(11, 5.6), layout="constrained",
                                    sharey="row")  # fmt: skip
        for column, policy in enumerate(POLICIES):
            errors, chances = grid[:, column]
            errors.axhline(0, color="#999", linewidth=1)
            for players in TABLES:
                rows = [one for one in made["rounds"]
                        if (one["policy"], one["players"]) == (policy, players)]  # fmt: skip
                errors.errorbar(
                    [one["round"] + 0.12 * (players - 3) for one in rows],
                    [one["error"] for one in rows], [one["half"] for one in rows],
                    marker=MARKERS[players], color=SEATS_COLOURS[players], markersize=4,
                    linewidth=1, label=f"{players} players",
                )  # fmt: skip
            errors.set(title=policy, xlabel="before round", xticks=range(1, 8))
            pools = [one for one in made["chances"] if one["policy"] == policy]
            chances.plot([0, 100], [0, 100], color="#999", linewidth=1)
            chances.errorbar(
                [100 * one["stated"] for one in pools], [100 * one["won"] for one in pools],
                [100 * one["half"] for one in pools], marker="o", color="#333", markersize=4,
                linewidth=1,
            )  # fmt: skip
            chances.set(xlabel="stated chance to win, %", xlim=(0, 100), ylim=(0, 100))
            for axes in (errors, chances):
                axes.spines[["top", "right"]].set_visible(False)
        grid[0, 0].set_ylabel("stated less actual VP")
        grid[1, 0].set_ylabel("won, %")
        grid[0, 0].legend(frameon=False, fontsize=8)
        figure.savefig(file, metadata={"Date": None})
        plt.close(figure)


def report(made: dict[str, Any]) -> str:
    """The record as text."""
    title = "Is the learned value calibrated?"
    lines = [
        title, "=" * len(title), "",
        f"{made['games']} games of each player against itself, {RULES}, with 2, 3 and 4 players.",
        "Before the first turn of each round its value states VP and chances to win of every seat;",
        "95% intervals by game.", "",
        "Stated less actual VP (standard deviation of one seat's):",
        f"{'player':<12}{'players':>8}" + "".join(f"{f'round {n}':>22}" for n in range(1, 8)),
    ]  # fmt: skip
    for policy in POLICIES:
        for players in TABLES:
            cells = [
                f"{one['error']:+.1f} ± {one['half']:.1f} ({one['spread']:.0f})"
                for one in made["rounds"]
                if (one["policy"], one["players"]) == (policy, players)
            ]
            lines.append(f"{policy:<12}{players:>8}" + "".join(f"{cell:>22}" for cell in cells))
    lines += [
        "",
        "Chances to win, all rounds and tables:",
        f"{'player':<12}{'stated':>10}{'won':>18}{'n':>8}",
    ]
    lines += [
        f"{one['policy']:<12}{one['stated']:>10.1%}"
        f"{'{:.1%} ± {:.1%}'.format(one['won'], one['half']):>18}{one['n']:>8}"
        for one in made["chances"]
    ]
    return "\n".join(
        [*lines, *closing(made, [f"python -m tests.calibrated --games {made['games']}"])]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    games = parser.parse_args().games
    rows = pd.concat([expected(one, n, games) for one in POLICIES for n in TABLES])
    made = {
        **stamp([RULES], POLICIES), "games": games, "rounds": by_round(rows),
        "chances": by_chance(rows),
    }  # fmt: skip
    write(RECORD, made, report(made))
    draw(made, RECORD.with_suffix(".svg"))


if __name__ == "__main__":
    main()

"""What each part of planner-v2 is worth: wins, VP and processor time with and without it.

`python -m tests.ablation` writes verification/ablation.txt and .json again. The player meets
planner on mirrored deals that no training saw, the same ones in every line, once as it ships and
then with settings of players.toml changed. Differences are paired by deal. Then it meets itself
with a set-up at random.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track

from model import load_ruleset
from simulate import Game
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.learned.table import choosing
from simulate.playing.learned import LearnedTable
from simulate.playing.rows import blank_rows
from tests.strength import SEED, Z95, closing, stamp, write

RECORD = Path(__file__).parents[1] / "verification" / "ablation.json"
PLAYER, AGAINST, RULES = "planner-v2", "planner", "revised-2021"
ARMS: dict[str, dict[str, float]] = {
    "as it ships": {},
    "no second opinion": {"second": 0.0, "leaves": 1},
    "second opinion alone": {"second": 1e6},
    "equal values kept": {"distinct": 0.0},
    "last two rounds not wider": {"late": 0},
    "half of a rival's VP taken off": {"rivals": 0.5},
    "width 4 (last rounds 8)": {"width": 4, "late_width": 8},
    "width 16 (last rounds 32)": {"width": 16, "late_width": 32},
}
"""Lines of the record: what is changed of the player's dial, see `network.DIAL`."""
HEAD = f"{'':<32}{'wins':>16}{'margin, VP':>16}{'difference, VP':>18}{'CPU ms a game':>15}"


class Played(NamedTuple):
    """Games of one player against others alike: by deal, shape (deals,), and their time."""

    wins: np.ndarray  # share of its wins
    margin: np.ndarray  # its VP less those of the others
    seconds: float  # of the processor, all seats together


def played(cast: tuple[str, ...], changed: dict[str, float], players: int, deals: int) -> Played:
    """Play each deal once from every seat, with some of the first player's settings changed."""
    table = LearnedTable(compile_ruleset(load_ruleset(RULES)), cast, players)
    for name, value in changed.items():
        table.dials[name][0] = value
    codes, games = np.minimum(np.arange(players), 1), deals * players
    rows = blank_rows(games, players)
    warm = blank_rows(players, players)  # whatever has to be compiled or loaded first
    table.play(codes, SEED - 1, (players, False), (0, 0, players), warm)
    began = time.process_time()
    failed = table.play(codes, SEED, (players, False), (0, 0, games), rows)
    seconds = time.process_time() - began
    assert failed < 0, f"game {failed} met an error"
    found = rows.players
    mine = found["policy"] == 0
    own, theirs = (found["vp"][which].reshape(deals, -1).mean(axis=1) for which in (mine, ~mine))
    return Played(found["win"][mine].reshape(deals, -1).mean(axis=1), own - theirs, seconds)


def interval(sample: np.ndarray) -> tuple[float, float]:
    """The mean over deals, and half of its 95% interval."""
    return float(sample.mean()), float(Z95 * sample.std(ddof=1) / len(sample) ** 0.5)


def measured(players: int, deals: int) -> list[dict[str, Any]]:
    """A line for each of `ARMS`, of this number of deals.

    The time is that of the player's own seat: what is left of that of the games without the share
    that games of the others alone take.
    """
    others = played((AGAINST, AGAINST), {}, players, max(2, deals // 2))
    a_seat = others.seconds / len(others.wins) / players**2
    lines: list[dict[str, Any]] = []
    shipped = None
    for name, changed in track(ARMS.items(), f"{PLAYER} against {AGAINST}, {players} players"):
        found = played((PLAYER, AGAINST), changed, players, deals)
        shipped = shipped or found
        seconds = found.seconds / deals / players - (players - 1) * a_seat
        lines.append(
            {
                "arm": name,
                "changed": changed,
                "players": players,
                "deals": deals,
                "wins": interval(found.wins),
                "margin": interval(found.margin),
                "difference": interval(found.margin - shipped.margin),
                "milliseconds": 1000 * seconds,
                "theirs": 1000 * a_seat,
            }
        )
    return lines


def set_up(players: int, deals: int) -> dict[str, Any]:
    """What its set-up wins against others like it that choose theirs at random.

    Each deal is played once with each seat as the one that chooses.
    """
    rules, pick = load_ruleset(RULES), choosing(PLAYER)
    wins, margins = np.zeros((deals, players)), np.zeros((deals, players))
    for deal in track(range(deals), f"set-up, {players} players"):
        for seat in range(players):
            lots = random.Random(deal * players + seat)
            game = Game(rules, players, seed=SEED + deal)
            while not game.over:
                legal = game.legal()
                by_lot = game.player != seat and game.state.phase in (
                    c.PH_FREE_GUESTS,
                    c.PH_SETUP_ROOMS,
                )
                game.apply(lots.choice(legal) if by_lot else pick(game, legal))
            first = np.array(game.ranks()) == 1
            wins[deal, seat] = first[seat] / first.sum()
            vp = np.array(game.scores())
            margins[deal, seat] = vp[seat] - np.delete(vp, seat).mean()
    return {
        "players": players,
        "deals": deals,
        "wins": interval(wins.mean(axis=1)),
        "margin": interval(margins.mean(axis=1)),
    }


def line(one: dict[str, Any]) -> str:
    """A line of the table."""
    wins, more = one["wins"]
    difference = "" if not one["changed"] else "{:+.1f} ± {:.1f}".format(*one["difference"])
    return (
        f"{one['arm']:<32}{f'{wins:.1%} ± {more:.1%}':>16}"
        f"{'{:+.1f} ± {:.1f}'.format(*one['margin']):>16}{difference:>18}"
        f"{one['milliseconds']:>15.1f}"
    )


def report(made: dict[str, Any]) -> str:
    """The record as text."""
    lines, chosen = made["lines"], made["set_up"]
    title = "What each part of planner-v2 is worth"
    first = lines[0]
    return "\n".join(
        [
            title,
            "=" * len(title),
            "",
            f"{PLAYER} against {AGAINST}, {RULES}, {first['players']} players: {first['deals']}",
            "mirrored deals, the same in every line, with 95% intervals by deal. Difference: of",
            "the margin, from the first line's. CPU: of its own seat;",
            f"one of {AGAINST} took {first['theirs']:.1f} ms.",
            "",
            HEAD,
            *map(line, lines),
            "",
            f"{PLAYER} against itself with a set-up at random (guest and rooms),"
            f" {chosen['players']} players, {chosen['deals']} deals:",
            "wins {:.1%} ± {:.1%}, ".format(*chosen["wins"])
            + "margin {:+.1f} ± {:.1f} VP.".format(*chosen["margin"]),
            *closing(
                made,
                [
                    f"python -m tests.ablation --deals {first['deals']}"
                    f" --deals-set-up {chosen['deals']}"
                ],
            ),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--deals-set-up", type=int, default=1000)
    given = parser.parse_args()
    made = {
        **stamp([RULES], [PLAYER, AGAINST]),
        "lines": measured(2, given.deals),
        "set_up": set_up(2, given.deals_set_up),
    }
    write(RECORD, made, report(made))


if __name__ == "__main__":
    main()

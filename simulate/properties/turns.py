"""Turns in trails of positions: those that could go on forever, and rounds cut short.

Suppose a position recurs within a turn: the same cards, rooms, dice and pending decisions, and
every player with at least as many krones, goods, steps and VP as before. Then the same actions are
legal again, and the turn need not end. If something grew, it can grow without bound.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simulate.engine import codes as c
from simulate.engine.state import GAME

# What a player may gain without making another action illegal.
STORES = ("krones", "emperor", "vp", "kitchen")
# Records of the game, with no influence within the turn.
RECORDS = ("decisions", "place", "rerolls")
RECORDS_OF_PLAYERS = ("vp_by", "most_krones", "guest_vp", "strengthened", "action_steps",
                      "action_goods")  # fmt: skip
HOT = GAME.fields["staff_entry"][1]  # type: ignore[index]
"""Bytes of a record that influence play."""


@dataclass(frozen=True)
class Loop:
    """Positions ``first`` and ``last`` of a trail between which nothing was lost. ``gain``: what
    grew, in words; empty if nothing did."""

    first: int
    last: int
    gain: str


def turn_numbers(games: np.ndarray) -> np.ndarray:
    """The turn, or step of another phase, to which each position of a trail belongs."""
    parts = [games[name].astype(np.int64) for name in ("round_no", "phase", "step", "turns")]
    changed = np.zeros(len(games), bool)
    for part in parts:
        changed[1:] |= part[1:] != part[:-1]
    return np.cumsum(changed)


def loop_in(games: np.ndarray) -> Loop | None:
    """The first loop within a turn of a trail; None if there is none."""
    turns = turn_numbers(games)
    bare = games.copy()
    stores = np.concatenate(
        [games["players"][name].reshape(len(games), -1).astype(np.int64) for name in STORES], axis=1
    )
    for name in (*STORES, *RECORDS_OF_PLAYERS):
        bare["players"][name] = 0
    for name in RECORDS:
        bare[name] = 0
    top = bare["top"].astype(np.int64)
    bare["frames"][np.arange(bare["frames"].shape[1])[None, :] >= top[:, None]] = 0
    rows = bare.view(np.uint8).reshape(len(bare), -1)[:, :HOT]
    seen: dict[bytes, list[int]] = {}
    turn = -1
    for at in range(len(games)):
        if turns[at] != turn:
            seen, turn = {}, int(turns[at])
        if top[at] == 0:
            continue
        earlier = seen.setdefault(rows[at].tobytes(), [])
        for before in earlier:
            if (stores[at] >= stores[before]).all():
                return Loop(before, at, grown(games[before], games[at]))
        earlier.append(at)
    return None


def grown(before: np.void, after: np.void) -> str:
    """The gains of players in the second position, in words."""
    words = {"krones": "krones", "emperor": "emperor steps", "vp": "VP", "kitchen": "goods"}
    found = []
    for name, word in words.items():
        gain = after["players"][name].astype(np.int64) - before["players"][name]
        if gain.sum() > 0:
            found.append(f"{int(gain.sum())} {word}")
    return ", ".join(found)


def most_gained(games: np.ndarray) -> tuple[int, int]:
    """The most VP that one player gained within one turn of a trail, and the position at which that
    turn begins."""
    turns = turn_numbers(games)
    starts = np.flatnonzero(np.diff(turns, prepend=-1))
    best, where = 0, 0
    vp = games["players"]["vp"].astype(np.int64)
    for first, end in zip(starts, [*starts[1:], len(games)]):
        if int(games["phase"][first]) != c.PH_TURNS:
            continue
        gain = int((vp[first:end].max(axis=0) - vp[first]).max())
        if gain > best:
            best, where = gain, int(first)
    return best, where


def longest_turn(games: np.ndarray) -> int:
    """The most decisions within one turn of a trail."""
    during = turn_numbers(games)[games["phase"] == c.PH_TURNS]
    return int(np.bincount(during).max()) if len(during) else 0


def cut_short(games: np.ndarray) -> bool:
    """Did a round of this trail end before all had both turns, although nobody had passed?"""
    n = int(games["n_players"][0])
    playing = np.flatnonzero(games["phase"] == c.PH_TURNS)
    rounds = games["round_no"][playing]
    for number in np.unique(rounds):
        at = int(playing[np.flatnonzero(rounds == number)[-1]])
        if at == len(games) - 1:
            continue  # the trail ends within the round
        last = games[at]
        players = last["players"][:n]
        taken = players["turns_taken"].astype(np.int64)
        if last["top"] and last["frames"][0]["kind"] == c.F_TURN:
            taken[int(last["frames"][0]["player"])] += 1
        if not players["passed_once"].any() and (taken < 2).any():
            return True
    return False

"""What came of the soak, as text and as JSON."""

from __future__ import annotations

import json
import platform
from collections import Counter
from datetime import UTC, datetime

from simulate.fingerprint import PLAYER, RULES, fingerprint
from tests.soak.checks import DEEP, STEPPED
from tests.soak.keeper import Keeper
from tests.soak.plan import PLAYERS, POLICIES, SAMPLE


def counted(keeper: Keeper) -> dict[str, int]:
    """What was played, killed, compared and checked, in numbers."""
    state, parts = keeper.state, keeper.parts
    done = state.done.values()
    again = [parts[int(number)] for number in state.again]
    return {
        "games": keeper.games,
        "runs": len(state.done),
        "rulesets": len({str(part.rules) for part in parts}),
        "kills": state.kills,
        "runs met by a kill": len(state.met),
        "runs played again uninterrupted": len(again),
        "their games": sum(part.games for part in again),
        "of them with other bytes": sum(not same for same in state.again.values()),
        "rows checked": sum(one.get("rows", 0) for one in done),
        "games compared row by row with a replay": sum(one.get("deep", 0) for one in done),
        "states checked against all invariants": sum(one.get("states", 0) for one in done),
        "runs with something wrong": len(keeper.wrong),
    }


def made(keeper: Keeper) -> dict[str, object]:
    """When and by what it was made."""
    names = [RULES, *(PLAYER + policy for policy in POLICIES)]
    state = keeper.state
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}", "began": state.began, "commit": state.commit,
        "code": state.code, "python": platform.python_version(), "seconds": round(state.seconds),
        "play": fingerprint(names),
    }  # fmt: skip


def as_json(keeper: Keeper) -> str:
    """The record for programs."""
    wrong = {str(keeper.parts[n]): problems for n, problems in keeper.wrong.items()}
    return json.dumps({**made(keeper), "counts": counted(keeper), "wrong": wrong}, indent=1) + "\n"


def as_text(keeper: Keeper) -> str:
    """The record for people."""
    about, state = made(keeper), keeper.state
    play = about["play"]
    assert isinstance(play, dict)
    mix: Counter[tuple[int, str]] = Counter()
    for number in state.done:
        part = keeper.parts[int(number)]
        mix[part.players, part.policy] += part.games
    lines = [
        "Soak: recorded games over all rulesets, killed at random all the while",
        "======================================================================",
        "",
        f"began        {state.began}, ended {about['date']}; {state.seconds / 3600:.1f} hours"
        " of processes beside other work",
        f"version      commit {state.commit}, code {state.code}, Python {about['python']}",
        *(f"play         {digest}  {name}" for name, digest in play.items()),
        "",
        *(f"{number:>15,}  {what}" for what, number in counted(keeper).items()),
        "",
        "games          " + "".join(f"{policy:>14}" for policy in POLICIES),
        *(
            f"  {players} players    "
            + "".join(f"{mix[players, policy]:>14,}" for policy in POLICIES)
            for players in PLAYERS
        ),
        "",
        "Each run was checked byte by byte (as `gah data check` does), all its rows against the",
        f"rules of scoring and of the end of a game, {DEEP} games row by row against a replay (as",
        f"`--deep` does); the first {STEPPED:.1%} of its games were played again under all",
        "invariants at every step, and come to the same VP and ranks. One run of "
        f"{SAMPLE}, and each",
        "that a kill met, was played again uninterrupted in a process of its own and compared by",
        "the SHA-256 of all its files.",
        "",
    ]
    if len(state.done) < len(keeper.parts):
        lines.append(f"UNFINISHED: {len(keeper.parts) - len(state.done):,} runs are still to do.")
    for number, problems in keeper.wrong.items():
        lines += [f"WRONG  {keeper.parts[number]}: {problem}" for problem in problems]
    if not keeper.wrong:
        lines.append("No error, no broken invariant, no byte that differs.")
    return "\n".join(lines) + "\n"

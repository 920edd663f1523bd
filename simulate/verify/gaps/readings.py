"""Is a transcript of an open position played differently under another reading of its ruling?"""

from __future__ import annotations

from typing import Any

from model import UserError
from model.gaps import gaps
from model.sources import sources
from simulate.referee.document import Document
from simulate.referee.position import start_of
from simulate.referee.rules import resolve
from simulate.referee.stepper import Stepper
from simulate.verify.gaps.replay import follow
from simulate.words.lexicon import Lexicon


def switches(gap: str) -> list[str]:
    """The rulings of a position whose readings play differently."""
    every = sources().ruling
    return [id for id in gaps()[gap].rulings if every[id].status == "switch"]


def differs(document: Document, gap: str) -> bool:
    """Is the transcript played differently under another reading of a ruling of its position?"""
    played = course(document, document.rules.rulings)
    in_force = resolve(document.rules)[0].rulings
    return any(
        course(document, {**document.rules.rulings, id: reading}) != played
        for id in switches(gap)
        if id in in_force
        for reading in sources().ruling[id].readings
        if reading != in_force[id]
    )


def course(document: Document, rulings: dict[str, str]) -> list[Any]:
    """The legal actions at each decision of a transcript, the row at its end, and the seats' state.

    It stops at a step that is not legal under the rulings.
    """
    ruleset, program = resolve(document.rules.model_copy(update={"rulings": rulings}))
    lexicon = Lexicon(ruleset, document.names, program)
    stepper = Stepper(program, *start_of(document, lexicon))
    found: list[Any] = []
    try:
        for _ in follow(stepper, document, lexicon):
            found.append(sorted(stepper.legal()))
    except UserError:
        return [*found, "illegal"]
    seats = stepper.g.players[: stepper.g.n_players]
    return [
        *found,
        stepper.g.row.tolist(),
        [
            (p.vp, p.krones, p.emperor, p.vacant, p.occupied, p.hand_size, p.kitchen.tolist())
            for p in seats
        ],
    ]

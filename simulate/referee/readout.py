"""A state as plain data in the words of positions, and as lines to read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from simulate.narration.changes import cards, dice_text
from simulate.narration.setting import lounge_line, row_line, status_line
from simulate.referee.fields import GAME, SEAT
from simulate.referee.fields.field import FieldView
from simulate.referee.position import said
from simulate.referee.stepper import Stepper
from simulate.words.lexicon import Lexicon
from simulate.words.names import seat_name


def state_of(lexicon: Lexicon, stepper: Stepper) -> dict[str, Any]:
    """The whole state as plain data: the table, the players' belongings, the legal actions."""
    view = FieldView(lexicon, stepper.g, unknown=stepper.unknown)
    found = {"over": stepper.over, **said(view, (field for field in GAME if field.shown))}
    if stepper.player >= 0:
        found["player"] = lexicon.players[stepper.player]
    found["players"] = {
        name: said(view.of(seat), (field for field in SEAT if field.shown))
        for seat, name in enumerate(lexicon.players)
    }
    return {**found, "legal": stepper.legal_words()}


def state_text(lexicon: Lexicon, stepper: Stepper) -> Iterator[str]:
    """The state in lines to read."""
    g, names = stepper.g, lexicon.names
    yield f"round {g.round_no}, dice {dice_text(g)}"
    yield row_line(names, g)
    if names.rules.coloured_dice:
        yield lounge_line(names, g)
    for seat, name in enumerate(lexicon.players):
        line = status_line(names, g, seat).removeprefix(f"= {seat_name(seat)}")
        if seat in stepper.unknown.open:
            line = re.sub(r" \d+ cards? in hand,", "", line)
        yield f"{name}{line}; hand: {_hand(lexicon, stepper, seat)}"
    if stepper.player >= 0:
        yield f"{lexicon.players[stepper.player]} may: {', '.join(stepper.legal_words())}"


def _hand(lexicon: Lexicon, stepper: Stepper, seat: int) -> str:
    """The known cards of a hand."""
    p, unknown = stepper.g.players[seat], stepper.unknown
    known = [card for card in cards(p, "hand") if card not in unknown.staff]
    parts = [lexicon.names.staff_cost(card) for card in known]
    n = len(unknown.stand_ins(p))
    if seat in unknown.open:
        parts.append("others, if any, are not known" if parts else "not known")
    elif n:
        parts.append("1 card not known" if n == 1 else f"{n} cards not known")
    return ", ".join(parts) or "no cards"

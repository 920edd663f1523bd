"""The celebrities of the lounge, and those who help a player for the round."""

from __future__ import annotations

from typing import Any

from model import UserError
from simulate.engine import codes as c
from simulate.engine.abilities import rebuild_abilities
from simulate.referee.fields.base import some
from simulate.referee.fields.field import Field, FieldView, Stage
from simulate.referee.kinds import (
    CELEBRITY,
    IN_ORDER,
    ON_TOP,
    Cards,
    Counts,
    numbers_text,
    pile,
)
from simulate.referee.laying import distinct, exactly
from simulate.referee.values import Met, Waits, write_met

NONE = -1


def _lay_lounge(v: FieldView, lounge: list[int]) -> None:
    if len(lounge) > v.rules.coloured_dice:
        raise UserError(f"the lounge has {v.rules.coloured_dice} places")
    v.g.lounge[:] = [*lounge, *[NONE] * (c.LOUNGE - len(lounge))]


def _lay_out_lounge(v: FieldView, lounge: list[int]) -> None:
    exactly(lounge, int(v.rules.coloured_dice))
    _lay_lounge(v, lounge)


def _lay_waited(v: FieldView, waited: list[int]) -> None:
    if len(waited) > v.rules.coloured_dice:
        raise UserError(f"the lounge has {v.rules.coloured_dice} places")
    longest = max(1, int(v.rules.n_waits)) - 1
    if any(n > longest for n in waited):
        raise UserError(f"waiting time is at most {longest} rounds")
    v.g.lounge_waited[:] = [*waited, *[0] * (c.LOUNGE - len(waited))]


def _apart(v: FieldView, celebrities: list[int]) -> None:
    """Raises UserError for a celebrity who is already elsewhere."""
    held = [i for p in v.g.players[: v.g.n_players] for i in p.celebrities]
    distinct([*celebrities, *some([*v.g.lounge, *held])], "celebrity")


def _lay_discard(v: FieldView, discard: list[int]) -> None:
    _apart(v, discard)
    v.g.celebrity_discard[: len(discard)] = discard
    v.g.celebrity_discard_size = len(discard)


def _lay_deck(v: FieldView, deck: list[int]) -> None:
    discard = v.pieces.celebrity_discard()
    _apart(v, [*deck, *discard])
    if v.rules.coloured_dice:
        v.pieces.set_celebrities(deck, discard)


def _lounge(v: FieldView) -> list[int]:
    return [int(i) for i in v.g.lounge[: v.rules.coloured_dice]]


GAME = (
    Field(
        "lounge", "the celebrities of the red, blue and yellow die (`null`: nobody)",
        pile(CELEBRITY, IN_ORDER, 3, gaps=True), _lounge, _lay_lounge, _lay_out_lounge,
        Stage.TABLE,
    ),
    Field(
        "waited", 'for how many rounds each of them has waited, `"0 2 1"`',
        Counts(Waits, [], text=numbers_text),
        lambda v: [int(n) for n in v.g.lounge_waited[: v.rules.coloured_dice]], _lay_waited,
        stage=Stage.TABLE, said=lambda v, waited: any(waited),
    ),
    Field(
        "celebrity_discard", "celebrities who left and were not shuffled back",
        pile(CELEBRITY), lambda v: v.pieces.celebrity_discard(), _lay_discard, stage=Stage.DECKS,
    ),
    Field(
        "celebrity_deck",
        "the next celebrities of the deck, as far as they are known, in the order in which they"
        " come",
        pile(CELEBRITY, ON_TOP), lambda v: v.pieces.celebrity_deck(), _lay_deck, _lay_deck,
        Stage.DECKS, shown=False,
    ),
)  # fmt: skip


def _meet(v: FieldView, met: list[int]) -> None:
    for place, celebrity in enumerate(met):
        if celebrity >= 0:
            if celebrity in v.g.lounge:
                name = v.lexicon.keyed_name("celebrity", celebrity)
                raise UserError(f"{name} waits in the lounge")
            v.held.meet(celebrity, place)


def _used(v: FieldView) -> list[int]:
    return [
        int(i) for place, i in enumerate(v.p.celebrities)
        if i >= 0 and v.p.celebrity_used >> place & 1
    ]  # fmt: skip


def _lay_used(v: FieldView, used: list[int]) -> None:
    met = [int(i) for i in v.p.celebrities]
    for celebrity in used:
        if celebrity not in met:
            name = v.lexicon.keyed_name("celebrity", celebrity)
            raise UserError(f"{name} does not help this player")
        v.p.celebrity_used |= 1 << met.index(celebrity)
    if used:
        rebuild_abilities(v.rules, v.p)


def _met(v: FieldView) -> list[int]:
    return [int(i) for i in v.p.celebrities]


def _anybody(v: FieldView, met: Any) -> bool:
    return bool(some(met))


def _ignored(v: FieldView) -> list[int]:
    """The good ignored at each table in this round: 1 + its number, 0 for none."""
    short = [[good + 1 for good in range(c.GOODS) if row[good] < 0] for row in v.p.missing]
    return [goods[0] if goods else 0 for goods in short[: v.p.tables]]


def _lay_ignored(v: FieldView, goods: list[int]) -> None:
    for table, number in enumerate(goods):
        if not number:
            continue
        if number > c.GOODS:
            raise UserError(f"{number}; goods are numbered 1 to {c.GOODS}")
        if table >= v.p.tables or v.p.cafe[table] < 0 or v.p.missing_total[table]:
            raise UserError(f"at table {table + 1} there is no filled order")
        v.p.missing[table, number - 1] = -1


SEAT = (
    Field(
        "celebrities",
        'the celebrities met, by the die that brought them, `{"red": "Marie Curie"}`',
        Cards(Met, [None] * c.LOUNGE, write_met, thing=CELEBRITY, order=IN_ORDER), _met, _meet,
        said=_anybody,
    ),
    Field(
        "celebrities_used", "the celebrities already used", pile(CELEBRITY, most=3), _used,
        _lay_used,
    ),
    Field(
        "ignored",
        "by table, the good ignored in the order that is missing again after the round: 1 strudel,"
        ' 2 cake, 3 wine, 4 coffee, 5 champagne, 0 none, `"0 3"`',
        Counts(Waits, [], text=numbers_text), _ignored, _lay_ignored, stage=Stage.LAST,
        said=lambda v, goods: any(goods), claimed=False, shown=False,
    ),
)  # fmt: skip

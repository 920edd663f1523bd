"""Why actions of `decisions/celebrities.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.dice import coloured_left
from simulate.engine.state import FIRST_CELEBRITY
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.words.spelling import DICE_WORDS


def refuse_use_celebrity(case: Case) -> Reason | None:
    place, p = case.a, case.p
    if place >= c.LOUNGE or p.celebrities[place] < 0:
        which = f"of the {DICE_WORDS[place + 1]} die " if place < c.LOUNGE else ""
        return case.because(
            f"no celebrity {which}helps {case.player} in this round",
            "lounge.meet",
            "lounge.whole-round",
        )
    name = case.names.celebrity(int(p.celebrities[place]))
    card = FIRST_CELEBRITY + int(p.celebrities[place])
    if not case.rules.card_effect_n[card]:
        return case.because(f"{name} helps by being there: there is nothing to use")
    if p.celebrity_used >> place & 1:
        return case.because(f"{name} has been used in this round already", "lounge.whole-round")
    return case.because(f"what {name} does would change nothing now")


def refuse_ignore_good(case: Case) -> Reason | None:
    """A good of an order that need not be served."""
    table, p = case.a, case.p
    if not p.ignore_good:
        return case.because(
            f"nobody lets {case.player} ignore a good of an order", "celebrity.freud"
        )
    if table >= p.tables or p.cafe[table] < 0:
        return case.because(f"nobody sits at table {table + 1} of {case.player}")
    guest = case.table(table)
    if case.rules.guest_goods[p.cafe[table]] < 2:
        return case.because(
            f"{guest} orders a single item: it cannot be ignored", "celebrity.freud.single"
        )
    return case.because(
        f"{guest} still wants {int(p.missing_total[table])} goods, not one", "celebrity.freud"
    )


def refuse_remove_die(case: Case) -> Reason | None:
    if case.a >= c.LOUNGE:
        return case.because("there is no such coloured die")
    word = DICE_WORDS[case.a + 1]
    left = int(coloured_left(case.g))
    return case.because(
        f"the {word} die is not among the {left} that are left", "coloured-dice.pass-coloured"
    )


REASONS: Reasons = {
    (c.F_TURN, c.IGNORE_GOOD): refuse_ignore_good,
    (c.F_TURN, c.USE_CELEBRITY): refuse_use_celebrity,
    (c.F_REMOVE_DIE, c.REMOVE_DIE): refuse_remove_die,
}

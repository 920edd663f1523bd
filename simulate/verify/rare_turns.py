"""Rare turns of a game: their names, and which rulesets allow them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulate.decisions.ranges import has_effect, some_card
from simulate.engine import codes as c

Possible = Callable[[np.record], bool]


@dataclass(frozen=True)
class RareTurn:
    """``words``: what is counted; ``possible``: can a compiled ruleset allow it (None: any)?"""

    words: str
    possible: Possible | None = None


RARE_TURNS: dict[int, RareTurn] = {}
"""By their codes, which a tally counts them by."""


def rare(words: str, possible: Possible | None = None) -> int:
    """Declare a rare turn; returns its code."""
    RARE_TURNS[len(RARE_TURNS)] = RareTurn(words, possible)
    return len(RARE_TURNS) - 1


def says(field: str) -> Possible:
    """Does the ruleset have a nonzero number there?"""
    return lambda rules: bool(rules[field])


def card(*fields: str) -> Possible:
    """Has any card one of these abilities?"""
    return lambda rules: any(some_card(rules, field) for field in fields)


def both(one: Possible, other: Possible) -> Possible:
    """Do both hold?"""
    return lambda rules: one(rules) and other(rules)


def occupied_rooms_taken(rules: np.record) -> bool:
    """Can a penalty before the last scoring take occupied rooms (so that they may fill again)?"""
    for tile in range(rules.n_tiles):
        if rules.tile_letter[tile] < rules.n_scorings - 1:
            first = rules.tile_penalty[tile]
            for row in rules.effects[first : first + rules.tile_penalty_n[tile]]:
                if row[c.COL_CODE] == c.P_REMOVE_ROOM and row[c.COL_STATE] == c.OCCUPIED:
                    return True
    return False


def guests_kept(rules: np.record) -> bool:
    """Does a politics card count orders, or an entrance the guests of a round?"""
    counts_orders = rules.need_count[: rules.n_politics] == c.N_ORDERS
    return bool(counts_orders.any()) or some_card(rules, "round_guests_n")


def ranked(rules: np.record) -> bool:
    """Is a ballroom scored by who has the most dancers?"""
    scorings = rules.ballroom_scoring[: rules.n_ballrooms]
    return bool(np.isin(scorings, (c.B_MAJORITY, c.B_ROW_MAJORITIES)).any())


COLOURED, DANCING = says("coloured_dice"), says("ballrooms")
UNPAID, MOVED = says("unpayable_die_without_effect"), card("move_die")

X_RESHUFFLE = rare("guests' discard pile shuffled into a new deck")
X_REROLL = rare("dice rolled again after all with turns left had passed")
X_REROLLED_TWICE = rare("rounds with two or more rerolls")
X_NO_DICE = rare("rounds (or turns) without dice while turns were open")
X_WITHOUT_EFFECT = rare("die taken without effect for want of a krone", UNPAID)
X_DECLINED = rare("extra die of a staff card declined", card("dice_optional"))
X_STRENGTHENED = rare("main action strengthened for krones")
X_OVERFLOW = rare("VP for steps beyond the end of the emperor track")
X_KRONES_FULL = rare("krones reached the end of the track")
X_KRONES_LOST = rare("split for krones beyond the end of their track")
X_EXTRA_TURN = rare("extra turns", lambda rules: has_effect(rules, c.E_EXTRA_TURN))
X_NEGATIVE = rare("final scores below zero")
X_TIE_WIN = rare("wins shared between seats")
X_TIE_BROKEN = rare("equal best scores decided by leftovers")
X_FORCED_VP = rare("VP lost because the penalty itself was not possible")
X_NO_KRONE = rare("penalty not averted for want of krones")
X_AVERTED_FREE = rare(
    "penalty averted free",
    lambda rules: bool((rules.card_avert_cost[: rules.n_staff] == 0).any()),
)
X_NOTHING = rare("neither reward nor penalty at an emperor scoring")
X_NO_PLACE = rare("politics cards with no place left")
X_BARE_HOTEL = rare("last room tile of a hotel given back")
X_REFILLED = rare("group filled again whose bonus had been paid before", occupied_rooms_taken)
X_ROW_SHORT = rare("games ending with a gap in the guests' row")
X_DECK_SHORT = rare("games ending with an empty staff deck")
X_FULL_HOTEL = rare("hotels with all twenty rooms occupied")
X_TURN_WITHOUT_DIE = rare(
    "turns after the dice of a round were used up", says("no_dice_turn_turn_without_die")
)
X_SUBSTITUTED = rare("a good laid for another one", card("stands_for", "substitute"))
X_SWEPT = rare("free guests replaced since nobody took a guest in a round", says("sweep"))
X_GUESTS_KEPT = rare("shuffled into a new deck without guests who are kept", guests_kept)
X_COLOURED_DIE = rare("coloured dice taken", COLOURED)
X_COLOURED_DIE_PAID = rare("coloured dice taken for krones", COLOURED)
X_ONLY_COLOURED_DICE = rare("only coloured dice left when dice are rolled again", COLOURED)
X_COLOURED_WITHOUT_EFFECT = rare("coloured die taken without effect", both(COLOURED, UNPAID))
X_MOVED_DIE = rare("dice moved to a neighbouring space", MOVED)
X_MOVED_COLOURED_DIE = rare("coloured dice moved to a neighbouring space", both(MOVED, COLOURED))
X_CELEBRITIES_RESHUFFLED = rare(
    "celebrities' discard pile shuffled",
    both(COLOURED, lambda rules: rules.celebrities_return == c.DISCARD),
)
X_CELEBRITY_GONE = rare("celebrities discarded who waited too long", COLOURED)
X_DANCER_ON_CREDIT = rare(
    "dancer paid for with what its section brings",
    both(DANCING, says("section_bonus_before_paying")),
)
X_NO_DANCER = rare("players without a dancer in a ballroom that is scored", DANCING)
X_SHARED_RANK = rare("players who share ranks in a ballroom", both(DANCING, ranked))
X_MOST_DANCERS = rare(
    "VP of an entrance for being alone ahead in a ballroom",
    both(DANCING, card("most_dancers_vp")),
)
X_ALL_DANCERS = rare("hotels whose dancers were all sent", DANCING)
X_OUTBID = rare("bids above another one", says("entrances"))
X_ROUND_GUESTS = rare("VP of an entrance for the guests of a round", card("round_guests_n"))
X_FINAL_POLITICS = rare(
    "VP of an entrance for politics cards at the end", card("final_politics_vp")
)
X_KEY_WITHOUT_ACTION = rare("skeleton key taken without a main action", says("key"))

KEYS = {
    code: name[2:].lower().replace("_", "-")
    for name, code in globals().items()
    if name.startswith("X_")
}
"""How clauses name each."""

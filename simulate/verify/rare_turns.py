"""Rare turns of a game: what each is called, and which rulesets can bring it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulate.decisions.ranges import has_effect, some_card
from simulate.engine import codes as c
from simulate.verify import tally as t

Possible = Callable[[np.record], bool]


@dataclass(frozen=True)
class RareTurn:
    """``words``: what is counted; ``possible``: can a compiled ruleset bring it (None: any)?"""

    words: str
    possible: Possible | None = None


def says(field: str) -> Possible:
    """Has the ruleset a number there that is not 0?"""
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

RARE_TURNS = {
    t.X_RESHUFFLE: RareTurn("guests' discard pile shuffled into a new deck"),
    t.X_REROLL: RareTurn("dice rolled again after all with turns left had passed"),
    t.X_REROLLED_TWICE: RareTurn("rounds with two or more rerolls"),
    t.X_NO_DICE: RareTurn("rounds (or turns) without dice while turns were open"),
    t.X_WITHOUT_EFFECT: RareTurn("die taken without effect for want of a krone", UNPAID),
    t.X_DECLINED: RareTurn("extra die of a staff card declined", card("dice_optional")),
    t.X_STRENGTHENED: RareTurn("main action strengthened for krones"),
    t.X_OVERFLOW: RareTurn("VP for steps beyond the end of the emperor track"),
    t.X_KRONES_FULL: RareTurn("krones reached the end of the track"),
    t.X_KRONES_LOST: RareTurn("split for krones beyond the end of their track"),
    t.X_EXTRA_TURN: RareTurn("extra turns", lambda rules: has_effect(rules, c.E_EXTRA_TURN)),
    t.X_NEGATIVE: RareTurn("final scores below zero"),
    t.X_TIE_WIN: RareTurn("wins shared between seats"),
    t.X_TIE_BROKEN: RareTurn("equal best scores decided by leftovers"),
    t.X_FORCED_VP: RareTurn("VP lost because the penalty itself was not possible"),
    t.X_NO_KRONE: RareTurn("penalty not averted for want of krones"),
    t.X_AVERTED_FREE: RareTurn(
        "penalty averted free",
        lambda rules: bool((rules.card_avert_cost[: rules.n_staff] == 0).any()),
    ),
    t.X_NOTHING: RareTurn("neither reward nor penalty at an emperor scoring"),
    t.X_NO_PLACE: RareTurn("politics cards with no place left"),
    t.X_BARE_HOTEL: RareTurn("last room tile of a hotel given back"),
    t.X_REFILLED: RareTurn(
        "group filled again whose bonus had been paid before", occupied_rooms_taken
    ),
    t.X_ROW_SHORT: RareTurn("games ending with a gap in the guests' row"),
    t.X_DECK_SHORT: RareTurn("games ending with an empty staff deck"),
    t.X_FULL_HOTEL: RareTurn("hotels with all twenty rooms occupied"),
    t.X_TURN_WITHOUT_DIE: RareTurn(
        "turns after the dice of a round were used up", says("no_dice_turn_turn_without_die")
    ),
    t.X_SUBSTITUTED: RareTurn("a good laid for another one", card("stands_for", "substitute")),
    t.X_SWEPT: RareTurn("free guests replaced since nobody took a guest in a round", says("sweep")),
    t.X_GUESTS_KEPT: RareTurn("shuffled into a new deck without guests who are kept", guests_kept),
    t.X_COLOURED_DIE: RareTurn("coloured dice taken", COLOURED),
    t.X_COLOURED_DIE_PAID: RareTurn("coloured dice taken for krones", COLOURED),
    t.X_ONLY_COLOURED_DICE: RareTurn(
        "only coloured dice left when dice are rolled again", COLOURED
    ),
    t.X_COLOURED_WITHOUT_EFFECT: RareTurn(
        "coloured die taken without effect", both(COLOURED, UNPAID)
    ),
    t.X_MOVED_DIE: RareTurn("dice moved to a neighbouring space", MOVED),
    t.X_MOVED_COLOURED_DIE: RareTurn(
        "coloured dice moved to a neighbouring space", both(MOVED, COLOURED)
    ),
    t.X_CELEBRITIES_RESHUFFLED: RareTurn(
        "celebrities' discard pile shuffled",
        both(COLOURED, lambda rules: rules.celebrities_return == c.DISCARD),
    ),
    t.X_CELEBRITY_GONE: RareTurn("celebrities discarded who waited too long", COLOURED),
    t.X_DANCER_ON_CREDIT: RareTurn(
        "dancer paid for with what its section brings",
        both(DANCING, says("section_bonus_before_paying")),
    ),
    t.X_NO_DANCER: RareTurn("players without a dancer in a ballroom that is scored", DANCING),
    t.X_SHARED_RANK: RareTurn("players who share ranks in a ballroom", both(DANCING, ranked)),
    t.X_MOST_DANCERS: RareTurn(
        "VP of an entrance for being alone ahead in a ballroom",
        both(DANCING, card("most_dancers_vp")),
    ),
    t.X_ALL_DANCERS: RareTurn("hotels whose dancers were all sent", DANCING),
    t.X_OUTBID: RareTurn("bids above another one", says("entrances")),
    t.X_ROUND_GUESTS: RareTurn(
        "VP of an entrance for the guests of a round", card("round_guests_n")
    ),
    t.X_FINAL_POLITICS: RareTurn(
        "VP of an entrance for politics cards at the end", card("final_politics_vp")
    ),
    t.X_KEY_WITHOUT_ACTION: RareTurn("skeleton key taken without a main action", says("key")),
}
"""By the codes of the tally."""

KEYS = {
    code: name[2:].lower().replace("_", "-")
    for name, code in vars(t).items()
    if name.startswith("X_")
}
"""How clauses name each."""

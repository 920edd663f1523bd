"""Which actions, decisions and rare turns a ruleset can bring; those not named here always can."""

import numpy as np

from simulate.engine import codes as c
from simulate.engine.state import FIRST_CELEBRITY
from simulate.verify import tally as t
from simulate.verify.coverage_base import has_effect, loses_guests_early, some_card


def pays(rules: np.record) -> bool:
    """Are dishes and drinks of choice ever given up, for a card or as a penalty?"""
    rows = rules.effects[: rules.n_effects]
    penalty = (rows[:, c.COL_CODE] == c.P_LOSE) & (rows[:, c.COL_ITEMS] > 0)
    return bool(rules.pay_items[: rules.n_staff].any() or penalty.any())


def actions_possible(rules: np.record) -> dict[int, bool]:
    """Kinds of action that not every ruleset has."""
    dancing, coloured = bool(rules.ballrooms), bool(rules.coloured_dice)
    used = rules.card_effect_n[FIRST_CELEBRITY : FIRST_CELEBRITY + rules.n_celebrities]
    return {
        c.SPACE: has_effect(rules, c.E_USE_SPACE),
        c.CLAIM: not rules.claims_at_turn_end,
        c.KEY: bool(rules.key),
        c.IGNORE_GOOD: some_card(rules, "ignore_good"),
        c.USE_TILE: some_card(rules, "own_tiles"),
        c.USE_CELEBRITY: coloured and bool(used.any()),
        c.DANCE: dancing and bool(rules.guest_dances[: rules.n_guests].any()),
        c.SEND: dancing and has_effect(rules, c.E_SEND_DANCER),
        c.ROW_BONUS: dancing and bool(rules.row_effect_n[: rules.n_ballrooms].any()),
        c.SECTION_BONUS: dancing and not rules.section_bonus_first,
        c.PAY: pays(rules),
        c.SWAP: has_effect(rules, c.E_SWAP_GOODS),
        c.TOKEN: has_effect(rules, c.E_BONUS_TOKEN),
        c.BONUS_KIND: some_card(rules, "choose_bonus"),
        c.BID: bool(rules.entrances),
        c.REHEARSE: dancing,
        c.REMOVE_DIE: coloured,
        c.REMOVE_DANCER: dancing and has_effect(rules, c.P_REMOVE_DANCER),
    }


def decisions_possible(rules: np.record) -> dict[int, bool]:
    """Kinds of decision that not every ruleset has."""
    actions = actions_possible(rules)
    by_action = {
        c.F_SPACE: c.SPACE,
        c.F_PAY: c.PAY,
        c.F_SWAP: c.SWAP,
        c.F_TOKEN: c.TOKEN,
        c.F_BONUS_KIND: c.BONUS_KIND,
        c.F_AUCTION: c.BID,
        c.F_REHEARSAL: c.REHEARSE,
        c.F_REMOVE_DIE: c.REMOVE_DIE,
        c.F_REMOVE_DANCER: c.REMOVE_DANCER,
        c.F_SEND: c.SEND,
    }
    return {frame: actions[kind] for frame, kind in by_action.items()} | {
        c.F_DUE: bool(rules.staff_waits[: rules.n_staff].any()),
        c.F_MORE_GUESTS: some_card(rules, "more_guests"),
    }


def events_possible(rules: np.record) -> dict[int, bool]:
    """Rare turns that not every ruleset has."""
    dancing, coloured = bool(rules.ballrooms), bool(rules.coloured_dice)
    scorings = rules.ballroom_scoring[: rules.n_ballrooms]
    counts_orders = rules.need_count[: rules.n_politics] == c.N_ORDERS
    keeps = counts_orders.any() or some_card(rules, "round_guests_n")
    by_majority = ((scorings == c.B_MAJORITY) | (scorings == c.B_ROW_MAJORITIES)).any()
    moves = some_card(rules, "move_die")
    extra_die = some_card(rules, "dice_optional")
    return {
        t.X_AVERTED_FREE: bool((rules.card_avert_cost[: rules.n_staff] == 0).any()),
        t.X_REFILLED: loses_guests_early(rules),
        t.X_EXTRA_TURN: has_effect(rules, c.E_EXTRA_TURN),
        t.X_DECLINED: extra_die,
        t.X_WITHOUT_EFFECT: rules.unpayable_die == c.WITHOUT_EFFECT,
        t.X_WITHOUT_DIE: rules.no_dice_turn == c.TURN_WITHOUT_DIE,
        t.X_SUBSTITUTED: some_card(rules, "stands_for") or some_card(rules, "substitute"),
        t.X_SWEPT: bool(rules.sweep),
        t.X_KEPT: bool(keeps),
        t.X_COLOURED: coloured,
        t.X_COLOURED_PAID: coloured,
        t.X_COLOURED_LEFT: coloured,
        t.X_COLOURED_WITHOUT: coloured and rules.unpayable_die == c.WITHOUT_EFFECT,
        t.X_MOVED: moves,
        t.X_MOVED_COLOURED: moves and coloured,
        t.X_CELEBRITIES: coloured and rules.celebrities_return == c.DISCARD,
        t.X_CELEBRITY_GONE: coloured,
        t.X_CREDIT: dancing and bool(rules.section_bonus_first),
        t.X_ABSENT: dancing,
        t.X_SHARED_RANK: dancing and bool(by_majority),
        t.X_MOST_DANCERS: dancing and some_card(rules, "most_dancers_vp"),
        t.X_ALL_DANCERS: dancing,
        t.X_OUTBID: bool(rules.entrances),
        t.X_ROUND_GUESTS: some_card(rules, "round_guests_n"),
        t.X_FINAL_POLITICS: some_card(rules, "final_politics_vp"),
        t.X_KEY_ALONE: bool(rules.key),
    }

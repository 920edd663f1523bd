"""Which rare turns a ruleset can bring; those not named here always can."""

import numpy as np

from simulate.decisions.ranges import has_effect, some_card
from simulate.engine import codes as c
from simulate.verify import tally as t
from simulate.verify.coverage_base import loses_guests_early


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
        t.X_WITHOUT_EFFECT: bool(rules.unpayable_die_without_effect),
        t.X_WITHOUT_DIE: bool(rules.no_dice_turn_turn_without_die),
        t.X_SUBSTITUTED: some_card(rules, "stands_for") or some_card(rules, "substitute"),
        t.X_SWEPT: bool(rules.sweep),
        t.X_KEPT: bool(keeps),
        t.X_COLOURED: coloured,
        t.X_COLOURED_PAID: coloured,
        t.X_COLOURED_LEFT: coloured,
        t.X_COLOURED_WITHOUT: coloured and bool(rules.unpayable_die_without_effect),
        t.X_MOVED: moves,
        t.X_MOVED_COLOURED: moves and coloured,
        t.X_CELEBRITIES: coloured and rules.celebrities_return == c.DISCARD,
        t.X_CELEBRITY_GONE: coloured,
        t.X_CREDIT: dancing and bool(rules.section_bonus_before_paying),
        t.X_ABSENT: dancing,
        t.X_SHARED_RANK: dancing and bool(by_majority),
        t.X_MOST_DANCERS: dancing and some_card(rules, "most_dancers_vp"),
        t.X_ALL_DANCERS: dancing,
        t.X_OUTBID: bool(rules.entrances),
        t.X_ROUND_GUESTS: some_card(rules, "round_guests_n"),
        t.X_FINAL_POLITICS: some_card(rules, "final_politics_vp"),
        t.X_KEY_ALONE: bool(rules.key),
    }

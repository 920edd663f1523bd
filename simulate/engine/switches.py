"""How the readings of rulings reach the engine: a flag for each question of two answers."""

from __future__ import annotations

from typing import NamedTuple


class Switch(NamedTuple):
    """A flag of the program: does `Procedure` have this reading in this field."""

    field: str
    procedure: str
    reading: str


SWITCHES = (
    Switch("seat_freed_before", "seat_freed", "before"),
    Switch("claims_at_turn_end", "politics_claim", "turn-end"),
    Switch("section_bonus_first", "section_bonus", "before-paying"),
    Switch("dancer_after_reward", "dancer_paid", "after-reward"),
    Switch("row_refill_one", "row_refill", "one"),
    Switch("asked_when_paid", "staff_asked", "paying"),
    Switch("guest_any_time", "guest_moment", "any-time"),
    Switch("empty_last", "empty_action", "last-resort"),
    Switch("emperor_after", "emperor_staff", "after-reward"),
    Switch("groups_at_once", "effect_groups", "at-once"),
    Switch("under_as_drawn", "under_deck", "as-drawn"),
    Switch("bells_in_turns", "bells", "turns"),
    Switch("bell_single", "bell_sum", "single-effect"),
    Switch("swaps_count", "swapped_goods", "received"),
    Switch("supply_counts", "supplied_goods", "received"),
    Switch("empty_unusable", "empty_space", "not-usable"),
    Switch("bells_from_play", "bell_start", "in-play"),
    Switch("bells_when_left", "bell_orders", "left"),
    Switch("orders_when_filled", "politics_orders", "filled"),
    Switch("hired_at_once", "hire_answer", "at-once"),
    Switch("waiting_in_turn", "waiting_cards", "own-turn"),
    Switch("ignored_lacks", "ignored_good", "lacks-again"),
    Switch("cells_once", "cell_points", "once"),
    Switch("idle_answered", "idle_die", "answered"),
    Switch("new_staff_late", "new_die_staff", "too-late"),
    Switch("lines_once", "lines_again", "once"),
    Switch("bell_groups_once", "bell_groups", "once"),
    Switch("first_again", "first_rooms", "again"),
    Switch("guests_apart", "second_guest", "any-time"),
    Switch("shuffle_at_once", "guest_shuffle", "at-once"),
    Switch("lines_last", "line_bonus", "last"),
    Switch("column_first", "line_order", "column-first"),
    Switch("skipped_passes", "skipped_turn", "passed"),
    Switch("fill_must", "fill_order", "must"),
    Switch("idle_tiles_kept", "idle_tile", "not-usable"),
    Switch("rest_after", "offer_rest", "after-effect"),
    Switch("gifts_first", "die_gifts", "before-action"),
    Switch("late_seat_kept", "late_seat", "chosen"),
    Switch("last_too_late", "last_action_staff", "not-paid"),
)
"""What the engine asks; `compile.py` translates the questions of more than two answers."""

"""The program: a ruleset as one record of arrays, of the same type for every ruleset.

Another edition, patch or card only changes numbers in these fields: no code is compiled again.
"""

from typing import get_args

from model.schema import Procedure
from simulate.engine import codes as c
from simulate.engine.ability_table import ABILITIES
from simulate.engine.state import (
    MAX_CARDS,
    MAX_CELEBRITIES,
    MAX_ENTRANCES,
    MAX_GUESTS,
    MAX_PLAYERS,
    MAX_REHEARSAL,
    MAX_STAFF,
    record,
)

MAX_EFFECTS, MAX_TRIGGERS, MAX_BOARDS, MAX_GROUPS = 1024, 224, 8, 20
MAX_POLITICS, MAX_TILES, MAX_NEEDS, MAX_TRACK = 32, 32, 4, 24
MAX_BALLROOMS, MAX_TOKENS, MAX_PLACES = 8, 7, 8
MAX_BONUS_TABLES = 8

# A flag for each reading of each two-valued question of `Procedure`, such as `fill_order_must`.
READINGS = {
    f"{field}_{reading}".replace("-", "_"): (field, reading)
    for field, given in Procedure.model_fields.items()
    if len(get_args(given.annotation)) == 2
    for reading in get_args(given.annotation)
}

PROGRAM = record(
    # the game and its set-up
    ("rounds", "i2"),
    ("start_krones", "i2"),
    ("krones_by_place", "i2", (MAX_PLAYERS,)),
    ("start_kitchen", "i2", (c.GOODS,)),
    ("hand", "i2"),
    ("free_guests", "i2"),
    ("setup_rooms", "i2"),
    ("setup_rooms_mandatory", "i2"),
    ("hands", "i2"),
    ("day_boards", "i2"),
    ("first_board", "i2"),
    ("n_boards", "i2"),
    ("dice", "i2", (MAX_PLAYERS + 1,)),
    ("coloured_dice", "i2"),
    ("coloured_price", "i2"),
    ("turn_tiles", "i2", (MAX_PLAYERS + 1, MAX_PLAYERS, 2)),
    # tracks and scorings
    ("krones_max", "i2"),
    ("emperor_max", "i2"),
    ("emperor_vp", "i2", (MAX_TRACK,)),
    ("emperor_overflow_vp", "i2"),
    ("n_scorings", "i2"),
    ("scoring_round", "i2", (8,)),
    ("retreat", "i2", (8,)),
    ("reward_from", "i2"),
    ("penalty_up_to", "i2"),
    ("penalty_forced", "i2"),
    ("final_krone_vp", "i2"),
    ("final_good_vp", "i2"),
    ("stranded_vp", "i2"),
    # prices
    ("row_cost", "i2", (5,)),
    ("sweep", "i2"),
    ("tables", "i2"),
    ("strengthen_cost", "i2"),
    ("strengthen_dice", "i2"),
    ("strengthen_times", "i2"),  # how often a turn
    ("serve_cost", "i2"),
    ("serve_goods", "i2"),
    # main actions, by face 1..6
    ("action", "i2", (c.FACES + 1,)),
    (
        "action_goods",
        "i2",
        (c.FACES + 1, 3),
    ),  # up to three goods, none taken more than the one before
    ("action_goods_n", "i2", (c.FACES + 1,)),
    ("copy_cost", "i2", (c.FACES + 1,)),  # of the spaces that copy
    # hotels
    ("floor_cost", "i2", (c.FLOORS,)),
    ("floor_vp", "i2", (c.FLOORS,)),
    ("cell_vp", "i2", (c.ROOMS,)),
    ("cell_vp_again", "i2"),
    ("n_bonus_tables", "i2"),  # 0: the printed one; others replace it for an entrance's owner
    ("bonus", "i2", (MAX_BONUS_TABLES, c.ROOM_COLOURS, 6)),  # amount by group size
    ("bonus_kind", "i2", (c.ROOM_COLOURS,)),  # column of the gain
    ("colour", "i1", (MAX_BOARDS, c.ROOMS)),
    ("colour_mask", "i4", (MAX_BOARDS, c.ROOM_COLOURS)),
    ("group_of", "i1", (MAX_BOARDS, c.ROOMS)),
    ("group_mask", "i4", (MAX_BOARDS, MAX_GROUPS)),
    ("group_size", "i1", (MAX_BOARDS, MAX_GROUPS)),
    ("group_colour", "i1", (MAX_BOARDS, MAX_GROUPS)),
    ("n_groups", "i1", (MAX_BOARDS,)),
    # procedure
    ("bonus_timing", "i2"),
    ("staff_bonus_timing", "i2"),
    ("answers_when", "i2"),
    *((flag, "i2") for flag in READINGS),
    ("asked_again", "i2"),  # do some staff answer the reward, and are checked as they pay
    ("serve_least", "i2"),
    ("points_before", "i2"),
    ("row_bonus_one", "i2"),
    # guests
    ("n_guests", "i2"),
    ("guest_number", "i2", (MAX_GUESTS,)),
    ("guest_colour", "i1", (MAX_GUESTS,)),
    ("guest_order", "i1", (MAX_GUESTS, c.GOODS)),
    ("guest_goods", "i1", (MAX_GUESTS,)),
    ("guest_vp", "i2", (MAX_GUESTS,)),
    ("guest_dances", "i1", (MAX_GUESTS,)),
    ("guest_reward", "i2", (MAX_GUESTS,)),
    ("guest_reward_n", "i2", (MAX_GUESTS,)),
    # staff
    ("n_staff", "i2"),
    ("staff_number", "i2", (MAX_STAFF,)),
    ("staff_cost", "i2", (MAX_STAFF,)),
    ("staff_hired_vp", "i2", (MAX_STAFF,)),
    ("staff_timing", "i1", (MAX_STAFF,)),
    ("staff_set", "i1", (MAX_STAFF,)),  # beginner set 0..3, -1: none
    ("staff_waits", "i1", (MAX_STAFF,)),  # usable only after its trigger
    ("staff_gains", "i1", (MAX_STAFF,)),  # 1: gains among its effects cannot be left
    ("staff_pays", "i1", (MAX_STAFF,)),  # using it has a cost:
    ("pay_goods", "i1", (MAX_STAFF, c.GOODS)),
    ("pay_items", "i1", (MAX_STAFF,)),
    ("pay_krones", "i1", (MAX_STAFF,)),
    ("pay_emperor", "i1", (MAX_STAFF,)),
    ("staff_copies", "i1", (MAX_STAFF,)),  # scores as another hotel's card would
    # cards with abilities: staff, celebrities, entrances (see state.FIRST_CELEBRITY)
    ("card_effect", "i2", (MAX_CARDS,)),
    ("card_effect_n", "i2", (MAX_CARDS,)),
    ("card_trigger", "i2", (MAX_CARDS,)),
    ("card_trigger_n", "i2", (MAX_CARDS,)),
    ("card_dice", "i2", (MAX_CARDS, c.FACES + 1)),
    ("card_dice_optional", "i1", (MAX_CARDS, c.FACES + 1)),
    ("card_dice_apart", "i1", (MAX_CARDS, c.FACES + 1)),
    ("dice_apart", "i1"),  # are there any
    *((f"card_{a.field}", "i1", (MAX_CARDS, *a.shape)) for a in ABILITIES),
    ("card_substitute_good", "i1", (MAX_CARDS,)),
    ("card_tables", "i1", (MAX_CARDS,)),
    ("card_round_guests_n", "i1", (MAX_CARDS,)),
    ("card_round_filled", "i1", (MAX_CARDS,)),
    ("card_round_guests", "i1", (MAX_CARDS, MAX_PLACES)),
    ("card_own_politics", "i1", (MAX_CARDS,)),
    ("card_own_politics_vp", "i1", (MAX_CARDS, 3)),
    ("card_final_politics_vp", "i1", (MAX_CARDS, 7)),
    ("card_own_tiles", "i1", (MAX_CARDS,)),
    ("card_own_tiles_steps", "i1", (MAX_CARDS, 3)),
    ("card_own_tiles_answered", "i1", (MAX_CARDS,)),
    # events that cards in play answer
    ("trigger_event", "i1", (MAX_TRIGGERS,)),
    ("trigger_faces", "i2", (MAX_TRIGGERS,)),
    ("trigger_timing", "i1", (MAX_TRIGGERS,)),
    ("trigger_must", "i1", (MAX_TRIGGERS,)),
    ("trigger_colour", "i1", (MAX_TRIGGERS,)),
    ("trigger_min_goods", "i1", (MAX_TRIGGERS,)),
    ("trigger_max_goods", "i1", (MAX_TRIGGERS,)),
    ("trigger_rewarded", "i1", (MAX_TRIGGERS,)),
    ("trigger_to_reward", "i1", (MAX_TRIGGERS,)),  # answers the reward of the guest
    ("trigger_effect", "i2", (MAX_TRIGGERS,)),
    ("trigger_effect_n", "i2", (MAX_TRIGGERS,)),
    # politics and emperor tiles, in the model's order
    ("n_politics", "i2"),
    ("politics_number", "i8", (MAX_POLITICS,)),  # ties chance to the card, see setup.pick
    ("politics_letter", "i1", (MAX_POLITICS,)),
    ("politics_needs", "i1", (MAX_POLITICS,)),
    ("need_count", "i1", (MAX_POLITICS, MAX_NEEDS)),
    ("need_arg", "i2", (MAX_POLITICS, MAX_NEEDS)),
    ("need_at_least", "i2", (MAX_POLITICS, MAX_NEEDS)),
    ("n_places", "i1", (MAX_POLITICS,)),
    ("place_vp", "i2", (MAX_POLITICS, MAX_PLAYERS)),
    ("n_tiles", "i2"),
    ("tile_number", "i8", (MAX_TILES,)),
    ("tile_letter", "i1", (MAX_TILES,)),
    ("tile_reward", "i2", (MAX_TILES,)),
    ("tile_reward_n", "i2", (MAX_TILES,)),
    ("tile_penalty", "i2", (MAX_TILES,)),
    ("tile_penalty_n", "i2", (MAX_TILES,)),
    ("tile_forced", "i1", (MAX_TILES,)),
    ("tile_or_vp", "i2", (MAX_TILES,)),  # -1: no alternative
    # ballrooms and rehearsal rooms; rows from the bottom
    ("ballrooms", "i2"),
    ("absent_vp", "i2"),
    ("n_ballrooms", "i2"),
    ("ballroom_number", "i8", (MAX_BALLROOMS,)),
    ("row_champagne", "i1", (MAX_BALLROOMS, c.ROWS)),
    ("row_seats", "i1", (MAX_BALLROOMS, c.ROWS, MAX_PLAYERS + 1)),
    ("row_effect", "i2", (MAX_BALLROOMS, c.ROWS)),
    ("row_effect_n", "i2", (MAX_BALLROOMS, c.ROWS)),
    ("ballroom_scoring", "i1", (MAX_BALLROOMS,)),
    ("ballroom_per", "i1", (MAX_BALLROOMS,)),
    ("ballroom_vp_n", "i1", (MAX_BALLROOMS, MAX_PLAYERS + 1)),
    ("ballroom_vp", "i1", (MAX_BALLROOMS, MAX_PLAYERS + 1, MAX_PLACES)),
    ("n_rehearsal", "i2"),
    ("all_rehearsal_rooms", "i2"),
    ("rehearsal_number", "i8", (MAX_REHEARSAL,)),
    ("n_sections", "i1", (MAX_REHEARSAL,)),
    ("section_dancers", "i1", (MAX_REHEARSAL, c.SECTIONS)),
    ("section_effect", "i2", (MAX_REHEARSAL, c.SECTIONS)),
    ("section_effect_n", "i2", (MAX_REHEARSAL, c.SECTIONS)),
    # celebrities and entrances: cards of their own numbers
    ("n_celebrities", "i2"),
    ("celebrity_number", "i8", (MAX_CELEBRITIES,)),
    ("n_waits", "i2"),
    ("waited_vp", "i1", (4,)),
    ("celebrities_return", "i2"),
    ("entrances", "i2"),
    ("n_entrances", "i2"),
    ("entrance_number", "i8", (MAX_ENTRANCES,)),
    ("entrance_kitchen", "i1", (MAX_ENTRANCES, c.GOODS)),
    ("entrance_effect", "i2", (MAX_ENTRANCES,)),
    ("entrance_effect_n", "i2", (MAX_ENTRANCES,)),
    ("entrance_active", "i1", (MAX_ENTRANCES,)),  # 1: before its one-time effects
    ("entrance_late", "i1", (MAX_ENTRANCES,)),  # 1: these come at the end of the set-up
    ("entrance_rooms", "i1", (MAX_ENTRANCES,)),
    ("entrance_free_rooms", "i1", (MAX_ENTRANCES,)),
    ("n_tokens", "i2"),
    ("token_effect", "i2", (MAX_TOKENS, 2)),  # upper, lower
    ("token_effect_n", "i2", (MAX_TOKENS, 2)),
    # the skeleton key
    ("key", "i2"),
    ("key_goods", "i2"),
    ("key_without_dice", "i2"),
    ("key_strength", "i2"),
    ("key_krones", "i2", (MAX_PLAYERS - 1,)),
    # effects
    ("n_effects", "i2"),
    ("effects", "i2", (MAX_EFFECTS, c.EFFECT_WIDTH)),
)

"""The program: a ruleset as one record of arrays, of the same type for every ruleset.

Another edition, patch or card is other numbers in the same fields: no code is compiled anew for it.
"""

from simulate.engine import codes as c
from simulate.engine.state import MAX_GUESTS, MAX_PLAYERS, MAX_STAFF, record

MAX_EFFECTS, MAX_TRIGGERS, MAX_BOARDS, MAX_GROUPS = 768, 160, 8, 20
MAX_POLITICS, MAX_TILES, MAX_NEEDS, MAX_TRACK = 24, 24, 4, 24

PROGRAM = record(
    # the game and its set-up
    ("rounds", "i2"),
    ("start_krones", "i2"),
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
    ("bonus", "i2", (c.ROOM_COLOURS, 6)),  # amount by group size
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
    ("seat_freed_before", "i2"),
    ("no_dice_turn", "i2"),
    ("unpayable_die", "i2"),
    # guests
    ("n_guests", "i2"),
    ("guest_number", "i2", (MAX_GUESTS,)),
    ("guest_colour", "i1", (MAX_GUESTS,)),
    ("guest_order", "i1", (MAX_GUESTS, c.GOODS)),
    ("guest_goods", "i1", (MAX_GUESTS,)),
    ("guest_vp", "i2", (MAX_GUESTS,)),
    ("guest_reward", "i2", (MAX_GUESTS,)),
    ("guest_reward_n", "i2", (MAX_GUESTS,)),
    # staff
    ("n_staff", "i2"),
    ("staff_number", "i2", (MAX_STAFF,)),
    ("staff_cost", "i2", (MAX_STAFF,)),
    ("staff_timing", "i1", (MAX_STAFF,)),
    ("staff_set", "i1", (MAX_STAFF,)),  # beginner set 0..3, -1: none
    ("staff_effect", "i2", (MAX_STAFF,)),
    ("staff_effect_n", "i2", (MAX_STAFF,)),
    ("staff_copies", "i1", (MAX_STAFF,)),  # scores what another hotel's card would
    ("staff_trigger", "i2", (MAX_STAFF,)),
    ("staff_trigger_n", "i2", (MAX_STAFF,)),
    ("staff_dice", "i2", (MAX_STAFF, c.FACES + 1)),
    ("staff_dice_optional", "i1", (MAX_STAFF, c.FACES + 1)),
    ("staff_room_cost", "i1", (MAX_STAFF, c.ROOM_COLOURS)),
    ("staff_serve_cost", "i1", (MAX_STAFF,)),
    ("staff_guest_cost", "i1", (MAX_STAFF,)),
    ("staff_copy_cost", "i1", (MAX_STAFF,)),
    ("staff_both_tracks", "i1", (MAX_STAFF, c.FACES + 1)),
    ("staff_avert_cost", "i1", (MAX_STAFF,)),
    # what permanent staff answer
    ("trigger_event", "i1", (MAX_TRIGGERS,)),
    ("trigger_faces", "i2", (MAX_TRIGGERS,)),
    ("trigger_timing", "i1", (MAX_TRIGGERS,)),
    ("trigger_colour", "i1", (MAX_TRIGGERS,)),
    ("trigger_min_goods", "i1", (MAX_TRIGGERS,)),
    ("trigger_max_goods", "i1", (MAX_TRIGGERS,)),
    ("trigger_effect", "i2", (MAX_TRIGGERS,)),
    ("trigger_effect_n", "i2", (MAX_TRIGGERS,)),
    # politics and emperor tiles, in the model's order
    ("n_politics", "i2"),
    ("politics_number", "i8", (MAX_POLITICS,)),  # ties chance to the card, see setup.pick
    ("politics_letter", "i1", (MAX_POLITICS,)),
    ("politics_needs", "i1", (MAX_POLITICS,)),
    ("need_count", "i1", (MAX_POLITICS, MAX_NEEDS)),
    ("need_colour", "i1", (MAX_POLITICS, MAX_NEEDS)),
    ("need_at_least", "i2", (MAX_POLITICS, MAX_NEEDS)),
    ("n_places", "i2"),
    ("place_vp", "i2", (8,)),
    ("n_tiles", "i2"),
    ("tile_number", "i8", (MAX_TILES,)),
    ("tile_letter", "i1", (MAX_TILES,)),
    ("tile_reward", "i2", (MAX_TILES,)),
    ("tile_reward_n", "i2", (MAX_TILES,)),
    ("tile_penalty", "i2", (MAX_TILES,)),
    ("tile_penalty_n", "i2", (MAX_TILES,)),
    ("tile_or_vp", "i2", (MAX_TILES,)),  # -1: no alternative
    # effects
    ("n_effects", "i2"),
    ("effects", "i2", (MAX_EFFECTS, c.EFFECT_WIDTH)),
)

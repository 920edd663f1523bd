"""Compile a ruleset of the model into the program that the engine executes."""

import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from model import Ruleset, UserError
from simulate.engine import codes as c
from simulate.engine.program import (
    MAX_EFFECTS,
    MAX_NEEDS,
    MAX_POLITICS,
    MAX_TILES,
    MAX_TRIGGERS,
    PROGRAM,
)
from simulate.engine.state import MAX_GUESTS, MAX_STAFF, MAX_TABLES

GOODS_WORDS = ("strudel", "cake", "wine", "coffee")
COLOUR_WORDS = {"blue": c.BLUE, "red": c.RED, "yellow": c.YELLOW, "green": c.GREEN}
TIMING_WORDS = {"once": c.ONCE, "round": c.ROUND, "permanent": c.PERMANENT, "end": c.END}
COUNT_WORDS = {
    "occupied_rooms": c.N_OCCUPIED,
    "rooms": c.N_ROOMS,
    "staff": c.N_STAFF,
    "groups": c.N_GROUPS,
    "floors": c.N_FLOORS,
    "columns": c.N_COLUMNS,
    "full_colours": c.N_FULL_COLOURS,
    "colour_sets": c.N_COLOUR_SETS,
    "politics": c.N_POLITICS,
    "emperor": c.N_EMPEROR,
    "krones": c.N_KRONES,
}
FROM_WORDS = {
    "highest": c.FROM_HIGHEST,
    "next-floor-below": c.FROM_NEXT_FLOOR_BELOW,
    "same-column-below": c.FROM_SAME_COLUMN_BELOW,
}
STATE_WORDS = {"vacant": c.VACANT, "occupied": c.OCCUPIED}
ACTION_WORDS = {
    "goods": c.A_GOODS,
    "prepare": c.A_PREPARE,
    "tracks": c.A_TRACKS,
    "hire": c.A_HIRE,
    "copy": c.A_COPY,
}
DIE_TIMING_WORDS = {
    "with": c.WITH_DIE,
    "before-or-after": c.BEFORE_OR_AFTER,
    "before": c.BEFORE,
    "after": c.AFTER,
}
HANDS_WORDS = {"dealt": c.HANDS_DEALT, "draft": c.HANDS_DRAFT, "beginner": c.HANDS_BEGINNER}
BONUS_TIMING_WORDS = {"before-or-after": c.BEFORE_OR_AFTER, "before": c.BEFORE, "after": c.AFTER}

PRICE_CAP = 99


class Compiler:
    """Fills one program record from a ruleset. Effect rows are appended as they are met."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.program = np.zeros(1, dtype=PROGRAM)
        self.rules = self.program[0]
        self.guests = sorted(ruleset.guests_in_play)
        self.staff = sorted(ruleset.staff)
        self.politics = list(ruleset.politics.cards)
        self.tiles = sorted(ruleset.emperor_tile)
        self.boards = list(ruleset.boards)
        self.triggers = 0

    def compile(self) -> np.ndarray:
        """The program, shape (1,). Raises UserError where a ruleset exceeds the engine's arrays."""
        self.limit("guests", len(self.guests), MAX_GUESTS)
        self.limit("staff cards", len(self.staff), MAX_STAFF)
        self.limit("politics cards", len(self.politics), MAX_POLITICS)
        self.limit("emperor tiles", len(self.tiles), MAX_TILES)
        self.limit("cafe tables", self.ruleset.cafe.tables, MAX_TABLES)
        self.numbers()
        self.actions()
        self.hotels()
        self.procedure()
        for index, number in enumerate(self.guests):
            self.guest(index, number)
        for index, number in enumerate(self.staff):
            self.staff_card(index, number)
        for index, key in enumerate(self.politics):
            self.politics_card(index, key)
        for index, key in enumerate(self.tiles):
            self.emperor_tile(index, key)
        return self.program

    def limit(self, what: str, have: int, allowed: int) -> None:
        if have > allowed:
            raise UserError(f"{self.ruleset.label}: {have} {what}; the engine takes {allowed}")

    def numbers(self) -> None:
        r, o = self.ruleset, self.rules
        o.rounds = r.game.rounds
        o.start_krones = r.setup.krones
        o.start_kitchen[:] = [getattr(r.setup.kitchen, word) for word in GOODS_WORDS]
        o.hand = r.setup.hand
        o.free_guests = r.setup.free_guests
        o.setup_rooms = r.setup.rooms
        o.setup_rooms_mandatory = r.setup.rooms_mandatory
        o.hands = HANDS_WORDS[r.setup.hands]
        for players, dice in r.dice.count.items():
            o.dice[players] = dice
        for players, tiles in r.turn_order.tiles.items():
            o.turn_tiles[players, : len(tiles)] = tiles
        o.krones_max = r.tracks.krones_max
        o.emperor_max = len(r.tracks.emperor_vp) - 1
        o.emperor_vp[: len(r.tracks.emperor_vp)] = r.tracks.emperor_vp
        o.emperor_overflow_vp = r.tracks.emperor_overflow_vp
        o.n_scorings = len(r.emperor.rounds)
        o.scoring_round[: o.n_scorings] = r.emperor.rounds
        o.retreat[: o.n_scorings] = r.emperor.retreat
        o.reward_from = r.emperor.reward_from
        o.penalty_up_to = r.emperor.penalty_up_to
        o.penalty_forced = r.emperor.penalty_alternative == "forced"
        o.final_krone_vp = r.final.krone_vp
        o.final_good_vp = r.final.good_vp
        o.stranded_vp = r.final.stranded_guest_vp
        o.row_cost[:] = r.row.costs
        o.tables = r.cafe.tables
        o.strengthen_cost = r.strengthen.krones
        o.strengthen_dice = r.strengthen.dice
        o.strengthen_times = r.strengthen.per_turn
        o.serve_cost = r.serve.krones
        o.serve_goods = r.serve.goods
        o.n_places = len(r.politics.places)
        o.place_vp[: o.n_places] = r.politics.places

    def actions(self) -> None:
        o = self.rules
        for face, action in self.ruleset.actions.items():
            o.action[face] = ACTION_WORDS[action.do]
            if action.do == "goods":
                o.action_goods_n[face] = len(action.goods)
                goods = [GOODS_WORDS.index(word) for word in action.goods]
                o.action_goods[face, : len(goods)] = goods
            elif action.do == "copy":
                o.copy_cost[face] = action.krones

    def hotels(self) -> None:
        hotel, o = self.ruleset.hotel, self.rules
        o.floor_cost[:] = hotel.floor_costs
        o.floor_vp[:] = hotel.floor_vp
        for cell, vp in hotel.cell_vp.items():
            o.cell_vp[cell] = vp
        o.cell_vp_again = hotel.cell_vp_again
        bonus = hotel.occupancy_bonus
        for colour, amounts, column in (
            (c.BLUE, bonus.blue.vp, c.COL_VP),
            (c.RED, bonus.red.krones, c.COL_KRONES),
            (c.YELLOW, bonus.yellow.emperor, c.COL_EMPEROR),
        ):
            o.bonus[colour, 1 : len(amounts) + 1] = amounts
            o.bonus_kind[colour] = column
        o.n_boards = len(self.boards)
        for b, name in enumerate(self.boards):
            board = self.ruleset.boards[name]
            for cell, word in enumerate(board.cells):
                o.colour[b, cell] = COLOUR_WORDS[word]
                o.colour_mask[b, COLOUR_WORDS[word]] |= 1 << cell
            o.n_groups[b] = len(board.groups)
            for group, cells in enumerate(board.groups):
                o.group_size[b, group] = len(cells)
                o.group_colour[b, group] = COLOUR_WORDS[board.cells[cells[0]]]
                for cell in cells:
                    o.group_of[b, cell] = group
                    o.group_mask[b, group] |= 1 << cell
        o.day_boards = self.ruleset.setup.boards == "day"
        o.first_board = 1 if o.day_boards else 0

    def procedure(self) -> None:
        p, o = self.ruleset.procedure, self.rules
        o.bonus_timing = BONUS_TIMING_WORDS[p.occupancy_bonus]
        o.staff_bonus_timing = BONUS_TIMING_WORDS[p.staff_bonus]
        o.seat_freed_before = p.seat_freed == "before"
        o.no_dice_turn = c.ROUND_ENDS if p.no_dice_turn == "round-ends" else c.TURN_WITHOUT_DIE
        without = p.unpayable_die == "without-effect"
        o.unpayable_die = c.WITHOUT_EFFECT if without else c.SKIP_DIE

    def guest(self, index: int, number: int) -> None:
        card, o = self.ruleset.guest[number], self.rules
        o.n_guests = index + 1
        o.guest_number[index] = number
        o.guest_colour[index] = COLOUR_WORDS[card.colour]
        o.guest_order[index] = [getattr(card.order, word) for word in GOODS_WORDS]
        o.guest_goods[index] = card.order.total
        o.guest_vp[index] = card.vp
        o.guest_reward[index] = self.rules.n_effects
        o.guest_reward_n[index] = self.effects(card.reward)

    def staff_card(self, index: int, number: int) -> None:
        card, o = self.ruleset.staff[number], self.rules
        o.n_staff = index + 1
        o.staff_number[index] = number
        o.staff_cost[index] = card.cost
        o.staff_timing[index] = TIMING_WORDS[card.timing]
        o.staff_set[index] = "ABCD".index(card.set) if card.set else -1
        o.staff_copies[index] = any(effect.do == "copy_final" for effect in card.effects)
        o.staff_effect[index] = o.n_effects
        o.staff_effect_n[index] = self.effects(card.effects)
        o.staff_room_cost[index] = PRICE_CAP
        o.staff_serve_cost[index] = PRICE_CAP
        o.staff_guest_cost[index] = PRICE_CAP
        o.staff_copy_cost[index] = PRICE_CAP
        o.staff_avert_cost[index] = -1
        o.staff_trigger[index] = self.triggers
        for ability in card.abilities:
            self.ability(index, ability)
        o.staff_trigger_n[index] = self.triggers - o.staff_trigger[index]

    def ability(self, index: int, ability: Any) -> None:
        o, kind = self.rules, ability.kind
        if kind == "strength":
            for face in ability.faces:
                o.staff_dice[index, face] += ability.dice
                o.staff_dice_optional[index, face] |= ability.optional
        elif kind == "both_tracks":
            for face in ability.faces:
                o.staff_both_tracks[index, face] = 1
        elif kind == "room_cost":
            o.staff_room_cost[index, COLOUR_WORDS[ability.colour]] = ability.krones
        elif kind == "serve_cost":
            o.staff_serve_cost[index] = ability.krones
        elif kind == "guest_cost":
            o.staff_guest_cost[index] = ability.krones
        elif kind == "copy_cost":
            o.staff_copy_cost[index] = ability.krones
        elif kind == "avert_penalty":
            o.staff_avert_cost[index] = ability.krones
        else:
            self.trigger(ability)

    def trigger(self, ability: Any) -> None:
        o, t = self.rules, self.triggers
        self.limit("answering abilities", t + 1, MAX_TRIGGERS)
        self.triggers += 1
        o.trigger_colour[t] = c.ANY_COLOUR
        o.trigger_max_goods[t] = 99
        if ability.kind == "on_die":
            o.trigger_event[t] = c.ON_DIE
            o.trigger_faces[t] = sum(1 << face for face in ability.faces)
            o.trigger_timing[t] = DIE_TIMING_WORDS[ability.timing]
        elif ability.kind in ("on_guest_leaves", "on_order_filled"):
            leaves = ability.kind == "on_guest_leaves"
            o.trigger_event[t] = c.ON_GUEST_LEAVES if leaves else c.ON_ORDER_FILLED
            if ability.colour:
                o.trigger_colour[t] = COLOUR_WORDS[ability.colour]
            o.trigger_min_goods[t] = ability.min_goods
            if ability.max_goods is not None:
                o.trigger_max_goods[t] = ability.max_goods
        elif ability.kind == "on_room_occupied":
            o.trigger_event[t] = c.ON_ROOM_OCCUPIED
        elif ability.kind == "on_emperor_reward":
            o.trigger_event[t] = c.ON_EMPEROR_REWARD
        else:
            raise UserError(f"{self.ruleset.label}: the engine does not know {ability.kind!r}")
        o.trigger_effect[t] = o.n_effects
        o.trigger_effect_n[t] = self.effects(ability.effects)

    def politics_card(self, index: int, key: str) -> None:
        card, o = self.ruleset.politics.cards[key], self.rules
        self.limit(f"conditions on {key}", len(card.needs), MAX_NEEDS)
        o.n_politics = index + 1
        o.politics_number[index] = stable_number(key)
        o.politics_letter[index] = "ABC".index(card.letter)
        o.politics_needs[index] = len(card.needs)
        for i, need in enumerate(card.needs):
            o.need_count[index, i] = COUNT_WORDS[need.count]
            o.need_colour[index, i] = COLOUR_WORDS[need.colour] if need.colour else c.ANY_COLOUR
            o.need_at_least[index, i] = need.at_least

    def emperor_tile(self, index: int, key: str) -> None:
        tile, o = self.ruleset.emperor_tile[key], self.rules
        o.n_tiles = index + 1
        o.tile_number[index] = stable_number(key)
        o.tile_letter[index] = "ABC".index(tile.letter)
        o.tile_reward[index] = o.n_effects
        o.tile_reward_n[index] = self.effects(tile.reward)
        o.tile_penalty[index] = o.n_effects
        o.tile_penalty_n[index] = self.effects(tile.penalty)
        o.tile_or_vp[index] = -1 if tile.or_lose_vp is None else tile.or_lose_vp

    def effects(self, effects: Iterable[Any]) -> int:
        """Append effect rows; return how many."""
        n = 0
        for effect in effects:
            self.limit("effects", self.rules.n_effects + 1, MAX_EFFECTS)
            self.rules.effects[self.rules.n_effects] = effect_row(effect)
            self.rules.n_effects += 1
            n += 1
        return n


def effect_row(effect: Any) -> list[int]:
    """One effect or penalty of the model as a row of the effect table, length EFFECT_WIDTH."""
    row = [0] * c.EFFECT_WIDTH
    do = effect.do
    if do == "gain":
        row[0] = c.E_GAIN
        row[1:5] = [getattr(effect, word) for word in GOODS_WORDS]
        row[c.COL_KRONES : c.COL_VP + 1] = [effect.krones, effect.emperor, effect.vp]
    elif do == "prepare":
        row[0:5] = [c.E_PREPARE, effect.rooms, discount(effect), effect.floors, effect.occupied]
    elif do == "occupy":
        row[0:4] = [c.E_OCCUPY, effect.rooms, 0, effect.floors]
    elif do == "hire":
        row[0:3] = [c.E_HIRE, effect.cards, discount(effect)]
    elif do == "draw_and_hire":
        row[0:3] = [c.E_DRAW_AND_HIRE, effect.cards, discount(effect)]
    elif do == "score" or do == "lose_score":
        limit = getattr(effect, "max", None)
        colour = getattr(effect, "colour", None)
        row[0:5] = [
            c.E_SCORE if do == "score" else c.P_LOSE_SCORE,
            effect.vp,
            COUNT_WORDS[effect.per],
            COLOUR_WORDS[colour] if colour else c.ANY_COLOUR,
            c.NO_LIMIT if limit is None else limit,
        ]
    elif do == "lose":
        row[0] = c.P_LOSE
        row[c.COL_KRONES], row[c.COL_VP] = effect.krones, effect.vp
    elif do == "empty":
        row[0:3] = [c.P_EMPTY, effect.kitchen, effect.cafe]
    elif do == "remove_room":
        row[0:4] = [c.P_REMOVE_ROOM, 1, STATE_WORDS[effect.state], FROM_WORDS[effect.from_]]
    elif do == "remove_staff":
        row[0:3] = [c.P_REMOVE_STAFF, effect.cards, TIMING_WORDS[effect.timing]]
    elif do == "use_action_space" or do == "extra_turn":
        code = c.E_USE_SPACE if do == "use_action_space" else c.E_EXTRA_TURN
        row[0] = code
        row[c.COL_FLAG] = (
            c.X_STRENGTHEN * effect.strengthen
            + c.X_DIE_BONUSES * effect.die_bonuses
            + c.X_ACTION * getattr(effect, "action", True)
            + c.X_DIE * getattr(effect, "die", False)
        )
    else:
        code, field = COUNTED[do]
        row[0:2] = [code, getattr(effect, field) if field else 1]
    return row


COUNTED = {
    "choose_goods": (c.E_CHOOSE_GOODS, "goods"),
    "draw": (c.E_DRAW, "cards"),
    "take_guest": (c.E_TAKE_GUEST, "guests"),
    "fill_order": (c.E_FILL_ORDER, "guests"),
    "copy_final": (c.E_COPY_FINAL, ""),
    "bury_staff": (c.P_BURY_STAFF, "cards"),
}


def stable_number(key: str) -> int:
    """A number that depends on a card's key alone, for cards without a printed number."""
    return zlib.crc32(key.encode())


def discount(effect: Any) -> int:
    """Krones off the price; enough to cover every price if it is free."""
    return c.FREE if effect.free else effect.discount


def compile_ruleset(ruleset: Ruleset) -> np.ndarray:
    """Compile a ruleset into a program, shape (1,); ``program[0]`` is what the engine takes."""
    return Compiler(ruleset).compile()

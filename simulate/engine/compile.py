"""Compile a ruleset of the model into the program that the engine executes."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from model import Ruleset, UserError
from simulate.engine import codes as c
from simulate.engine.compile_abilities import ability, no_abilities, trigger
from simulate.engine.compile_words import (
    ACTION_WORDS,
    BONUS_TIMING_WORDS,
    COLOUR_WORDS,
    COUNT_WORDS,
    GAIN_ANSWER_WORDS,
    GOODS_WORDS,
    HANDS_WORDS,
    SCORING_WORDS,
    TIMING_WORDS,
    argument,
    stable_number,
)
from simulate.engine.effects import effect_row
from simulate.engine.program import (
    MAX_BALLROOMS,
    MAX_EFFECTS,
    MAX_NEEDS,
    MAX_POLITICS,
    MAX_TILES,
    MAX_TOKENS,
    MAX_TRIGGERS,
    PROGRAM,
    READINGS,
)
from simulate.engine.state import (
    FIRST_CELEBRITY,
    FIRST_ENTRANCE,
    MAX_CELEBRITIES,
    MAX_ENTRANCES,
    MAX_GUESTS,
    MAX_REHEARSAL,
    MAX_ROUNDS,
    MAX_STAFF,
    MAX_TABLES,
)


class Compiler:
    """Fills one program record from a ruleset. Effect rows are appended as they are encountered."""

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
        """The program, shape (1,). Raises UserError if a ruleset exceeds the engine's arrays."""
        self.limit("guests", len(self.guests), MAX_GUESTS)
        self.limit("staff cards", len(self.staff), MAX_STAFF)
        self.limit("politics cards", len(self.politics), MAX_POLITICS)
        self.limit("emperor tiles", len(self.tiles), MAX_TILES)
        self.limit("rounds", self.ruleset.game.rounds, MAX_ROUNDS)
        self.limit("café tables", self.ruleset.cafe.tables, MAX_TABLES)
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
        self.ballrooms()
        self.rehearsal_rooms()
        self.celebrities()
        self.entrances()
        self.skeleton_key()
        o = self.rules
        o.asked_again = o.staff_asked_paying and o.trigger_to_reward.any()
        return self.program

    def limit(self, what: str, have: int, allowed: int) -> None:
        if have > allowed:
            raise UserError(f"{self.ruleset.label}: {have} {what}; the engine takes {allowed}")

    def numbers(self) -> None:
        r, o = self.ruleset, self.rules
        o.rounds = r.game.rounds
        o.start_krones = r.setup.krones
        o.krones_by_place[:] = r.setup.krones_by_place
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
        o.sweep = r.row.sweep
        o.tables = r.cafe.tables
        o.strengthen_cost = r.strengthen.krones
        o.strengthen_dice = r.strengthen.dice
        o.strengthen_times = r.strengthen.per_turn
        o.serve_cost = r.serve.krones
        o.serve_goods = r.serve.goods
        o.serve_least = r.serve.least

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
            o.bonus[0, colour, 1 : len(amounts) + 1] = amounts
            o.bonus_kind[colour] = column
        o.n_bonus_tables = 1
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
        o.answers_when = GAIN_ANSWER_WORDS[p.gain_answers]
        for flag, (field, reading) in READINGS.items():
            o[flag] = getattr(p, field) == reading

    def guest(self, index: int, number: int) -> None:
        card, o = self.ruleset.guest[number], self.rules
        o.n_guests = index + 1
        o.guest_number[index] = number
        o.guest_colour[index] = COLOUR_WORDS[card.colour]
        o.guest_order[index] = [getattr(card.order, word) for word in GOODS_WORDS]
        o.guest_goods[index] = card.order.total
        o.guest_vp[index] = card.vp
        o.guest_dances[index] = card.dances
        o.guest_reward[index] = self.rules.n_effects
        o.guest_reward_n[index] = self.effects(card.reward)

    def staff_card(self, index: int, number: int) -> None:
        card, o = self.ruleset.staff[number], self.rules
        o.n_staff = index + 1
        o.staff_number[index] = number
        o.staff_cost[index] = card.cost
        o.staff_hired_vp[index] = card.hired_vp
        o.staff_timing[index] = TIMING_WORDS[card.timing]
        o.staff_set[index] = "ABCD".index(card.set) if card.set else -1
        o.staff_waits[index] = card.waits
        o.staff_copies[index] = any(effect.do == "copy_final" for effect in card.effects)
        o.pay_goods[index] = [getattr(card.pay, word) for word in GOODS_WORDS]
        o.pay_items[index] = card.pay.items
        o.pay_krones[index] = card.pay.krones
        o.pay_emperor[index] = card.pay.emperor
        swaps = any(effect.do == "swap_goods" and effect.all for effect in card.effects)
        o.staff_pays[index] = (
            swaps or card.pay.total + card.pay.items + card.pay.krones + card.pay.emperor
        )
        o.staff_gains[index] = card.gains == "come"
        self.card(index, card)

    def card(self, card: int, given: Any) -> None:
        """The common part of staff, celebrities and entrances: effects and abilities."""
        o = self.rules
        o.card_effect[card] = o.n_effects
        o.card_effect_n[card] = self.effects(getattr(given, "effects", ()))
        no_abilities(o, card)
        o.card_trigger[card] = self.triggers
        for word in given.abilities:
            if not ability(o, card, word):
                self.trigger(word)
        o.card_trigger_n[card] = self.triggers - o.card_trigger[card]

    def trigger(self, word: Any) -> None:
        o, t = self.rules, self.triggers
        self.limit("answering abilities", t + 1, MAX_TRIGGERS)
        if not trigger(o, t, word):
            raise UserError(f"{self.ruleset.label}: the engine does not know {word.kind!r}")
        self.triggers += 1
        o.trigger_effect[t] = o.n_effects
        o.trigger_effect_n[t] = self.effects(word.effects)

    def politics_card(self, index: int, key: str) -> None:
        card, o = self.ruleset.politics.cards[key], self.rules
        self.limit(f"conditions on {key}", len(card.needs), MAX_NEEDS)
        o.n_politics = index + 1
        o.politics_number[index] = stable_number(key)
        o.politics_letter[index] = "ABC".index(card.letter)
        o.politics_needs[index] = len(card.needs)
        for i, need in enumerate(card.needs):
            o.need_count[index, i] = COUNT_WORDS[need.count]
            o.need_arg[index, i] = argument(need.count, need)
            o.need_at_least[index, i] = need.at_least
        places = self.ruleset.politics.places_of(key)
        o.n_places[index] = len(places)
        o.place_vp[index, : len(places)] = places

    def emperor_tile(self, index: int, key: str) -> None:
        tile, o = self.ruleset.emperor_tile[key], self.rules
        o.n_tiles = index + 1
        o.tile_number[index] = stable_number(key)
        o.tile_letter[index] = "ABC".index(tile.letter)
        o.tile_reward[index] = o.n_effects
        o.tile_reward_n[index] = self.effects(tile.reward)
        o.tile_penalty[index] = o.n_effects
        o.tile_penalty_n[index] = self.effects(tile.penalty)
        o.tile_forced[index] = tile.alternative == "forced"
        o.tile_or_vp[index] = -1 if tile.or_lose_vp is None else tile.or_lose_vp

    def ballrooms(self) -> None:
        r, o = self.ruleset, self.rules
        o.ballrooms = r.ballrooms.in_play
        o.absent_vp = r.ballrooms.absent_vp
        self.limit("ballrooms", len(r.ballroom), MAX_BALLROOMS)
        o.n_ballrooms = len(r.ballroom)
        for b, key in enumerate(sorted(r.ballroom)):
            room = r.ballroom[key]
            o.ballroom_number[b] = stable_number(key)
            for row, given in enumerate(room.rows):
                o.row_champagne[b, row] = given.champagne
                for players, seats in given.seats.items():
                    o.row_seats[b, row, players] = seats
                o.row_effect[b, row] = o.n_effects
                o.row_effect_n[b, row] = self.effects(given.bonus)
            o.ballroom_scoring[b] = SCORING_WORDS[room.scoring.kind]
            o.ballroom_per[b] = getattr(room.scoring, "dancers", 1)
            vp = getattr(room.scoring, "vp", ())
            for players in range(2, 5):
                given_vp = by_players(vp, players)
                o.ballroom_vp_n[b, players] = len(given_vp)
                o.ballroom_vp[b, players, : len(given_vp)] = given_vp

    def rehearsal_rooms(self) -> None:
        r, o = self.ruleset, self.rules
        self.limit("rehearsal rooms", len(r.rehearsal_room), MAX_REHEARSAL)
        o.n_rehearsal = len(r.rehearsal_room)
        o.all_rehearsal_rooms = r.ballrooms.rehearsal_rooms == "all"
        for i, key in enumerate(sorted(r.rehearsal_room)):
            o.rehearsal_number[i] = stable_number(key)
            sections = r.rehearsal_room[key].sections
            o.n_sections[i] = len(sections)
            for k, section in enumerate(sections):
                o.section_dancers[i, k] = section.dancers
                o.section_effect[i, k] = o.n_effects
                o.section_effect_n[i, k] = self.effects(section.bonus)

    def celebrities(self) -> None:
        r, o = self.ruleset, self.rules
        o.coloured_dice = r.dice.coloured
        o.coloured_price = c.OTHER_DICE if r.dice.coloured_price == "other-dice" else c.WHITE_DICE
        o.celebrities_return = c.DISCARD if r.lounge.returns == "discard" else c.UNDER_DECK
        o.points_before = r.lounge.points == "before-helping"
        o.n_waits = len(r.lounge.vp)
        o.waited_vp[: o.n_waits] = r.lounge.vp
        self.limit("celebrities", len(r.celebrity), MAX_CELEBRITIES)
        o.n_celebrities = len(r.celebrity)
        for i, key in enumerate(sorted(r.celebrity)):
            o.celebrity_number[i] = stable_number(key)
            self.card(FIRST_CELEBRITY + i, r.celebrity[key])

    def entrances(self) -> None:
        r, o = self.ruleset, self.rules
        o.entrances = r.entrances.in_play
        self.limit("hotel entrances", len(r.entrance), MAX_ENTRANCES)
        o.n_entrances = len(r.entrance)
        for i, key in enumerate(sorted(r.entrance)):
            card = r.entrance[key]
            o.entrance_number[i] = stable_number(key)
            o.entrance_kitchen[i] = [getattr(card.kitchen, good) for good in GOODS_WORDS]
            o.entrance_effect[i] = o.n_effects
            o.entrance_effect_n[i] = self.effects(card.on_receipt)
            o.entrance_late[i] = card.receipt == "after-set-up"
            o.entrance_rooms[i] = card.rooms
            o.entrance_free_rooms[i] = card.free_rooms
            o.entrance_active[i] = card.active == "at-once"
            self.card(FIRST_ENTRANCE + i, card)
        self.limit("bonus tokens", len(r.bonus_token), MAX_TOKENS)
        o.n_tokens = len(r.bonus_token)
        for i, token in enumerate(r.bonus_token.values()):
            for half, effects in enumerate((token.upper, token.lower)):
                o.token_effect[i, half] = o.n_effects
                o.token_effect_n[i, half] = self.effects(effects)

    def skeleton_key(self) -> None:
        key, o = self.ruleset.skeleton_key, self.rules
        o.key = key.in_play
        o.key_goods = key.goods
        o.key_without_dice = key.without_dice
        o.key_strength = key.strength
        o.key_krones[:] = key.krones

    def effects(self, effects: Iterable[Any]) -> int:
        """Append effect rows; return how many."""
        n = 0
        for effect in effects:
            self.limit("effects", self.rules.n_effects + 1, MAX_EFFECTS)
            self.rules.effects[self.rules.n_effects] = effect_row(effect)
            self.rules.n_effects += 1
            n += 1
        return n


def by_players(vp: Any, players: int) -> tuple[int, ...]:
    """The VP of a scoring by number of players: one number, a list, or a list for each."""
    if isinstance(vp, dict):
        return tuple(vp.get(players, ()))
    return (vp,) if isinstance(vp, int) else tuple(vp)


def compile_ruleset(ruleset: Ruleset) -> np.ndarray:
    """Compile a ruleset into a program, shape (1,); the engine takes ``program[0]``."""
    return Compiler(ruleset).compile()

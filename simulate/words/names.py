"""Names of cards, rooms, goods and effects: from indices of the compiled program to words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from model import Ruleset, describe_effect
from model.words import describe_effects, describe_goods, describe_staff, many
from simulate.engine import codes as c
from simulate.engine.compile_words import COLOUR_WORDS, GOODS_WORDS
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE
from simulate.words.spelling import DICE_WORDS, ROW_WORDS, room_name

COLOUR_OF = {code: word for word, code in COLOUR_WORDS.items()}
VP_COLUMNS = {
    c.VP_GUESTS: "guests",
    c.VP_STAFF: "staff",
    c.VP_POLITICS: "politics cards",
    c.VP_TRACK: "emperor track",
    c.VP_TILES: "emperor tiles",
    c.VP_OCCUPANCY: "occupancy bonuses",
    c.VP_CELLS: "cells covered",
    c.VP_FLOORS: "occupied rooms",
    c.VP_LEFTOVERS: "goods and krones left",
    c.VP_STRANDED: "guests left in the café",
}
OF_MODULES = {
    c.VP_BALLROOMS: "ballrooms",
    c.VP_CELEBRITIES: "celebrities",
    c.VP_ENTRANCE: "the hotel entrance",
}


def krones(number: int) -> str:
    """A price in words: "free", "1 krone", "2 krones"."""
    return many(number, "krone") if number else "free"


def paid(number: int) -> str:
    """How a price is paid: "free" or "for 2 krones"."""
    return f"for {krones(number)}" if number else "free"


def seat_name(seat: int) -> str:
    """ "Seat 1" for seat 0."""
    return f"Seat {seat + 1}"


def goods_text(amounts: Iterable[int]) -> str:
    """Goods with their numbers, e.g. "2 strudel, 1 wine"; empty if there are none."""
    return ", ".join(f"{n} {word}" for n, word in zip(amounts, GOODS_WORDS, strict=False) if n)


def rooms_in(mask: int) -> list[int]:
    """The rooms of a bit set, lowest first."""
    return [room for room in range(c.ROOMS) if mask >> room & 1]


def die_word(colour: int) -> str:
    """ "a red die" for the coloured ones, "a die" for the white ones (0)."""
    return f"the {DICE_WORDS[colour]} die" if colour else "a die"


class Names:
    """Words for the indices of a program compiled from ``ruleset``.

    ``cite``: are VP printed with the clauses that give them?
    """

    def __init__(self, ruleset: Ruleset, rules: Any, *, cite: bool = False) -> None:
        self.cite = cite
        self.ruleset = ruleset
        self.rules = rules
        self.ballroom_keys = sorted(ruleset.ballroom)
        self.rehearsal_keys = sorted(ruleset.rehearsal_room)
        self.celebrity_keys = sorted(ruleset.celebrity)
        self.entrance_keys = sorted(ruleset.entrance)
        self.token_keys = list(ruleset.bonus_token)
        self.politics_keys = list(ruleset.politics.cards)
        self.tile_keys = sorted(ruleset.emperor_tile)
        self.boards = list(ruleset.boards)
        self.vp_columns = VP_COLUMNS | {
            column: text
            for column, text in OF_MODULES.items()
            if (rules.ballrooms, rules.coloured_dice, rules.entrances)[column - c.VP_BALLROOMS]
        }

    @property
    def effect_texts(self) -> dict[int, str]:
        """Words for every row of the effect table."""
        return self._effects[0]

    @property
    def effect_owners(self) -> dict[int, str]:
        """The owner of each row of the effect table; staff cards are left out."""
        return self._effects[1]

    @cached_property
    def _effects(self) -> tuple[dict[int, str], dict[int, str]]:
        rules = self.rules
        texts: dict[int, str] = {}
        owners: dict[int, str] = {}

        def note(first: int, effects: Iterable[Any]) -> None:
            for i, effect in enumerate(effects):
                texts[int(first) + i] = describe_effect(effect)

        for index in range(rules.n_guests):
            reward = self.guest_card(index).reward
            first = int(rules.guest_reward[index])
            note(first, reward)
            owned = dict.fromkeys(range(first, first + len(reward)), self.guest(index))
            owners |= owned
        for index in range(rules.n_staff):
            card = self.staff_card(index)
            note(rules.card_effect[index], card.effects)
            for first, _, effects in self.answers_of(index, card, card.name):
                note(first, effects)
        for index, key in enumerate(self.tile_keys):
            reward = self.ruleset.emperor_tile[key].reward
            note(rules.tile_reward[index], reward)
            for i in range(len(reward)):
                owners[int(rules.tile_reward[index]) + i] = f"emperor tile {key}"
            note(rules.tile_penalty[index], self.ruleset.emperor_tile[key].penalty)
        for first, owner, effects in self.effects_of_modules():
            note(first, effects)
            owners |= dict.fromkeys(range(first, first + len(effects)), owner)
        return texts, owners

    def masked(self, first: int, mask: int) -> str:
        """Words for the rows of the effect table that a bit set of a frame names."""
        rows = [i for i in range(32) if mask >> i & 1]
        return "; ".join(self.effect_texts[int(first) + i] for i in rows)

    def staff_card(self, index: int) -> Any:
        """The model's staff card."""
        return self.ruleset.staff[int(self.rules.staff_number[index])]

    def guest_card(self, index: int) -> Any:
        """The model's guest."""
        return self.ruleset.guest[int(self.rules.guest_number[index])]

    def card(self, index: int) -> str:
        """A card with abilities: staff, a celebrity or a hotel entrance (see engine.state)."""
        if index >= FIRST_ENTRANCE:
            return self.entrance(index - FIRST_ENTRANCE)
        if index >= FIRST_CELEBRITY:
            return self.celebrity(index - FIRST_CELEBRITY)
        return self.staff(index)

    def staff(self, index: int) -> str:
        """ "17 Kitchen Hand"."""
        return f"{self.rules.staff_number[index]} {self.staff_card(index).name}"

    def staff_cost(self, index: int) -> str:
        """ "17 Kitchen Hand (5)" with the printed cost."""
        return f"{self.staff(index)} ({self.rules.staff_cost[index]})"

    def staff_text(self, index: int) -> str:
        """The effects of a staff card and their timing."""
        card = self.staff_card(index)
        words = {"once": "at once", "round": "once a round", "end": "final scoring"}
        when = words.get(card.timing, "once in the game" if card.timing == "bell" else "permanent")
        return f"{when}: {describe_staff(card)}"

    def guest(self, index: int) -> str:
        """ "65 Knight of the Empire"."""
        return f"{self.rules.guest_number[index]} {self.guest_card(index).name}"

    def guest_text(self, index: int) -> str:
        """A guest with colour, order and VP."""
        card = self.guest_card(index)
        return f"{self.guest(index)} ({card.colour}: {describe_goods(card.order)}; {card.vp} VP)"

    def reward(self, index: int) -> str:
        """The whole reward of a guest in words."""
        return describe_effects(self.guest_card(index).reward)

    def politics(self, index: int) -> str:
        """ "A (20 krones)"."""
        card = self.ruleset.politics.cards[self.politics_keys[index]]
        return f"{card.letter} ({card.name})"

    def action(self, face: int) -> str:
        """The effect of an action space."""
        return describe_effect(self.ruleset.actions[int(face)])

    def colour(self, board: int, room: int) -> str:
        """The colour of a room on a board."""
        return COLOUR_OF[int(self.rules.colour[board, room])]

    def room(self, board: int, room: int) -> str:
        """ "2.3 (blue)"."""
        return f"{room_name(room)} ({self.colour(board, room)})"

    def rooms(self, board: int, mask: int) -> str:
        """Rooms of a bit set with the first letter of their colour: "1.1B 1.2R"."""
        listed = [f"{room_name(r)}{self.colour(board, r)[0].upper()}" for r in rooms_in(mask)]
        return " ".join(listed)

    def group(self, board: int, group: int) -> str:
        """ "group of 2 red rooms 1.2 1.3"."""
        colour = COLOUR_OF[int(self.rules.group_colour[board, group])]
        rooms = rooms_in(int(self.rules.group_mask[board, group]))
        listed = " ".join(room_name(room) for room in rooms)
        return f"group of {many(len(rooms), f'{colour} room')} {listed}"

    def bonus(self, player: Any, group: int, colour: int | None = None) -> str:
        """The occupancy bonus of a group in words; ``colour``: as for a group of that colour."""
        board, table = int(player["board"]), int(player["bonus_table"])
        if colour is None:
            colour = int(self.rules.group_colour[board, group])
        amount = int(self.rules.bonus[table, colour, self.rules.group_size[board, group]])
        kind = self.rules.bonus_kind[colour]
        if kind == c.COL_KRONES:
            return many(amount, "krone")
        return many(amount, "emperor step") if kind == c.COL_EMPEROR else f"{amount} VP"

    def groups(self, board: int, mask: int) -> list[int]:
        """The groups of a bit set."""
        return [group for group in range(self.rules.n_groups[board]) if mask >> group & 1]

    def bonuses(self, player: Any, mask: int) -> str:
        """The occupancy bonuses of the groups of a bit set, each with its group."""
        board = int(player["board"])
        return "; ".join(
            f"occupancy bonus, {self.group(board, group)}: "
            + ("of any colour" if player["choose_bonus"] else self.bonus(player, group))
            for group in self.groups(board, mask)
        )

    def of_column(self, column: int, *players: Any) -> str:
        """The meaning of VP of a column; a seat has one entrance, and usually one celebrity.

        ``players``: the seat's record before and after.
        """
        if column == c.VP_ENTRANCE and players[-1]["entrance"] >= 0:
            return self.entrance(int(players[-1]["entrance"]))
        met = {int(i) for player in players for i in player["celebrities"] if i >= 0}
        if column == c.VP_CELEBRITIES and len(met) == 1:
            return self.celebrity(met.pop())
        return self.vp_columns[column]

    def source(self, source: int, log: Any, row: int = -1) -> str:
        """The meaning of a frame's source: a card, or "" for a main action.

        ``row``: the row of the effect table carried out, if any. It gives the effect's owner where
        the source is 0, which is also the source of the first card of the log (a guest where a game
        begins from a position).
        """
        column, card = source >> 8, source & 255
        if column == c.VP_STAFF:
            return self.staff(card)
        if column == c.VP_GUESTS and source:
            return self.guest(int(log[card].card))
        if column == c.VP_TILES:
            return f"emperor tile {self.tile_keys[card]}"
        return self.effect_owners.get(row, "")

    # --- cards with abilities

    def ballroom_card(self, index: int) -> Any:
        """The model's ballroom."""
        return self.ruleset.ballroom[self.ballroom_keys[index]]

    def celebrity_card(self, index: int) -> Any:
        """The model's celebrity."""
        return self.ruleset.celebrity[self.celebrity_keys[index]]

    def entrance_card(self, index: int) -> Any:
        """The model's hotel entrance."""
        return self.ruleset.entrance[self.entrance_keys[index]]

    def ballroom(self, index: int) -> str:
        """ "Apollosaal"."""
        return str(self.ballroom_card(index).name)

    def rehearsal(self, index: int) -> str:
        """ "Rehearsal room one"."""
        return str(self.ruleset.rehearsal_room[self.rehearsal_keys[index]].name)

    def celebrity(self, index: int) -> str:
        """ "Albert Einstein"."""
        return str(self.celebrity_card(index).name)

    def celebrity_text(self, index: int) -> str:
        """What a celebrity does for the rest of the round."""
        card = self.celebrity_card(index)
        once = "once: " if card.effects else ""
        return once + describe_effects((*card.effects, *card.abilities))

    def entrance(self, index: int) -> str:
        """ "Hotel Dove"."""
        return str(self.entrance_card(index).name)

    # --- dancers

    def row_of(self, state: Any, seat: int) -> str:
        """ "the top row of Apollosaal", for a seat as ``simulate.actions`` numbers them."""
        place, row = divmod(seat, c.ROWS)
        return f"the {ROW_WORDS[row]} row of {self.ballroom(int(state['ballrooms'][place]))}"

    def on_balcony(self, state: Any, seat: int) -> bool:
        """Would the next dancer of a row stand on the balcony because its seats are taken?"""
        place, row = divmod(seat, c.ROWS)
        if place < c.BALLROOMS - 1 or row != c.TOP:
            return False
        n = int(state["n_players"])
        taken = sum(int(p["dancers"][place, row]) for p in state["players"][:n])
        return taken >= int(self.rules.row_seats[state["ballrooms"][place], row, n])

    def row_bonus(self, state: Any, seat: int, times: int) -> str:
        """ "bonus of the top row of Apollosaal: gain 3 krones"."""
        ballroom, row = int(state["ballrooms"][seat // c.ROWS]), seat % c.ROWS
        first, n = self.rules.row_effect[ballroom, row], self.rules.row_effect_n[ballroom, row]
        often = f", {times} times" if times > 1 else ""
        return f"bonus of {self.row_of(state, seat)}{often}: {self.effects(first, n)}"

    def section_bonus(self, player: Any, section: int) -> str:
        """ "bonus of section 3 of the rehearsal room: gain 2 champagne"."""
        room = int(player["rehearsal"])
        first, n = self.rules.section_effect[room, section], self.rules.section_effect_n[
            room, section]  # fmt: skip
        return f"bonus of section {section + 1} of the rehearsal room: {self.effects(first, n)}"

    def sections(self, room: int) -> str:
        """The sections of a rehearsal room: dancers, and the bonus of the last of them."""
        given = self.ruleset.rehearsal_room[self.rehearsal_keys[room]].sections
        return "; ".join(
            f"section {i}: {many(section.dancers, 'dancer')}, then"
            f" {describe_effects(section.bonus)}"
            for i, section in enumerate(given, start=1)
        )

    # --- bonus tokens

    def token(self, index: int, half: int) -> str:
        """ "bonus token 2, upper half: gain 1 wine"."""
        first, n = self.rules.token_effect[index, half], self.rules.token_effect_n[index, half]
        return f"bonus token {index + 1}, {('upper', 'lower')[half]} half: {self.effects(first, n)}"

    def effects(self, first: int, n: int) -> str:
        """Words for ``n`` rows of the effect table, starting at ``first``."""
        return "; ".join(self.effect_texts[int(first) + i] for i in range(n)) or "nothing"

    # --- rows of the effect table, and their owners

    def effects_of_modules(self) -> Iterable[tuple[int, str, Sequence[Any]]]:
        """(first row, owner, effects) of every list of effects in modules."""
        rules, ruleset = self.rules, self.ruleset
        for i, key in enumerate(self.celebrity_keys):
            card = ruleset.celebrity[key]
            yield int(rules.card_effect[FIRST_CELEBRITY + i]), card.name, card.effects
            yield from self.answers_of(FIRST_CELEBRITY + i, card, card.name)
        for i, key in enumerate(self.entrance_keys):
            entrance = ruleset.entrance[key]
            yield int(rules.entrance_effect[i]), entrance.name, entrance.on_receipt
            yield from self.answers_of(FIRST_ENTRANCE + i, entrance, entrance.name)
        for i, key in enumerate(self.ballroom_keys):
            for row, given in enumerate(ruleset.ballroom[key].rows):
                owner = f"{ROW_WORDS[row]} row of {ruleset.ballroom[key].name}"
                yield int(rules.row_effect[i, row]), owner, given.bonus
        for i, key in enumerate(self.rehearsal_keys):
            for k, section in enumerate(ruleset.rehearsal_room[key].sections):
                owner = f"section {k + 1} of the rehearsal room"
                yield int(rules.section_effect[i, k]), owner, section.bonus
        for i, key in enumerate(self.token_keys):
            token = ruleset.bonus_token[key]
            for half, effects in enumerate((token.upper, token.lower)):
                yield int(rules.token_effect[i, half]), f"bonus token {i + 1}", effects

    def answers_of(self, card: int, given: Any, name: str) -> Iterable[tuple[int, str, Any]]:
        """(first row, owner, effects) of the abilities of a card that answer events."""
        answering = [ability for ability in given.abilities if hasattr(ability, "effects")]
        for i, ability in enumerate(answering):
            trigger = self.rules.card_trigger[card] + i
            yield int(self.rules.trigger_effect[trigger]), name, ability.effects

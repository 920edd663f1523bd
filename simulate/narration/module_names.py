"""Names of what modules bring: ballrooms, rehearsal rooms, celebrities, entrances, tokens, dice.

The engine's index of such a thing is its place among the sorted keys of the ruleset's table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from model import Ruleset
from model.words import describe_effects, many
from simulate.engine import codes as c
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE
from simulate.spelling import DICE_WORDS, ROW_WORDS


class ModuleNames:
    """Words for the indices of a compiled program, as far as modules bring them."""

    ruleset: Ruleset
    rules: Any
    effect_texts: dict[int, str]

    def __init__(self, ruleset: Ruleset) -> None:
        self.ballroom_keys = sorted(ruleset.ballroom)
        self.rehearsal_keys = sorted(ruleset.rehearsal_room)
        self.celebrity_keys = sorted(ruleset.celebrity)
        self.entrance_keys = sorted(ruleset.entrance)
        self.token_keys = list(ruleset.bonus_token)

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
        """Would the next dancer of a row stand on the balcony, because its seats are taken?"""
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
        """The sections of a rehearsal room: dancers, and what the last of them brings."""
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
        """Words for ``n`` rows of the effect table from ``first`` on."""
        return "; ".join(self.effect_texts[int(first) + i] for i in range(n)) or "nothing"

    # --- rows of the effect table, and whose they are

    def module_effects(self) -> Iterable[tuple[int, str, Sequence[Any]]]:
        """(first row, owner, effects) of every list of effects that modules bring."""
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


def die_word(colour: int) -> str:
    """ "a red die" for the coloured ones, "a die" for the white ones (0)."""
    return f"the {DICE_WORDS[colour]} die" if colour else "a die"

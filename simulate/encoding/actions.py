"""A fixed numbering of all actions that the games of a ruleset can offer.

The table lists, in ascending order, every compact action that the ruleset's data allow in some
decision of some game of 2 to 4 players; an action's number is its place in the table. An action
means the same whatever the decision, and an observation says which decision it is.
"""

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from model import UserError
from simulate.actions import encode, to_words
from simulate.engine import codes as c
from simulate.engine.state import MAX_PLAYERS, MAX_TABLES

LARGEST = 255  # what an argument of a compact action can be
WITHOUT_ARGUMENTS = (
    c.PASS, c.END_TURN, c.SERVE, c.DO_MAIN, c.OCCUPANCY_BONUS, c.STAFF_BONUS, c.STOP,
    c.TAKE_PENALTY, c.LOSE_VP, c.AVERT, c.KEY, c.ROW_BONUS, c.SECTION_BONUS,
)  # fmt: skip
EFFECT_LISTS = ("guest_reward", "card_effect", "trigger_effect", "tile_reward", "token_effect")
Actions = Iterator[int]


class ActionTable:
    """The actions of a ruleset, numbered from 0.

    ``rules`` is a compiled program (``game.rules``). ``actions``: the compact actions in ascending
    order, shape (len(table),), int32.
    """

    def __init__(self, rules: np.record) -> None:
        self.rules = rules
        self.actions = np.array(sorted(set(possible(rules))), dtype=np.int32)

    def __len__(self) -> int:
        return len(self.actions)

    def numbers(self, actions: Iterable[int]) -> np.ndarray:
        """The numbers of compact actions, shape (len(actions),). Raises UserError for others."""
        wanted = np.fromiter(actions, dtype=np.int32)
        found = np.minimum(np.searchsorted(self.actions, wanted), len(self) - 1)
        missing = wanted[self.actions[found] != wanted]
        if len(missing):
            raise UserError(f"{missing[0]} is not an action of this ruleset")
        return found

    def number(self, action: int) -> int:
        """The number of a compact action. Raises UserError for one that the ruleset has not."""
        return int(self.numbers([action])[0])

    def action(self, number: int) -> int:
        """The compact action of a number. Raises UserError for one beyond the table."""
        if not 0 <= number < len(self):
            raise UserError(f"action {number}: the actions are numbered 0 to {len(self) - 1}")
        return int(self.actions[number])

    def mask(self, legal: Iterable[int]) -> np.ndarray:
        """1 for each of these compact actions, else 0: shape (len(table),), int8."""
        mask = np.zeros(len(self), dtype=np.int8)
        mask[self.numbers(legal)] = 1
        return mask

    def names(self) -> list[str]:
        """Every action in words."""
        return [to_words(self.rules, int(action)) for action in self.actions]


def possible(rules: np.record) -> Actions:
    """Every compact action that the data of a ruleset allow, in no order, some perhaps twice."""
    for kind in WITHOUT_ARGUMENTS:
        yield encode(kind)
    yield from dice(rules)
    yield from goods(rules)
    yield from hotel(rules)
    yield from cards(rules)
    yield from of_modules(rules)


def each(kind: int, *arguments: Iterable[int]) -> Actions:
    """An action for each combination of its arguments."""
    for values in product(*arguments):
        yield encode(kind, *map(int, values))


def tables(rules: np.record) -> range:
    """The tables of a cafe with all that could be added to it."""
    return range(min(MAX_TABLES, int(rules.tables) + int(rules.card_tables.sum())))


def greatest_strength(rules: np.record) -> int:
    """More than any main action can have: all dice on one space, and every card that adds some."""
    more = np.maximum(rules.card_dice, 0).sum(axis=0).max()
    bought = int(rules.strengthen_times) * int(rules.strengthen_dice)
    return min(LARGEST, max(int(rules.dice.max()) + bought + int(more), int(rules.key_strength)))


def longest_list(rules: np.record) -> int:
    """The most effects that may come together to be taken in any order."""
    return max(int(rules[f"{name}_n"].max()) for name in EFFECT_LISTS)


def effect_codes(rules: np.record) -> set[int]:
    """The codes of all effects and penalties that some card or tile has."""
    return set(rules.effects[: rules.n_effects, c.COL_CODE].tolist())


def dice(rules: np.record) -> Actions:
    """Taking a die in every way, using a space, and what becomes of the strength."""
    times = range(int(rules.strengthen_times) + 1)
    declinable = rules.card_dice_optional.any(axis=0)
    for face in range(1, c.FACES + 1):
        for way, moved in ways(rules, face):
            how = way | moved * c.D_MOVED
            for taken in range(int(rules.coloured_dice) + 1):
                yield from each(c.DIE, [face], [how | taken * c.D_TAKEN], times)
                if declinable[face]:
                    declined = how | taken * c.D_TAKEN | c.D_DECLINE_EXTRA_DIE
                    yield from each(c.DIE, [face], [declined], times)
            if c.E_USE_SPACE in effect_codes(rules):
                yield from each(c.SPACE, [face], [how], times)
        if rules.unpayable_die == c.WITHOUT_EFFECT:
            for taken in range(int(rules.coloured_dice) + 1):
                yield encode(c.DIE, face, c.D_WITHOUT_EFFECT | taken * c.D_TAKEN)
    strength = greatest_strength(rules)
    yield from each(c.STEPS, range(strength + 1))
    for second in range(strength // 2 + 1):
        yield from each(c.SPLIT, [second], range(min(second, strength - 2 * second) + 1))
    yield from each(c.COPY, np.flatnonzero(rules.action[1:] != c.A_COPY) + 1)
    yield from each(c.DIE_BONUS, range(most_die_bonuses(rules)))


def ways(rules: np.record, face: int) -> Iterator[tuple[int, int]]:
    """How a die may come to a space: it lies there, or one of some colour is moved from beside."""
    yield 0, 0
    if rules.card_move_die.any():
        for way, start in ((c.D_FROM_BELOW, face - 1), (c.D_FROM_ABOVE, face + 1)):
            if 1 <= start <= c.FACES:
                yield from product([way], range(int(rules.coloured_dice) + 1))


def most_die_bonuses(rules: np.record) -> int:
    """How many bonuses beside the main action of one die there are on all cards together."""
    beside = (rules.trigger_event == c.ON_DIE) & (rules.trigger_timing != c.WITH_DIE)
    faces = [(rules.trigger_faces >> face) & 1 for face in range(1, c.FACES + 1)]
    return max(int((beside & (answers == 1)).sum()) for answers in faces)


def goods(rules: np.record) -> Actions:
    """Guests and what they are served, what is paid, chosen and swapped."""
    flexible = rules.card_stands_for.any() or rules.card_substitute.any()
    wanted = range(c.GOODS + 1 if flexible else 1)
    yield from each(c.TAKE_GUEST, range(len(rules.row_cost)))
    for good, table, missing in product(range(c.GOODS), tables(rules), wanted):
        if missing != good + 1:
            yield encode(c.PLACE, good, table, missing)
    yield from each(c.KEEP, range(c.GOODS))
    yield from each(c.CHOOSE_GOOD, range(c.CHOICE))
    yield from each(c.PAY, range(c.CHOICE))
    if c.E_SWAP_GOODS in effect_codes(rules):
        yield from (encode(c.SWAP, *pair) for pair in product(range(c.CHOICE), repeat=2)
                    if pair[0] != pair[1])  # fmt: skip
    if c.E_FILL_ORDER in effect_codes(rules):
        yield from each(c.FILL, tables(rules))
    if rules.card_ignore_good.any():
        yield from each(c.IGNORE_GOOD, tables(rules))


def hotel(rules: np.record) -> Actions:
    """Rooms, guests who move in, politics cards and the parts of a reward."""
    rooms = range(c.ROOMS)
    yield from each(c.PREPARE, rooms)
    yield from each(c.OCCUPY, rooms)
    yield from each(c.CHECK_IN, tables(rules), rooms)
    yield from each(c.CLAIM, range(6 if rules.card_own_politics.any() else 3))
    longest = longest_list(rules)
    yield from each(c.REWARD, range(longest))
    if c.P_REMOVE_ROOM in effect_codes(rules):
        yield from each(c.REMOVE_ROOM, rooms)
    if rules.card_choose_bonus.any():
        yield from each(c.BONUS_KIND, range(c.ROOM_COLOURS))


def cards(rules: np.record) -> Actions:
    """Staff cards: drafted, hired, used, copied, given up."""
    n, found = int(rules.n_staff), effect_codes(rules)
    timing = rules.staff_timing[:n]
    yield from each(c.HIRE, range(n))
    used = (timing == c.ROUND) | (rules.staff_waits[:n] != 0)
    yield from each(c.USE_STAFF, np.flatnonzero(used))
    if rules.hands == c.HANDS_DRAFT:
        yield from each(c.DRAFT, range(n))
    if found & {c.P_BURY_STAFF, c.E_DRAW_AND_HIRE}:
        yield from each(c.BURY, range(n))
    if c.P_REMOVE_STAFF in found:
        yield from each(c.REMOVE_STAFF, range(n))
    if rules.staff_copies[:n].any():
        copied = (timing == c.END) & (rules.staff_copies[:n] == 0)
        yield from each(c.COPY_FINAL, np.flatnonzero(copied))


def of_modules(rules: np.record) -> Actions:
    """What ballrooms, celebrities and hotel entrances bring."""
    if rules.ballrooms:
        seats, sections = range(c.BALLROOMS * c.ROWS), range(c.SECTIONS)
        yield from each(c.DANCE, tables(rules), seats, sections)
        yield from each(c.SEND, seats, sections)
        yield from each(c.REHEARSE, range(int(rules.n_rehearsal)))
        if c.P_REMOVE_DANCER in effect_codes(rules):
            yield from each(c.REMOVE_DANCER, range(c.ROWS))
    yield from each(c.USE_CELEBRITY, range(int(rules.coloured_dice)))
    yield from each(c.REMOVE_DIE, range(int(rules.coloured_dice)))
    if rules.entrances:
        yield from each(c.BID, range(MAX_PLAYERS), range(min(LARGEST, int(rules.krones_max)) + 1))
        yield from each(c.TOKEN, range(int(rules.n_tokens)))
        yield from each(c.USE_TILE, range(6 if rules.card_own_tiles.any() else 0))

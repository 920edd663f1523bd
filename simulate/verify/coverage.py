"""What was exercised how often: counts by name, and what came up too seldom."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from model import Ruleset, describe_effect
from simulate.engine import codes as c
from simulate.narration.names import Names
from simulate.verify import tally as t

POLICIES = ("random", "greedy", "politician")

# Kinds of actions and of decisions, in the order of the codes.
ACTIONS = {
    "pass": "pass",
    "end-turn": "end the turn",
    "die": "take a die",
    "guest": "take a guest from the row",
    "serve": "serve from the kitchen",
    "check-in": "move a guest in",
    "claim": "claim a politics card",
    "use-staff": "use a once-a-round staff card",
    "main": "main action, staff bonuses beside it",
    "die-bonus": "staff bonus beside the main action",
    "split": "split the goods of an action",
    "place": "lay a good on a guest's card",
    "keep": "keep goods for the kitchen",
    "choose": "choose a good",
    "prepare": "prepare a room",
    "occupy": "turn a room over",
    "steps": "split strength between krones and steps",
    "copy": "copy another action",
    "space": "use a space without taking its die",
    "hire": "play a staff card",
    "bury": "put a staff card under the deck",
    "fill": "fill a guest's order",
    "reward": "take one of several rewards",
    "occupancy-bonus": "take the occupancy bonus now",
    "staff-bonus": "take the staff bonus of a guest now",
    "stop": "stop or decline",
    "take-penalty": "take the emperor's penalty",
    "lose-vp": "lose VP instead of the penalty",
    "avert": "avert the penalty",
    "remove-room": "give a room tile back",
    "remove-staff": "give up a staff card in play",
    "copy-final": "copy another hotel's final card",
    "draft": "draft a staff card",
}
DECISIONS = {
    "draft": "draft",
    "free-guest": "free guest of the set-up",
    "turn": "turn",
    "main": "main action and staff bonuses",
    "split": "split of goods",
    "goods": "where goods go",
    "serve": "what is served",
    "choose-goods": "goods of choice",
    "prepare": "rooms to prepare",
    "occupy": "rooms to turn over",
    "tracks": "krones or steps",
    "copy": "action to copy",
    "space": "space to use without its die",
    "hire": "staff card from the hand",
    "offer": "staff card of those drawn",
    "bury-offer": "order of cards put under the deck",
    "take-guest": "guest without paying",
    "fill": "order to fill",
    "rewards": "order of rewards",
    "effect": "effect on its own (decides nothing)",
    "penalty": "penalty",
    "bury-hand": "hand cards to give up",
    "remove-room": "room to give back",
    "remove-staff": "staff card to give up",
    "copy-final": "final card to copy",
}
EVENTS = {
    t.X_RESHUFFLE: ("reshuffle", "guests' discard pile shuffled into a new deck"),
    t.X_REROLL: ("reroll", "dice rolled again after all with turns left had passed"),
    t.X_REROLLED_TWICE: ("rerolled-twice", "rounds with two or more rerolls"),
    t.X_NO_DICE: ("no-dice", "rounds (or turns) without dice while turns were open"),
    t.X_WITHOUT_EFFECT: ("without-effect", "die taken without effect for want of a krone"),
    t.X_DECLINED: ("declined", "extra die of a staff card declined"),
    t.X_STRENGTHENED: ("strengthened", "main action strengthened for krones"),
    t.X_OVERFLOW: ("overflow", "VP for steps beyond the end of the emperor track"),
    t.X_KRONES_FULL: ("krones-full", "krones reached the end of the track"),
    t.X_KRONES_LOST: ("krones-lost", "split for krones beyond the end of their track"),
    t.X_EXTRA_TURN: ("extra-turn", "extra turns"),
    t.X_NEGATIVE: ("negative", "final scores below zero"),
    t.X_TIE_WIN: ("tie-win", "wins shared between seats"),
    t.X_TIE_BROKEN: ("tie-broken", "equal best scores decided by leftovers"),
    t.X_FORCED_VP: ("forced-vp", "VP lost because the penalty itself was not possible"),
    t.X_NO_KRONE: ("no-krone", "penalty not averted for want of krones"),
    t.X_AVERTED_FREE: ("averted-free", "penalty averted free"),
    t.X_NOTHING: ("nothing", "neither reward nor penalty at an emperor scoring"),
    t.X_NO_PLACE: ("no-place", "politics cards with no place left"),
    t.X_BARE_HOTEL: ("bare-hotel", "last room tile of a hotel given back"),
    t.X_REFILLED: ("refilled", "group filled again whose bonus had been paid before"),
    t.X_ROW_SHORT: ("row-short", "games ending with a gap in the guests' row"),
    t.X_DECK_SHORT: ("deck-short", "games ending with an empty staff deck"),
    t.X_FULL_HOTEL: ("full-hotel", "hotels with all twenty rooms occupied"),
}


@dataclass
class Row:
    """One thing that rules provide for, and how often it came up under each policy."""

    section: str
    name: str
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(POLICIES, 0))

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True)
class Item:
    """Something counted. ``key`` is how clauses name it, ``place`` its word in a tally."""

    key: str
    section: str
    name: str
    place: int


def at(name: str, index: int = 0) -> int:
    """Where a count stands in a tally, in words of 64 bits."""
    offset: int = t.TALLY.fields[name][1]  # type: ignore[index]
    return offset // 8 + index


def has_effect(rules: np.record, code: int) -> bool:
    """Does any card of the program have an effect of this kind?"""
    return bool((rules.effects[: rules.n_effects, c.COL_CODE] == code).any())


def loses_guests_early(rules: np.record) -> bool:
    """Can a penalty before the last scoring take occupied rooms (so that they may fill again)?"""
    for tile in range(rules.n_tiles):
        if rules.tile_letter[tile] < rules.n_scorings - 1:
            first = rules.tile_penalty[tile]
            for row in rules.effects[first : first + rules.tile_penalty_n[tile]]:
                if row[c.COL_CODE] == c.P_REMOVE_ROOM and row[c.COL_STATE] == c.OCCUPIED:
                    return True
    return False


def items(ruleset: Ruleset, rules: np.record) -> list[Item]:
    """All that a ruleset provides for."""
    return [
        *staff_items(ruleset, rules),
        *guest_items(ruleset, rules),
        *politics_items(ruleset, rules),
        *tile_items(ruleset, rules),
        *space_items(ruleset, rules),
        *decision_items(rules),
        *event_items(rules),
    ]


def staff_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section, names = "staff cards", Names(ruleset, rules)
    for i in range(rules.n_staff):
        key, name = f"staff.{rules.staff_number[i]}", names.staff(i)
        yield Item(f"{key}.hand", section, f"{name}: came to a hand", at("staff_came", i))
        yield Item(f"{key}.played", section, f"{name}: played", at("staff_played", i))
        if rules.staff_timing[i] == c.ROUND:
            yield Item(f"{key}.used", section, f"{name}: used", at("staff_used", i))


def guest_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section, names = "guests", Names(ruleset, rules)
    for i in range(rules.n_guests):
        key, name = f"guest.{rules.guest_number[i]}", names.guest(i)
        yield Item(f"{key}.taken", section, f"{name}: taken", at("guest_taken", i))
        yield Item(f"{key}.housed", section, f"{name}: moved in", at("guest_housed", i))


def politics_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section, names = "politics cards", Names(ruleset, rules)
    for i, card in enumerate(ruleset.politics.cards):
        key, name = f"politics.cards.{card}", names.politics(i)
        yield Item(f"{key}.in-play", section, f"{name}: in play", at("politics_dealt", i))
        yield Item(f"{key}.claimed", section, f"{name}: claimed", at("politics_claimed", i))
    for i in range(rules.n_places):
        key, name = f"politics.place.{i + 1}", f"place {i + 1} taken"
        yield Item(key, section, name, at("place_claimed", i))


def tile_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section = "emperor tiles"
    for i, tile in enumerate(Names(ruleset, rules).tile_keys):
        key = f"emperor_tile.{tile}"
        yield Item(f"{key}.in-play", section, f"{tile}: in play", at("tile_dealt", i))
        yield Item(f"{key}.reward", section, f"{tile}: reward received", at("tile_reward", i))
        yield Item(f"{key}.penalty", section, f"{tile}: penalty suffered", at("tile_penalty", i))
        if rules.tile_or_vp[i] >= 0:
            yield Item(f"{key}.lost-vp", section, f"{tile}: VP lost instead", at("tile_vp", i))
        yield Item(f"{key}.averted", section, f"{tile}: penalty averted", at("tile_averted", i))


def space_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section = "action spaces"
    by_reward = has_effect(rules, c.E_USE_SPACE) or has_effect(rules, c.E_EXTRA_TURN)
    for face, action in ruleset.actions.items():
        key, what = f"space.{face}", f"{face} ({describe_effect(action)})"
        yield Item(f"{key}.die", section, f"{what}: with a die", at("die", face))
        if rules.action[face] != c.A_COPY:
            yield Item(f"{key}.copied", section, f"{what}: copied", at("copied", face))
        if by_reward:
            name = f"{what}: without taking a die, by reward"
            yield Item(f"{key}.reward", section, name, at("space", face))


def decision_items(rules: np.record) -> Iterator[Item]:
    space = has_effect(rules, c.E_USE_SPACE)
    for kind, (key, name) in enumerate(ACTIONS.items()):
        if kind != c.SPACE or space:
            yield Item(f"chosen.{key}", "kinds of action", name, at("chosen", kind))
    for kind, (key, name) in enumerate(DECISIONS.items()):
        if kind != c.F_SPACE or space:
            counted = "finished" if kind == c.F_EFFECT else "decided"
            yield Item(f"decided.{key}", "kinds of decision", name, at(counted, kind))


def event_items(rules: np.record) -> Iterator[Item]:
    possible = {
        t.X_AVERTED_FREE: bool((rules.staff_avert_cost[: rules.n_staff] == 0).any()),
        t.X_REFILLED: loses_guests_early(rules),
        t.X_EXTRA_TURN: has_effect(rules, c.E_EXTRA_TURN),
        t.X_DECLINED: bool(rules.staff_dice_optional.any()),
        t.X_WITHOUT_EFFECT: rules.unpayable_die == c.WITHOUT_EFFECT,
    }
    for event, (key, name) in EVENTS.items():
        if possible.get(event, True):
            yield Item(f"event.{key}", "rare turns of a game", name, at("events", event))


class Coverage:
    """Counts by key over any number of rulesets."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}

    def add(self, ruleset: Ruleset, rules: np.record, policy: str, tally: np.ndarray) -> None:
        """Add the counts of games of one ruleset by one policy."""
        words = tally.view(np.int64)
        for item in items(ruleset, rules):
            self.count(item.key, item.section, item.name, policy, int(words[item.place]))

    def count(self, key: str, section: str, name: str, policy: str, times: int) -> None:
        """Add to one count."""
        row = self.rows.setdefault(key, Row(section, name))
        row.counts[policy] += times

    def counts(self) -> dict[str, dict[str, int]]:
        """How often each key came up under each policy."""
        return {key: dict(row.counts) for key, row in self.rows.items()}

    def sections(self) -> dict[str, list[Row]]:
        """The rows by section, sections in the order in which they first came."""
        found: dict[str, list[Row]] = {}
        for row in self.rows.values():
            found.setdefault(row.section, []).append(row)
        return found

    def below(self, at_least: int) -> list[Row]:
        """What came up less often than that."""
        return [row for row in self.rows.values() if row.total < at_least]


def table(rows: Iterable[Row], at_least: int) -> list[str]:
    """Rows as lines of text, those below ``at_least`` marked."""
    rows = list(rows)
    width = max((len(row.name) for row in rows), default=0)
    heads = (*POLICIES, "total")
    lines = [" " * width + "".join(f"{head:>15}" for head in heads)]
    for row in rows:
        numbers = [*(row.counts[policy] for policy in POLICIES), row.total]
        mark = f"  below {at_least:,}" if row.total < at_least else ""
        lines.append(row.name.ljust(width) + "".join(f"{n:>15,}" for n in numbers) + mark)
    return lines

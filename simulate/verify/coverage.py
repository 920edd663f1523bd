"""What was exercised how often: counts by name, and what came up too seldom."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from model import Ruleset, describe_effect
from simulate.engine import codes as c
from simulate.narration.names import Names
from simulate.verify import tally as t

POLICIES = ("random", "greedy", "politician")

# Kinds of actions and of decisions, in the order of the codes.
ACTIONS = (
    "pass",
    "end the turn",
    "take a die",
    "take a guest from the row",
    "serve from the kitchen",
    "move a guest in",
    "claim a politics card",
    "use a once-a-round staff card",
    "main action, staff bonuses beside it",
    "staff bonus beside the main action",
    "split the goods of an action",
    "lay a good on a guest's card",
    "keep goods for the kitchen",
    "choose a good",
    "prepare a room",
    "turn a room over",
    "split strength between krones and steps",
    "copy another action",
    "use a space without taking its die",
    "play a staff card",
    "put a staff card under the deck",
    "fill a guest's order",
    "take one of several rewards",
    "take the occupancy bonus now",
    "take the staff bonus of a guest now",
    "stop or decline",
    "take the emperor's penalty",
    "lose VP instead of the penalty",
    "avert the penalty",
    "give a room tile back",
    "give up a staff card in play",
    "copy another hotel's final card",
    "draft a staff card",
)
DECISIONS = (
    "draft",
    "free guest of the set-up",
    "turn",
    "main action and staff bonuses",
    "split of goods",
    "where goods go",
    "what is served",
    "goods of choice",
    "rooms to prepare",
    "rooms to turn over",
    "krones or steps",
    "action to copy",
    "space to use without its die",
    "staff card from the hand",
    "staff card of those drawn",
    "order of cards put under the deck",
    "guest without paying",
    "order to fill",
    "order of rewards",
    "effect on its own (decides nothing)",
    "penalty",
    "hand cards to give up",
    "room to give back",
    "staff card to give up",
    "final card to copy",
)
EVENTS = {
    t.X_RESHUFFLE: "guests' discard pile shuffled into a new deck",
    t.X_REROLL: "dice rolled again after all with turns left had passed",
    t.X_REROLLED_TWICE: "rounds with two or more rerolls",
    t.X_NO_DICE: "rounds (or turns) without dice while turns were open",
    t.X_WITHOUT_EFFECT: "die taken without effect for want of a krone",
    t.X_DECLINED: "extra die of a staff card declined",
    t.X_STRENGTHENED: "main action strengthened for krones",
    t.X_OVERFLOW: "VP for steps beyond the end of the emperor track",
    t.X_KRONES_FULL: "krones reached the end of the track",
    t.X_KRONES_LOST: "split for krones beyond the end of their track",
    t.X_EXTRA_TURN: "extra turns",
    t.X_NEGATIVE: "final scores below zero",
    t.X_TIE_WIN: "wins shared between seats",
    t.X_TIE_BROKEN: "equal best scores decided by leftovers",
    t.X_FORCED_VP: "VP lost because the penalty itself was not possible",
    t.X_NO_KRONE: "penalty not averted for want of krones",
    t.X_AVERTED_FREE: "penalty averted free",
    t.X_NOTHING: "neither reward nor penalty at an emperor scoring",
    t.X_NO_PLACE: "politics cards with no place left",
    t.X_BARE_HOTEL: "last room tile of a hotel given back",
    t.X_REFILLED: "group filled again whose bonus had been paid before",
    t.X_ROW_SHORT: "games ending with a gap in the guests' row",
    t.X_DECK_SHORT: "games ending with an empty staff deck",
    t.X_FULL_HOTEL: "hotels with all twenty rooms occupied",
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


def items(ruleset: Ruleset, rules: np.record) -> list[tuple[str, str, int]]:
    """(section, name, place in a tally) of all that a ruleset provides for."""
    names = Names(ruleset, rules)
    found: list[tuple[str, str, int]] = []

    def note(section: str, name: str, counted: str, index: int) -> None:
        found.append((section, name, at(counted, index)))

    for i in range(rules.n_staff):
        note("staff cards", f"{names.staff(i)}: came to a hand", "staff_came", i)
        note("staff cards", f"{names.staff(i)}: played", "staff_played", i)
        if rules.staff_timing[i] == c.ROUND:
            note("staff cards", f"{names.staff(i)}: used", "staff_used", i)
    for i in range(rules.n_guests):
        note("guests", f"{names.guest(i)}: taken", "guest_taken", i)
        note("guests", f"{names.guest(i)}: moved in", "guest_housed", i)
    for i in range(rules.n_politics):
        note("politics cards", f"{names.politics(i)}: in play", "politics_dealt", i)
        note("politics cards", f"{names.politics(i)}: claimed", "politics_claimed", i)
    for i in range(rules.n_places):
        note("politics cards", f"place {i + 1} taken", "place_claimed", i)
    for i, key in enumerate(names.tile_keys):
        note("emperor tiles", f"{key}: in play", "tile_dealt", i)
        note("emperor tiles", f"{key}: reward received", "tile_reward", i)
        note("emperor tiles", f"{key}: penalty suffered", "tile_penalty", i)
        if rules.tile_or_vp[i] >= 0:
            note("emperor tiles", f"{key}: VP lost instead", "tile_vp", i)
        note("emperor tiles", f"{key}: penalty averted", "tile_averted", i)
    for face, action in ruleset.actions.items():
        what = f"{face} ({describe_effect(action)})"
        note("action spaces", f"{what}: with a die", "die", face)
        if rules.action[face] != c.A_COPY:
            note("action spaces", f"{what}: copied", "copied", face)
        if has_effect(rules, c.E_USE_SPACE) or has_effect(rules, c.E_EXTRA_TURN):
            note("action spaces", f"{what}: without taking a die, by reward", "space", face)
    for kind, name in enumerate(ACTIONS):
        if kind != c.SPACE or has_effect(rules, c.E_USE_SPACE):
            note("kinds of action", name, "chosen", kind)
    for kind, name in enumerate(DECISIONS):
        if kind != c.F_SPACE or has_effect(rules, c.E_USE_SPACE):
            counted = "finished" if kind == c.F_EFFECT else "decided"
            note("kinds of decision", name, counted, kind)
    averted_free = bool((rules.staff_avert_cost[: rules.n_staff] == 0).any())
    possible = {
        t.X_AVERTED_FREE: averted_free,
        t.X_REFILLED: loses_guests_early(rules),
        t.X_EXTRA_TURN: has_effect(rules, c.E_EXTRA_TURN),
        t.X_DECLINED: bool(rules.staff_dice_optional.any()),
        t.X_WITHOUT_EFFECT: rules.unpayable_die == c.WITHOUT_EFFECT,
    }
    for event, name in EVENTS.items():
        if possible.get(event, True):
            note("rare turns of a game", name, "events", event)
    return found


class Coverage:
    """Counts by name over any number of rulesets."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], Row] = {}

    def add(self, ruleset: Ruleset, rules: np.record, policy: str, tally: np.ndarray) -> None:
        """Add the counts of games of one ruleset by one policy."""
        words = tally.view(np.int64)
        for section, name, place in items(ruleset, rules):
            row = self.rows.setdefault((section, name), Row(section, name))
            row.counts[policy] += int(words[place])

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

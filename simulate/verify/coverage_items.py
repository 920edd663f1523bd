"""All that a ruleset provides for, as far as games can count it."""

from collections.abc import Iterator

import numpy as np

from model import Ruleset, describe_effect
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.engine import codes as c
from simulate.narration.names import Names
from simulate.verify.coverage_base import Item, at, has_effect
from simulate.verify.coverage_modules import module_items
from simulate.verify.coverage_possible import (
    actions_possible,
    decisions_possible,
    events_possible,
)
from simulate.verify.coverage_words import EVENTS


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
        *module_items(ruleset, rules),
    ]


def staff_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section, names = "staff cards", Names(ruleset, rules)
    for i in range(rules.n_staff):
        key, name = f"staff.{rules.staff_number[i]}", names.staff(i)
        yield Item(f"{key}.hand", section, f"{name}: came to a hand", at("staff_came", i))
        yield Item(f"{key}.played", section, f"{name}: played", at("staff_played", i))
        if rules.staff_timing[i] in (c.ROUND, c.BELL) or rules.staff_waits[i]:
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
    possible = actions_possible(rules)
    for kind, action in ACTIONS.items():
        if possible.get(kind, True):
            yield Item(f"chosen.{action.key}", "kinds of action", action.words, at("chosen", kind))
    possible = decisions_possible(rules)
    for kind, frame in FRAMES.items():
        if possible.get(kind, True):
            counted = "finished" if kind == c.F_EFFECT else "decided"
            yield Item(f"decided.{frame.key}", "kinds of decision", frame.words, at(counted, kind))


def event_items(rules: np.record) -> Iterator[Item]:
    possible = events_possible(rules)
    for event, (key, name) in EVENTS.items():
        if possible.get(event, True):
            yield Item(f"event.{key}", "rare turns of a game", name, at("events", event))

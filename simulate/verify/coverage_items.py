"""Everything that a ruleset provides for, as far as games can count it."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from model import Ruleset, describe_effect
from simulate.decisions.ranges import has_effect, some_card
from simulate.decisions.registry import ACTIONS, FRAMES, action_possible, decision_possible
from simulate.engine import codes as c
from simulate.engine.state import FIRST_CELEBRITY
from simulate.verify.rare_turns import KEYS, RARE_TURNS
from simulate.verify.tally import TALLY
from simulate.words.names import Names
from simulate.words.spelling import ROW_WORDS


@dataclass(frozen=True)
class Item:
    """Something counted. ``key`` is its name in clauses, ``place`` its word in a tally."""

    key: str
    section: str
    name: str
    place: int


def at(name: str, index: int = 0) -> int:
    """The position of a count in a tally, in 64-bit words."""
    offset: int = TALLY.fields[name][1]  # type: ignore[index]
    return offset // 8 + index


def items(ruleset: Ruleset, rules: np.record) -> list[Item]:
    """Everything that a ruleset provides for."""
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
    for i in range(rules.n_places.max()):
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
    for kind, action in ACTIONS.items():
        if action_possible(rules, kind):
            yield Item(f"chosen.{action.key}", "kinds of action", action.words, at("chosen", kind))
    for kind, frame in FRAMES.items():
        if decision_possible(rules, kind):
            counted = "finished" if kind == c.F_EFFECT else "decided"
            yield Item(f"decided.{frame.key}", "kinds of decision", frame.words, at(counted, kind))


def event_items(rules: np.record) -> Iterator[Item]:
    for event, rare in RARE_TURNS.items():
        if rare.possible is None or rare.possible(rules):
            key, section = f"event.{KEYS[event]}", "rare turns of a game"
            yield Item(key, section, rare.words, at("events", event))


# --- modules -------------------------------------------------------------------------------------


def module_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    """Items of modules and variants, in addition to cards and tiles of the base game's kinds."""
    if rules.ballrooms:
        yield from ballroom_items(ruleset)
        yield from rehearsal_items(ruleset)
        yield from dancing_items(ruleset, rules)
    if rules.coloured_dice:
        yield from celebrity_items(ruleset, rules)
    if rules.entrances:
        yield from entrance_items(ruleset, rules)
    if rules.key:
        yield Item("space.key", "action spaces", "skeleton key: taken", at("key_taken"))


def ballroom_items(ruleset: Ruleset) -> Iterator[Item]:
    section = "ballrooms"
    for i, ballroom in enumerate(sorted(ruleset.ballroom)):
        key, name = f"ballroom.{ballroom}", ruleset.ballroom[ballroom].name
        yield Item(f"{key}.in-play", section, f"{name}: in play", at("ballroom_dealt", i))
        scored = f"{name}: scored by somebody there"
        yield Item(f"{key}.scored", section, scored, at("ballroom_scored", i))
        for row, word in enumerate(ROW_WORDS):
            place = at("row_sent", c.ROWS * i + row)
            yield Item(f"{key}.{word}.sent", section, f"{name}, {word} row: dancer sent", place)
    yield Item("balcony", section, "balcony: dancer sent", at("balcony"))


def rehearsal_items(ruleset: Ruleset) -> Iterator[Item]:
    section = "rehearsal rooms"
    for i, room in enumerate(sorted(ruleset.rehearsal_room)):
        key, name = f"rehearsal_room.{room}", f"rehearsal room {room}"
        yield Item(f"{key}.chosen", section, f"{name}: chosen", at("rehearsal_chosen", i))
        for k in range(len(ruleset.rehearsal_room[room].sections)):
            paid = f"{name}, section {k + 1}: bonus received"
            yield Item(
                f"section.{room}.{k + 1}.paid",
                section,
                paid,
                at("section_paid", c.SECTIONS * i + k),
            )


def dancing_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    names = Names(ruleset, rules)
    for i in range(rules.n_guests):
        if rules.guest_dances[i]:
            key, name = f"guest.{rules.guest_number[i]}.danced", f"{names.guest(i)}: danced"
            yield Item(key, "guests", name, at("guest_danced", i))


def celebrity_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section = "celebrities"
    for i, celebrity in enumerate(sorted(ruleset.celebrity)):
        key, name = f"celebrity.{celebrity}", ruleset.celebrity[celebrity].name
        yield Item(f"{key}.met", section, f"{name}: met", at("celebrity_met", i))
        if rules.card_effect_n[FIRST_CELEBRITY + i]:
            yield Item(f"{key}.used", section, f"{name}: used", at("celebrity_used", i))
    for rounds in range(rules.n_waits):
        name = f"met after waiting {rounds} rounds"
        yield Item(f"lounge.waited.{rounds}", section, name, at("waited", rounds))


def entrance_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    section, names = "hotel entrances", Names(ruleset, rules)
    for i, entrance in enumerate(sorted(ruleset.entrance)):
        name = f"{ruleset.entrance[entrance].name}: won"
        yield Item(f"entrance.{entrance}.won", section, name, at("entrance_won", i))
    for i, token in enumerate(list(ruleset.bonus_token)):
        for half, word in enumerate(("upper", "lower")):
            name = f"bonus token {token}, {word} half: taken"
            place = at("token_taken", 2 * i + half)
            yield Item(f"bonus_token.{token}.{word}", section, name, place)
    if some_card(rules, "own_politics"):
        for i, card in enumerate(names.politics_keys):
            name = f"{names.politics(i)}: fulfilled as a personal card"
            place = at("politics_own", i)
            yield Item(f"politics.cards.{card}.own", "politics cards", name, place)
    if some_card(rules, "own_tiles"):
        for i, tile in enumerate(names.tile_keys):
            name = f"{tile}: used as a personal tile"
            yield Item(f"emperor_tile.{tile}.own", "emperor tiles", name, at("tile_own", i))

"""Items of the modules: ballrooms, rehearsal rooms, celebrities, entrances, tokens, the key."""

from collections.abc import Iterator

import numpy as np

from model import Ruleset
from simulate.engine import codes as c
from simulate.engine.state import FIRST_CELEBRITY
from simulate.narration.names import Names
from simulate.spelling import ROW_WORDS
from simulate.verify.coverage_base import Item, at, some_card


def module_items(ruleset: Ruleset, rules: np.record) -> Iterator[Item]:
    """All that modules and variants bring beside cards and tiles of the base game's kinds."""
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

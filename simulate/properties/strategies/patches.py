"""Patches as a strategy: lists of small edits, drawn as data and written down as TOML.

An edit is what a designer would try: another number, another reward, a card more or less. Most
patches are valid; those that are not must be refused in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from model import load_ruleset
from model.schema import EmperorTile, Guest, Pay, PoliticsCard, Rules, Scoring
from model.tree import dump
from model.vocabulary.abilities import Ability
from model.wording import GOODS
from simulate.experiments.patches import toml_key, toml_value
from simulate.properties.strategies import values
from simulate.properties.strategies.values import effects, kinds, leaves, words

Edit = dict[str, Any]  # any of set: {path: value}, remove: [path], add: [(table, entry)]

NEW_NUMBERS = range(201, 240)  # for cards that a patch adds

# Leaves that only make sense together with others; separate edits change these.
TOGETHER = (
    "turn_order.", "boards.", "emperor.rounds.", "emperor.reward_from", "emperor.penalty_up_to",
    "game.", "actions.", "room_tiles.", "setup.hands", "setup.boards", "setup.promos", "spec",
    "edition",
)  # fmt: skip
DESCRIPTIVE = ("name", "german", "evidence", "number", "set", "do", "kind")
COUPLED = ("timing", "per", "count", "colour", "letter", "floors", "from")


@cache
def tree(modules: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a patch changes, as plain data: the older edition with these modules."""
    return dump(load_ruleset("+".join(("original-2015", *modules))))


def free_leaves(modules: tuple[str, ...] = ()) -> list[values.Leaf]:
    """Every path whose value can be changed alone."""
    found = []
    for leaf in leaves(Rules.model_validate(tree(modules))):
        last = leaf.path.rpartition(".")[2]
        coupled = last in COUPLED and not leaf.path.startswith("procedure")
        listed = leaf.path.rpartition(".")[0].endswith((".goods", ".sums"))  # each named once
        if leaf.path.startswith(TOGETHER) or last in DESCRIPTIVE or coupled or listed:
            continue
        found.append(leaf)
    return found


def setting(paths: dict[str, Any]) -> Edit:
    return {"set": paths}


def changed_leaf(among: list[values.Leaf]) -> st.SearchStrategy[Edit]:
    """Another value at one path."""
    return st.sampled_from(among).flatmap(
        lambda leaf: leaf.values.map(lambda value: setting({leaf.path: value}))
    )


def swap(field: str, table: str, modules: tuple[str, ...]) -> st.SearchStrategy[Edit]:
    """Two cards exchange something, as their rewards."""
    cards = tree(modules)[table]
    pairs = st.lists(st.sampled_from(list(cards)), min_size=2, max_size=2, unique=True)
    return pairs.map(
        lambda two: setting(
            {
                f"{table}.{two[0]}.{field}": cards[two[1]][field],
                f"{table}.{two[1]}.{field}": cards[two[0]][field],
            }
        )
    )


def another(path: str, numbers: list[str], made: st.SearchStrategy[Any]) -> st.SearchStrategy[Edit]:
    """Something newly drawn on one card; ``path`` with {} for its number."""
    return st.tuples(st.sampled_from(numbers), made).map(
        lambda drawn: setting({path.format(drawn[0]): drawn[1]})
    )


# What an answer must not do, or it would be answered itself without end, or bring more cards than a
# hand has room for: gains set off what answers gains.
FREQUENT = ("on_hire", "on_dancer", "on_krones", "on_champagne", "on_advance", "on_goods")
FEEDING = ("gain", "draw", "draw_and_hire", "choose_goods", "take_guest", "bonus_token")


ONLY_ENTRANCES = ("own_politics", "own_tiles", "round_guests", "occupancy_table", "more_guests")


@st.composite
def ability(draw: Callable[..., Any], without: tuple[str, ...] = ONLY_ENTRANCES) -> Any:
    """An ability of a card in play; answers to dice do not set off further dice."""
    known = [kind for kind in sorted(kinds(Ability)) if kind not in without]
    kind = draw(st.sampled_from(known))
    model = kinds(Ability)[kind]
    if "effects" not in model.model_fields:
        return draw(words(model))
    found = draw(words(model, ("effects",)))
    barred = FEEDING if kind in FREQUENT else ()
    found["effects"] = draw(effects(1, 2, ("copy_final", *values.ENDLESS, *barred)))
    return found


NO_ANSWER = tuple(k for k, model in kinds(Ability).items() if "effects" not in model.model_fields)
ABILITIES = st.lists(ability(), min_size=1, max_size=2)


@st.composite
def new_staff(draw: Callable[..., Any]) -> Any:
    timing = draw(st.sampled_from(["once", "round", "permanent", "end", "bell"]))
    card = {"name": "x", "german": "x", "cost": draw(values.number(0, 20)), "timing": timing}
    if timing == "permanent":
        return {**card, "abilities": draw(ABILITIES)}
    if timing == "bell":
        return {**card, "abilities": [draw(ability(NO_ANSWER))]}
    if timing == "round" and draw(st.booleans()):
        card["pay"] = draw(words(Pay))
    without = ("extra_turn",) if timing == "end" else ("copy_final",)
    return {**card, "effects": draw(effects(1, 2, without))}


def ordering(guest: Any) -> bool:
    return sum(guest["order"].values()) > 0


NEW_GUEST = st.builds(
    lambda guest, reward: {**guest, "reward": reward},
    words(Guest, ("reward", "promo")).filter(ordering),
    effects(),
)
NEW_CARD = words(PoliticsCard)
NEW_TILE = st.builds(
    lambda tile, reward, penalty: {**tile, "reward": reward, "penalty": penalty},
    words(EmperorTile, ("reward", "penalty")),
    effects(0, 2, ("copy_final", "extra_turn")),
    values.penalties(),
)


def adding(table: str, made: st.SearchStrategy[Any]) -> st.SearchStrategy[Edit]:
    return made.map(lambda entry: {"add": [(table, entry)]})


def removing(table: str, keys: list[str], most: int) -> st.SearchStrategy[Edit]:
    some = st.lists(st.sampled_from(keys), min_size=1, max_size=most, unique=True)
    return some.map(lambda found: {"remove": [f"{table}.{key}" for key in found]})


@st.composite
def another_calendar(draw: Callable[..., Any]) -> Edit:
    """Another number of rounds, and scorings after three of them."""
    rounds = draw(st.integers(3, 9))
    scored = sorted(draw(st.sets(st.integers(1, rounds), min_size=3, max_size=3)))
    return setting({"game.rounds": rounds, "emperor.rounds": scored})


@st.composite
def another_threshold(draw: Callable[..., Any]) -> Edit:
    """Other spaces of the emperor track from which there is a reward, and up to which a penalty."""
    reward = draw(st.integers(1, 13))
    penalty = draw(st.integers(0, reward - 1))
    return setting({"emperor.reward_from": reward, "emperor.penalty_up_to": penalty})


@st.composite
def another_turn_order(draw: Callable[..., Any]) -> Edit:
    """Other turns on the turn order tiles of one number of players."""
    n = draw(st.integers(2, 4))
    turns = draw(st.permutations(range(1, 2 * n + 1)))
    tiles = [sorted(turns[2 * i : 2 * i + 2]) for i in range(n)]
    return setting({f"turn_order.tiles.{n}": tiles})


@st.composite
def another_action(draw: Callable[..., Any]) -> Edit:
    """Another action on one of the six spaces."""
    face = draw(st.integers(1, 6))
    made = st.sampled_from(["goods", "prepare", "tracks", "hire", "copy"])
    do = draw(made)
    action: dict[str, Any] = {"do": do}
    if do == "goods":
        goods = st.sampled_from(GOODS)
        action["goods"] = draw(st.lists(goods, min_size=1, max_size=3))
    elif do == "copy":
        action["krones"] = draw(st.integers(0, 3))
    return setting({f"actions.{face}": action})


def another_plan() -> st.SearchStrategy[Edit]:
    """A hotel plan seen in a mirror (with as many rooms of each colour: tiles are limited)."""
    return st.sampled_from(list(tree()["boards"])).map(
        lambda name: setting(
            {f"boards.{name}.rows": [row[::-1] for row in tree()["boards"][name]["rows"]]}
        )
    )


# --- what modules lay out


TABLES_OF_MODULES = ("ballroom.", "rehearsal_room.", "celebrity.", "entrance.", "bonus_token.")
Made = st.SearchStrategy[Any]
WITHOUT = ("copy_final", "extra_turn", "use_action_space")  # outside turns there is no action
SCORINGS = st.one_of([words(model) for model in kinds(Scoring).values()])
SPLITS = st.sampled_from([[10], [5, 5], [3, 3, 4], [1, 2, 3, 4], [1, 1, 1, 7], [4, 3, 2, 1]])


@st.composite
def sections(draw: Callable[..., Any]) -> Any:
    """Sections of a rehearsal room for ten dancers."""
    return [{"dancers": n, "bonus": draw(effects(0, 2, WITHOUT))} for n in draw(SPLITS)]


def edits_of_modules(
    base: dict[str, Any], another: Callable[..., Made], abilities: Made
) -> dict[str, Made]:
    """Kinds of edit by name; none for tables that are empty.

    Args:
        base: the rules.
        another: makes an edit that sets something newly drawn on one card of several.
        abilities: what cards in play change or answer to.
    """
    rooms, halls = list(base["ballroom"]), list(base["rehearsal_room"])
    helpers, doors = list(base["celebrity"]), list(base["entrance"])
    tokens = list(base["bonus_token"])
    bonus = effects(0, 2, WITHOUT)
    found = {}
    if rooms:
        found["a row's bonus"] = another("ballroom.{}.middle.bonus", rooms, bonus)
        found["a scoring"] = another("ballroom.{}.scoring", rooms, SCORINGS)
        found["sections"] = another("rehearsal_room.{}.sections", halls, sections())
    if helpers:
        found["how a celebrity helps"] = another("celebrity.{}.abilities", helpers, abilities)
        once = effects(0, 1, WITHOUT)
        found["what a celebrity does"] = another("celebrity.{}.effects", helpers, once)
    if doors:
        found["an entrance"] = another("entrance.{}.abilities", doors, abilities)
        found["on receipt"] = another("entrance.{}.on_receipt", doors, bonus)
        found["a token's bonus"] = another("bonus_token.{}.upper", tokens, bonus)
    return found


TABLES = ("staff", "guest", "emperor_tile", *TABLES_OF_MODULES)


@cache
def edits(modules: tuple[str, ...] = ()) -> dict[str, st.SearchStrategy[Edit]]:
    """Kinds of edit by name, of the rules with these modules."""
    base, free = tree(modules), free_leaves(modules)
    guests, staff, tiles = (list(base[table]) for table in ("guest", "staff", "emperor_tile"))
    politics = list(base["politics"]["cards"])
    timed = {n: base["staff"][n]["timing"] for n in staff}
    waiting = {n for n in staff if timed[n] == "round" and base["staff"][n]["abilities"]}
    listed = [n for n in staff if timed[n] in ("once", "round") and n not in waiting]
    final = [n for n in staff if timed[n] == "end"]
    permanent = [n for n in staff if timed[n] == "permanent"]
    without = ("copy_final", "extra_turn")
    return {
        "a number of the rules": changed_leaf([x for x in free if not x.path.startswith(TABLES)]),
        "a number of a card": changed_leaf([x for x in free if x.path.startswith(TABLES)]),
        "rewards swapped": swap("reward", "guest", modules),
        "orders swapped": swap("order", "guest", modules),
        "a guest's reward": another("guest.{}.reward", guests, effects()),
        "a guest's colour": another(
            "guest.{}.colour", guests, st.sampled_from(["blue", "red", "yellow", "green"])
        ),
        "what staff do": another("staff.{}.effects", listed, effects(1, 3)),
        "what staff score": another(
            "staff.{}.effects", final, st.lists(words(values.EFFECTS["score"]))
        ),
        "what staff change": another("staff.{}.abilities", permanent, ABILITIES),
        "places of a politics card": another(
            "politics.cards.{}.places",
            politics,
            st.lists(values.number(-5, 30), min_size=1, max_size=4),
        ),
        "an emperor reward": another("emperor_tile.{}.reward", tiles, effects(0, 2, without)),
        "an emperor penalty": another("emperor_tile.{}.penalty", tiles, values.penalties()),
        "guests removed": removing("guest", guests, 36),
        "staff removed": removing("staff", staff, 12),
        "a tile removed": removing("emperor_tile", tiles, 1),
        "a politics card removed": removing("politics.cards", politics, 1),
        "a cell removed": removing("hotel.cell_vp", list(base["hotel"]["cell_vp"]), 5),
        "a new guest": adding("guest", NEW_GUEST),
        "a new staff card": adding("staff", new_staff()),
        "a new politics card": adding("politics.cards", NEW_CARD),
        "a new emperor tile": adding("emperor_tile", NEW_TILE),
        "the calendar": another_calendar(),
        "a threshold": another_threshold(),
        "the turn order": another_turn_order(),
        "an action": another_action(),
        "a plan": another_plan(),
        **edits_of_modules(base, another, ABILITIES),
    }


def merged(edits: list[Edit]) -> Edit:
    """One patch of several edits; nothing is set on what is removed."""
    whole: Edit = {"remove": [], "set": {}, "add": {}}
    for edit in edits:
        whole["remove"] += [path for path in edit.get("remove", ()) if path not in whole["remove"]]
        whole["set"] |= edit.get("set", {})
        for table, entry in edit.get("add", ()):
            numbered = table in ("guest", "staff")
            held = whole["add"].setdefault(table, {})
            held[str(NEW_NUMBERS[len(held)]) if numbered else f"N{len(held)}"] = entry
    gone = tuple(path + "." for path in whole["remove"])
    whole["set"] = {k: v for k, v in whole["set"].items() if not f"{k}.".startswith(gone)}
    return whole


# --- writing it down -------------------------------------------------------------------------


def toml_text(patch: Edit, id: str = "drawn") -> str:
    """A patch as the text of its file."""
    lines = [f'id = "{id}"']
    if patch.get("remove"):
        lines.append(f"remove = {toml_value(patch['remove'])}")
    if patch.get("set"):
        lines += ["[set]", *(f"{json.dumps(k)} = {toml_value(v)}" for k, v in patch["set"].items())]
    for table, entries in patch.get("add", {}).items():
        if isinstance(entries, dict):
            lines.append(f"[add.{table}]")
            lines += [f"{toml_key(k)} = {toml_value(v)}" for k, v in entries.items()]
    return "\n".join(lines) + "\n"


def patches(most: int = 4, modules: tuple[str, ...] = ()) -> st.SearchStrategy[str]:
    """The text of a patch of one to ``most`` edits."""
    known = edits(modules)
    edit = st.sampled_from(sorted(known)).flatmap(known.__getitem__)
    return st.lists(edit, min_size=1, max_size=most).map(merged).map(toml_text)

"""Rulings: each reading can be chosen, changes what it says, and nothing else.

What readings lay down is listed here by hand. A choice of procedure that was asked later need not
be: its readings are its words, and scenarios show what they mean.
"""

import pytest

from model import UserError, diff_rulesets, load_ruleset
from model.base import later
from model.paths import get
from model.schema import Procedure
from model.sources import sources
from model.tree import dump
from model.vocabulary.effects import Gain
from model.vocabulary.triggers import OnGuestLeaves, OnOrderFilled

EDITIONS = ("original-2015", "revised-2021")
SWITCHES = {id: r for id, r in sources().ruling.items() if r.status == "switch"}
READINGS = [(id, name) for id, ruling in SWITCHES.items() for name in ruling.readings]
CHOICES = {
    id: path.removeprefix("procedure.")
    for id, ruling in SWITCHES.items()
    for path in {path for reading in ruling.readings.values() for path in reading.set}
    if path in {f"procedure.{name}" for name in later(Procedure)}
}
"""Rulings on a choice of procedure that was asked later, and the name of that choice."""
WORDS = {
    id: path
    for id, ruling in SWITCHES.items()
    for path in {path for reading in ruling.readings.values() for path in reading.set}
    if all(reading.set in ({path: False}, {path: True}) for reading in ruling.readings.values())
}
"""Rulings on a word of one card that says yes or no, and the path of that word."""
UNNAMED = CHOICES.keys() | WORDS.keys()
"""Rulings that need not be listed here: what their readings lay down shows by itself."""


def edition_for(id: str) -> str:
    """An edition (and modules) in which the question is open."""
    edition = "original-2015" if SWITCHES[id].superseded_by else "revised-2021"
    return f"{edition}+lets-waltz" if SWITCHES[id].modules else edition


@pytest.mark.parametrize(("id", "reading"), READINGS)
def test_reading_changes_only_what_its_ruling_names(id: str, reading: str) -> None:
    spec = edition_for(id)
    ruleset = load_ruleset(spec, rulings={id: reading})
    assert ruleset.rulings[id] == reading
    own = {path for r in SWITCHES[id].readings.values() for path in r.set}
    found = diff_rulesets(load_ruleset(spec), ruleset)
    assert {d.path for d in found} <= own
    assert bool(found) == (reading != SWITCHES[id].default_for(ruleset.edition))
    assert all(d.change_ids == (f"ruling:{id}={reading}",) for d in found)


# One choice, whose words are the names of the readings.
ONE_CHOICE = {
    "guest-shuffle": ("procedure.guest_shuffle", "next-draw", "at-once"),
    "skipped-turn": ("procedure.skipped_turn", "ended", "passed"),
    "fill-declined": ("procedure.fill_order", "may", "must"),
    "offer-rest-moment": ("procedure.offer_rest", "before-effect", "after-effect"),
    "own-action-staff": ("procedure.last_action_staff", "paid", "not-paid"),
    "staff-33-moment": ("staff.33.abilities.0.moment", "leaving", "reward"),
    "captain-moment": ("procedure.hire_answer", "after-action", "at-once"),
    "captain-outside-turn": ("procedure.waiting_cards", "always", "own-turn"),
    "die-gifts": ("procedure.die_gifts", "in-two-halves", "before-action"),
    "late-seat": ("procedure.late_seat", "lost", "chosen"),
    "orders-when": ("procedure.politics_orders", "left", "filled"),
    "freud-after-round": ("procedure.ignored_good", "stays-filled", "lacks-again"),
    "chaplin-cells": ("procedure.cell_points", "each-cell", "once"),
    "idle-die-staff": ("procedure.idle_die", "unanswered", "answered"),
    "gain-answers": ("procedure.gain_answers", "before-laying", "after-laying", "after-action"),
    "corogari-bootblack": ("procedure.new_die_staff", "helps", "too-late"),
    "kaufman-between": ("procedure.second_guest", "directly", "any-time"),
    "dove-again": ("procedure.lines_again", "again", "once"),
    "dove-moment": ("procedure.line_bonus", "at-once", "last"),
    "dove-order": ("procedure.line_order", "floor-first", "column-first"),
    "stroup-again": ("procedure.first_rooms", "once", "again"),
    "bell-before-play": ("procedure.bell_start", "whole-action", "in-play"),
    "bell-orders": ("procedure.bell_orders", "filled", "left"),
    "janitor-again": ("procedure.bell_groups", "again", "once"),
    "coachwoman-vp": ("staff.170.gains", "may", "come"),
}
LAID_DOWN: dict[str, dict[str, dict[str, object]]] = {
    "b4-rooms": {
        "vacant": {f"emperor_tile.B4.penalty.{i}.state": "vacant" for i in (0, 1)},
        "occupied": {f"emperor_tile.B4.penalty.{i}.state": "occupied" for i in (0, 1)},
    },
    "staff-32": {"two": {"staff.32.effects.0.vp": 2}, "four": {"staff.32.effects.0.vp": 4}},
    "staff-26": {
        "krone": {"staff.26.abilities.0.krones": 1},
        "free": {"staff.26.abilities.0.krones": 0},
    },
    "staff-33": {
        "at-least": {"staff.33.abilities.0.min_goods": 4, "staff.33.abilities.0.max_goods": None},
        "exactly": {"staff.33.abilities.0.min_goods": 4, "staff.33.abilities.0.max_goods": 4},
    },
    "staff-5-6": {
        reading: {
            f"staff.{card}.abilities": [
                word(kind=kind, colour=colour, effects=(gain,)).model_dump(mode="json")
            ]
            for card, colour, gain in (
                (5, "red", Gain(do="gain", krones=2)), (6, "blue", Gain(do="gain", emperor=1)),
            )
        }
        for reading, word, kind in (
            ("leaves", OnGuestLeaves, "on_guest_leaves"),
            ("filled", OnOrderFilled, "on_order_filled"),
        )
    },
    "die-bonus-22": {
        moment: {"staff.22.abilities.0.timing": moment} for moment in ("before-or-after", "after")
    },
    "die-bonus-14-20": {
        moment: {f"staff.{card}.abilities.0.timing": moment for card in (14, 20)}
        for moment in ("before-or-after", "after")
    },
    "die-bonus-cost": {
        "paid": {f"staff.{card}.abilities.0.effects.0.free": False for card in (14, 22)},
        "free": {f"staff.{card}.abilities.0.effects.0.free": True for card in (14, 22)},
    },
    "strength-optional": {
        reading: {
            "staff.13.abilities.0.optional": optional,
            "staff.17.abilities.1.optional": optional,
            "staff.18.abilities.0.optional": optional,
        }
        for reading, optional in (("optional", True), ("mandatory", False))
    },
    "gizia-extra-turn": {
        "with-action": {"guest.97.reward.0.action": True},
        "without-action": {"guest.97.reward.0.action": False},
    },
    "gizia-strengthen": {
        "yes": {"guest.97.reward.0.strengthen": True},
        "no": {"guest.97.reward.0.strengthen": False},
    },
    "gizia-die-bonuses": {
        "no": {"guest.97.reward.0.die_bonuses": False},
        "yes": {"guest.97.reward.0.die_bonuses": True},
    },
    "occupancy-bonus-order": {
        moment: {"procedure.occupancy_bonus": moment} for moment in ("before-or-after", "after")
    },
    "staff-bonus-order": {
        moment: {"procedure.staff_bonus": moment}
        for moment in ("before-or-after", "before", "after")
    },
    "seat-freed": {moment: {"procedure.seat_freed": moment} for moment in ("before", "after")},
    "no-dice-turn": {
        way: {"procedure.no_dice_turn": way} for way in ("round-ends", "turn-without-die")
    },
    "unpayable-die": {
        way: {"procedure.unpayable_die": way} for way in ("without-effect", "skip-die")
    },
    "cell-vp-again": {
        "yes": {"hotel.cell_vp_again": True}, "no": {"hotel.cell_vp_again": False},
    },
    "staff-of-own-reward": {
        when: {"procedure.staff_asked": when} for when in ("moving-in", "paying")
    },
    "gardener-own-reward": {
        when: {"procedure.emperor_staff": when} for when in ("before-reward", "after-reward")
    },
    "empty-action": {
        way: {"procedure.empty_action": way} for way in ("allowed", "last-resort")
    },
    "serve-nothing": {"something": {"serve.least": 1}, "nothing": {"serve.least": 0}},
    "guest-before-die": {
        when: {"procedure.guest_moment": when} for when in ("before-die", "any-time")
    },
    "draw-three": {
        reading: {f"guest.{card}.reward.0.must": must for card in (75, 76)}
        for reading, must in (("may", False), ("must", True))
    },
    "detective-may": {
        reading: {"staff.20.abilities.0.must": reading == "must"} for reading in ("may", "must")
    },
    "restaurant-manager-share": {
        reading: {"staff.13.abilities.0.apart": reading == "apart"}
        for reading in ("counts", "apart")
    },
    "may-draw": {
        reading: {
            f"{card}.abilities.0.effects.1.asks": reading == "asks"
            for card in ("staff.130", "staff.131", "entrance.mayenfels")
        }
        for reading in ("comes", "asks")
    },
    "cards-under-deck": {way: {"procedure.under_deck": way} for way in ("chosen", "as-drawn")},
    "effect-bonus-moment": {
        when: {"procedure.effect_groups": when} for when in ("after-effect", "at-once")
    },
    "row-gaps": {how: {"procedure.row_refill": how} for how in ("full", "one")},
    "key-without-dice": {
        "round-ends": {"skeleton_key.without_dice": False},
        "turns-remain": {"skeleton_key.without_dice": True},
    },
    "mayenfels-card": {
        reading: {"entrance.mayenfels.on_receipt.1.must": reading == "must"}
        for reading in ("may", "must")
    },
    "chaplin-printed-vp": {when: {"lounge.points": when} for when in ("helping", "before-helping")},
    "bell-one-action": {
        what: {"procedure.bell_sum": what} for what in ("whole-action", "single-effect")
    },
    "bell-in-scoring": {when: {"procedure.bells": when} for when in ("always", "turns")},
    "kaufman-guests": {
        reading: {"entrance.kaufman.abilities.2.filled": reading == "filled"}
        for reading in ("left", "filled")
    },
    "wray-staff": {
        reading: {"entrance.grand-wray.abilities.0.answered": reading == "yes"}
        for reading in ("no", "yes")
    },
    "wray-nothing": {
        "yes": {"procedure.idle_tile": "usable"}, "no": {"procedure.idle_tile": "not-usable"},
    },
    "forced-module-tiles": {
        way: {f"emperor_tile.{tile}.alternative": way for tile in ("A5", "B5", "C5", "A6", "B6")}
        for way in ("forced", "by-edition")
    },
    "tile-champagne": {
        reading: {
            f"emperor_tile.{tile}.penalty.0.champagne": reading == "taken" for tile in ("A2", "B1")
        }
        for reading in ("taken", "kept")
    },
    "ren-doubling": {
        reading: {"entrance.the-ren.abilities.0.as_one": reading == "one-gain"}
        for reading in ("two-gains", "one-gain")
    },
    "staff-33-no-reward": {
        reading: {"staff.33.abilities.0.rewarded": reading == "needs-a-reward"}
        for reading in ("pays", "needs-a-reward")
    },
    "kozi-empty-space": {
        reading: {"procedure.empty_space": reading} for reading in ("usable", "not-usable")
    },
    **{
        id: {reading: {path: reading} for reading in readings}
        for id, (path, *readings) in ONE_CHOICE.items()
    },
    **{
        f"{goods}-goods": {
            reading: {f"procedure.{goods}_goods": reading}
            for reading in ("received", "not-received")
        }
        for goods in ("swapped", "supplied")
    },
}  # fmt: skip
# The reading that holds if nobody chooses: in 2015, in 2021.
DEFAULTS = {
    "b4-rooms": ("vacant", "vacant"),
    "staff-32": ("two", "two"),
    "staff-26": ("krone", "krone"),
    "staff-33": ("exactly", "at-least"),
    "staff-5-6": ("leaves", "leaves"),
    "die-bonus-22": ("before-or-after", "before-or-after"),
    "die-bonus-14-20": ("before-or-after", "before-or-after"),
    "die-bonus-cost": ("paid", "paid"),
    "strength-optional": ("mandatory", "optional"),
    "gizia-extra-turn": ("with-action", "with-action"),
    "gizia-strengthen": ("yes", "yes"),
    "gizia-die-bonuses": ("no", "no"),
    "occupancy-bonus-order": ("after", "before-or-after"),
    "staff-bonus-order": ("before-or-after", "before-or-after"),
    "seat-freed": ("before", "before"),
    "no-dice-turn": ("round-ends", "round-ends"),
    "unpayable-die": ("without-effect", "without-effect"),
    "cell-vp-again": ("yes", "yes"),
    "staff-of-own-reward": ("moving-in", "paying"),
    "gardener-own-reward": ("before-reward", "before-reward"),
    "empty-action": ("allowed", "allowed"),
    "serve-nothing": ("something", "something"),
    "guest-before-die": ("before-die", "before-die"),
    "draw-three": ("may", "may"),
    "cards-under-deck": ("chosen", "chosen"),
    "effect-bonus-moment": ("after-effect", "after-effect"),
    "row-gaps": ("full", "full"),
    "detective-may": ("may", "may"),
    "restaurant-manager-share": ("counts", "counts"),
    "may-draw": ("comes", "comes"),
    "key-without-dice": ("round-ends", "round-ends"),
    "mayenfels-card": ("may", "may"),
    "chaplin-printed-vp": ("helping", "helping"),
    "bell-one-action": ("whole-action", "whole-action"),
    "bell-in-scoring": ("always", "always"),
    "kaufman-guests": ("left", "left"),
    "wray-staff": ("no", "no"),
    "forced-module-tiles": ("forced", "forced"),
    "tile-champagne": ("taken", "taken"),
    "ren-doubling": ("two-gains", "two-gains"),
    "staff-33-no-reward": ("pays", "pays"),
    "swapped-goods": ("received", "received"),
    "supplied-goods": ("not-received", "not-received"),
    "kozi-empty-space": ("not-usable", "not-usable"),
    "guest-shuffle": ("next-draw", "next-draw"),
    "skipped-turn": ("ended", "ended"),
    "fill-declined": ("must", "must"),
    "offer-rest-moment": ("after-effect", "after-effect"),
    "own-action-staff": ("not-paid", "not-paid"),
    "staff-33-moment": ("reward", "reward"),
    "captain-moment": ("at-once", "at-once"),
    "captain-outside-turn": ("own-turn", "own-turn"),
    "die-gifts": ("before-action", "before-action"),
    "late-seat": ("chosen", "chosen"),
    "orders-when": ("left", "left"),
    "freud-after-round": ("stays-filled", "stays-filled"),
    "chaplin-cells": ("each-cell", "each-cell"),
    "idle-die-staff": ("answered", "answered"),
    "gain-answers": ("before-laying", "before-laying"),
    "corogari-bootblack": ("too-late", "too-late"),
    "kaufman-between": ("directly", "directly"),
    "dove-again": ("again", "again"),
    "dove-moment": ("at-once", "at-once"),
    "dove-order": ("floor-first", "floor-first"),
    "stroup-again": ("once", "once"),
    "bell-before-play": ("in-play", "in-play"),
    "bell-orders": ("filled", "filled"),
    "janitor-again": ("again", "again"),
    "coachwoman-vp": ("come", "come"),
    "wray-nothing": ("yes", "yes"),
}
# Where the default is not what the edition's own book says.
DEPARTURES = {
    ("b4-rooms", 0, "occupied"),
    ("staff-32", 0, "four"),
    ("staff-26", 0, "free"),
    ("detective-may", 0, "must"),
}
MODULES = {
    "celebrities": {
        "chaplin-printed-vp",
        "freud-after-round",
        "chaplin-cells",
        "idle-die-staff",
        "gain-answers",
    },
    "more": {
        "bell-one-action",
        "bell-in-scoring",
        "forced-module-tiles",
        "swapped-goods",
        "supplied-goods",
        "orders-when",
        "bell-before-play",
        "bell-orders",
        "janitor-again",
        "coachwoman-vp",
    },
    "unique-hotels": {
        "idle-die-staff",
        "kaufman-guests",
        "wray-staff",
        "wray-nothing",
        "mayenfels-card",
        "may-draw",
        "kozi-empty-space",
        "corogari-bootblack",
        "kaufman-between",
        "dove-again",
        "dove-moment",
        "dove-order",
        "stroup-again",
    },
    "ballrooms": {
        "forced-module-tiles",
        "tile-champagne",
        "staff-33-no-reward",
        "may-draw",
        "captain-moment",
        "captain-outside-turn",
        "die-gifts",
        "late-seat",
        "orders-when",
    },
    "start-player": {
        "key-without-dice",
    },
}
MODULES["ballrooms+unique-hotels"] = (
    MODULES["ballrooms"] | MODULES["unique-hotels"] | {"ren-doubling"}
)
SETTLED = {
    "gizia-extra-turn": ("gizia",), "gizia-strengthen": ("gizia",), "gizia-die-bonuses": ("gizia",),
    "no-dice-turn": ("turn-without-dice",), "politics-moment": ("auto-claim",),
}  # fmt: skip


def test_readings_lay_down_what_they_say_in_every_detail() -> None:
    laid_down = {
        id: {
            reading: {path: get(dump(load_ruleset(edition_for(id), rulings={id: reading})), path)
                      for path in paths}
            for reading, paths in readings.items()
        }
        for id, readings in LAID_DOWN.items()
    }  # fmt: skip
    assert laid_down == LAID_DOWN
    listed = {(id, name) for id, readings in LAID_DOWN.items() for name in readings}
    assert {id for id, _ in set(READINGS) ^ listed} <= UNNAMED - LAID_DOWN.keys()


@pytest.mark.parametrize("id", sorted(WORDS.keys() - DEFAULTS.keys()))
def test_a_word_of_a_card_is_not_said_unless_a_reading_says_it(id):
    """So that no ruleset gets another hash; with another default a ruling has to be listed."""
    said = {name: reading.set[WORDS[id]] for name, reading in SWITCHES[id].readings.items()}
    assert sorted(said.values()) == [False, True]
    assert not any(said[SWITCHES[id].default_for(edition)] for edition in EDITIONS)


def test_the_reading_that_holds_if_nobody_chooses() -> None:
    assert SWITCHES.keys() - DEFAULTS.keys() <= UNNAMED
    for id in DEFAULTS:
        assert tuple(map(SWITCHES[id].default_for, EDITIONS)) == DEFAULTS[id], id
        defaults = load_ruleset(edition_for(id)).rulings
        assert defaults[id] == DEFAULTS[id][EDITIONS.index(edition_for(id).partition("+")[0])]


def test_defaults_depart_from_their_own_book_here_and_nowhere_else() -> None:
    found = {
        (id, EDITIONS.index(edition), reading)
        for id, ruling in sources().ruling.items()
        for edition, reading in ruling.books.items()
    }
    assert found == DEPARTURES
    assert all(DEFAULTS[id][edition] != reading for id, edition, reading in found)


@pytest.mark.parametrize("modules", MODULES)
def test_questions_of_modules_come_up_with_them_only(modules: str) -> None:
    alone = set(load_ruleset("revised-2021").rulings)
    with_them = set(load_ruleset(f"revised-2021+{modules}").rulings)
    assert (with_them - alone) & DEFAULTS.keys() == MODULES[modules]


def test_a_question_of_a_module_that_is_not_in_play_cannot_be_answered() -> None:
    with pytest.raises(UserError, match="wray-staff has no effect without unique-hotels"):
        load_ruleset(rulings={"wray-staff": "yes"})


def test_changes_of_an_edition_settle_these_questions_and_no_others() -> None:
    rulings = sources().ruling.items()
    assert {id: one.superseded_by for id, one in rulings if one.superseded_by} == SETTLED


@pytest.mark.parametrize("id", SWITCHES)
def test_switch_has_readings_that_play_differently(id: str) -> None:
    spec = edition_for(id)
    hashes = {load_ruleset(spec, rulings={id: name}).hash for name in SWITCHES[id].readings}
    assert len(hashes) == len(SWITCHES[id].readings) > 1


def test_no_path_belongs_to_two_layers_of_the_data() -> None:
    """Else the outcome would hang on the order of the layers. A card taken out settles nothing."""
    changed = {p for c in sources().change.values() for p in c.set}
    owner: dict[str, str] = {}
    for id, ruling in SWITCHES.items():
        for path in {p for r in ruling.readings.values() for p in r.set}:
            assert owner.setdefault(path, id) == id
            settled = any(path == p or path.startswith(f"{p}.") for p in changed)
            assert bool(ruling.superseded_by) == settled, path


@pytest.mark.parametrize("reading", SWITCHES["strength-optional"].readings)
def test_a_ruling_leaves_out_a_card_that_a_variant_takes_out(reading: str) -> None:
    chosen = {"strength-optional": reading}
    ruleset = load_ruleset("revised-2021+no-kitchen-hand", rulings=chosen)
    assert 17 not in ruleset.staff
    assert ruleset.staff[13].abilities[0].optional == (reading == "optional")


def test_ruling_settled_by_a_change_cannot_be_chosen_with_it() -> None:
    with pytest.raises(UserError, match="settled by the change gizia"):
        load_ruleset("original-2015+gizia", rulings={"gizia-extra-turn": "with-action"})
    assert "gizia-extra-turn" not in load_ruleset("revised-2021").rulings
    assert "gizia-extra-turn" in load_ruleset("revised-2021-gizia").rulings


@pytest.mark.parametrize("id", sources().ruling)
def test_ruling_is_argued(id: str) -> None:
    ruling = sources().ruling[id]
    assert ruling.question.endswith("?")
    assert ruling.reason.endswith(".")
    assert all(":" in source or "tile" in source for source in ruling.sources)
    for edition in EDITIONS:
        assert ruling.default_for(edition) in ruling.readings
    if ruling.status == "documented":
        assert len(ruling.readings) == 1
        assert not any(reading.set for reading in ruling.readings.values())


def test_unknown_ruling_and_reading_say_what_is_allowed() -> None:
    with pytest.raises(UserError, match="b4-rooms"):
        load_ruleset(rulings={"b5-rooms": "vacant"})
    with pytest.raises(UserError, match="vacant, occupied"):
        load_ruleset(rulings={"b4-rooms": "both"})

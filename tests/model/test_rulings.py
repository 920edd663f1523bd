"""Rulings: each reading can be chosen, changes what it says, and nothing else.

Most readings have the name of what they set; the others are listed by hand.
"""

import pytest

from model import UserError, diff_rulesets, load_ruleset
from model.paths import get
from model.sources import every_module, sources
from model.tree import dump
from model.vocabulary.effects import Gain
from model.vocabulary.triggers import OnGuestLeaves, OnOrderFilled

EDITIONS = ("original-2015", "revised-2021")
SWITCHES = {id: r for id, r in sources().ruling.items() if r.status == "switch"}
READINGS = [(id, name) for id, ruling in SWITCHES.items() for name in ruling.readings]


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


YES_FIRST = {
    "strength-optional", "gizia-extra-turn", "gizia-strengthen", "cell-vp-again", "tile-champagne",
}  # fmt: skip
"""Questions of yes or no whose first reading says yes. The first reading of the others says no."""
PATHS = {
    "b4-rooms": {"emperor_tile.B4.penalty.0.state", "emperor_tile.B4.penalty.1.state"},
    "die-bonus-22": {"staff.22.abilities.0.timing"},
    "die-bonus-14-20": {"staff.14.abilities.0.timing", "staff.20.abilities.0.timing"},
    "die-bonus-cost": {
        "staff.14.abilities.0.effects.0.free",
        "staff.22.abilities.0.effects.0.free",
    },
    "strength-optional": {
        "staff.13.abilities.0.optional",
        "staff.17.abilities.1.optional",
        "staff.18.abilities.0.optional",
    },
    "gizia-extra-turn": {"guest.97.reward.0.action"},
    "gizia-strengthen": {"guest.97.reward.0.strengthen"},
    "gizia-die-bonuses": {"guest.97.reward.0.die_bonuses"},
    "occupancy-bonus-order": {"procedure.occupancy_bonus"},
    "staff-bonus-order": {"procedure.staff_bonus"},
    "seat-freed": {"procedure.seat_freed"},
    "no-dice-turn": {"procedure.no_dice_turn"},
    "unpayable-die": {"procedure.unpayable_die"},
    "cell-vp-again": {"hotel.cell_vp_again"},
    "staff-of-own-reward": {"procedure.staff_asked"},
    "gardener-own-reward": {"procedure.emperor_staff"},
    "empty-action": {"procedure.empty_action"},
    "guest-before-die": {"procedure.guest_moment"},
    "draw-three": {"guest.75.reward.0.must", "guest.76.reward.0.must"},
    "detective-may": {"staff.20.abilities.0.must"},
    "restaurant-manager-share": {"staff.13.abilities.0.apart"},
    "may-draw": {
        "staff.130.abilities.0.effects.1.asks",
        "staff.131.abilities.0.effects.1.asks",
        "entrance.mayenfels.abilities.0.effects.1.asks",
    },
    "cards-under-deck": {"procedure.under_deck"},
    "effect-bonus-moment": {"procedure.effect_groups"},
    "row-gaps": {"procedure.row_refill"},
    "key-without-dice": {"skeleton_key.without_dice"},
    "mayenfels-card": {"entrance.mayenfels.on_receipt.1.must"},
    "chaplin-printed-vp": {"lounge.points"},
    "bell-one-action": {"procedure.bell_sum"},
    "bell-in-scoring": {"procedure.bells"},
    "kaufman-guests": {"entrance.kaufman.abilities.2.filled"},
    "wray-staff": {"entrance.grand-wray.abilities.0.answered"},
    "forced-module-tiles": {
        "emperor_tile.A5.alternative",
        "emperor_tile.B5.alternative",
        "emperor_tile.C5.alternative",
        "emperor_tile.A6.alternative",
        "emperor_tile.B6.alternative",
    },
    "tile-champagne": {
        "emperor_tile.A2.penalty.0.champagne",
        "emperor_tile.B1.penalty.0.champagne",
    },
    "ren-doubling": {"entrance.the-ren.abilities.0.as_one"},
    "staff-33-no-reward": {"staff.33.abilities.0.rewarded"},
    "kozi-empty-space": {"procedure.empty_space"},
    "guest-shuffle": {"procedure.guest_shuffle"},
    "skipped-turn": {"procedure.skipped_turn"},
    "fill-declined": {"procedure.fill_order"},
    "offer-rest-moment": {"procedure.offer_rest"},
    "own-action-staff": {"procedure.last_action_staff"},
    "staff-33-moment": {"staff.33.abilities.0.moment"},
    "captain-moment": {"procedure.hire_answer"},
    "captain-outside-turn": {"procedure.waiting_cards"},
    "die-gifts": {"procedure.die_gifts"},
    "late-seat": {"procedure.late_seat"},
    "orders-when": {"procedure.politics_orders"},
    "freud-after-round": {"procedure.ignored_good"},
    "chaplin-cells": {"procedure.cell_points"},
    "idle-die-staff": {"procedure.idle_die"},
    "gain-answers": {"procedure.gain_answers"},
    "corogari-bootblack": {"procedure.new_die_staff"},
    "kaufman-between": {"procedure.second_guest"},
    "dove-again": {"procedure.lines_again"},
    "dove-moment": {"procedure.line_bonus"},
    "dove-order": {"procedure.line_order"},
    "stroup-again": {"procedure.first_rooms"},
    "bell-before-play": {"procedure.bell_start"},
    "bell-orders": {"procedure.bell_orders"},
    "janitor-again": {"procedure.bell_groups"},
    "coachwoman-vp": {"staff.170.gains"},
    "swapped-goods": {"procedure.swapped_goods"},
    "supplied-goods": {"procedure.supplied_goods"},
}
"""Where the readings of a ruling take effect; one that sets a single value need not be listed."""
VALUES: dict[str, dict[str, dict[str, object]]] = {
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
    "serve-nothing": {"something": {"serve.least": 1}, "nothing": {"serve.least": 0}},
    "own-die-staff": {
        "no": {"procedure.own_die_staff": "too-late"},
        "yes": {"procedure.own_die_staff": "answers"},
    },
    "wray-nothing": {
        "yes": {"procedure.idle_tile": "usable"}, "no": {"procedure.idle_tile": "not-usable"},
    },
}  # fmt: skip
"""What the readings of the other questions set that do not have the name of what they set."""
DEFAULTS = {
    "staff-33": ("exactly", "at-least"),
    "strength-optional": ("mandatory", "optional"),
    "occupancy-bonus-order": ("after", "before-or-after"),
    "staff-of-own-reward": ("moving-in", "paying"),
}
"""The reading that holds if nobody chooses, in 2015 and in 2021, unless it is the first one."""
# Where the default is not what the edition's own book says.
DEPARTURES = {
    ("b4-rooms", 0, "occupied"),
    ("staff-32", 0, "four"),
    ("staff-26", 0, "free"),
    ("detective-may", 0, "must"),
}
SETTLED = {
    "gizia-extra-turn": ("gizia",), "gizia-strengthen": ("gizia",), "gizia-die-bonuses": ("gizia",),
    "no-dice-turn": ("turn-without-dice",), "politics-moment": ("auto-claim",),
}  # fmt: skip


@pytest.mark.parametrize(("id", "reading"), READINGS)
def test_readings_set_what_they_say_in_every_detail(id: str, reading: str) -> None:
    readings = SWITCHES[id].readings
    paths = {path for one in readings.values() for path in one.set}
    listed = PATHS.get(id) or {path for one in VALUES.get(id, {}).values() for path in one}
    assert paths == listed if listed else len(paths) == 1
    found = dump(load_ruleset(edition_for(id), rulings={id: reading}))
    yes = (reading == next(iter(readings))) == (id in YES_FIRST)
    asks = all(type(value) is bool for one in readings.values() for value in one.set.values())
    expected = VALUES.get(id, {}).get(reading) or dict.fromkeys(paths, yes if asks else reading)
    assert {path: get(found, path) for path in paths} == expected


@pytest.mark.parametrize("id", SWITCHES)
def test_the_reading_that_holds_if_nobody_chooses(id: str) -> None:
    first = next(iter(SWITCHES[id].readings))
    expected = dict(zip(EDITIONS, DEFAULTS.get(id, (first, first)), strict=True))
    assert {edition: SWITCHES[id].default_for(edition) for edition in EDITIONS} == expected
    spec = edition_for(id)
    assert load_ruleset(spec).rulings[id] == expected[spec.partition("+")[0]]


def test_defaults_depart_from_their_own_book_here_and_nowhere_else() -> None:
    found = {
        (id, EDITIONS.index(edition), reading)
        for id, ruling in sources().ruling.items()
        for edition, reading in ruling.books.items()
    }
    assert found == DEPARTURES
    assert all(SWITCHES[id].default_for(EDITIONS[i]) != reading for id, i, reading in found)


@pytest.mark.parametrize("modules", [*every_module(), "ballrooms+unique-hotels"])
def test_questions_of_modules_come_up_with_them_only(modules: str) -> None:
    alone = set(load_ruleset("revised-2021").rulings)
    with_them = set(load_ruleset(f"revised-2021+{modules}").rulings)
    assert with_them - alone == {
        id
        for id, ruling in SWITCHES.items()
        if any(set(some.split("+")) <= set(modules.split("+")) for some in ruling.modules)
    }


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

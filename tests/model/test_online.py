"""The game as the online site plays it: one name, with the site's options; books not followed."""

import pytest
from click.testing import Result

from model import UserError, load_ruleset
from model.listing import all_ids
from model.show import departures, render
from model.steps import read_recipe, variants_of
from reports.commands.rules import rules
from tests.clauses import clause
from tests.runner import CliRunner


def run(*args: str) -> Result:
    return CliRunner().invoke(rules, list(args))


def test_one_name_stands_for_the_edition_with_the_bundle() -> None:
    online = load_ruleset("online")
    assert online.hash == load_ruleset("revised-2021+online").hash
    assert online.label == "revised-2021+online"
    assert load_ruleset("online+sweep").hash == load_ruleset("revised-2021+online+sweep").hash
    assert "online: " in "\n".join(all_ids())


def test_what_the_site_plays_otherwise() -> None:
    online = load_ruleset("online")
    assert online.procedure.politics_claim == "turn-end"
    assert online.procedure.no_dice_turn == "turn-without-die"
    assert [p.state for p in online.emperor_tile["B4"].penalty] == ["occupied"] * 2
    assert (online.procedure.occupancy_bonus, online.procedure.staff_bonus) == ("after", "after")
    assert online.staff[22].abilities[0].timing == "after"
    assert not online.staff[18].abilities[0].optional
    assert not online.setup.rooms_mandatory
    assert not online.setup.promos
    assert online.staff[17].cost == 5
    assert online.guest[97].reward[0].do == "use_action_space"


def test_the_sites_options() -> None:
    every = load_ruleset("online+no-kitchen-hand+sweep+herlius+rowe-smith")
    assert (17 in every.staff, 201 in every.staff, every.row.sweep) == (False, True, True)
    old = load_ruleset("online+original-rules")
    assert (old.staff[17].cost, old.guest[97].reward[0].do) == (3, "extra_turn")
    assert old.emperor.penalty_alternative == "chosen"


def test_what_is_chosen_goes_before_what_the_name_brings() -> None:
    chosen = load_ruleset("online", rulings={"b4-rooms": "vacant"}, promos="with")
    assert (chosen.rulings["b4-rooms"], chosen.setup.promos) == ("vacant", True)
    assert chosen.label == "revised-2021+online (promos=with, b4-rooms=vacant)"
    assert load_ruleset("revised-2021+online-online").hash == load_ruleset().hash
    with pytest.raises(UserError, match="part of it already"):
        load_ruleset("online+online")


def test_the_site_is_among_what_players_can_agree_on() -> None:
    base = read_recipe("revised-2021")
    (step,) = [one for one in variants_of(base) if one.id == "online"]
    assert step.on(base).resolve().hash == load_ruleset("online").hash


@pytest.mark.parametrize(
    ("spec", "ids"),
    [
        (
            "original-2015",
            {
                "b4-rooms": "occupied",
                "staff-32": "four",
                "staff-26": "free",
                "detective-may": "must",
            },
        ),
        ("revised-2021", {}),
    ],
)
@clause("staff.26", "staff.32")
def test_where_an_edition_is_not_played_by_its_own_book(spec: str, ids: dict[str, str]) -> None:
    assert load_ruleset(spec).departures == ids
    assert load_ruleset(spec, rulings=ids).departures == {}


def test_it_is_marked_wherever_rules_are_shown() -> None:
    note = "(its own book says otherwise)"
    shown = render(load_ruleset("original-2015"))
    marked = [line.split()[0].rstrip(":") for line in shown.splitlines() if note in line]
    assert marked == ["20", "26", "32", "B4"]
    assert "b4-rooms: two vacant rooms (vacant; its own book: occupied)" in shown
    assert note not in render(load_ruleset("revised-2021"))
    output = run("diff", "original-2015", "revised-2021").output
    assert "original-2015 does not follow its own book in b4-rooms (vacant; the book" in output
    assert departures(load_ruleset("revised-2021")) == ""
    assert "(the original-2015 rulebook says four)" in run("list").output

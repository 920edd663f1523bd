"""What no source gives: every gap has a default, a range and a reason, and samples keep to them."""

import functools
import json
from typing import Any

import pytest
from click.testing import Result

from model import UserError, load_ruleset
from model import assumptions as layer
from model.assumptions import assumed_values, assumptions, fill, refitted, shape
from model.draws import AroundPrice, Draws, OneOf, SeatsRange, SectionsRange, TokenRange, Whole
from model.marks import holds_assumed, is_assumed
from model.paths import get
from model.pricing import (
    dancer_rates,
    guest_fit,
    guest_price,
    least_squares,
    prices,
    reward_words,
    staff_fit,
    staff_price,
)
from model.sources import sources
from model.tree import base_tree, dump
from reports.commands.rules import rules
from tests.runner import CliRunner

SPEC = "revised-2021+lets-waltz"
SAMPLES = 40
BY_PATH = assumptions().by_path
KNOWN_VP = {140: 15, 146: 15, 147: 9, 153: 14, 155: -1, 158: -2}


def tree() -> dict[str, Any]:
    """A small tree that lacks values: guests 134 and 140, staff 129, and the Hotel Dove."""
    return {
        "guest": {
            "134": {"name": "Debutante", "reward": [{"do": "gain", "champagne": 1}]},
            "140": {"name": "Waltz Queen", "vp": 15, "reward": []},
        },
        "staff": {"129": {"name": "Pianist"}},
        "entrance": {"dove": {}},
        "bonus_token": {},
    }


@functools.cache
def sampled(n: int) -> dict[str, Any]:
    return dump(load_ruleset(SPEC, assumptions=f"sample:{n}"))


# --- the data ----------------------------------------------------------------------------------


def test_every_gap_of_the_modules_is_assumed_and_labelled() -> None:
    ruleset = load_ruleset(SPEC)
    assert set(ruleset.assumed) == set(BY_PATH)
    orders = {f"guest.{n}.order" for n in range(134, 163)}
    costs = {f"staff.{n}.cost" for n in [*range(119, 134), *range(166, 180)]}
    vps = {f"guest.{n}.vp" for n in range(134, 163) if n not in KNOWN_VP}
    assert orders | costs | vps < set(BY_PATH)
    assert len(vps) == 23
    assert load_ruleset("revised-2021").assumed == ()
    assert load_ruleset("revised-2021+more").assumed == tuple(p for p in BY_PATH if p in costs)[15:]


def test_what_the_rulebook_tells_is_not_assumed() -> None:
    guests = load_ruleset(SPEC).guest
    assert {n: guests[n].vp for n in KNOWN_VP} == KNOWN_VP
    third = load_ruleset(SPEC).rehearsal_room["one"].sections[2].bonus
    assert [e.model_dump(exclude_defaults=True) for e in third] == [
        {"do": "gain", "champagne": 2, "emperor": 1}
    ]


@pytest.mark.parametrize("path", BY_PATH)
def test_each_has_a_reason_and_a_default_within_its_range(path: str) -> None:
    one = BY_PATH[path]
    assert len(one.reason) > 10
    shape(path).validate_python(one.default)
    match one.range:
        case Whole(between=(least, most)):
            assert least <= one.default <= most
        case OneOf(one_of=alternatives):
            assert one.default in alternatives
            for alternative in alternatives:
                shape(path).validate_python(alternative)
        case AroundPrice(around_price=(least, most)):
            assert least < 0 < most
        case SeatsRange(seats=seats):
            for players, (least, most) in seats.items():
                assert least <= one.default[str(players)] <= most
        case SectionsRange(dancers=splits):
            assert {sum(split) for split in splits} == {10}
            assert tuple(section["dancers"] for section in one.default) in splits
        case TokenRange(upper=upper, lower=lower):
            assert one.default["upper"] in upper
            assert one.default["lower"] in lower
            for half in (*upper, *lower):
                shape(path).validate_python({"upper": half, "lower": half})


def test_the_ranges_of_cards_that_send_dancers_hold_both_prices_of_a_dancer() -> None:
    one_way, other_way = dancer_rates(prices()["champagne"]).values()
    apart = abs(one_way - other_way) / 2
    assert apart > 1
    for number, card in sources().change["ballrooms"].add["guest"].items():
        one = BY_PATH.get(f"guest.{number}.vp")
        if one and isinstance(one.range, AroundPrice):
            dancers = reward_words(card.get("reward", ())).get("dancer", 0)
            assert min(-one.range.around_price[0], one.range.around_price[1]) >= int(
                2 + dancers * apart
            ), number


@pytest.mark.parametrize("dancers", ["1", "2", "3", "4"])
def test_bonuses_of_sections_are_worth_about_the_known_one_for_each_dancer(dancers: str) -> None:
    from model.pricing import value as worth

    known = worth([{"do": "gain", "champagne": 2, "emperor": 1}]) / 3
    for bonus in assumptions().bonuses[dancers]:
        assert worth(bonus) / int(dancers) == pytest.approx(known, abs=1)


# --- prices ------------------------------------------------------------------------------------


def test_least_squares_finds_planted_prices_and_the_error_of_a_card_left_out() -> None:
    words = {str(i): {"a": float(i % 3), "b": float(i % 5)} for i in range(20)}
    planted = {card: 2 * row["a"] - 1.5 * row["b"] for card, row in words.items()}
    fit = least_squares(words, planted)
    assert fit.prices == pytest.approx({"a": 2, "b": -1.5})
    assert fit.spread == pytest.approx(0, abs=1e-9)
    planted["7"] += 4
    spoilt = least_squares(words, planted)
    others = {card: n for card, n in planted.items() if card != "7"}
    alone = least_squares({card: words[card] for card in others}, others)
    missed = planted["7"] - sum(alone.prices[word] * n for word, n in words["7"].items())
    assert missed == pytest.approx(4)
    assert 4 / 20**0.5 < spoilt.spread_out < 2


def test_base_guests_are_priced_within_about_a_point() -> None:
    fit = guest_fit()
    assert len(fit.residuals) == 58
    assert fit.spread < 1
    assert fit.spread_out < 1.2
    assert fit.prices["strudel"] < fit.prices["cake"]
    assert fit.prices["wine"] < fit.prices["coffee"] < prices()["champagne ordered"]


def test_base_staff_are_priced_within_about_a_krone() -> None:
    fit = staff_fit()
    assert len(fit.residuals) == 39
    assert fit.spread_out < 1
    assert staff_price(base_tree()["staff"]["29"]) is None  # copies another card
    assert staff_price(base_tree()["staff"]["4"]) == pytest.approx(6, abs=0.5)


@pytest.mark.parametrize(("number", "vp"), KNOWN_VP.items())
def test_known_vp_agree_with_the_assumed_orders(number: int, vp: int) -> None:
    guest = dump(load_ruleset(SPEC))["guest"][str(number)]
    assert guest_price(guest["order"], guest["reward"]) == pytest.approx(vp, abs=1)


def test_the_defaults_are_the_prices() -> None:
    assert len(refitted()) == 23 + 29
    assert {path: BY_PATH[path].default for path in refitted()} == refitted()


# --- samples -----------------------------------------------------------------------------------


def test_a_sample_is_the_same_everywhere() -> None:
    drawn = Draws(7, "guest.134.vp")
    assert [drawn.even(0, 99) for _ in range(4)] == [92, 53, 95, 16]
    assert assumed_values(tree(), "sample:7", {}) == assumed_values(tree(), "sample:7", {})
    assert load_ruleset(SPEC, assumptions="sample:7").hash != load_ruleset(SPEC).hash


def test_a_path_draws_for_itself() -> None:
    small, all_paths = assumed_values(tree(), "sample:5", {}), sampled(5)
    for path in ("staff.129.cost", "guest.134.vp"):
        assert small[path] == get(all_paths, path)
    without = tree()
    del without["guest"]["140"], without["staff"]
    rest = assumed_values(without, "sample:5", {})
    assert rest == {path: small[path] for path in rest}


def test_middle_values_are_the_likelier_ones() -> None:
    drawn = [Draws(n, "x").peaked(1, 5) for n in range(2000)]
    counts = [drawn.count(n) for n in range(1, 6)]
    assert counts[0] < counts[1] < counts[2] > counts[3] > counts[4] > 0


@pytest.mark.parametrize("n", range(SAMPLES))
def test_a_sample_keeps_what_is_known(n: int) -> None:
    rules = sampled(n)
    for number in range(134, 163):
        guest = rules["guest"][str(number)]
        if number in KNOWN_VP:
            price = guest_price(guest["order"], guest["reward"])
            assert price == pytest.approx(KNOWN_VP[number], abs=2)
        else:
            assert 0 <= guest["vp"] <= 13
    for room in rules["rehearsal_room"].values():
        bonuses = [json.dumps(section["bonus"]) for section in room["sections"]]
        assert sum(section["dancers"] for section in room["sections"]) == 10
        assert len(set(bonuses)) == len(bonuses) == 4
    known = rules["rehearsal_room"]["one"]["sections"][2]["bonus"][0]
    assert (known["champagne"], known["emperor"]) == (2, 1)


@pytest.mark.parametrize("n", [None, *range(SAMPLES)])
def test_seats_fit_the_examples_and_grow_with_the_players(n: int | None) -> None:
    rules = dump(load_ruleset(SPEC)) if n is None else sampled(n)
    halls = rules["ballroom"]
    seats = {
        key: {row: halls[key][row]["seats"] for row in ("bottom", "middle", "top")} for key in halls
    }
    for rows in seats.values():
        for row in rows.values():
            assert row["2"] <= row["3"] <= row["4"]
        assert sum(row["3"] for row in rows.values()) < sum(row["4"] for row in rows.values())
    three = {key: {row: n["3"] for row, n in rows.items()} for key, rows in seats.items()}
    assert three["apollosaal"]["middle"] >= 3
    assert three["apollosaal"]["bottom"] >= 2
    assert three["apollosaal"]["top"] >= 1
    assert three["goldener-strauss"]["middle"] >= 2
    assert three["goldener-strauss"]["bottom"] >= 3
    assert seats["goldener-strauss"]["middle"]["2"] == 0
    assert sum(three["odeonsaal"].values()) >= 7
    assert sum(three["zum-sperl"].values()) >= 7
    assert sum(three["zur-kettenbruecke"].values()) >= 8


def test_samples_differ_in_every_value_that_can_differ() -> None:
    drawn = [sampled(n) for n in range(SAMPLES)]
    for path in BY_PATH:
        values = {json.dumps(get(rules, path)) for rules in drawn}
        assert len(values) > 1 or path.startswith("ballroom.goldener"), path


# --- known values ------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["default", "sample:3"])
def test_a_known_value_replaces_the_assumption(which: str) -> None:
    known = {"staff.129.cost": 8, "guest.134.order": {"coffee": 2}}
    rest = tree()
    values = assumed_values(rest, which, known)
    assert not set(known) & set(values)
    fill(rest, values, known)
    assert rest["staff"]["129"]["cost"] == 8
    assert rest["guest"]["134"]["order"] == {"coffee": 2}
    assert set(values) == set(assumed_values(tree(), which, {})) - set(known)


def test_a_known_value_is_not_listed_as_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layer, "known_values", lambda: {"staff.129.cost": 8})
    ruleset = load_ruleset(SPEC)
    assert ruleset.staff[129].cost == 8
    assert "staff.129.cost" not in ruleset.assumed
    assert len(ruleset.assumed) == len(BY_PATH) - 1


def test_a_known_order_moves_the_vp_that_samples_draw() -> None:
    large = {"guest.134.order": {"cake": 2, "coffee": 2}}
    for n in range(20):
        assert assumed_values(tree(), f"sample:{n}", large)["guest.134.vp"] >= 10


def test_known_vp_choose_among_the_orders() -> None:
    for n in range(20):
        near = assumed_values(tree(), f"sample:{n}", {"guest.134.vp": 3})
        assert near["guest.134.order"] != {"wine": 1}
        far = assumed_values(tree(), f"sample:{n}", {"guest.134.vp": 12})
        assert far["guest.134.order"] == {"wine": 1, "coffee": 1}


def test_what_a_card_has_already_is_left_alone() -> None:
    given = tree()
    given["staff"]["129"]["cost"] = 2
    values = assumed_values(given, "default", {})
    assert "staff.129.cost" not in values
    assert "guest.140.vp" not in values
    fill(given, values, {"staff.129.cost": 8})
    assert given["staff"]["129"]["cost"] == 2


def test_bonus_tokens_come_with_the_hotel_that_has_them() -> None:
    given = tree()
    del given["entrance"]["dove"]
    assert not [p for p in assumed_values(given, "default", {}) if p.startswith("bonus_token")]
    values = assumed_values(tree(), "default", {})
    assert sum(path.startswith("bonus_token") for path in values) == 5


def test_a_default_cannot_be_changed_by_what_is_done_with_a_tree() -> None:
    values = assumed_values(tree(), "default", {})
    values["guest.134.order"]["wine"] = 9
    assert assumed_values(tree(), "default", {})["guest.134.order"] == {"wine": 1}


@pytest.mark.parametrize("which", ["sample", "sample:", "sample:x", "sample:-1", "Default", ""])
@pytest.mark.parametrize("spec", ["revised-2021", SPEC])
def test_other_words_are_refused(which: str, spec: str) -> None:
    with pytest.raises(UserError, match=r"write default or sample:N") as error:
        load_ruleset(spec, assumptions=which)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"guest.49.vp": 3}, "guest.49.vp: nothing assumed"),
        ({"guest": {"134": {"vp": 3}}}, "in quotes"),
        ({"guest.134.vp": "3"}, "guest.134.vp: Input should be a valid integer"),
        ({"guest.134.order": {"beer": 1}}, "guest.134.order.beer"),
        ({"guest.134.order": {}}, "at least one good"),
        ({"staff.129.cost": 99}, "less than or equal to 20"),
        ({"rehearsal_room.one.sections": [{"dancers": 3, "bonus": []}]}, "10 dancers"),
        ({"ballroom.apollosaal.top.seats": {"2": 1}}, "2, 3 and 4 players"),
        ({"bonus_token.one": {"upper": []}}, "bonus_token.one.lower"),
    ],
)
def test_a_known_value_that_cannot_be_is_refused_in_one_line(
    known: dict[str, Any], words: str
) -> None:
    with pytest.raises(UserError) as error:
        assumed_values(tree(), "default", known)
    assert words in str(error.value)
    assert str(error.value).startswith("known.toml: ")
    assert "\n" not in str(error.value)


# --- commands ----------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner().invoke(rules, list(args))


def test_the_command_lists_default_range_and_reason() -> None:
    output = run("assumptions").output
    assert "staff.129.cost: 6\n    range: 5 to 8\n" in output
    assert "ballroom.goldener-strauss.middle.seats: 0 / 3 / 4" in output
    assert f"{len(BY_PATH)} values, of which 0 are known" in output
    few = run("assumptions", "guest.134", "bonus_token.").output
    assert "guest.134.order: 1 wine" in few
    assert "guest.135" not in few
    assert "7 values" in few


def test_the_command_gives_json() -> None:
    data = json.loads(run("assumptions", "guest.134.vp", "--json").output)
    assert data["guest.134.vp"]["range"] == {"around_price": [-2, 2]}


def test_the_command_tells_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "reports.commands.rules.assumptions.known_values", lambda: {"staff.129.cost": 7}
    )
    output = run("assumptions", "staff.129").output
    assert "staff.129.cost: known: 7" in output
    assert "1 value, of which 1 is" in output


def test_the_command_refuses_what_is_not_assumed() -> None:
    result = run("assumptions", "guest.49")
    assert result.exit_code == 2
    assert "no assumption guest.49; paths begin with: guest, staff" in result.output


def test_refit_prints_prices_and_what_would_change(monkeypatch: pytest.MonkeyPatch) -> None:
    output = run("assumptions", "--refit").output
    assert "Guests, in VP: 58 cards, residuals of 0.9" in output
    assert "champagne ordered" in output
    assert "52 defaults come from prices, 0 would change" in output
    monkeypatch.setattr(layer, "known_values", lambda: {"guest.134.order": {"coffee": 4}})
    assert "guest.134.vp: 0 -> 12" in run("assumptions", "--refit").output


def test_commands_take_a_sample() -> None:
    shown = run("show", "revised-2021+more", "--assumptions", "sample:4", "--json").output
    data = json.loads(shown)
    assert data["assumptions"] == "sample:4"
    other = load_ruleset("revised-2021+more", assumptions="sample:4")
    assert data["hash"] == other.hash
    assert "assumptions=sample:4" in other.label
    assert run("show", "--assumptions", "sample:x").exit_code == 2


def test_the_modules_leave_out_what_is_assumed() -> None:
    for module in ("ballrooms", "more"):
        for number, card in sources().change[module].add["staff"].items():
            assert ("cost" in card) != (f"staff.{number}.cost" in BY_PATH)


def test_what_is_marked_as_assumed_is_assumed_or_holds_what_is() -> None:
    """A path marks what it is or holds, not what begins with the same letters."""
    ruleset = load_ruleset(SPEC)
    marked = {f"staff.{n}" for n in ruleset.staff if holds_assumed(ruleset, f"staff.{n}")}
    assert marked == {path.rpartition(".")[0] for path in BY_PATH if path.startswith("staff.")}
    assert not is_assumed(ruleset, "staff.129.name")
    assert is_assumed(ruleset, "guest.134.order.wine")
    seats = "ballroom.goldener-strauss.middle.seats"
    assert is_assumed(ruleset, f"{seats}.3")
    assert not is_assumed(ruleset, f"{seats}.2"), "both books say that there is none"
    assert is_assumed(ruleset, "rehearsal_room.one.sections.2.dancers")

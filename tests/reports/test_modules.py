"""The page about modules, made from synthetic frames with planted effects."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.base import stats
from analysis.cards import entrances
from analysis.rulesets import compare, factorial
from analysis.studies.modules import ALL, ALONE, SINGLES, Modules, ModuleStudy
from analysis.studies.questions import ModuleSettings
from model import UserError
from reports import names
from reports.figures import modules as figures_modules
from reports.figures import style
from reports.results import Results
from reports.site import build, subsets
from reports.site.pages import modules as modules_page
from reports.tables import assumed as tables_assumed
from reports.tables import modules as tables_modules

SETTINGS = ModuleSettings(players=(2,), games=400, single=400, matches=100, keyless=20)
FACTORS = ("ballrooms", "celebrities", "unique-hotels", "start-player", "more")
KEYS = ("dove", "kaufman", "mayenfels")
INTERVAL = re.compile(r"\([−+]?[\d.,]+ to [−+]?[\d.,]+")


def effects(design: factorial.Design, wanted: tuple[compare.Measure, ...], label: str = "greedy"):
    """Ballrooms bring 6 of every measure, more brings 4 more of it beside them."""
    rng = np.random.default_rng(3)
    sets = factorial.subsets(FACTORS)
    planted = np.array(
        [6.0 * ("ballrooms" in one) + 4 * ({"ballrooms", "more"} <= one) for one in sets]
    )
    values = rng.normal(100, 20, (400, 1)) + planted + rng.normal(0, 3, (400, 32))
    size = len(wanted)
    scale = np.array([0.01 if one.shown > 1 else 1.0 for one in wanted])
    deals = compare.Deals(
        tuple(design.rules), 2, 400, scale[:, None] * values.mean(axis=0),
        (scale**2)[:, None, None] * np.tile(np.cov(values.T), (size, 1, 1)),
    )  # fmt: skip
    named = {"players": 2, "policy": label}
    return (
        factorial.effects_frame(deals, design.contrasts(), wanted).assign(**named),
        factorial.additivity(deals, design, wanted).assign(**named),
    )


def worth() -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """The Dove brings 15 VP more than the others; a krone costs 3."""

    def handed(prices: tuple[int, ...], seed: int) -> entrances.Handed:
        rng = np.random.default_rng(11)
        owned = rng.random((300, 3)).argsort(axis=1)[:, :2]
        cost = np.asarray(prices, dtype=float)[owned]
        luck = np.random.default_rng(seed).normal(0, 10, (300, 2))
        vp = 100 + 15.0 * (owned == 0) - 3 * cost + luck
        return entrances.Handed(KEYS, np.arange(300), owned, cost, vp, np.zeros_like(vp))

    free, priced = [handed((0, 0, 0), 1)], [handed((0, 2, 6), 2)]
    frame = entrances.worth_frame(free, priced)
    frame["name"] = frame["item"].str.title()
    slopes = pd.DataFrame([
        {"outcome": outcome} | {k: float(v) for k, v in stats.columns(one).items()}
        for outcome, one in entrances.slopes(free, priced).items()
    ])  # fmt: skip
    return frame, slopes, entrances.price_curve(priced)


def estimates(**named: object) -> dict[str, object]:
    return {"estimate": 0.05, "se": 0.01, "low": 0.03, "high": 0.07, "sim_low": 0.02,
            "sim_high": 0.08, "p": 0.001, "q": 0.001} | named  # fmt: skip


@pytest.fixture(scope="module")
def found() -> Modules:
    design = factorial.Design(
        FACTORS, {one: "+".join(["r", *sorted(one)]) for one in factorial.subsets(FACTORS)}
    )
    frames: dict[str, pd.DataFrame] = {}
    frames["effects"], frames["additivity"] = effects(design, factorial.wanted())
    skill = (factorial.stronger_wins("greedy"),)
    frames["matches"], _ = effects(design, skill, "greedy,handset")
    named = {"players": 2, "policy": "greedy"}
    for name, frame in zip(("entrances", "prices", "curve"), worth(), strict=True):
        frames[name] = frame.assign(**named)
    frames["by_set"] = pd.concat([
        frames["entrances"].assign(players=n, modules=some)
        for n in (2, 3, 4) for some in (ALONE, ALL)
    ])  # fmt: skip
    frames["bids"] = pd.DataFrame(
        [estimates(metric="entrance_bid", item=key, estimate=3.0) for key in KEYS]
    ).assign(**named)
    frames["seats"] = pd.DataFrame([
        estimates(rules=rules, seat=seat, outcome=outcome, mean=0.5, games=400, p_all=0.2,
                  estimate=0.05 - 0.1 * seat)
        for rules in ("with start-player, on average", "revised-2021+start-player")
        for seat in (0, 1) for outcome in ("win", "vp")
    ]).assign(**named)  # fmt: skip
    singles = frames["effects"][frames["effects"]["kind"] == factorial.TOGETHER]
    frames["singles"] = pd.concat(
        [singles.assign(kind=patch, name=words) for _, patch, words in SINGLES]
    )
    frames["keys"] = pd.DataFrame([
        estimates(metric=metric, keys=keys, clusters=50) for keys in (0, 1)
        for metric in ("vp", "win")
    ]).assign(**named)  # fmt: skip
    frames["keyless"] = pd.DataFrame([estimates(mean=0.55, games=20)]).assign(**named)
    frames["celebrities"] = pd.DataFrame([
        estimates(metric=metric, item="freud", name="Sigmund Freud")
        for metric in ("available_vp", "played_win")
    ]).assign(**named)  # fmt: skip
    frames["hotels"] = frames["celebrities"].assign(item="dove", name="Dove")
    frames["shared"] = pd.DataFrame([
        estimates(rules_a="r", rules_b="r+more", part=part, label=part, games=400)
        for part in ("hand", "row")
    ]).assign(**named)  # fmt: skip
    return Modules(SETTINGS, FACTORS, {"ballrooms": 7}, **frames)


def test_the_matrix_has_every_combination_and_what_was_planted(found: Modules):
    table = tables_modules.matrix_table(found)
    assert len(table.rows) == 31
    assert len({row[0] for row in table.rows}) == 31
    heads = [one.name for one in table.columns]
    for row in table.rows:
        cells = dict(zip(heads, row, strict=True))
        some = {one for one in FACTORS if cells[names.change(one)] == "with"}
        assert set(row[0].split(" + ")) == set(map(names.change, some))
        planted = 6.0 * ("ballrooms" in some) + 4 * ({"ballrooms", "more"} <= some)
        value, low, high = cells["VP of the winner"].numbers
        assert low - 0.5 < planted < high + 0.5, row[0]
        assert low < value < high


def test_every_answer_has_an_interval(found: Modules):
    told = subsets.answers(found)
    assert len(told) == len(subsets.QUESTIONS) + 6
    for one in told:
        assert any(map(INTERVAL.search, one.numbers)), one.about
        assert "nan" not in one.text


def test_a_krone_costs_what_was_planted(found: Modules):
    (krone,) = [one for one in subsets.answers(found) if one.about == "What is a krone worth?"]
    said = re.search(r"a krone more costs (\d\.\d) VP", krone.text)
    assert said is not None
    assert float(said[1]) == pytest.approx(3, abs=0.5)
    free = replace(found, prices=found.prices.assign(high=1.0))
    (krone,) = [one for one in subsets.answers(free) if one.about == "What is a krone worth?"]
    assert "not shown to cost VP" in krone.text


def test_what_is_assumed_is_said_of_each_module(found: Modules):
    words = subsets.assumed_words(found)
    assert "7 of Vienna Ballrooms" in words
    assert (
        "All values of Celebrities, Unique Hotels, Start Player and Darf's a bisserl mehr sein are"
        " known"
    ) in words
    for one in subsets.findings(found):
        # Entrances and the key are asked in games with one module, all values of which are known.
        assert (tables_assumed.ASSUMED in one.text) == (one.anchor not in ("entrances", "key"))
    hotels = replace(found, assumed={"unique-hotels": 2})
    said = {one.anchor: tables_assumed.ASSUMED in one.text for one in subsets.findings(hotels)}
    assert said["entrances"]
    assert not said["key"]


def test_the_planted_module_and_pair_are_named(found: Modules):
    scores, longer, *_ = subsets.answers(found)
    # 6, and 4 more beside half of the subsets of the other.
    for one in (scores, longer):
        numbers = "; ".join(one.numbers)
        assert re.search(r"Vienna Ballrooms, .*: \+(7\.[89]|8\.[01])", numbers)
    turns = longer.text[longer.text.index("Turns in a game") :]
    assert "within the margin with Celebrities, Unique Hotels and Start Player" in turns
    together = next(one for one in subsets.answers(found) if one.anchor == "together")
    pair = "Vienna Ballrooms with Darf's a bisserl mehr sein"
    assert pair in together.text
    assert re.search(
        r"Strongest for scores, .*: " + pair + r", \+(3\.[5-9]|4\.[0-4])",
        "; ".join(together.numbers),
    )


def test_the_best_place_is_judged_by_all_subsets_that_have_the_module(found: Modules):
    """By the module alone the answer once denied what the averages of its own table show."""
    seats = found.seats.assign(p_all=0.001, sim_low=0.01)
    alone = seats["rules"] == "revised-2021+start-player"
    first = (seats["seat"] == 0) == alone
    one = replace(found, seats=seats.assign(estimate=first.map({True: 0.05, False: -0.05})))
    said = subsets._places(one)
    assert "the last place wins more than its share" in said.text
    assert "all subsets that have Start Player" in said.grounds["rules"]


def test_the_largest_change_is_named_first_and_with_its_size(found: Modules):
    scores = subsets.answers(found)[0]
    assert re.search(r"largest change first\): more with Vienna Ballrooms \(\+[78]\.\d VP\)",
                     scores.text)  # fmt: skip


def test_the_best_entrance_and_its_price_are_named(found: Modules):
    title = figures_modules.entrances_title(found)
    assert "Dove is worth most, +1" in title
    assert "krones (" in title
    table = tables_modules.entrances_table(found, 2, "greedy")
    assert table.rows[0][0] == "Dove"
    assert table.rows[0][1] == "1 to 1"
    bid = float(table.rows[0][5].split()[0])
    assert bid == pytest.approx(15 / 3, abs=1.5)


def test_a_verdict_beside_a_margin_is_not_said_to_be_against_it(found: Modules):
    """More and less are shown to differ from 0, maybe by less than the margin that is printed."""
    for table in (
        tables_modules.effects_table(found, 2, "greedy"),
        tables_modules.skill_table(found, *tables_modules.skill_tables(found)[0]),
    ):
        assert table.caption.endswith("mean that it is not 0, not that it exceeds the margin")
        assert "against the margin" not in table.caption


def test_places_are_told_of_rules_by_their_names(found: Modules):
    rows = [row[0] for row in tables_modules.seats_table(found, 2, "greedy").rows]
    assert rows == [
        f"{rules}, {place}"
        for rules in ("with Start Player, on average", "2021 + Start Player")
        for place in ("1st", "2nd")
    ]


def test_no_entrance_is_named_the_best_where_several_may_be(found: Modules):
    wide = replace(found, entrances=found.entrances.assign(rank_low=1, rank_high=3))
    for text in (figures_modules.entrances_title(wide), subsets._entrance(wide).text):
        assert "none is shown to be" in text
        assert "3 of 3 may rank first" in text.replace("  ", " ")
        assert "Dove, +" not in text


def test_each_answer_rests_on_the_games_that_gave_it(found: Modules):
    """Skill is measured at a mixed table, entrances and the key with one module."""
    grounds = {one.anchor: one.grounds for one in subsets.findings(found)}
    skill, entrance, key = (grounds[one] for one in ("skill", "entrances", "key"))
    for one in (skill, entrance, key):
        assert one is not None
    strong, *_, weak = map(names.player, found.matches["policy"].iloc[0].split(","))
    assert skill.policies == f"{strong} and {weak} at one table"
    assert str(int(found.matches["games"].min())) in skill.games
    assert str(int(found.entrances["deals"].min())) in entrance.games
    assert "Unique Hotels" in entrance.rules
    assert "Start Player" in key.rules
    assert str(found.settings.single) in key.games


def test_each_answer_says_on_which_of_its_games_its_players_were_not_trained(found: Modules):
    """Planner was trained on no module, on unique-hotels, and on all five together."""
    strong = replace(found, settings=replace(found.settings, policies=("planner",)))
    said = {one.anchor: one.grounds for one in subsets.findings(strong)}
    assert said["entrances"].untrained == ()
    assert "start-player alone" in said["key"].untrained[0]
    assert "15 of these 16 rulesets" in said["places"].untrained[0]
    assert "29 of these 32 rulesets" in said["together"].untrained[0]
    weak = replace(found, settings=replace(found.settings, policies=("greedy",)))
    assert not any(one.grounds.untrained for one in subsets.findings(weak))


def test_the_few_that_may_be_best_are_named(found: Modules):
    """The first two of three may change places: neither is called the best, but both are named."""
    lead = found.entrances[found.entrances["outcome"] == "lead"]
    order = lead.groupby("item")["estimate"].mean().sort_values(ascending=False).index
    ranks = {item: (1, 2) if at < 2 else (3, 3) for at, item in enumerate(order)}
    narrow = found.entrances.assign(
        rank_low=[ranks[item][0] for item in found.entrances["item"]],
        rank_high=[ranks[item][1] for item in found.entrances["item"]],
    )
    names = dict(zip(found.entrances["item"], found.entrances["name"], strict=True))
    both = f"2 of 3 ({names[order[0]]} and {names[order[1]]}) may rank first"
    two = replace(found, entrances=narrow)
    for text in (figures_modules.entrances_title(two), subsets._entrance(two).text):
        assert both in text
    assert figures_modules.entrances_headline(two)[0].startswith("No entrance is shown")
    first = replace(found, entrances=narrow.assign(rank_high=narrow["rank_low"]))
    assert (
        f"{names[order[0]]} is worth more than the other entrances with"
        in (figures_modules.entrances_headline(first)[0])
    )


def test_the_bid_to_make_is_told_by_set_of_modules_at_every_table(found: Modules):
    table = tables_modules.bids_table(found)
    assert table.head == ("Entrance", *(f"{n} players, {some}" for some in (ALONE, ALL)
                                        for n in (2, 3, 4)))  # fmt: skip
    assert table.rows[0][0] == "Dove"
    for cell in table.rows[0][1:]:
        assert float(cell.split()[0]) == pytest.approx(15 / 3, abs=1.5)
        assert INTERVAL.search(cell)


def test_tables_list_only_interactions_that_matter(found: Modules):
    table = tables_modules.pairs_table(found, 2, "greedy")
    assert {row[0] for row in table.rows} == {"Vienna Ballrooms with Darf's a bisserl mehr sein"}
    assert " of 80 (pairs and measures)" in table.caption
    assert table.frame is not None
    assert len(table.frame) == 80


def test_the_page_has_figures_tables_and_labels_of_what_is_assumed(
    found: Modules, computed: Results, few: None
):
    with style.styled():
        page = modules_page.build(replace(computed, answers={ModuleStudy: found}))
    text = build.render(build.Place(page, (), None, None), [page])
    for key in ("module-effects", "module-pairs", "entrances-worth", "start-positions"):
        assert f'<figure id="{key}"' in text
    assert "Assumed values" in text
    assert "players chose" in text
    assert SETTINGS.command in text.replace("&#39;", "'")
    assert "nan" not in re.sub(r"<[^>]+>", "", text)


def test_text_of_figures_stays_inside(found: Modules):
    makers = (figures_modules.effects_figure, figures_modules.entrances_figure,
              figures_modules.positions_figure)  # fmt: skip
    for make in makers:
        with style.styled():
            canvas = make(found).canvas
            canvas.draw_without_rendering()
        width, height = canvas.bbox.width, canvas.bbox.height
        for ax in canvas.axes:
            for label in [*ax.get_yticklabels(), ax.xaxis.label, ax.title]:
                box = label.get_window_extent()
                assert box.x0 >= -1, label.get_text()
                assert box.x1 <= width + 1, label.get_text()
                assert box.y1 <= height + 1, label.get_text()


def test_settings_last_completed_are_found_again(tmp_path: Path):
    assert ModuleStudy.noted("revised-2021", tmp_path) is None
    path = tmp_path / "modules-revised-2021.json"
    path.write_text("{}")
    with pytest.raises(UserError, match="damaged"):
        ModuleStudy.noted("revised-2021", tmp_path)


def test_every_subset_is_played_once_by_label(tmp_path: Path):
    study = ModuleStudy(SETTINGS, tmp_path)
    runs = study.runs()
    cells = [(run.ruleset.label, run.players, run.policy) for run in runs]
    assert len(cells) == len(set(cells))
    subsets = {one.hash for one in study.rulesets.values()}
    assert len(subsets) == 32
    assert {some: len(arms) for some, arms in study.handed_out.items()} == {ALONE: 8, ALL: 8}
    handed = {one.label for arms in study.handed_out.values() for _, one in arms.values()}
    assert len(handed) == 16
    assert {run.players for run in runs if run.ruleset.label in handed} == {2, 3, 4}
    assert {run.games for run in study.match_runs()} == {200}
    with pytest.raises(UserError, match="without modules"):
        ModuleStudy(replace(SETTINGS, rules="revised-2021+more"), tmp_path).runs()

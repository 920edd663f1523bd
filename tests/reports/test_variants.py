"""The page of variants and rulings, made from a few games that were really played."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from analysis.base.verdicts import DIFFERENT, UNMET, WITHIN
from analysis.studies.kept import keep, kept
from analysis.studies.price import Prices, PriceStudy
from analysis.studies.questions import PriceSettings
from analysis.studies.variants import ALL, SHOWN, ChangeSet, VariantsStudy, Varied
from model import UserError
from model.sources import sources
from model.steps import read_recipe
from reports.answers import MoreStudies, gather
from reports.figures import style
from reports.figures import variants as figures_variants
from reports.figures.layout import NARROW, WIDE
from reports.grounds import grounds_of_changes
from reports.places import address
from reports.results import Results
from reports.site import build, mended
from reports.site.pages import variants as page
from reports.tables import variants as tables_variants
from reports.tables.assumed import ASSUMED
from reports.tables.compare import KNOWN
from reports.tables.variants import changes_table, readings_by
from tests.reports.canvas import texts
from tests.reports.conftest import PLAN, variants_at
from tests.reports.html import Page
from tests.reports.test_rules_page import article

INTERVAL = re.compile(r"\([−+]?[\d.,]+ to [−+]?[\d.,]+")


@pytest.fixture(scope="module")
def recorded(varied: Path) -> Varied:
    return variants_at(varied).frames(2)


@pytest.fixture(scope="module")
def groups(recorded: Varied) -> dict[str, ChangeSet]:
    return recorded.groups


@pytest.fixture(scope="module")
def text(report: Path) -> str:
    return (report / "variants.html").read_text("utf-8")


def test_every_option_variant_and_ruling_of_the_model_is_on_the_page(text: str):
    shown = set(re.findall(r"<code>([^<]+)</code>", text))
    known = sources()
    base = read_recipe("revised-2021").resolve()
    for id, option in known.option.items():
        other = {f"{id}={choice}" for choice in option.choices}
        assert len(other & shown) == len(option.choices) - 1, id
    assert {id for id, one in known.change.items() if one.kind == "variant"} <= shown
    assert set(known.bundle["draft"].changes) <= shown
    assert "original-rules" in shown
    for id, ruling in known.ruling.items():
        if ruling.status == "switch":
            default = base.rulings.get(id, ruling.default_for("original-2015"))
            others = {f"{id}={one}" for one in ruling.readings if one != default}
            assert others <= shown, id


def test_each_ruling_leads_to_its_clause(text: str, report: Path):
    links = {
        href for href in Page(text).used if re.match(r"rules-(module-)?rulings\.html#ruling-", href)
    }
    known = sources().ruling.items()
    switches = [id for id, one in known if one.status == "switch"]
    assert links == {address(f"ruling-{id}") for id in switches}


def test_equal_games_differ_in_no_share_and_no_measure(groups: dict[str, ChangeSet]):
    for group in groups.values():
        for table in group.tables:
            changes, rows = group.changes(*table), group.rows(*table)
            zeros = changes[changes["verdict"] == "no deal"]
            for _, one in zeros.iterrows():
                part = rows[(rows["base"] == one["base"]) & (rows["name"] == one["name"])]
                assert one["estimate"] == 0
                assert (part["estimate"] == 0).all()
                assert len(part) == len(SHOWN)
    assert "staff-33=exactly" in set(
        groups["rulings"].changes(2, "greedy").query("verdict == 'no deal'")["name"]
    )


def test_another_hand_is_another_game(groups: dict[str, ChangeSet]):
    changes = groups["variants"].changes(2, "greedy").set_index("name")
    assert changes["estimate"]["hands=draft"] == 1
    assert changes["games"].eq(groups["variants"].games).all()


def test_verdicts_follow_from_the_intervals(groups: dict[str, ChangeSet]):
    seen = set()
    for group in groups.values():
        for table in group.tables:
            rows = group.rows(*table)
            for _, one in group.changes(*table).iterrows():
                part = rows[(rows["base"] == one["base"]) & (rows["name"] == one["name"])]
                beyond = (np.sign(part["low"]) == np.sign(part["high"])) & (
                    part[["low", "high"]].abs().min(axis=1) > part["margin"]
                )
                told = part["verdict"].isin(DIFFERENT)
                seen.add(one["verdict"])
                assert (one["verdict"] == "matters") == bool((told & beyond).any()), one["name"]
                assert (one["verdict"] in ("matters", "differs")) == bool(told.any()), one["name"]
    assert {"matters", "undecided", "within the margins", "no deal"} <= seen


@pytest.mark.parametrize(
    ("verdict", "beyond", "words"),
    [
        ("matters", ("decisions",),
         ["decisions in a game, of all players +3.00 (+2.00 to +4.00)"]),
        ("matters", ("decisions", "vp"),
         ["VP of a player +3.00 (+2.00 to +4.00)", "decisions in a game, of all players +3"]),
        ("differs", (), ["VP of a player +3.00 (+2.00 to +4.00)"]),
    ],
)  # fmt: skip
def test_the_measures_that_decided_are_given(verdict: str, beyond: tuple[str, ...], words):
    """What made it matter, not what has the largest estimate: that may be 0 for all is shown."""
    rows = pd.DataFrame([
        {"base": "b", "name": "n", "measure": one, "label": KNOWN[one].label, "margin": margin,
         "verdict": said, "beyond": one in beyond, "estimate": 3.0, "low": 2.0, "high": 4.0}
        for one, margin, said in (
            ("vp_winner", 0.1, "undecided"), ("vp", 0.5, "more"), ("decisions", 1.0, "more"))
    ])  # fmt: skip
    change = pd.Series({"base": "b", "name": "n", "verdict": verdict, "measure": "vp_winner"})
    said = tables_variants.largest(change, rows)
    assert said.startswith(words[0])
    assert all(one in said for one in words)
    assert "winner" not in said
    open_ = change.replace(verdict, "undecided")
    assert "VP of the winner" in tables_variants.largest(open_, rows.assign(verdict="undecided"))


def test_what_differs_in_too_few_deals_says_how_many_are_needed(groups: dict[str, ChangeSet]):
    """Enough that 30 differ in something; no number where more than that were played."""
    seen = 0
    for group in groups.values():
        table = group.tables[0]
        rows, changes = group.rows(*table), group.changes(*table)
        shown = [str(row[1]) for row in changes_table(group, *table).rows]
        for (_, one), cell in zip(changes.iterrows(), shown, strict=True):
            part = rows[(rows["base"] == one["base"]) & (rows["name"] == one["name"])]
            few = int((part["verdict"] == "too few games").sum())
            found = re.search(r"(\d) of 7 differ in too few deals", cell)
            assert (int(found[1]) if found else 0) == (few if one["estimate"] > 0 else 0)
            needed = re.search(r"too few deals; at least ([\d,]+) are needed", cell)
            if needed:
                seen += 1
                deals = int(re.sub(r"\D", "", needed[1]))
                assert deals > group.games
                assert 30 < deals * one["estimate"] < 50  # nearly always, 30 differ
    assert seen


def test_the_title_of_a_figure_counts_verdicts_as_the_sentence_does(groups: dict[str, ChangeSet]):
    """What differs, perhaps by less than a margin, is not called undecided."""
    words = {"matters": "matter", "differs": "differ", "undecided": "undecided",
             WITHIN: "makes? no difference beyond a margin",
             UNMET: "changes? nothing in any deal"}  # fmt: skip
    for group in groups.values():
        title = figures_variants.forest_title(group)
        changes = group.changes(*group.tables[0])
        counts = changes[changes["name"] != ALL]["verdict"].value_counts()
        for verdict, word in words.items():
            found = re.search(rf"(\d+|none) (?:is |are )?{word}s?\b", title)
            said = found[1].replace("none", "0") if found else "0"
            assert int(said) == counts.get(verdict, 0), title
        assert not re.search(r"no difference(?! beyond)", title)


def test_a_reading_and_a_choice_are_named_with_their_question_once(groups: dict[str, ChangeSet]):
    said = [
        tables_variants.in_brief(group, name) for group in groups.values() for name in group.steps
    ]
    assert any(one.startswith("Boards: ") for one in said)
    assert any(one.startswith("Die bonus cost: ") for one in said)
    for one in said:
        parts = one.split(": ")
        assert len(set(parts)) == len(parts), one


def test_rulings_of_both_editions_are_judged_together(groups: dict[str, ChangeSet]):
    changes = groups["rulings"].changes(2, "greedy")
    assert set(changes["base"]) == {"original-2015", "revised-2021"}
    old = changes[changes["base"] == "original-2015"]["name"]
    newer = set(sources().edition["revised-2021"].changes)
    settled = {
        id for id, one in sources().ruling.items()
        if one.status == "switch" and newer & set(one.superseded_by)
    }  # fmt: skip
    assert {name.split("=")[0] for name in old} == settled


@pytest.mark.parametrize("key", ["rulings", "module-rulings"])
def test_the_page_of_a_ruling_says_what_each_other_reading_changes(
    groups: dict[str, ChangeSet], report: Path, key: str
):
    text = (report / f"rules-{key}.html").read_text("utf-8")
    for _, change in groups[key].changes(2, "greedy").iterrows():
        id, _, reading = change["name"].partition("=")
        effect = article(text, f"ruling-{id}").partition("Effect in play: ")[2]
        assert f"“{sources().ruling[id].readings[reading].title}”" in effect
        assert f"to {100 * change['high']:.1f}" in effect
    assert f'href="variants.html#{key}"' in text
    assert f"Effects in play: {readings_by(groups[key])};" in text


def test_findings_have_intervals_grounds_and_commands(recorded: Varied, computed: Results):
    told = page.findings(replace(computed, answers={VariantsStudy: recorded}))
    assert len(told) == len(page.QUESTIONS)
    for one in told:
        assert any(map(INTERVAL.search, one.numbers)), one.about
        assert "nan" not in one.text
        assert one.grounds is not None
        assert all(command.startswith("gah study compare ") for command in one.grounds.commands)
    assert ASSUMED in told[-1].text
    assert "All of them together" in told[-1].text


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_not_recorded_is_left_out_and_named(
    varied: Path, computed: Results, few: None, workers: int
):
    """Some of the games are missing: the rest is shown, and what is missing is said.

    Also where another process reads the games, beside what this one does.
    """
    said = io.StringIO()
    study = variants_at(varied)
    (draft,) = study.topics["draft"]
    other = replace(draft, settings=replace(draft.settings, seed=9))
    some = replace(study)
    vars(some)["topics"] = {"rulings": study.topics["rulings"], "draft": [other]}
    more = MoreStudies(played={VariantsStudy: some})
    with more.in_background(workers, Console(file=said), lambda text: None) as answers:
        found = replace(computed, answers=answers())
    assert set(found.variants) == {"rulings"}
    assert "without a part of variants and rulings" in said.getvalue()
    assert "agatha-christ" in said.getvalue()  # of the draft
    with style.styled():
        built = page.build(found)
    html = build.render(build.Place(built, (), None, None), [built])
    assert "gah study variants --older original-2015 --rules revised-2021" in html
    assert '<figure id="rulings-forest"' in html
    assert '<figure id="variants-forest"' not in html


def test_a_saved_answer_gives_the_same_verdicts(recorded: Varied, varied: Path, tmp_path: Path):
    keep(tmp_path, variants_at(varied), recorded)
    again = kept(tmp_path, VariantsStudy, "revised-2021")
    assert set(again.groups) == set(recorded.groups)
    for topic, group in recorded.groups.items():
        for table in group.tables:
            before, after = (
                one.changes(*table).set_index(["base", "name"])["verdict"].sort_index()
                for one in (group, again.groups[topic])
            )
            pd.testing.assert_series_equal(before, after)


def test_a_saved_answer_is_shown_unless_more_deals_are_asked_for(
    recorded: Varied, varied: Path, tmp_path: Path
):
    keep(tmp_path, variants_at(varied), recorded)
    places, quiet = {"compare": tmp_path / "nothing"}, Console(file=io.StringIO())
    for deals, play in ((0, False), (PLAN.variants, False), (PLAN.variants + 1, True)):
        more = gather(replace(PLAN, variants=deals).for_report(), places, tmp_path, quiet)
        assert (VariantsStudy in more.played) == play
        assert (VariantsStudy in more.kept) or play


def test_more_games_of_other_players_never_replace_a_saved_answer(recorded: Varied):
    """A report's own are by players that are quick, and so weak."""
    plan = replace(PLAN, variants=PLAN.variants + 1, prices=10**6).for_report()
    variants, prices = VariantsStudy.of_report(plan, Path()), PriceStudy.of_report(plan, Path())
    assert variants is not None
    assert prices is not None
    saved = PriceSettings(policies=prices.settings.policies, games=240)
    priced = Prices(saved, pd.DataFrame(), pd.DataFrame())
    assert variants.more_than(recorded)
    assert prices.more_than(priced)
    by_planner = replace(recorded.settings, policies=("planner",))
    assert not variants.more_than(replace(recorded, settings=by_planner))
    by_planner = replace(saved, policies=("planner",))
    assert not prices.more_than(replace(priced, settings=by_planner))


def test_games_of_other_rules_are_refused(varied: Path):
    part = variants_at(varied).topics["rulings"][0]
    plan = part.plan
    label = plan.base.label
    changed = {**plan.rulesets, label: plan.rulesets[plan.singles["staff-32=four"][1]]}
    with pytest.raises(UserError, match="had other rules"):
        replace(part, plan=replace(plan, rulesets=changed)).frames(2)


def test_tables_are_saved_and_sorted(report: Path):
    saved = pd.read_csv(report / "tables" / "rulings-verdicts-2-greedy.csv")
    assert {"name", "title", "verdict", "estimate", "low", "high", "games"} <= set(saved.columns)
    ranks = [("matters", "differs", "undecided", "within the margins", "no deal").index(one)
             for one in saved["verdict"]]  # fmt: skip
    assert ranks == sorted(ranks)
    measures = pd.read_csv(report / "tables" / "draft-measures-2-greedy.csv")
    assert set(measures["measure"]) == set(SHOWN)
    assert ALL in set(measures["name"])


@pytest.mark.parametrize("topic", page.TOPICS, ids=lambda topic: topic.key)
def test_text_of_figures_stays_inside(groups: dict[str, ChangeSet], topic: page.GroupTopic):
    for layout in (WIDE, NARROW):
        with style.styled():
            canvas = figures_variants.forest_figure(
                groups[topic.key], topic.panels, topic.title, layout
            ).canvas
            canvas.draw_without_rendering()
        for name, box in texts(canvas):
            assert -1 <= box.x0 <= box.x1 <= canvas.bbox.width + 1, name


def test_a_change_that_touches_no_card_is_answered_by_playing_it_alone(
    computed: Results, recorded: Varied
):
    verdicts = recorded.groups["edition"].changes(2, "greedy").set_index("name")["verdict"]
    found = mended.mended(replace(computed, answers={VariantsStudy: recorded}))
    alone = [one for one in found if one.card is None]
    assert {one.change.id for one in alone} <= set(verdicts.index)
    for one in alone:
        verdict = verdicts[one.change.id]
        assert (one.sign == mended.PLAYS) == (verdict in ("matters", "differs"))
        assert (one.sign == mended.SAME) == (verdict in ("within the margins", "no deal"))
        assert "% (" in one.why
        assert "of the deals go differently" in one.why


def test_verdicts_say_which_rules_their_players_were_not_trained_on(groups: dict[str, ChangeSet]):
    (weak,) = (
        group
        for group in groups.values()
        if any("boards=day" in label for one in group.founds for label in one.plan.rulesets)
    )
    founds = tuple(
        replace(
            one,
            measures=one.measures.assign(policy="planner"),
            winners=one.winners.assign(policy="planner"),
        )
        for one in weak.founds
    )
    said = grounds_of_changes(replace(weak, founds=founds)).line
    assert re.search(r"planner was not trained on \d+ of these \d+ rulesets .*boards=day", said)
    assert "not trained" not in grounds_of_changes(weak).line

"""Sentences say what their tables show and no more: rendered where the truth is known."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import pandas as pd
import pytest

from analysis.base import stats
from analysis.rulesets.factorial import AVERAGE
from analysis.studies.modules import ModuleStudy
from analysis.studies.suggest import SuggestStudy
from reports import names
from reports.figures import cards, catalogue, games, quality, saying, style
from reports.figures.layout import WIDE
from reports.results import Results, rows_of
from reports.site import mended
from reports.site.blocks import NO, NOT_YET, PARTLY, UNKNOWN, YES, Front
from reports.site.games import Replayed, TurnChance
from reports.site.pages import game, guests, overview, seats, staff, strong
from reports.tables import quality as tables_quality
from reports.verdicts import Verdicts, claim, verdict_table, verdicts_of
from tests.reports.agreeing import of_finding
from tests.reports.crowding import crowded


def card(estimate: float, verdict: str) -> pd.Series:
    return pd.Series({"estimate": estimate, "verdict": verdict})


def moved(estimate: float, q: float) -> pd.Series:
    return pd.Series(
        {"estimate": estimate, "low": estimate - 0.01, "high": estimate + 0.01, "q": q}
    )


@pytest.mark.parametrize(
    ("before", "after", "change", "sign"),
    [
        (card(0.09, "too strong"), card(0.01, "balanced"), moved(-0.08, 0.001), YES),
        (card(0.09, "too strong"), card(0.02, "undecided"), moved(-0.07, 0.001), YES),
        (card(0.09, "too strong"), card(0.02, "undecided"), moved(-0.07, 0.4), UNKNOWN),
        (card(0.09, "too strong"), card(0.08, "too strong"), moved(-0.01, 0.001), NO),
        (card(-0.09, "too weak"), card(-0.08, "too weak"), moved(0.01, 0.9), NO),
        (card(-0.09, "too weak"), card(0.12, "undecided"), moved(0.21, 0.001), UNKNOWN),
        (card(0.01, "balanced"), card(0.0, "balanced"), moved(-0.01, 0.8), mended.NOTHING),
        (card(0.02, "balanced"), card(0.09, "too strong"), moved(0.07, 0.001), NO),
        # What was not shown before cannot have been mended, whatever has moved.
        (card(0.05, "undecided"), card(0.0, "balanced"), moved(-0.05, 0.001), UNKNOWN),
        (card(0.05, ""), card(0.0, ""), None, UNKNOWN),
        # Off now and moved away from the average card: made worse, whatever was shown before.
        (card(0.05, "undecided"), card(0.12, "too strong"), moved(0.07, 0.001), NO),
        (card(0.05, "undecided"), card(0.12, "too strong"), moved(0.07, 0.3), UNKNOWN),
    ],
)  # fmt: skip
def test_a_change_mends_only_what_was_shown_to_be_off(before, after, change, sign):
    found, why = mended.decide(before, after, change)
    assert found == sign
    assert why
    assert "nan" not in why
    if change is not None:
        assert "on equal deals" in why  # the comparison that carries it


@pytest.mark.parametrize(
    ("low", "high", "p", "sign"),
    [
        (-0.01, 0.015, 0.4, NO),
        (-0.01, 0.015, 0.001, NO),
        (0.03, 0.05, 0.001, YES),
        (-0.05, -0.03, 0.001, YES),
        (0.001, 0.05, 0.2, UNKNOWN),
        (-0.05, 0.05, 0.001, UNKNOWN),
    ],
)
def test_the_seat_matters_only_beyond_chance_and_not_only_within_the_margin(low, high, p, sign):
    row = pd.Series({"low": low, "high": high, "p_all": p})
    assert seats.seat_matters(row, 2) == sign


@pytest.mark.parametrize(
    ("low", "high", "bound"),
    [(0.01, 0.05, 0.01), (-0.05, -0.01, -0.01), (-0.01, 0.05, 0.0), (-0.05, 0.01, 0.0)],
)
def test_what_can_be_claimed_is_the_bound_nearest_to_nothing(low, high, bound):
    assert claim(low, high) == bound


@pytest.mark.parametrize(
    ("strong", "balanced", "undecided", "unknown", "answer"),
    [(1, 47, 0, 0, False), (0, 48, 0, 0, True), (0, 47, 1, 0, None),
     (0, 47, 0, 1, None), (0, 0, 0, 48, None), (1, 0, 0, 47, False)],
)  # fmt: skip
def test_a_card_without_games_is_never_called_balanced(
    computed: Results, strong, balanced, undecided, unknown, answer
):
    rows = pd.DataFrame({"verdict": ["too strong"] * strong})
    counted = (balanced, undecided, unknown)
    found = Verdicts(computed.main, "dealt_lead", 3.0, -2.0, rows, rows[:0], *counted)
    assert found.cards == 48
    assert found.answer is answer
    assert ("with too few games" in found.open_words) == bool(unknown)


def test_the_overview_says_no_where_cards_are_planted_and_names_them(computed: Results):
    found = overview.balanced(computed)
    assert found.sign == NO
    verdicts = verdicts_of(computed, "staff", computed.main)
    assert verdicts is not None
    off = [*verdicts.strong["name"], *verdicts.weak["name"]]
    counted = (f"{len(verdicts.strong)} ", f"{len(verdicts.weak)} ")
    assert all(name in found.text for name in off) or all(one in found.text for one in counted)
    table = overview.change_table(computed, verdicts)
    assert {str(item) for item in (*verdicts.strong.index, *verdicts.weak.index)} >= {"5", "9"}
    assert len(table.rows) == len(off)


def test_every_answer_of_the_first_screen_is_one_short_sentence_with_its_badge(computed: Results):
    page = overview.build(computed)
    (front,) = [one for one in page.sections[0].blocks if isinstance(one, Front)]
    assert len(front.findings) == 5
    for one in front.findings:
        assert overview.words_of(one.text) <= overview.LONGEST, one.text
        assert one.about.endswith("?")
        assert one.sign in (YES, NO, UNKNOWN, PARTLY, NOT_YET)
        assert "<" not in one.text
    assert front.figure is not None


def suggested(policy: str, after: str, doubts: str = "balanced") -> SimpleNamespace:
    """New costs of two cards, which experts judge too."""
    changes = pd.DataFrame([
        {"item": item, "printed": 4 if item == "7" else 3, "suggested": 4, "after_verdict": after,
         "after_estimate": 0.5, "after_low": -0.1, "after_high": 1.1} for item in ("5", "7", "9")
    ])  # fmt: skip
    last = pd.DataFrame([{"policy": "expert", "players": 2, "name": "Groom", "verdict": doubts}])
    return SimpleNamespace(
        settings=SimpleNamespace(policies=(policy,), players=(2,), tested=6000), margin=3.0,
        changes=changes, last=last,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("policy", "after", "sign", "cell"),
    [
        ("greedy", "balanced", PARTLY, "balanced, +0.50"),
        ("greedy", "too strong", NO, "too strong, +0.50"),
        ("planner", "balanced", NOT_YET, ""),
    ],
)
def test_a_remedy_is_shown_only_if_the_players_of_the_verdict_tried_it(
    computed: Results, policy, after, sign, cell
):
    with_one = replace(computed, answers={SuggestStudy: suggested(policy, after)})
    verdicts = verdicts_of(computed, "staff", computed.main)
    assert verdicts is not None
    found = overview.to_change(with_one)
    rows = [row for row in overview.change_table(with_one, verdicts).rows if "(5)" in row[0]]
    if len(verdicts.strong) + len(verdicts.weak) == 2 and sign == PARTLY:
        sign = YES
    assert found.sign == sign
    assert rows[0][4].startswith(cell) if cell else len(rows[0]) == 3, rows[0]


def test_a_remedy_that_other_players_doubt_is_not_proven(computed: Results):
    with_one = replace(
        computed, answers={SuggestStudy: suggested("greedy", "balanced", "too weak")}
    )
    found = overview.to_change(with_one)
    assert found.sign == PARTLY
    assert "but 1 is unbalanced at other tables" in found.text
    assert overview.doubted(with_one) == ["Groom"]
    assert overview.doubted(computed) == []


def test_the_table_of_what_to_change_says_that_all_new_costs_were_tested_at_once(computed: Results):
    tried = suggested("greedy", "balanced")
    verdicts = verdicts_of(computed, "staff", computed.main)
    assert verdicts is not None
    table = overview.change_table(replace(computed, answers={SuggestStudy: tried}), verdicts)
    assert table.caption.endswith(
        ". New costs tested in 6,000 further games, in which 2 of 3 costs were changed at once;"
        " margin 3 VP"
    )


@pytest.mark.parametrize(
    ("item", "after", "estimate", "explained"),
    [
        ("5", "balanced", 3.1, True),
        ("5", "balanced", -3.1, True),
        ("5", "undecided", 3.1, False),
        ("5", "balanced", 2.9, False),
        ("7", "balanced", 3.1, False),  # a card that the table does not have
    ],
)
def test_a_card_that_is_balanced_beyond_the_margin_is_explained(
    computed: Results, item, after, estimate, explained
):
    tried = suggested("greedy", after)
    tried.changes.loc[tried.changes["item"] == item, "after_estimate"] = estimate
    verdicts = verdicts_of(computed, "staff", computed.main)
    assert verdicts is not None
    table = overview.change_table(replace(computed, answers={SuggestStudy: tried}), verdicts)
    assert table.caption.endswith("just beyond the margin may be balanced.") is explained


def modules_of(computed: Results, **estimates: tuple[float, ...]) -> Results:
    """Results with average effects of three modules on some measures, more or equivalent."""
    rows = pd.DataFrame([
        {"players": 2, "policy": "greedy", "kind": AVERAGE, "measure": measure, "name": name,
         "estimate": one, "verdict": "more" if one else "equivalent"}
        for measure, some in estimates.items()
        for name, one in zip(("ballrooms", "celebrities", "more"), some, strict=True)
    ])  # fmt: skip

    def chosen(frame: str, **equal: object) -> pd.DataFrame:
        found = rows
        for name, value in equal.items():
            found = found[found[name] == value]
        return found

    known = SimpleNamespace(tables=[(2, "greedy")], rows=chosen)
    return replace(computed, answers={ModuleStudy: known})


@pytest.mark.parametrize(
    ("decisions", "spread", "text", "sign"),
    [
        ((25.0, 22.0, 5.0), (0.0, 4.0, 0.0),
         "All 3 add decisions; 1 of 3 widens the spread of scores.", YES),
        ((25.0, 22.0, 0.0), (0.0, 0.0, 0.0), "Vienna Ballrooms and Celebrities add decisions.",
         YES),
        ((25.0, 0.0, 0.0), (0.0, 0.0, 0.0), "Vienna Ballrooms adds decisions.", YES),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), "No difference beyond a margin is shown.", NO),
    ],
)  # fmt: skip
def test_modules_add_decisions_and_none_is_named_for_the_largest_estimate(
    computed: Results, decisions, spread, text, sign
):
    found = overview.with_modules(modules_of(computed, decisions=decisions, vp_spread=spread))
    assert (found.text, found.sign) == (text, sign)
    assert overview.words_of(found.text) <= overview.LONGEST


def test_seats_that_were_not_played_are_not_answered(computed: Results):
    rows = {row[0]: row for row in overview.seat_table(computed).rows}
    assert rows["3"][2] == overview.UNMEASURED
    assert [rows[n][1] for n in "234"] == ["50%", "33.3%", "25%"]
    assert "%" in rows["2"][2]
    assert "%" in rows["4"][2]


def test_the_table_of_what_to_change_names_the_surest_cards_of_each_kind(computed: Results):
    found = verdicts_of(computed, "staff", computed.main)
    assert found is not None
    many = pd.concat([found.strong] * 9)
    table = overview.change_table(computed, replace(found, strong=many))
    assert len(table.rows) == overview.NAMED + len(found.weak)
    assert table.caption.endswith(f"; the surest {overview.NAMED} of each kind")
    assert table.frame is not None
    assert len(table.frame) == len(many) + len(found.weak)


@pytest.mark.parametrize(
    ("same", "said"),
    [
        (0, "measures are shown to be within their margins"),
        (1, "measures is shown to be within its margin"),
        (2, "measures are shown to be within their margins"),
    ],
)
def test_one_measure_within_its_margin_is_one(computed: Results, same: int, said: str):
    rows = computed.quality.changes.assign(verdict="undecided")
    mine = rows_of(rows.rename(columns={"rules_b": "rules"}), computed.main).index
    rows.loc[mine[:same], "verdict"] = "equivalent"
    found = replace(computed, quality=replace(computed.quality, changes=rows))
    last = tables_quality.changed_numbers(found, computed.main)[-1]
    assert last == f"{same} of {len(mine)} {said}"


def test_a_seat_wins_more_only_if_its_joint_interval_says_so(computed: Results):
    def said(low: float, sim_low: float) -> str:
        seats = computed.seats.copy()
        mine = (seats["players"] == 4) & (seats["outcome"] == "win") & (seats["seat"] == 2)
        seats.loc[seats["players"] == 4, ["mean"]] = 0.2
        seats.loc[mine, ["mean", "low", "high", "sim_low", "sim_high"]] = [
            0.4, low, 0.2, sim_low, 0.3,
        ]  # fmt: skip
        rows = {row[0]: row for row in overview.seat_table(replace(computed, seats=seats)).rows}
        return rows["4"][3]

    assert said(0.1, -0.01) == "none shown"
    assert said(0.1, 0.05) == "3rd: 40.0% (30.0 to 55.0 jointly)"


def test_guests_are_left_behind_most_only_if_joint_intervals_set_them_apart(computed: Results):
    def said(low: float) -> tuple[str, list[str]]:
        """Of one guest that is seldom used, all others being used alike."""
        rows = computed.tallies.copy()
        mine = (rows["kind"] == "guest") & (rows["measure"] == "used")
        rows.loc[mine, ["estimate", "low", "high"]] = [0.8, 0.75, 0.85]
        seldom = mine & (rows["key"] == "49")
        rows.loc[seldom, ["estimate", "low", "high"]] = [low, low - 0.05, low + 0.05]
        (one,) = guests._left_behind(replace(computed, tallies=rows))
        return one.text, list(one.numbers)

    assert "(49) least often." in said(0.5)[0]
    # By intervals of each it would be apart: 0.74 is below 0.75.
    text, numbers = said(0.69)
    assert (
        text == "None is shown to be left more often than all others in games of 2 greedy players."
    )
    assert len(numbers) == guests.NAMED
    assert all("jointly)" in one for one in numbers)


@pytest.mark.parametrize(("share", "trials"), [(0.943, 53.2), (1.0, 9), (0.0, 4), (0.3, 2_000)])
def test_joint_intervals_of_shares_are_those_of_as_many_trials(share: float, trials: float):
    low, high = stats.wilson(share * trials, trials)
    rows = pd.DataFrame({"estimate": [share], "low": [float(low)], "high": [float(high)]})
    joint = saying.widened_shares(rows, 58).iloc[0]
    expected = stats.wilson(share * trials, trials, stats.simultaneous_level(58))
    assert (joint["sim_low"], joint["sim_high"]) == pytest.approx([float(one) for one in expected])
    ends = [joint[name] for name in ("sim_low", "low", "high", "sim_high")]
    assert [round(one, 12) for one in ends] == sorted(round(one, 12) for one in ends)
    assert 0 <= ends[0] <= ends[-1] <= 1


def test_no_guest_is_served_more_often_than_it_is_taken(computed: Results):
    rows = computed.tallies.copy()
    mine = (rows["kind"] == "guest") & (rows["measure"] == "used")
    low, high = (float(one) for one in stats.wilson(0.943 * 53, 53))
    rows.loc[mine, ["estimate", "low", "high"]] = [0.943, low, high]
    (one,) = guests._left_behind(replace(computed, tallies=rows))
    assert one.numbers
    for number in one.numbers:
        bounds = re.search(r"\((\S+) to (\S+) jointly", number)
        assert bounds
        assert float(bounds[1]) < 94.3 < float(bounds[2]) <= 100


def test_seats_that_only_a_longer_run_played_are_answered_with_their_games(computed: Results):
    four = computed.seats["players"] == 4
    three = computed.seats[four & (computed.seats["seat"] < 3)].assign(players=3, games=30_000)
    three["mean"] = three["mean"].where(three["outcome"] != "win", three["mean"] + 1 / 3 - 1 / 4)
    longer = replace(computed, seats=pd.concat([computed.seats, three], ignore_index=True))
    found = seats.first_player(longer, longer.rules)
    assert re.search(r"With [^.]*\b3\b[^.]* players", found.text)
    assert found.grounds is not None
    assert found.grounds.players == "2, 3 and 4 players"
    assert "1,500 to 30,000 games" in found.grounds.games
    assert "50%, and up to 2.0 points more or less count as about that" in found.numbers[0]
    assert any("--players 3 " in command for command in found.grounds.commands)
    assert list(of_finding(found)) == []
    rows = {row[0]: row for row in overview.seat_table(longer).rows}
    assert rows["3"][4] == "30,000"
    assert overview.first_seat(longer).grounds == found.grounds
    with style.styled():
        assert "30,000 (greedy, 3 players)" in games.seats_figure(longer).caption


def test_a_chart_of_cards_says_of_how_many_games(computed: Results):
    with style.styled():
        kind = next(one for one in catalogue.KIND_AXIS if verdicts_of(computed, one, computed.main))
        caption = catalogue.kind_figure(computed, kind, WIDE).caption
    assert f", {computed.judged_games(computed.main):,} games. " in caption


def test_the_worth_of_a_lead_is_drawn_also_of_few_games(computed: Results):
    counts = computed.quality.counts
    table = counts.groupby(["rules", "players", "policy", "round"], observed=True)
    few = table.sample(60, replace=True, random_state=1)
    found = replace(computed.quality, counts=few.assign(games=1))
    assert quality.tenths(rows_of(found.counts, computed.main, round=7)).empty
    with style.styled():
        drawn = quality.chances_figure(replace(computed, quality=found))
        for ax in drawn.canvas.axes[: len(computed.players)]:
            low, high = ax.get_xlim()
            assert high - low > 1
            assert any(len(line.get_xdata()) == 60 for line in ax.lines)


def test_the_largest_source_is_not_said_to_bring_most_vp(computed: Results):
    rows = computed.sources.copy()
    rows.loc[rows["source"] != "vp", ["estimate", "low", "high"]] = [10.0, 9.5, 10.5]
    first = rows["source"] == "guest_vp" if (rows["source"] == "guest_vp").any() else (
        rows["source"] == rows.loc[rows["source"] != "vp", "source"].iloc[0]
    )  # fmt: skip
    rows.loc[first, ["estimate", "low", "high"]] = [19.0, 18.5, 19.5]
    title, claims = games.by_source_title(replace(computed, sources=rows))
    label = rows.loc[first, "label"].iloc[0]
    assert f"more VP come from {label} than from any other source" in title
    assert all(one.shown for one in claims)


def test_a_change_that_is_shown_is_not_said_to_exceed_its_margin(computed: Results):
    (said,) = [one for one in game.findings(computed) if "more open" in one.about]
    assert said.text.endswith("a change that is shown may be within its margin.")
    caption = tables_quality.changes_table(computed, computed.jury).caption
    assert caption.endswith("not that it exceeds the margin")


def test_what_leads_do_is_said_of_whom_and_when(computed: Results):
    def said(*slopes: float) -> tuple[str, int]:
        """Of the slopes of each policy, at all tables."""
        rounds = computed.quality.rounds.copy()
        for policy, slope in zip(computed.policies, slopes, strict=True):
            mine = (rounds["metric"] == "round_runaway") & (rounds["policy"] == policy)
            rounds.loc[mine, "estimate"] = slope
            rounds.loc[mine, "low"], rounds.loc[mine, "high"] = slope - 0.1, slope + 0.1
        known = replace(computed, quality=replace(computed.quality, rounds=rounds))
        title, claims = quality.runaway_headline(known)
        assert all(one.shown for one in claims)
        (finding,) = [one for one in game.findings(known) if one.about == "Do leaders run away?"]
        assert finding.text.startswith(f"{title}.")
        assert len(finding.numbers) == len(computed.policies) * len(computed.players)
        return title, len(claims)

    when = f"fter round {quality.middle(computed)}"
    assert said(-1.0, 1.0) == (
        f"A{when}, players who are behind catch up among greedy players; leads grow among random"
        " players", 4,
    )  # fmt: skip
    assert said(1.0, 1.0) == (f"A{when}, leads grow among greedy players and random players", 4)
    assert said(1.0, 0.0) == (
        f"A{when}, leads grow among greedy players; it is undecided among random players", 2,
    )  # fmt: skip
    assert said(0.0, 0.0) == (f"No tendency of leads is shown at every table a{when}", 0)


def habits_of(winners: dict[int, float], estimate: float = 2.0) -> SimpleNamespace:
    """Results in which strong players serve more, or fewer, guests at tables of 2 and of 4."""
    rows = [
        {"metric": "guests_housed" if estimate > 0 else "dice_4", "label": "", "players": n,
         "estimate": estimate, "se": 0.1, "low": estimate - 0.2, "high": estimate + 0.2,
         "strong": 6.3, "weak": 6.3 - estimate, "unit": "count", "winners": at,
         "winners_low": at - 0.1, "winners_high": at + 0.1} for n, at in winners.items()
    ]  # fmt: skip
    rows += [{**row, "metric": "passes"} for row in rows]
    return SimpleNamespace(habits=pd.DataFrame(rows), policies=["planner", "greedy"])


@pytest.mark.parametrize(
    ("winners", "estimate", "tables"),
    [
        ({2: 1.0, 4: 1.0}, 2.0, ""),
        ({2: 0.0, 4: 0.0}, 2.0, ""),
        ({2: 0.0, 4: -1.0}, 2.0, "with 4 players, the winners among strong players do less of it"),
        ({2: -1.0, 4: -1.0}, 2.0, "with 2 and 4 players, the winners among strong players do less"),
        ({2: 1.0, 4: 0.0}, -2.0, "with 2 players, the winners among strong players do more of it"),
        ({2: -1.0, 4: 0.0}, -2.0, ""),
    ],
)
def test_advice_warns_where_winners_at_any_table_do_the_opposite(winners, estimate, tables):
    table = strong.advice(habits_of(winners, estimate))
    assert len(table.rows) == 1 + (estimate < 0)  # none to pass more, which the strongest do not
    said = table.rows[0][-1]
    assert (tables in said) if tables else "overdo" not in said
    assert all(len(row) == len(table.head) for row in table.rows)


def test_advice_has_the_interval_that_it_rests_on_at_each_table():
    table = strong.advice(habits_of({2: 1.0, 4: 1.0}))
    assert list(table.head) == ["Advice", "With 2 players", "With 4 players"]
    ((words, two, four),) = table.rows
    assert words == "Serve more guests."
    assert two.numbers == four.numbers == (2.0, 1.8, 2.2)


def test_a_game_says_whose_chance_a_turn_changed():
    turns = (TurnChance(1, 1, 3, 0.52, 0.39), TurnChance(2, 0, 5, 0.39, 0.7))
    one = Replayed("closest", (120, 110), 0, 0, 10, "", turns)
    assert one.hung == (
        "Seat 1's chance to win fell from 52 to 39% in Seat 2's turn of round 3 and rose from 39 to"
        " 70% in Seat 1's turn of round 5."
    )
    assert replace(one, turns=()).hung == ""


def test_played_and_dealt_are_told_apart_by_their_correlation_and_signs(
    computed: Results, monkeypatch: pytest.MonkeyPatch
):
    card_of = {row["card"]: row for _, row in
               rows_of(computed.dealt, computed.main, outcome="win").iterrows()}  # fmt: skip
    dealt, played = computed.dealt.copy(), computed.played.copy()
    for frame in (dealt, played):
        for position, card in enumerate(sorted(card_of)):
            value = 0.01 * (position - 20.5)
            frame.loc[frame["card"] == card, "estimate"] = (
                value + 0.1 if frame is played else value  # ten more are above 0
            )
    monkeypatch.setattr(Results, "dealt", property(lambda _: dealt))
    with style.styled():
        figure = cards.played_figure(replace(computed, played=played))
    found = int(
        ((figure.table["estimate_dealt"] < 0) & (figure.table["estimate_played"] > 0)).sum()
    )
    assert found > 0
    assert figure.title == (
        f"{found} of {len(figure.table)} cards have opposite signs in the two measures (rank"
        " correlation +1.00)"
    )
    assert "spread 1.0 times as widely as the horizontal ones" in figure.caption
    assert "have a rank correlation of +1.00" in figure.caption


def test_without_verdicts_nothing_is_called_balanced(computed: Results):
    none = replace(computed, judged=replace(computed.judged, effects=computed.judged.effects[:0]))
    assert overview.balanced(none).sign == UNKNOWN
    assert overview.to_change(none).sign == UNKNOWN
    assert "No verdicts" in staff.verdicts(none, none.rules).text


def test_what_no_ladder_measured_is_not_called_strong(computed: Results):
    assert "not measured" in overview.strength(computed)
    assert "program" in overview.strength(computed)


def test_what_was_not_played_alone_is_unknown(computed: Results):
    found = {one.change.id: one for one in mended.mended(computed)}
    assert found["forced-penalty"].sign == UNKNOWN
    assert "gah study compare original-2015 revised-2021" in found["forced-penalty"].why
    assert found["kitchen-hand-cost"].card == 17
    assert "on equal deals" in found["kitchen-hand-cost"].why


def test_crowded_sentences_are_found():
    assert crowded("It is 1, 2 and 3.") == ["It is 1, 2 and 3."]
    assert crowded("It is 1. Now it is 2 (1 to 3).") == ["Now it is 2 (1 to 3)."]
    assert crowded("With 2 planners, Cook (5) wins 27 of 48 games in 2021, 9% more.") == []


def test_no_finding_crowds_numbers(computed: Results, few: None):
    """Sentence first, numbers after: they are lines of their own, with their intervals."""
    found = [one for one in overview.answers(computed) if crowded(one.text)]
    assert [one.text for one in found] == []


def test_a_sentence_on_cards_names_players_margin_and_what_is_open(computed: Results):
    said = staff.verdicts(computed, computed.rules)
    for words in ("2 greedy players", "shown to be balanced", "undecided"):
        assert words in said.text
    assert any("count as balanced." in one for one in said.numbers)


def test_verdicts_are_told_of_every_edition_table_and_player(computed: Results):
    table = verdict_table(computed, "staff")
    told = {tuple(row[:3]) for row in table.rows}
    assert told == {
        (names.ruleset(one.config.rules), str(one.config.players), one.config.policy)
        for one in computed.runs
        if one.config.rules in computed.editions
    }
    assert table.frame is not None
    cards = table.frame.drop(columns=["rules", "players", "policy"]).sum(axis=1)
    assert set(cards) == {48}


def test_the_page_says_one_mean_score_wherever_it_says_it(computed: Results):
    """The finding and the table rest on the same games, also where a longer run has more."""
    longer = replace(computed, measures=computed.measures.assign(mean_b=123.4, games=90_000))
    (said,) = [one for one in game.findings(longer) if one.about == "How high are scores?"]
    assert "score 123 VP" in said.text
    (row,) = [row for row in game._length(longer, longer.jury).rows if row[0] == "VP of a player"]
    assert all("123.4" in str(cell) for cell in row[1:])

"""What pages say of findings that were repeated over assumed values, from frames of known truth."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from analysis.rulesets import compare, completions, factorial
from analysis.rulesets.factorial import AVERAGE, PAIR, TOGETHER
from analysis.studies.assumed import BEST_ENTRANCE, MOST, OF_ENTRANCES, AssumedStudy, Repeated
from analysis.studies.questions import AssumedSettings
from reports.figures import style
from reports.pieces import pieces
from reports.results import Results
from reports.site import build, sheets
from reports.site.pages import modules as modules_page
from reports.site.pages import overview
from reports.tables import assumed as tables_assumed

FACTORS = ("ballrooms", "celebrities", "more")
K = 8


def effects(rng: np.random.Generator, more: float) -> pd.DataFrame:
    """Ballrooms bring 6 of every measure, whatever is assumed; a value decides what more brings."""
    sets = factorial.subsets(FACTORS)
    design = factorial.Design(FACTORS, {one: "+".join(["r", *sorted(one)]) for one in sets})
    planted = np.array([6.0 * ("ballrooms" in one) + more * ("more" in one) for one in sets])
    wanted = factorial.wanted()
    values = 100 + planted + rng.normal(0, 3, (400, len(sets)))
    scale = np.array([0.01 if one.shown > 1 else 1.0 for one in wanted])
    deals = compare.Deals(
        tuple(design.rules), 2, 400, scale[:, None] * values.mean(axis=0),
        (scale**2)[:, None, None] * np.tile(np.cov(values.T), (len(wanted), 1, 1)),
    )  # fmt: skip
    asked = [one for one in design.contrasts() if one.kind in (AVERAGE, PAIR, TOGETHER)]
    return factorial.effects_frame(deals, asked, wanted)


def average(frame: pd.DataFrame, measure: str) -> pd.Series:
    rows = frame[(frame["kind"] == AVERAGE) & (frame["measure"] == measure)]
    return rows.set_index("name")["estimate"]


def cards(second: float) -> pd.DataFrame:
    """Two cards: one is worth 6 VP in every completion, a value decides of the other."""
    estimates = [6.0, second]
    return pd.DataFrame({
        "metric": "dealt_vp", "item": ["119", "120"], "name": ["Dancing Master", "Violinist"],
        "unit": "VP",
        "estimate": estimates, "se": 0.5, "low": [e - 1 for e in estimates],
        "high": [e + 1 for e in estimates], "n_with": 90, "deals": 400, "margin": 3.0,
        "verdict": ["too strong" if e > 3 else "too weak" if e < -3 else "undecided"
                    for e in estimates],
    })  # fmt: skip


def entrances(lead: float) -> pd.DataFrame:
    """Two entrances: Mayenfels brings 2 VP, a value decides what the Dove brings; a krone costs
    3 VP, so that a bid is a third."""
    estimates = [2.0, lead, 2.0, lead, 2.0 / 3, lead / 3]
    return pd.DataFrame({
        "outcome": np.repeat(OF_ENTRANCES, 2), "item": ["mayenfels", "dove"] * 3,
        "name": ["Mayenfels", "Dove"] * 3, "estimate": estimates,
        "se": 0.5, "low": [e - 1 for e in estimates], "high": [e + 1 for e in estimates],
        "verdict": ["more" if e > 0.5 else "less" for e in estimates],
    })  # fmt: skip


@pytest.fixture(scope="module")
def found() -> Repeated:
    rng = np.random.default_rng(4)
    signs = [1, 1, 1, -1, 1, 1, -1, 1]
    named = {"players": 2, "policy": "greedy"}
    default, drawn = effects(rng, 5.0), [effects(rng, 5.0 * sign) for sign in signs]
    own = completions.tally(cards(6.0), [cards(6.0 * sign) for sign in signs], np.zeros((2, K, K)))
    chosen = [
        completions.choices(one, average(default, one), [average(frame, one) for frame in drawn])
        for one in MOST
    ]
    tallied = completions.tally(default, drawn, np.zeros((len(default), K, K)))
    settings = AssumedSettings(completions=K, games=400, cards=400)
    hotels = [entrances(lead) for lead in (9.0, *(9.0 * sign for sign in signs))]
    leads = [one[:2].set_index("item")["estimate"] for one in hotels]
    chosen.append(completions.choices(BEST_ENTRANCE, leads[0], leads[1:]))
    handed = completions.tally(hotels[0], hotels[1:], np.zeros((6, K, K)))
    return Repeated(settings, 106, tallied.assign(**named), own.assign(**named),
                    handed.assign(**named), pd.DataFrame(chosen).assign(**named))  # fmt: skip


def test_the_steady_and_the_unsteady_verdict_are_told_apart(found: Repeated):
    text = tables_assumed.behind(found, AVERAGE, "vp")
    assert "2 of 3 verdicts are the same in all 8 completions" in text
    assert "the one on Darf's a bisserl mehr sein, VP of a player" in text
    assert re.search(r"in 6 of 8 \(\d+ to \d+%\), the fewest", text)
    # Together they bring 11 or 1, so that the verdict is the same whatever the value.
    whole = tables_assumed.behind(found, TOGETHER, "vp")
    assert re.search(r"all together, .*, more, is the same in 8 of 8", whole)


@pytest.mark.parametrize(
    ("deals", "players", "words"),
    [
        (1000, (2, 3), " The answer above rests on 1,000 deals with 2 and 3 players; with fewer"
                       " deals, more is undecided.)"),
        (400, (2, 3), " The answer above rests on 400 deals with 2 and 3 players.)"),
        (1000, (2,), " The answer above rests on 1,000 deals with 2 players; with fewer deals,"
                     " more is undecided.)"),
        (400, (2,), ""),
    ],
)  # fmt: skip
def test_what_was_repeated_on_other_games_says_how_they_differ(found, deals, players, words):
    above = tables_assumed.Above(deals, players)
    text = tables_assumed.behind(found, AVERAGE, "vp", above=above)
    assert text.startswith("(Assumed values; repeated on 400 deals with 2 greedy players: 2 of 3")
    assert text.endswith(words or "the fewest.)")


def test_the_module_that_is_named_first_is_counted(found: Repeated):
    said = "; ".join(tables_assumed.short_numbers(found))
    assert "longest with Vienna Ballrooms in 8 of 8" in said
    every = found.rows(2, "greedy", "average")
    steady = int((every["same"] == 8).sum())
    assert f"{steady} of {len(every)} verdicts on average effects of modules" in said
    assert "longest with Vienna Ballrooms in 8 of 8" in said
    same, of = map(int, re.findall(r"\d+", tables_assumed.short(found))[:2])
    assert steady <= same <= of
    assert len(every) < of


def test_the_best_entrance_is_counted(found: Repeated):
    text = tables_assumed.behind(found, BEST_ENTRANCE)
    assert re.search(r"entrances is .*[Dd]ove.* in 6 of 8 \(41 to 93%\) completions", text)
    assert re.search(r"others: .*Mayenfels.* 2\)", text)
    table = tables_assumed.entrances_table(found, 2, "greedy")
    assert [row[:2] for row in table.rows] == [
        (name, tables_assumed.OF_ENTRANCE[outcome])
        for outcome in OF_ENTRANCES for name in ("Dove", "Mayenfels")
    ]  # fmt: skip
    assert str(table.rows[4][2]) == "+3.0 (+2.0 to +4.0)"  # its fair bid


def test_what_completions_make_of_fair_bids_is_said(found: Repeated):
    (text,) = [one for one in tables_assumed.sentences(found) if "fair bid" in one]
    assert "1 of 2 verdicts on hotel entrances (fair bid, krones) is the same in all 8" in text
    assert "Dove moves most, +3.0 (+2.0 to +4.0) as assumed, in completions −3.0 to +3.0" in text
    spread = np.std([3] * 6 + [-3] * 2, ddof=1)
    assert "luck of the deals" not in text
    still = tables_assumed.moved(found.entrances.head(1), tables_assumed.VP)
    assert still.endswith("spread 0.00 (0.00 to 0.00), which may be luck of the deals")
    assert re.search(rf"spread {spread:.1f} \(\d\.\d to \d\.\d\)", text)


def test_tables_hold_the_planted_effects_and_their_spread(found: Repeated):
    table = tables_assumed.effects_table(found, 2, "greedy")
    heads = [one.name for one in table.columns]
    rows = [dict(zip(heads, row, strict=True)) for row in table.rows]
    turns = {row["Modules"]: row for row in rows if row["Measure"].startswith("turns in a game")}
    steady, moved = turns["Vienna Ballrooms"], turns["Darf's a bisserl mehr sein"]
    assert steady["As assumed"].numbers[0] == pytest.approx(6, abs=0.7)
    assert steady["Spread"].numbers[0] < 1
    assert moved["Spread"].numbers[0] == pytest.approx(np.std([5] * 6 + [-5] * 2, ddof=1), abs=0.7)
    assert moved["Other verdicts"] == "less 2"
    assert moved["Same sign in"] == "6 of 8"
    own = tables_assumed.cards_table(found, 2, "greedy")
    assert [str(row[4]) for row in own.rows] == ["8 of 8 (68 to 100%)", "6 of 8 (41 to 93%)"]


def test_every_sentence_has_its_share_and_interval(found: Repeated):
    for text in tables_assumed.sentences(found):
        assert text.startswith("2 greedy players: ")
        assert "8" in text
        assert "nan" not in text


def test_grounds_say_on_which_subsets_the_players_were_not_trained(found: Repeated):
    """Planner was trained on no module, on unique-hotels, and on all five together."""
    strong = replace(found, settings=replace(found.settings, policies=("planner",)))
    assert "29 of these 32 rulesets" in tables_assumed.grounds(strong).untrained[0]
    weak = replace(found, settings=replace(found.settings, policies=("greedy",)))
    assert tables_assumed.grounds(weak).untrained == ()


def test_the_page_of_modules_and_of_a_card_say_it(found: Repeated, computed: Results, few: None):
    results = replace(computed, answers={AssumedStudy: found})
    with style.styled():
        page = modules_page.build(results)
    text = build.render(build.Place(page, (), None, None), [page])
    assert 'id="assumed"' in text
    assert found.settings.command in text
    assert "nan" not in re.sub(r"<[^>]+>", "", text)
    (card,) = [piece for piece in pieces("staff") if piece.key == "120"]
    (note,) = sheets._repeated(card, results)
    assert "too strong, +6.00 (+5.00 to +7.00) VP, the same in 6 of 8" in note.text
    assert "with values of −6.00 to +6.00" in note.text
    assert not sheets._repeated(card, computed)


def test_without_a_record_the_pages_say_how_to_get_one(computed: Results):
    last = modules_page.findings(computed)[-1]
    assert "gah study assumed" in last.text
    assert last.about == tables_assumed.ABOUT
    assert last in overview.answers(computed)


def test_of_entrances_that_too_few_games_dealt_nothing_is_said():
    """As `gah study assumed --deals-entrances 4`, which failed with a traceback."""
    row = pd.Series({"about": BEST_ENTRANCE, "choice": "", "others": "dove 1"})
    assert tables_assumed.choice_words(row) == "too few games to say what is worth most"

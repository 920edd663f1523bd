"""Where games share deals, every estimator clusters by deal.

Each deal is recorded once, and once more eight times over: the copies say nothing new, so that
every estimate and every error has to stay as it was. An estimator that counts games has errors
smaller by the root of 8.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis import Config, open_tree
from analysis.base.kinds import kind
from analysis.base.measure import measure
from analysis.cards.effects import Subject, chance_effects, played_differences
from analysis.cards.removal import removal_effects
from analysis.cards.tallies import rounds_of_use, tallies
from analysis.course.chance import chances, lead_counts
from analysis.course.quality import runaway_changes
from analysis.course.scores import vp_by_source
from analysis.course.seats import pooled_advantage, seat_advantage
from analysis.players.ladder import self_play
from analysis.rulesets import compare
from analysis.rulesets.touched import card_changes, touched_guests
from model import load_ruleset

A, B = Config("original-2015", 2, "greedy"), Config("revised-2021", 2, "greedy")
CHANGE = compare.difference(A.rules, B.rules)


def subject() -> Subject:
    return Subject(A, "greedy", load_ruleset(A.rules))


def contrasts(tree) -> pd.DataFrame:
    wanted = tuple(one for one in compare.measures() if one.name in ("vp", "turns", "win_seat_1"))
    deals = compare.read_deals(tree, (A.rules, B.rules), 2, "greedy", wanted, [CHANGE])
    return compare.contrast_frame(deals, CHANGE, wanted)


ESTIMATORS = {
    "measure": lambda tree: measure(tree, ["vp", "vp_winner", "turns", "round_leader"]),
    "dealt": lambda tree: chance_effects(tree, subject(), kind("staff")),
    "available": lambda tree: chance_effects(tree, subject(), kind("emperor_tile")),
    "played": lambda tree: played_differences(tree, subject(), kind("staff")),
    "removal": lambda tree: removal_effects(
        tree, subject(), {("staff", "17", "Kitchen Hand"): B.rules}
    ),
    "contrasts": contrasts,
    "differing": lambda tree: compare.differing(tree, [CHANGE], 2, "greedy"),
    "winners": lambda tree: compare.changed_winners(tree, A, B),
    "cards": lambda tree: card_changes(tree, A, B),
    "guests": lambda tree: touched_guests(tree, CHANGE, 2, "greedy", [60]),
    "seats": lambda tree: seat_advantage(tree, A),
    "seats of two": lambda tree: pooled_advantage(tree, (A.rules, B.rules), "both", 2, "greedy"),
    "sources": lambda tree: vp_by_source(tree, A),
    "runaway": lambda tree: runaway_changes(tree, A, B),
    "lead": lambda tree: chances(lead_counts(tree, A)),
    "self-play": lambda tree: self_play(tree, {A: 10**6}),
    "tallies": lambda tree: tallies(tree, A),
    "rounds": lambda tree: rounds_of_use(tree, A),
}


@pytest.fixture(scope="module")
def trees(tmp_path_factory, synthetic):
    """The same games once, and each deal eight times."""
    opened = []
    for copies in (1, 8):
        root = tmp_path_factory.mktemp(f"copies-{copies}")
        for number, rules in enumerate((A.rules, B.rules)):
            world = synthetic.World(games=400, seat={0: 2.0}, edition_sd=6.0)
            synthetic.write_run(root, world, rules=rules, ruleset=number, copies=copies)
        opened.append(open_tree(root))
    yield opened
    for one in opened:
        one.close()


@pytest.mark.parametrize("name", ESTIMATORS)
def test_copies_of_a_deal_say_nothing_new(trees, name):
    once, often = (ESTIMATORS[name](tree) for tree in trees)
    assert len(once) == len(often) > 0
    compared = 0
    for column in once.columns:
        if column.endswith(("estimate", "se", "low", "high", "slope")):
            a, b = once[column].to_numpy(float), often[column].to_numpy(float)
            known = np.isfinite(a)  # of eight times as many games, more rows have an estimate
            np.testing.assert_allclose(a[known], b[known], rtol=1e-7, atol=1e-9, err_msg=column)
            compared += int(known.sum())
    assert compared >= 3

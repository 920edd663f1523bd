"""Luck taken off results: planted gifts that explain a known share, and gifts of real games."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.method.adjusting import COSTS, PAYS, UNDECIDED, gain, taken_off
from analysis.review.moments import came_up
from model import UserError, load_ruleset
from simulate import Game
from simulate.experiments.gifts import DEAL, DICE, GUESTS, KINDS, STAFF, GiftedGames
from simulate.learned.advice import Adviser
from simulate.learned.features import FEATURES
from simulate.learned.network import Network, blank, shapes
from simulate.policies import chooser

RULES = "revised-2021"
EVEN = np.ones((8, 2))
"""Blocks in which telling gifts takes no time."""


def planted(share: float, deals: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Results of which three gifts explain so much of the variance, and the gifts."""
    rng = np.random.default_rng(seed)
    gifts = rng.normal(0, [1.0, 5.0, 0.1], (deals, 3))
    luck = gifts @ [2.0, -0.5, 10.0]
    rest = rng.normal(0, np.sqrt(luck.var() * (1 - share) / share), deals)
    return 7.0 + luck + rest, gifts


def test_a_planted_factor_is_found_and_the_mean_stays():
    """Gifts that explain half of the variance halve it; an interval errs in 1 case of 20."""
    inside = 0
    for seed in range(40):
        y, gifts = planted(0.5, 1_000, seed)
        found = gain(y, gifts, EVEN, replicates=200)
        low, high = found.factor.interval()
        inside += low <= np.log(2) <= high
        assert abs(found.shift.value) < 4 * found.shift.se
        assert found.factor.value == pytest.approx(np.log(2), abs=0.2)
    assert inside >= 33  # 38 of 40 expected; fewer than 33 in 1 of 100 such tests


def test_gifts_that_explain_nothing_gain_nothing():
    """With coefficients from the same deals they would seem to: 20 of them 2% of 1,000 deals."""
    rng = np.random.default_rng(3)
    factors = [
        gain(rng.normal(size=1_000), rng.normal(size=(1_000, 20)), EVEN, 20).factor.value
        for _ in range(8)
    ]
    assert np.mean(factors) == pytest.approx(-0.02, abs=0.012)


def test_what_is_taken_off_a_deal_does_not_depend_on_its_own_result():
    y, gifts = planted(0.5, 200)
    other = y.copy()
    other[17] += 1e6
    assert taken_off(other, gifts)[17] == taken_off(y, gifts)[17]
    assert not np.array_equal(taken_off(other, gifts), taken_off(y, gifts))


@pytest.mark.parametrize(("time", "verdict"), [(1.2, PAYS), (2.0, UNDECIDED), (3.0, COSTS)])
def test_gifts_pay_if_they_save_more_than_they_take(time: float, verdict: str):
    """Half the variance is worth half the games: telling may take twice the time of playing."""
    y, gifts = planted(0.5, 2_000)
    plain = np.random.default_rng(4).uniform(0.9, 1.1, 10)
    found = gain(y, gifts, np.stack([plain, time * plain], axis=1))
    assert found.time.value == pytest.approx(np.log(time))
    assert found.verdict(tests=20) == verdict
    assert float(found.pays.se) >= float(found.factor.se)


def at_random(seed: int) -> Network:
    """A value that knows nothing of the game, but sees all that a seat sees."""
    rng = np.random.default_rng(seed)
    return Network(**{
        name: rng.normal(0, 0.3, shape).astype(np.float32)
        for name, shape in shapes(FEATURES).items()
    })  # fmt: skip


def test_gifts_of_any_value_have_the_mean_0():
    """24 means of 1,200 deals: one of them beyond 4 errors in 600 such tests."""
    games = GiftedGames(load_ruleset(RULES), 3, "random", at_random(5))
    given = games.play(11, 0, 1_200, seats=2, worlds=2)
    gifts = given.gifts.reshape(len(given.gifts), -1)
    error = gifts.std(axis=0) / np.sqrt(len(gifts))
    assert (error > 0).all()
    assert (np.abs(gifts.mean(axis=0)) < 4 * error).all()
    assert given.unlike == 0


def test_a_value_that_sees_nothing_is_given_nothing():
    """It says the same whatever comes up, but for the VP so far, of which chance gives none."""
    given = GiftedGames(load_ruleset(RULES), 2, "greedy", blank()).play(3, 0, 20, seats=2)
    assert np.abs(given.gifts).max() < 1e-9


@pytest.mark.parametrize(("policy", "deals"), [("greedy", 40), ("planner", 4)])
def test_games_go_on_as_if_nobody_had_asked(policy: str, deals: int):
    games = GiftedGames(load_ruleset(RULES), 2, policy)
    without, given = games.play(9, 5, deals, kinds=()), games.play(9, 5, deals, seats=2)
    assert np.array_equal(without.vp, given.vp)
    assert np.array_equal(without.win, given.win)
    assert not without.gifts.any()
    assert given.gifts.any(axis=(0, 2)).all()  # each kind, each of the three things told


def test_a_kind_is_told_alike_alone_and_among_others_and_by_each_seat():
    games = GiftedGames(load_ruleset(RULES), 2, "greedy")
    alone, among = games.play(9, 0, 10, kinds=("dice",)), games.play(9, 0, 10, seats=2)
    assert np.array_equal(alone.gifts[:, DICE], among.gifts[:, DICE, :1])
    assert not alone.gifts[:, DEAL].any()
    assert not np.array_equal(among.gifts[:, DICE, 0], among.gifts[:, DICE, 1])


def test_gifts_are_those_that_a_review_tells_of_the_game():
    """Told one by one by other code, against outcomes of its own: equal but for the noise."""
    worlds, deal = 60, 5
    game = Game(load_ruleset(RULES), 2, seed=9, game=deal)
    adviser, greedy = Adviser(game.program, 2), chooser("greedy", game.rules)
    told, noise = np.zeros((2, len(KINDS), 2, 3))
    names = {"dice": DICE, "guests": GUESTS, "staff cards": STAFF}
    while not game.over:
        before, action = game.copy(), greedy(game)
        game.apply(action)
        at = names.get(came_up(before.state, game.state).partition(" and ")[0])
        if at is not None:
            others = adviser.reveals(before, action, worlds)
            told[at] += adviser.look(game) - others.mean(axis=0)
            noise[at] += others.var(axis=0) * (1 / worlds + 1 / 300)
    given = GiftedGames(load_ruleset(RULES), 2, "greedy").play(9, deal, 1, seats=2, worlds=300)
    z = (given.gifts[0] - told)[1:] / np.sqrt(noise[1:])
    assert np.abs(z).max() < 4
    assert (np.abs(told[1:]) > 4 * np.sqrt(noise[1:])).any(axis=(1, 2)).all()


def test_games_that_it_cannot_ask_about_are_refused():
    with pytest.raises(UserError, match="takes too long"):
        GiftedGames(load_ruleset(RULES), 2, "search:50")
    with pytest.raises(UserError, match="celebrities"):
        GiftedGames(load_ruleset(f"{RULES}+celebrities"), 2, "greedy")

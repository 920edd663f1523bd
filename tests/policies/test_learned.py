"""The learned players: what they see, the weights they read, how they are trained."""

from __future__ import annotations

import json
import os
import pickle
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import tomli

from model import UserError, load_ruleset
from simulate import Game, policies
from simulate.actions import from_words, to_words
from simulate.batch.runner import Run
from simulate.engine import codes, machine
from simulate.engine.compile import compile_ruleset
from simulate.engine.frames import action
from simulate.engine.state import GAME
from simulate.learned import (
    cards,
    features,
    further,
    network,
    plan,
    table,
    weights,
)
from simulate.learned.advice import Adviser
from simulate.playing.games import Games
from simulate.playing.player import Player
from simulate.policies.greedy import as_words
from simulate.policies.weights import declared
from simulate.policies.worth import worth_table
from simulate.training import fitting
from tests.policies.positions import picker, program, sample
from tests.properties.hidden import with_another_future, with_other_cards_hidden

GAME_FIELDS = [*(GAME.names or ())]
ROOT = Path(__file__).parents[2]
HEAD = len(weights.head(b""))


@cache
def desk(number: int, players: int) -> table.Table:
    return table.Table(program(number), ("planner",), players)


def described(number: int, game: Game, who: int, length: int = features.FEATURES) -> np.ndarray:
    """The features of a position, as a seat sees it that has just begun to plan."""
    one = desk(number, int(game.state.n_players))
    found = np.zeros(length, np.float32)
    before = game.games.copy()
    features.note_seen(before[0], who, one.mind.seen[who])
    features.table_features(
        before[0], game.rules, one.worths[0], who, one.book.tile, one.mind.found, found
    )
    book = one.book
    features.turn_features(
        before[0],
        game.rules,
        one.worths[0],
        who,
        one.mind.seen[who],
        book.effect,
        book.guest,
        book.staff,
        one.mind.found,
        found,
    )
    if length > features.FEATURES:
        further.further_table_features(before[0], game.rules, one.worths[0], who, found)
        further.further_turn_features(
            before[0], game.rules, who, one.mind.seen[who], book.guest, one.mind.found, found
        )
    assert np.array_equal(before, game.games), "looking changes nothing"
    return found


# --- what they see ----------------------------------------------------------------------------


def test_features_do_not_change_with_what_is_hidden():
    all_of_them = max(further.LAYOUTS)
    for number, game in sample():
        rng = random.Random(number)
        seen = described(number, game, game.player, all_of_them)
        for _ in range(3):
            twin = with_other_cards_hidden(game, rng)
            assert np.array_equal(described(number, twin, game.player, all_of_them), seen)
        twin = with_another_future(game)
        assert np.array_equal(described(number, twin, game.player, all_of_them), seen)


def test_features_are_numbers_of_a_size_and_every_part_says_something():
    all_of_them = max(further.LAYOUTS)
    vectors = np.array(
        [described(number, game, game.player, all_of_them) for number, game in sample(192)]
    )
    assert np.isfinite(vectors).all()
    assert np.abs(vectors).max() < 100
    at, silent = 0, []
    for name, length in further.LAYOUTS[all_of_them]:
        if not vectors[:, at : at + length].any():
            silent.append(name)
        at += length
    assert silent == ["padding"]


def test_what_the_first_set_says_the_second_says_too():
    for number, game in sample():
        both = described(number, game, game.player, max(further.LAYOUTS))
        assert np.array_equal(both[: features.FEATURES], described(number, game, game.player))


def test_cells_are_told_apart_by_colour():
    """Equal rooms on two boards look alike to the first set, and differ to the second."""
    number, game = next(
        (number, game) for number, game in sample(96)
        if int(game.state.players[game.player].occupied) != 0
    )  # fmt: skip
    before = described(number, game, game.player, max(further.LAYOUTS))
    board = int(game.state.players[game.player].board)
    game.program = game.program.copy()
    masks = game.program[0]["colour_mask"]
    masks[board] = masks[board][[1, 2, 0]]
    changed = described(number, game, game.player, max(further.LAYOUTS)) != before
    cells = slice(features.CELLS, features.CELLS + 2 * codes.ROOMS)
    assert not changed[cells].any()
    occupied = slice(further.OCCUPIED_CELLS, further.OCCUPIED_CELLS + 3 * codes.ROOMS)
    assert changed[occupied].any()


def test_a_turn_that_comes_after_a_pass_is_still_to_come():
    number, game = next(
        (number, game) for number, game in sample(96)
        if game.state.phase == codes.PH_TURNS
        and "pass" in game.legal_words()
        and not game.state.players[game.player].passed
    )  # fmt: skip
    who = game.player
    length = max(further.LAYOUTS)

    def to_come() -> int:
        at = further.TURNS_TO_COME
        return int(np.argmax(described(number, game, who, length)[at : at + 26]))

    before = to_come()
    game.apply("pass")
    if game.state.players[who].passed:
        assert to_come() == before + 1


def test_cards_that_came_up_while_planning_are_unknown():
    number, game = next(
        (number, game)
        for number, game in sample(96)
        if game.state.phase == codes.PH_TURNS
        and (game.state.row >= 0).all()
        and int(game.state.round_no) < 6
    )
    who, one = game.player, desk(number, int(game.state.n_players))
    known = described(number, game, who)
    noted = one.mind.seen[who].copy()
    noted[game.state.row[4]] = 0
    found = np.zeros(features.FEATURES, np.float32)
    features.turn_features(
        game.games[0], game.rules, one.worths[0], who, noted, one.book.effect, one.book.guest,
        one.book.staff, one.mind.found, found,
    )  # fmt: skip
    at = features.ROW + 4 * 12
    assert known[at] == 0
    assert known[at + 1] == 1
    assert found[at] == 1
    assert not found[at + 1 : at + 12].any()


def test_a_card_that_a_patch_changes_is_described_as_it_is():
    def staff(spec: str) -> np.ndarray:
        rules = compile_ruleset(load_ruleset(spec))[0]
        worth = worth_table(rules, declared("greedy", 2, frozenset()))[0]
        return cards.describe(rules, worth).staff

    before, after = staff("original-2015"), staff("original-2015+kitchen-hand-cost")
    assert (before != after).any(axis=1).sum() == 1


def test_what_a_politics_card_pays_is_described_as_it_is():
    number, game = next(
        (number, game) for number, game in sample(96)
        if not game.state.markers.any() and (game.state.politics >= 0).all()
    )  # fmt: skip
    before = described(number, game, game.player)
    game.program = game.program.copy()
    game.program[0]["place_vp"][game.state.politics[1], 0] = 23
    after = described(number, game, game.player)
    changed = np.flatnonzero(before != after)
    at = features.POLITICS + 7
    assert at + 2 in changed
    assert set(changed) <= {at + 2, at + 4}
    assert after[at + 2] == pytest.approx(2.3)


# --- how they pass --------------------------------------------------------------------------------


def last_to_play(number: int, turns: int, dice: int) -> Game:
    """A turn's begin of a planner's game in which only the seat asked has turns left."""
    for seed in range(200):
        game, picks = Game(program(number), 2, seed), picker("planner", number)
        while not game.over:
            who, state = game.player, game.state
            others = [p.turns_taken for i, p in enumerate(state.players[:2]) if i != who]
            alone = others == [2] and 2 - state.players[who].turns_taken == turns
            passing = action(codes.PASS) in game.legal() and len(game.legal()) > 1
            if alone and passing and state.dice_left == dice and state.phase == codes.PH_TURNS:
                return game
            game.apply(picks(game))
    raise AssertionError("no such position")


@pytest.mark.parametrize(("turns", "dice", "weighed"), [(1, 1, False), (1, 2, True), (2, 2, False)])
def test_no_plan_passes_a_turn_away_that_no_die_is_left_for(turns: int, dice: int, weighed: bool):
    """Who passes last has one die fewer to choose from; without any, the turn is gone."""
    game = last_to_play(0, turns, dice)
    plans = Adviser(game.program, 2).plans(game)
    assert (action(codes.PASS) in {path[-1] for path, _ in plans}) is weighed


# --- how they bid -------------------------------------------------------------------------------


def bidding(number: int) -> Game:
    """The auction of the entrances, with four at the table, before anybody has bid."""
    return Game(compile_ruleset(load_ruleset("revised-2021+unique-hotels")), 4, 5, number)


def test_every_seat_weighs_each_bid_and_the_pass():
    game = bidding(0)
    adviser = Adviser(game.program, 4)
    game.apply(game.legal()[0])
    seats = set()
    while not any(seat.entrance >= 0 for seat in game.state.players[:4]):
        weighed = {path[0] for path, _ in adviser.plans(game)}
        assert weighed == set(game.legal())
        seats.add(game.player)
        game.apply(game.legal()[0])  # one krone more, or a pass
    assert seats == {0, 1, 2, 3}


UNMARKED = ("key", "decisions", "place", "guest_deck", "guest_discard", "guest_kept", "staff_deck")
"""Fields by which positions of one search are not told apart: order of decks, numbers."""


def marked(game: Game, action: int) -> tuple[int, list[bytes]]:
    """The mark of a position after an action, and all by which it should be told from others."""
    after, who = game.games.copy(), game.player
    machine.apply(after[0], game.rules, action)
    first = GAME_FIELDS.index("players")
    fields = [after[name].tobytes() for name in GAME_FIELDS[:first] if name not in UNMARKED]
    fields += [after["players"][0, who].tobytes()]
    fields += [after["frames"][0, : after[0].top].tobytes()]
    return plan.position_hash(after[0], as_words(after), 0, who), fields


def test_positions_that_differ_have_marks_that_differ():
    """A search judges positions of one mark once: the others of them would never be judged."""
    auctions = [bidding(number) for number in range(4)]
    for seats, game in enumerate(auctions):
        for _ in range(1 + seats):
            game.apply(game.legal()[0])
    for game in [*(game for _, game in sample()), *auctions]:
        found: dict[int, list[bytes]] = {}
        for one in game.legal():
            mark, fields = marked(game, one)
            assert found.setdefault(mark, fields) == fields, to_words(game.rules, one)


def test_no_seat_gives_its_last_krone_for_an_entrance():
    for number in range(6):
        game = bidding(number)
        pick = policies.chooser("planner", game.program[0])
        for bid in (0, 7, 8, 9):
            game.apply(from_words(game.rules, f"bid {bid} on entrance {1 + number % 4}"))
        for _ in range(3):
            action = pick(game)
            assert to_words(game.rules, action) == "pass"
            game.apply(action)


# --- the network ------------------------------------------------------------------------------


def test_the_second_layer_in_registers_is_that_in_plain_python():
    """To the last bit: positions of equal value are told apart by it, and games with them."""
    rng = np.random.default_rng(5)
    net = weights.shipped()
    for _ in range(20):
        sums = rng.standard_normal(network.FIRST).astype(np.float32)
        plain, fast = np.zeros(network.SECOND, np.float32), np.ones(network.SECOND, np.float32)
        heads = np.zeros(network.HEADS, np.float32)
        network.second_layer(sums, net.second_weights, net.second_bias, plain)
        network.rest(
            sums, net.second_weights, net.second_bias, net.head_weights, net.head_bias, fast, heads
        )  # fmt: skip
        assert np.array_equal(plain, fast)
        expected = np.maximum(plain, 0) @ net.head_weights + net.head_bias
        assert heads == pytest.approx(expected, abs=1e-4)


def test_the_first_layer_of_a_changed_position_is_that_of_the_position():
    rng = np.random.default_rng(1)
    first = rng.standard_normal((features.FEATURES, network.FIRST)).astype(np.float32)
    bias = rng.standard_normal(network.FIRST).astype(np.float32)
    before = (rng.random(features.FEATURES) < 0.1).astype(np.float32)
    after = before.copy()
    after[rng.integers(0, features.FEATURES, 40)] = 0.5
    sums, whole = np.zeros((2, network.FIRST), np.float32)
    old = np.zeros(network.FIRST, np.float32)
    network.first_layer(before, first, bias, old)
    rows, amounts = np.zeros(network.LIST, np.int64), np.zeros(network.LIST, np.float32)
    network.changed_layer(after, before, old, first, rows, amounts, sums)
    network.first_layer(after, first, bias, whole)
    np.testing.assert_allclose(sums, whole, atol=1e-4)
    np.testing.assert_allclose(whole, after @ first + bias, atol=1e-4)


def test_slopes_are_those_of_the_loss():
    rng = np.random.default_rng(2)
    dense = np.where(rng.random((6, features.FEATURES)) < 0.02, 1.0, 0.0).astype(np.float32)
    begins = np.cumsum([0, *(dense != 0).sum(axis=1)])
    samples = fitting.Samples(
        np.nonzero(dense)[1].astype(np.uint16),
        dense[dense != 0],
        begins,
        rng.random((6, network.HEADS)).astype(np.float32),
    )
    adam = fitting.Adam.new(3, features.FEATURES)
    chosen = np.arange(6)
    slopes, _ = fitting.slopes_of(adam.weights, samples, chosen)

    def loss() -> float:
        arrays = {name: array.astype(np.float64) for name, array in adam.weights.items()}
        first = np.maximum(dense @ arrays["first_weights"] + arrays["first_bias"], 0)
        second = np.maximum(first @ arrays["second_weights"] + arrays["second_bias"], 0)
        heads = second @ arrays["head_weights"] + arrays["head_bias"]
        wins = 1 / (1 + np.exp(-heads[:, network.WIN]))
        truth = samples.targets[:, network.WIN]
        cross = -(truth * np.log(wins) + (1 - truth) * np.log(1 - wins))
        vp = np.square(heads[:, :2] - samples.targets[:, :2]).sum(axis=1) / 2
        return float(np.mean(vp + fitting.WIN_WEIGHT * cross))

    for name in network.Network._fields:
        array = adam.weights[name]
        spot = np.unravel_index(np.abs(slopes[name]).argmax(), array.shape)
        middle = array[spot]
        array[spot] = middle + 1e-3
        above = loss()
        array[spot] = middle - 1e-3
        below = loss()
        array[spot] = middle
        assert slopes[name][spot] == pytest.approx((above - below) / 2e-3, rel=0.02, abs=1e-5)


# --- weights ----------------------------------------------------------------------------------


def test_weights_survive_being_written_and_read(tmp_path: Path):
    written = weights.SHIPPED.read_bytes()
    assert weights.encoded(weights.decoded(written, "shipped")) == written
    assert len(written) < 1_000_000


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: data[:-1], "bytes expected"),
        (lambda data: data + b"0", "bytes expected"),
        (lambda data: b"", "bytes expected"),
        (lambda data: b"PK\x03\x04" + data[4:], "other features"),
        (lambda data: data[: HEAD + 10] + bytes([data[HEAD + 10] ^ 1]) + data[HEAD + 11 :], "SHA"),
        (lambda data: data[: HEAD - 5] + b"0000\n" + data[HEAD:], "SHA"),
    ],
)
def test_damaged_weights_are_refused_in_one_line(damage, said: str, tmp_path: Path):
    path = tmp_path / "value.weights"
    path.write_bytes(damage(weights.SHIPPED.read_bytes()))
    with pytest.raises(UserError, match=said) as refusal:
        weights.read(path)
    assert "\n" not in str(refusal.value)


def test_the_card_is_that_of_the_shipped_weights():
    card = tomli.loads((weights.FOLDER / "value.toml").read_text("utf-8"))
    digest = weights.digest(weights.SHIPPED.read_bytes())
    curve = json.loads((ROOT / card["strength"]["curve"]).read_text("utf-8"))
    assert card["training"]["weights"] == digest
    assert curve["weights"] == digest
    assert card["training"]["games"] == sum(one["games"] for one in curve["curve"])


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path):
    payload = bytes(len(weights.SHIPPED.read_bytes()) - HEAD)
    numbers = np.frombuffer(payload, weights.NUMBER).copy()
    numbers[7] = np.nan
    payload = numbers.tobytes()
    with pytest.raises(UserError, match="not numbers"):
        weights.decoded(weights.head(payload) + payload, "these")


def test_weights_that_are_not_there_are_refused(tmp_path: Path):
    with pytest.raises(UserError, match="cannot read"):
        weights.read(tmp_path / "none")


def test_weights_from_strangers_are_numbers_or_refused(tmp_path: Path):
    path = tmp_path / "value.weights"
    whole = weights.SHIPPED.read_bytes()
    for data in (b"", pickle.dumps({"a": 1}), whole[:-1], whole + b"x", bytes(len(whole))):
        path.write_bytes(data)
        with pytest.raises(UserError):
            weights.read(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(UserError, match="not a regular file"):
        weights.read(path)


# --- play -------------------------------------------------------------------------------------


def job(policy: str, players: int, tmp_path: Path) -> Games:
    return Run(load_ruleset("revised-2021"), players, policy, 8, 5, tmp_path).job().games


@pytest.mark.parametrize("policy", ["planner", "expert:6"])
def test_the_game_asked_for_step_by_step_is_the_recorded_one(policy: str, tmp_path: Path):
    player = Player(job(f"{policy},greedy", 2, tmp_path))
    recorded = player.play(0, 2)[1]["vp"].reshape(2, 2)
    pickers = [policies.chooser(name, player.program[0]) for name in (policy, "greedy")]
    for number in range(2):
        game = Game(player.program, 2, 5, number)
        while not game.over:
            game.apply(pickers[(game.player + number) % 2](game))
        assert game.scores() == recorded[number].tolist()


def test_games_do_not_depend_on_those_before(tmp_path: Path):
    player = Player(job("planner", 2, tmp_path))
    together = player.play(0, 4)[1]
    alone = Player(job("planner", 2, tmp_path)).play(3, 1)[1]
    assert np.array_equal(together[6:]["vp"], alone["vp"])


def test_a_planner_beats_greedy(tmp_path: Path):
    """60 games: a player that wins nine of ten would win fewer than 42 once in 10^6 times."""
    run = Run(load_ruleset("revised-2021"), 2, "planner,greedy", 60, 31, tmp_path, same_deal=2)
    rows = Player(run.job().games).play(0, 60)[1]
    assert rows["win"][rows["policy"] == 0].sum() >= 42


LIKED = {
    "staff": "staff_in_play", "emperor": "emperor", "blue": 0, "red": 1, "yellow": 2,
}  # fmt: skip
"""What the record of a game says of what each taste likes: a column, or a colour of rooms."""


@cache
def played_against_greedy(name: str) -> np.ndarray:
    """The seats of a player in 120 games of two, the same deals for every player."""
    rules = load_ruleset("revised-2021")
    run = Run(rules, 2, f"{name},greedy", 120, 31, Path("unused"), same_deal=2)
    rows = Player(run.job().games).play(0, run.games)[1]
    return rows[rows["policy"] == 0]


@pytest.mark.parametrize("taste", LIKED)
def test_a_planner_has_more_of_what_it_likes_and_still_beats_greedy(taste: str):
    """More in the mean, by over two standard errors, than a planner has without that taste."""
    liked = LIKED[taste]
    own, plain = (
        rows["occupied_by_colour"][:, liked] if isinstance(liked, int) else rows[liked]
        for rows in map(played_against_greedy, (f"planner-{taste}", "planner"))
    )
    more = own.astype(float) - plain
    assert more.mean() > 2 * more.std(ddof=1) / np.sqrt(len(more))
    wins = played_against_greedy(f"planner-{taste}")["win"].sum()
    assert wins >= 96  # one that wins seven of ten would win as many once in 100 times


def test_positions_are_judged_once_however_they_are_reached():
    number, game = next(
        (n, g) for n, g in sample() if g.state.phase == codes.PH_TURNS and len(g.legal()) > 3
    )
    one = desk(number, int(game.state.n_players))
    one.choose(game, game.legal())
    met = one.mind.visited[one.mind.visited != 0]
    assert len(met) > 3
    assert len(np.unique(met)) == len(met)
    assert one.mind.counts[plan.N_FREE] + one.mind.counts[plan.N_LEAVES] <= plan.N_NODES

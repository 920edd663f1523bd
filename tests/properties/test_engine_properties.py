"""What holds at every decision of every game, under every ruleset."""

import random

import numpy as np
import pytest
from hypothesis import given, settings

from model import UserError
from simulate import Game
from simulate.actions import decode, encode, from_words, to_words
from simulate.engine import codes
from simulate.game import IllegalAction
from tests.properties.playing import RULESETS, choose, new_game, numbers, play, players, seeds

# A whole game is a large example: a fifth of what the profile says is plenty.
FEW = settings(max_examples=max(15, settings.default.max_examples // 5))
WHOLE_GAMES = {"number": numbers, "n": players, "seed": seeds}


def seats(game):
    return game.state.players[: game.state.n_players]


def bits(mask):
    return {i for i in range(codes.ROOMS) if int(mask) >> i & 1}


@FEW
@given(**WHOLE_GAMES)
def test_victory_points_add_up(number, n, seed):
    game = new_game(number, n, seed)
    for _ in play(game, random.Random(seed)):
        for i, p in enumerate(seats(game)):
            assert p.vp == p.vp_by.sum()
            log = game.state.log[: game.state.log_size]
            for kind, column in (
                (codes.LOG_STAFF, codes.VP_STAFF),
                (codes.LOG_GUEST, codes.VP_GUESTS),
            ):
                mine = log[(log["seat"] == i) & (log["kind"] == kind)]
                assert mine["vp"].sum() == p.vp_by[column]
    for p in seats(game):
        assert p.vp == p.vp_by.sum()


@FEW
@given(**WHOLE_GAMES)
def test_tracks_and_stores_stay_in_bounds(number, n, seed):
    game = new_game(number, n, seed)
    orders = game.rules.guest_order
    for _ in play(game, random.Random(seed)):
        p = seats(game)
        assert (p["krones"] >= 0).all()
        assert (p["krones"] <= 20).all()
        assert (p["emperor"] >= 0).all()
        assert (p["emperor"] <= 13).all()
        assert (p["kitchen"] >= 0).all()
        assert (p["turns_taken"] <= 2).all()
        assert (p["missing"] >= 0).all()
        seated = p["cafe"] >= 0
        assert (p["missing"][seated] <= orders[p["cafe"][seated]]).all()
        assert (p["missing_total"] == p["missing"].sum(axis=-1)).all()


def staff_places(g):
    """Every staff card that lies somewhere, once for each place."""
    ring = (int(g.staff_top) + np.arange(int(g.staff_deck_size))) % len(g.staff_deck)
    found = g.staff_deck[ring].tolist()
    for p in g.players[: g.n_players]:
        found += p.hand[: p.hand_size].tolist()
        found += p.staff[: p.staff_size].tolist()
        found += p.offer[: p.offer_size].tolist()
    return found


def guests_moving_in(g):
    """Guests whose reward is being taken: out of the cafe, not yet discarded."""
    cafes = set(g.players[: g.n_players]["cafe"].ravel().tolist())
    frames = [f for f in g.frames[: g.top] if f.kind == codes.F_REWARDS and f.marks & codes.R_GUEST]
    return [int(f.discount) for f in frames if int(f.discount) not in cafes]


def guest_places(g):
    found = g.guest_deck[g.guest_next : g.guest_deck_size].tolist()
    found += g.guest_discard[: g.guest_discard_size].tolist()
    found += g.row[g.row >= 0].tolist()
    cafes = g.players[: g.n_players]["cafe"]
    return found + cafes[cafes >= 0].tolist() + guests_moving_in(g)


@FEW
@given(**WHOLE_GAMES)
def test_each_card_is_in_exactly_one_place(number, n, seed):
    game = new_game(number, n, seed)
    all_staff, all_guests = set(range(game.rules.n_staff)), set(range(game.rules.n_guests))
    removed = 0
    for action in play(game, random.Random(seed)):
        staff, guests = staff_places(game.state), guest_places(game.state)
        assert len(staff) == len(set(staff)) == len(all_staff) - removed
        assert set(staff) <= all_staff
        assert len(guests) == len(set(guests))
        assert set(guests) == all_guests
        removed += decode(action)[0] == codes.REMOVE_STAFF


@FEW
@given(**WHOLE_GAMES)
def test_dice_are_on_the_board_taken_or_in_the_bin(number, n, seed):
    game = new_game(number, n, seed)
    g, all_dice = game.state, {2: 10, 3: 12, 4: 14}[n]
    round_seen, before = 0, 0
    for _ in play(game, random.Random(seed)):
        assert g.dice.sum() == g.dice_left
        taken = sum(int(p.dice_taken.sum()) for p in seats(game))
        if g.round_no != round_seen:
            round_seen, before = int(g.round_no), taken
        if g.phase == codes.PH_TURNS:
            assert g.dice_left + taken - before + (g.rolls - 1) == all_dice
    for p in seats(game):
        assert p.dice_taken.sum() <= 2 * 7


@FEW
@given(**WHOLE_GAMES)
def test_rooms_are_prepared_beside_rooms(number, n, seed):
    game = new_game(number, n, seed)
    tiles = [set() for _ in range(n)]
    for _ in play(game, random.Random(seed)):
        for i, p in enumerate(seats(game)):
            assert not p.vacant & p.occupied
            now = bits(p.vacant | p.occupied)
            new = now - tiles[i]
            assert len(new) <= 1
            for room in new:
                beside = {room - 5, room + 5}
                beside |= {room - 1} if room % 5 else set()
                beside |= {room + 1} if room % 5 < 4 else set()
                assert beside & tiles[i] or (not tiles[i] and room == 0)
            tiles[i] = now


@FEW
@given(**WHOLE_GAMES)
def test_groups_pay_once(number, n, seed):
    game = new_game(number, n, seed)
    r, paid, ever = game.rules, [0] * n, [set() for _ in range(n)]
    seen = [0] * n
    for _ in play(game, random.Random(seed)):
        for i, p in enumerate(seats(game)):
            assert p.groups_paid & paid[i] == paid[i]
            if p.occupied == seen[i]:
                continue
            paid[i], seen[i] = int(p.groups_paid), int(p.occupied)
            for group in range(r.n_groups[p.board]):
                mask = int(r.group_mask[p.board, group])
                if int(p.occupied) & mask == mask:
                    ever[i].add(group)
    for i, p in enumerate(seats(game)):
        full = {group for group in range(10) if int(p.groups_paid) >> group & 1}
        assert full >= ever[i]
        blue = [r.group_size[p.board, k] for k in full if r.group_colour[p.board, k] == codes.BLUE]
        assert p.vp_by[codes.VP_OCCUPANCY] == sum((0, 2, 5, 9, 15)[size] for size in blue)


@FEW
@given(**WHOLE_GAMES)
def test_politics_places_are_paid_in_order(number, n, seed):
    game = new_game(number, n, seed)
    for _ in play(game, random.Random(seed)):
        pass
    g, places = game.state, (15, 10, 5)
    for i in range(3):
        assert g.markers[i] == sum(int(p.claimed) >> i & 1 for p in seats(game)) <= 3
    paid = sum(int(p.vp_by[codes.VP_POLITICS]) for p in seats(game))
    assert paid == sum(sum(places[: g.markers[i]]) for i in range(3))


@FEW
@given(**WHOLE_GAMES)
def test_ranks_follow_points_and_leftovers(number, n, seed):
    game = new_game(number, n, seed)
    for _ in play(game, random.Random(seed)):
        pass
    keys = [(int(p.vp), int(p.vp_by[codes.VP_LEFTOVERS])) for p in seats(game)]
    assert game.ranks() == [1 + sum(other > key for other in keys) for key in keys]
    assert game.legal() == []


@FEW
@given(**WHOLE_GAMES)
def test_every_legal_action_works(number, n, seed):
    game, rng = new_game(number, n, seed), random.Random(seed)
    for _ in play(game, rng):
        assert len(set(game.legal())) == len(game.legal()) > 0
        if rng.random() < 0.1:
            for action in game.legal():
                twin = game.copy()
                twin.apply(action)
                assert twin.over or twin.legal()


STRAY = [
    encode(kind, a, b) for kind in range(codes.DRAFT + 1) for a in (0, 1, 2) for b in (0, 1, 7)
]


@FEW
@given(**WHOLE_GAMES)
def test_other_actions_are_refused_and_leave_no_trace(number, n, seed):
    game, rng = new_game(number, n, seed), random.Random(seed)
    for _ in play(game, rng):
        if rng.random() < 0.05:
            before, legal = game.games.tobytes(), game.legal()
            for action in rng.sample(STRAY, 20):
                if action not in legal:
                    with pytest.raises(IllegalAction):
                        game.apply(action)
            assert game.games.tobytes() == before
            assert game.legal() == legal


NO_ACTION = [
    -1,
    2**31 - 1,
    encode(codes.CLAIM, 3),
    encode(codes.PLACE, 17),
    encode(codes.HIRE, 200),
]


def test_numbers_that_are_no_action_are_refused():
    game = new_game(0, 2, 1)
    before = game.games.tobytes()
    for action in NO_ACTION:
        with pytest.raises(UserError):
            game.apply(action)
    assert game.games.tobytes() == before


@FEW
@given(**WHOLE_GAMES)
def test_words_and_compact_form_mean_the_same(number, n, seed):
    game = new_game(number, n, seed)
    for _ in play(game, random.Random(seed)):
        words = game.legal_words()
        assert len(set(words)) == len(words)
        for action, text in zip(game.legal(), words):
            assert to_words(game.rules, action) == text
            assert from_words(game.rules, text) == action


@FEW
@given(**WHOLE_GAMES)
def test_replaying_the_actions_gives_the_same_game(number, n, seed):
    game, twin = new_game(number, n, seed), new_game(number, n, seed)
    for action in play(game, random.Random(seed)):
        assert twin.legal() == game.legal()
        twin.apply(action)
    assert twin.games.tobytes() == game.games.tobytes()


@FEW
@given(**WHOLE_GAMES)
def test_copies_are_independent(number, n, seed):
    game, rng = new_game(number, n, seed), random.Random(seed)
    for _ in play(game, rng):
        if rng.random() < 0.02:
            break
    if game.over:
        return
    before, twin = game.games.tobytes(), game.copy()
    assert twin.games.tobytes() == before
    for _ in play(twin, random.Random(seed + 1)):
        pass
    assert game.games.tobytes() == before
    assert not game.over


@FEW
@given(**WHOLE_GAMES)
def test_looking_again_changes_nothing(number, n, seed):
    game, rng = new_game(number, n, seed), random.Random(seed)
    for _ in play(game, rng):
        before, legal = game.games.tobytes(), game.legal()
        game.refresh()
        assert (game.games.tobytes(), game.legal()) == (before, legal)


@FEW
@given(**WHOLE_GAMES)
def test_choices_do_not_depend_on_hidden_cards(number, n, seed):
    """Shuffling decks and the hands of others leaves the legal actions as they are."""
    game, rng = new_game(number, n, seed), random.Random(seed)
    for _ in play(game, rng):
        if rng.random() > 0.1:
            continue
        twin, g = game.copy(), None
        g = twin.state
        deck = list(g.guest_deck[g.guest_next : g.guest_deck_size])
        rng.shuffle(deck)
        g.guest_deck[g.guest_next : g.guest_deck_size] = deck
        first, ring = int(g.staff_top), len(g.staff_deck)
        others = [p for i, p in enumerate(seats(twin)) if i != game.player]
        hidden = [("deck", (first + i) % ring) for i in range(g.staff_deck_size)]
        hidden += [(i, k) for i, p in enumerate(others) for k in range(p.hand_size)]
        cards = [int(g.staff_deck[k] if i == "deck" else others[i].hand[k]) for i, k in hidden]
        rng.shuffle(cards)
        for (i, k), card in zip(hidden, cards):
            if i == "deck":
                g.staff_deck[k] = card
            else:
                others[i].hand[k] = card
        twin.refresh()
        assert twin.legal() == game.legal()


@FEW
@given(number=numbers, seed=seeds)
def test_other_seeds_and_games_are_other_games(number, seed):
    rows = {tuple(Game(new_game(number, 2, seed).program, 2, seed, k).state.row) for k in range(8)}
    assert len(rows) > 1


def test_random_games_reach_every_kind_of_action():
    """A guard for this file: what the random player never does is not tested by it."""
    kinds, reshuffles = set(), 0
    for seed in range(5 * len(RULESETS)):
        game, rng = new_game(seed % len(RULESETS), 2 + seed % 3, seed), random.Random(seed)
        while not game.over:
            kinds |= {decode(action)[0] for action in game.legal()}
            game.apply(choose(game, rng))
        reshuffles += int(game.state.guest_shuffles)
    assert kinds >= set(range(codes.DRAFT + 1)) - {codes.AVERT, codes.COPY_FINAL, codes.FILL}
    assert reshuffles > 0

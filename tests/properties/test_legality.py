"""The listed actions are the legal ones: each of them works, and nothing else does."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import UserError, load_ruleset
from simulate import Game
from simulate.actions import decode, encode, from_words, to_words
from simulate.decisions.registry import ACTIONS
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.game import IllegalAction
from simulate.properties.strategies.playing import choose, new_game, play, positions
from simulate.properties.strategies.rulesets import EVENTFUL, FEW_DICE, FEW_GUESTS, GENEROUS, Drawn
from tests.clauses import clause
from tests.properties.every_effect import EVERY_EFFECT
from tests.properties.playing import FEW, WHOLE_GAMES

KINDS = max(ACTIONS) + 1
BYTE = 256  # values of an argument
MOST = 4000  # combinations of arguments that are tried though the ruleset knows none of them


def sizes(rules: np.record) -> tuple[tuple[int, int, int], ...]:
    """For each kind of action how many values its arguments take: one beyond the largest that the
    registry knows for a ruleset, and of those that it knows none for, two."""
    found = []
    for kind in range(KINDS + 1):
        known = list(ACTIONS[kind].arguments(rules)) if kind in ACTIONS else []
        padded = [(*arguments, 0, 0, 0)[:3] for arguments in known] or [(0, 0, 0)]
        most = [max(values) for values in zip(*padded)]
        used = max(map(len, known), default=0)
        found.append(tuple(min(BYTE, m + 2) if i < max(2, used) else 1 for i, m in enumerate(most)))
    return tuple(found)


@cache
def action_space(sizes: tuple[tuple[int, int, int], ...]) -> frozenset[int]:
    """Every action with arguments below these sizes, those of a kind that there is not too."""
    return frozenset(
        encode(kind, *arguments)
        for kind, size in enumerate(sizes)
        for arguments in product(*map(range, size))
    )


@cache
def widest() -> tuple[tuple[int, int, int], ...]:
    """The sizes under a ruleset with all modules."""
    return sizes(compile_ruleset(load_ruleset("revised-2021+lets-waltz"))[0])


def space_of(game: Game) -> frozenset[int]:
    """The space of actions of a game: what only other rulesets know of dice is left out."""
    own = sizes(game.rules)
    wide = [more if prod(more) <= MOST else same for same, more in zip(own, widest())]
    return action_space(tuple(tuple(map(max, one, other)) for one, other in zip(own, wide)))


@FEW
@given(**WHOLE_GAMES)
def test_every_listed_action_works(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    for here in positions(game, rng, 25):
        assert len(set(here.legal())) == len(here.legal()) > 0
        for action in here.legal():
            twin = here.copy()
            twin.apply(action)
            assert twin.over or twin.legal()


def refuses(game: Game, action: int) -> bool:
    """Is an action refused? In a loop as long as this one ``pytest.raises`` is felt."""
    try:
        game.apply(action)
    except UserError:
        return True
    return False


@FEW
@given(**WHOLE_GAMES)
def test_every_other_action_is_refused_and_leaves_no_trace(drawn, n, seed):
    """The whole space of actions, at some positions of each game.

    The words of a refusal are not what is asked here; to find them would take most of the time.
    """
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    space = space_of(game)
    for here in positions(game, rng, 4):
        before, legal = here.games.tobytes(), here.legal()
        here.legal_words = list  # type: ignore[method-assign]
        taken = [action for action in space.difference(legal) if not refuses(here, action)]
        assert taken == []
        assert here.games.tobytes() == before
        assert here.legal() == legal


@FEW
@given(**WHOLE_GAMES)
def test_the_space_of_actions_holds_all_that_is_ever_legal(drawn, n, seed):
    """A guard for the test above: it would overlook what its space does not express."""
    game = new_game(drawn, n, seed)
    space = space_of(game)
    for _ in play(game, random.Random(seed)):
        beyond = set(game.legal()) - space
        assert {decode(action)[0] for action in beyond} <= {c.SPLIT, c.STEPS}


NO_ACTION = [
    -1,
    2**31 - 1,
    2**40,
    encode(c.CLAIM, 3),
    encode(c.CLAIM, 6),
    encode(c.USE_TILE, 7),
    encode(c.SEND, 9),
    encode(c.PLACE, 17),
    encode(c.HIRE, 200),
    encode(c.CHECK_IN, 255, 255, 255),
    encode(KINDS),
]


@given(number=st.sampled_from(NO_ACTION) | st.integers(-(2**62), 2**62))
def test_numbers_that_are_no_action_are_refused(number):
    game = new_game(Drawn(), 2, 1)
    before = game.games.tobytes()
    if number not in game.legal():
        with pytest.raises(UserError):
            game.apply(number)
    assert game.games.tobytes() == before


NEARLY = st.builds(
    "{} {}{}".format,
    st.sampled_from(["guest", "die", "check in table", "hire", "place wine on table", "prepare"]),
    st.integers(-1, 300),
    st.sampled_from(["", " to 1.1", ".1", " +1", " +9 without effect"]),
)


@given(text=st.text(max_size=30) | NEARLY)
def test_texts_that_are_no_action_are_refused(text):
    game = new_game(Drawn(), 2, 1)
    before = game.games.tobytes()
    try:
        known = from_words(game.rules, text) in game.legal()
    except UserError:
        known = False
    if not known:
        with pytest.raises(UserError):
            game.apply(text)
        assert game.games.tobytes() == before


@FEW
@given(**WHOLE_GAMES)
def test_a_game_that_is_over_takes_no_action(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    for _ in play(game, rng):
        pass
    before = game.games.tobytes()
    for action in rng.sample(sorted(space_of(game)), 100):
        with pytest.raises(IllegalAction, match="the game is over"):
            game.apply(action)
    assert game.games.tobytes() == before


@FEW
@given(**WHOLE_GAMES)
def test_words_and_compact_form_mean_the_same(drawn, n, seed):
    game = new_game(drawn, n, seed)
    for _ in play(game, random.Random(seed)):
        words = game.legal_words()
        assert len(set(words)) == len(words)
        for action, text in zip(game.legal(), words):
            assert to_words(game.rules, action) == text
            assert from_words(game.rules, text) == action


@FEW
@given(**WHOLE_GAMES)
def test_words_do_what_the_compact_form_does(drawn, n, seed):
    game = new_game(drawn, n, seed)
    by_words: Game = game.copy()
    for action in play(game, random.Random(seed)):
        by_words.apply(to_words(game.rules, action))
    assert by_words.games.tobytes() == game.games.tobytes()


VARIED = (
    Drawn("original-2015", (("hands", "draft"),), (), (GENEROUS,)),
    Drawn("revised-2021", (("boards", "day"),), (), (GENEROUS, FEW_GUESTS)),
    Drawn("original-2015"),
    Drawn("revised-2021", (("hands", "beginner"),), (("seat-freed", "after"),), (GENEROUS,)),
)


ALL = "+lets-waltz"
DRAFTED = (("hands", "draft"), ("boards", "day"))
VARIED_MODULES = (
    Drawn(f"revised-2021{ALL}", (), (), (GENEROUS, FEW_GUESTS, EVENTFUL)),
    Drawn(f"original-2015{ALL}+draft", DRAFTED, (), (FEW_DICE,)),
    Drawn(f"revised-2021{ALL}+rowe-smith+herlius", (), (), (GENEROUS,)),
    Drawn(f"revised-2021{ALL}+auto-claim+turn-without-dice"),
    Drawn(f"revised-2021{ALL}", (), (), (GENEROUS, EVERY_EFFECT)),
)
OF_BASE = set(range(c.DRAFT + 1))
RARE = {c.AVERT, c.COPY_FINAL, c.FILL}  # each offered by one card


def kinds_reached(varied: tuple[Drawn, ...], games: int) -> tuple[set[int], int]:
    """Kinds of action that are ever legal in random games, and reshuffles of guests."""
    kinds, reshuffles = set(), 0
    for seed in range(games):
        game = new_game(varied[seed % len(varied)], 2 + seed % 3, seed)
        rng = random.Random(seed)
        while not game.over:
            kinds |= {decode(action)[0] for action in game.legal()}
            game.apply(choose(game, rng))
        reshuffles += int(game.state.guest_shuffles)
    return kinds, reshuffles


def test_random_games_reach_every_kind_of_action():
    """A guard for all files here: what the random player never does is not tested by it."""
    kinds, reshuffles = kinds_reached(VARIED, 60)
    assert OF_BASE - RARE <= kinds <= OF_BASE
    assert reshuffles > 0


def test_random_games_with_modules_reach_every_kind_of_action():
    kinds, _ = kinds_reached(VARIED_MODULES, 75)
    assert set(ACTIONS) - RARE <= kinds


ANSWERED = 1 << c.ON_DIE | 1 << c.ON_DICE_SUM
"""Events of a die that a card in play may answer, with gains of its own."""


@FEW
@given(**WHOLE_GAMES)
@clause("die.unpayable")
def test_a_die_without_effect_brings_and_costs_nothing(drawn, n, seed):
    """Whatever is in play, turns of a player without a krone are watched where only sixes lie."""
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    for here in positions(game, rng, 25):
        g = here.state
        if here.over or g.frames[g.top - 1].kind != c.F_TURN:
            continue
        if int(g.players[here.player].events) & ANSWERED:  # see ruling idle-die-staff
            continue
        g.dice[:] = 0
        g.dice[6], g.coloured_face[:] = g.dice_left, 0
        g.players[here.player].krones = 0
        here.refresh()
        for action in [
            one for one in here.legal() if "without effect" in to_words(here.rules, one)
        ]:
            twin = here.copy()
            twin.apply(action)
            assert gains(twin.state, n) == gains(g, n)
            assert twin.state.top <= g.top + 1


def gains(g, n):
    """What the players have that a die could bring."""
    names = ("vp", "krones", "emperor", "kitchen", "hand", "staff", "vacant", "occupied", "cafe")
    return [p[name].tolist() for p in g.players[:n] for name in names]

"""What a player cannot see changes nothing that the player is shown, and nothing it chooses.

Hidden are the decks' order (of guests, staff, celebrities), the hands and packs of others, and dice
not rolled yet.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume, given

from simulate import Game
from simulate.engine import codes, machine
from simulate.narration.changes import staff_deck
from simulate.narration.sentences import sentence
from simulate.policies import chooser, worth_tables
from simulate.policies.evaluation import position_worth
from simulate.properties.strategies.playing import new_game, positions
from simulate.properties.strategies.seeing import celebrity_deck, seats
from simulate.words.names import Names
from tests.clauses import clause
from tests.properties.hidden import with_another_future, with_other_cards_hidden
from tests.properties.playing import FEW, WHOLE_GAMES

POSITIONS = 15
POLICIES = ("greedy", "politician")


# What lies open on the table: the spaces, the row, cards and tiles, what modules lay out.
OPEN = (
    "dice", "row", "politics", "markers", "emperor_tiles", "guest_discard", "guest_kept",
    "coloured_face", "lounge", "lounge_waited", "celebrity_discard", "ballrooms",
    "rehearsal_rooms", "entrances", "own_politics", "own_tiles", "auctioned", "bid", "leader",
    "bidding", "first_seat", "key_holder",
)  # fmt: skip


def shown_state(game: Game) -> list[Any]:
    """All fields that the player who decides may see: its own, and what lies open."""
    g, me = game.state, game.player
    hidden = ("hand", "offer")
    public = [
        p[name].tobytes()
        for seat, p in enumerate(seats(g))
        for name in p.dtype.names
        if seat == me or name not in hidden
    ]
    return [public, [g[name].tobytes() for name in OPEN]]


def shown(game: Game, names: Names) -> list[Any]:
    """What the player who decides is shown: its own side, what is public, what it may do."""
    told = [sentence(names, game.state, action).text for action in game.legal()]
    return [shown_state(game), game.legal_words(), told]


@FEW
@given(**WHOLE_GAMES)
@clause("set-up.hand-secret")
def test_what_is_shown_does_not_depend_on_hidden_cards(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    names = Names(drawn.load(), game.rules)
    for here in positions(game, rng, POSITIONS):
        assert shown(with_other_cards_hidden(here, rng), names) == shown(here, names)


@FEW
@given(**WHOLE_GAMES)
def test_the_relabelling_moves_something(drawn, n, seed):
    """A guard: the test above would pass if nothing were relabelled."""
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    assume(len(staff_deck(game.state)) > 2)
    here = next(iter(positions(game, rng, 1)))
    twins = [with_other_cards_hidden(here, rng) for _ in range(5)]
    assert any(staff_deck(twin.state) != staff_deck(here.state) for twin in twins)
    if len(celebrity_deck(here.state)) > 2:
        decks = [celebrity_deck(twin.state) for twin in twins]
        assert any(deck != celebrity_deck(here.state) for deck in decks)


def hires_more(game: Game) -> bool:
    """Is a hire of several cards open below another decision?

    Only patches bring that about. The look-ahead of the policies then values the hire by the hand
    that it finds, with cards that the other decision draws: a known weakness of theirs.
    """
    frames = game.state.frames[: game.state.top - 1]
    return any(frame.kind == codes.F_HIRE and frame.left for frame in frames)


@FEW
@given(**WHOLE_GAMES)
def test_policies_choose_without_knowing_hidden_cards(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    players = {name: chooser(name, game.rules) for name in POLICIES}
    for here in positions(game, rng, POSITIONS):
        if hires_more(here):
            continue
        twin = with_other_cards_hidden(here, rng)
        for name, choose in players.items():
            assert choose(twin) == choose(here), name


@FEW
@given(**WHOLE_GAMES)
def test_what_is_shown_does_not_depend_on_future_rolls(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    names = Names(drawn.load(), game.rules)
    for here in positions(game, rng, POSITIONS):
        assert shown(with_another_future(here), names) == shown(here, names)


def values(game: Game, worth: Any) -> list[float]:
    """What each legal action is worth to a policy; chance only breaks exact ties."""
    found = []
    for action in game.legal():
        after = game.games.copy()
        machine.apply(after[0], game.rules, action)
        found.append(position_worth(after[0], game.rules, worth, game.player))
    return found


@FEW
@given(**WHOLE_GAMES)
def test_policies_do_not_know_future_rolls(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    worths = worth_tables(game.rules, POLICIES, int(game.state.n_players))
    for here in positions(game, rng, POSITIONS):
        twin = with_another_future(here)
        for name, worth in zip(POLICIES, worths, strict=True):
            assert values(twin, worth) == values(here, worth), name

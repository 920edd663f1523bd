"""Numbers that are printed as 1 or 0, and cards that no print combines: any others are obeyed too.

What these tests notice hides behind the printed values: times 1 is divided by 1, and a sum of one
is that one.
"""

from pathlib import Path

import numpy as np
import pytest

from simulate.engine import codes as c
from simulate.engine.abilities import reset_abilities
from simulate.engine.cafe import draw_guest
from simulate.engine.course import note_choice, turn_ends
from simulate.engine.effects import possible
from simulate.words.spelling import staff_index
from tests.scenarios.seat import guest_index
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.lobby import HOTELS, KEY


@pytest.fixture
def patched(tmp_path: Path):
    """A patch that sets these values, as TOML, by their paths."""

    def write(**values: str) -> tuple[Path, ...]:
        path = tmp_path / "numbers.toml"
        lines = [f'"{key.replace("__", ".")}" = {value}' for key, value in values.items()]
        path.write_text("\n".join(['id = "numbers"', "[set]", *lines]), encoding="utf-8")
        return (path,)

    return write


@pytest.mark.parametrize(("times", "krones", "strudel"), [(0, 9, 2), (1, 6, 4), (2, 3, 6)])
def test_strengthening_costs_and_adds_so_much_each_time(times, krones, strudel, patched):
    patch = patched(strengthen__krones="3", strengthen__dice="2", strengthen__per_turn="2")
    t = Table("revised-2021", patches=patch, dice="1 1", krones=9)
    t.does("die 1" + (f" +{2 * times}" if times else ""), "split 0 0")
    assert (t.me.krones, t.me.kitchen) == (krones, {"strudel": strudel})


def test_every_player_behind_the_key_receives_krones(patched):
    patch = patched(skeleton_key__krones="[3, 5, 7]")
    t = Table(KEY, 4, patches=patch, turn=1).does("take key")
    assert [t.seat(seat).krones - 10 for seat in range(4)] == [7, 0, 3, 5]


def test_guests_that_are_kept_stay_discarded_in_their_order():
    t = Table("revised-2021+more")
    g = t.state
    pile = [guest_index(t.rules, number) for number in (51, 52, 53, 54, 55)]
    g.guest_discard[:5], g.guest_discard_size = pile, 5
    g.guest_kept[:] = 0
    g.guest_kept[[pile[0], pile[2], pile[3]]] = 1
    g.guest_next = g.guest_deck_size
    assert draw_guest(g, t.rules) in (pile[1], pile[4])
    assert g.guest_discard[: g.guest_discard_size].tolist() == [pile[0], pile[2], pile[3]]
    assert (int(g.guest_deck_size), int(g.guest_next)) == (2, 1)


def test_there_is_no_seat_in_a_ballroom_that_is_not_there():
    t = hall(guests={65: "all"}, kitchen="3 champagne")
    t.state.ballrooms[0] = -1
    t.game.refresh()
    assert not [words for words in t.options if " to 1." in words]
    assert [words for words in t.options if " to 2." in words]


def test_steps_of_two_abilities_of_one_card_add_up(patched):
    more = '{ kind = "more", emperor = %d }'
    patch = patched(staff__20__abilities=f"[{more % 1}, {more % 2}]")
    t = Table("revised-2021", patches=patch)
    assert t.rules.card_more_steps[staff_index(t.rules, 20)] == 3


@pytest.mark.parametrize(("per", "event"), [("gain", c.ON_ADVANCE), ("action", c.ON_ACTION_STEPS)])
def test_steps_are_answered_by_gain_or_by_action(per, event, patched):
    gain = '[{ do = "gain", krones = 1 }]'
    answer = f'[{{ kind = "on_advance", per = "{per}", effects = {gain} }}]'
    t = Table("revised-2021", patches=patched(staff__20__abilities=answer))
    assert t.rules.trigger_event[t.rules.card_trigger[staff_index(t.rules, 20)]] == event


def test_abilities_begin_with_the_printed_bonuses():
    t = Table("revised-2021")
    t.me.p.bonus_table = 1
    reset_abilities(t.rules, t.me.p)
    assert t.me.p.bonus_table == 0


def test_a_token_can_be_taken_while_one_is_left(patched):
    reward = '[{ do = "bonus_token", half = "upper" }, { do = "gain", krones = 1 }]'
    t = Table(HOTELS, patches=patched(guest__77__reward=reward), guests={77: "all"}, vacant="1.3")
    row = int(t.rules.guest_reward[guest_index(t.rules, 77)])
    for tokens, there in ((0, False), (4, True)):
        t.me.p.tokens = tokens
        assert bool(possible(t.state, t.rules, 0, row)) == there


def test_turns_and_choices_are_counted_one_by_one():
    t = Table("revised-2021")
    course = t.state.course[0]
    before = [int(course[name]) for name in ("turns", "choices", "options")]
    for n in (2, 5, 3):
        note_choice(t.state, 0, n)
        turn_ends(t.state, 0)
    after = [int(course[name]) for name in ("turns", "choices", "options")]
    assert np.subtract(after, before).tolist() == [3, 3, 10]

"""Guests who bring krones or steps at the ends of the tracks; the guest who brings nothing."""

import pytest

from tests.clauses import clause
from tests.scenarios.entering import EDITIONS, enters, leaves_the_rest

# guest: (krones, the part of the reward)
KRONES = {
    52: (2, "reward 2"),
    54: (2, "reward 2"),
    60: (3, "reward 2"),
    69: (3, "reward 1"),
    74: (1, "reward 1"),
    77: (1, "reward 1"),
    79: (1, "reward 1"),
    81: (3, "reward 2"),
    83: (5, "reward 1"),
    84: (3, "reward 1"),
    85: (3, "reward 1"),
    87: (3, "reward 1"),
    89: (4, "reward 1"),
    90: (3, "reward 2"),
    92: (1, "reward 1"),
    98: (4, "reward 1"),
}

# guest: (steps, the part of the reward)
STEPS = {
    53: (2, "reward 2"),
    62: (3, "reward 2"),
    67: (2, "reward 2"),
    68: (3, "reward 1"),
    70: (3, "reward 2"),
    79: (1, "reward 2"),
    93: (1, "reward 1"),
    95: (2, "reward 1"),
    99: (2, "reward 2"),
    100: (3, "reward 1"),
    101: (3, "reward 1"),
    102: (1, "reward 1"),
    117: (3, "reward 1"),
}


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(KRONES))
def test_krones_reach_the_end_of_the_track_exactly(guest, spec):
    """With one less before, 20 are missed by one, and the politics card for 20 with them."""
    krones, part = KRONES[guest]
    for before, claims in ((20 - krones, True), (19 - krones, False)):
        t = enters(guest, spec, krones=before, politics="A-krones B-floors C-three-each")
        leaves_the_rest(t.does(part))
        assert t.me.krones == before + krones
        assert ("claim A" in t.options) == claims


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(KRONES))
def test_krones_beyond_the_end_of_the_track_are_lost(guest, spec):
    krones, part = KRONES[guest]
    t = leaves_the_rest(enters(guest, spec, krones=21 - krones).does(part))
    assert t.me.krones == 20
    assert set(t.me.vp_from) <= {"guests"}


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(STEPS))
def test_each_step_beyond_the_end_of_the_track_is_a_vp(guest, spec):
    steps, part = STEPS[guest]
    for before, vp in ((13, steps), (14 - steps, 1), (13 - steps, 0)):
        t = leaves_the_rest(enters(guest, spec, emperor=before).does(part))
        assert t.me.emperor == 13
        assert t.me.vp_from.get("track", 0) == vp


@clause("guest.65", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_knight_brings_vp_only(spec):
    """Nothing is offered, though all kinds of rewards could be taken."""
    t = enters(65, spec, vacant="1.2 1.3", hand=[45], kitchen="1 wine", others={51: ""})
    t.legal("die 1")
    t.illegal("stop", "reward 1")
    me = t.me
    assert (me.vp, me.krones, me.emperor, me.kitchen) == (3, 10, 0, {"wine": 1})
    assert (me.hand, me.guests) == ([45], {51: {"wine": 1}})
    assert (me.vacant, me.occupied) == ({"1.2", "1.3"}, {"3.1"})


@clause("guest.65", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_staff_and_occupancy_bonus_come_without_a_reward(spec):
    """The Stableman (6) pays a step for a blue guest, the single blue room 1.1 pays 2 VP."""
    t = enters(65, spec, room="1.1", staff=[6])
    t.legal("die 1")
    assert t.me.vp_from == {"guests": 3, "occupancy": 2}
    assert t.me.emperor == 1

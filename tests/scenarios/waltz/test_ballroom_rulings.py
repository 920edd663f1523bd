"""What the books leave open where dancers, staff and older cards meet."""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import EDITIONS, hall

both_editions = pytest.mark.parametrize("spec", EDITIONS)


@clause("dance.staff-answers")
@both_editions
@pytest.mark.parametrize(
    ("card", "guest", "gains"),
    [
        (5, 77, {"krones": 2}),  # the Groom, red guests
        (6, 65, {"emperor": 1}),  # the Stableman, blue guests
        (7, 54, {"krones": 1}),  # the Masseuse, yellow guests
        (8, 92, {"vp": 2}),  # the Tour Guide, green guests
        (33, 140, {"vp": 4}),  # the Male Floor Housekeeper, orders of four and more
    ],
)
def test_staff_who_answer_to_a_guest_leaving_answer_to_a_dancing_one(card, guest, gains, spec):
    def after(staff):
        t = hall(spec, guests={guest: "all"}, kitchen="1 champagne", staff=staff)
        t.does("dance table 1 to 2.bottom from section 1")
        if "stop" in t.options:
            t.does("stop")
        return {name: getattr(t.me, name) for name in ("krones", "emperor", "vp")}

    without, with_card = after([]), after([card])
    assert {name: with_card[name] - without[name] for name in with_card} == {
        name: gains.get(name, 0) for name in with_card
    }


@clause("dance.staff-answers")
def test_one_more_dancer_is_no_guest_who_leaves():
    """The Groom (5) answers to the Ambassador herself, not to her assistant."""
    t = hall(staff=[5], guests={148: "all"}, vacant="1.3", kitchen="1 champagne")
    t.does("check in table 1 to 1.3", "reward 1", "send to 2.bottom from section 1")
    assert t.me.krones == 10 + 2


@clause("dance.staff-answers")
@both_editions
def test_the_custodian_wants_a_room_occupied(spec):
    """Card 23 pays for an occupied room, and a dancing guest occupies none."""
    t = hall(spec, staff=[23], guests={65: "all"}, kitchen="1 champagne", vacant="3.1")
    t.does("dance table 1 to 2.bottom from section 1")
    assert t.me.krones == 10


@clause("more.orders-when")
@both_editions
@pytest.mark.parametrize(
    "how", ["check in table 1 to 1.2", "dance table 1 to 2.bottom from section 1"]
)
def test_a_filled_order_counts_when_the_guest_leaves(how, spec):
    t = hall(spec, politics="A-krones B-floors C-green", kitchen="1 champagne", vacant="1.2")
    t.me.has(guests={92: "all"})
    orders = t.state.players[0].orders
    assert orders.sum() == 0
    t.does(how)
    assert orders.sum() == 1

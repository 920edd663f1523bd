"""Symbols by which one more dancer is sent; the example of the Tsarina in both books."""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import DRAFT, EDITIONS, SPEC, ball, hall
from tests.scenarios.waltz.test_dancers import seats

both_editions = pytest.mark.parametrize("spec", EDITIONS)


def tsarina(spec, kitchen):
    """She has moved in; the top row of the Apollosaal at the right is full, and her hotel's third
    section holds its last dancer."""
    t = ball("apollosaal", spec, place=3, guests={147: "all"}, vacant="3.1", kitchen=kitchen)
    t.me.has(resting="3 3 1 2", krones=5)
    t.seat(1).has(dancers="3.top 3.middle 3.middle 3.bottom 3.bottom")
    return t.does("check in table 1 to 3.1")


@clause("dance.balcony", "dance.balcony-bonus", "dance.section-bonus", "send.less", "guest.147")
@both_editions
def test_example_the_tsarina_and_the_balcony(spec):
    """Retail: 2 champagne are paid first; 3 krones, then 2 champagne and a step come back."""
    t = tsarina(spec, "2 champagne")
    assert t.me.vp_from == {"guests": 9}
    t.does("send to 3.top from section 3")
    assert t.me.krones == 5 + 3
    assert t.me.kitchen == {"champagne": 2}
    assert t.me.emperor == 1
    assert t.me.dancers == {"3.top": 1}


@clause("send.champagne-needed", "dance.payment-first")
@both_editions
@pytest.mark.parametrize("kitchen", ["", "1 champagne"])
def test_example_the_tsarina_with_too_little_champagne(kitchen, spec):
    """Retail: what comes back afterwards does not help; the dancer must be paid for first."""
    t = tsarina(spec, kitchen)
    t.illegal("send to 3.top from section 3")


@clause("dance.payment-draft", "dance.balcony", "guest.147")
@pytest.mark.parametrize("spec", [DRAFT, f"{SPEC}+draft-section-bonus"])
def test_example_of_the_draft_the_section_pays_for_the_dancer_of_the_tsarina(spec):
    """Draft: no champagne in the kitchen; two of the section pay the balcony's three less one."""
    t = tsarina(spec, "")
    t.does("send to 3.top from section 3")
    assert t.me.kitchen == {}
    assert t.me.emperor == 1
    assert t.me.krones == 5 + 3
    assert t.me.vp_from == {"guests": 9}


@clause("dance.payment-draft")
def test_in_the_draft_only_the_section_that_is_emptied_pays():
    t = tsarina(DRAFT, "")
    t.illegal("send to 3.top from section 1", "send to 1.middle from section 1")
    t.legal("send to 1.bottom from section 1")  # which costs nothing, with 1 champagne less


# -- what the symbols mean -------------------------------------------------------------------------


@clause("send.paid", "guest.148")
@pytest.mark.parametrize(("row", "price"), [("bottom", 1), ("middle", 2), ("top", 3)])
def test_one_more_dancer_at_the_usual_price(row, price):
    t = hall(guests={148: "all"}, vacant="1.3", kitchen="3 champagne")
    t.does("check in table 1 to 1.3", f"send to 1.{row} from section 1")
    assert t.me.dancers == {f"1.{row}": 1}
    assert t.me.kitchen.get("champagne", 0) == 3 - price
    assert t.me.krones == 10 + {"bottom": 0, "middle": 2, "top": 3}[row]


@clause("send.less", "guest.161")
@pytest.mark.parametrize(("row", "price"), [("bottom", 0), ("middle", 0), ("top", 1)])
def test_up_to_2_champagne_less(row, price):
    """The Partyer; what the reduction does not need is lost."""
    t = hall(guests={161: "all"}, vacant="1.3", kitchen="3 champagne")
    t.does("check in table 1 to 1.3", f"send to 1.{row} from section 1")
    assert t.me.kitchen["champagne"] == 3 - price


@clause("send.free", "emperor_tile.B5.reward")
@pytest.mark.parametrize("row", ["bottom", "middle", "top"])
def test_a_dancer_free_of_charge(row):
    t = hall(tiles="A1 B5 C1", emperor=9)
    t.seat(1).has(emperor=6)
    t.end_of_round(5).does(f"send to 1.{row} from section 1")
    assert t.me.dancers == {f"1.{row}": 1}
    assert t.me.krones == 10 + {"bottom": 0, "middle": 2, "top": 3}[row]


@clause("send.either-way")
@pytest.mark.parametrize(
    "how", ["check in table 1 to 1.3", "dance table 1 to 2.bottom from section 1"]
)
def test_one_more_dancer_whether_the_guest_sleeps_or_dances(how):
    t = hall(guests={148: "all"}, vacant="1.3", kitchen="3 champagne")
    t.does(how, "send to 1.middle from section 1")
    assert t.me.dancers == {"1.middle": 1} | ({"2.bottom": 1} if "dance" in how else {})


@clause("send.champagne-needed")
def test_nobody_is_sent_whom_the_champagne_does_not_pay_for():
    t = hall(guests={148: "all"}, vacant="1.3", kitchen="1 champagne")
    t.does("check in table 1 to 1.3")
    assert seats(t, "send") == {"1.bottom", "2.bottom", "3.bottom"}


@clause("send.optional")
def test_one_more_dancer_may_be_declined():
    t = hall(guests={148: "all"}, vacant="1.3", kitchen="3 champagne")
    t.does("check in table 1 to 1.3", "stop")
    assert (t.me.dancers, t.me.kitchen) == ({}, {"champagne": 3})


@clause("send.row-and-section")
def test_one_more_dancer_brings_the_bonuses_of_row_and_section():
    t = hall(guests={148: "all"}, vacant="1.3", kitchen="3 champagne", resting="1 2 2 2")
    t.does("check in table 1 to 1.3", "send to 1.top from section 1")
    assert t.me.krones == 10 + 3 + 4


@clause("send.row-and-section")
@clause("guest.137", corner=True)
@both_editions
def test_the_first_of_two_dancers_may_bring_the_champagne_for_the_second(spec):
    """137 sends two. The last dancer of the third section brings 2 champagne."""
    t = hall(spec, guests={137: "all"}, vacant="1.2", kitchen="1 champagne", resting="2 2 1 2")
    t.check_in(137, "1.2").does("reward 2")
    t.illegal("send to 1.middle from section 3")
    t.does("send to 1.bottom from section 3")
    assert t.me.kitchen == {"champagne": 2}
    t.does("send to 1.middle from section 1")
    assert t.me.kitchen == {}

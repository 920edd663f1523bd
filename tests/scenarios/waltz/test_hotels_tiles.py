"""What hotel entrances do in play: Ninas Melange, Grand Wray, Kozi Palace, The Ren, Stroup."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import ROOMY, ball, hall
from tests.scenarios.waltz.lobby import HOTELS, STROUP, fulfilled_own, own_politics, own_tiles

DRAFT = HOTELS + "+draft"
REN = "revised-2021+ballrooms+unique-hotels"


# -- Ninas Melange --------------------------------------------------------------------------------

COMMON = "A-emperor B-columns C-red-yellow"


def melange(spec=HOTELS, cards="A-krones B-groups C-three-each", politics=COMMON, **things):
    """Personal politics cards; A is fulfilled."""
    t = Table(spec, entrance="ninas-melange", politics=politics, **({"krones": 20} | things))
    return own_politics(t, cards)


@clause("entrance.ninas-melange", "entrance.ninas-melange.rounds")
@pytest.mark.parametrize("spec", [HOTELS, DRAFT])
@pytest.mark.parametrize(
    ("round", "vp"), [(1, 15), (2, 15), (3, 15), (4, 10), (5, 10), (6, 5), (7, 5)]
)
def test_personal_card_by_round(round, vp, spec):
    turn = (round - 1) % 2
    t = Table(spec, politics=COMMON, round=round, turn=turn)
    t.seat(turn).has(entrance="ninas-melange", krones=20)
    own_politics(t, "A-krones B-groups C-three-each").does("claim own A")
    assert t.seat(turn).vp_from == {"entrance": vp}


@clause("entrance.ninas-melange", "entrance.ninas-melange.once")
@clause("entrance.ninas-melange", corner=True)
def test_personal_card_is_fulfilled_once():
    t = melange().does("claim own A")
    t.illegal("claim own A", "claim own B", "claim A")
    t.plays()
    assert t.player == 1
    t.illegal("claim own A")


@clause("entrance.ninas-melange.once", corner=True)
@pytest.mark.parametrize("letter", "ABC")
def test_each_personal_card_is_fulfilled_once(letter):
    t = melange(cards="A-staff B-floors C-three-each", occupied="1.1-1.5 2.1-2.5 3.1 3.3")
    t.me.has(staff=[1, 2, 3, 4, 5, 6])
    t.does(f"claim own {letter}").illegal(f"claim own {letter}")
    t.legal(*(f"claim own {other}" for other in "ABC" if other != letter))


@clause("entrance.ninas-melange", corner=True)
def test_personal_cards_are_fulfilled_by_themselves_at_the_end_of_a_turn():
    rooms = "1.1-1.5 2.1-2.5 3.1 3.3"
    t = melange(f"{HOTELS}+auto-claim", "A-staff B-floors C-three-each", occupied=rooms)
    t.illegal("claim own B", "claim own C")
    assert t.plays().me.vp_from["entrance"] == 30
    assert t.me.p.own_done == 0b110


@clause("entrance.ninas-melange.once", "entrances.own")
@clause("entrance.ninas-melange", corner=True)
def test_personal_card_is_of_no_use_to_the_others():
    t = melange(turn=1)
    t.seat(1).has(krones=20)
    t.illegal("claim own A")


@clause("entrance.ninas-melange.no-marker")
def test_personal_card_takes_no_marker():
    t = melange(staff=[40]).does("claim own A")
    assert list(t.state.markers) == [0, 0, 0]
    assert int(t.me.p.claimed) == 0


@clause("entrance.ninas-melange", "entrance.ninas-melange.no-marker")
def test_common_card_takes_a_marker_as_ever():
    t = melange(politics="A-krones B-columns C-red-yellow", cards="A-emperor B-groups C-three-each")
    t.does("claim A")
    assert t.me.vp_from == {"politics": 15}
    assert list(t.state.markers) == [1, 0, 0]


@clause("entrance.ninas-melange")
def test_personal_card_b_and_c():
    t = melange(cards="A-staff B-floors C-three-each", occupied="1.1-1.5 2.1-2.5 3.1 3.3")
    t.does("claim own B", "claim own C")
    assert t.me.vp_from == {"entrance": 30}


def at_the_end(spec, own, common, **things):
    """The VP of the entrance with so many own and common cards fulfilled."""
    t = Table(spec, entrance="ninas-melange", emperor=8, tiles="A1 B1 C1", **things)
    t.seat(1).has(emperor=8)
    fulfilled_own(t, own)
    t.me.p.claimed = (1 << common) - 1
    return t.end_of_round(7).me.vp_from


@clause("entrance.ninas-melange.final", "entrance.ninas-melange.final-draft")
@pytest.mark.parametrize(
    ("own", "common", "vp", "draft"),
    [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (1, 1, 0, 0),
        (3, 0, 0, 3),
        (0, 3, 0, 3),
        (2, 2, 3, 6),
        (1, 3, 3, 6),
        (3, 2, 6, 10),
        (3, 3, 10, 15),
    ],
)
def test_politics_cards_at_the_end(own, common, vp, draft):
    assert at_the_end(HOTELS, own, common).get("entrance", 0) == vp
    assert at_the_end(DRAFT, own, common).get("entrance", 0) == draft


@clause("entrance.ninas-melange.no-marker")
def test_final_card_counts_markers_only():
    assert at_the_end(HOTELS, 3, 2, staff=[40])["staff"] == 10


# -- The Grand Wray Hotel -------------------------------------------------------------------------

TILES = "A1 A2 B1 B2 C1 C3"


def wray(tiles=TILES, **things):
    """Six personal tiles: two of each letter."""
    t = Table(HOTELS, entrance="grand-wray", **({"emperor": 6, "krones": 0} | things))
    return own_tiles(t, tiles)


@clause("entrance.grand-wray")
@pytest.mark.parametrize(
    ("tile", "emperor", "krones", "vp", "goods"),
    [("A1", 5, 3, 0, 0), ("B2", 4, 5, 0, 0), ("B1", 4, 0, 0, 4), ("C1", 3, 0, 8, 0)],
)
def test_reward_of_a_personal_tile(tile, emperor, krones, vp, goods):
    t = wray().does(f"use tile {tile}")
    assert (t.me.emperor, t.me.krones, t.me.vp) == (emperor, krones, vp)
    assert sum(t.me.kitchen.values()) == goods


@clause("entrance.grand-wray")
def test_reward_that_asks():
    t = wray().does("use tile A2", "choose wine", "choose wine")
    assert (t.me.kitchen, t.me.emperor) == ({"wine": 2}, 5)
    t = wray(staff=[5, 6]).does("use tile C2")
    assert t.me.vp == 2 * 2


@clause("entrance.grand-wray")
@clause("entrance.grand-wray", corner=True)
@pytest.mark.parametrize(
    ("emperor", "legal"), [(0, ""), (1, "A1 A2"), (2, "A1 A2 B1 B2"), (3, "A1 A2 B1 B2 C1 C2")]
)
def test_steps_back_that_are_not_there(emperor, legal):
    t = wray(emperor=emperor)
    found = [words.split()[-1] for words in t.options if words.startswith("use tile")]
    assert found == legal.split()


@clause("entrance.grand-wray")
@clause("entrance.grand-wray", corner=True)
def test_one_personal_tile_a_turn():
    t = wray(dice="1 1 1 1").does("use tile A1")
    t.illegal("use tile A2", "use tile B1")
    t.plays("die 1")
    assert t.player == 1
    assert not [words for words in t.options if words.startswith("use tile")]
    t.plays().plays()
    assert t.player == 0
    t.legal("use tile A2", "use tile B1")


@clause("entrance.grand-wray.used-up")
def test_personal_tile_is_used_up():
    t = wray(dice="1 1 1 1").does("use tile A1").plays("die 1").plays().plays()
    t.illegal("use tile A1")
    t.does("use tile A2")


@clause("entrance.grand-wray")
def test_personal_tile_after_the_action():
    wray(dice="1").does("die 1", "split 0 0").legal("use tile A1", "end turn")


@clause("entrance.grand-wray.no-scoring")
def test_gardener_does_not_answer_to_a_personal_tile():
    t = wray(staff=[42]).does("use tile A1")
    assert t.me.vp == 0


@clause("entrances.own")
@clause("entrance.grand-wray", corner=True)
def test_personal_tiles_are_of_no_use_to_the_others():
    t = wray(turn=1)
    t.seat(1).has(emperor=9)
    assert not [words for words in t.options if words.startswith("use tile")]


# -- The Kozi Palace ------------------------------------------------------------------------------


ONTO_EMPTY = {"kozi-empty-space": "usable"}


def kozi(dice, **things):
    return Table(HOTELS, entrance="kozi-palace", dice=dice, **things)


# The example: two dice each on 4 and 5; a die moves to 5, and a card costs up to 3 krones less.
@clause("entrance.kozi-palace", "entrance.kozi-palace.strength")
@pytest.mark.parametrize(("dice", "start"), [("4 4 5 5", 4), ("5 5 6 6", 6)])
def test_example_of_the_moved_die(dice, start):
    t = kozi(dice, hand=[1], krones=1).does(f"die 5 moving white from {start}", "hire 1")
    assert t.me.krones == 1 - (4 - 3)
    assert t.dice() == sorted([5, 5, start])


@clause("entrance.kozi-palace", "entrance.kozi-palace.strength")
def test_moved_die_may_be_taken_from_an_empty_space():
    t = kozi("2 2", rulings=ONTO_EMPTY).does("die 3 moving white from 2")
    assert t.dice() == [2]
    t.illegal("prepare 2.2")
    t.does("prepare 1.1").legal("end turn")


@clause("entrance.kozi-palace")
def test_moving_is_a_choice():
    t = kozi("4 4 5").does("die 4", "steps 2")
    assert t.dice() == [4, 5]


@clause("entrance.kozi-palace.neighbours")
@clause("entrance.kozi-palace", corner=True)
def test_six_and_one_are_no_neighbours():
    assert not [words for words in kozi("1 6").options if "moving" in words]
    t = kozi("1 6", rulings=ONTO_EMPTY)
    moving = {words for words in t.options if "moving" in words and "+" not in words}
    assert moving == {"die 2 moving white from 1", "die 5 moving white from 6"}


@clause("entrance.kozi-palace.neighbours")
@pytest.mark.parametrize("face", [2, 3, 4, 5])
def test_neighbours_of_a_space(face):
    t = kozi("1 2 3 4 5 6")
    t.legal(*[f"die {face} moving white from {start}" for start in (face - 1, face + 1)])


@clause("entrance.kozi-palace", corner=True)
def test_moved_die_costs_and_counts_as_the_other_face():
    t = kozi("5 4", staff=[16]).does("die 4 moving white from 5", "steps 2")
    assert t.me.vp == 4  # the staff card names face 4
    t = kozi("5 6", krones=0)
    t.legal("die 5 moving white from 6")
    t.illegal("die 6 moving white from 5")  # copying costs a krone


@clause("entrance.kozi-palace.strength")
def test_moved_die_and_a_strengthened_action():
    t = kozi("3 4").does("die 4 +1 moving white from 3", "steps 3")
    assert (t.me.emperor, t.me.krones, t.dice()) == (3, 9, [4])


@clause("entrance.kozi-palace.any-use")
def test_die_moved_for_an_action_without_a_die():
    t = kozi("4 5", guests={97: "all"}, vacant="1.2").check_in(97, "1.2")
    t.does("space 4 moving white from 5", "steps 2")
    assert (t.me.emperor, t.dice()) == (2, [4, 4])


@clause("entrances.own")
@clause("entrance.kozi-palace", corner=True)
def test_others_move_no_die():
    t = kozi("4 5", turn=1)
    t.legal("die 4")
    t.illegal("die 4 moving white from 5")


# -- The Ren --------------------------------------------------------------------------------------


def ren(seat, champagne, **things):
    """A guest goes dancing on a seat of the hall of the tests."""
    t = hall(
        REN, entrance="the-ren", kitchen=f"{champagne} champagne", guests={65: "all"}, **things
    )
    return t.does(f"dance table 1 to {seat} from section 1")


@clause("entrance.the-ren")
@pytest.mark.parametrize(("row", "price", "krones"), [("top", 3, 6), ("middle", 2, 4)])
def test_row_bonus_twice(row, price, krones):
    t = ren(f"1.{row}", price)
    assert t.me.krones == 10 + krones
    assert t.me.kitchen == {}


@clause("entrance.the-ren")
@clause("entrance.the-ren", corner=True)
def test_bottom_row_gives_nothing_twice():
    t = ren("1.bottom", 1)
    assert (t.me.krones, t.me.emperor, t.me.vp) == (10, 0, 3)


@clause("entrance.the-ren")
def test_row_bonus_that_asks_twice():
    t = ren("2.top", 3, vacant="1.1 1.5 1.2").does("occupy 1.1", "occupy 1.5")
    assert {"1.1", "1.5"} <= t.me.occupied


@clause("entrance.the-ren", "entrances.own")
@clause("entrance.the-ren", corner=True)
def test_row_bonus_of_the_others():
    t = hall(REN, entrance="the-ren", turn=1)
    t.seat(1).has(rehearsal="one", resting="2 2 2 2", kitchen="3 champagne", guests={65: "all"})
    t.does("dance table 1 to 1.top from section 1")
    assert t.seat(1).krones == 10 + 3


def danced(mine, *others):
    """VP of seat 0 from The Ren at the first scoring: dancers in Zur Kettenbrücke."""
    t = ball("zur-kettenbruecke", REN, 1 + len(others), patches=ROOMY, entrance="the-ren")
    for seat, dancers in enumerate((mine, *others)):
        t.seat(seat).has(dancers=" ".join(dancers.split()), emperor=4)
    t.tiles("A1 B1 C1")
    t.end_of_round(3)
    return t.me.vp_from.get("entrance", 0)


@clause("entrance.the-ren.alone")
@pytest.mark.parametrize(
    ("dancers", "vp"),
    [
        (["1.top 1.bottom", "1.bottom"], 4),
        (["1.top", ""], 4),
        (["1.top", "1.bottom"], 0),
        (["1.top", "1.bottom 1.bottom"], 0),
        (["", ""], 0),
        (["1.top 1.top", "1.bottom", "1.bottom"], 4),
        (["1.top 1.top", "1.bottom", "1.bottom 1.bottom"], 0),
        (["1.top", "2.bottom 2.bottom"], 4),
    ],
)
def test_most_dancers_alone(dancers, vp):
    assert danced(*dancers) == vp


# -- Stroup ---------------------------------------------------------------------------------------


def stroup(room, **things):
    t = Table(
        STROUP, entrance="stroup", hand=[35], dice="5 5 5 5 5", krones=0, vacant=room, **things
    )
    return t.does("die 5", "hire 35", f"occupy {room}")


@clause("entrance.stroup")
@pytest.mark.parametrize(
    ("room", "vp", "krones", "emperor"),
    [("3.1", 3, 0, 0), ("1.3", 0, 2, 0), ("1.2", 0, 0, 2)],
)
def test_first_room_of_a_group(room, vp, krones, emperor):
    t = stroup(room)
    assert (t.me.vp, t.me.krones, t.me.emperor) == (vp, krones, emperor)


@clause("entrance.stroup")
@clause("entrance.stroup", corner=True)
@pytest.mark.parametrize(("room", "first"), [("2.3", "1.3"), ("2.2", "1.2")])
def test_second_room_of_a_group(room, first):
    t = stroup(room, occupied=first)
    assert (t.me.vp, t.me.krones, t.me.emperor) == (0, 0, 0)


@clause("entrance.stroup")
@clause("entrance.stroup", corner=True)
def test_group_of_one_room():
    assert stroup("1.1").me.vp_from == {"entrance": 3, "occupancy": 2}


@clause("entrance.stroup", corner=True)
def test_prepared_room_begins_no_group():
    t = Table(STROUP, entrance="stroup", dice="3").does("die 3", "prepare 1.1")
    assert t.me.vp == 0

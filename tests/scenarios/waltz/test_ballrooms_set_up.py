"""The set-up of module 1: ballrooms, rehearsal rooms, champagne, and the cards shuffled in."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import DRAFT, EDITIONS, HALLS, OTHERS, SPEC

SEEDS = range(12)


def before_the_guests(players=2, seed=1, spec=SPEC, **options):
    """The set-up up to the choice of the rehearsal rooms."""
    t = Table.set_up(spec, players, seed, **options)
    while t.legal_kinds() == {"draft"}:
        t.does(t.options[0])
    return t


def halls(t):
    """The ballrooms from the left."""
    keys = sorted(t.ruleset.ballroom)
    return [keys[i] for i in t.state.ballrooms]


@clause("ballrooms.three")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_different_ballrooms_lie_out(players):
    for seed in SEEDS:
        assert len(set(halls(before_the_guests(players, seed)))) == 3


@clause("ballrooms.three")
def test_ballrooms_and_their_order_are_random():
    found = [tuple(halls(before_the_guests(seed=seed))) for seed in range(60)]
    for place in range(3):
        assert {order[place] for order in found} == {*HALLS.split(), *OTHERS}


@clause("ballrooms.three")
def test_without_the_module_there_are_no_ballrooms():
    t = Table("revised-2021", guests={65: "all"}, vacant="3.1")
    assert list(t.state.ballrooms) == [-1, -1, -1]
    assert "dance" not in t.legal_kinds()


@clause("ballrooms.cards")
def test_cards_and_tiles_of_the_module_are_in_the_decks():
    base, module = Table("revised-2021").ruleset, Table(SPEC).ruleset
    assert set(module.guest) - set(base.guest) == set(range(134, 163))
    assert set(module.staff) - set(base.staff) == set(range(119, 134))
    assert set(module.politics.cards) - set(base.politics.cards) == {
        *("A-champagne", "B-dancers", "C-green"),
    }
    assert set(module.emperor_tile) - set(base.emperor_tile) == {"A5", "B5", "C5"}


@clause("ballrooms.cards")
def test_cards_and_tiles_of_the_module_come_into_play():
    row, tiles, politics, hands = set(), set(), set(), set()
    for seed in range(60):
        t = before_the_guests(seed=seed)
        row |= set(t.guests_in_row())
        tiles |= {sorted(t.ruleset.emperor_tile)[i] for i in t.state.emperor_tiles}
        politics |= {list(t.ruleset.politics.cards)[i] for i in t.state.politics}
        hands |= set(t.me.hand)
    for cards, base, added in ((row, (49, 105), (134, 163)), (hands, (1, 49), (119, 134))):
        assert cards & set(range(*base))
        assert cards & set(range(*added))
    assert tiles >= {"A5", "B5", "C5", "A1", "B1", "C1"}
    assert politics >= {"A-champagne", "B-dancers", "C-green", "A-krones"}


@clause("ballrooms.first-champagne")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_a_champagne_beside_the_four_goods(players, spec):
    t = Table.set_up(spec, players)
    for seat in range(players):
        assert t.seat(seat).kitchen == {
            "strudel": 1, "cake": 1, "wine": 1, "coffee": 1, "champagne": 1
        }  # fmt: skip


@clause("ballrooms.first-champagne")
@pytest.mark.parametrize("change", ["draft", "draft-empty-kitchens"])
def test_in_the_draft_nobody_begins_with_champagne_if_there_are_entrances(change):
    t = Table.set_up(f"{SPEC}+unique-hotels+{change}", 4)
    assert [t.seat(seat).kitchen.get("champagne", 0) for seat in range(4)] == [0, 0, 0, 0]
    assert t.ruleset.entrance["the-ren"].kitchen.champagne == 2


# -- rehearsal rooms -------------------------------------------------------------------------------


@clause("rehearsal.laid-out")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_rehearsal_rooms_as_players(players):
    found = set()
    for seed in SEEDS:
        t = before_the_guests(players, seed)
        assert len(t.options) == players
        rooms = [int(room) for room in t.state.rehearsal_rooms[:players]]
        assert len(set(rooms)) == players
        found.add(tuple(rooms))
    assert len(found) > 1
    assert {room for rooms in found for room in rooms} == {0, 1, 2, 3}


@clause("rehearsal.draft-all")
@pytest.mark.parametrize("spec", [DRAFT, f"{SPEC}+draft-rehearsal-rooms"])
def test_all_rehearsal_rooms_of_the_draft(spec):
    t = before_the_guests(2, spec=spec)
    assert t.options == [f"rehearsal room {n}" for n in range(1, 5)]
    t.does("rehearsal room 4")
    assert t.options == [f"rehearsal room {n}" for n in range(1, 4)]


@clause("rehearsal.order")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_player_chooses_first(players):
    t = before_the_guests(players)
    for seat in reversed(range(players)):
        assert t.player == seat
        assert t.legal_kinds() == {"rehearsal"}
        t.does(t.options[-1])


@clause("rehearsal.order")
def test_a_rehearsal_room_is_chosen_once():
    t = before_the_guests(3).does("rehearsal room 2")
    t.illegal("rehearsal room 2")
    t.legal("rehearsal room 1", "rehearsal room 3")


@clause("rehearsal.moment")
@pytest.mark.parametrize("hands", ["dealt", "draft", "beginner"])
def test_rehearsal_rooms_after_the_hands_and_before_the_guests(hands):
    t = before_the_guests(2, hands=hands)
    assert [len(t.seat(seat).hand) for seat in range(2)] == [6, 6]
    assert t.seat(1).guests == {}
    t.does("rehearsal room 1", "rehearsal room 2")
    assert t.legal_kinds() == {"guest"}


@clause("rehearsal_room.{key}")
@pytest.mark.parametrize("key", ["one", "two", "three", "four"])
def test_a_rehearsal_room_has_ten_dancers_whoever_chooses_it(key):
    t = before_the_guests(4)
    keys = list(t.ruleset.rehearsal_room)
    place = [keys[int(room)] for room in t.state.rehearsal_rooms].index(key)
    who = t.player
    t.does(f"rehearsal room {place + 1}")
    assert sum(t.seat(who).resting) == 10


@clause("rehearsal.dancers")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_dancers_go_to_the_rehearsal_room(players):
    t = before_the_guests(players)
    for _ in range(players):
        t.does(t.options[0])
    for seat in range(players):
        assert sum(t.seat(seat).resting) == 10
        assert t.seat(seat).dancers == {}


@clause("rehearsal.dancers", "rehearsal_room.{key}")
@pytest.mark.parametrize("key", ["one", "two", "three", "four"])
def test_a_rehearsal_room_has_its_dancers_in_its_sections(key):
    t = before_the_guests(4)  # all four lie out
    number = sorted(t.ruleset.rehearsal_room).index(key)
    place = [int(room) for room in t.state.rehearsal_rooms].index(number)
    t.does(f"rehearsal room {place + 1}")
    sections = t.ruleset.rehearsal_room[key].sections
    assert t.seat(3).resting[: len(sections)] == [section.dancers for section in sections]


# -- where they lie --------------------------------------------------------------------------------


@clause("ballrooms.sides")
@pytest.mark.parametrize(("players", "seats"), [(2, 1), (3, 4)])
def test_the_seats_go_by_the_number_of_players(players, seats, tmp_path):
    patch = tmp_path / "seats.toml"
    patch.write_text(
        'id = "seats"\ntitle = "Seats"\n[set]\n'
        '"ballroom.apollosaal.bottom.seats" = { 2 = 1, 3 = 4, 4 = 4 }\n'
    )
    t = Table(SPEC, players, patches=(patch,), ballrooms="apollosaal odeonsaal zum-sperl")
    t.me.has(guests={65: "all"}, kitchen="1 champagne", rehearsal="one")
    t.me.has(dancers=" ".join(["1.bottom"] * (seats - 1)))
    t.legal("dance table 1 to 1.bottom from section 1")
    t.me.has(dancers="1.bottom")
    t.illegal("dance table 1 to 1.bottom from section 1")

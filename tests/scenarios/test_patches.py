"""Rules that no edition has: the engine plays what the data say."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring


@pytest.fixture
def patched(tmp_path):
    def table(text, spec="revised-2021", make=Table, **things):
        file = tmp_path / "mine.toml"
        file.write_text(f'id = "mine"\n{text}\n', encoding="utf-8")
        return make(spec, patches=(file,), **things)

    return table


@clause("row.price")
def test_prices_of_the_row(patched):
    t = patched('set = { "row.costs" = [5, 4, 3, 2, 1] }', krones=5).does("guest 1")
    assert t.me.krones == 0


@clause("serve.price", "serve.up-to-three")
def test_dearer_serving_of_more_goods(patched):
    text = 'set = { "serve.krones" = 2, "serve.goods" = 4 }'
    t = patched(text, krones=2, kitchen="2 wine 2 coffee", guests={75: ""}).does("serve")
    t.places("2 wine 2 coffee")
    assert (t.me.krones, t.me.guests) == (0, {75: {}})


@clause("strengthen.once")
def test_two_strengthenings_a_turn(patched):
    t = patched('set = { "strengthen.per_turn" = 2 }', dice="4").does("die 4 +2", "steps 3")
    assert (t.me.krones, t.me.emperor) == (8, 3)


@clause("politics-card.places")
def test_other_places_on_politics_cards(patched):
    text = 'set = { "politics.places" = [9, 4] }'
    t = patched(text, krones=20, politics="A-krones B-floors C-three-each").does("claim A")
    assert t.me.vp == 9


@clause("emperor.retreat")
def test_another_retreat(patched):
    t = patched('set = { "emperor.retreat" = [2, 4, 6] }', emperor=9).end_of_round(3)
    assert t.me.emperor == 7


@clause("tracks.krones-end")
def test_another_end_of_the_tracks(patched):
    t = patched('set = { "tracks.krones_max" = 12 }', krones=11, dice="4 4 4")
    assert t.does("die 4", "steps 0").me.krones == 12


@clause("prepare.floor-price", "final.floors")
def test_other_prices_and_points_of_floors(patched):
    text = 'set = { "hotel.floor_costs" = [1, 1, 1, 1], "hotel.floor_vp" = [2, 2, 2, 2] }'
    t = patched(text, vacant="1.1 2.1 3.1", dice="3 3").does("die 3", "prepare 4.1", "prepare 1.2")
    assert t.me.krones == 8
    t = patched(text, make=final_scoring, occupied="1.1 4.4")
    assert t.me.vp_from["floors"] == 4


def test_an_added_guest(patched):
    text = """
[add.guest.201]
name = "Station Master"
german = "Bahnhofsvorsteher"
colour = "green"
order = { strudel = 1, coffee = 4 }
vp = 9
reward = [{ do = "occupy", rooms = 2 }, { do = "gain", emperor = 2 }]
"""
    t = patched(text, guests={201: "all"}, vacant="1.2 1.3 3.1").check_in(201, "1.2")
    t.does("reward 1", "occupy 1.3", "occupy 3.1", "reward 2")
    assert (t.me.vp, t.me.emperor) == (9, 2)
    assert t.me.occupied == {"1.2", "1.3", "3.1"}


def test_an_added_staff_card(patched):
    text = """
[add.staff.201]
name = "Night Porter"
german = "Nachtportier"
cost = 2
timing = "permanent"
abilities = [
    { kind = "on_guest_leaves", effects = [{ do = "gain", vp = 3 }] },
    { kind = "serve_cost", krones = 0 },
]
"""
    t = patched(text, hand=[201], guests={65: "", 75: ""}, vacant="3.1", kitchen="1 coffee")
    t.does("die 5", "hire 201", "serve", "place coffee on table 1").check_in(65, "3.1")
    assert t.me.vp_from == {"guests": 3, "staff": 3}
    assert t.me.krones == 10


def test_a_changed_card(patched):
    t = patched(
        'set = { "staff.45.effects.0.emperor" = 5, "staff.45.cost" = 3 }', hand=[45], dice="5"
    )
    t.does("die 5", "hire 45")
    assert (t.me.emperor, t.me.krones) == (5, 8)


def test_a_removed_guest(patched):
    t = patched('remove = ["guest.97"]')
    assert 97 not in t.rules.guest_number[: t.rules.n_guests]


def test_an_effect_in_a_new_place(patched):
    text = 'set = { "guest.65.reward" = [{ do = "fill_order", guests = 1 }] }'
    t = patched(text, guests={65: "all", 75: ""}, vacant="3.1").check_in(65, "3.1")
    assert t.does("fill table 2").me.guests == {75: {}}


@clause("row.three-tables")
def test_more_tables(patched):
    t = patched('set = { "cafe.tables" = 4 }', guests={75: "", 76: "", 77: ""}).does("guest 4")
    assert len(t.me.guests) == 4

"""Rules that no edition has: the engine plays what the data say."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring
from tests.scenarios.waltz.hall import HALLS
from tests.scenarios.waltz.hall import SPEC as BALLROOMS
from tests.scenarios.waltz.lobby import HOTELS, LOUNGE, own_tiles


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


@clause("hire.laid-open")
@pytest.mark.parametrize(("card", "vp"), [(22, 2), (45, 2), (1, 2), (38, 2), (22, -1)])
def test_a_card_that_brings_vp_when_it_comes_into_play_once(patched, card, vp):
    t = patched(f'set = {{ "staff.{card}.hired_vp" = {vp} }}', hand=[card], dice="5 " * 6)
    t.does("die 5", f"hire {card}")
    assert (t.me.staff, t.me.vp, t.me.vp_from) == ([card], vp, {"staff": vp})
    t.does("end turn")
    assert t.me.vp == vp


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


@clause("strengthen.once")
def test_dearer_strengthening_by_more_dice(patched):
    text = 'set = { "strengthen.per_turn" = 2, "strengthen.krones" = 2, "strengthen.dice" = 3 }'
    t = patched(text, dice="4")
    t.legal("die 4 +3")
    t.does("die 4 +6", "steps 3")  # and a krone for each of the other four
    assert (t.me.krones, t.me.emperor) == (10 - 2 * 2 + 4, 3)


@clause("skeleton-key.krones")
def test_krones_for_the_next_player_behind_the_key(patched):
    text = 'set = { "skeleton_key.krones" = [3, 2, 1] }'
    t = patched(text, "revised-2021+start-player", players=4).does("take key")
    assert [t.seat(seat).krones for seat in range(4)] == [10, 13, 12, 11]


@clause("politics-card.places")
def test_other_places_on_politics_cards(patched):
    text = 'set = { "politics.places" = [9, 4] }'
    t = patched(text, krones=20, politics="A-krones B-floors C-three-each").does("claim A")
    assert t.me.vp == 9


@clause("politics-card.places", "politics-card.fourth")
def test_places_of_its_own_on_one_politics_card(patched):
    text = 'set = { "politics.cards.B-floors.places" = [20, 7] }'
    cards = "A-krones B-floors C-three-each"
    t = patched(text, players=3, krones=20, occupied="1.1-2.5", politics=cards)
    for seat in (1, 2):
        t.seat(seat).has(krones=20, occupied="1.1-2.5")
    for own, table in ((20, 15), (7, 10)):
        seat = t.player
        t.does("claim B", "claim A")
        assert t.seat(seat).vp_from == {"politics": own + table}
        t.plays("die 1")
    t.illegal("claim B")  # its two places are taken
    t.legal("claim A")  # the others have the third of the table


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
    t = patched(
        text, hand=[201], guests={65: "", 75: ""}, vacant="3.1", kitchen="1 coffee", dice="5 5"
    )
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


def test_goods_are_served_at_the_last_of_seven_tables(patched):
    text = """[set]
"cafe.tables" = 4
"staff.24.abilities" = [{ kind = "more_tables", tables = 2 }]
"staff.25.abilities" = [{ kind = "more_tables", tables = 1 }]
"""
    others = dict.fromkeys((51, 65, 74, 81, 84, 94), "all")
    t = patched(text, staff=[24, 25], guests={**others, 75: "2 wine"}, kitchen="1 coffee")
    assert t.does("serve").options == ["place coffee on table 7"]


@clause("strengthen.price")
@pytest.mark.parametrize(("krones", "legal"), [(2, False), (3, True)])
def test_dearer_strengthening_of_an_action_without_a_die(patched, krones, legal):
    text = """[set]
"strengthen.krones" = 3
"guest.97.reward" = [{ do = "use_action_space", strengthen = true }]
"""
    t = patched(text, guests={97: "all"}, vacant="1.2", dice="4", krones=krones)
    assert ("space 4 +1" in t.check_in(97, "1.2").options) == legal


@clause("politics.cards.C-large-orders")
def test_orders_of_seven_goods_are_told_from_those_of_six(patched):
    text = """[set]
"politics.cards.C-three-each.needs" = [{ count = "orders", at_least = 1, min_goods = 7 }]
"guest.65.order" = { strudel = 4, wine = 3 }
"guest.75.order" = { strudel = 3, wine = 3 }
"guest.65.reward" = []
"guest.75.reward" = []
"""
    guests = {65: "all", 75: "all"}
    t = patched(text, guests=guests, vacant="3.1 4.1", politics="A-krones B-floors C-three-each")
    t.check_in(75, "3.1").illegal("claim C")
    t.check_in(65, "4.1").legal("claim C")


def test_a_penalty_of_two_cards_when_there_is_one(patched):
    penalty = '[{ do = "remove_staff", timing = "end", cards = 2 }]'
    text = f'set = {{ "emperor_tile.C4.penalty" = {penalty} }}'
    for staff, legal in (([40], False), ([40, 41], True)):
        t = patched(text, tiles="A1 B1 C4", staff=staff)
        t.seat(1).has(emperor=8)
        assert ("take penalty" in t.end_of_round(7).options) == legal


@clause("entrance.grand-wray")
def test_a_personal_tile_that_costs_no_step(patched):
    text = """[set]
"entrance.grand-wray.abilities" = [{ kind = "own_tiles", tiles = 2, steps = [0, 2, 3] }]
"""
    t = own_tiles(patched(text, HOTELS, entrance="grand-wray"), "A1 A2 B1 B2 C1 C3")
    t.legal("use tile A1", "use tile A2")
    t.illegal("use tile B1", "use tile C1")


@clause("dance.payment-draft")
def test_champagne_beside_other_gains_of_a_section_pays_for_its_last_dancer(patched):
    text = """[set]
"rehearsal_room.one.sections" = [
    { dancers = 1, bonus = [{ do = "gain", champagne = 1 }, { do = "gain", krones = 2 }] },
    { dancers = 3, bonus = [{ do = "gain", krones = 1 }] },
    { dancers = 3, bonus = [{ do = "gain", krones = 1 }] },
    { dancers = 3, bonus = [{ do = "gain", krones = 1 }] },
]
"""
    spec = f"{BALLROOMS}+draft-section-bonus"
    t = patched(text, spec, ballrooms=HALLS, rehearsal="one", guests={65: "all"})
    t.legal("dance table 1 to 2.bottom from section 1")
    t.illegal("dance table 1 to 2.bottom from section 2")


def test_a_card_that_is_paid_with_steps(patched):
    text = """
[add.staff.201]
name = "Court Messenger"
german = "Hofbote"
cost = 2
timing = "round"
pay = { emperor = 2 }
effects = [{ do = "gain", krones = 3 }]
"""
    patched(text, staff=[201], emperor=1).illegal("use 201")
    t = patched(text, staff=[201], emperor=3).does("use 201")
    assert (t.me.emperor, t.me.krones) == (1, 13)


@clause("strengthen.price")
def test_a_dearer_and_stronger_strengthening(patched):
    text = 'set = { "strengthen.dice" = 2, "strengthen.krones" = 3 }'
    t = patched(text, dice="4").does("die 4 +2", "steps 3")
    assert (t.me.krones, t.me.emperor) == (7, 3)


@clause("strengthen.price", corner=True)
@pytest.mark.parametrize("spec", ["revised-2021", LOUNGE])
def test_a_strengthening_that_is_too_dear(patched, spec):
    t = patched('set = { "strengthen.krones" = 3 }', spec, dice="4", krones=2)
    t.legal("die 4")
    t.illegal("die 4 +1")


@clause("staff.13.share", corner=True)
@pytest.mark.parametrize("apart", [True, False])
@pytest.mark.parametrize(
    ("spec", "card", "things"),
    [
        ("revised-2021", "staff.14", {"staff": [14]}),
        (LOUNGE, "celebrity.chaplin", {"celebrities": "chaplin"}),
        (HOTELS, "entrance.dove", {"entrance": "dove"}),
    ],
)
def test_the_dice_of_any_card_may_be_apart_from_the_proportion(patched, spec, card, things, apart):
    """Two dice of 1 and one more: one strudel and two cakes, if one of them does not count."""
    strength = f'kind = "strength", faces = [1], dice = 1, apart = {str(apart).lower()}'
    t = patched(f'set = {{ "{card}.abilities" = [{{ {strength} }}] }}', spec, dice="1 1", **things)
    assert ("split 2 0" in t.does("die 1").options) == apart


@clause("staff.13.share", corner=True)
def test_dice_of_two_celebrities_are_apart(patched):
    """One die of 1 and two more: both may be cakes beside one strudel."""
    strength = '[{ kind = "strength", faces = [1], dice = 1, apart = true }]'
    both = (f'"celebrity.{key}.abilities" = {strength}' for key in ("chaplin", "curie"))
    text = f"set = {{ {', '.join(both)} }}"
    t = patched(text, LOUNGE, dice="1 1", celebrities="chaplin curie").does("die 1")
    assert "split 3 0" in t.options


@clause("staff.26", corner=True)
@pytest.mark.parametrize("staff", [[26, 14], [14, 26]])
def test_the_cheapest_card_averts_the_penalty(patched, staff):
    text = 'set = { "staff.14.abilities" = [{ kind = "avert_penalty", krones = 0 }] }'
    t = patched(text, staff=staff, krones=5, kitchen="2 wine", tiles="A2 B1 C1").end_of_round(3)
    assert (t.me.krones, t.me.kitchen) == (5, {"wine": 2})


@pytest.mark.parametrize(
    ("event", "occupied", "room"),
    [
        ('kind = "on_column"', "1.1 2.1 3.1", "4.1"),
        ('kind = "on_floor"', "4.1 4.2 4.3 4.4", "4.5"),
        ('kind = "on_first_room", colour = "red"', "", "4.4"),
        ('kind = "on_group", min_rooms = 1', "", "4.4"),
    ],
)
def test_a_card_that_answers_one_event_of_the_hotel_alone(patched, event, occupied, room):
    ability = f'{{ {event}, effects = [{{ do = "gain", vp = 7 }}] }}'
    text = f'set = {{ "staff.14.abilities" = [{ability}] }}'
    things = {"staff": [14], "guests": {104: "all"}, "occupied": occupied, "vacant": room}
    t = patched(text, **things).check_in(104, room)
    assert t.me.vp_from["staff"] == 7

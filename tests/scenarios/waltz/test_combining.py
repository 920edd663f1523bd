"""Modules together: what is in play, the set-up in its order, rules of two modules that meet."""

from itertools import combinations

import pytest

from model import load_ruleset
from tests.clauses import clause
from tests.scenarios.judged import edited, few_guests
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.lobby import (
    HOTELS,
    LOUNGE,
    coloured,
    entrance_of,
    fulfilled_own,
    helping,
    in_lounge,
    offered,
    own_politics,
)

MODULES = ("ballrooms", "celebrities", "unique-hotels", "start-player", "more")
ALL = "revised-2021+lets-waltz"
REN = "revised-2021+ballrooms+unique-hotels"
MORE = "revised-2021+unique-hotels+more"
HOTELS_MET = f"{HOTELS}+celebrities"
MET = "revised-2021+ballrooms+celebrities"
MUSICAL = {"puccini", "mata-hari", "picasso"}
EIGHT = {"freud", "einstein", "chaplin", "magie", "tolkien", "gandhi", "curie", "churchill"}
ENTRANCES = {
    "chateau-paulwei", "corogari-zant-mainz", "dove", "kaufman", "mayenfels", "ninas-melange",
    "grand-wray", "kozi-palace",
}  # fmt: skip


# -- what is in play ------------------------------------------------------------------------------


@clause("combining.any", "combining.musical", "combining.the-ren")
@pytest.mark.parametrize(
    "modules", [m for n in (1, 2, 3, 4, 5) for m in combinations(MODULES, n)], ids="+".join
)
def test_what_comes_with_the_modules(modules):
    ruleset = load_ruleset("+".join(["revised-2021", *modules]))
    both = {"ballrooms", "celebrities"} <= set(modules)
    assert set(ruleset.celebrity) & MUSICAL == (MUSICAL if both else set())
    assert set(ruleset.celebrity) - MUSICAL == (EIGHT if "celebrities" in modules else set())
    both = {"ballrooms", "unique-hotels"} <= set(modules)
    own = ENTRANCES if "unique-hotels" in modules else set()
    assert set(ruleset.entrance) == own | ({"the-ren"} if both else set())


@clause("combining.any")
@pytest.mark.parametrize("spec", [ALL, f"{ALL}+draft", "original-2015+lets-waltz"])
def test_all_modules_can_be_played(spec):
    t = Table.set_up(spec, 3)
    while t.round < 2:
        t.does(t.options[-1] if "end turn" not in t.options else "end turn")
    assert len(t.dice()) == 12


# -- the set-up -----------------------------------------------------------------------------------


@clause("combining.set-up-order")
@edited
def test_set_up_in_its_order():
    t = Table.set_up(ALL, 3, hands="draft")
    asked = []
    while not t.round:
        kind = t.options[0].split()[0]
        if kind == "bid" and asked[-1][0] == "draft":
            offered(t, "the-ren corogari-zant-mainz kozi-palace")
        asked.append((kind, t.player))
        t.does("pass" if "pass" in t.options else t.options[0])
    kinds = list(dict.fromkeys(kind for kind, _ in asked))
    assert kinds == ["draft", "bid", "rehearsal", "guest", "prepare"]
    for kind in ("rehearsal", "guest"):
        assert [seat for found, seat in asked if found == kind] == [2, 1, 0]
    assert [seat for kind, seat in asked if kind == "prepare"] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@clause("combining.champagne", "combining.champagne-draft", "entrance.the-ren.receipt")
def test_champagne_of_the_set_up():
    own = {"strudel": 1, "cake": 1, "wine": 1, "champagne": 2}
    for spec, first in ((REN, {"champagne": 1}), (f"{REN}+draft", {})):
        t = Table.set_up(spec, 2)
        assert [t.seat(seat).kitchen for seat in (0, 1)] == [first, first]
        offered(t, "the-ren dove").does("bid 0 on entrance 1", "pass")
        assert t.me.kitchen == own
        assert t.seat(1).kitchen == {"strudel": 1, "wine": 1} | first


@clause("combining.bids-from-krones")
def test_the_fourth_player_may_bid_twelve_krones():
    t = offered(Table.set_up(f"{HOTELS}+start-player", 4), "dove kaufman kozi-palace mayenfels")
    t.does("bid 9 on entrance 1", "bid 10 on entrance 1", "bid 11 on entrance 1")
    t.does("bid 12 on entrance 1")
    assert t.options == ["pass"]


@clause("combining.bids-from-krones")
def test_bids_from_the_krones_of_the_place():
    t = offered(Table.set_up(f"{HOTELS}+start-player", 3), "dove kaufman kozi-palace")
    t.illegal("bid 10 on entrance 1")
    t.does("bid 9 on entrance 1", "bid 10 on entrance 1", "bid 11 on entrance 1")
    assert t.options == ["pass"]
    t.does("pass", "pass")
    assert (entrance_of(t.seat(2)), t.seat(2).krones) == ("dove", 0)


def beside(entrance, spec, what):
    """Keys of all that lies beside an entrance in some set-ups."""
    found = set()
    for seed in range(1, 25):
        t = Table.set_up(spec, 4, seed)
        keys = sorted(t.ruleset.emperor_tile)
        if what == "own_politics":
            keys = list(t.ruleset.politics.cards)
        if sorted(t.ruleset.entrance).index(entrance) in list(t.state.entrances):
            found |= {keys[i] for i in t.state[what] if i >= 0}
    return found


@clause("combining.politics-cards")
@pytest.mark.parametrize(
    ("module", "cards"),
    [
        ("ballrooms", {"A-champagne", "B-dancers", "C-green"}),
        ("more", {"A-goods", "B-top-floor", "C-large-orders"}),
    ],
)
def test_new_politics_cards_beside_ninas_melange(module, cards):
    assert beside("ninas-melange", f"{HOTELS}+{module}", "own_politics") & cards
    assert not beside("ninas-melange", HOTELS, "own_politics") & cards


@clause("combining.emperor-tiles")
@pytest.mark.parametrize(("module", "digit"), [("ballrooms", "5"), ("more", "6")])
def test_new_emperor_tiles_beside_the_grand_wray(module, digit):
    new = {letter + digit for letter in "ABC"}
    assert beside("grand-wray", f"{HOTELS}+{module}", "own_tiles") >= new
    assert not beside("grand-wray", HOTELS, "own_tiles") & new


# -- entrances with modules 1 and 5 ---------------------------------------------------------------

COMMON = "A-krones B-columns C-red-yellow"
OWN = "A-emperor B-groups C-three-each"


@clause("combining.ninas-staff")
def test_arranger_answers_to_markers_only():
    t = hall(REN, entrance="ninas-melange", staff=[132], krones=20, emperor=10, politics=COMMON)
    own_politics(t, OWN).does("claim own A")
    assert t.me.kitchen == {}
    t.does("claim A")
    assert t.me.kitchen == {"champagne": 2}


@clause("combining.ninas-staff")
def test_entertainer_answers_to_markers_only():
    things = {"staff": [179], "krones": 20, "emperor": 10, "guests": {67: ""}}
    t = Table(MORE, entrance="ninas-melange", politics=COMMON, **things)
    own_politics(t, OWN).does("claim own A")
    t.legal("die 1")
    t.does("claim A")
    t.legal("use 179")


@clause("combining.ninas-tile")
def test_tile_counts_markers_only():
    t = Table(MORE, entrance="ninas-melange", tiles="A1 B1 C6", emperor=13, claimed="A B")
    t.seat(1).has(emperor=8)
    fulfilled_own(t, 3)
    t.end_of_round(7)
    assert t.me.vp_from["tiles"] == 2 * 5


@clause("combining.kaufman-politics")
@pytest.mark.parametrize(("politics", "back"), [("C-large-orders", False), ("C-three-each", True)])
@few_guests
def test_guests_kept_for_a_politics_card_after_the_round(politics, back):
    t = Table(
        MORE,
        entrance="kaufman",
        row=[63, 64, 78, 66, 67],
        guests={68: "all", 65: "all"},
        vacant="3.1 4.3",
        politics=f"A-krones B-floors {politics}",
    )
    t.state.guest_next = t.state.guest_deck_size = 0
    t.check_in(68, "3.1").does("reward 1").check_in(65, "4.3").end_of_round(2)
    assert t.me.vp_from["entrance"] == 1  # both count for the round
    t.does("guest 5", "guest 5")
    assert (68 in t.guests_in_row()) == back
    assert 65 in t.guests_in_row()


@clause("combining.kaufman-politics")
@few_guests
def test_guests_are_released_when_the_politics_card_is_fulfilled():
    t = Table(
        MORE,
        entrance="kaufman",
        row=[63, 64, 78, 66, 67],
        guests={68: "all"},
        vacant="3.1",
        politics="A-krones B-floors C-large-orders",
    )
    t.state.guest_next = t.state.guest_deck_size = 0
    t.me.p.orders[1, 3] = 4  # four of them earlier
    t.check_in(68, "3.1").does("reward 1", "claim C", "guest 5")
    assert 68 not in t.guests_in_row()  # of this round still
    t.end_of_round(2)
    t.does("guest 4", "guest 4")
    assert 68 in t.guests_in_row()


@clause("combining.kaufman-dancers")
def test_dancing_guests_count_for_kaufman():
    t = hall(REN, entrance="kaufman", kitchen="2 champagne", guests={65: "all", 67: "all"})
    t.does("dance table 1 to 1.bottom from section 1")
    t.does("dance table 2 to 1.bottom from section 2")
    while "die 1" not in t.options:
        t.does("stop")
    t.end_of_round(1)
    assert t.me.vp_from["entrance"] == 1


@clause("combining.kaufman-dancers")
def test_guests_counted_by_their_orders_count_for_kaufman_when_they_dance():
    """By this reading their filled orders count; going to dance takes none away."""
    filled = {"rulings": {"kaufman-guests": "filled"}, "entrance": "kaufman"}
    t = hall(REN, kitchen="3 champagne 3 coffee", guests={65: "", 67: ""}, **filled)
    t.does("serve", "place coffee on table 1", *["place coffee on table 2"] * 2)
    t.does("dance table 1 to 1.bottom from section 1")
    t.end_of_round(1)
    assert t.me.vp_from["entrance"] == 1


# -- coloured dice with the Kozi Palace -----------------------------------------------------------

KOZI = f"{LOUNGE}+unique-hotels"
THREE = "gandhi einstein curie"
ONTO_EMPTY = {"kozi-empty-space": "usable"}


def kozi(dice, **things):
    return Table(KOZI, entrance="kozi-palace", lounge=THREE, dice=dice, **things)


@clause("combining.kozi-coloured")
@pytest.mark.parametrize(
    ("dice", "action", "price", "celebrity", "faces"),
    [
        ("red3 4", "die 4 red moving red from 3", 1, {"gandhi"}, [0, 0, 0]),
        ("3 red4", "die 4 red moving white from 3", 1, {"gandhi"}, [0, 0, 0]),
        ("red3 4", "die 4 moving red from 3", 0, set(), [4, 0, 0]),
        ("blue5 red4", "die 4 red moving blue from 5", 1, {"gandhi"}, [0, 4, 0]),
        ("3 4 4", "die 4 moving white from 3", 0, set(), [0, 0, 0]),
    ],
)
def test_coloured_die_moved_and_taken(dice, action, price, celebrity, faces):
    t = kozi(dice).does(action)
    assert t.me.krones == 10 - price
    assert helping(t.me) == celebrity
    assert coloured(t) == faces
    t.does(f"steps {len(dice.split())}")
    assert t.me.emperor == len(dice.split())


@clause("combining.kozi-coloured", corner=True)
def test_a_coloured_die_moved_onto_an_empty_space():
    """It lies there alone, so that taking it costs nothing; only a ruling allows it."""
    t = kozi("red3", rulings=ONTO_EMPTY).does("die 4 red moving red from 3")
    assert (t.me.krones, helping(t.me), coloured(t)) == (10, {"gandhi"}, [0, 0, 0])
    t.does("steps 1")
    assert t.me.emperor == 1


@clause("combining.kozi-coloured")
def test_moved_coloured_die_that_cannot_be_paid():
    t = kozi("red3 4 4", krones=1)
    t.illegal("die 4 red moving red from 3")
    t.legal("die 4 moving red from 3", "die 3 red")


# -- a second die with staff, an entrance and a celebrity ------------------------------------------

TRUMPETER = {"staff": [131], "celebrities": "magie", "entrance": "corogari-zant-mainz",
             "guests": {153: "1 cake"}, "deck": [10, 3]}  # fmt: skip


@clause("entrance.corogari-zant-mainz.before", "staff-card.die-gifts", corner=True)
@pytest.mark.parametrize(("dice", "taken", "krones"), [
    ("2", "die 2", 10), ("red2 blue2", "die 2 red without effect", 0),
])  # fmt: skip
def test_the_gift_of_staff_comes_before_the_sum_of_both_dice(dice, taken, krones):
    """The champagne for a 2 is laid down before the sum of 4 brings a krone, and Magie a room."""
    t = hall(f"{REN}+celebrities", dice=dice, krones=krones, staff=[131], celebrities="magie",
             entrance="corogari-zant-mainz", guests={153: "1 cake"}, deck=[10, 3])  # fmt: skip
    t.me.p.dice_this_round, t.me.p.first_face = 1, 2
    t.does(taken)
    assert t.options == ["place champagne on table 1", "keep champagne"]
    assert (t.me.krones, t.me.emperor) == (krones, 0)
    t.does("place champagne on table 1")
    assert (t.me.krones, t.me.emperor) == (krones + 1, 1)
    t.legal("prepare 1.1")
    t.does("stop")
    assert t.options == (["main action"] if krones else ["end turn"])


# -- the key with entrances and celebrities -------------------------------------------------------

HOTEL_KEY = f"{HOTELS}+start-player"
CELEBRITY_KEY = f"{LOUNGE}+start-player"


@clause("entrance.corogari-zant-mainz.key")
@pytest.mark.parametrize("key_first", [True, False])
def test_key_has_the_face_of_the_die(key_first):
    t = Table(HOTEL_KEY, entrance="corogari-zant-mainz", dice="5 1 1 1")
    first, second = ("take key", "die 5") if key_first else ("die 5", "take key")
    krones = t.plays(first).plays("die 1").me.krones
    assert (t.player, t.me.emperor) == (0, 0)
    t.does(second)
    assert (t.me.krones, t.me.emperor) == (krones + 1, 1)  # the sum is 10


@clause("entrance.corogari-zant-mainz.key")
@pytest.mark.parametrize(("face", "bonus"), [(1, {"vp": 1}), (2, {"krones": 1, "emperor": 1})])
def test_double_face_with_the_key(face, bonus):
    t = Table(HOTEL_KEY, entrance="corogari-zant-mainz", dice="1 2 1 1", vacant="1.1")
    t.plays(f"die {face}").plays("die 1").does("take key")
    got = {"vp": t.me.vp, "krones": t.me.krones - 10, "emperor": t.me.emperor}
    assert got == {"vp": 0, "krones": 0, "emperor": 0} | bonus
    if face == 1:
        t.does("prepare 2.1")
        assert t.me.krones == 10
    t.does("choose wine", "copy 2", "split 0 0").legal("end turn")


@clause("entrance.kozi-palace.key")
@clause("entrance.kozi-palace", corner=True)
def test_no_die_is_moved_with_the_key():
    t = Table(HOTEL_KEY, entrance="kozi-palace", dice="4 5").does("take key", "choose wine")
    assert t.options == [*(f"copy {face}" for face in (1, 2, 3, 4, 5)), "stop"]
    t.does("copy 4")
    assert t.options == ["steps 0", "steps 1"]
    assert t.dice() == [4, 5]


@clause("entrance.kozi-palace.key")
def test_a_die_is_moved_for_an_action_space_only():
    t = Table(HOTEL_KEY, entrance="kozi-palace", dice="4 5")
    t.legal("die 4 moving white from 5", "die 5 moving white from 4")
    t.does("take key", "choose wine")
    assert not any("moving" in words for words in t.options)


@clause("combining.key-celebrities")
def test_key_brings_no_celebrity():
    t = Table(CELEBRITY_KEY, lounge=THREE, dice="red1 blue2").does("take key", "choose wine")
    t.does("copy 1", "split 0 0")
    assert (helping(t.me), t.me.vp, t.me.krones) == (set(), 0, 10)
    assert in_lounge(t) == THREE.split()
    assert coloured(t) == [1, 2, 0]


@clause("combining.key-celebrities")
@pytest.mark.parametrize(
    ("celebrity", "action", "emperor"), [("churchill", "steps 1", 2), ("magie", "steps 0", 0)]
)
def test_celebrities_help_with_the_action_of_the_key(celebrity, action, emperor):
    t = Table(CELEBRITY_KEY, celebrities=celebrity, vacant="1.1")
    t.does("take key", "choose wine", "copy 4", action)
    assert t.me.emperor == emperor
    if celebrity == "magie":
        t.does("prepare 2.1")
    t.legal("end turn")


@clause("combining.key-others", "lounge.own-turn")
@clause("celebrity.magie", corner=True)
def test_krones_in_the_turn_of_another_player():
    t = Table(CELEBRITY_KEY, 3, turn=2, dice="1 1 1 1 1 1")
    t.seat(1).has(celebrities="magie", vacant="1.1")
    t.does("take key")
    assert (t.player, t.seat(1).krones) == (2, 11)
    t.does("choose wine", "stop", "end turn").plays("die 1")
    assert t.player == 1
    t.legal("die 1", "pass")
    assert not [words for words in t.options if words.startswith("prepare")]


# -- coloured dice and The Kozi Palace ------------------------------------------------------------


@clause("entrance.kozi-palace.any-use", "coloured-dice.left-on-space", corner=True)
def test_spaces_for_an_action_without_a_die_where_coloured_dice_may_move():
    spec = f"{LOUNGE}+unique-hotels"
    t = Table(spec, entrance="kozi-palace", dice="red2 3 4", guests={97: "all"}, vacant="1.2")
    assert sorted(t.check_in(97, "1.2").options) == [
        "space 2",
        "space 2 moving white from 3",
        "space 3",
        "space 3 moving red from 2",
        "space 3 moving white from 4",
        "space 4",
        "space 4 moving white from 3",
        "stop",
    ]


@clause("combining.kozi-coloured", corner=True)
@pytest.mark.parametrize(("faces", "action"), [("5 6", "die 5"), ("1 2", "die 2")])
def test_a_die_is_moved_from_the_last_space_and_from_the_first(faces, action):
    first, last = faces.split()
    start = last if action.endswith(first) else first
    kozi(faces).legal(f"{action} moving white from {start}")


# -- several who answer the same card -------------------------------------------------------------


def hires(**things):
    """The owner of Mayenfels plays a card with a die of 5; the next one to be drawn is known."""
    return Table(HOTELS_MET, entrance="mayenfels", hand=[9], deck=[21], **things)


@clause("celebrity.answers-order", "celebrity.curie", "entrance.mayenfels")
@pytest.mark.parametrize("met", [{"celebrities": "curie"}, {"lounge": "curie freud magie"}])
def test_celebrities_answer_a_card_before_the_entrance(met):
    t = hires(dice="red5 5 5" if "lounge" in met else "5 5 5", **met)
    t.does("die 5 red" if "lounge" in met else "die 5", "hire 9")
    t.legal("choose cake")
    assert t.me.hand == []  # Mayenfels has not drawn yet
    t.does("choose cake", "choose cake").legal("end turn")
    assert (t.me.hand, t.me.kitchen) == ([21], {"cake": 2})


@clause("celebrity.answers-order", "celebrity.curie", "celebrity.puccini", corner=True)
@pytest.mark.parametrize(("first", "second"), [("curie", "puccini"), ("puccini", "curie")])
def test_the_celebrity_met_last_answers_a_card_first(first, second):
    t = hall(MET, lounge=f"{first} {second} freud", dice="red4 blue5 5 5", hand=[9])
    t.does("die 4 red", "steps 0", "end turn")
    while t.player != 0:
        t.plays("die 5")
    t.does("die 5 blue", "hire 9").legal("choose cake")
    assert ("champagne" in t.me.kitchen) == (second == "puccini")


@clause("celebrity.gain-order", "staff.124", corner=True)
def test_champagne_is_answered_before_the_krone_of_the_same_gain():
    t = hall(MET, celebrities="magie picasso", staff=[124], dice="4 4", vacant="1.1", krones=0)
    t.does("die 4").legal("choose wine")
    t.does("choose wine").legal("prepare 2.1", "stop")  # for one krone less

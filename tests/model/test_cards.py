"""The cards are the printed cards.

The tables below were transcribed apart from the data files: orders and VP from the cards, rewards
and abilities from the revised rulebook's tables. A slip in one of the two shows here.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from model import load_ruleset
from model.base import Word
from tests.clauses import clause

RULES = load_ruleset("revised-2021")
ORIGINAL = load_ruleset("original-2015", promos=True)

# number, colour, order (s strudel, t cake, w wine, c coffee), VP: reward
# reward: goods as letters, ? a good of choice, 2k krones, 3e emperor steps, draw2 staff cards,
# hire-1 a card for one less, hire0 free, room a room, room-1 for one less, room0 free, x2 twice,
# /2 on the two lowest floors, occ turn a room over, guest a guest free, 3hire-3 draw 3 and play one
GUESTS = """
49 Y w 0: room0/2          | 50 Y w 0: draw1 room       | 51 Y w 1: s
52 Y wc 0: s 2k            | 53 Y sw 0: c 2e            | 54 Y ww 0: ? 2k
55 Y www 7: draw2          | 56 Y sww 0: t hire-3       | 57 Y wwc 1: room-1x2
58 Y wwwc 7: occ           | 59 Y sssw 5: t hire-2      | 60 Y ttww 5: c 3k
61 Y swww 2: room room-1   | 62 Y stww 4: guest 3e      | 63 B c 0: guest
64 B c 0: hire-1           | 65 B c 3:                  | 66 B tc 3: hire-1 room
67 B cc 2: draw2 2e        | 68 B ssc 4: 3e             | 69 B ttc 7: 3k
70 B swc 1: hire-1 3e      | 71 B scc 4: room0          | 72 B stc 7: occ
73 B wcc 4: hire-1x2       | 74 B tcc 10: 1k            | 75 B wwcc 5: 3hire-3
76 B sscc 4: 3hire0        | 77 R t 1: 1k               | 78 R t 0: guest
79 R t 0: 1k 1e            | 80 R tw 4: guest           | 81 R tt 0: w 3k
82 R twc 7: occ            | 83 R stw 0: 5k             | 84 R ttw 2: 3k guest
85 R sst 3: 3k             | 86 R tww 3: hire-3         | 87 R ttcc 3: 3k guestx2
88 R twww 0: room0x2       | 89 R sstw 5: 4k            | 90 R sttt 7: w 3k
91 G s 0: draw3            | 92 G s 0: 1k               | 93 G s 0: 1e
94 G ss 0: hire-1          | 95 G st 2: 2e              | 96 G sc 0: hire-3
97 G ssw 4: action         | 98 G sss 0: 4k             | 99 G stt 5: draw1 2e
100 G sccc 4: 3e occ       | 101 G sssc 3: 3e guest     | 102 G sc 0: 1e occ
103 G sw 4: draw2          | 104 G sstt 2: hire0        | 117 R ww 3: 3e
118 Y tc 4: guest
"""

# number, cost 2015/2021, timing (o once, r round, p permanent, e end), beginners' set: what it does
# in 2015 / 2021 (! it must be)
STAFF = """
1 4 rB: s | 2 6 rD: t | 3 4 rA: w | 4 6 rC: c | 5 4 p: leaves red 2k | 6 1 pA: leaves blue 1e
7 1 pD: leaves yellow 1k | 8 2 p: leaves green 2v | 9 5 pA: rooms blue 0 | 10 5 pD: rooms red 0
11 5 pC: rooms yellow 0 | 12 2 p: die 34 with 2v | 13 2 pB: dice 12 +1! / dice 12 +1
14 2 p: die 12 any room | 15 4 p: both 4 | 16 2 p: die 4 with 4v
17 3/5 p: copy 0, dice 6 +1! / copy 0, dice 6 +1 | 18 2 p: dice 5 +2! / dice 5 +2
19 3 p: die 3 with 5v | 20 2 p: die 5 any 2e | 21 3 o: stwc | 22 3 p: die 3 any hire
23 5 p: to-room 1k / occupied 1k | 24 1 pC: serve 0 | 25 6 pB: row 0 | 26 5 p: avert 1
27 4 eC: 3v red occupied_rooms | 28 4 eD: 3v blue occupied_rooms | 29 5 e: copy_final
30 4 eB: 3v yellow occupied_rooms | 31 4 e: 1v occupied_rooms | 32 4 eB: 2v staff
33 5 p: reward 4-4 4v / reward 4+ 4v | 34 5 e: 1v rooms | 35 2 o: occx2 | 36 2 oD: wwww
37 3 e: 2v groups | 38 5 oA: fill | 39 3 oA: tttt | 40 2 eC: 5v politics
41 3 eD: 2v emperor up to 12 / 2v emperor | 42 3 p: emperor 5v | 43 3 oC: cccc | 44 2 oB: ssss
45 1 o: 3e | 46 2 e: 5v floors | 47 4 e: 5v columns | 48 4 eA: 4v colour_sets
"""

LETTERS = {"s": "strudel", "t": "cake", "w": "wine", "c": "coffee"}


def lines(table: str) -> dict[int, tuple[list[str], str]]:
    cells = [cell.strip() for cell in table.replace("\n", "|").split("|") if cell.strip()]
    split = [cell.partition(":") for cell in cells]
    return {int(h.split()[0]): (h.split()[1:], text.strip()) for h, _, text in split}


def goods(thing: object) -> str:
    return "".join(letter * getattr(thing, name) for letter, name in LETTERS.items())


def discount(effect: Word) -> str:
    return "0" if effect.free else f"-{effect.discount}" if effect.discount else ""


def times(number: int) -> str:
    return f"x{number}" if number > 1 else ""


def code(effect: Word) -> str:
    """An effect in the notation of the tables."""
    match effect.do:
        case "gain":
            units = {"k": effect.krones, "e": effect.emperor, "v": effect.vp}
            return goods(effect) + "".join(f"{n}{unit}" for unit, n in units.items() if n)
        case "choose_goods":
            return "?" * effect.goods
        case "prepare":
            assert not effect.occupied
            floors = "/2" if effect.floors == 2 else "" if effect.floors == 4 else "/?"
            return f"room{discount(effect)}{times(effect.rooms)}{floors}"
        case "occupy":
            assert effect.floors == 4
            return f"occ{times(effect.rooms)}"
        case "hire":
            return f"hire{discount(effect)}{times(effect.cards)}"
        case "draw":
            return f"draw{effect.cards}"
        case "draw_and_hire":
            return f"{effect.cards}hire{discount(effect)}"
        case "take_guest":
            return f"guest{times(effect.guests)}"
        case "fill_order":
            return f"fill{times(effect.guests)}"
        case "use_action_space":
            return "action" + "!" * (effect.strengthen or effect.die_bonuses)
        case "score":
            shade = f"{effect.colour} " if effect.colour else ""
            most = f" up to {effect.max}" if effect.max else ""
            return f"{effect.vp}v {shade}{effect.per}{most}"
    return str(effect.do)


def ability(a: Word) -> str:
    """An ability in the notation of the tables."""
    gains = " ".join(code(e) for e in getattr(a, "effects", ()))
    faces = "".join(map(str, getattr(a, "faces", ())))
    match a.kind:
        case "on_die":
            return f"die {faces} {'any' if a.timing == 'before-or-after' else a.timing} {gains}"
        case "on_guest_leaves":
            assert not (a.colour and a.min_goods)  # a card asks for one or the other
            if a.to == "room":
                assert (a.colour, a.min_goods) == (None, 0)
                return f"to-room {gains}"
            goods = f"{a.min_goods}-{a.max_goods}" if a.max_goods else f"{a.min_goods}+"
            moment = {"leaving": "leaves", "reward": "reward"}[a.moment]
            return f"{moment} {a.colour or goods} {gains}"
        case "on_room_occupied":
            return f"occupied {gains}"
        case "on_emperor_reward":
            return f"emperor {gains}"
        case "strength":
            return f"dice {faces} +{a.dice}" + "!" * (not a.optional)
        case "both_tracks":
            return f"both {faces}"
        case "room_cost":
            return f"rooms {a.colour} {a.krones}"
    names = {"copy_cost": "copy", "serve_cost": "serve", "guest_cost": "row"}
    return f"{names.get(a.kind, 'avert')} {a.krones}"


# Fields that the notation tells; all others say of every printed card what they say if left out.
TOLD = {
    "do", "kind", *LETTERS.values(), "krones", "emperor", "vp", "goods", "rooms", "discount",
    "free", "floors", "cards", "guests", "strengthen", "die_bonuses", "colour", "per", "faces",
    "timing", "moment", "effects", "min_goods", "max_goods", "dice", "occupied", "optional", "to",
    "max",
}  # fmt: skip


def untold(words: Iterable[Word]) -> dict[str, object]:
    """What words say beside that: in a reward, ability or effect, or in the effects of one."""
    found = {}
    for word in words:
        for name, field in type(word).model_fields.items():
            if name not in TOLD and getattr(word, name) != field.default:
                found[f"{word} {name}"] = getattr(word, name)
        found |= untold(getattr(word, "effects", ()))
    return found


@clause("guest.{number}")
@pytest.mark.parametrize("number", [*range(49, 105), 117, 118])
def test_guest_is_as_printed(number: int) -> None:
    (colour, order, vp), reward = lines(GUESTS)[number]
    guest = RULES.guest[number]
    assert guest.colour[0].upper() == colour
    assert goods(guest.order) == order
    assert guest.vp == int(vp)
    assert [code(e) for e in guest.reward] == reward.split()
    assert untold(guest.reward) == {}
    assert guest.order.champagne == 0
    assert guest.promo == (number > 104)
    assert guest.dances  # with ballrooms: of all guests only the Pope (162) has to take a room


@clause("staff.{number}")
@pytest.mark.parametrize("number", range(1, 49))
def test_staff_card_is_as_printed(number: int) -> None:
    (cost, kind), text = lines(STAFF)[number]
    costs, texts = cost.split("/"), text.split(" / ")
    for rules, which in ((ORIGINAL, 0), (RULES, -1)):
        card = rules.staff[number]
        assert card.cost == int(costs[which])
        assert card.timing[0] == kind[0]
        assert (card.set or "") == kind[1:]
        done = [code(e) for e in card.effects] + [ability(a) for a in card.abilities]
        assert ", ".join(done) == texts[which]
        assert untold([*card.effects, *card.abilities]) == {}
        assert not any(card.pay.model_dump().values())  # what a use of a card of a module costs


def test_there_are_no_other_cards() -> None:
    assert sorted(RULES.staff) == list(range(1, 49))
    assert sorted(RULES.guest) == [*range(49, 105), 117, 118]


@clause("reward.unused")
def test_no_guest_has_the_other_rewards_of_the_symbol_list() -> None:
    """VP, a room of a given colour, another guest's order."""
    words = {"gain", "choose_goods", "prepare", "occupy", "hire", "draw", "draw_and_hire"}
    rewards = [e for g in RULES.guest.values() for e in g.reward if g.name != "E. Gizia"]
    assert {e.do for e in rewards} == words | {"take_guest"}
    assert not any(getattr(e, "vp", 0) or getattr(e, "colour", None) for e in rewards)


def test_base_guests_are_fourteen_of_each_colour() -> None:
    counts = Counter(g.colour for g in RULES.guest.values() if not g.promo)
    assert counts == {"blue": 14, "red": 14, "yellow": 14, "green": 14}


def test_sums_over_the_base_guests() -> None:
    """Sums of the columns of the guest table, so that two slips cannot hide each other easily."""
    base = [g for g in RULES.guest.values() if not g.promo]
    ordered = {name: sum(getattr(g.order, name) for g in base) for name in LETTERS.values()}
    assert ordered == {"strudel": 41, "cake": 32, "wine": 41, "coffee": 32}
    assert sum(g.vp for g in base) == 145
    assert max(g.order.total for g in base) == 4


def test_colour_has_its_own_dish_in_every_order() -> None:
    """Yellow guests always order wine, blue coffee, red cake, green strudel."""
    own = {"yellow": "wine", "blue": "coffee", "red": "cake", "green": "strudel"}
    base = [g for g in RULES.guest.values() if not g.promo]
    assert all(getattr(g.order, own[g.colour]) > 0 for g in base)


def test_beginner_sets_hold_six_cards_each() -> None:
    sets = Counter(card.set for card in RULES.staff.values() if card.set)
    assert sets == {"A": 6, "B": 6, "C": 6, "D": 6}


def test_names_are_unique() -> None:
    names = [card.name for card in [*RULES.staff.values(), *RULES.guest.values()]]
    german = [card.german for card in [*RULES.staff.values(), *RULES.guest.values()]]
    assert [n for n, k in Counter(names).items() if k > 1] == []
    assert [n for n, k in Counter(german).items() if k > 1] == []


def test_every_final_card_scores_and_no_other_does() -> None:
    for card in RULES.staff.values():
        scoring = {e.do for e in card.effects} & {"score", "copy_final"}
        assert bool(scoring) == (card.timing == "end"), card.name

"""Cards of Let's Waltz! and of the online variants say what the rulebooks say of them.

The tables were written from the books' lists of cards (retail edition 2022, appendix; online rules,
staff list), in the words in which the model tells a card: they change with every field of it.
Costs, orders and VP that no book gives are left out: nothing here rests on an assumed value.
"""

import pytest

from model import describe_effect, load_ruleset
from model.words import describe_effects, describe_politics
from tests.clauses import clause

SPEC = "revised-2021+lets-waltz+agatha-christie+rowe-smith+stroup+herlius"

# number: timing, what is paid for a use, effects
STAFF = {
    119: "permanent: when taking a die of 3: gain 1 krone; when taking a die of 3, before or after"
         " the action: send a dancer to a ballroom",
    120: "once: gain 3 champagne",
    121: "permanent: when taking a die of 1: gain 1 champagne, 1 VP",
    122: "round: for 1 champagne: gain 5 VP",
    123: "round: for 2 krones: gain 1 champagne, 3 VP",
    124: "permanent: when taking a die of 4: gain 1 champagne, 1 krone",
    125: "permanent: when taking a die of 5, before or after the action: send a dancer to a"
         " ballroom for up to 1 champagne less",
    126: "end: 2 VP for each dancer in the ballrooms",
    127: "once: send up to 2 dancers to ballrooms, the first for up to 2 champagne less and the"
         " second for up to 1 champagne less",
    128: "round: for 1 items: send a dancer to a ballroom for up to 1 champagne less",
    129: "round: gain 1 champagne",
    130: "permanent: with each dancer sent to a ballroom: gain 1 krone; draw 1 staff card",
    131: "permanent: when taking a die of 2: gain 1 champagne; draw 1 staff card",
    132: "permanent: with each marker put on a politics card: gain 2 champagne",
    133: "round: after playing another staff card: send a dancer to a ballroom for up to"
         " 1 champagne less",
    166: "bell: when advancing 3 or more emperor steps with one action: prepare up to 2 rooms free"
         " and occupy them",
    167: "bell: when the order of a blue guest with 3 or more items is filled: gain 3 strudel,"
         " 3 cake",
    168: "bell: when the order of a red guest with 3 or more items is filled: gain 3 wine,"
         " 3 coffee",
    169: "bell: when the order of a yellow guest with 3 or more items is filled: gain 6 krones",
    170: "round: for 1 coffee: gain 3 VP; take a guest free",
    171: "round: for 1 cake: prepare a room for up to 2 krones less",
    172: "bell: when receiving 3 or more drinks in one action: gain 5 emperor steps",
    173: "round: for 2 strudel: gain 2 krones, 2 VP",
    174: "bell: when receiving 3 or more dishes in one action: take a guest free and fill its order"
         " from the supply",
    175: "round: exchange exactly 2 dishes or drinks of the kitchen, each for one of another kind;"
         " in full it gives 2 VP",
    176: "round: for 2 wine: gain 2 emperor steps, 2 VP",
    177: "round: for 2 emperor: play a staff card from hand for up to 3 krones less",
    178: "bell: when a group of 3 or more rooms becomes fully occupied: play up to 2 staff cards"
         " from hand free",
    179: "bell: with each marker put on a politics card: fill the order of up to 2 guests from the"
         " supply",
    201: "permanent: in orders coffee and cake stand for each other",
    202: "permanent: in orders 2 wine stand for any other dish or drink",
    203: "permanent: rooms need not be prepared beside others",
    204: "permanent: a group pays the occupancy bonus of any one colour",
    205: "permanent: 1 krone more with each gain of krones",
    206: "permanent: 1 table more in the café; guests left in the café at the end cost nothing",
    207: "end: 3 VP for each set of strudel and coffee in the kitchen",
    208: "permanent: with the first pass of a round, whoever passes: gain 1 krone",
    209: "end: 3 VP for each set of cake and wine in the kitchen",
}  # fmt: skip
GUESTS = {
    134: "yellow: gain 1 champagne",
    135: "yellow: gain 1 emperor step; play a staff card from hand free",
    136: "yellow: gain 1 champagne",
    137: "yellow: gain 2 krones; send up to 2 dancers to ballrooms",
    138: "yellow: gain 1 champagne; play a staff card from hand for up to 3 krones less",
    139: "yellow: gain 2 champagne",
    140: "yellow, 15 VP",
    141: "blue: gain 1 champagne",
    142: "blue: gain 1 champagne; prepare a room for up to 1 krone less",
    143: "blue: gain 2 dishes or drinks of choice",
    144: "blue: gain 1 champagne",
    145: "blue: gain 2 champagne",
    146: "blue, 15 VP",
    147: "blue: send a dancer to a ballroom for up to 1 champagne less",
    148: "red: send a dancer to a ballroom",
    149: "red: gain 5 krones",
    150: "red: gain 1 champagne; gain 2 krones",
    151: "red: gain 2 emperor steps; send a dancer to a ballroom",
    152: "red: gain 1 champagne",
    153: "red, 14 VP",
    154: "red: gain 2 champagne; send a dancer to a ballroom",
    155: "green, -1 VP: gain 1 champagne; prepare a room",
    156: "green: gain 2 champagne",
    157: "green: send a dancer to a ballroom; occupy a vacant room",
    158: "green, -2 VP: gain 1 champagne; take a guest free",
    159: "green: send a dancer to a ballroom; draw 3 staff cards, play one of them for up to 3"
         " krones less, the rest under the deck",
    160: "green: gain 2 dishes or drinks of choice; gain 1 champagne",
    161: "green: send a dancer to a ballroom for up to 2 champagne less",
    162: "green, for a room only: occupy a vacant room",
}  # fmt: skip
CELEBRITIES = {
    "freud": "one item of each order of two or more may be ignored",
    "einstein": "exchange up to 4 dishes or drinks of the kitchen, each for one of another kind",
    "chaplin": "2 VP more with each gain of VP in the own turn",
    "christie": "with each advance on the emperor track in the own turn: play a staff card from"
                " hand for up to 2 krones less",
    "magie": "with each gain of krones in the own turn: prepare a room for up to 1 krone less",
    "tolkien": "when a room becomes occupied: gain 2 VP",
    "gandhi": "preparing a blue room is free; preparing a red room is free; preparing a yellow room"
              " is free",
    "curie": "after playing another staff card: gain 2 dishes or drinks of choice",
    "churchill": "1 emperor step more with each gain of steps in the own turn",
    "puccini": "after playing another staff card: gain 1 champagne, 2 VP",
    "mata-hari": "with each dancer sent to a ballroom: gain 1 emperor step, 1 VP",
    "picasso": "with each gain of champagne in the own turn: gain 1 VP; gain 1 dish or drink of"
               " choice",
}  # fmt: skip
# key: reward; penalty; the VP lost instead where it cannot be paid in full
TILES = {
    "A5": ("gain 2 champagne", "lose 2 champagne", 5),
    "B5": (
        "send a dancer to a ballroom free", "remove 1 dancer from the middle ballroom", 7),
    "C5": (
        "2 VP for each dancer in the ballrooms", "remove 2 dancers from the right ballroom", 10),
    "A6": (
        "gain 2 krones; gain 1 dish or drink of choice",
        "lose 2 krones and 1 dish or drink of choice", 5),
    "B6": ("draw 3 staff cards; gain 4 VP", "put 3 staff cards from hand under the deck", 7),
    "C6": (
        "5 VP for each own marker on a politics card",
        "return all goods of the kitchen and all krones", None),
}  # fmt: skip
POLITICS = {
    "A-champagne": "at least 7 champagne in the kitchen",
    "B-dancers": "at least 7 dancers in the ballrooms",
    "C-green": "at least 4 fulfilled orders of green guests",
    "A-goods": "at least 3 sets of strudel, cake, wine and coffee in the kitchen",
    "B-top-floor": "at least 3 occupied rooms on floor 4",
    "C-large-orders": "at least 5 fulfilled orders with 3 or more items",
    "A-guest-vp": "at least 20 VP of guests who left the café",
    "B-column-floor": "at least 1 fully occupied column and 1 fully occupied floor",
    "C-two-colours": "at least 2 colours of which 4 or more rooms are occupied",
}
SUM = "when the second die of a round makes a sum of {}, before its action: "
# key: what it gives for good; goods and what else comes on receipt; rooms at the set-up
ENTRANCES = {
    "chateau-paulwei": (
        "occupancy bonus of groups of 1 to 4 rooms: blue 4/8/13/20 VP, red 2/4/8/13 krones,"
        " yellow 2/4/8/13 emperor steps", "cake wine coffee", "", (2, 0)),
    "corogari-zant-mainz": (
        f"{SUM.format('6 or 8')}play a staff card from hand for up to 1 krone less; "
        f"{SUM.format('5 or 9')}gain 1 strudel, 1 wine; "
        f"{SUM.format('4 or 10')}gain 1 krone, 1 emperor step; "
        f"{SUM.format('3 or 11')}gain 1 cake, 1 coffee; "
        f"{SUM.format('2 or 12')}prepare a room free; gain 1 VP", "strudel wine", "", (0, 0)),
    "dove": (
        "when a column becomes fully occupied: take the upper bonus of a bonus token that is left;"
        " when a floor becomes fully occupied: take the lower bonus of a bonus token that is left",
        "strudel wine", "", (0, 1)),
    "kaufman": (
        "1 table more in the café; 1 guest more may be taken and paid for after the turn's guest,"
        " 1 more free at set-up, the row is refilled after each; at the end of a round 0/0/1/3/6/9"
        " VP for 0, 1, 2 ... guests who left the café in it",
        "strudel cake wine coffee", "", (0, 0)),
    "mayenfels": (
        "after playing another staff card: gain 1 krone; draw 1 staff card", "cake coffee",
        "draw 1 staff card; play a staff card from hand for up to 3 krones less", (0, 0)),
    "ninas-melange": (
        "own politics cards, one of each letter: 15/10/5 VP after 0/1/2 emperor scorings; at the"
        " end 0/0/0/0/3/6/10 VP for 0 to 6 cards fulfilled, own and common",
        "strudel cake wine coffee", "", (0, 0)),
    "grand-wray": (
        "2 own emperor tiles of each letter: once a turn 1/2/3 steps back for the reward of one of"
        " A/B/C, which is used up", "strudel", "gain 2 emperor steps", (0, 0)),
    "kozi-palace": (
        "before an action space is used a die of a neighbouring space may be moved onto it",
        "cake coffee", "", (0, 0)),
    "stroup": (
        "when the first room of a blue group becomes occupied: gain 3 VP; when the first room of a"
        " red group becomes occupied: gain 2 krones; when the first room of a yellow group becomes"
        " occupied: gain 2 emperor steps", "strudel cake wine coffee", "", (0, 0)),
    "the-ren": (
        "the bonus of a ballroom's row 2 times; 4 VP when a ballroom is scored in which nobody else"
        " has as many dancers", "strudel cake wine champagne", "", (0, 0)),
}  # fmt: skip


def abilities(card) -> str:
    return "; ".join(describe_effect(one) for one in card.abilities)


def effects(words) -> str:
    return describe_effects(words) if words else ""


@clause("staff.{number}")
@pytest.mark.parametrize("number", STAFF)
def test_staff_card_of_a_module(number):
    card = load_ruleset(SPEC).staff[number]
    paid = [f"{n} {what}" for what, n in card.pay.model_dump().items() if n]
    parts = [card.timing, *(f"for {price}" for price in paid)]
    parts.append("; ".join(filter(None, [abilities(card), effects(card.effects)])))
    assert ": ".join(parts) == STAFF[number]


@clause("guest.{number}")
@pytest.mark.parametrize("number", GUESTS)
def test_guest_of_a_module(number):
    guest = load_ruleset(SPEC).guest[number]
    said = [guest.colour]
    said += [f"{guest.vp} VP"] if "VP" in GUESTS[number] else []
    said += [] if guest.dances else ["for a room only"]
    reward = effects(guest.reward)
    assert ": ".join(filter(None, [", ".join(said), reward])) == GUESTS[number]


@clause("celebrity.{key}")
@pytest.mark.parametrize("key", CELEBRITIES)
def test_celebrity(key):
    card = load_ruleset(SPEC).celebrity[key]
    assert abilities(card) + effects(card.effects) == CELEBRITIES[key]


@clause("emperor_tile.{key}.reward", "emperor_tile.{key}.penalty")
@pytest.mark.parametrize("key", TILES)
def test_emperor_tile_of_a_module(key):
    tile = load_ruleset(SPEC).emperor_tile[key]
    reward, penalty, instead = TILES[key]
    assert (effects(tile.reward), effects(tile.penalty)) == (reward, penalty)
    assert (tile.letter, tile.or_lose_vp) == (key[0], instead)
    assert tile.alternative == ("by-edition" if instead is None else "forced")


@clause("politics.cards.{key}")
@pytest.mark.parametrize("key", POLITICS)
def test_politics_card_of_a_module(key):
    card = load_ruleset(SPEC).politics.cards[key]
    assert (card.letter, describe_politics(card)) == (key[0], POLITICS[key])


@clause("entrance.{key}")
@pytest.mark.parametrize("key", ENTRANCES)
def test_entrance(key):
    card = load_ruleset(SPEC).entrance[key]
    assert abilities(card) == ENTRANCES[key][0]


@clause("entrance.{key}", "entrance.{key}.receipt")
@pytest.mark.parametrize("key", ENTRANCES)
def test_receipt_of_an_entrance(key):
    card = load_ruleset(SPEC).entrance[key]
    _, goods, received, rooms = ENTRANCES[key]
    kitchen = {good: n for good, n in card.kitchen.model_dump().items() if n}
    assert kitchen == dict.fromkeys(goods.split(), 1)
    assert effects(card.on_receipt) == received
    assert (card.rooms, card.free_rooms) == rooms
    assert (card.active, card.receipt) == ("after-receipt", "at-once")

"""Files: what cannot be read is told in one line that names the place."""

import json

import pytest

from model import UserError
from simulate.referee import judge, parse, read_file, text_of
from simulate.referee.document import FORMAT, Document
from simulate.referee.laying import Faults
from simulate.referee.telling import lines
from simulate.referee.writing import MAX_BYTES, document_of
from tests.referee.table import transcript


def changed(path, value):
    """A transcript of which one entry, by its path, is another."""
    data = transcript("die 4", {"roll": [1]}, {"expect": {"round": 1}})
    place = data
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


SHAPES = [
    (["format"], None, 'format: is missing or unknown; a transcript says "format"'),
    (["format"], "other", "format: is missing or unknown"),
    (["players"], ["Anna"], "players: players are 2 to 4 names"),
    (["players"], 5, "players: players are 2 to 4 names"),
    (["players"], ["Anna", "anna"], "two of them have the same name"),
    (["position"], None, "either setup or position"),
    (["colour"], "red", "colour: there is no such field"),
    (["position", "dice"], "1 7", "position.dice: dice are a list of faces"),
    (["position", "dice"], [0], "position.dice: 0 is not a face"),
    (["position", "round"], 0, "position.round: 0 is out of range"),
    (["position", "row"], [76] * 6, "position.row: has 6 entries; the limit is 5"),
    (["position", "row"], [[]], "position.row.1: a card is"),
    (["position", "players", "Anna", "krones"], "5", "krones: must be a whole number, not '5'"),
    (["position", "players", "Anna", "kitchen"], "2 beer", "'beer' is not a good"),
    (["position", "players", "Anna", "kitchen"], {"wine": -1}, "wine: the amount must be"),
    (["position", "players", "Anna", "kitchen"], "two wine", "not a list of goods"),
    (["position", "players", "Anna", "vacant"], "1.6", "'1.6' is not a room"),
    (["position", "players", "Anna", "vacant"], "2.5-1.1", "a stretch goes from left to right"),
    (["position", "players", "Anna", "vacant"], "1.1 1.2 1.1-1.3", "1.1 1.2 is there twice"),
    (["position", "players", "Anna", "vacant"], ["1.1", "1.1"], "vacant: 1.1 is there twice"),
    (["position", "players", "Anna", "hand"], "Butler", "hand: a hand is a list of cards"),
    (["position", "players", "Anna", "hand"], -1, "hand: a hand is a list of cards"),
    (["position", "staff_deck"], "Butler", "staff_deck: a deck is the list of its top cards"),
    (["position", "players", "Anna", "guests"], "Duke", "guests are written as"),
    (["position", "players", "Anna", "guests"], {"Duke": "2 x"}, "Duke: 'x' is not a good"),
    (["position", "players", "Anna", "claimed"], "D", "claimed: politics cards are named"),
    (["steps", 0], {"do": "die 4", "roll": [1]}, "step 1: a step is one of do, illegal"),
    (["steps", 0], {}, "step 1: a step is one of"),
    (["steps", 0], 7, "step 1: must be an object, not 7"),
    (["steps", 0], {"do": ""}, "step 1, do: text of 0 characters; the limit is 1"),
    (["steps", 0], {"do": "x" * 200}, "step 1, do: text of 200 characters; the limit is 120"),
    (["steps", 1], {"roll": [7]}, "step 2, roll: 7 is not a face"),
    (["steps", 1], {"roll": [1], "by": "Anna"}, "step 2: by belongs to do or illegal"),
    (["steps", 1], {"do": "pass", "because": "x"}, "step 2: because belongs to illegal"),
    (["steps", 2], {"expect": {"rounds": 1}}, "step 3, expect.rounds: there is no such field"),
    (["steps", 2], {"expect": {"players.Anna": 1}}, "players.Anna: write players.NAME.FIELD"),
    (["steps"], ["pass"] * 5001, "steps: has 5001 entries; the limit is 5000"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "says"), SHAPES)
def test_shape(path, value, says):
    with pytest.raises(UserError) as caught:
        parse(json.dumps(changed(path, value)))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


CONTENTS = [
    (["rules"], "revised-1999", "unknown ruleset 'revised-1999'"),
    (["rules"], {"boards": "dusk"}, "option boards has no choice 'dusk'"),
    (["rules"], {"rulings": {"x": "y"}}, "unknown ruling 'x'"),
    (["rules"], {"patches": [{"id": "p", "set": {"staff.99.cost": 1}}]}, "rules.patches.1: p:"),
    (["rules"], {"patches": [{"set": {}}]}, "rules.patches.1: id:"),
    (["rules"], {"patches": ["mine.toml"]}, "cannot name a patch file"),
    (["position", "turn"], "Carl", "position.turn: there is no player 'Carl'; players: Anna, Ben"),
    (["position", "round"], 9, "position.round: 9; the game has 7"),
    (["position", "dice"], "1" * 13, "position.dice: 13 dice; 10 are in the game with 2 players"),
    (["position", "staff_deck"], 99, "position.staff_deck: 99; only"),
    (["position", "guest_deck"], 99, "position.guest_deck: 99; only"),
    (["position", "players", "Anna", "hand"], 99, "hand: 99 cards are not named, but only"),
    (["position", "tiles"], ["A1", "A2"], "position.tiles: two emperor tiles of letter A"),
    (["position", "tiles"], ["D1"], "there is no emperor tile 'D1'; tiles: A1"),
    (["position", "row"], [76, 76], "position.row: the same guest is there twice"),
    (["position", "row"], ["Duck"], "position.row: there is no guest 'Duck'"),
    (["position", "guest_deck"], [76], "position.guest_deck: 76 Duke lies in the row"),
    (["position", "players", "Carl"], {}, "position.players: there is no player 'Carl'"),
    (["position", "players", "Anna", "hand"], [1, 1],
     "players.Anna: hand: the same staff card is there twice"),
    (["position", "players", "Anna", "used"], [1], "a card is used that is not among the staff"),
    (["position", "players", "Anna", "krones"], 21, "krones go up to 20"),
    (["position", "players", "Anna", "guests"], {"90": "9 wine"}, "guest 90 orders"),
    (["position", "players", "Anna", "guests"], {"90": "", "91": "", "92": "", "93": ""},
     "no table is free"),
    (["position", "players", "Anna"], {"vacant": "1.1", "occupied": "1.1"}, "both vacant and"),
    (["position", "players", "Anna", "turns_taken"], 2, "has played both turns"),
    (["position", "players", "Anna", "board"], "day_a",
     "Anna: board: there is no board 'day_a' here"),
    (["rules"], {"boards": "day"}, "position.players: every player needs a board"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "says"), CONTENTS)
def test_content(path, value, says):
    document = parse(json.dumps(changed(path, value)))
    with pytest.raises(UserError) as caught:
        judge(document)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


SETUP = {
    "tiles": ["A1", "B1", "C1"], "politics": ["A-krones", "B-floors", "C-three-each"],
    "row": [76, 75, 85, 66, 56], "hands": [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "change", "says"),
    [
        ({}, {"tiles": ["A1", "A2", "C1"]}, "setup.tiles: two emperor tiles of letter A"),
        ({}, {"politics": ["A-krones", "A-staff", "C-three-each"]}, "setup.politics: two"),
        ({}, {"row": [76]}, "setup.row: the row has 5 guests"),
        ({}, {"hands": [None]}, "setup.hands: 1 lists for 2 players"),
        ({}, {"guest_deck": 9}, "setup.guest_deck: 9; it has 53 cards here"),
        ({}, {"hands": [[1], [2]]}, "setup.hands.1: 1 staff cards; 6 are dealt"),
        ({}, {"hands": [[1, 2, 3, 4, 5, 6]] * 2}, "setup.hands.2: staff 1 is not in the deck"),
        (
            {},
            {"packs": [[1], [2]]},
            "setup.packs: under these rules the cards are written as hands",
        ),
        ({"hands": "draft"}, {}, "setup.hands: under these rules the cards are written as packs"),
        ({"hands": "beginner"}, {}, "setup.hands.1: the beginners' set of this seat is"),
        ({"boards": "day"}, {}, "setup.boards: 0 boards for 2 players"),
        ({"boards": "day"}, {"boards": ["day_a", "day_a"]}, "the same board is there twice"),
        ({"boards": "day"}, {"boards": ["day_a", "night"]}, "there is no board 'night' here"),
        ({}, {"staff_deck": [1]}, "setup.staff_deck: staff 1 is not in the deck"),
    ],
)
def test_set_up(rules, change, says):
    head = {"format": FORMAT, "players": ["Anna", "Ben"], "rules": rules}
    with pytest.raises(UserError) as caught:
        judge(document_of({**head, "setup": {**SETUP, **change}}))
    assert says in str(caught.value)


def test_set_up_by_hand():
    head = {"format": FORMAT, "players": ["Anna", "Ben"]}
    expect = {
        "player": "Ben", "row": ["Duke", 75, 85, 66, "Vocalist"], "tiles": ["A1", "B1", "C1"],
        "players.Anna.hand": [1, 2, 3, 4, 5, 6], "players.Ben.krones": 10,
        "players.Ben.kitchen": "1 strudel 1 cake 1 wine 1 coffee",
    }  # fmt: skip
    verdict = judge(document_of({**head, "setup": SETUP, "steps": [{"expect": expect}]}))
    assert verdict.ok, verdict.first_fault


def test_not_json_and_not_an_object():
    for text, says in (
        ("{", "not JSON"),
        ("[]", "is a JSON object"),
        ("[" * 100_000, "nested deeper"),
    ):
        with pytest.raises(UserError, match=says):
            parse(text)


def test_texts_and_numbers_that_no_program_can_take():
    head = '{"format": "gah-transcript-1", "players": 2, "position": {}, '
    with pytest.raises(UserError, match="unpaired surrogate"):
        parse(head + '"title": "\\ud800"}')
    with pytest.raises(UserError, match="a key or number of more than"):
        parse(head + '"steps": [' + "1" * 5000 + "]}")
    with pytest.raises(UserError, match="must be a whole number"):
        parse(head.replace("{}", '{"round": 1e999}') + '"steps": []}')


def test_control_characters_do_not_reach_the_terminal():
    document = document_of({**transcript("die 4"), "title": "a\x1b[2Jb"})
    assert "\x1b" not in "".join(lines(judge(document), "file"))


def test_a_field_that_comes_twice():
    with pytest.raises(UserError, match="'players' occurs twice"):
        parse('{"format": "gah-transcript-1", "players": 2, "players": 3}')


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "large.json").write_bytes(b" " * (MAX_BYTES + 1))
    (tmp_path / "latin.json").write_bytes('{"ä'.encode("latin-1"))
    for name, says in (
        ("none.json", "none.json: no such file"),
        ("large.json", "large.json: larger than"),
        ("latin.json", "latin.json: not UTF-8"),
        (".", "a folder, not a file"),
    ):
        with pytest.raises(UserError, match=says):
            read_file(tmp_path / name)


def test_patch_file_beside_the_transcript(tmp_path):
    (tmp_path / "cheap.toml").write_text('id = "cheap"\n[set]\n"staff.9.cost" = 1\n')
    rules = {"spec": "revised-2021", "patches": ["cheap.toml"]}
    expect = {"expect": {"players.Anna.krones": 5}}
    document = document_of(transcript("die 5", "hire Butler", expect, rules=rules, hand=[9]))
    assert judge(document, tmp_path).ok
    outside = document_of(transcript(rules={"patches": ["../cheap.toml"]}))
    with pytest.raises(UserError, match="is not the name of a"):
        judge(outside, tmp_path)


def test_written_and_read_again():
    document = document_of(transcript("die 4", {"by": "Ben", "do": "pass"}, {"show": True}))
    assert parse(text_of(document)) == document


def test_schema_knows_every_field():
    schema = Document.model_json_schema()
    assert set(schema["properties"]) == set(Document.model_fields)
    assert schema["additionalProperties"] is False


def test_all_faults_of_a_file_are_reported_at_once():
    data = transcript("die 4", "dye 3", {"by": "Carl", "do": "pass"})
    data["position"] |= {"dice": "1" * 13, "tiles": ["A1", "A2"]}
    data["position"]["players"]["Anna"] |= {"krones": 99, "hand": ["Nobody"]}
    with pytest.raises(Faults) as caught:
        judge(document_of(data))
    places = [fault.partition(": ")[0] for fault in caught.value.faults]
    assert places == [
        "position.tiles", "position.dice", "position.players.Anna", "position.players.Anna",
        "step 2", "step 3",
    ]  # fmt: skip


def test_all_faults_of_shape_are_reported_at_once():
    data = transcript({"roll": [7]}, {"do": ""}, "pass")
    data["position"]["players"]["Anna"]["kitchen"] = "two wine"
    with pytest.raises(Faults) as caught:
        document_of(data)
    assert len(caught.value.faults) == 3

"""Patches: what they can change, and that a bad one is refused in one helpful line."""

import re
from pathlib import Path

import pytest

from model import UserError, diff_rulesets, load_ruleset
from model.patch import MAX_BYTES
from model.show import render, render_diff
from simulate import Game

README = Path(__file__).parents[2] / "model" / "README.md"

GUEST = """
[add.guest.201]
name = "Station Master"
german = "Bahnhofsvorsteher"
colour = "green"
order = { strudel = 1, coffee = 4 }
vp = 9
reward = [{ do = "occupy", rooms = 2 }, { do = "gain", emperor = 2 }]
"""


CARD = 'name = "x", german = "x", colour = "red", order = { wine = 1 }, vp = 1'


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(f'id = "mine"\n{text}\n', encoding="utf-8")
    return file


def refusal(file: Path | str, spec: str = "revised-2021") -> str:
    with pytest.raises(UserError) as error:
        load_ruleset(spec, patches=[file])
    message = str(error.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("path", "value", "read"),
    [
        ("staff.17.cost", "4", lambda r: r.staff[17].cost == 4),
        ("row.costs", "[4, 3, 2, 1, 0]", lambda r: r.row.costs == (4, 3, 2, 1, 0)),
        ("dice.count.4", "15", lambda r: r.dice.count[4] == 15),
        ("hotel.cell_vp.19", "3", lambda r: r.hotel.cell_vp[19] == 3),
        ("guest.74.vp", "-2", lambda r: r.guest[74].vp == -2),
        ("guest.74.order", "{ wine = 1 }", lambda r: r.guest[74].order.total == 1),
        ("staff.41.effects.0.max", "14", lambda r: r.staff[41].effects[0].max == 14),
        ("staff.13.abilities.0.dice", "2", lambda r: r.staff[13].abilities[0].dice == 2),
        ("guest.65.reward", '[{ do = "draw" }]', lambda r: len(r.guest[65].reward) == 1),
        ("emperor_tile.C1.penalty.0.vp", "4", lambda r: r.emperor_tile["C1"].penalty[0].vp == 4),
        ("politics.cards.A-krones.needs.0.at_least", "15",
         lambda r: r.politics.cards["A-krones"].needs[0].at_least == 15),
        ("procedure.seat_freed", '"after"', lambda r: r.procedure.seat_freed == "after"),
        ("actions.1.goods", '["cake", "strudel"]', lambda r: r.actions[1].goods[0] == "cake"),
        ("guest.97.reward.0.strengthen", "true", lambda r: r.guest[97].reward[0].strengthen),
    ],
)  # fmt: skip
def test_patch_sets_a_number_an_effect_or_a_rule(tmp_path, path, value, read) -> None:
    file = write(tmp_path, f'set = {{ "{path}" = {value} }}')
    before, after = load_ruleset(), load_ruleset(patches=[file])
    assert read(after)
    assert not read(before)
    found = diff_rulesets(before, after)
    assert found
    assert all(d.path.startswith(path) or path.startswith(d.path) for d in found)
    assert {d.change_ids for d in found} == {("patch:mine",)}


def test_patch_adds_and_removes_cards(tmp_path: Path) -> None:
    file = write(tmp_path, 'remove = ["guest.118", "staff.17"]' + GUEST)
    rules = load_ruleset(patches=[file])
    assert 118 not in rules.guest
    assert 17 not in rules.staff
    assert rules.guest[201].order.total == 5
    assert rules.guest[201].reward[1].emperor == 2


def test_a_card_is_taken_out_by_name_as_a_patch_would(tmp_path: Path) -> None:
    file = write(tmp_path, 'remove = ["politics.cards.A-krones"]')
    named = load_ruleset(without=["politics.cards.A-krones"])
    assert named.hash == load_ruleset(patches=[file]).hash
    assert named.label == "revised-2021 (patch without-politics.cards.A-krones)"
    for path, says in (("staff.999", "no such path"), ("game", "cannot be removed"), ("a b", "")):
        with pytest.raises(UserError, match=f"without {path}: .*{says}"):
            load_ruleset(without=[path])


def test_own_places_of_a_politics_card_are_told_and_taken_back(tmp_path: Path) -> None:
    file = write(tmp_path, 'set = { "politics.cards.B-floors.places" = [20, 7] }')
    patched = load_ruleset(patches=[file])
    lines = render(patched, "politics").splitlines()
    assert "Places on a card: 15/10/5 VP" in lines
    assert [line for line in lines if "own places" in line] == [
        "B-floors: at least 2 fully occupied floors; its own places: 20/7 VP"
    ]
    (change,) = render_diff(diff_rulesets(load_ruleset(), patched))
    assert change[2:5] == ("politics.cards.B-floors.places", "none", "[20; 7]")
    back = tmp_path / "back.toml"
    back.write_text('id = "back"\nremove = ["politics.cards.B-floors.places"]')
    assert load_ruleset(patches=[file, back]).hash == load_ruleset().hash


def test_removed_optional_field_is_cleared(tmp_path: Path) -> None:
    file = write(tmp_path, 'remove = ["emperor_tile.A1.or_lose_vp"]')
    assert load_ruleset(patches=[file]).emperor_tile["A1"].or_lose_vp is None


def test_later_patch_builds_on_an_earlier_one(tmp_path: Path) -> None:
    first = write(tmp_path, GUEST)
    second = tmp_path / "second.toml"
    second.write_text('id = "second"\nset = { "guest.201.reward.0.floors" = 2 }')
    assert load_ruleset(patches=[first, second]).guest[201].reward[0].floors == 2
    assert "guest.201" in refusal(second)


def test_patch_lies_over_rulings_and_options(tmp_path: Path) -> None:
    file = write(tmp_path, 'set = { "setup.boards" = "day", "staff.32.effects.0.vp" = 3 }')
    rules = load_ruleset(boards="night", rulings={"staff-32": "four"}, patches=[file])
    assert (rules.setup.boards, rules.staff[32].effects[0].vp) == ("day", 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('set = { "staff.17.price" = 4 }', ["staff.17.price", "no such path", "cost"]),
        ('set = { "staf.17.cost" = 4 }', ["did you mean staff.17.cost"]),
        ('set = { "staff.49.cost" = 4 }', ["staff.49.cost", "1 to 48"]),
        ('set = { "guest.65.reward.0" = 4 }', ["0 entries"]),
        ('set = { "staff.17.cost" = 40 }', ["staff.17.cost", "40", "20"]),
        ('set = { "staff.17.cost" = -1 }', ["staff.17.cost", "-1", "0"]),
        ('set = { "staff.17.cost" = "four" }', ["whole number", "'four'"]),
        ('set = { "staff.17.cost" = true }', ["whole number", "True"]),
        ('set = { "staff.17.cost" = 2.0 }', ["whole number", "2.0"]),
        ('set = { "setup.promos" = 1 }', ["setup.promos", "true or false"]),
        ('set = { "guest.51.vp" = 100 }', ["guest.51.vp", "99"]),
        (
            'set = { "guest.51.reward" = [{ do = "explode" }] }',
            ["guest.51.reward", "'explode'", "'take_guest'"],
        ),
        ('set = { "guest.51.reward" = [{ krones = 1 }] }', ["guest.51.reward.0", "do", "missing"]),
        ('set = { "guest.51.reward" = [{ do = "gain", gold = 3 }] }', ["gold", "krones"]),
        ('set = { "guest.51.reward" = { do = "gain" } }', ["guest.51.reward", "list"]),
        (
            'set = { "staff.9.abilities.0.colour" = "green" }',
            ["'green'", "'blue', 'red' or 'yellow'"],
        ),
        ('set = { "procedure.no_dice_turn" = "never" }', ["'round-ends'"]),
        ('set = { "row.costs" = [1, 2] }', ["row.costs", "2 entries", "at least 5"]),
        ('set = { "turn_order.tiles.2" = [[1, 2], [2, 3]] }', ["turn_order.tiles.2", "1 to 4"]),
        (
            'set = { "boards.night.rows" = ["BBBBB", "BBBBB", "BBBBB", "BBBBB"] }',
            ["boards.night", "10 groups"],
        ),
        (
            'set = { "boards.night.rows" = ["BYRRG", "YYRRY", "BRBYY", "BRBRB"] }',
            ["boards.night.rows.0", "'BYRRG'", "five letters, each of them B, R or Y"],
        ),
        ('set = { "guest.51.order" = { wine = 0 } }', ["guest.51", "at least one dish"]),
        ('set = { "guest.51.order" = { beer = 1 } }', ["beer", "strudel, cake, wine, coffee"]),
        ('set = { "game.rounds" = 2 }', ["game.rounds: 2 is too small; 3 is the least"]),
        ('set = { "emperor.rounds" = [3, 5, 9] }', ["emperor.rounds: must rise", "round 7"]),
        (
            'set = { "emperor_tile.C2.penalty.0.from" = "next-floor-below" }',
            ["emperor_tile.C2", "highest"],
        ),
        (
            'set = { "politics.cards.A-staff.needs.0.colour" = "red" }',
            ["staff has no colour"],
        ),
        ('set = { staff = { "17" = { cost = 3 } } }', ["quotes", '"staff.17.cost" = 4']),
        ('remove = ["staff.17.cost"]', ["staff.17.cost", "cannot be removed"]),
        ('remove = ["staff.17.effects.0"]', ["staff.17.effects.0"]),
        ('remove = ["staff.13.abilities.0"]', ["set the whole list"]),
        ('remove = ["guest.300"]', ["guest.300", "no such path"]),
        ('remove = ["staff.5.set"]', ["nothing to remove"]),
        ('add.guest.63 = { name = "x" }', ["guest.63", "exists already"]),
        ('add.guest.201 = { name = "x" }', ["guest.201.german", "missing"]),
        (
            'add.staff.many = { name = "x", german = "x", cost = 1, timing = "once" }',
            ["staff.many", "whole number"],
        ),
        ("add.boards.dusk = { rows = [] }", ["mine.toml: add.boards", "add.staff"]),
        ("add.guest = 5", ["mine.toml: add.guest: must be a table in braces, not 5"]),
        ('set = { "staff.17.cost" = 2026-01-31 }', ["whole number, not 2026-01-31"]),
        ('set = { "staff.17.name" = "" }', ["staff.17.name: ''", "can be seen"]),
        ('set = { "guest.65.german" = "  " }', ["guest.65.german: ' '", "can be seen"]),
        (
            'set = { "staff.1.abilities" = [{ kind = "serve_cost", krones = 0 }] }',
            ["staff.1", "a card that waits has one ability with effects"],
        ),
        (
            'set = { "staff.30.abilities" = [{ kind = "serve_cost", krones = 0 }] }',
            ["staff.30", "only a permanent card"],
        ),
        ('sett = { "staff.17.cost" = 4 }', ["sett", "allowed: id, title"]),
        ('title = "empty"', ["changes nothing"]),
        ('set = { "staff.17.cost" = 4', ["not TOML"]),
        ('remove = ["staff.17"]\ntitle = "\\u001b[31m"', ["cannot be printed"]),
        ('set = { "staff.17.name" = "\\u202e" }', ["cannot be printed"]),
        ('set = { "staff.17.name" = "a\\u009bb" }', ["cannot be printed"]),
        ('add.guest.201 = { "\\u001b" = 1 }', ["cannot be printed"]),
        (f'set = {{ "staff.17.name" = "{"x" * 300}" }}', ["300 characters"]),
        (f'set = {{ "staff.17.cost" = {"9" * 5000} }}', ["more than 400 characters"]),
        (f'set = {{ "staff.17.cost" = 0x{"f" * 5000} }}', ["more than 400 characters"]),
        (f'set = {{ "row.costs.{"9" * 5000}" = 1 }}', ["characters; at most 200"]),
        (f'set = {{ "row.costs.{"9" * 150}" = 1 }}', ["no such path"]),
        ('set = { "row.costs.\u0662" = 1 }', ["no such path"]),
        ("[set]\n" + "".join(f'"staff.{n}.cost" = 1\n' for n in range(1001)), ["at most 1000"]),
        *(
            (f'add.guest."{number}" = {{ {CARD} }}', [f"guest.{number}"])
            for number in ("0074", "74 ", "\uff17\uff14", "-1", "0")
        ),
    ],
)
def test_bad_patch_is_refused_in_one_line(tmp_path: Path, text: str, words: list[str]) -> None:
    message = refusal(write(tmp_path, text))
    assert message.startswith("mine.toml: ")
    for word in words:
        assert word in message


def test_patch_needs_an_id(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('set = { "staff.17.cost" = 4 }')
    assert refusal(file) == "mine.toml: id: is missing"
    file.write_text('[set]\n"staff.17.cost" = 4\nid = "mine"')
    assert refusal(file) == "mine.toml: id: is missing; it is in [set], write it above"


def test_too_few_cards_are_refused(tmp_path: Path) -> None:
    gone = ", ".join(f'"staff.{n}"' for n in range(1, 26))
    assert "4 hands of 6" in refusal(write(tmp_path, f"remove = [{gone}]"))


def test_too_few_guests_are_counted(tmp_path: Path) -> None:
    gone = ", ".join(f'"guest.{n}"' for n in range(51, 99))
    left = len(load_ruleset().guest) - 48
    assert f"guest: {left} are too few" in refusal(write(tmp_path, f"remove = [{gone}]"))


def test_an_id_that_is_none_is_refused_with_what_would_be_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine own"\nset = { "staff.17.cost" = 4 }')
    assert "id: 'mine own' is not allowed; allowed: a letter or digit" in refusal(file)


def test_missing_file_directory_and_binary_are_refused(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "none.toml")
    assert "a folder, not a file" in refusal(tmp_path)
    binary = tmp_path / "b.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert refusal(binary) == "b.toml: not UTF-8 text"


def test_large_file_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_text('id = "large"\n#' + "x" * MAX_BYTES)
    assert "larger than 1048576 bytes" in refusal(file)


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    message = refusal(
        write(tmp_path, "set = { " + '"row.costs" = ' + "[" * 5000 + "]" * 5000 + " }")
    )
    assert message.startswith("mine.toml: ")


def test_path_that_a_change_took_away_is_unknown(tmp_path: Path) -> None:
    """The extra turn's fields exist only where the extra turn does."""
    file = write(tmp_path, 'set = { "guest.97.reward.0.action" = false }')
    assert not load_ruleset("original-2015", patches=[file]).guest[97].reward[0].action
    assert "guest.97.reward.0.action" in refusal(file, "revised-2021")


def test_patches_of_the_readme_are_valid(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml patch\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    for block in blocks:
        file = tmp_path / "block.toml"
        file.write_text(block, encoding="utf-8")
        assert load_ruleset(patches=[file]).hash != load_ruleset().hash


THIRTEEN = ", ".join(['{ do = "gain", vp = 1 }'] * 13)
TOO_MUCH = {
    "effects": (f'set = {{ "guest.92.reward" = [{THIRTEEN}] }}', "guest.92.reward"),
    "strength": ('set = { "strengthen.dice" = 5 }', "strengthen.dice"),
    "all strength together": (
        'set = { "staff.13.abilities.0.dice" = 20, "staff.17.abilities.1.dice" = 20,'
        ' "staff.18.abilities.0.dice" = 20, "staff.18.abilities.0.faces" = [1, 6],'
        ' "staff.17.abilities.1.faces" = [1], "dice.count.2" = 20 }',
        "at most 80",
    ),
    "a draft of more than a pack holds": ('set = { "setup.hand" = 9 }', "setup.hand"),
    "cards drawn": ('set = { "emperor_tile.A3.reward.0.cards" = 9 }', "reward.0.cards"),
    "too few room tiles": ('set = { "room_tiles.blue" = 27 }', "4 hotels need 29"),
    "points for krones": ('set = { "staff.32.effects.0.vp" = 21 }', "staff.32.effects.0.vp"),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_more_than_can_be_played_is_refused(what, tmp_path):
    text, says = TOO_MUCH[what]
    file = tmp_path / "much.toml"
    file.write_text(f'id = "much"\ntitle = "Too much"\n{text}\n', "utf-8")
    with pytest.raises(UserError, match=re.escape(says)) as error:
        load_ruleset("revised-2021", patches=[file])
    assert "\n" not in str(error.value)


def test_a_game_has_no_more_players_than_its_rules(tmp_path):
    file = tmp_path / "duel.toml"
    file.write_text('id = "duel"\ntitle = "For two"\nset = { "game.max_players" = 2 }\n', "utf-8")
    rules = load_ruleset("revised-2021", patches=[file])
    with pytest.raises(UserError, match="3 players: the rules are for 2"):
        Game(rules, players=3)


@pytest.mark.parametrize("table", ["guest", "staff", "emperor_tile", "politics.cards", "hotel"])
def test_a_whole_table_cannot_be_replaced(table, tmp_path):
    file = write(tmp_path, f'remove = ["{table}"]\n{GUEST}')
    with pytest.raises(UserError, match=f"{table}: cannot be removed, only changed"):
        load_ruleset("revised-2021", patches=[file])

"""The fingerprint of play: the same for the same play, another for other rules or players, and what
it says of records."""

import json
import shutil
from pathlib import Path

import pytest

from model import load_ruleset
from model.sources import DATA, sources
from reports import cli
from simulate import fingerprint
from simulate.fingerprint.players import of_player
from simulate.fingerprint.rules import of_rules, rules_parts
from tests.records import FINGERPRINT, Record, of_other_code, records
from tests.strength import stamp

FEW = 12  # games with each number of players
PARTS = {"revised-2021": "aaa", "player greedy": "bbb"}


def of(spec: str, **how: object) -> str:
    return of_rules([load_ruleset(spec, **how)], FEW)  # type: ignore[arg-type]


def test_the_same_rules_have_the_same_fingerprint_however_they_are_named() -> None:
    assert of("original-2015+kitchen-hand-cost-kitchen-hand-cost") == of("original-2015")


def test_one_changed_value_or_reading_changes_the_fingerprint() -> None:
    assert of("original-2015") != of("original-2015+kitchen-hand-cost")
    assert of("revised-2021") != of("revised-2021", rulings={"seat-freed": "after"})
    assert of("revised-2021") != of("revised-2021", hands="draft")


def test_there_is_a_part_for_each_module_variant_change_and_reading() -> None:
    parts = rules_parts()
    specs = {word for name in parts for word in name.split("+")}
    assert {id for id in sources().change if id not in specs} <= {"promo-guests"} | set(
        sources().edition["revised-2021"].changes
    )
    for id, change in sources().change.items():
        if change.kind == "change" and not change.modules:
            assert f"original-2015+{id}" in parts
    for id, ruling in sources().ruling.items():
        if ruling.status == "switch":
            others = {f"{id}={r}" for r in ruling.readings} & {n.split()[-1] for n in parts}
            assert len(others) >= len(ruling.readings) - 1


def test_a_reading_asked_later_is_no_part_of_the_digest_of_all_rules(monkeypatch) -> None:
    """Of a choice of procedure, of a card, and the placebo: readings that were there before."""
    later = ("dove-again=once", "staff-33-moment=leaving", "coachwoman-vp=may")
    before = ("seat-freed=after", "tile-champagne=kept", "staff-32=four")
    assert all(fingerprint._asked_later(f"revised-2021 {one}") for one in later)
    assert not any(fingerprint._asked_later(f"revised-2021 {one}") for one in before)
    assert not fingerprint._asked_later("revised-2021+ballrooms")
    names = ["revised-2021", *(f"revised-2021 {one}" for one in (later[0], before[0]))]
    monkeypatch.setattr(
        "simulate.fingerprint.rules.rules_parts", lambda: {name: [] for name in names}
    )
    digests = []
    for changed in (None, *names):
        known = {name: "new" if name == changed else "old" for name in names}
        monkeypatch.setattr(fingerprint, "_recorded", lambda known=known: known)
        monkeypatch.setattr(fingerprint, "_kept", lambda path: {})
        digests.append(fingerprint.fingerprint([fingerprint.RULES])[fingerprint.RULES])
    plain, of_rules_changed, of_later, of_before = digests
    assert plain == of_later
    assert len({plain, of_rules_changed, of_before}) == 3


@pytest.mark.parametrize(
    ("file", "old", "new", "same"),
    [
        ("staff", "cost = 1", "cost = 2", False),
        ("modules/more", "[change.more", "[change.less", False),
        ("rulings", "[ruling.b4-rooms]", "# a remark\n[ruling.b4-rooms]", True),
        ("rulings", "[gap.staff-counted", "[gap.staff-not-counted", True),
    ],
)
def test_the_digest_takes_in_what_data_say_of_play(file, old, new, same, tmp_path, monkeypatch):
    before = fingerprint.code_digest()
    shutil.copytree(DATA.parent, tmp_path / "model")
    path: Path = tmp_path / "model" / "data" / f"{file}.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.setattr(fingerprint, "DATA", tmp_path / "model" / "data")
    assert (fingerprint.code_digest.__wrapped__() == before) == same


def test_each_player_has_a_part_of_its_own() -> None:
    quick = ("random", "greedy", "politician")
    assert len({of_player(name) for name in quick}) == len(quick)
    assert of_player("random") == of_player("random")


def test_records_without_modules_rest_on_players_of_the_base_game() -> None:
    base = "player planner, base game"
    assert fingerprint.parts_of(["revised-2021 (boards=day)"], ["planner"])[1] == base
    for spec in ("revised-2021+lets-waltz", "revised-2021+ballrooms", "revised-2021, patch mine"):
        assert fingerprint.parts_of(["revised-2021", spec], ["planner"])[2] == "player planner"
    both = fingerprint.fingerprint(["player random", "player random, base game"], played=True)
    assert tuple(both.values()) == of_player("random")[::-1]


def test_a_record_is_stale_once_one_of_its_parts_plays_otherwise() -> None:
    record = Record("one.json", ("gah check verify",), PARTS, 1.0)
    assert record.staleness({**PARTS, "original-2015": "ccc"}) == ""
    assert record.staleness({**PARTS, "player greedy": "new"}).endswith(": player greedy")
    assert "does not say" in Record("one.json", (), None, None).staleness(PARTS)


def test_a_fingerprint_made_by_other_code_is_named_because_it_slows_every_run(tmp_path) -> None:
    for code, named in ((fingerprint.code_digest(), []), ("other", [FINGERPRINT])):
        (tmp_path / FINGERPRINT).write_text(json.dumps({"code": code, "parts": PARTS}))
        slowed = of_other_code(records(tmp_path), tmp_path)
        assert [one.name for one in slowed] == named


def test_records_are_those_of_the_list_and_a_table_is_one_for_each_line(tmp_path) -> None:
    (tmp_path / "verify.json").write_text(json.dumps({"play": PARTS, "seconds": 9}))
    line = {"policy": "planner", "against": "greedy", "rules": "revised-2021", "players": 2}
    (tmp_path / "players.json").write_text(json.dumps([{**line, "games": 400, "play": PARTS}]))
    found = {one.name: one for one in records(tmp_path)}
    assert found["verify.json"].play == PARTS
    assert found["verify.json"].seconds == 9
    assert found["modules.json"].play is None
    one = found["players.json: planner, greedy, revised-2021, 2 players"]
    assert one.commands == (
        "python -m tests.strength planner greedy --players 2 --deals 200 --rules revised-2021",
    )


def test_a_record_of_another_side_of_the_board_is_stamped_by_its_edition() -> None:
    played = stamp(["revised-2021 boards=day", "revised-2021"], ["random"])["play"]
    assert list(played) == ["revised-2021", "player random, base game"]


def test_the_command_names_the_parts_that_play_otherwise(tmp_path, capsys) -> None:
    out = tmp_path / "found.json"
    assert cli.run(["check", "fingerprint", "player random", "--out", str(out)]) == 0
    assert cli.run(["check", "fingerprint", "player random", "--against", str(out)]) == 0
    made = json.loads(out.read_text())
    out.write_text(json.dumps({**made, "parts": {"player random": "0" * 12}}))
    capsys.readouterr()
    assert cli.run(["check", "fingerprint", "player random", "--against", str(out)]) == 1
    assert "player random: plays differently" in capsys.readouterr().out
    assert cli.run(["check", "fingerprint", "no-such-edition"]) == 2


def test_the_record_of_this_very_code_is_taken_and_of_no_other(monkeypatch, tmp_path) -> None:
    record = tmp_path / "fingerprint.json"
    monkeypatch.setattr(fingerprint, "RECORD", record)
    monkeypatch.setenv("GAH_CACHE_DIR", str(tmp_path))
    told = {"code": fingerprint.code_digest(), "parts": {"player random": "taken"}}
    for found, played, expected in (
        (told, False, "taken"),
        (told, True, of_player("random")[1]),
        (told | {"code": "other"}, False, of_player("random")[1]),
    ):
        record.write_text(json.dumps(found), "utf-8")
        assert fingerprint.fingerprint(["player random"], played=played) == {
            "player random": expected
        }

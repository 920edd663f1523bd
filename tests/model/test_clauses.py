"""The clauses as data: they name what exists, and every card and ruling is among them."""

from __future__ import annotations

import json

import pytest

from model import UserError, load_ruleset
from model import clauses as module
from model.clauses import (
    DOCUMENTS,
    Clause,
    card_of,
    cards,
    clauses,
    problems,
    read_topic,
    topic_files,
    whole_spec,
)
from model.gaps import Gap, gaps
from model.sources import sources
from reports.commands.rules import rules
from reports.rules.evidence import line_of
from simulate.engine.compile import compile_ruleset
from simulate.fingerprint.rulesets import OPTIONS
from simulate.verify.coverage import items
from simulate.verify.run import Setting, game_kinds
from simulate.verify.verification import PLAYERS
from tests.runner import CliRunner

KNOWN = clauses()


def call(*arguments: str):
    return CliRunner().invoke(rules, ["clauses", *arguments])


def test_nothing_is_wrong_with_the_clauses():
    assert list(problems()) == []


@pytest.mark.parametrize("gap", gaps().values(), ids=gaps())
def test_nothing_is_wrong_with_an_open_position(gap: Gap):
    assert set(gap.rulings) <= set(sources().ruling)
    assert gap.rulings, "no ruling answers it"
    assert set(gap.clauses) <= set(KNOWN)
    assert {"original-2015", "revised-2021"} <= gap.read.keys() <= DOCUMENTS.keys()


@pytest.mark.parametrize("id", [id for id, clause in KNOWN.items() if clause.executed])
def test_the_code_that_executes_a_clause_exists(id):
    assert [name for name in KNOWN[id].executed if line_of(name) is None] == []


def test_the_counts_that_clauses_name_exist():
    known = set()
    for spec in sources().edition:
        whole = whole_spec(spec)
        variants = f"{whole}+sweep+turn-without-dice"
        for played in (spec, whole, f"{whole}+draft-section-bonus", variants):
            ruleset = load_ruleset(played, promos="with")
            known |= {item.key for item in items(ruleset, compile_ruleset(ruleset)[0])}
        for option in range(len(OPTIONS)):
            for players in PLAYERS:
                kinds = game_kinds(Setting(spec, option), players)
                known |= {f"games.{kind}" if kind else "games" for kind in kinds}
    named = {key for clause in KNOWN.values() for key in clause.exercised}
    assert named - known == set()


def test_every_card_of_the_data_has_its_clause():
    staff, guests, politics, tiles = 48 + 15 + 14 + 9, 58 + 29, 12 + 3 + 3 + 3, 12 + 3 + 3
    tables = 5 + 4 + 12 + 10 + 5  # ballrooms, rehearsal rooms, celebrities, entrances, tokens
    assert len(cards()) == staff + guests + politics + 2 * tiles + tables
    assert set(cards()) <= set(KNOWN)


def test_a_card_is_told_from_a_general_rule():
    assert card_of("staff.17") == "staff.17"
    assert card_of("staff.17.cost-2015") == "staff.17"
    assert card_of("politics.cards.A-krones") == "politics.cards.A-krones"
    assert card_of("emperor_tile.C2.penalty-2021") == "emperor_tile.C2"
    assert card_of("staff-card.once") == ""
    assert card_of("celebrity.mata-hari") == "celebrity.mata-hari"
    assert card_of("ballroom.odeonsaal.scoring") == "ballroom.odeonsaal"
    assert card_of("ballroom-scoring.ties") == ""


def test_clauses_are_paraphrases_of_one_rule():
    long = {id: len(clause.text) for id, clause in KNOWN.items() if len(clause.text) > 330}
    assert long == {}
    assert [id for id, clause in KNOWN.items() if not clause.text.endswith(".")] == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"source": {}}, "at least 1"),
        ({"source": {"hearsay": "a friend"}}, "documents are"),
        ({"status": "out-of-scope"}, "a clause has a reason if"),
        ({"reason": "dull"}, "a clause has a reason if"),
        ({"status": "ruling"}, "name the rulings"),
        ({"colour": "blue"}, "Extra inputs"),
    ],
)
def test_a_bad_clause_is_refused(fields, says):
    table = {"text": "A rule.", "source": {"online": "Spielablauf"}} | fields
    with pytest.raises(ValueError, match=says):
        Clause.model_validate(table)


@pytest.fixture
def other_folder(tmp_path, monkeypatch):
    """A folder of clauses of one's own, read in place of the project's."""

    def write(**topics):
        for topic, text in topics.items():
            (tmp_path / f"{topic}.toml").write_text(text, "utf-8")

    monkeypatch.setattr(module, "FOLDER", tmp_path)
    caches = (clauses, read_topic)
    for cache in caches:
        cache.cache_clear()
    yield write
    for cache in caches:
        cache.cache_clear()


RULE = '[clause."{id}"]\ntext = "A rule."\nsource.online = "Spielablauf"\n'


def test_an_id_given_twice_is_named(other_folder):
    other_folder(one=RULE.format(id="a"), two=RULE.format(id="a"))
    with pytest.raises(UserError, match=r"clause a: given twice.*two.toml"):
        clauses()


def test_the_clause_at_fault_is_named(other_folder):
    other_folder(one=RULE.format(id="a") + 'status = "ruling"\n')
    with pytest.raises(UserError, match=r"clauses/one.toml, a: .*name the rulings"):
        clauses()


def test_what_clauses_name_in_vain_is_found(other_folder):
    other_folder(
        one=RULE.format(id="a")
        + 'declared = ["strengthen.price"]\nrulings = ["b5"]\neditions = ["1999"]\n'
    )
    found = "\n".join(problems())
    for words in (
        "clause a: declared strengthen.price is not a path",
        "clause a: there is no ruling b5",
        "clause a: there is no edition 1999",
        "clause a: names no count of a simulation",
        "card staff.17: has no clause",
        "card celebrity.christie: has no clause",
        "card emperor_tile.C6.penalty: has no clause",
        "ruling b4-rooms: no clause names it",
    ):
        assert words in found


def test_the_list_counts_what_it_shows():
    result = call("--topic", "turn")
    assert result.exit_code == 0
    assert "strengthen.price: " in result.output
    shown = len(read_topic("turn"))
    assert f"{shown} clauses: " in result.output


@pytest.mark.parametrize(
    ("option", "value", "test"),
    [
        ("--status", "out-of-scope", lambda id: KNOWN[id].status == "out-of-scope"),
        ("--source", "online", lambda id: "online" in KNOWN[id].source),
        ("--ruling", "staff-26", lambda id: "staff-26" in KNOWN[id].rulings),
        ("--edition", "original-2015", lambda id: "".join(KNOWN[id].editions) != "revised-2021"),
        ("--find", "kitchen", lambda id: "kitchen" in (id + KNOWN[id].text).lower()),
    ],
)
def test_filters(option, value, test):
    found = json.loads(call(option, value, "--json").output)
    assert {id for id in KNOWN if test(id)} <= set(found)
    assert 0 < len(found) < len(KNOWN)
    if option != "--find":
        assert all(test(id) for id in found)


def test_one_clause_in_full():
    output = call("staff.26").output
    for words in ("staff.26\n", "declared  staff.26", "ruling    staff-26: ", "source    Rulebook"):
        assert words in output


def test_all_clauses_that_begin_alike():
    found = json.loads(call("emperor_tile.C2.", "--json").output)
    assert set(found) == {id for id in KNOWN if id.startswith("emperor_tile.C2.")}
    assert len(found) >= 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["strenghten.price"], "did you mean strengthen.price"),
        (["--topic", "weather"], "--topic weather: unknown; known: "),
        (["--status", "open"], "known: implemented, ruling, out-of-scope"),
        (["--ruling", "b5"], "--ruling b5: unknown"),
    ],
)
def test_bad_input_is_one_line(arguments, says):
    result = call(*arguments)
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


def test_check_passes_and_says_how_many():
    result = call("--check")
    assert result.exit_code == 0
    assert f"{len(KNOWN)} clauses, 0 problems" in result.output


def test_every_file_of_clauses_is_a_topic():
    assert {id for topic in topic_files() for id in read_topic(topic)} == set(KNOWN)

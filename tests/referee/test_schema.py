"""The JSON Schema of transcripts accepts what the reader accepts, and what the project writes."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import UserError, load_ruleset
from simulate import Game, referee
from simulate.referee import from_state, record
from simulate.referee.position import at_turn
from simulate.referee.schema import DIALECT, ID, VERSION, schema
from simulate.referee.writing import document_of, plain
from tests.golden.recorded import FOLDER
from tests.referee.schema import Validator
from tests.referee.test_documents import SHAPES, changed
from tests.referee.test_positions import BY_HAND

ROOT = Path(__file__).parents[2]
PAGE = (Path(referee.__file__).parent / "README.md").read_text(encoding="utf-8")
WRITTEN = [*FOLDER.glob("*.json"), *(ROOT / "verification" / "gaps").glob("*.json")]
VALIDATOR = Validator(schema())

# What only the reader can say: names that differ, sums, stretches of rooms.
NOT_OF_A_SCHEMA = (
    "two of them have the same name", "a stretch goes from left to right", "is there twice",
)  # fmt: skip


def test_it_says_what_it_is():
    assert schema()["$schema"] == DIALECT
    assert schema()["$id"] == ID
    assert schema()["version"] == VERSION
    assert VERSION in ID


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.stem)
def test_files_of_the_project_are_accepted(file):
    assert VALIDATOR.accepts(json.loads(file.read_text("utf-8")))


def test_the_examples_of_the_page_are_accepted():
    example = PAGE[PAGE.index("    {\n") : PAGE.index("![")]
    in_code = re.search(r'"""(\{"format".*?\})"""', PAGE, re.S)
    assert in_code
    for text in (example, in_code[1]):
        assert VALIDATOR.accepts(json.loads(text))


@pytest.mark.parametrize(
    "spec", ["original-2015", "revised-2021+lets-waltz", "revised-2021+online"]
)
def test_recorded_games_and_positions_are_accepted(spec):
    ruleset, rng = load_ruleset(spec), random.Random(5)
    document = record(ruleset, 3, 5, lambda game: rng.choice(game.legal()))
    assert VALIDATOR.accepts(plain(document))
    game = Game(ruleset, 2, 5)
    while not game.over:
        if at_turn(game.state) and rng.random() < 0.1:
            assert VALIDATOR.accepts(plain(from_state(game, ruleset)))
        game.apply(rng.choice(game.legal()))


@pytest.mark.parametrize(("spec", "head", "anna"), BY_HAND)
def test_positions_written_by_hand_are_accepted(spec, head, anna):
    position = {**head, "players": {"Anna": anna}}
    data = {"format": "gah-transcript-1", "players": ["Anna", "Ben"], "rules": spec}
    assert VALIDATOR.accepts({**data, "position": position})


@pytest.mark.parametrize(("path", "value", "says"), SHAPES)
def test_what_the_reader_refuses_is_refused(path, value, says):
    data = changed(path, value)
    can_say = not any(text in says for text in NOT_OF_A_SCHEMA)
    assert VALIDATOR.accepts(data) is not can_say


ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 200), st.text(max_size=6), st.just(1.5),
    st.lists(st.integers(0, 9), max_size=3), st.dictionaries(st.text(max_size=3), st.none()),
)  # fmt: skip
DATA = [json.loads(file.read_text("utf-8")) for file in sorted(FOLDER.glob("by-hand-*.json"))]


def paths(data, at=()):
    """The places of plain data, as paths."""
    parts = data.items() if isinstance(data, dict) else enumerate(data)
    for key, part in parts:
        yield (*at, key)
        if isinstance(part, dict | list):
            yield from paths(part, (*at, key))


def why_refused(data):
    """What the reader says against a file; empty if it reads it."""
    try:
        document_of(data)
    except UserError as error:
        return str(error)
    return ""


@given(st.data())
@settings(max_examples=400)
def test_what_the_schema_accepts_is_read(data):
    """Files with one entry changed: the schema and the reader say the same, but for few."""
    whole = copy.deepcopy(data.draw(st.sampled_from(DATA)))
    *way, last = data.draw(st.sampled_from(sorted(paths(whole), key=str)))
    place = whole
    for key in way:
        place = place[key]
    place[last] = data.draw(ODD)
    refused = why_refused(whole)
    if not any(text in refused for text in NOT_OF_A_SCHEMA):
        assert VALIDATOR.accepts(whole) == (not refused), (way, last, place[last], refused)

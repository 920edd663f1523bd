"""What a file of invariants may say, and what is said about one that says it wrongly."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from model import UserError
from simulate.properties.own_file import InvariantFile, load, named
from tests.invariants.files import asked, checks_of, write

RICH = '''
@invariant
def rich(player):
    """A player holds at most 20 krones.

    More than that is lost.
    """
    return player.krones <= 20
'''


def test_the_docstring_is_the_sentence(tmp_path: Path):
    check = checks_of(tmp_path, RICH)["rich"]
    assert check.sentence == "A player holds at most 20 krones."
    assert (check.kind, check.line, check.by_seat) == ("invariant", 4, True)


def test_a_name_stands_in_for_a_docstring(tmp_path: Path):
    check = checks_of(tmp_path, "@final\ndef game_has_a_winner(game): pass\n")["game_has_a_winner"]
    assert check.sentence == "game has a winner"


def test_one_of_a_file_can_be_named(tmp_path: Path):
    file = write(tmp_path, RICH + "@final\ndef other(game): pass\n")
    assert [check.name for check in load(file).checks] == ["rich", "other"]
    assert [check.name for check in load(named(f"{file}::other")).checks] == ["other"]
    with pytest.raises(
        UserError, match=r"it declares rich, other, not 'rihc'; did you mean rich\?"
    ):
        load(named(f"{file}::rihc"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "it declares none"),
        ("x = = 1\n", r"line 3: SyntaxError"),
        ("x = 1 / 0\n", r"line 3: ZeroDivisionError"),
        ("import sys\nsys.exit(3)\n", r"line 4: SystemExit"),
        ("@invariant\ndef a(board): pass\n", r"line 3: a: has the parameter 'board'"),
        ("@invariant\ndef a(): pass\n", r"line 3: a: has no parameter"),
        ("@transition\ndef a(game): pass\n", r"passes before, action, after"),
        ("@invariant(when=lambda table: 1)\ndef a(game): pass\n", r"when= and target= take"),
        ("@invariant\n@numba.njit\ndef a(g): return True\n", r"takes the state and the rules"),
        ("@never\n@numba.njit\ndef a(g, rules): g.round > 9\n", r"line 3: a: returns nothing"),
        (RICH + RICH.replace("20", "19"), "two of them are called 'rich'"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(tmp_path: Path, text: str, message: str):
    with pytest.raises(UserError, match=message) as caught:
        load(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_only_a_path_that_the_user_typed_is_run(tmp_path: Path):
    ran = tmp_path / "ran"
    file = write(tmp_path, f"open({str(ran)!r}, 'w')\n" + RICH)
    for text in (str(file), f"{file}::rich"):
        with pytest.raises(UserError, match="not a file that you named"):
            load(text)
    assert not ran.exists()
    copy = pickle.loads(pickle.dumps(file))
    assert isinstance(copy, InvariantFile)
    load(copy)
    assert ran.exists()


def test_a_file_is_run_again_only_if_it_changed(tmp_path: Path):
    file = write(tmp_path, RICH)
    first = load(file)
    assert load(file) is first
    write(tmp_path, RICH.replace("20", "19"))
    assert load(file).digest != first.digest


def test_one_check_can_use_another(tmp_path: Path):
    text = RICH + "@invariant\ndef both(player):\n    return rich(player) and player.vp < 300\n"
    assert asked(checks_of(tmp_path, text)["both"]).found is None

"""A person at the table: acts, takes back, lays out, saves, and goes on from a transcript."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from model import UserError, load_ruleset
from reports.commands.play import play
from reports.commands.sit import Sitting
from simulate.engine import codes
from simulate.game import IllegalAction
from simulate.properties.strategies.playing import choose
from simulate.referee import judge, read_file
from simulate.referee.session import Session, load
from tests.runner import CliRunner

TRANSCRIPTS = Path(__file__).parents[1] / "golden" / "transcripts"


@pytest.fixture(autouse=True)
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are saved."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "gah" / "games"


@pytest.fixture
def session() -> Session:
    """Two players, in the first round, at a turn."""
    found = Session.dealt(load_ruleset("revised-2021"), 2, 7)
    while found.game.state.phase != codes.PH_TURNS:
        found.act(found.game.legal()[0])
    return found


def played_on(session: Session, steps: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(steps):
        if not session.game.over:
            session.act(choose(session.game, rng))


def test_actions_go_by_words_and_are_told(session: Session):
    words = [words for words, _ in session.options()]
    assert words == session.game.legal_words()
    assert all(told for _, told in session.options())
    dice = next(word for word in words if word.startswith("die "))
    before = session.game.state.dice_left
    lines = session.act(dice)
    assert session.game.state.dice_left == before - 1
    assert lines[0].startswith("Seat 1: takes a die")


def test_what_is_illegal_is_refused_with_its_reason_and_changes_nothing(session: Session):
    state, steps = session.game.games.tobytes(), len(session.document().steps)
    with pytest.raises(IllegalAction, match=r"\[hire\.|\[.*\]"):
        session.act("occupy 4.5")
    with pytest.raises(UserError):
        session.act("dance the polka")
    assert session.game.games.tobytes() == state
    assert len(session.document().steps) == steps


def test_undo_goes_back_state_and_transcript(session: Session):
    seen = [(session.game.games.tobytes(), session.document())]
    rng = random.Random(3)
    for _ in range(60):
        session.act(choose(session.game, rng))
        seen.append((session.game.games.tobytes(), session.document()))
    for state, document in reversed(seen[:-1]):
        assert session.undo()
        assert session.game.games.tobytes() == state
        assert session.document() == document
    played_on(session, 60)
    assert judge(session.document()).ok


def test_undo_for_a_seat_goes_back_to_its_own_decision(session: Session):
    played_on(session, 80)
    while session.undo([1]):
        assert session.player == 1


def test_a_whole_game_is_a_transcript_in_order(session: Session):
    played_on(session, 5000)
    assert session.game.over
    assert judge(session.document()).ok


def test_positions_are_laid_out_and_saved(session: Session, tmp_path: Path):
    for field, value, seat in (
        ("krones", "13", 0),
        ("hand", "[17, 38]", 0),
        ("staff", '["Butler"]', 1),
        ("guests", '{"75": "1 wine"}', 0),
        ("vacant", "1.1 1.2 2.1", 0),
        ("row", '["Duke", null, 49, 50, 51]', None),
        ("dice", "1 1 3 3 3 5 6 6", None),
    ):
        session.set(field, value, seat)
    g, names = session.game.state, session.names
    p = g.players[0]
    assert (p.krones, p.hand_size, g.dice_left, g.row[1]) == (13, 2, 8, -1)
    assert names.guest(int(p.cafe[0])) == "75 Baroness"
    assert names.staff(int(g.players[1].staff[0])) == "9 Butler"
    assert [int(n) for n in g.dice[1:]] == [2, 0, 3, 0, 1, 2]
    played_on(session, 30)
    session.save(tmp_path / "mine.json")
    assert judge(read_file(tmp_path / "mine.json")).ok
    while session.undo():
        pass
    assert session.game.state.players[0].krones == 10


@pytest.mark.parametrize(
    ("field", "value"), [("krones", "99"), ("fame", "3"), ("hand", "[9999]"), ("vacant", "9.9")]
)
def test_what_cannot_be_is_refused_in_one_line(session: Session, field: str, value: str):
    state = session.game.games.tobytes()
    with pytest.raises(UserError) as refused:
        session.set(field, value, 0)
    assert "\n" not in str(refused.value)
    assert session.game.games.tobytes() == state


@pytest.mark.parametrize("name", ["revised-two-passing", "revised-three-waltz", "by-hand-doris"])
def test_somebodys_game_goes_on_from_any_step(name: str):
    file = TRANSCRIPTS / f"{name}.json"
    steps = len(read_file(file).steps)
    for step in sorted({0, 1, 2, steps // 3, steps // 2, steps - 2}):
        found = load(file, step)
        played_on(found, 40, seed=step)
        assert judge(found.document()).ok


def test_a_file_or_step_that_is_not_there_is_named_once(tmp_path: Path):
    for file, step, said in (
        (tmp_path / "none.json", None, "none.json: no such file"),
        (TRANSCRIPTS / "by-hand-doris.json", 999, "no step 999"),
    ):
        with pytest.raises(UserError, match=said) as refused:
            load(file, step)
        assert str(refused.value).count(file.name) == 1


def test_what_is_mistyped_is_answered_by_what_was_meant():
    said = "\n".join(["halp", "exit", "guest", "buy guest 1", "quit"])
    done = CliRunner().invoke(play, ["--players", "2", "--seed", "1", "--me", "1"], input=said)
    assert done.exit_code == 0, done.output
    halp, left, guest, buy = (line for line in done.output.splitlines() if line.startswith("> !"))
    assert halp.endswith("'halp' is no action; did you mean help?")
    assert left.endswith("'exit' is no action; help lists what can be typed")
    legal = set(re.findall(r"^ +\d+  (guest \d)", done.output, re.MULTILINE))
    for line in (guest, buy):  # only what can be done here
        offered = set(re.findall(r"guest \d(?= or|\?)", line))
        assert offered
        assert offered <= legal


def test_at_the_terminal(tmp_path: Path):
    saved, drawn = tmp_path / "mine.json", tmp_path / "mine.svg"
    said = "\n".join(
        ["1", "help", "hint", "undo", "99", "set 1 krones 3", "fly", f"picture {drawn}",
         f"save {saved}", "quit"]
    )  # fmt: skip
    options = ["--players", "2", "--seed", "7", "--me", "2"]
    done = CliRunner().invoke(play, [*options, "--hint", "random"], input=said)
    assert done.exit_code == 0, done.output
    assert "Seat 2 decides:" in done.output
    assert "random would take" in done.output
    assert "! 99: the actions are numbered from 1" in done.output
    assert "! a position can be written down only" in done.output
    assert "! 'fly' is no action" in done.output
    assert done.output.count("Seat 2 decides:") == 3, "listed again only where it has changed"
    assert drawn.read_text().startswith("<svg")
    assert judge(read_file(saved)).ok


@pytest.mark.parametrize(
    ("typed", "ways"),
    [("save", "save FILE.json"), ("card", "card NAME"),
     ("set dice", "set FIELD VALUE or set SEAT FIELD VALUE"), ("board now", "board")],
)  # fmt: skip
def test_a_command_typed_in_part_is_answered_by_how_to_write_it(typed: str, ways: str):
    options = ["--players", "2", "--me", "1", "--hint", "random"]
    done = CliRunner().invoke(play, options, input=f"{typed}\nquit")
    assert f"! write {ways}\n" in done.output


def test_words_of_people_mean_what_they_mean_in_a_transcript():
    """Also those with which the game itself says what was done, and several actions at once."""
    begun = ("1", "prepares 1.1, 1.2 and 1.3")
    out = sit(*begun, "takes a die of 2", "3 wine", "1 wine, 1 coffee", "quit")
    assert "Seat 1: 1.3 (red) prepared" in out
    assert "Seat 1: takes a die of 2" in out
    assert "! the strength is 2: that many goods are received, not 3" in out
    assert "Seat 1: receives 1 wine, 1 coffee" in out
    assert "Seat 1: 1.1" not in sit("1", "prepare 1.1, 1.2, 4.4", "quit"), "all or nothing"
    for said in ("plays Porter", "play 38"):
        assert "Seat 1: plays 38 Porter" in sit(*begun, "takes a die of 5", said, "quit")


def test_a_learned_player_says_what_its_hint_is_worth():
    done = CliRunner().invoke(
        play, ["--players", "2", "--seed", "7", "--me", "2"], input="hint\nquit"
    )
    assert done.exit_code == 0, done.output
    assert "expert would take" in done.output
    worth = r"it estimates \d+: .*: you end with \d+ VP, the best rival with \d+; \d+% to win"
    assert len(re.findall(worth, done.output)) >= 2


def test_a_seat_that_is_not_there_is_refused():
    done = CliRunner().invoke(play, ["--players", "2", "--me", "3"])
    assert "--me: seats are 1 to 2" in str(done.output) + str(done.exception)


DIGITS = "9" * 5000
TYPED = {
    "a number": DIGITS,
    "a step": f"load FILE {DIGITS}",
    "a seat": f"set {DIGITS} krones 3",
    "a value": f"set 1 krones {DIGITS}",
    "a value of the table": f"set round {DIGITS}",
    "brackets": "set 1 hand " + "[" * 100_000,
    "a card": f"guest {DIGITS}",
    "a die": f"die {DIGITS}",
    "a player": f"hint search:{DIGITS}",
    "a file": f"load {DIGITS}",
    "a file to write": f"save {DIGITS}",
    "a picture": f"picture {DIGITS}",
    "no text": "guest \udcff",
    "a null character": "load a\0b",
    "quotes": "load '",
}


@pytest.mark.parametrize("kind", TYPED)
def test_what_cannot_be_meant_is_refused_in_a_line_and_the_game_goes_on(
    kind: str, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):  # fmt: skip
    file = tmp_path / "game.json"
    session.save(file)
    typed = iter([TYPED[kind].replace("FILE", str(file)), "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    Sitting(session, [0, 1], ["random"], "random").play()
    refused = [line for line in capsys.readouterr().out.splitlines() if "! " in line]
    assert len(refused) == 1
    assert next(typed, None) is None, "the game went on"


# --- the board in full, cards, rolls, and going on after an interruption


def sit(*lines: str, options: tuple[str, ...] = ()) -> str:
    args = ["--me", "1", "--players", "2", "--seed", "7", "--policy", "random", "--hint", "random"]
    found = CliRunner().invoke(play, [*args, *options], input="\n".join(lines) + "\n")
    assert found.exception is None, found.exception
    return found.output


def test_the_board_shows_all_that_lies_open_and_no_hand_of_others():
    out = sit("board", "quit").replace("\n", " ")
    for text in ("Politics cards", "Emperor tile", "Set-up", "floor  Seat 1", "VP at the end",
                 "Row, with prices and rewards", "reward:", "Seat 1, hand"):  # fmt: skip
        assert text in out
    assert "Seat 2, hand" not in out


def test_the_order_of_turns_is_shown_in_a_round(
    session: Session, capsys: pytest.CaptureFixture[str]
):
    from reports.commands.sit import Sitting

    sitting = Sitting(session, [0], ["random"], "random")
    sitting._board()
    said = capsys.readouterr().out
    assert "Turns to come: 1: Seat 1, 2: Seat 2, 3: Seat 2, 4: Seat 1" in said
    assert "1, 0 VP at the end" not in said


def test_a_pack_of_the_draft_is_passed_on_and_not_drawn():
    out = sit("1", "quit", options=("--hands", "draft"))
    assert len(re.findall(r"^Seat 1: is passed (?:\d+ [^,]+, ){4}\d+ [^,]+$", out, re.M)) == 1
    assert "draws" not in out


def test_a_card_says_what_it_does():
    out = sit("card Butler", "card 75", "card Buttler", "quit")
    assert "9 Butler: " in out
    assert "75 Baroness" in out
    assert "there is no card 'buttler' in this ruleset; did you mean" in out


def test_rolls_are_announced(session: Session, capsys: pytest.CaptureFixture[str]):
    from reports.commands.sit import Sitting

    sitting = Sitting(session, [0], ["random"], "random")
    while session.game.state.round_no < 2:
        sitting._act(session.game.legal()[-1])
    assert re.search(r"Round 2 begins. 10 dice rolled: [1-6 ]+", capsys.readouterr().out)


def test_scorings_have_headings_and_the_result_has_its_sources(saved: Path):
    out = sit(*["1"] * 400)
    headings = re.findall(r"^-- (.*) --$", out, re.M)
    assert "".join(headings).count("final scoring") == 1
    for number, letter in ((3, "A"), (5, "B"), (7, "C")):
        assert re.search(rf"emperor scoring after round {number} \(tile {letter}[1-4]\)", out)
    assert out.count("emperor scoring after") == 3
    assert headings[-1] == "rest of the emperor scoring, final scoring"  # 1: the penalty of C
    assert "Turns to come: \n" not in out
    result = out.rpartition("source")[2]
    total = [int(vp) for vp in re.search(r"^total +(-?\d+) +(-?\d+)$", result, re.M).groups()]
    rows = re.findall(r"^\D+ (-?\d+) +(-?\d+)$", result, re.M)[:-1]
    assert [sum(int(row[seat]) for row in rows) for seat in (0, 1)] == total
    first = total.index(max(total))
    assert f"1. Seat {first + 1}: {total[first]} VP" in result


def test_a_game_that_was_left_goes_on_as_if_it_had_not_been(saved: Path):
    out = sit("1", "1", "1", "1", "quit")
    assert "Saved. To continue: gah play --me 1" in out
    (file,) = saved.glob("*.json")
    whole, again = load(file, resume=True), load(file, resume=True)
    assert len(whole.document().steps) >= 4
    assert whole.game.games.tobytes() == again.game.games.tobytes()
    played_on(whole, 60)
    played_on(again, 60)
    assert whole.game.games.tobytes() == again.game.games.tobytes()  # the same chance to come
    assert again.undo()
    assert "decides" in sit("1", "undo", "quit", options=("--resume", str(file)))
    assert list(saved.glob("*.json")) == [file]


def test_an_interruption_loses_nothing(saved: Path, monkeypatch: pytest.MonkeyPatch):
    said = iter(["1", "1"])

    def interrupted(prompt: str) -> str:
        try:
            return next(said)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", interrupted)
    assert "Saved. To continue" in sit()
    (file,) = saved.glob("*.json")
    assert judge(read_file(file)).ok


def test_undo_goes_back_before_the_step_from_which_a_game_was_loaded():
    document = read_file(TRANSCRIPTS / "by-hand-doris.json")
    session = Session.taken_over(document)
    states = [session.game.games.tobytes()]
    while session.undo():
        states.append(session.game.games.tobytes())
    assert len(set(states)) > 5
    assert session.game.state.players[1].vp == 0


def test_a_picture_for_a_player_hides_the_hands_of_others(tmp_path: Path):
    sit(f"picture {tmp_path / 'mine.svg'}", "quit")
    drawn = (tmp_path / "mine.svg").read_text("utf-8")
    assert drawn.count("6 cards face down") == 2  # drawn, and in words


def test_cards_that_others_hold_are_never_named(capsys: pytest.CaptureFixture[str]):
    """Not when they are drafted, drawn or put under the deck; only when they are played."""
    from reports.commands.sit import Sitting

    session = Session.dealt(load_ruleset("revised-2021", hands="draft"), 2, 7)
    sitting, rng, played = Sitting(session, [0], ["random"], "random"), random.Random(3), set[str]()
    names, hidden = session.names, set[str]()
    for _ in range(250):
        if session.game.over:
            break
        action, mine = choose(session.game, rng), session.player == 0
        sitting._act(action)
        p = session.game.state.players[1]
        played |= {names.staff(int(card)) for card in p.staff[: p.staff_size]}
        hidden |= {names.staff(int(card)) for card in p.hand[: p.hand_size]}
        said = capsys.readouterr().out
        if not mine:
            never = {name for name in hidden - played if name in said}
            assert not never, said
    assert len(hidden) > 5

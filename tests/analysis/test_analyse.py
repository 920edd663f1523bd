"""Any position is answered: the obvious move is found, what is hidden is not looked at."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import Result

from analysis.review import AskedPosition, analyse
from analysis.review.analyse import COLUMNS
from model import UserError, load_ruleset
from reports.commands.analyse import analyse as command
from simulate.actions import decode
from simulate.game import Game
from simulate.learned.advice import Adviser
from simulate.policies import chooser
from simulate.referee import from_state
from simulate.referee.writing import document_of, plain, read_file, text_of
from tests.analysis.test_review import document
from tests.runner import CliRunner


def table_of(*steps: str, **options) -> pd.DataFrame:
    return analyse(document(*steps), playouts=8, **options)


def run(tmp_path: Path, *words: str, text: str = "") -> Result:
    file = tmp_path / "position.json"
    if not file.exists():
        file.write_text(text_of(document()), "utf-8")
    named = "-" if text else str(file)
    return CliRunner().invoke(command, [named, "--playouts", "4", *words], input=text or None)


def test_the_obvious_move_is_first_and_clearly_better():
    """Two guests may move in, which is worth 10 VP at least; ending the turn is worth nothing."""
    table = table_of(moves=["end turn"])
    assert list(table.columns) == list(COLUMNS)
    assert table["move"][0].startswith("check in")
    last = table.iloc[-1]
    assert last["move"] == "end turn"
    assert last["behind"] >= 10
    assert last["clear"]
    assert table["win"][0] > 0.9 > 0.1 > last["win"]
    assert (table["vp_low"] <= table["vp"]).all()
    assert (table["vp"] <= table["vp_high"]).all()
    assert "moves from table" in table["line"][0]


def test_every_legal_move_is_listed_if_asked_for():
    position = AskedPosition.of(document())
    table = table_of(all_moves=True, top=1)
    assert sorted(table["move"]) == sorted(position.game.legal_words())
    assert (table["games"] > 0).sum() == 1
    assert table["vp"].isna().sum() == len(table) - 1


def test_the_same_question_has_the_same_answer_and_another_seed_samples_other_states():
    game = middle()
    ask = AskedPosition.of(game)
    first = analyse(ask, playouts=8, top=2)
    pd.testing.assert_frame_equal(first, analyse(AskedPosition.of(game), playouts=8, top=2))
    other = analyse(AskedPosition.of(game), playouts=8, top=2, seed=1)
    assert not np.array_equal(first["vp"], other["vp"])


def middle():
    """A turn of round 5, as a position without steps."""
    ruleset = load_ruleset("revised-2021")
    game = Game(ruleset, 2, seed=3)
    greedy = chooser("greedy", game.rules)
    while not (game.state.round_no == 5 and game.state.top == 1 and len(game.legal()) > 3):
        game.apply(greedy(game))
    return from_state(game, ruleset)


def test_what_the_other_holds_makes_no_difference():
    """Hands of others and decks are sampled: exchanging their cards changes nothing."""
    known = middle()
    data = json.loads(json.dumps(plain(known)))
    position = data["position"]
    mine = AskedPosition.of(known).player
    (other,) = (name for name in position["players"] if name != mine)
    hand, deck = position["players"][other]["hand"], position["staff_deck"]
    assert hand
    for i in range(len(hand)):
        hand[i], deck[-1 - i] = deck[-1 - i], hand[i]
    position["guest_deck"] = position["guest_deck"][::-1]
    swapped = analyse(document_of(data), playouts=8, top=2)
    pd.testing.assert_frame_equal(swapped, analyse(known, playouts=8, top=2))


EXAMPLE = Path(__file__).parents[2] / "examples" / "three_player_round.json"


def hands_played(monkeypatch: pytest.MonkeyPatch, ask: AskedPosition, **options) -> list[tuple]:
    """The hand of the seat that decides in each game that was played out, in order."""
    seen: list[tuple] = []
    play_out = Adviser.play_out

    def watched(self, game, lines, worlds, *rest, **named):
        for line in lines:
            player = line.game.state.players[game.player]
            seen.append(tuple(int(card) for card in player.hand[: player.hand_size]))
        return play_out(self, game, lines, worlds, *rest, **named)

    monkeypatch.setattr(Adviser, "play_out", watched)
    analyse(ask, playouts=8, top=2, **options)
    return seen


def test_an_own_hand_that_is_not_known_is_dealt_anew_for_each_state(monkeypatch):
    ask = AskedPosition.of(EXAMPLE, step=0)
    assert ask.dealt
    hands = hands_played(monkeypatch, ask)
    assert {len(hand) for hand in hands} == {5}
    assert len(set(hands)) >= 7, "of 8 states"
    table = analyse(AskedPosition.of(EXAMPLE, step=0), playouts=8, top=2)
    assert table.attrs["hands_dealt"]
    pd.testing.assert_frame_equal(table, analyse(ask, playouts=8, top=2))


def test_a_hand_that_is_known_is_the_same_in_each_state(monkeypatch):
    ask = AskedPosition.of(middle())
    assert not ask.dealt
    player = ask.game.state.players[ask.game.player]
    held = tuple(int(card) for card in player.hand[: player.hand_size])
    assert set(hands_played(monkeypatch, ask)) == {held}


def test_only_a_card_that_is_asked_about_is_held_in_each_state(monkeypatch):
    """After a die of 5 a card is played: which one, nobody knows but for the one asked about."""
    data = plain(read_file(EXAMPLE))
    data["steps"] = [{"by": "Clara", "do": "die 5"}]
    ask = AskedPosition.of(document_of(data))
    words = "hire Waitress"
    action = ask.action(words)
    assert isinstance(action, int)
    assert ask.open(action)
    assert not any("hire" in one for one in analyse(ask, playouts=8, all_moves=True)["move"])
    hands = hands_played(monkeypatch, ask, moves=[words])
    card = decode(action)[1]
    assert all(card in hand for hand in hands)
    table = analyse(ask, playouts=8, top=1, moves=[words])
    assert any(move.startswith("hire") for move in table["move"])


def test_more_cards_than_the_hand_has_places_for_are_refused():
    data = plain(read_file(EXAMPLE))
    data["position"]["players"]["Clara"]["hand"] = 1
    data["steps"] = [{"by": "Clara", "do": "die 5"}]
    with pytest.raises(UserError, match="no place for this card"):
        analyse(document_of(data), playouts=8, moves=["hire Waitress", "hire Sous-Chef"])


def test_a_forbidden_move_is_refused_with_its_clause():
    with pytest.raises(UserError, match=r"\[.+\]"):
        table_of(moves=["prepare 1.2"])
    reason = AskedPosition.of(document()).action("prepare 1.2")
    assert isinstance(reason, str)
    assert "[" in reason


@pytest.mark.parametrize(
    ("steps", "options", "said"),
    [
        (("end turn",), {}, "the game is over"),
        ((), {"step": 9}, "has 0 steps"),
        ((), {"policy": "greedy"}, "a player that plans"),
        ((), {"policy": "nobody"}, "nobody"),
        (("prepare 4.5",), {}, "step 1 is illegal"),
    ],
)
def test_what_cannot_be_answered_is_said_in_one_line(steps, options, said):
    with pytest.raises(UserError, match=said) as error:
        table_of(*steps, **options)
    assert "\n" not in str(error.value)


def test_a_step_of_a_transcript_is_asked_about():
    assert table_of("end turn", step=0)["move"][0].startswith("check in")


# --- the command --------------------------------------------------------------------------------


def test_the_command_prints_moves_and_lines(tmp_path: Path):
    done = run(tmp_path, "--move", "end turn")
    assert done.exit_code == 0, done.output
    assert "Anna to move in round 7" in done.output
    assert "check in" in done.output
    assert "end turn" in done.output


def test_the_json_is_as_documented(tmp_path: Path):
    done = run(tmp_path, "--json", "--all", "--move", "prepare 1.2", text=text_of(document()))
    assert done.exit_code == 1
    data = json.loads(done.stdout)
    assert data["format"] == "gah-analysis-1"
    assert {"player", "round", "policy", "ruleset", "seed", "legal"} <= set(data)
    assert [set(row) for row in data["moves"]] == [set(COLUMNS)] * data["legal"]
    assert data["moves"][-1]["vp"] is None or data["moves"][-1]["games"] > 0
    (refused,) = data["not_legal"]
    assert refused["move"] == "prepare 1.2"
    assert not refused["legal"]
    assert "[" in refused["reason"]


def test_the_command_says_why_a_move_is_forbidden(tmp_path: Path):
    done = run(tmp_path, "--move", "prepare 1.2")
    assert done.exit_code == 1
    assert "prepare 1.2: not legal:" in done.output


@pytest.mark.parametrize(
    "words", [("--step", "7"), ("--policy", "random"), ("--move", "sing"), ("--top", "0")]
)
def test_bad_questions_end_with_status_2(tmp_path: Path, words):
    done = run(tmp_path, *words)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_no_file_and_no_transcript_are_said_in_one_line(tmp_path: Path):
    missing = CliRunner().invoke(command, [str(tmp_path / "none.json")])
    assert missing.exit_code == 2
    broken = CliRunner().invoke(command, ["-"], input="{")
    assert broken.exit_code == 2
    assert "Traceback" not in missing.output + broken.output

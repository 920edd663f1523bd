"""What is told of single steps; of whole games: tests/commands/test_play.py."""

import json
import re

import pytest

from model import load_ruleset
from simulate.engine import codes as c
from simulate.engine.frames import push
from simulate.narration.changes import Changes
from simulate.narration.frames import frame_title
from simulate.narration.sentences import sentence
from simulate.narration.setting import board_lines
from simulate.narration.transcript import Narrator
from simulate.policies import chooser
from simulate.referee import parse
from simulate.referee.judge import Judge
from simulate.words.names import Names
from simulate.words.spelling import staff_index
from tests.scenarios.seat import guest_index
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.lobby import HOTELS


def names_of(t: Table) -> Names:
    return Names(t.ruleset, t.rules)


def told_effect(t: Table, row: int) -> str:
    """What is told of an effect that comes by itself."""
    push(t.state, c.F_EFFECT, 0, c.VP_TILES * 256)
    t.state.frames[t.state.top - 1].effect = row
    before = t.game.games.copy()[0]
    t.game.refresh()
    return frame_title(names_of(t), before, t.state, "reward of the tile: prepare a room free")


def test_an_emperors_reward_that_cannot_be_used_is_told():
    """A4: a room free; a full hotel has no place for it."""
    t = Table(tiles="A4 B1 C1", occupied="1.1-4.5")
    row = int(t.rules.tile_reward[sorted(t.ruleset.emperor_tile).index("A4")])
    assert told_effect(t, row).endswith("prepare a room free - cannot be used now")
    t = Table(tiles="A4 B1 C1", occupied="1.1")
    assert told_effect(t, row) == ""  # it stands in the line before


def test_bonuses_of_a_dance_that_come_before_an_action_without_a_die_are_told():
    """Guest 97 brings the action, which follows everything else: the row's bonus as well."""
    t = hall(guests={97: "all"}, kitchen="3 champagne", dice="1 1")
    t.does(next(words for words in t.options if words.startswith("dance") and "top" in words))
    action = next(a for a, words in zip(t.game.legal(), t.options) if words == "reward 1")
    told = sentence(names_of(t), t.state, action).text
    assert re.search(r"bonus of the top row of Apollosaal: gain 3 krones; reward of", told), told


def test_vp_of_the_final_scoring_are_told_in_the_order_in_which_they_come():
    """Cards in the order in which they lie, not in which they came; before them the entrance."""
    t = Table(HOTELS, entrance="ninas-melange", staff=[31, 27], occupied="1.3 1.4", round=7)
    g = t.state
    before = t.game.games.copy()[0]
    before["phase"] = c.PH_FINAL_STAFF
    p = g.players[0]
    cards = [staff_index(t.rules, number) for number in (31, 27)]
    entries = [int(g.staff_entry[card]) for card in cards]
    g.log[entries[0]].vp, g.log[entries[1]].vp = 2, 6
    # 27 came first
    for field in g.log.dtype.names:
        g.log[entries[0]][field], g.log[entries[1]][field] = (
            g.log[entries[1]][field].copy(), g.log[entries[0]][field].copy(),
        )  # fmt: skip
    before["log"]["seat"], before["log"]["card"] = g.log["seat"], g.log["card"]
    p.vp_by[c.VP_STAFF] += 8
    p.vp_by[c.VP_ENTRANCE] += 3
    p.vp += 11
    told = [text for text in Changes(names_of(t), before, g).of_player(0) if "VP for" in text]
    assert [text.split(" VP")[0] for text in told] == ["+3", "+2", "+6"]
    assert [int(re.search(r"total (\d+)", text)[1]) for text in told] == [3, 5, 11]


@pytest.mark.parametrize(
    ("due", "left", "told"),
    [
        (False, 1, "One die is put away, 1 die is rolled again: "),
        (False, 2, "One die is put away, 2 dice are rolled again: "),
        (True, 1, "1 die is rolled again: "),
        (True, 2, "2 dice are rolled again: "),
    ],
)
def test_dice_that_are_rolled_again_are_counted(due, left, told):
    """``due``: a coloured die was put away by choice, and the others are rolled then."""
    narrator = Narrator(load_ruleset(), 2, 1, 0, ["random", "random"])
    before, g = narrator.game.games.copy()[0], narrator.state
    g["phase"] = c.PH_TURNS
    g["dice_left"], g["dice"][3] = left, left
    before["roll_due"], g["rerolls"] = due, int(not due)
    narrator._between_turns(before)
    assert re.fullmatch(rf"(All have .*\)\. )?{told}.*", narrator._lines[-1].text)


def test_the_reward_of_the_first_guest_of_a_position_bears_the_guests_name():
    """The first entry of the log is a guest there, so that the source of the reward is 0."""
    told = 0
    ruleset = load_ruleset("revised-2021")
    for number, card in sorted(ruleset.guest.items()):
        if not card.reward:
            continue
        seat = {"krones": 5, "vacant": "1.1-1.5", "guests": {str(number): "all"}, "hand": 3}
        position = {"round": 2, "turn": "Anna", "dice": "1 1 3 3 5", "players": {"Anna": seat}}
        judge = Judge(parse(json.dumps({
            "format": "gah-transcript-1", "rules": "revised-2021", "players": ["Anna", "Ben"],
            "position": position,
        })))  # fmt: skip
        list(judge.steps())
        game = judge.stepper.game()
        narrator = Narrator(ruleset, 2, 1, 0, ["one", "two"])
        (action, *_) = [
            one
            for one, words in zip(game.legal(), game.legal_words(), strict=True)
            if words.startswith("check in")
        ]
        lines = [line.text for line in narrator.turn(game, [action])]
        game.apply(action)
        lines += [
            sentence(narrator.names, game.state, one).text
            for one, words in zip(game.legal(), game.legal_words(), strict=True)
            if words.startswith("reward")
        ]
        text = "; ".join(lines)
        assert "reward of :" not in text
        named = re.findall(r"reward of (\d+ [^:;]+):", text)
        assert set(named) <= {narrator.names.guest(guest_index(narrator.names.rules, number))}
        told += bool(named)
    assert told > 20


def test_no_line_has_an_empty_part():
    """In this game guests move in for whom no staff pay: with a group completed, and guest 97."""
    narrator = Narrator(load_ruleset("revised-2021"), 2, 7, 0, ["greedy", "greedy"])
    pick = chooser("greedy", narrator.game.rules)
    lines = [line.text for line in narrator.tell(lambda game, _: pick(game))]
    assert any("occupancy bonus" in line for line in lines)
    assert any("reward of 97" in line for line in lines)
    assert [line for line in lines if "; ;" in line or line.endswith(";")] == []


@pytest.mark.parametrize(("players", "whose"), [(2, "Seat 1 and Seat 2"), (4, "all seats")])
def test_a_hotel_plan_shared_by_all_is_named_once(players: int, whose: str):
    narrator = Narrator(load_ruleset(), players, 1, 0, ["random"] * players)
    assert next(board_lines(narrator.names, narrator.state)) == f"floor  {whose}, night"

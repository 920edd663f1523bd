"""A review finds what a choice cost, and blames neither good play nor the order of equals."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from analysis.review import Review, folder_of, proof, review_of
from analysis.review.choices import MATTERS, weighed
from analysis.review.figures import Figure, lower_bound
from analysis.review.moments import Moment, played
from model import UserError
from reports.commands.review import review
from reports.review_text import explained
from simulate.learned.advice import Adviser
from simulate.referee.judge import Judge
from simulate.referee.writing import document_of, text_of

# The last turn of a game: 85 Major (red, 3 VP) and 69 Countess (blue, 7 VP), who bring 3 krones
# each, may move in, and Ben, who has played, is a few VP ahead.
POSITION = {
    "round": 7, "turn": "Anna", "dice": "3 4", "so_far": ["action"], "row": [],
    "tiles": ["A1", "B2", "C1"], "politics": ["A-krones", "B-floors", "C-three-each"],
    "players": {
        "Anna": {
            "krones": 2, "emperor": 9, "vp": 20, "vacant": "1.1 1.3", "turns_taken": 1,
            "guests": {"69": "all", "85": "all"},
        },
        "Ben": {"vp": 26, "emperor": 9, "turns_taken": 2},
    },
}  # fmt: skip


def document(*steps, **anna):
    position = json.loads(json.dumps(POSITION))
    position["players"]["Anna"] |= anna
    head = {"format": "gah-transcript-1", "rules": "revised-2021", "players": ["Anna", "Ben"]}
    return document_of({**head, "position": position, "steps": list(steps)})


@cache
def reviewed(*steps: str) -> Review:
    return review_of(document(*steps))


def adviser_of(judge: Judge) -> Adviser:
    return Adviser(judge.lexicon.program, 2)


def test_a_turn_ended_too_early_is_a_blunder_and_the_better_move_is_named():
    found = reviewed("end turn")
    (choice,) = found.choices
    assert choice.blunder
    assert choice.rank > 1
    assert choice.plain(found.game.lexicon.names)["best"].startswith("check in")
    assert choice.played_out is not None
    # 10 VP of guests are the least that was left; what moving in brings beside them is the rest.
    assert 10 <= choice.played_out.vp.mean <= 40
    assert choice.played_out.win.mean > 0
    assert [one.moment.step for one in found.mattered(0)] == [1]


def test_good_play_in_either_order_costs_nothing():
    legal = Judge(document()).stepper.legal_words()
    first = [words for words in legal if words.startswith("check in")]
    assert len(first) >= 2
    for words in first:
        steps = [words]
        referee = Judge(document(words))
        referee.judge()
        while not referee.stepper.over:
            legal = referee.stepper.legal_words()
            kept = [w for w in legal if w.startswith(("reward", "occupancy", "check in"))]
            steps.append((kept or legal)[0])
            referee = Judge(document(*steps))
            assert referee.judge().ok
        for choice in review_of(document(*steps)).choices:
            assert not choice.blunder
            assert choice.thought.vp.mean < MATTERS


def test_actions_whose_best_plans_end_alike_are_worth_the_same():
    referee = Judge(document())
    game, adviser = referee.stepper.game(), adviser_of(referee)
    actions = [a for a, w in zip(game.legal(), game.legal_words()) if w.startswith("check in")]
    worths = adviser.weigh(game, actions, 8)
    assert worths.shape == (8, len(actions), 3)
    assert np.ptp(worths, axis=1).max() == 0


def test_the_same_question_has_the_same_answer_and_other_worlds_another():
    referee = Judge(document())
    game, adviser = referee.stepper.game(), adviser_of(referee)
    before = game.games.copy()
    first = adviser.weigh(game, game.legal(), 4)
    assert np.array_equal(first, adviser.weigh(game, game.legal(), 4))
    assert np.array_equal(first, adviser_of(referee).weigh(game, game.legal(), 4))
    assert np.array_equal(before, game.games), "looking changes nothing"


def test_a_decision_with_one_option_is_not_judged():
    found = played(document("end turn"))
    game = found.moments[0].game
    assert found.moments[0].judged
    alone = Moment(1, found.end, 0, 0)
    assert not alone.judged
    assert weighed(Adviser(game.program, 2), found.moments[0]).candidates > 1


def test_the_outlook_ends_as_the_game_did():
    found = reviewed("end turn")
    assert found.outlooks[-1].win == (0.0, 1.0)
    assert sum(found.outlooks[0].win) == pytest.approx(1)


def test_a_transcript_that_is_not_in_order_is_refused():
    with pytest.raises(UserError, match="step 1 is illegal"):
        review_of(document("prepare 4.5"))


def test_intervals_cover_as_often_as_they_say():
    """Of 2,000 samples from a skewed distribution of mean 1; 0.93 to 0.97 is beyond 4 errors."""
    rng = np.random.default_rng(7)
    samples = rng.gamma(4, 0.25, (2000, 200))
    figures = [Figure.of(one) for one in samples]
    assert 0.93 < np.mean([one.low <= 1 <= one.high for one in figures]) < 0.97
    # A bound at 1% is exceeded by the truth but for 1%: at most 2% is 4 errors away.
    assert np.mean([lower_bound(one, 0.01) > 1 for one in samples]) < 0.02


def test_many_reviews_add_up():
    one = reviewed("end turn")
    whole = folder_of([one, one])
    assert whole.games == 2 * len(one.seats)
    assert whole.whole.decisions == 2 * len(one.choices)
    assert sum(kind.decisions for kind in whole.kinds) == whole.whole.decisions
    assert whole.whole.blunders == 2
    assert whole.instead[0][0] == "end the turn"


def row(cost: float, named: bool, planted: float | None = 8.0) -> dict:
    return {"planted": planted, "blunder": named, "cost": {"mean": cost}}


# Of four planted moves, three that cost 5 VP or more, two are named; of the strong player's own
# moves two are, one of which costs nothing.
TRIAL = {
    "rules": "original-2015", "players": 3, "check": 77, "review": proof.settings(),
    "games": [
        {"decisions": 200, "rows": [row(9, True), row(5, True), row(3, True, None)]},
        {"decisions": 104, "rows": [row(6, False), row(2, False), row(0.2, True, None)]},
    ],
}  # fmt: skip


def test_what_a_review_promises_is_what_its_record_says_and_nothing_without_one(tmp_path: Path):
    record, found = tmp_path / "review.json", reviewed("end turn")
    bare = explained(found, record)
    record.write_text(json.dumps(TRIAL), "utf-8")
    rate, alarms = explained(found, record)[len(bare) :]
    assert "2 games" in rate
    assert "original-2015, 3 players" in rate
    assert "4 moves were replaced" in rate
    assert "2 of 3 (67%, 21 to 94) of those that cost 5 VP or more by 77 games" in rate
    assert "2 of 4 (50%, 15 to 85) of all" in rate
    assert "Of 300 other decisions, in 6 games of a seat, 2 were named" in alarms
    assert "1 of these cost less than 1 VP" in alarms
    record.write_text(json.dumps({**TRIAL, "review": {**proof.settings(), "screen": 1}}), "utf-8")
    assert explained(found, record) == bare, "of reviews that judged otherwise"


def test_the_command_tells_and_writes(tmp_path: Path):
    file = tmp_path / "game.json"
    file.write_text(text_of(document("end turn")), "utf-8")
    done = CliRunner().invoke(review, [str(file), "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    (choice,) = data["games"]["game.json"]["choices"]
    assert choice["blunder"]
    assert choice["played"] == "end turn"
    page = tmp_path / "page.html"
    done = CliRunner().invoke(review, [str(tmp_path), "--html", str(page)])
    assert "a blunder" in done.output
    assert "Chance to win" in page.read_text("utf-8")
    assert CliRunner().invoke(review, []).exit_code == 2

"""Transcripts of games with modules: replayed, gone on with from positions, told and refused."""

import json
import random

import pytest

from model import load_ruleset
from simulate import Game
from simulate.referee import Recorder, from_state, judge, parse, text_of
from simulate.referee.judge import Judge
from simulate.referee.position import at_turn
from simulate.referee.writing import document_of
from tests.referee.test_replay import without_sources

BUSY = (
    "check in", "reward", "claim", "place", "prepare", "serve", "occup", "use", "hire", "dance",
    "send", "take key", "bid 0", "bid 1 ", "swap", "pay", "token", "row", "section", "steps",
)  # fmt: skip
SPECS = [
    "revised-2021+ballrooms", "revised-2021+celebrities", "revised-2021+unique-hotels",
    "revised-2021+start-player", "revised-2021+more", "revised-2021+lets-waltz",
    "original-2015+lets-waltz+agatha-christie+stroup", "revised-2021+lets-waltz+draft",
    "revised-2021+lets-waltz+sweep+auto-claim+turn-without-dice+herlius+rowe-smith",
]  # fmt: skip


def played(spec, players, seed, favoured=BUSY, positions=2):
    """(game at its end, recorders: from the beginning, then from turns in the middle)."""
    ruleset, rng = load_ruleset(spec), random.Random(seed)
    game = Game(ruleset, players, seed)
    recorders = [Recorder(ruleset, game)]
    while not game.over:
        liked = [w for w in game.legal_words() if w.startswith(favoured)]
        words = rng.choice(liked if liked and rng.random() < 0.7 else game.legal_words())
        if len(recorders) <= positions and at_turn(game.state) and rng.random() < 0.04:
            recorders.append(Recorder(ruleset, game))
            assert judge(from_state(game, ruleset)).ok
        for recorder in recorders:
            recorder.add(words)
        game.apply(words)
    return game, recorders


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("spec", SPECS)
def test_replay_from_the_beginning_and_from_positions(spec, seed):
    game, (recorder, *others) = played(spec, 2 + seed, seed)
    text = text_of(recorder.document())
    referee = Judge(parse(text))
    verdict = referee.judge()
    assert verdict.ok, verdict.first_fault
    assert verdict.over
    assert list(verdict.vp.values()) == game.scores()
    for mine, its in zip(game.state.players, referee.stepper.g.players):
        assert mine["vp_by"].tolist() == its["vp_by"].tolist()
    assert others
    for other in others:
        verdict = judge(parse(text_of(without_sources(other))))
        assert verdict.ok, verdict.first_fault
        assert verdict.over


def test_celebrities_are_shuffled_as_it_is_told():
    """In rounds of taking dice fast the celebrities run out, and the discards come back."""
    for seed in range(8):
        _, (recorder, *_) = played(
            "revised-2021+celebrities", 2, seed, ("die 1 red", "die 2 blue", "die", "end"), 0
        )
        document = recorder.document()
        told = [step for step in document.steps if step.kind == "celebrities"]
        if told:
            break
    else:
        raise AssertionError("no game in which celebrities were shuffled")
    assert judge(document).ok
    steps = [step for step in document.steps if step.kind != "celebrities"]
    verdict = judge(document.model_copy(update={"steps": steps}))
    assert verdict.worst == "missing"
    assert "their new order" in verdict.faults[0].reason


def hall(*steps, **anna):
    """The verdict on steps of Anna's turn under all modules; ``anna``: what she has."""
    position = {
        "turn": "Anna", "dice": "1 1 2 red2 3 blue5 5", "row": [76, 85, 66, 56, 70],
        "politics": ["A-krones", "B-floors", "C-three-each"], "tiles": ["A1", "B2", "C1"],
        "ballrooms": ["apollosaal", "Odeonsaal", "Zum Sperl"],
        "lounge": ["Albert Einstein", "Marie Curie", "gandhi"], "waited": "2 0 1",
        **anna.pop("head", {}),
    }  # fmt: skip
    ben = anna.pop("ben", {"rehearsal": "two"})
    rules = anna.pop("rules", "revised-2021+lets-waltz")
    anna = {"krones": 9, "rehearsal": "one", **anna}
    return judge(
        document_of(
            {
                "format": "gah-transcript-1",
                "rules": rules,
                "players": ["Anna", "Ben"],
                "position": {**position, "players": {"Anna": anna, "Ben": ben}},
                "steps": list(steps),
            }
        )
    )


FULL = {"guests": {"65": "all", "162": "all"}, "kitchen": "3 champagne 2 wine", "vacant": "1.1"}
LATER = {**FULL, "rules": "revised-2021+lets-waltz+draft-reward-first"}


@pytest.mark.parametrize(
    ("steps", "anna"),
    [
        (["dance Knight of the Empire", "send to 1.top from section 1"], LATER),
        (["dance 65", "send to balcony from section 4"], LATER),
        (["dance 65 to 1.top from section 1"], FULL),
        (["dance Knight of the Empire to top row of Apollosaal from section 1"], FULL),
        (["dance table 1 to the middle row of odeonsaal from section 2"], FULL),
        (["dance 65 to Zum Sperl, bottom row from section 3"], FULL),
        (["dance 65 to balcony from section 4"], FULL),
        (["take key", "choose wine", "copy 4", "steps 1"], {}),
        (["take the skeleton key", "choose wine", "stop"], {}),
        (["die 2 red"], {}),
        (["die red +1"], {}),
        (["die Blue"], {}),
        (["use Albert Einstein", "swap wine for cake"],
         {"celebrities": {"yellow": "einstein"}, "kitchen": "1 wine",
          "head": {"lounge": [None, "Marie Curie"], "waited": ""}}),
        (["use einstein", "stop"],
         {"celebrities": {"yellow": "einstein"}, "kitchen": "1 wine",
          "head": {"lounge": [None, "marie curie"], "waited": ""}}),
        (["ignore good on Baroness"],
         {"celebrities": {"red": "freud"}, "guests": {"75": "2 wine 1 coffee"}}),
        (["use own tile A3", "stop"],
         {"entrance": "The Grand Wray Hotel", "emperor": 3, "hand": [9],
          "head": {"own_tiles": "A3 A4", "staff_deck": [1, 2, 3]}}),
        (["die 3 moving white from 2"], {"entrance": "kozi-palace"}),
        (["claim own A-krones"],
         {"krones": 20, "entrance": "ninas melange",
          "head": {"own_politics": ["A-krones"], "politics": []}}),
    ],
)  # fmt: skip
def test_understood(steps, anna):
    verdict = hall(*steps, **anna)
    assert verdict.ok, verdict.first_fault
    assert len(verdict.steps) == len(steps)


@pytest.mark.parametrize(
    ("words", "says", "anna"),
    [
        ("dance 65 to 1.top from section 1", "dance.draft-reward-first", LATER),
        ("dance 65", "dance.draft-reward-first", {**LATER, "kitchen": "2 wine"}),
        ("dance 65", "dance.payment-first", FULL),
        ("dance 65 to 1.top from section 1", "dance.price", {**FULL, "kitchen": "2 champagne"}),
        ("dance 65 to 1.top from section 1", "dance.any-section", {**FULL, "resting": "0 2 3 4"}),
        ("dance 65 to Goldener Strauß, top row from section 1", "is not in this game", FULL),
        ("dance Pope to 1.top from section 1", "guest.162", FULL),
        ("dance table 3 to 1.top from section 1", "check-in.filled-order", FULL),
        ("die 3 red", "no red die lies on action space 3", {}),
        ("die yellow", "the yellow die does not lie", {}),
        ("die red", "coloured-dice.must-pay", {"krones": 0}),
        ("die 3 moving white from 2", "entrance.kozi-palace", {}),
        ("die 3 moving red from 4", "entrance.kozi-palace.neighbours",
         {"entrance": "kozi-palace"}),
        ("die 4 moving white from 3", "entrance.kozi-palace.empty-space",
         {"entrance": "kozi-palace"}),
        ("use Einstein", "does not help Anna", {}),
        ("use celebrity 1", "lounge.meet", {}),
        ("use celebrity 1", "helps by being there", {"celebrities": {"red": "freud"}}),
        ("ignore good on 65", "celebrity.freud", FULL),
        ("take key", "skeleton-key.not-after-passing", {"has_passed": True}),
        ("take key", "skeleton-key.either-turn", {"head": {"key": "Ben"}}),
        ("take key", "skeleton-key.instead", {"head": {"so_far": ["action"]}}),
        ("use own tile A3", "entrance.grand-wray.tiles", {"head": {"own_tiles": "A3 A4"}}),
        ("use own tile A3", "steps back",
         {"entrance": "grand-wray", "head": {"own_tiles": "A3 A4"}}),
        ("use own tile A3", "entrance.grand-wray.used-up",
         {"entrance": "grand-wray", "own_tiles": "A4", "head": {"own_tiles": "A3 A4"}}),
        ("use own tile A4", "entrance.grand-wray.nothing",
         {"rules": {"spec": "revised-2021+lets-waltz", "rulings": {"wray-nothing": "no"}},
          "entrance": "grand-wray", "emperor": 3, "head": {"own_tiles": "A3 A4"},
          "occupied": " ".join(f"{floor}.{column}" for floor in "1234" for column in "12345")}),
        ("claim own A", "is not met",
         {"entrance": "ninas-melange", "head": {"own_politics": ["A-krones"], "politics": []}}),
        ("claim own A", "entrance.ninas-melange.once",
         {"entrance": "ninas-melange", "own_claimed": "A",
          "head": {"own_politics": ["A-krones"], "politics": []}}),
        ("send to 1.top from section 1", "belongs to an effect that sends a dancer", {}),
        ("bid 3 on entrance 1", "belongs to the auction", {}),
        ("row bonus", "dance.row-bonus", {}),
        ("pass", "the turn has begun", {"head": {"so_far": ["tile"]}}),
    ],
)  # fmt: skip
def test_refused_with_the_reason(words, says, anna):
    verdict = hall({"illegal": words, "because": says}, **anna)
    assert verdict.ok, verdict.first_fault


def test_a_wrong_reason_is_not_taken():
    verdict = hall({"illegal": "die yellow", "because": "dance.price"})
    assert verdict.worst == "failed"


STATE = {
    "entrance": "Hotel Dove", "tokens": "2 4", "dancers": "1.top 3.bottom 3.bottom",
    "resting": "1 2 0 2", "celebrities": {"blue": "Sigmund Freud"}, "staff": [9],
    "head": {
        "key": "Ben", "first_player": "Ben", "celebrity_deck": ["Charles Chaplin"],
        "celebrity_discard": ["Mata Hari"], "own_tiles": "A3 B3", "own_politics": ["B-columns"],
        "guest_discard": [49, 50], "kept": [50],
    },
}  # fmt: skip
CLAIMS = {
    "dice": "red2 5 blue5 3 2 1 1", "key": "Ben", "first_player": "Ben",
    "ballrooms": ["Apollosaal", "odeonsaal", "zum-sperl"],
    "lounge": ["einstein", "curie", "Mahatma Gandhi"], "waited": [2, 0, 1],
    "celebrity_deck": ["chaplin"], "celebrity_discard": ["mata-hari"], "kept": [50],
    "own_tiles": "B3 A3", "own_politics": ["B-columns"],
    "players.Anna.entrance": "dove", "players.Anna.tokens": [2, 4],
    "players.Anna.dancers": {"1.top": 1, "3.bottom": 2}, "players.Anna.resting": "1 2 0 2",
    "players.Anna.celebrities": {"blue": "freud"}, "players.Anna.celebrities_used": [],
    "players.Anna.rehearsal": "Rehearsal room one", "players.Anna.used_up": [],
}  # fmt: skip


def test_all_of_it_can_be_claimed():
    verdict = hall({"expect": CLAIMS}, {"show": True}, **STATE)
    assert verdict.ok, verdict.first_fault
    json.dumps(verdict.plain())


OTHERWISE = {
    "dice": "red3 5 blue5 3 2 1 1", "key": "Anna", "first_player": "Anna",
    "ballrooms": ["odeonsaal", "Apollosaal", "zum-sperl"],
    "lounge": ["einstein", "curie", None], "waited": [2, 0, 0],
    "celebrity_deck": ["tolkien"], "celebrity_discard": [], "kept": [49],
    "own_tiles": "A3", "own_politics": [],
    "players.Anna.entrance": "kaufman", "players.Anna.tokens": [4],
    "players.Anna.dancers": {"1.top": 1, "3.bottom": 1}, "players.Anna.resting": "1 2 1 2",
    "players.Anna.celebrities": {"red": "freud"}, "players.Anna.celebrities_used": ["freud"],
    "players.Anna.rehearsal": "two", "players.Anna.used_up": [9],
}  # fmt: skip


@pytest.mark.parametrize("claim", sorted(OTHERWISE))
def test_a_wrong_claim_is_found(claim):
    verdict = hall({"expect": {claim: OTHERWISE[claim]}}, **STATE)
    assert verdict.worst == "failed"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"head": {"ballrooms": ["Apollosaal"]}}, "1 ballrooms; 3 are in play"),
        (
            {"head": {"ballrooms": ["Apollosaal", "odeonsaal", "Grand Hall"]}},
            "there is no ballroom",
        ),
        ({"head": {"lounge": ["freud", "freud", None], "waited": ""}}, "same celebrity"),
        ({"head": {"waited": "9 0 0"}}, "waiting time is at most"),
        ({"celebrities": {"red": "Marie Curie"}}, "waits in the lounge"),
        ({"dancers": "1.top " * 19}, "seats"),
        ({"resting": "9 9 9 9"}, "the sections have room for"),
        ({"resting": "1 2 3 4", "rehearsal": None}, "say which"),
        ({"tokens": "9", "entrance": "dove"}, "bonus tokens are numbered"),
        ({"own_claimed": "A"}, "no personal politics card A"),
        ({"entrance": "Hotel Sacher"}, "there is no hotel entrance"),
        ({"kept": [76]}, "not among the discarded"),
        ({"head": {"dice": "red1 red2"}}, "one die of each colour"),
    ],
)
def test_what_cannot_be(wrong, says):
    with pytest.raises(ValueError, match=says):
        hall("pass", **wrong)


def test_coloured_dice_are_rolled_as_long_as_they_are_in_play():
    end = [{"by": "Anna", "do": "pass"}, {"by": "Ben", "do": "pass"}]
    good = hall(*end, {"roll": "1 2 3 4 red5 blue5"})
    assert good.ok, good.first_fault
    bad = hall(*end, {"roll": "1 2 3 4 red5 yellow5"})
    assert bad.worst == "illegal"
    assert "coloured dice rolled here are: red, blue" in bad.steps[-1].reason

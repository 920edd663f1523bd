"""A game written down and replayed by the referee is the same game to its end."""

import random

import pytest

from model import load_ruleset
from model.patch import Patch
from simulate import Game
from simulate.referee import Recorder, from_state, judge, parse, record, text_of
from simulate.referee.judge import Judge
from simulate.referee.position import at_turn
from simulate.referee.rules import patched

BUSY = ("check in", "reward", "claim", "place", "prepare", "serve", "occup", "use", "hire")


def chooser(seed, favoured=BUSY):
    rng = random.Random(seed)

    def choose(game):
        liked = [a for a, w in zip(game.legal(), game.legal_words()) if w.startswith(favoured)]
        return rng.choice(liked if liked and rng.random() < 0.7 else game.legal())

    return choose


GAMES = [
    ("original-2015", {}, 2, 3, BUSY),
    ("revised-2021", {"hands": "draft"}, 3, 5, BUSY),
    ("original-2015", {"boards": "day", "promos": "with"}, 4, 8, BUSY),
    ("revised-2021", {"hands": "beginner"}, 4, 2, ("guest", *BUSY)),
]


@pytest.mark.parametrize(("spec", "options", "players", "seed", "favoured"), GAMES)
def test_replay_of_a_whole_game(spec, options, players, seed, favoured):
    ruleset = load_ruleset(spec, **options)
    game = Game(ruleset, players, seed)
    recorder, choose = Recorder(ruleset, game), chooser(seed, favoured)
    while not game.over:
        action = choose(game)
        recorder.add(action)
        game.apply(action)
    text = text_of(recorder.document())
    referee = Judge(parse(text))
    verdict = referee.judge()
    assert verdict.ok, verdict.first_fault
    assert verdict.over
    assert verdict.ruleset_hash == ruleset.hash
    g = referee.stepper.g
    for mine, its in zip(game.state.players, g.players):
        assert mine["vp_by"].tolist() == its["vp_by"].tolist()
    assert list(verdict.vp.values()) == game.scores()
    assert text_of(parse(text)) == text


def test_replay_of_passing_and_rerolls():
    document = record(load_ruleset("revised-2021"), 2, 4, chooser(4, ("pass",)))
    rolls = [step for step in document.steps if step.kind == "roll"]
    assert len(rolls) > 20
    assert judge(document).ok


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_a_coloured_die_put_away_before_a_roll_is_recorded_and_judged(seed):
    """The other dice are rolled at once, and nobody decides anything before they are known."""
    document = record(load_ruleset("revised-2021+celebrities"), 2, seed, chooser(seed, ("pass",)))
    kinds = [step.kind for step in document.steps]
    chosen = [i for i, step in enumerate(document.steps) if str(step.do).startswith("remove die")]
    assert any(kinds[i + 1] == "roll" for i in chosen)
    assert judge(document).ok


ALL_MODULES = "revised-2021+lets-waltz"
LOUNGES = ["revised-2021+celebrities", ALL_MODULES, f"{ALL_MODULES}+draft"]


def recorded_and_judged(spec, seeds, favoured):
    """Random games of 2 to 4 players; returns (games in which a coloured die was put away, all)."""
    ruleset, put_away = load_ruleset(spec), 0
    for seed in seeds:
        document = record(ruleset, 2 + seed % 3, seed, chooser(seed, favoured))
        verdict = judge(document)
        assert verdict.ok, (seed, verdict.first_fault)
        put_away += any(str(step.do).startswith("remove die") for step in document.steps)
    return put_away, len(seeds)


@pytest.mark.parametrize("spec", LOUNGES)
def test_games_in_which_dice_run_out_are_recorded_and_judged(spec):
    put_away, games = recorded_and_judged(spec, range(4), ("pass",))
    assert put_away == games


@pytest.mark.long
@pytest.mark.parametrize("spec", LOUNGES)
def test_hundreds_of_random_games_with_celebrities_are_recorded_and_judged(spec):
    put_away, _ = recorded_and_judged(spec, range(300), ())
    assert put_away


def test_replay_under_a_patch_tree():
    """Few guests, so that the discard pile is shuffled."""
    base = load_ruleset("revised-2021")
    numbers = sorted(base.guests_in_play)
    patch = Patch(id="few", remove=tuple(f"guest.{number}" for number in numbers[17:]))
    ruleset = patched(base, patch)
    document = record(ruleset, 2, 3, chooser(3, ("guest", *BUSY)), patches=[patch])
    assert any(step.kind == "reshuffle" for step in document.steps)
    text = text_of(document)
    assert judge(parse(text)).ok


def test_patched_rules_need_their_patches():
    ruleset = patched(load_ruleset(), Patch(id="dear", set={"staff.17.cost": 9}))
    with pytest.raises(ValueError, match="needs the patches themselves"):
        Recorder(ruleset, Game(ruleset, 2, 1))


@pytest.mark.parametrize(
    ("spec", "options", "players"),
    [("original-2015", {"boards": "day"}, 3), ("revised-2021", {}, 2)],
)
def test_game_goes_on_from_a_position_as_it_did(spec, options, players):
    """From any turn of a game its rest is a transcript that holds."""
    ruleset, rng = load_ruleset(spec, **options), random.Random(1)
    game, choose, recorders = Game(ruleset, players, 11), chooser(11), []
    tried = 0
    while not game.over:
        action = choose(game)
        if at_turn(game.state) and rng.random() < 0.05 and len(recorders) < 4:
            recorders.append(Recorder(ruleset, game))
            assert judge(from_state(game, ruleset)).ok
            tried += 1
        for recorder in recorders:
            recorder.add(action)
        game.apply(action)
    assert tried
    for recorder in recorders:
        document = parse(text_of(without_sources(recorder)))
        verdict = judge(document)
        assert verdict.ok, verdict.first_fault
        assert verdict.over


def without_sources(recorder):
    """A position does not say where VP came from, so the end cannot either."""
    for row in (result := recorder.result())["players"].values():
        del row["vp_from"]
    from simulate.referee.writing import document_of

    return document_of({**recorder.data, "steps": [*recorder.steps, {"expect": result}]})


def test_position_within_a_decision_is_refused():
    ruleset = load_ruleset()
    game = Game(ruleset, 2, 1)
    with pytest.raises(ValueError, match="only if the pending decision is a turn"):
        from_state(game, ruleset)

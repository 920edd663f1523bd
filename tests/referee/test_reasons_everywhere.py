"""Whatever is illegal in games has a reason of its own, and its clauses exist."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import load_ruleset
from model.clauses import clauses
from simulate import Game, referee
from simulate.actions import encode, to_words
from simulate.decisions.registry import FRAMES
from simulate.engine import codes as c
from simulate.referee.reasons import Case, explain
from simulate.referee.stepper import Stepper
from simulate.words.lexicon import Lexicon

BUSY = ("check in", "reward", "claim", "place", "prepare", "serve", "occup", "use", "hire")
CARDS = (c.USE_STAFF, c.HIRE, c.BURY, c.REMOVE_STAFF, c.COPY_FINAL, c.DRAFT)
PLAIN = (
    c.PASS, c.END_TURN, c.SERVE, c.DO_MAIN, c.OCCUPANCY_BONUS, c.STAFF_BONUS, c.STOP,
    c.TAKE_PENALTY, c.LOSE_VP, c.AVERT,
)  # fmt: skip
FACE, GOOD, ROOM = st.integers(1, 6), st.integers(0, 3), st.integers(0, c.ROOMS - 1)
TABLE = st.integers(0, 2)

ACTIONS = st.one_of(
    st.builds(encode, st.sampled_from(PLAIN)),
    st.builds(encode, st.just(c.DIE), FACE, st.integers(0, 3), st.integers(0, 2)),
    st.builds(encode, st.just(c.SPACE), FACE, st.just(0), st.integers(0, 2)),
    st.builds(encode, st.just(c.COPY), FACE),
    st.builds(encode, st.just(c.TAKE_GUEST), st.integers(0, 5)),
    st.builds(encode, st.sampled_from(CARDS), st.integers(0, 47)),
    st.builds(encode, st.sampled_from([c.PREPARE, c.OCCUPY, c.REMOVE_ROOM]), ROOM),
    st.builds(encode, st.just(c.CHECK_IN), TABLE, ROOM),
    st.builds(encode, st.just(c.CLAIM), TABLE),
    st.builds(encode, st.sampled_from([c.DIE_BONUS, c.REWARD, c.FILL]), TABLE),
    st.builds(encode, st.just(c.SPLIT), st.integers(0, 9), st.integers(0, 4)),
    st.builds(encode, st.just(c.STEPS), st.integers(0, 12)),
    st.builds(encode, st.sampled_from([c.KEEP, c.CHOOSE_GOOD]), GOOD),
    st.builds(encode, st.just(c.PLACE), GOOD, TABLE),
)

RULESETS = [
    ("original-2015", {"boards": "day", "promos": "with"}, 4),
    ("revised-2021", {"hands": "draft"}, 2),
]


@pytest.fixture(scope="module")
def positions():
    """(lexicon, stepper) of random games, with every kind of decision that they have."""
    found = []
    for spec, options, players in RULESETS:
        ruleset = load_ruleset(spec, **options)
        lexicon = Lexicon(ruleset, [f"P{seat}" for seat in range(players)])
        for seed in range(3):
            rng, seen = random.Random(seed), dict.fromkeys(FRAMES, 0)
            game = Game(lexicon.program, players, seed)
            while not game.over:
                kind = int(game.state.frames[game.state.top - 1].kind)
                if seen[kind] < 6 and rng.random() < 0.4:
                    seen[kind] += 1
                    stepper = Stepper(lexicon.program, game.games.copy(), None)
                    stepper.run()
                    found.append((lexicon, stepper))
                liked = [words for words in game.legal_words() if words.startswith(BUSY)]
                game.apply(rng.choice(liked if liked and rng.random() < 0.6 else game.legal()))
    return found


@settings(max_examples=300)
@given(st.data())
def test_every_illegal_action_has_a_reason(positions, data):
    lexicon, stepper = data.draw(st.sampled_from(positions))
    action = data.draw(ACTIONS)
    if stepper.allows(action):
        return
    before = stepper.games.tobytes()
    case = Case(lexicon, stepper.g, stepper.frame, action, tuple(stepper.legal()))
    reason = explain(case)
    words = to_words(lexicon.rules, action)
    assert not reason.generic, (words, stepper.legal_words())
    assert reason.text
    assert set(reason.clauses) <= set(clauses())
    assert stepper.games.tobytes() == before


def test_positions_hold_many_kinds_of_decisions(positions):
    kinds = {int(stepper.frame.kind) for _, stepper in positions}
    assert len(kinds) >= 14


def test_every_clause_that_a_reason_names_exists():
    """Ids are written into the code as text; one that was renamed would be left out silently."""
    folder = Path(referee.__file__).parent
    decisions = folder.parent / "decisions"
    files = [*decisions.glob("*.py"), folder / "judge.py", folder / "words.py"]
    files += (folder / "reasons").glob("*.py")
    id = re.compile(r'"([a-z][a-z_-]+\.[A-Za-z0-9.-]+)"')
    named = {name for file in files for name in id.findall(file.read_text(encoding="utf-8"))}
    assert len(named) > 60
    assert named <= set(clauses())


PAID = {
    "row.unaffordable", "copy.price", "strengthen.price", "serve.needs-a-krone",
    "prepare.unaffordable", "hire.unaffordable",
}  # fmt: skip
PRICED = [
    *(encode(c.TAKE_GUEST, place) for place in range(5)),
    *(encode(c.DIE, face, 0, times) for face in range(1, 7) for times in range(2)),
    *(encode(c.SPACE, face) for face in range(1, 7)),
    *(encode(c.PREPARE, room) for room in range(c.ROOMS)),
    *(encode(c.HIRE, card) for card in range(48)),
    encode(c.SERVE),
]


def test_who_lacks_only_money_could_do_it_with_money(positions):
    """If the reason is the price alone, 20 krones make the action legal; if not, they do not."""
    told = 0
    for lexicon, stepper in positions:
        if stepper.frame.kind not in (c.F_TURN, c.F_PREPARE, c.F_HIRE, c.F_OFFER, c.F_SPACE):
            continue
        rich = stepper.games.copy()
        rich[0].players[stepper.player].krones = 20
        other = Stepper(lexicon.program, rich, None)
        other.run()
        legal, more = set(stepper.legal()), set(other.legal())
        for action in PRICED:
            if action in legal:
                continue
            case = Case(lexicon, stepper.g, stepper.frame, action, tuple(stepper.legal()))
            dear = bool(PAID & set(explain(case).clauses))
            told += dear
            assert dear == (action in more), (explain(case), to_words(lexicon.rules, action))
    assert told > 20

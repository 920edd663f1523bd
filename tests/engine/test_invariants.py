"""The invariants: hold in games as they are played, and each fails when its part is corrupted."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from model import load_ruleset
from simulate import Game, policies
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.engine.compile_words import stable_number
from simulate.engine.effects import effect_row
from simulate.fingerprint.rules import rules_parts
from simulate.fingerprint.rulesets import modules
from simulate.verify import check_codes as k
from simulate.verify.coverage import Coverage
from simulate.verify.coverage_items import at, items
from simulate.verify.invariants import new_memo
from simulate.verify.rare_turns import KEYS, RARE_TURNS, X_COLOURED_DIE, X_NOTHING
from simulate.verify.run import table_of
from simulate.verify.table import CheckedTable, message
from simulate.verify.tally import EVENTS as N_EVENTS
from simulate.verify.tally import TALLY, add
from simulate.verify.verification import PLAYERS, Verification
from tests.engine.corruptions import CORRUPTIONS, Corrupt, NotHere
from tests.engine.corruptions import CORRUPTIONS_OF_MODULES as OF_MODULES

SEED, GAME = 1, 0
DESCRIBED = range(1, 76)
ALL = "revised-2021+lets-waltz"
SPECS = (
    *(f"revised-2021+{module}" for module in modules()),
    ALL,
    f"{ALL}+draft",
    f"{ALL}+agatha-christie+stroup+herlius+rowe-smith+sweep+auto-claim+turn-without-dice",
)


@pytest.fixture(scope="module")
def table() -> CheckedTable:
    return CheckedTable(load_ruleset("revised-2021"))


@pytest.mark.parametrize(
    ("code", "stop", "corrupt"),
    CORRUPTIONS,
    ids=[f"{code}-{k.MESSAGES[code][:40]}" for code, _, _ in CORRUPTIONS],
)
def test_a_corrupted_state_is_found(table: CheckedTable, code: int, stop: int, corrupt: Corrupt):
    notices(table, code, stop, corrupt)


@pytest.mark.parametrize(
    ("code", "stop", "corrupt"),
    OF_MODULES,
    ids=[f"{code}-{k.MESSAGES[code][:40]}" for code, _, _ in OF_MODULES],
)
def test_a_corrupted_state_of_the_modules_is_found(code: int, stop: int, corrupt: Corrupt):
    notices(all_modules(), code, stop, corrupt)


@cache
def all_modules() -> CheckedTable:
    """The table for all modules, kept from test to test."""
    return CheckedTable(load_ruleset(ALL))


def notices(table: CheckedTable, code: int, stop: int, corrupt: Corrupt) -> None:
    """Play to the first state from ``stop`` on that can be corrupted so, corrupt it, and look."""
    table.memo[:] = new_memo(table.ruleset)
    steps = range(stop, stop + 240, 4) if stop > 0 else [stop]
    for game, step in product(range(GAME, GAME + 4), steps):
        assert table.play_to("random", 3, SEED, game, step) == k.OK
        assert table.look() == k.OK
        try:
            corrupt(table, table.state, table.state.players[0])
        except NotHere:
            continue
        found = table.look()
        table.memo[:] = new_memo(table.ruleset)
        assert k.MESSAGES.get(found, "nothing") == k.MESSAGES[code]
        return
    pytest.fail("no state of the game can be corrupted so")


def test_every_invariant_can_fail_and_has_its_words():
    assert set(k.MESSAGES) == set(DESCRIBED) == {code for code, _, _ in CORRUPTIONS + OF_MODULES}
    assert len(set(k.MESSAGES.values())) == len(k.MESSAGES)


def test_an_engine_error_is_named():
    assert message(k.ENGINE_ERROR, c.ERR_LOOP).endswith("the game did not come to a decision")


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", ["random", "politician"])
def test_clean_games_break_nothing(policy: str, players: int):
    games = 6 if policy == "random" else 2
    for number, setting in enumerate(Verification().settings()):
        first = 100 * number
        _, failure = table_of(setting).check(policy, players, SEED, first, first + games, 1.0)
        assert failure is None, (setting, failure)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("spec", SPECS)
def test_clean_games_of_modules_break_nothing(spec: str, players: int):
    _, failure = CheckedTable(load_ruleset(spec)).check("random", players, SEED, 0, 30, 1.0)
    assert failure is None


@pytest.mark.parametrize("ruling", ["seat-freed=after", "b4-rooms=occupied", "staff-26=free"])
def test_other_readings_break_nothing(ruling: str):
    name, reading = ruling.split("=")
    table = CheckedTable(load_ruleset("original-2015", rulings={name: reading}))
    _, failure = table.check("random", 4, SEED, 0, 60, 1.0)
    assert failure is None


@pytest.mark.parametrize("part", [name for name in rules_parts() if "=" in name])
def test_no_reading_breaks_anything_with_all_modules(part: str):
    """Each by itself, in the rulesets that the fingerprint plays it by."""
    for one in rules_parts()[part]:
        _, failure = CheckedTable(one.load()).check("random", 4, SEED, 0, 20, 1.0)
        assert failure is None


@pytest.mark.parametrize("spec", ["revised-2021", *SPECS[-3:]])
def test_the_loop_plays_the_games_that_the_engine_plays(spec: str):
    table = CheckedTable(load_ruleset(spec))
    pick = policies.chooser("random", table.rules)
    for number in range(5):
        game = Game(table.program, 3, SEED, number)
        while not game.over:
            game.apply(pick(game))
        assert table.play_to("random", 3, SEED, number) == k.OK
        assert game.scores() == [int(p.vp) for p in table.state.players[:3]]
        assert game.state.decisions == table.state.decisions


def test_a_failure_names_game_and_step(table: CheckedTable):
    table.memo[k.M_LIMITS] = 2  # fewer blue tiles than a game needs
    _, failure = table.check("random", 2, SEED, 7, 20, 1.0)
    table.memo[:] = new_memo(table.ruleset)
    assert failure is not None
    assert failure.code == k.ROOM_TILES
    assert 7 <= failure.game < 20
    assert 0 < failure.step < 1000


@pytest.fixture(scope="module")
def counted() -> tuple[CheckedTable, np.ndarray]:
    """A table and the counts of 300 games at it."""
    table = CheckedTable(load_ruleset("original-2015", boards="day"))
    tally, failure = table.check("random", 4, SEED, 0, 300, 0.1)
    assert failure is None
    return table, tally


def test_counts_agree_with_each_other(counted: tuple[CheckedTable, np.ndarray]):
    n = counted[1][0]
    assert n.games == 300
    assert 10 < n.games_every_step < 60
    assert n.decisions == n.chosen.sum() == n.decided.sum()
    assert n.chosen[c.CHECK_IN] == n.guest_housed.sum()
    assert n.chosen[c.CLAIM] == n.politics_claimed.sum() == n.place_claimed.sum()
    assert n.politics_dealt.sum() == n.tile_dealt.sum() == 3 * 300
    assert (n.staff_played <= n.staff_came).all()
    assert n.die.sum() <= n.chosen[c.DIE]
    outcomes = n.tile_reward.sum() + n.tile_penalty.sum() + n.tile_vp.sum() + n.tile_averted.sum()
    assert outcomes + n.events[X_NOTHING] == 300 * 4 * 3


def test_counts_of_modules_agree_with_each_other():
    tally, failure = all_modules().check("random", 3, SEED, 0, 180, 0.0)
    more, _ = all_modules().check("greedy", 3, SEED, 0, 20, 0.0)
    add(tally, more)
    n = tally[0]
    assert failure is None
    assert n.decisions == n.chosen.sum() == n.decided.sum()
    assert n.chosen[c.DANCE] == n.guest_danced.sum() > 0
    assert n.chosen[c.DANCE] + n.chosen[c.SEND] == n.row_sent.sum()
    assert n.entrance_won.sum() == n.rehearsal_chosen.sum() == 200 * 3
    assert n.ballroom_dealt.sum() == 200 * 3
    assert n.chosen[c.TOKEN] == n.token_taken.sum() > 0
    assert n.chosen[c.USE_CELEBRITY] == n.celebrity_used.sum() > 0
    assert n.chosen[c.KEY] == n.key_taken > 0
    assert n.chosen[c.CLAIM] == n.politics_claimed.sum() + n.politics_own.sum()
    assert n.waited.sum() == n.celebrity_met.sum() == n.events[X_COLOURED_DIE] > 0


@pytest.mark.parametrize("spec", ["revised-2021", *SPECS])
def test_only_what_a_ruleset_has_is_counted(spec: str):
    ruleset = load_ruleset(spec)
    program = compile_ruleset(ruleset)[0]
    keys = {item.key.partition(".")[0] for item in items(ruleset, program)}
    parts = set(spec.replace("lets-waltz", "+".join(modules())).split("+"))
    assert ("ballroom" in keys) == ("section" in keys) == ("ballrooms" in parts)
    assert ("celebrity" in keys) == ("celebrities" in parts)
    assert ("entrance" in keys) == ("bonus_token" in keys) == ("unique-hotels" in parts)
    with_key = {item.key for item in items(ruleset, program)} & {"space.key", "chosen.take-key"}
    assert len(with_key) == (2 if "start-player" in parts else 0)


def test_what_modules_bring_is_counted_at_the_number_that_the_program_gives_it():
    ruleset, rules = all_modules().ruleset, all_modules().rules
    place = {item.key: item.place for item in items(ruleset, rules)}
    counted = (
        ("ballroom.{}.scored", "ballroom_scored", ruleset.ballroom, rules.ballroom_number),
        (
            "rehearsal_room.{}.chosen",
            "rehearsal_chosen",
            ruleset.rehearsal_room,
            rules.rehearsal_number,
        ),
        ("celebrity.{}.met", "celebrity_met", ruleset.celebrity, rules.celebrity_number),
        ("entrance.{}.won", "entrance_won", ruleset.entrance, rules.entrance_number),
    )
    for name, field, table, numbers in counted:
        for key in table:
            index = numbers.tolist().index(stable_number(key))
            assert place[name.format(key)] == at(field, index)
    for key, token in ruleset.bonus_token.items():
        for half, word in enumerate(("upper", "lower")):
            index = place[f"bonus_token.{key}.{word}"] - at("token_taken")
            row = rules.effects[rules.token_effect[index // 2, half]]
            assert index % 2 == half
            assert row.tolist() == list(effect_row(getattr(token, word)[0]))


def test_counts_do_not_depend_on_how_games_are_cut(counted: tuple[CheckedTable, np.ndarray]):
    table, whole = counted
    parts = [table.check("random", 4, SEED, first, first + 150, 0.1)[0] for first in (0, 150)]
    add(parts[0], parts[1])
    assert (parts[0] == whole).all()


def test_coverage_names_everything_once(counted: tuple[CheckedTable, np.ndarray]):
    table, tally = counted
    listed = items(table.ruleset, table.rules)
    assert len({(item.section, item.name) for item in listed}) == len(listed)
    assert len({item.key for item in listed}) == len(listed)
    assert len({item.place for item in listed}) == len(listed)
    assert max(item.place for item in listed) < TALLY.itemsize // 8
    assert len(RARE_TURNS) == len(KEYS) == N_EVENTS
    coverage = Coverage()
    coverage.add(table.ruleset, table.rules, "random", tally)
    coverage.add(table.ruleset, table.rules, "greedy", tally)
    row = coverage.rows["chosen.check-in"]
    assert row.total == 2 * tally[0].guest_housed.sum()
    names = [row.name for row in coverage.below(1)]
    assert "draft a staff card" in names
    assert "1 Breakfast Server: played" not in names

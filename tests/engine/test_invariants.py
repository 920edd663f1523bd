"""The invariants: hold in games as they are played, and each fails when its part is corrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from model import load_ruleset
from simulate import Game, policies
from simulate.engine import codes as c
from simulate.verify import check_codes as k
from simulate.verify.coverage import ACTIONS, DECISIONS, EVENTS, Coverage, items
from simulate.verify.invariants import new_memo
from simulate.verify.plan import PLAYERS, Plan
from simulate.verify.run import table_of
from simulate.verify.table import CheckedTable, message
from simulate.verify.tally import EVENTS as N_EVENTS
from simulate.verify.tally import FRAMES, KINDS, TALLY, X_NOTHING, add

SEED, GAME, MIDDLE, END = 1, 0, 120, -1
DESCRIBED = range(1, 50)

Corrupt = Callable[[CheckedTable, Any, Any], None]


@pytest.fixture(scope="module")
def table() -> CheckedTable:
    return CheckedTable(load_ruleset("revised-2021"))


def field(name: str, value: int) -> Corrupt:
    """Set a field of the state."""
    return lambda table, state, player: setattr(state, name, value)


def own(name: str, value: int) -> Corrupt:
    """Set a field of the first player."""
    return lambda table, state, player: setattr(player, name, value)


def booked(source: int, vp: int) -> Corrupt:
    """Book points that nothing brought, with a total that agrees."""

    def corrupt(table: CheckedTable, state: Any, player: Any) -> None:
        player.vp_by[source] += vp
        player.vp += vp

    return corrupt


def seated(state: Any) -> tuple[Any, int]:
    """A player and a table with a guest."""
    for player in state.players[: state.n_players]:
        for t in range(3):
            if player.cafe[t] >= 0:
                return player, t
    raise AssertionError("no guest is seated; choose another state")


def frame(state: Any, kind: int, mask: int = 0) -> None:
    """Open a decision of the first player on top."""
    top = state.frames[state.top]
    top.kind, top.player, top.mask, top.n, top.marks = kind, 0, mask, 0, 0
    state.top += 1


def one_die_more(table: CheckedTable, state: Any, player: Any) -> None:
    state.dice[1] += 1
    state.dice_left += 1


def order_beyond(table: CheckedTable, state: Any, player: Any) -> None:
    owner, t = seated(state)
    owner.missing[t, 0] += 9
    owner.missing_total[t] += 9


def order_total(table: CheckedTable, state: Any, player: Any) -> None:
    owner, t = seated(state)
    owner.missing_total[t] += 1


def full_hotel(table: CheckedTable, state: Any, player: Any) -> None:
    player.vacant, player.occupied, player.covered = 0, (1 << 20) - 1, (1 << 20) - 1


def both_sides(table: CheckedTable, state: Any, player: Any) -> None:
    player.occupied |= player.vacant | 1
    player.vacant |= 1
    player.covered |= 1


def pending_group(table: CheckedTable, state: Any, player: Any) -> None:
    player.groups_paid = 0
    player.occupied = 0
    frame(state, c.F_PREPARE, 1)


def same_card(table: CheckedTable, state: Any, player: Any) -> None:
    state.staff_deck[state.staff_top] = player.hand[0] if player.hand_size else player.staff[0]


def swapped_hands(table: CheckedTable, state: Any, player: Any) -> None:
    other = next(p for p in state.players[1:3] if p.hand_size)
    assert player.hand_size
    mine, theirs = int(player.hand[0]), int(other.hand[0])
    player.hand[0], other.hand[0] = theirs, mine


def marker_off_play(table: CheckedTable, state: Any, player: Any) -> None:
    state.politics[0] = -1
    free_marker(table, state, player)


def free_marker(table: CheckedTable, state: Any, player: Any) -> None:
    assert not player.claimed & 1
    player.claimed |= 1
    state.markers[0] += 1


def few_tiles(table: CheckedTable, state: Any, player: Any) -> None:
    table.memo[k.M_LIMITS : k.M_LIMITS + 3] = 0


def duplicate_guest(table: CheckedTable, state: Any, player: Any) -> None:
    state.row[0] = state.row[1]


def unfinished_turn(table: CheckedTable, state: Any, player: Any) -> None:
    frame(state, c.F_TURN)


def offered(table: CheckedTable, state: Any, player: Any) -> None:
    player.offer[0] = state.staff_deck[state.staff_top]
    player.offer_size = 1
    state.staff_top += 1
    state.staff_deck_size -= 1


def element(name: str, index: int, change: int, owner: str = "state") -> Corrupt:
    """Change one number of an array by so much."""

    def corrupt(table: CheckedTable, state: Any, player: Any) -> None:
        array = getattr(state if owner == "state" else player, name)
        array[index] += change

    return corrupt


def grow(name: str, change: int, owner: str = "state") -> Corrupt:
    """Change one number by so much."""

    def corrupt(table: CheckedTable, state: Any, player: Any) -> None:
        record = state if owner == "state" else player
        setattr(record, name, int(getattr(record, name)) + change)

    return corrupt


CORRUPTIONS: list[tuple[int, int, Corrupt]] = [
    (k.ENGINE_ERROR, MIDDLE, field("error", c.ERR_HAND)),
    (k.PLAYERS, MIDDLE, field("n_players", 5)),
    (k.ROUND_NUMBER, MIDDLE, field("round_no", 8)),
    (k.FRAME_STACK, MIDDLE, field("top", 0)),
    (k.FRAME_PLAYER, MIDDLE, lambda t, s, p: setattr(s.frames[0], "player", 3)),
    (k.FRAME_KIND, MIDDLE, lambda t, s, p: setattr(s.frames[0], "kind", 25)),
    (k.DICE_LEFT, MIDDLE, grow("dice_left", 1)),
    (k.DICE_ROUND, MIDDLE, one_die_more),
    (k.KRONES, MIDDLE, own("krones", 21)),
    (k.KRONES, END, own("krones", -1)),
    (k.EMPEROR, MIDDLE, own("emperor", 14)),
    (k.KITCHEN, MIDDLE, lambda t, s, p: p.kitchen.__setitem__(2, -1)),
    (k.TABLE_EMPTY, MIDDLE, lambda t, s, p: p.cafe.__setitem__(3, 0)),
    (k.ORDER, MIDDLE, order_beyond),
    (k.ORDER_TOTAL, MIDDLE, order_total),
    (k.TURNS, MIDDLE, own("turns_taken", 3)),
    (k.CARD_COUNTS, MIDDLE, own("hand_size", -1)),
    (k.BOARD, MIDDLE, own("board", 7)),
    (k.ROOM_CELLS, MIDDLE, own("vacant", 1 << 20)),
    (k.ROOM_BOTH, MIDDLE, both_sides),
    (k.ROOM_COVERED, MIDDLE, own("covered", 0)),
    (k.GROUP_UNKNOWN, MIDDLE, own("groups_paid", 1 << 12)),
    (k.GROUP_UNPAID, MIDDLE, full_hotel),
    (k.GROUP_PENDING, MIDDLE, pending_group),
    (k.ABILITY_DICE, MIDDLE, element("extra_dice", 5, 1, "player")),
    (k.ABILITY_PRICES, MIDDLE, grow("serve_cost", -1, "player")),
    (k.ABILITY_EVENTS, MIDDLE, lambda t, s, p: setattr(p, "events", int(p.events) ^ 1)),
    (k.STAFF_UNKNOWN, MIDDLE, lambda t, s, p: s.staff_deck.__setitem__(int(s.staff_top), 48)),
    (k.STAFF_TWICE, MIDDLE, same_card),
    (k.STAFF_LOST, MIDDLE, grow("staff_deck_size", -1)),
    (k.STAFF_LOST, END, lambda t, s, p: t.memo.__setitem__(k.M_REMOVED, 9)),
    (k.STAFF_LOG, MIDDLE, swapped_hands),
    (k.GUEST_UNKNOWN, MIDDLE, lambda t, s, p: s.row.__setitem__(4, 58)),
    (k.GUEST_TWICE, MIDDLE, duplicate_guest),
    (k.GUEST_LOST, MIDDLE, lambda t, s, p: s.row.__setitem__(0, -1)),
    (k.MARKERS, MIDDLE, element("markers", 1, 1)),
    (k.MARKERS_PLACES, MIDDLE, marker_off_play),
    (k.POLITICS_VP, MIDDLE, free_marker),
    (k.ROOM_TILES, MIDDLE, few_tiles),
    (k.LEDGER, MIDDLE, grow("vp", 1, "player")),
    (k.LEDGER_CARDS, MIDDLE, booked(c.VP_GUESTS, 1)),
    (k.LEDGER_CARDS, END, booked(c.VP_STAFF, -2)),
    (k.LEDGER_GROUPS, MIDDLE, booked(c.VP_OCCUPANCY, 2)),
    (k.LEDGER_CELLS, MIDDLE, booked(c.VP_CELLS, -1)),
    (k.LEDGER_TRACK, MIDDLE, booked(c.VP_TRACK, -1)),
    (k.LEDGER_FINAL, MIDDLE, booked(c.VP_FLOORS, 1)),
    (k.LEDGER_FINAL, END, booked(c.VP_STRANDED, -5)),
    (k.HOUSED, MIDDLE, grow("housed", 1, "player")),
    (k.END_FRAMES, END, unfinished_turn),
    (k.END_ROUNDS, END, field("round_no", 6)),
    (k.END_DECISIONS, END, field("decisions", 0)),
    (k.END_RANK, END, grow("rank", 1, "player")),
    (k.END_OFFER, END, offered),
]


@pytest.mark.parametrize(
    ("code", "stop", "corrupt"),
    CORRUPTIONS,
    ids=[f"{code}-{k.MESSAGES[code][:40]}" for code, _, _ in CORRUPTIONS],
)
def test_a_corrupted_state_is_found(table: CheckedTable, code: int, stop: int, corrupt: Corrupt):
    table.memo[:] = new_memo(table.ruleset)
    assert table.play_to("random", 3, SEED, GAME, stop) == k.OK
    assert table.look() == k.OK
    corrupt(table, table.state, table.state.players[0])
    found = table.look()
    table.memo[:] = new_memo(table.ruleset)
    assert k.MESSAGES.get(found, "nothing") == k.MESSAGES[code]


def test_every_invariant_can_fail_and_has_its_words():
    assert set(k.MESSAGES) == set(DESCRIBED) == {code for code, _, _ in CORRUPTIONS}
    assert len(set(k.MESSAGES.values())) == len(k.MESSAGES)


def test_an_engine_error_is_named():
    assert message(k.ENGINE_ERROR, c.ERR_LOOP).endswith("the game did not come to a decision")


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", ["random", "politician"])
def test_clean_games_break_nothing(policy: str, players: int):
    games = 6 if policy == "random" else 2
    for number, setting in enumerate(Plan().settings()):
        first = 100 * number
        _, failure = table_of(setting).check(policy, players, SEED, first, first + games, 1.0)
        assert failure is None, (setting, failure)


@pytest.mark.parametrize("ruling", ["seat-freed=after", "b4-rooms=occupied", "staff-26=free"])
def test_other_readings_break_nothing(ruling: str):
    name, reading = ruling.split("=")
    table = CheckedTable(load_ruleset("original-2015", rulings={name: reading}))
    _, failure = table.check("random", 4, SEED, 0, 60, 1.0)
    assert failure is None


def test_the_loop_plays_the_games_that_the_engine_plays(table: CheckedTable):
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
    assert (len(ACTIONS), len(DECISIONS), len(EVENTS)) == (KINDS, FRAMES, N_EVENTS)
    coverage = Coverage()
    coverage.add(table.ruleset, table.rules, "random", tally)
    coverage.add(table.ruleset, table.rules, "greedy", tally)
    row = coverage.rows["chosen.check-in"]
    assert row.total == 2 * tally[0].guest_housed.sum()
    names = [row.name for row in coverage.below(1)]
    assert "draft a staff card" in names
    assert "1 Breakfast Server: played" not in names

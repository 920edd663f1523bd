"""Why an action of a turn is illegal: guests of the row, dice, passing and ending the turn."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.cafe import free_table, row_price
from simulate.engine.effects import die_price
from simulate.engine.taking_dice import strengthenings
from simulate.narration.names import goods_text, krones
from simulate.referee.reasons.case import Case, Reason
from simulate.referee.reasons.dice import colour_price, which_die


def take_guest(case: Case) -> Reason | None:
    """The guest that may be bought before the main action."""
    marks, p = int(case.frame.marks), case.p
    if case.a >= len(case.g.row):
        return case.because("the row has places 1 to 5", "row.any-place")
    if marks & c.T_ACTION_DONE:
        return case.because(
            "the main action is done: a guest is taken before it or not at all",
            "row.before-the-die", "turn.parts",
        )  # fmt: skip
    if marks & c.T_GUEST_TAKEN:
        return case.because(
            "a guest has been taken in this turn already: one a turn", "row.one-a-turn"
        )
    return guest_of_row(case) or unpaid_guest(case, int(row_price(case.rules, p, case.a)))


def more_guests(case: Case) -> Reason | None:
    """A further guest, who is paid like the first."""
    return guest_of_row(case) or unpaid_guest(case, int(row_price(case.rules, case.p, case.a)))


def guest_of_row(case: Case) -> Reason | None:
    """What stands against any guest of the row: no guest there, no table."""
    if case.a >= len(case.g.row) or case.g.row[case.a] < 0:
        return case.because(
            f"place {case.a + 1} of the row is empty", "row.any-place", "row.deck-empty"
        )
    if free_table(case.p) < 0:
        return case.because(
            f"the café of {case.player} is full: all {case.p.tables} tables are taken",
            "row.full-cafe", "row.three-tables",
        )  # fmt: skip
    return None


def unpaid_guest(case: Case, price: int) -> Reason | None:
    if price <= case.p.krones:
        return None
    guest = case.names.guest(int(case.g.row[case.a]))
    return case.because(
        f"{guest} on place {case.a + 1} costs {krones(price)}; {case.has_krones()}",
        "row.price", "row.unaffordable",
    )  # fmt: skip


def die(case: Case) -> Reason | None:
    """The die of the turn, strengthened or not."""
    marks, face = int(case.frame.marks), case.a
    if marks & c.T_ACTION_DONE:
        return case.because("the main action of this turn is done", "die.one-a-turn")
    if marks & c.T_WITHOUT_DIE:
        return case.because("this is a turn without a main action", "die.needed")
    helped = not marks & c.T_NO_DIE_REMOVED or bool(marks & c.T_HELPED)
    allowed = int(strengthenings(case.rules, case.frame))
    return space(case, face, helped, allowed) or _variant(case, face, helped)


def space(case: Case, face: int, helped: bool, allowed: int) -> Reason | None:
    """What stands against using an action space, with a die taken from it or not."""
    rules, times = case.rules, case.parts[3]
    found = which_die(case, face)
    if found:
        return found
    if times > allowed:
        if allowed == 0:
            return case.because("this action cannot be strengthened", "strengthen.once")
        most = allowed * int(rules.strengthen_dice)
        return case.because(
            f"a main action is strengthened by {most} at most in a turn", "strengthen.once"
        )
    price = int(die_price(rules, case.p, face, helped))
    extra, colour = times * int(rules.strengthen_cost), colour_price(case, face)
    if price + extra + colour <= case.p.krones:
        return None
    parts = [f"space {face} costs {krones(price)}"] if price else []
    parts += [f"the coloured die costs {krones(colour)}"] if colour else []
    parts += [f"strengthening costs {krones(extra)}"] if extra else []
    clauses = ["coloured-dice.must-pay"] if colour else []
    clauses += [*(["copy.price"] if price else []), *(["strengthen.price"] if extra else [])]
    return case.because(f"{' and '.join(parts)}; {case.has_krones()}", *clauses)


def _variant(case: Case, face: int, helped: bool) -> Reason | None:
    """Ways of taking a die that are not open here."""
    if case.b & c.D_DECLINE_EXTRA_DIE:
        if not helped or not case.p.extra_optional[face]:
            return case.because(
                f"no staff of {case.player} gives a die for space {face} that could be left"
                " uncounted",
                "staff-card.extra-dice-2015", "staff-card.extra-dice-2021",
            )  # fmt: skip
    if case.b & c.D_WITHOUT_EFFECT:
        return case.because(
            "a die is taken without effect only if no action at all can be paid", "die.unpayable"
        )
    return None


def end_turn(case: Case) -> Reason | None:
    if not any(action >> 24 == c.DIE for action in case.legal):
        return case.because(
            "no die can be paid, and nothing has been done in this turn: it is passed",
            "die.unpayable",
        )
    return case.because(
        "the turn cannot end yet: its main action, a die, is still to be taken",
        "die.mandatory", "turn.end",
    )  # fmt: skip


def pass_turn(case: Case) -> Reason | None:
    marks = int(case.frame.marks)
    if marks & c.T_STARTED:
        return case.because(
            "the turn has begun: whoever has done anything in it passes no more",
            "pass.instead-of-a-turn",
        )
    if marks & c.T_EXTRA:
        return case.because("an extra turn cannot be put off by passing")
    return case.because("no die is left: there is nothing to wait for by passing")


def serve(case: Case) -> Reason | None:
    rules, p = case.rules, case.p
    wanted = [
        int(sum(p.missing[t, k] for t in range(p.tables) if p.cafe[t] >= 0)) for k in range(c.GOODS)
    ]
    if not any(wanted):
        return case.because(f"no guest of {case.player} waits for goods", "goods.matching")
    if not any(n and p.kitchen[k] for k, n in enumerate(wanted)):
        return case.because(
            f"nothing in the kitchen ({goods_text(p.kitchen) or 'empty'}) is wanted: the guests"
            f" still want {goods_text(wanted)}",
            "goods.matching",
        )
    price = min(int(rules.serve_cost), int(p.serve_cost))
    if p.krones < price:
        return case.because(
            f"serving costs {krones(price)}; {case.has_krones()}",
            "serve.price", "serve.needs-a-krone",
        )  # fmt: skip
    return None


def check_in(case: Case) -> Reason | None:
    """A guest who moves into a room."""
    return not_served(case, case.a) or _room_for(case, int(case.p.cafe[case.a]), case.b)


def not_served(case: Case, table: int) -> Reason | None:
    """What stands against the guest at a table leaving it: nobody there, or goods missing."""
    p = case.p
    if table >= p.tables or p.cafe[table] < 0:
        return case.because(
            f"nobody sits at table {table + 1} of {case.player}", "check-in.filled-order"
        )
    if p.missing_total[table] > 0:
        wants = goods_text(p.missing[table])
        return case.because(
            f"the order of {case.table(table)} is not filled: {wants} missing",
            "check-in.filled-order",
        )
    return None


def _room_for(case: Case, guest: int, room: int) -> Reason | None:
    p, rules, colour = case.p, case.rules, int(case.rules.guest_colour[guest])
    name, where = case.names.guest(guest), case.names.room(case.board, room)
    if colour != c.GREEN and rules.colour[case.board, room] != colour:
        fitting = int(p.vacant) & int(rules.colour_mask[case.board, colour])
        none = "" if fitting else ", and no such room is vacant"
        colour_word = case.names.guest_card(guest).colour
        return case.because(
            f"{name} is {colour_word} and moves into a {colour_word} room only; {where} is not"
            f"{none}",
            "check-in.colour", *(() if fitting else ("check-in.no-room",)),
        )  # fmt: skip
    if p.occupied >> room & 1:
        return case.because(f"room {where} is occupied already", "check-in.vacant-room")
    if not p.vacant >> room & 1:
        return case.because(f"room {where} is not prepared", "check-in.vacant-room")
    return None

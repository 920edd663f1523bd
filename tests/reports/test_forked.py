"""Work in processes that have what this one has: answers, errors, and an end from outside."""

from __future__ import annotations

import os
import signal
from concurrent.futures.process import BrokenProcessPool

import pytest

from model import UserError
from reports import forked

pytestmark = pytest.mark.skipif(not forked.SAFE, reason="processes are not forked here")


def added(given: list[int], more: int) -> tuple[int, bool]:
    return sum(given) + more, os.getpid() == HERE


def refused(given: list[int]) -> None:
    raise UserError(f"not with {given}")


def ended(given: list[int]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


HERE = os.getpid()


def test_answers_come_from_other_processes_in_the_order_asked():
    with forked.pool(2, [1, 2]) as pool:
        answers = [forked.ask(pool, added, more) for more in (0, 10, 20)]
        assert [answer() for answer in answers] == [(3, False), (13, False), (23, False)]


def test_an_error_is_raised_where_the_answer_is_awaited():
    with forked.pool(1, [1]) as pool:
        answer = forked.ask(pool, refused)
        with pytest.raises(UserError, match=r"not with \[1\]"):
            answer()


def test_a_process_that_is_ended_is_told():
    with forked.pool(1, [1]) as pool, pytest.raises(BrokenProcessPool):
        forked.ask(pool, ended)()

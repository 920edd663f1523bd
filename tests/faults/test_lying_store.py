"""An object store that lies: what it spoils is made again or named; nothing is wrong in silence."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis import Tree, open_tree
from model import UserError
from simulate.data import lease
from simulate.data.bucket import Bucket, _opened
from simulate.data.manifest import TABLES
from tests.commands.recording import Gah, assert_refused, digests, options
from tests.faults.bucket import contents, s3
from tests.faults.lying import Answer, Asked, Lies, proxy


@pytest.fixture
def lies(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lies]:
    """The store as the commands see it from now on; what tests read themselves is true."""
    told = Lies()
    with proxy(endpoint, told) as between:
        _anew()
        monkeypatch.setenv("AWS_ENDPOINT_URL", between)
        monkeypatch.setenv("AWS_MAX_ATTEMPTS", "4")
        yield told
    _anew()


def _anew() -> None:
    """Clients are made again, for the endpoint of the moment."""
    type(s3()).clear_instance_cache()
    _opened.cache_clear()


def truth(monkeypatch: pytest.MonkeyPatch, endpoint: str, url: str) -> dict[str, str]:
    """What lies in the store in truth."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    _anew()
    return contents(url)


@pytest.mark.long
@pytest.mark.guard
def test_a_store_that_is_busy_now_and_then_gets_the_same_bytes(
    whole: Path, url: str, lies: Lies, gah: Gah, endpoint: str, monkeypatch: pytest.MonkeyPatch
):
    refused = []

    def refuse(asked: Asked) -> bool:
        if len(lies.told) % 5 == 2:
            refused.append(asked)
        return len(lies.told) % 5 == 2

    lies.refuse = refuse
    lies.before = lambda asked: time.sleep(0.02)  # and slow
    assert gah(*options(url)) == (0, "", "")
    assert len(refused) > 5
    assert truth(monkeypatch, endpoint, url) == digests(whole)


def test_a_store_that_is_busy_for_good_is_named(
    url: str, lies: Lies, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "2")
    lies.refuse = lambda asked: asked.method == "PUT"
    assert_refused(gah(*options(url)), url, "reduce your request rate")


def read_all(tree: Tree) -> None:
    """Have every table fetched: what nothing asks about is not."""
    for table in TABLES:
        tree.query(f"SELECT count(*) FROM {table}")


def cut(asked: Asked) -> None:
    if asked.is_of("PUT", "/players/"):
        asked.body = asked.body[:-40]


def flip(asked: Asked) -> None:
    if asked.is_of("PUT", "/players/"):
        asked.body = asked.body[:300] + bytes([asked.body[300] ^ 4]) + asked.body[301:]


@pytest.mark.parametrize("spoil", [cut, flip])
@pytest.mark.long
@pytest.mark.guard
def test_an_upload_that_is_spoilt_and_praised_is_found_and_mended(
    whole: Path, url: str, lies: Lies, gah: Gah, endpoint: str, monkeypatch: pytest.MonkeyPatch,
    spoil,
):  # fmt: skip
    """The store answers that it has what was sent, and has something else."""
    lies.before = spoil
    gah(*options(url))
    lies.before = lambda asked: None
    with pytest.raises(UserError, match="damaged shard"), open_tree(url) as tree:
        read_all(tree)
    status, text, _ = gah("data", "check", url)
    assert status == 1
    assert "bytes" in text
    assert gah("data", "repair", url, "--workers", 1)[0] == 0
    assert truth(monkeypatch, endpoint, url) == digests(whole)


def test_other_bytes_than_are_in_the_store_are_not_analysed(stored: str, lies: Lies, gah: Gah):
    def spoil(asked: Asked, answer: Answer) -> None:
        if asked.is_of("GET", "/cards/") and answer.status < 300:
            answer.body = bytes(len(answer.body))
            for name in [one for one in answer.headers if "checksum" in one.lower()]:
                del answer.headers[name]  # by which the store's own client would notice

    lies.after = spoil
    with pytest.raises(UserError, match="damaged shard"), open_tree(stored) as tree:
        read_all(tree)
    status, text, _ = gah("data", "check", stored)
    assert (status, "SHA-256" in text) == (1, True)


class Old:
    """Listings as they were when each was first asked for."""

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def __call__(self, asked: Asked, answer: Answer) -> None:
        if asked.lists:
            answer.body = self.known.setdefault(asked.path, answer.body)


def test_old_listings_cost_work_and_lose_nothing(
    whole: Path, url: str, lies: Lies, gah: Gah, endpoint: str, monkeypatch: pytest.MonkeyPatch
):
    lies.after = Old()
    assert gah(*options(url, games=100))[0] == 0  # lists the empty place, and goes on seeing that
    assert gah(*options(url))[0] == 0
    with pytest.raises(UserError, match=r"no finished run|not recorded|missing"), open_tree(url):
        pass
    assert gah("data", "check", url)[0] != 0
    assert truth(monkeypatch, endpoint, url) == digests(whole)


def test_a_store_whose_conditions_never_hold_is_given_up(
    url: str, lies: Lies, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    """Wrong ETags: each conditional put is refused, however often it is tried."""

    def wrong(asked: Asked, answer: Answer) -> None:
        if "ETag" in answer.headers:
            answer.headers["ETag"] = '"0123456789abcdef0123456789abcdef"'

    monkeypatch.setattr(lease, "LOOK", 0.01)
    assert gah(*options(url, games=100))[0] == 0
    lies.after = wrong
    assert_refused(gah(*options(url)), url, "conditional")


# --- clocks ---------------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "RENEW", 0.05)
    monkeypatch.setattr(lease, "LOOK", 0.05)


@pytest.mark.parametrize("ahead", [3600.0, -3600.0])
def test_a_lease_is_held_whatever_the_clock_says(
    url: str, quick: None, monkeypatch: pytest.MonkeyPatch, ahead: float
):
    """One whose clock is an hour wrong does not take the place of one that is alive."""
    age = Bucket.age
    monkeypatch.setattr(Bucket, "age", lambda self, name: age(self, name) + ahead)
    store = Bucket(url)
    with store.claim("x.lock", print), pytest.raises(UserError, match="another run is writing"):
        store.claim("x.lock", print).__enter__()
    with store.claim("x.lock", print):  # given back, it is free
        pass


@pytest.mark.parametrize("ahead", [3600.0, -3600.0])
def test_a_lease_of_the_dead_lapses_whatever_the_clock_says(
    url: str, quick: None, monkeypatch: pytest.MonkeyPatch, ahead: float
):
    monkeypatch.setattr(lease, "LAPSE", 1.0)
    age = Bucket.age
    monkeypatch.setattr(Bucket, "age", lambda self, name: age(self, name) + ahead)
    store = Bucket(url)
    store.write("x.lock", b'{"host": "elsewhere", "process": 1, "beat": 0}')
    with store.claim("x.lock", print):
        pass

"""A run to be damaged, and an object store to be damaged in."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulate.compiling.code_cache import folder_of
from tests.commands.conftest import gah, whole
from tests.faults.bucket import BUCKET, s3_server, upload

__all__ = ["gah", "whole"]

_numbers = itertools.count()


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    """An object store that the environment leads to."""
    with pytest.MonkeyPatch.context() as patch, s3_server(patch) as found:
        yield found


@pytest.fixture
def url(endpoint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty prefix of it; copies for the analysis go to the test's own folder.

    The compiled engine is shared: to compile it again would take minutes in each process.
    """
    cache = tmp_path / "cache"
    cache.mkdir(0o700)
    for module in ("engine.machine", "policies.greedy", "playing.playout", "game"):
        folder = folder_of(f"simulate.{module}")
        folder.mkdir(0o700, exist_ok=True)
        (cache / folder.name).symlink_to(folder)
    monkeypatch.setenv("GAH_CACHE_DIR", str(cache))
    return f"s3://{BUCKET}/tests/{next(_numbers)}"


@pytest.fixture
def stored(whole: Path, url: str) -> str:
    """A prefix that holds a run of 250 games."""
    upload(whole, url)
    return url


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs the right to mount a file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)

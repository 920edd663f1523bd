"""An S3 of the tests' own, on this machine, and what lies in it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import fsspec
import pytest

from tests.commands.recording import files, shards

BUCKET = "games"
KEYS = {
    "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_EC2_METADATA_DISABLED": "true",
}  # fmt: skip


@contextmanager
def s3_server(patch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server whose one bucket the environment leads to; gives its endpoint."""
    server = pytest.importorskip("moto.server")
    pytest.importorskip("s3fs")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    moto = server.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    moto.start()
    try:
        host, port = moto.get_host_and_port()
        endpoint = f"http://{host}:{port}"
        for name, value in {**KEYS, "AWS_ENDPOINT_URL": endpoint}.items():
            patch.setenv(name, value)
        s3().mkdir(BUCKET)
        yield endpoint
    finally:
        moto.stop()
        type(s3()).clear_instance_cache()


def s3() -> fsspec.AbstractFileSystem:
    return fsspec.filesystem("s3", use_listings_cache=False)


def upload(out: Path, url: str) -> None:
    """Copy a data folder to a URL."""
    fs, root = fsspec.core.url_to_fs(url, use_listings_cache=False)
    for path in files(out):
        fs.pipe_file(f"{root}/{path.relative_to(out).as_posix()}", path.read_bytes())


def objects(url: str) -> list[str]:
    """The names of all objects below a URL, sorted."""
    fs, root = fsspec.core.url_to_fs(url, use_listings_cache=False)
    return sorted(name.removeprefix(f"{root}/") for name in fs.find(root))


def written(out: Path | str) -> int:
    """How many shards of games there are, in a folder or a store."""
    if isinstance(out, Path):
        return len(shards(out))
    return sum(name.startswith("games/") for name in objects(out))


def contents(url: str) -> dict[str, str]:
    """The bytes of all objects below a URL, as `recording.digests` has those of a folder."""
    fs, root = fsspec.core.url_to_fs(url, use_listings_cache=False)
    found = ((name, fs.cat_file(f"{root}/{name}")) for name in objects(url))
    return {name: hashlib.sha256(data).hexdigest() for name, data in found}


def object_of(url: str, table: str, number: int = 1) -> str:
    """Where fsspec finds a shard's part of a table."""
    end = f"shard-{number:05d}.parquet"
    (name,) = [one for one in objects(url) if one.startswith(table) and one.endswith(end)]
    return f"{url.removeprefix('s3://')}/{name}"


def flip_a_byte(path: str) -> None:
    data = bytearray(s3().cat_file(path))
    data[len(data) // 3] ^= 4
    s3().pipe_file(path, bytes(data))

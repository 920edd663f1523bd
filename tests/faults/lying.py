"""A server between a client and an object store, which lies as a test tells it to."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

UNAVAILABLE = b"""<?xml version="1.0"?><Error><Code>SlowDown</Code>
<Message>Please reduce your request rate.</Message></Error>"""
CHECKSUMS = ("content-md5", "x-amz-content-sha256")


@dataclass
class Asked:
    """A request as it came."""

    method: str
    path: str
    body: bytes

    @property
    def lists(self) -> bool:
        """Does it ask what there is?"""
        return self.method == "GET" and "list-type=" in self.path

    def is_of(self, method: str, part: str) -> bool:
        """Is it of a method, for an object with this in its name?"""
        return self.method == method and part in self.path and not self.lists


@dataclass
class Answer:
    """An answer as the store gave it."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Lies:
    """What is done to requests and answers; each may be changed in place.

    ``refuse``: answer with 503 instead of asking the store.
    """

    refuse: Callable[[Asked], bool] = lambda asked: False
    before: Callable[[Asked], None] = lambda asked: None
    after: Callable[[Asked, Answer], None] = lambda asked, answer: None
    told: list[Asked] = field(default_factory=list)


@contextmanager
def proxy(endpoint: str, lies: Lies) -> Iterator[str]:
    """A proxy of a store that lies; gives its endpoint."""
    store = urlsplit(endpoint).netloc

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            asked = Asked(self.command, self.path, self.rfile.read(length))
            lies.told.append(asked)
            if lies.refuse(asked):
                found = Answer(503, {"Content-Type": "application/xml"}, UNAVAILABLE)
            else:
                whole = asked.body
                lies.before(asked)
                found = self.forwarded(asked, changed=asked.body != whole)
                lies.after(asked, found)
            self.send_response(found.status)
            for name, value in found.headers.items():
                if name.lower() not in ("content-length", "connection", "transfer-encoding"):
                    self.send_header(name, value)
            told = found.headers.get("Content-Length") if asked.method == "HEAD" else None
            self.send_header("Content-Length", told or str(len(found.body)))
            self.end_headers()
            self.wfile.write(found.body)

        def forwarded(self, asked: Asked, changed: bool) -> Answer:
            headers = {
                name: value for name, value in self.headers.items()
                if name.lower() != "content-length"
                and not (changed and (name.lower() in CHECKSUMS or "checksum" in name.lower()))
            }  # fmt: skip
            to = http.client.HTTPConnection(store, timeout=60)
            try:
                to.request(asked.method, asked.path, asked.body, headers)
                came = to.getresponse()
                return Answer(came.status, dict(came.getheaders()), came.read())
            finally:
                to.close()

        do_GET = do_PUT = do_HEAD = do_DELETE = do_POST = answer  # noqa: N815

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()

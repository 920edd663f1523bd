"""What tests ask about an HTML page, read by a parser."""

from __future__ import annotations

from functools import cache, cached_property
from html.parser import HTMLParser
from pathlib import Path

Attributes = dict[str, str | None]


class Page(HTMLParser):
    """The tags of a page with their attributes, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, Attributes]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[Attributes]:
        return [attributes for name, attributes in self.tags if name == tag]

    @cached_property
    def ids(self) -> list[str]:
        return [id for _, attributes in self.tags if (id := attributes.get("id"))]

    @cached_property
    def used(self) -> list[str]:
        """Everything that the page leads to or loads."""
        names = ("href", "src", "srcset")
        return [value for _, tag in self.tags for name in names if (value := tag.get(name))]


@cache
def read(path: Path) -> Page:
    """A page of a finished site."""
    return Page(path.read_text(encoding="utf-8"))


def broken(path: Path) -> list[str]:
    """Links, anchors, pictures and styles of a page that lead nowhere on this disk."""
    out = []
    for target in read(path).used:
        name, _, anchor = target.partition("#")
        other = (path.parent / name).resolve() if name else path
        if not other.is_file() or (anchor and anchor not in read(other).ids):
            out.append(target)
    return out


UNREAD = {"code", "pre", "script", "style"}


class _Sentences(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            self.open.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.open and data.strip():
            self.found.append(data.strip())


def sentences(text: str) -> list[str]:
    """What a reader of a page reads, without code and commands, from tag to tag."""
    return _Sentences(text).found

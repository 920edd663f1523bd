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

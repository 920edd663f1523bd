"""Links between pages, as markup."""

from __future__ import annotations

from markupsafe import Markup

from reports.pieces import Piece
from reports.places import address


def link(href: str, text: str) -> Markup:
    """A link; both are escaped."""
    return Markup('<a href="{}">{}</a>').format(href, text)


def piece_link(piece: Piece, root: str = "") -> Markup:
    """The name of a component as a link to its page; root: the path to the top folder."""
    return link(root + piece.href, piece.full_name)


def rule_link(id: str, root: str = "", text: str = "") -> Markup:
    """A link to a clause, "ruling-…" or "gap-…" on its page of the rules."""
    return link(root + address(id), text or Markup("<code>{}</code>").format(id))

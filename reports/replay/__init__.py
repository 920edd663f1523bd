"""A game as one page that a reader steps through: the boards, and beside them the telling."""

from reports.replay.film import Film, FilmLine, Jump
from reports.replay.judging import filmed_verdict
from reports.replay.page import page
from reports.replay.playing import Camera
from reports.replay.reviewed import reviewed_page

__all__ = ["Camera", "Film", "FilmLine", "Jump", "filmed_verdict", "page", "reviewed_page"]

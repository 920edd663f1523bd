"""A game as one page to step through: the boards, and next to them what happens."""

from reports.replay.film import Film, FilmLine, Jump
from reports.replay.judging import filmed_verdict
from reports.replay.page import page
from reports.replay.playing import Camera
from reports.replay.reviewed import reviewed_page

__all__ = ["Camera", "Film", "FilmLine", "Jump", "filmed_verdict", "page", "reviewed_page"]

"""What choices and moves are worth by a strong player's judgement, and what chance gave."""

from analysis.review.account import Account, Outlook, Sums
from analysis.review.analyse import AskedPosition, analyse
from analysis.review.choices import Choice
from analysis.review.figures import WorldMean
from analysis.review.folder import Folder, folder_of
from analysis.review.review import Review, review_of

__all__ = [
    "Account",
    "AskedPosition",
    "Choice",
    "Folder",
    "Outlook",
    "Review",
    "Sums",
    "WorldMean",
    "analyse",
    "folder_of",
    "review_of",
]

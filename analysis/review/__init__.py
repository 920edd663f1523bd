"""Values of choices and moves as judged by a strong player, and the effects of chance."""

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

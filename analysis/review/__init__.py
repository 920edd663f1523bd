"""What the choices of a game were worth, held against a strong player's, and what chance gave."""

from analysis.review.choices import Choice
from analysis.review.figures import Figure
from analysis.review.folder import Folder, folder_of
from analysis.review.luck import Gift, Outlook
from analysis.review.review import Review, review_of

__all__ = ["Choice", "Figure", "Folder", "Gift", "Outlook", "Review", "folder_of", "review_of"]

"""The referee: replays transcripts of real games and judges every step. See README.md here."""

from simulate.referee.document import Document
from simulate.referee.judge import Judge, judge
from simulate.referee.recorder import Recorder, from_state, record
from simulate.referee.verdict import StepVerdict, Verdict
from simulate.referee.writing import parse, read_file, text_of

__all__ = [
    "Document",
    "Judge",
    "Recorder",
    "StepVerdict",
    "Verdict",
    "from_state",
    "judge",
    "parse",
    "read_file",
    "record",
    "text_of",
]

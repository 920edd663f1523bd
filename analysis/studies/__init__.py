"""Questions that people ask again: each a plan of runs, the runs, the record and its frames."""

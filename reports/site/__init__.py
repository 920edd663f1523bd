"""The report as a small static site: pages, one for each card, that open from disk."""

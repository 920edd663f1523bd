"""The report as a small static site that opens from disk, with a page for each card."""

"""The report: figures, tables and pages for readers. See README.md."""

"""Figures of pages and commands, one module per subject, with their shared parts and style."""

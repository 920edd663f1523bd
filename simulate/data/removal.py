"""Remove a recorded run from a data folder, and nothing else."""

from __future__ import annotations

from simulate.data.manifest import (
    TABLES,
    Manifest,
    lock_name,
    manifest_name,
    table_folder,
)
from simulate.data.records import record_folder, shard_number
from simulate.data.store import Note, Store


def remove_run(store: Store, run: Manifest, note: Note) -> None:
    """Remove the records, shards and manifest of a run, in this order.

    If removal is interrupted, an unfinished run is left, which can be removed again. Raises
    UserError if the run is being written.
    """
    with store.claim(lock_name(run.partition), note):
        folders = [record_folder(run.partition)]
        folders += [table_folder(table, run.partition) for table in TABLES]
        for folder in folders:
            for name in store.entries(folder):
                if shard_number(name) is not None:
                    store.remove(name)
            for name in store.leftovers(folder):
                store.remove(name)
            store.drop(folder)
        store.remove(manifest_name(run.partition))
    store.remove(lock_name(run.partition))

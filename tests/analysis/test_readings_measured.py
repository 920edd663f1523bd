"""No reading of a ruling is left without a comparison that measures its effect."""

from analysis.studies import variants
from model.sources import sources

EDITIONS = ("original-2015", "revised-2021")


def test_each_reading_of_each_switch_is_measured_by_a_comparison_of_the_report(tmp_path):
    """Those of either edition, and those that only modules bring with the fewest modules."""
    groups = variants.groups(EDITIONS, (2,), 100, 1, ("greedy",), tmp_path)
    played = {step.id for group in groups for part in group.parts for step in part.plan.steps}
    readings = {
        f"{id}={reading}"
        for id, ruling in sources().ruling.items()
        if ruling.status == "switch"
        for reading in ruling.readings
        if any(reading != ruling.default_for(edition) for edition in EDITIONS)
    }
    assert readings
    assert readings - played == set()

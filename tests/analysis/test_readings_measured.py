"""No reading of a ruling is left without a comparison that measures its effect."""

from analysis.studies.questions import VariantsSettings
from analysis.studies.variants import VariantsStudy
from model.sources import sources

EDITIONS = older, newer = "original-2015", "revised-2021"


def test_each_reading_of_each_switch_is_measured_by_a_comparison_of_the_report(tmp_path):
    """Those of either edition, and those that only modules bring with the fewest modules."""
    asked = VariantsSettings(newer, older, (2,), ("greedy",), 100, 1)
    topics = VariantsStudy(asked, tmp_path).topics
    played = {step.id for some in topics.values() for one in some for step in one.plan.steps}
    readings = {
        f"{id}={reading}"
        for id, ruling in sources().ruling.items()
        if ruling.status == "switch"
        for reading in ruling.readings
        if any(reading != ruling.default_for(edition) for edition in EDITIONS)
    }
    assert readings
    assert readings - played == set()

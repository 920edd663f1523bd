"""The mark by which a test names the rules that it proves.

@clause("strengthen.price")
@clause("staff.{card}")                      filled in from the test's own parameters
@clause("staff.{card}", corner=True)         the awkward corner of the rule
"""

import pytest

clause = pytest.mark.clause

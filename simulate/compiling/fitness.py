"""Check that numba has the undocumented parts that linking.py uses."""

import numba

from simulate.base.cache import say_once

try:
    from simulate.compiling import linking

    MISSING = linking.unexpected()
except (ImportError, AttributeError) as error:
    MISSING = [str(error)]
if MISSING:
    say_once(
        f"numba {numba.__version__} is not as it is expected to be, so that compiling takes some "
        f"times as long and comes at once (missing: {', '.join(MISSING)})"
    )

"""The command line over the library.

Nothing here leaves circles of objects behind, and looking for them would take a tenth of the time of one
hand: while modules are loaded, and once more when the process ends. So it is done seldom, from the start,
and at the end not at all.
"""

from __future__ import annotations

import atexit
import gc

SELDOM = 100_000, 20, 20

gc.set_threshold(*SELDOM)
atexit.register(gc.freeze)

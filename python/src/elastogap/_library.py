"""Where libelastogap is, and what it needs, without touching the loader's paths.

In order: the file that the environment variable ELASTOGAP_LIBRARY names; the one in this package; the system's.
What stands in `libs` beside the package's own is loaded first, in the order of `libs/order`, so that the
loader finds it there by its name.
"""
from __future__ import annotations

import ctypes
import os

from elastogap_program import PACKAGE, bundled

NAME = "libelastogap.so.1"


def load() -> ctypes.CDLL:
    """The library; ImportError where there is none."""
    chosen = os.environ.get("ELASTOGAP_LIBRARY")
    if chosen:
        return ctypes.CDLL(chosen)
    own = PACKAGE / NAME
    try:
        if own.is_file():
            for path in bundled():
                ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
            return ctypes.CDLL(str(own))
        return ctypes.CDLL(NAME)
    except OSError as fault:
        raise ImportError(
            f"{NAME} cannot be loaded ({fault}): install the package with `pip install ./python`, or name the file in "
            "the environment variable ELASTOGAP_LIBRARY"
        ) from fault

"""Where libelastogap is, and what it needs, without touching the loader's paths.

In order: the file that the environment variable ELASTOGAP_LIBRARY names; the one in this package; the system's.
What stands in `libs` beside the package's own is loaded first, in the order of `libs/order`, so that the
loader finds it there by its name.
"""
from __future__ import annotations

import ctypes
import os
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME = "libelastogap.so.1"


def bundled(folder: Path = HERE) -> list[Path]:
    """The libraries that came with the package, each behind those that it needs."""
    order = folder / "libs" / "order"
    return [folder / "libs" / name for name in order.read_text().split()] if order.is_file() else []


def load() -> ctypes.CDLL:
    """The library; ImportError where there is none."""
    chosen = os.environ.get("ELASTOGAP_LIBRARY")
    if chosen:
        return ctypes.CDLL(chosen)
    own = HERE / NAME
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

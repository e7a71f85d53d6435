"""Where a run is: saved, and gone on from."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any

from . import _c
from .errors import Messages, check, warn

if TYPE_CHECKING:
    from .model import Compiled
    from .result import Trajectory


class State:
    """All that a run needs to go on: `m.simulate(start_from=state)`. Const; the same bytes on every machine.

    Saving (`save_at`) changes nothing of a run. One that begins anew (`restart_at`) where it saves has the same bits
    from there on as a run that goes on from the state.
    """

    __slots__ = ("_handle",)

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        _c.lib.eg_state_free(self._handle)

    @property
    def time(self) -> float:
        """[s]"""
        return float(_c.lib.eg_state_time(self._handle))

    @property
    def model(self) -> str:
        """The name of the model whose state it is."""
        return _c.text(_c.lib.eg_state_model(self._handle))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, as `elastogap simulate --save-state` does."""
        with Messages() as d:
            check(_c.lib.eg_state_write(self._handle, _c.path(path), d.handle), d)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "State":
        """Reads such a file."""
        handle = ctypes.c_void_p()
        with Messages() as d:
            check(_c.lib.eg_state_read(_c.path(path), d.handle, ctypes.byref(handle)), d)
        assert handle.value
        return cls(handle.value)

    def __bytes__(self) -> bytes:
        """What `write` writes."""
        text, length = ctypes.c_void_p(), ctypes.c_size_t()
        with Messages() as d:
            check(_c.lib.eg_state_text(self._handle, ctypes.byref(text), ctypes.byref(length)), d)
        assert text.value
        try:
            return ctypes.string_at(text.value, length.value)
        finally:
            _c.libc.free(text)

    @classmethod
    def from_bytes(cls, text: bytes) -> "State":
        """The state whose bytes these are."""
        handle = ctypes.c_void_p()
        with Messages() as d:
            status = _c.lib.eg_state_from_text(text, len(text), b"state", d.handle, ctypes.byref(handle))
            check(status, d)
        assert handle.value
        return cls(handle.value)

    def __reduce__(self) -> Any:
        return State.from_bytes, (bytes(self),)

    def __copy__(self) -> "State":
        return self

    def __deepcopy__(self, _: Any) -> "State":
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"<state of {self.model} at {self.time:.9g} s>"


def state_of_row(compiled: "Compiled", trajectory: "Trajectory", time: float, name: str) -> State:
    """As Model.state_at says."""
    handle = ctypes.c_void_p()
    with Messages() as d:
        status = _c.lib.eg_state_of_row(
            compiled.handle, trajectory.handle, time, _c.encoded(name), d.handle, ctypes.byref(handle)
        )
        check(status, d)
        warn(d.read(), 4)
    assert handle.value
    return State(handle.value)

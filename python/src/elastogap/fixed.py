"""Fixed steps, for real time and for learning agents."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _c
from .errors import Messages, SimulationError, UsageError, check
from .result import Floats

if TYPE_CHECKING:
    from .model import Compiled


class Stepper(_c.Held):
    """A model in steps of one length: bounded work, nothing allocated, never more energy than it was given.

    One object is one state; `copy` makes another of the same plan.
    """

    def __init__(self, compiled: "Compiled", step: float, outputs: Sequence[str]) -> None:
        handle = ctypes.c_void_p()
        texts, step = _c.array_of_texts(outputs), _c.real(step)
        with Messages() as d:
            status = _c.lib.eg_fixed_compile(compiled.handle, step, texts, len(outputs), d.handle, ctypes.byref(handle))
            check(status, d)
        assert handle.value
        self._fixed = _Fixed(handle.value)
        self._plan = _c.lib.eg_fixed_plan_of(handle.value)
        plan = self._plan.contents
        self.step_size: float = plan.step
        """[s]"""
        self.inputs: tuple[str, ...] = tuple(
            _c.text(_c.lib.eg_fixed_input_name(compiled.handle, handle.value, i)) for i in range(plan.inputs)
        )
        """What `step` takes, in order: paths of signals, or of components that give a motion."""
        self.outputs: tuple[str, ...] = tuple(outputs)
        """What it answers, in order."""
        self.first_inputs: Floats = np.array([plan.input[i] for i in range(plan.inputs)])
        """The inputs' values at the start."""
        self._make_state()
        self.reset()

    def _make_state(self) -> None:
        size = _c.lib.eg_fixed_size(self._plan)
        self._memory = np.zeros((size + 7) // 8)
        self._state = _c.FixedState.from_address(self._memory.ctypes.data)
        self._in: Floats = self.first_inputs.copy()
        self._out: Floats = np.zeros(len(self.outputs))

    def reset(self) -> Floats:
        """Back to the start; the outputs there."""
        _c.lib.eg_fixed_begin(self._plan, self._memory.ctypes.data)
        self._in[:] = self.first_inputs
        return self.show()

    def show(self) -> Floats:
        """The outputs of the state as it is."""
        _c.lib.eg_fixed_show(self._plan, self._memory.ctypes.data, self._out.ctypes.data)
        return self._out.copy()

    def step(self, inputs: Any = None) -> Floats:
        """One step to where the inputs have these values, to which they run straight (None: they stay); the outputs."""
        if inputs is not None:
            self._in[:] = inputs
        status = _c.lib.eg_fixed_step(
            self._plan, self._memory.ctypes.data, self._in.ctypes.data, self._out.ctypes.data
        )
        if status == 2:
            raise UsageError("the state is none of this plan")
        if status == 3:
            raise SimulationError("what the model asserts does not hold at the end of the step")
        return self._out.copy()

    @property
    def time(self) -> float:
        """[s] since the start."""
        return float(self._state.steps * self.step_size)

    @property
    def energy(self) -> float:
        """Kinetic and stored [J]."""
        return float(_c.lib.eg_fixed_energy(self._plan, self._memory.ctypes.data))

    @property
    def work(self) -> float:
        """Of forces and motions so far [J]."""
        return float(self._state.work)

    @property
    def lost(self) -> float:
        """To dampers, friction and stops so far [J]."""
        return float(self._state.lost)

    @property
    def unconverged(self) -> int:
        """Steps whose speeds were scaled back."""
        return int(self._state.unconverged)

    def get_state(self) -> bytes:
        """All that changes, to be set again."""
        return self._memory.tobytes() + self._in.tobytes()

    def set_state(self, state: bytes) -> None:
        """Back to a state that `get_state` of this plan has given."""
        if len(state) != self._memory.nbytes + self._in.nbytes:
            raise UsageError("the state is none of this plan")
        self._memory[:] = np.frombuffer(state, count=self._memory.size)
        self._in[:] = np.frombuffer(state, offset=self._memory.nbytes, count=self._in.size)

    def copy(self) -> "Stepper":
        """Another state of the same plan, as this one is now."""
        twin = Stepper.__new__(Stepper)
        twin.__dict__.update(self.__dict__)
        twin._make_state()
        twin.set_state(self.get_state())
        return twin

    def __copy__(self) -> "Stepper":
        return self.copy()

    def __deepcopy__(self, _: Any) -> "Stepper":
        return self.copy()


class _Fixed(_c.Held):
    """The library's plan, freed when nothing uses it."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        _c.lib.eg_fixed_model_free(self.handle)

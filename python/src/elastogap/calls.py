"""Calls that take long: other Python threads go on meanwhile, and Ctrl-C ends them."""
from __future__ import annotations

import ctypes
import signal
import sys
import threading
from typing import Any, Callable, TypeVar

from . import _c

T = TypeVar("T")
_SIGINT = int(signal.SIGINT)
_PATIENCE = 0.05  # how long a call that was told to stop may take to do so [s]
INTERVAL = 0.05  # how often a run looks for Ctrl-C [s]

_signal: Any = sys.modules.get("_signal", signal)  # what `signal` wraps, ten times as fast
_run_of_thread = threading.local()  # .told: the caller's function, .raised: what ended the run


def _look_up(time: float, _: Any) -> int:
    """Called from a run some times a second; being Python, it lets signals be heard. What the caller's own function
    raises ends the run, and goes on in Python behind it."""
    try:
        told = _run_of_thread.told
        heard = _interrupts.heard and threading.current_thread() is threading.main_thread()
        return int(heard or (told is not None and bool(told(time))))
    except BaseException as raised:
        _run_of_thread.raised = raised
        return 1


looks_up = _c.progress_of_run(_look_up)


class _Interrupts:
    """While the main thread is in a run, a Ctrl-C is noted, and handled as ever once the run has ended: an exception
    out of a handler that C has called would be lost."""

    def __init__(self) -> None:
        self.heard = False
        self.before: Any = None

    def _note(self, *_: Any) -> None:
        self.heard = True

    def begin(self) -> bool:
        """False where that is not this thread's to do, or a run is within another one."""
        if self.before is not None or threading.current_thread() is not threading.main_thread():
            return False
        self.before = _signal.getsignal(_SIGINT)
        if not callable(self.before):
            self.before = None
            return False
        self.heard = False
        _signal.signal(_SIGINT, self._note)
        return True

    def end(self) -> None:
        before, self.before = self.before, None
        _signal.signal(_SIGINT, before)
        if self.heard:
            self.heard = False
            before(_SIGINT, None)


_interrupts = _Interrupts()


class Listening:
    """`with Listening(told) as l: call C, whose options have looks_up`: the call hears Ctrl-C in this thread, and calls
    `told` with the time reached, which ends it by answering anything true. What that has raised is l.raised, to be
    raised behind."""

    __slots__ = ("told", "raised", "_outer", "_listens")

    def __init__(self, told: Callable[[float], Any] | None) -> None:
        self.told = told
        self.raised: BaseException | None = None

    def __enter__(self) -> "Listening":
        self._outer = getattr(_run_of_thread, "told", None)  # of a run that is made within `told`
        _run_of_thread.told, _run_of_thread.raised = self.told, None
        self._listens = _interrupts.begin()
        return self

    def __exit__(self, *_: Any) -> None:
        self.raised = _run_of_thread.raised
        _run_of_thread.told, _run_of_thread.raised = self._outer, None
        if self._listens:
            _interrupts.end()


class Stop:
    """A flag that the library looks at between steps."""

    __slots__ = ("_flag", "pointer")

    def __init__(self) -> None:
        self._flag = ctypes.c_int(0)
        self.pointer = ctypes.pointer(self._flag)

    def raise_(self) -> None:
        self._flag.value = 1

    @property
    def is_up(self) -> int:
        return int(self._flag.value)


def interruptible(stop: Stop, call: Callable[[], T]) -> T:
    """Makes a call that takes long, in another thread where this one is the main one, which alone hears Ctrl-C. That
    raises the flag, and then goes on as ever when the call has ended, or after a moment: a call that does not hear
    (LAPACK's) ends by itself. So all that it works on must be its own."""
    if threading.current_thread() is not threading.main_thread():
        return call()
    answer: list[T] = []
    failure: list[BaseException] = []
    ended = threading.Event()

    def work() -> None:
        try:
            answer.append(call())
        except BaseException as fault:
            failure.append(fault)
        finally:
            ended.set()

    threading.Thread(target=work, daemon=True).start()
    try:
        ended.wait()
    except BaseException:
        stop.raise_()
        ended.wait(_PATIENCE)
        raise
    if failure:
        raise failure[0]
    return answer[0]

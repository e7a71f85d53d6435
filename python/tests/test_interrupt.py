"""Ctrl-C and functions of the caller's end a run, and nothing else."""
import subprocess
import sys
import threading
import time
import unittest

import elastogap as eg

from .models import DROP, LONG

HEAD = (
    "import elastogap as eg, os, signal, sys, threading\n"
    "from tests.models import DROP, LONG\n"
    "def strike(after): threading.Timer(after, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
)


def run(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", HEAD + code], capture_output=True, text=True, timeout=100, check=False)


class Interrupts(unittest.TestCase):
    def test_run(self) -> None:
        done = run(
            "m = eg.loads(LONG); strike(0.3)\n"
            "try: m.simulate(max_steps=0)\n"
            "except KeyboardInterrupt: print('ended'); eg.loads(DROP).simulate(); print('again')\n"
            "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
        )
        self.assertEqual((done.stdout, done.stderr), ("ended\nagain\nTrue\n", ""))

    def test_own_handler(self) -> None:
        done = run(
            "heard = []\n"
            "signal.signal(signal.SIGINT, lambda *a: heard.append(a[0]))\n"
            "m = eg.loads(LONG); strike(0.3)\n"
            "r = m.simulate(max_steps=0); print(heard == [signal.SIGINT], r.time[-1] < 1000)\n"
        )
        self.assertEqual((done.stdout, done.stderr), ("True True\n", ""))

    def test_ensemble(self) -> None:
        done = run(
            "m = eg.loads(DROP); e = m.prepare(['stop.d'], {'x': 'ball.s'}); strike(0.3)\n"
            "import numpy as np\n"
            "try: e.run(np.linspace(1, 2, 3000000)[:, None])\n"
            "except KeyboardInterrupt: print('ended')\n"
        )
        self.assertEqual((done.stdout, done.stderr), ("ended\n", ""))

    def test_progress(self) -> None:
        m = eg.loads(LONG)

        def refuse(t: float) -> None:
            raise LookupError(t)

        with self.assertRaises(LookupError):
            m.simulate(max_steps=0, progress=refuse)
        seen: list[float] = []
        r = m.simulate(max_steps=0, progress=lambda t: seen.append(t) or len(seen) == 3)  # type: ignore[func-returns-value]
        self.assertEqual(len(seen), 3)
        self.assertLessEqual(seen[-1], r.time[-1])
        inner: list[int] = []

        def within(t: float) -> bool:
            inner.append(len(eg.loads(DROP).simulate().events))
            return True

        m.simulate(max_steps=0, progress=within)
        self.assertEqual(len(inner), 1)

    def test_other_threads_go_on(self) -> None:
        """The interpreter is free while a run is on."""
        m, count = eg.loads(LONG), [0]
        worker = threading.Thread(target=lambda: m.simulate(max_steps=0, progress=lambda t: count[0] > 1000))
        worker.start()
        begin = time.monotonic()
        while worker.is_alive() and time.monotonic() - begin < 60:
            count[0] += 1
        worker.join()
        self.assertGreater(count[0], 1000)


if __name__ == "__main__":
    unittest.main()

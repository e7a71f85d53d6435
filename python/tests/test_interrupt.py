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


# Each would take minutes, or hours.
CALLS = {
    "simulate": "m.simulate(max_steps=0)",
    "simulate with settings": "m.simulate(max_steps=0, **{'x.start': 2})",
    "ensemble, one set a core": "m.ensemble({'x.start': [1.0, 2.0]}, {'x': 'x'}, max_steps=0)",
    "ensemble, extremes": "m.ensemble({'x.start': [1.0, 2.0]}, {'x': eg.maximum('x')}, max_steps=0)",
    "ensemble in lanes": "m.ensemble({'x.start': [1.0, 2.0]}, {'x': 'x'}, max_steps=0, engine='erk')",
    "ensemble, many sets": "d.ensemble({'stop.d': np.linspace(1, 2, 3000000)}, {'x': 'ball.s'})",
    "sweep, long rows": "m.sweep({'x.start': [1.0, 2.0]}, {'x': 'x'}, max_steps=0)",
    "sweep, many rows": "d.sweep({'stop.d': 'uniform(1, 2)'}, {'x': 'ball.s'}, design='random', count=3000000)",
    "linearize": "m.linearize(1000, max_steps=0)",
    "linearize by steps": "m.linearize(1000, max_steps=0, engine='erk')",
    "steady": "many.steady(most_modes=10**6)",
    "steady of a large model": "long.steady()",
    "linearize a large model": "long.linearize()",
}
MODELS = """
def chain(n, law):
    text = ['model Chain', ' import Modelica.Mechanics.Translational.Components.*;', ' Fixed wall;']
    for i in range(n):
        text += [f' Mass m{i}(m = 1, L = 0, s(start = {i + 1}, fixed = true), v(start = 0, fixed = true));',
                 f' {law} s{i}(c = 1e4, d = 1, s_rel0 = 1);']
    text += ['equation', ' connect(wall.flange, s0.flange_a);']
    for i in range(n):
        text += [f' connect(s{i}.flange_b, m{i}.flange_a);']
        text += [f' connect(m{i - 1}.flange_b, s{i}.flange_a);'] if i else []
    return eg.loads('\\n'.join([*text, 'end Chain;']))
import numpy as np, time, warnings
warnings.simplefilter('ignore')
m, d = eg.loads(LONG), eg.loads(DROP)
long, many = chain(600, 'SpringDamper'), chain(19, 'ElastoGap')
for x in (m, d, long, many):
    x.check()
"""


class Interrupts(unittest.TestCase):
    def test_every_long_call(self) -> None:
        """Within 0.1 s; a machine that does something else meanwhile gets ten tries."""
        for name, call in CALLS.items():
            with self.subTest(name):
                self.assertTrue(any(self.delay(call) < 0.1 for _ in range(10)))

    def delay(self, call: str) -> float:
        done = run(
            MODELS
            + "struck = []\n"
            + "def at_last(): struck.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n"
            + "threading.Timer(0.4, at_last).start()\n"
            + f"try: {call}\n"
            + "except KeyboardInterrupt: print(time.monotonic() - struck[0])\n"
            + "print(len(d.simulate().events) > 0, signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
        )
        lines = done.stdout.splitlines()
        self.assertEqual((lines[1:], done.stderr, done.returncode), (["True True"], "", 0), done.stdout)
        return float(lines[0])

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

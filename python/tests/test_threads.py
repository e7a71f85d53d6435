"""Many threads at once: on one model, on models of their own, on results of others; for the thread sanitizer, too."""
import pickle
import threading
import unittest
from typing import Any, Callable

import numpy as np

import elastogap as eg

from .models import DROP, SPRING

THREADS, TURNS = 4, 6


class Threads(unittest.TestCase):
    def run_all(self, *works: Callable[[int], Any]) -> None:
        """Each in every thread, each begun at another one."""
        wrong: list[str] = []

        def go(k: int) -> None:
            for i in range(TURNS):
                for j in range(len(works)):
                    work = works[(k + j) % len(works)]
                    try:
                        work(i)
                    except BaseException as fault:  # of a thread: it is told below
                        wrong.append(f"{work.__name__}: {fault!r}")

        threads = [threading.Thread(target=go, args=(k,)) for k in range(THREADS)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])

    def test_one_model(self) -> None:
        m = eg.loads(DROP)
        values = [10.0 + k for k in range(TURNS)]
        runs = [eg.loads(DROP).simulate(**{"stop.d": v})["ball.s"].copy() for v in values]
        plan, want = {"stop.d": np.array(values)}, {"x": "ball.s", "n": eg.count("stop"), "most": eg.maximum("ball.s")}
        outcome = eg.loads(DROP).ensemble(plan, want, threads=2)
        sums = [x.sum() for x in runs]
        rest = eg.loads(DROP).steady()[0]["stop.s_rel"]
        linear = eg.loads(DROP).linearize(0.1).A

        def simulate(i: int) -> None:
            r = m.simulate(**{"stop.d": values[i]})
            np.testing.assert_array_equal(r["ball.s"], runs[i])
            assert r["ball.s"].sum() == sums[i] and len(r.events) > 0

        def ensemble(i: int) -> None:
            np.testing.assert_array_equal(m.ensemble(plan, want, threads=2)["x"], outcome["x"])

        def sweep(i: int) -> None:
            np.testing.assert_array_equal(m.sweep({"stop.d": values}, want, threads=2)["n"], outcome["n"])

        def steady(i: int) -> None:
            assert m.steady()[0]["stop.s_rel"] == rest

        def linearize(i: int) -> None:
            np.testing.assert_array_equal(m.linearize(0.1).A, linear)

        def pickled(i: int) -> None:
            assert pickle.loads(pickle.dumps(m)).simulate(**{"stop.d": values[i]})["ball.s"][-1] == runs[i][-1]

        def wrong(i: int) -> None:
            try:
                m.simulate(**{"stop.q": i})
            except eg.ModelError as fault:
                assert "stop.q" in str(fault)
            else:
                raise AssertionError

        self.run_all(simulate, ensemble, sweep, steady, linearize, pickled, wrong)

    def test_models_of_their_own(self) -> None:
        expected = eg.loads(SPRING).simulate()["body.s"].copy()

        def read(i: int) -> None:
            np.testing.assert_array_equal(eg.loads(SPRING).simulate()["body.s"], expected)

        def save(i: int) -> None:
            m = eg.loads(DROP)
            state = m.simulate(save_at=0.2).states[0]
            assert pickle.loads(pickle.dumps(state)) == state
            m.simulate(start_from=state)

        def step(i: int) -> None:
            s = eg.loads(DROP).stepper(1e-3, ["ball.s"])
            for _ in range(20):
                s.step()

        self.run_all(read, save, step)

    def test_one_of_each(self) -> None:
        """Results, ensembles, states and equilibria that all threads look at."""
        m = eg.loads(DROP)
        r, e, q = m.simulate(save_at=0.3), m.prepare(["stop.d"], {"x": "ball.s"}), m.steady()
        table = np.linspace(1, 100, 20)[:, None]
        x = e.run(table)["x"]

        def look(i: int) -> None:
            assert len(r.names) == len(r) and r.at("ball.s", 0.0) == 0.5 and r.events[0].component == "stop"
            np.testing.assert_array_equal(np.from_dlpack(r.column("ball.s")), r["ball.s"])
            r.spectrum("ball.s")

        def run(i: int) -> None:
            np.testing.assert_array_equal(e.run(table, threads=2)["x"], x)

        def start(i: int) -> None:
            m.simulate(start_from=r.states[0])
            m.simulate(start_from=q[0], stop_time=0.1)
            q[0].linear.response([1.0, 2.0])

        self.run_all(look, run, start)

    def test_main_and_others(self) -> None:
        """Runs of the main thread, which hear Ctrl-C, beside those of others, which do not."""
        m, done, count = eg.loads(DROP), threading.Event(), [0]

        def work() -> None:
            while not done.is_set():
                m.simulate(progress=lambda t: None, **{"stop.d": 20.0 + count[0] % 3})
                count[0] += 1

        threads = [threading.Thread(target=work) for _ in range(2)]
        for t in threads:
            t.start()
        try:
            for _ in range(5):
                m.simulate(progress=lambda t: None)
                m.ensemble({"stop.d": [1.0, 2.0]}, {"x": "ball.s"}, threads=2)
                m.steady()
        finally:
            done.set()
            for t in threads:
                t.join()
        self.assertGreater(count[0], 0)


if __name__ == "__main__":
    unittest.main()

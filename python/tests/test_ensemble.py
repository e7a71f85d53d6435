"""Ensembles against single runs and closed forms."""
import unittest

import numpy as np

import elastogap as eg

from .models import DROP, SPRING


class Ensembles(unittest.TestCase):
    def test_against_single_runs(self) -> None:
        m = eg.loads(DROP)
        d, h = np.array([[10.0], [60.0], [300.0]]), np.array([0.1, 0.5])
        o = m.ensemble(
            {"stop.d": d, "ball.s.start": h},
            {"end": "ball.s", "peak": eg.maximum("-stop.f"), "n": eg.count("stop", "contact begins"),
             "t2": eg.event_time("stop", "contact begins", 2), "low": eg.minimum("ball.s")},
            balance=True,
            tolerance=1e-11,
        )
        self.assertEqual(o["end"].shape, (3, 2))
        for i in range(3):
            for k in range(2):
                r = m.simulate(interval=1e-4, **{"stop.d": d[i, 0], "ball.s.start": h[k]})
                touches = r.events.of("stop", "contact begins")
                self.assertAlmostEqual(o["end"][i, k], r["ball.s"][-1], delta=1e-9)
                self.assertEqual(o["n"][i, k], len(touches))
                self.assertAlmostEqual(o["t2"][i, k], touches[1].time if len(touches) > 1 else np.nan, delta=1e-9)
                self.assertGreaterEqual(o["peak"][i, k], -r["stop.f"].min() * (1 - 1e-6))
                self.assertLessEqual(o["low"][i, k], r["ball.s"].min() + 1e-9)
        self.assertTrue(np.all(o.energy_error < 1e-6))

    def test_closed_form(self) -> None:
        w = np.linspace(0.5, 4, 200)
        o = eg.loads(SPRING).ensemble({"w": w}, {"x": "body.s"})
        np.testing.assert_allclose(o["x"], np.cos(2 * w), atol=2e-6)

    def test_threads_give_the_same_bits(self) -> None:
        m = eg.loads(DROP)
        values = {"stop.d": np.linspace(10, 500, 64)}
        a, b = (m.ensemble(values, {"x": "ball.s"}, threads=t)["x"] for t in (1, 2))
        self.assertTrue(np.array_equal(a, b))

    def test_failures_are_rows(self) -> None:
        o = eg.loads(DROP).ensemble({"ball.m": [1.0, -1.0, 2.0]}, {"x": "ball.s"})
        self.assertEqual(list(o.failed), [False, True, False])
        self.assertTrue(np.isnan(o["x"][1]) and np.isfinite(o["x"][[0, 2]]).all())
        self.assertEqual(o.statistics.failed, 1)
        self.assertTrue(any("ball.m" in str(d) for d in o.diagnostics))

    def test_wrong_calls(self) -> None:
        m = eg.loads(DROP)
        with self.assertRaises(eg.UsageError):
            m.ensemble({"ball.q": [1.0]}, {"x": "ball.s"})
        with self.assertRaises(eg.UsageError):
            m.ensemble({"ball.m": [1.0]}, {"x": "ball.q"})
        with self.assertRaises(eg.UsageError):
            m.prepare(["ball.m"], {"x": "ball.s"}).run([1.0, 2.0])
        with self.assertRaises(KeyError):
            m.ensemble({"ball.m": [1.0]}, {"x": "ball.s"})["y"]


if __name__ == "__main__":
    unittest.main()

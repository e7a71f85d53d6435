"""Derivatives of runs by parameters."""
import math
import unittest

import numpy as np

import elastogap as eg

from .models import DROP, LONG, SPRING


class Sensitivity(unittest.TestCase):
    def test_closed_form(self) -> None:
        """Of x = cos(w t) the derivative by w is -t sin(w t), that by the start x itself."""
        m = eg.loads(SPRING)
        for w in (3.0, 4.5):
            s = m.sensitivity(["w", "body.s(start)"], ["body.s", "integral(body.s)"], tolerance=1e-10, w=w)
            self.assertEqual((s.of, s.by), (("body.s", "integral(body.s)"), ("w", "body.s(start)")))
            self.assertAlmostEqual(s["body.s", "w"], -2 * math.sin(2 * w), delta=1e-8)
            self.assertAlmostEqual(s["body.s", "body.s(start)"], math.cos(2 * w), delta=1e-8)
            by_w = 2 * math.cos(2 * w) / w - math.sin(2 * w) / w**2
            self.assertAlmostEqual(s["integral(body.s)", "w"], by_w, delta=1e-8)
            t = s.rows["time"]
            self.assertEqual((t[0], t[-1], s.end_time), (0, 2, 2))
            np.testing.assert_allclose(s.rows["d(body.s)/d(w)"], -t * np.sin(w * t), atol=1e-8)
            self.assertEqual(s.parameters[0], w)
            back = m.sensitivity(["w", "body.s(start)"], ["body.s"], tolerance=1e-10, adjoint=True, w=w)
            np.testing.assert_allclose(back.derivatives[0], s.derivatives[0], atol=1e-8)
            self.assertEqual(back.rows, {})

    def test_columns(self) -> None:
        """Beside the run's own rows, which are those that there are without; start values have two names."""
        m = eg.loads(SPRING)
        r = m.simulate(sensitivity=["w", "body.s.start"], signals=["body.s"], tolerance=1e-10, w=3)
        plain = m.simulate(signals=["body.s"], tolerance=1e-10, w=3)
        self.assertEqual(r.names, ["body.s", "d(body.s)/d(w)", "d(body.s)/d(body.s(start))"])
        np.testing.assert_array_equal(r["body.s"], plain["body.s"])
        np.testing.assert_allclose(r["d(body.s)/d(w)"], -r.time * np.sin(3 * r.time), atol=1e-8)
        np.testing.assert_allclose(r["d(body.s)/d(body.s(start))"], np.cos(3 * r.time), atol=1e-8)
        with self.assertRaises(eg.UsageError):
            m.simulate(sensitivity=["k"])
        with self.assertRaises(eg.UsageError):
            m.simulate(sensitivity=["w"], start_from="steady")

    def test_sides(self) -> None:
        """Where an event falls at the end both sides are told; what cannot be is refused."""
        step = """model Step
          parameter Real a = 1, F = 3;
          Real v(start = 0, fixed = true);
        equation
          der(v) = if time > a then F else 0;
          annotation(experiment(StopTime = 2));
        end Step;"""
        s = eg.loads(step).sensitivity(["a", "F"], ["v", "at(v, 1)"], tolerance=1e-10)
        self.assertAlmostEqual(s["v", "a"], -3, delta=1e-9)
        self.assertTrue(math.isnan(s["at(v, 1)", "a"]))
        self.assertIn("an event falls at t = 1 s", s.why["at(v, 1)", "a"])
        self.assertAlmostEqual(s.below[1, 0], -3, delta=1e-9)
        self.assertAlmostEqual(s.above[1, 0], 0, delta=1e-9)
        self.assertIn("<td>", s._repr_html_())
        with self.assertRaises(KeyError):
            s["v", "b"]
        with self.assertRaises(eg.UsageError):
            eg.loads(DROP).sensitivity(["stop.k"], ["ball.s"])
        with self.assertRaises(eg.SimulationError):
            eg.loads(LONG).sensitivity(["x(start)"], ["x"], time_limit=0.05)


if __name__ == "__main__":
    unittest.main()

"""Fits and optima."""
import copy
import json
import pickle
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import elastogap as eg

from .models import SPRING

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "fit"
FREE = {"gap.c": (1e3, 1e7), "gap.d": None, "gap.n": (1, 3), "ball.s(start)": None}


class Fits(unittest.TestCase):
    def test_truth_is_inside(self) -> None:
        """Data of another program; at 99.9 % both intervals hold what it was made with."""
        m = eg.load(EXAMPLES / "Bounce.mo")
        fit = m.fit(EXAMPLES / "bounce.csv", {"pos": "ball.s"}, FREE, level=0.999)
        for name, truth in {"gap.c": 1e5, "gap.d": 20.0, "gap.n": 1.2, "ball.s.start": 0.2}.items():
            e = fit.estimate(name)
            self.assertTrue(e.low < truth < e.high and e.profile_low < truth < e.profile_high, e)
        self.assertEqual(fit["ball.s(start)"], fit["ball.s.start"])
        self.assertEqual(list(fit), ["gap.c", "gap.d", "gap.n", "ball.s.start"])
        self.assertEqual(fit.correlation.shape, (4, 4))
        self.assertTrue(fit.has_settled and not fit.open)
        s = fit.series[0]
        self.assertEqual((s.unit, s.value.size), ("mm", 500))
        self.assertAlmostEqual(float(np.std(s.residual)), s.noise, delta=0.02 * s.noise)
        self.assertIn("gap.c = ", repr(fit))
        with tempfile.TemporaryDirectory() as folder:
            for name in ("fit.html", "fit.json", "fit.csv"):
                fit.write(f"{folder}/{name}")
            numbers = json.loads(Path(folder, "fit.json").read_text())
            self.assertEqual(numbers["estimates"][1]["value"], fit["gap.d"])
            with self.assertRaises(eg.UsageError):
                fit.write(f"{folder}/fit.png")
        with self.assertRaises(KeyError):
            fit["gap.k"]
        self.assertIs(copy.copy(fit), fit)
        with self.assertRaises(TypeError):
            pickle.dumps(fit)

    def test_columns_and_settings(self) -> None:
        """Of x = a cos(w t) the phase at each time follows exactly: w^2 = 9 and a = 0.5; without noise what is
        found is that to the runs' tolerance. NaN is a sample that is missing; two mappings are two files."""
        t = np.linspace(0, 2, 60)
        x = 500 * np.cos(3 * t)
        x[7] = np.nan
        data = {"t[ms]": 1000 * t, "x[mm]": x}
        m = eg.loads(SPRING)
        fit = m.fit(data, {"x": "body.s"}, ["spring.c", "body.s(start)"], time="t", **{"spring.c": 8.0})
        self.assertAlmostEqual(fit["spring.c"], 9, delta=1e-7)
        self.assertAlmostEqual(fit["body.s.start"], 0.5, delta=1e-8)
        self.assertEqual(fit.series[0].missing, 1)
        half = {"t[ms]": 1000 * t, "x[mm]": 250 * np.cos(3 * t)}
        both = m.fit([data, half], {"x": "body.s"}, {"spring.c": (1, 4, 100)}, each=["body.s(start)"], time="t")
        self.assertAlmostEqual(both["spring.c"], 9, delta=1e-7)
        values = [e.value for e in both.estimates if e.name.startswith("body.s.start")]
        np.testing.assert_allclose(values, [0.5, 0.25], rtol=1e-7)

    def test_what_is_not_told_is_warned_of(self) -> None:
        t = np.linspace(0, 2, 60)
        data = {"time": t, "x": np.cos(3 * t) + 1e-3 * np.sin(50 * t)}
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            fit = eg.loads(SPRING).fit(data, {"x": "body.s"}, ["spring.c", "body.m"])
        self.assertIn("spring.c/body.m", fit.open[0])
        self.assertFalse(fit.estimate("spring.c").is_told)
        self.assertTrue(any("does not tell" in str(w.message) for w in said))

    def test_mistakes(self) -> None:
        m = eg.loads(SPRING)
        data = {"time": [0.0, 1.0, 2.0], "x": [1.0, 0.5, 0.2]}
        for error, given in (
            (TypeError, {"data": data, "match": {"x": "body.s"}, "free": "spring.c"}),
            (TypeError, {"data": data, "match": "x = body.s", "free": ["spring.c"]}),
            (ValueError, {"data": data, "match": {"x": "body.s"}, "free": {"spring.c": (1,)}}),
            (ValueError, {"data": {"time": [0, 1], "x": [1]}, "match": {"x": "body.s"}, "free": ["spring.c"]}),
            (eg.UsageError, {"data": data, "match": {"y": "body.s"}, "free": ["spring.c"]}),
            (eg.UsageError, {"data": data, "match": {"x": "body.s"}, "free": ["spring.k"]}),
            (eg.UsageError, {"data": data, "match": {"x[kg]": "body.s"}, "free": ["spring.c"]}),
            (eg.UsageError, {"data": data, "match": {"x": "body.s"}, "free": {"spring.c": (2, 1)}}),
            (eg.FileError, {"data": "absent.csv", "match": {"x": "body.s"}, "free": ["spring.c"]}),
        ):
            with self.assertRaises(error, msg=str(given)):
                m.fit(**given)


class Optima(unittest.TestCase):
    def test_closed_form(self) -> None:
        """The stop of least force, of docs/from-measurement-to-model.md."""
        m = eg.load(EXAMPLES / "Buffer.mo")
        best = m.optimize(
            "max(-stop.f)", {"stop.c": (1e3, 1e7), "stop.d": (1, 1e5)}, subject=["max(-stop.s_rel) <= 0.02"]
        )
        self.assertAlmostEqual(best.value, 1421.53066547540967, delta=1421.5e-10)
        self.assertAlmostEqual(best["stop.c"], 63341.8142275045850, delta=6.3e-4)
        self.assertTrue(best.is_within and best.limits[0].is_active)
        self.assertIn("stop.d", repr(best))
        with self.assertRaises(eg.UsageError):
            m.optimize(free=["stop.c"])
        with self.assertRaises(eg.UsageError):
            m.optimize("max(-stop.f)", ["stop.c"], maximize="last(wagon.v)")

    def test_greatest(self) -> None:
        m = eg.load(EXAMPLES / "Buffer.mo")
        best = m.optimize(maximize="last(wagon.v)", free={"stop.d": (0, 1e4)})
        self.assertAlmostEqual(best.value, 2, delta=2e-9)
        self.assertTrue(best.values[0].is_at_bound)


if __name__ == "__main__":
    unittest.main()

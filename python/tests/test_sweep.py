"""Sweeps against ensembles, closed forms, and themselves after a stop."""
import gc
import os
import pickle
import re
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import elastogap as eg

from .models import DROP, SPRING

try:
    from scipy import stats  # type: ignore[import-untyped,import-not-found,unused-ignore]
except ImportError:
    stats = None


class Designs(unittest.TestCase):
    def test_grid(self) -> None:
        d = eg.Design("grid", {"a": [1, 2], "b": "range(0, 1, 3)"})
        np.testing.assert_array_equal(d.rows(), [[1, 0], [1, 0.5], [1, 1], [2, 0], [2, 0.5], [2, 1]])
        tabled = eg.Design("grid", {"b": [3, 4]}, table={"x": [10, 20]})
        self.assertEqual(tabled.names, ("x", "b"))
        np.testing.assert_array_equal(tabled.rows(1, 3), [[10, 4], [20, 3]])

    def test_draws(self) -> None:
        """Each of n equal parts of a Latin hypercube's chances holds one row; the same rows again, also elsewhere."""
        d = eg.Design("latin", {"a": "uniform(0, 100)", "b": "normal(0, 1)"}, 100, seed=7)
        np.testing.assert_array_equal(np.sort(np.floor(d.rows()[:, 0])), np.arange(100))
        again = pickle.loads(pickle.dumps(d))
        np.testing.assert_array_equal(again.rows(), d.rows())
        other = eg.Design("latin", {"a": "uniform(0, 100)"}, 100, seed=8)
        self.assertFalse(np.array_equal(other.rows()[:, 0], d.rows()[:, 0]))
        tied = eg.Design("random", {"a": "normal(0, 1)", "b": "normal(0, 1)"}, 4000, correlations={("a", "b"): 0.8})
        self.assertAlmostEqual(float(np.corrcoef(tied.rows().T)[0, 1]), 0.8, delta=4 * 0.36 / np.sqrt(4000))

    def test_quantiles(self) -> None:
        np.testing.assert_allclose(eg.quantile("uniform(2, 4)", [[0.0, 0.5], [0.25, 1.0]]), [[2, 3], [2.5, 4]])
        self.assertEqual(eg.quantile("normal(0, 1)", 0.975).shape, ())
        self.assertAlmostEqual(float(eg.quantile("normal(0, 1)", 0.975)), 1.959963984540054, delta=1e-14)

    def test_wrong(self) -> None:
        for kind, factors, count in (
            ("grad", {"a": [1]}, 1),
            ("random", {"a": "normal(1)"}, 3),
            ("random", {"a": "uniform(2, 1)"}, 3),
            ("latin", {"a": "uniform(0, 1)"}, 0),
            ("latin", {"a": "uniform(0, 1)"}, -1),
            ("grid", {"a": []}, 1),
            ("grid", {"a": "uniform(0, 1)\0"}, 1),
        ):
            with self.assertRaises(ValueError, msg=f"{kind} {factors} {count}"):
                eg.Design(kind, factors, count)  # type: ignore[arg-type]
        with self.assertRaises(eg.UsageError):
            eg.Design("random", {"a": "normal(0, 1)"}, 3, correlations={("a", "c"): 0.5})


class Sweeps(unittest.TestCase):
    def test_closed_form(self) -> None:
        s = eg.loads(SPRING).sweep({"w": "uniform(0.5, 4)"}, {"x": "body.s", "least": eg.minimum("body.s")},
                                   design="sobol", count=64)
        np.testing.assert_allclose(s["x"], np.cos(2 * s["w"]), atol=2e-6)
        self.assertEqual((s.rows.shape, s.results.shape, len(s.reasons)), ((64, 1), (64, 2), 0))
        self.assertEqual(list(s), ["w", "x", "least"])
        self.assertAlmostEqual(s.mean("x").value, float(np.mean(s["x"])), delta=1e-15)
        self.assertAlmostEqual(s.quantile("x", 0.3).value, float(np.quantile(s["x"], 0.3)), delta=1e-12)
        self.assertEqual(s.exceedance("x", 0).value, np.mean(s["x"] > 0))

    def test_against_ensembles(self) -> None:
        m = eg.loads(DROP)
        s = m.sweep({"stop.d": [10, 60, 300], "ball.s.start": [0.1, 0.5]}, {"x": "ball.s"})
        o = m.ensemble({"stop.d": s["stop.d"], "ball.s.start": s["ball.s.start"]}, {"x": "ball.s"})
        np.testing.assert_array_equal(s["x"], o["x"])

    def test_indices(self) -> None:
        """Of x = a*cos(6) with a start value a: one that is nothing to do with it has no share."""
        s = eg.loads(SPRING).sweep(
            {"body.s.start": "uniform(1, 3)", "body.m": "uniform(0.999999, 1.000001)"}, {"x": "body.s"},
            design="saltelli", count=256,
        )
        first, total = s.sobol("x")["body.s.start"]
        self.assertTrue(first.low <= 1 <= first.high and abs(total.value - 1) < 0.05, (first, total))
        self.assertLess(abs(s.sobol("x")["body.m"][1].value), 1e-6)
        independent = s["x"].reshape(256, 4)[:, [0, 3]].ravel()  # A and B, without the mixed rows between them
        self.assertAlmostEqual(s.mean("x").value, float(independent.mean()), delta=1e-12)
        self.assertAlmostEqual(s.quantile("x", 0.2).value, float(np.quantile(independent, 0.2)), delta=1e-12)
        slope = s.slopes("x")["body.s.start"]
        self.assertAlmostEqual(slope.value, np.cos(6), delta=1e-5)
        self.assertEqual(len(s.effects("x", "body.s.start")), 10)
        with self.assertRaises(eg.UsageError):
            eg.loads(SPRING).sweep({"w": [1, 2]}, {"x": "body.s"}).sobol("x")

    def test_indices_of_pairs(self) -> None:
        """Of a product of two factors about 0: neither does anything alone."""
        text = "model Product parameter Real a = 1; parameter Real b = 1; Real y = a*b; end Product;"
        factors = {"a": "uniform(-1, 1)", "b": "uniform(-1, 1)"}
        s = eg.loads(text).sweep(factors, {"y": "y"}, design="saltelli2", count=1024)
        self.assertEqual(len(s["y"]), 1024 * 6)
        first, total = s.sobol("y")["a"]
        self.assertTrue(first.low <= 0 <= first.high and total.low <= 1 <= total.high, (first, total))
        pair = s.sobol_second("y")["a", "b"]
        self.assertTrue(pair.low <= 1 <= pair.high, pair)
        independent = s["y"].reshape(1024, 6)[:, [0, 5]].ravel()
        self.assertAlmostEqual(s.mean("y").value, float(independent.mean()), delta=1e-12)
        with self.assertRaises(eg.UsageError):
            eg.loads(text).sweep(factors, {"y": "y"}, design="saltelli", count=4).sobol_second("y")

    def test_failures_are_rows(self) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            s = eg.loads(DROP).sweep({"ball.m": [1.0, -1.0, 2.0]}, {"x": "ball.s"})
        self.assertEqual(list(s.failed), [False, True, False])
        self.assertTrue(np.isnan(s["x"][1]) and np.isfinite(s["x"][[0, 2]]).all())
        self.assertIn("ball.m = -1", s.reasons[1])
        self.assertEqual([w.filename for w in caught], [__file__])
        self.assertIn("<table>", s._repr_html_())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            lost = eg.loads(DROP).sweep({"ball.m": [-1.0, -2.0]}, {"x": "ball.s"})
        self.assertTrue(lost.failed.all() and len(lost.reasons) == 2)
        lost._repr_html_()

    def test_structure_may_change(self) -> None:
        s = eg.loads(DROP).sweep({"stop.d": [0.0, 60.0], "stop.n": [1.0, 1.5]}, {"x": "ball.s"})
        ends = [eg.loads(DROP).simulate(**{"stop.d": d, "stop.n": n})["ball.s"][-1] for d, n in s.rows]
        np.testing.assert_allclose(s["x"], ends, atol=1e-5)

    def test_it_outlives_all(self) -> None:
        m = eg.loads(DROP)
        s = m.sweep({"stop.d": [10, 60]}, {"x": "ball.s"})
        x, kept = s["x"], s["x"].copy()
        del m, s
        gc.collect()
        np.testing.assert_array_equal(x, kept)

    def test_wrong(self) -> None:
        m = eg.loads(DROP)
        for call in (
            lambda: m.sweep({"ball.q": [1]}, {"x": "ball.s"}),
            lambda: m.sweep({"ball.m": [1]}, {"x": "ball.q"}),
            lambda: m.sweep({"ball.m": [1]}, {"x": "ball.s"}, resume=True),
            lambda: m.sweep({"ball.m": [1]}, {"x": "ball.s"}, tolerance=-1),
            lambda: m.sweep({"ball.m": [1]}, {"x": "ball.s"}, threads=-1),
        ):
            with self.assertRaises(ValueError):
                call()
        with self.assertRaises(TypeError):
            m.sweep({"ball.m": [1]}, {"x": "ball.s"}, interval=1)
        with self.assertRaises(eg.FileError):
            m.sweep({"ball.m": [1]}, {"x": "ball.s"}, table="/no/such/folder/t.csv")

    def test_refused_in_words(self) -> None:
        """Each names what is wrong, and never answers with something else in silence."""
        m, factors, wanted = eg.loads(DROP), {"ball.m": "uniform(1, 2)"}, {"y": "ball.s"}
        pair = {"ball.m": "uniform(1, 2)", "stop.d": "uniform(1, 2)"}
        drawn = m.sweep(factors, wanted, design="random", count=4)
        with tempfile.TemporaryDirectory() as folder:
            cases: "list[tuple[type[Exception], str, Any]]" = [
                (eg.UsageError, "the count of a design is 0", lambda: m.sweep(factors, wanted, count=0)),
                (ValueError, "count = -1 is out of range", lambda: m.sweep(factors, wanted, count=-1)),
                (TypeError, "count is a whole number, not 2.5", lambda: m.sweep(factors, wanted, count=2.5)),
                (ValueError, "seed = -1 is out of range", lambda: m.sweep(factors, wanted, seed=-1)),
                (ValueError, "threads = -1 is out of range", lambda: m.sweep(factors, wanted, threads=-1)),
                (eg.UsageError, "perhaps normal", lambda: m.sweep({"ball.m": "gauss(1, 2)"}, wanted)),
                (eg.UsageError, "have commas", lambda: m.sweep({"ball.m": "uniform(1 kg, 2 kg)"}, wanted)),
                (TypeError, "not None", lambda: m.sweep({"ball.m": None}, wanted)),
                (eg.UsageError, "what rows give and what is wanted", lambda: m.sweep(factors, {"ball.m": "ball.s"})),
                (TypeError, "wanted is a mapping", lambda: m.sweep(factors, ["ball.s"])),
                (TypeError, "wanted is a mapping", lambda: m.ensemble({"ball.m": 2}, "ball.s")),
                (eg.UsageError, "of two factors", lambda: m.sweep(pair, wanted, correlations={"ball.m": 0.5})),
                (eg.UsageError, "x.xlsx is neither", lambda: m.sweep(factors, wanted, table=Path(folder) / "x.xlsx")),
                (eg.UsageError, "a chance is from 0 to 1, not 2", lambda: drawn.quantile("y", 2)),
                (eg.UsageError, "a chance is from 0 to 1, not nan", lambda: drawn.quantile("y", float("nan"))),
            ]
            for kind, why, call in cases:
                with self.subTest(why), self.assertRaisesRegex(kind, why):
                    call()
        ends = [drawn.quantile("y", p).value for p in (0, 1)]
        self.assertEqual(ends, [min(drawn["y"]), max(drawn["y"])])
        far = eg.quantile("normal(0, 1)", [0, 1, -1, 2, float("nan")])
        np.testing.assert_array_equal(far, [-np.inf, np.inf, np.nan, np.nan, np.nan])

    def test_tables(self) -> None:
        m = eg.loads(DROP)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "t.csv"
            s = m.sweep({"stop.d": "logrange(1, 1e3, 50)"}, {"peak": eg.maximum("-stop.f")}, table=path)
            lines = path.read_text().splitlines()
            self.assertEqual(len(lines), 51)
            column = lines[0].split(",").index('"peak"' if '"peak"' in lines[0] else "peak")
            np.testing.assert_array_equal([float(x.split(",")[column]) for x in lines[1:]], s["peak"])
            self.assertEqual(os.listdir(folder), ["t.csv"])

    def test_progress_and_resume(self) -> None:
        """Stopped by its progress, and gone on with: the same bytes as in one go, and nothing computed twice."""
        m, want = eg.loads(DROP), {"x": "ball.s"}
        plan = eg.Design("random", {"stop.d": "uniform(1, 500)"}, 30000)
        with tempfile.TemporaryDirectory() as folder:
            a, b = Path(folder) / "a.csv", Path(folder) / "b.csv"
            whole = m.sweep(plan, want, table=a)
            seen: list[int] = []
            with self.assertRaises(eg.SimulationError) as caught:
                m.sweep(plan, want, table=b, progress=lambda done, rows: seen.append(done) or True)  # type: ignore[func-returns-value]
            self.assertIn("stopped as asked", str(caught.exception))
            self.assertFalse(b.exists())
            with self.assertRaises(eg.UsageError):
                m.sweep(plan, want, table=b)
            rest = m.sweep(plan, want, table=b, resume=True)
            self.assertGreaterEqual(rest.statistics.found, seen[-1])
            self.assertEqual(a.read_bytes(), b.read_bytes())
            np.testing.assert_array_equal(rest["x"], whole["x"])

            def refuse(done: int, rows: int) -> None:
                raise LookupError(done)

            with self.assertRaises(LookupError):
                m.sweep(plan, want, progress=refuse)

    @unittest.skipIf("EG_SANITIZED" in os.environ, "it would take long")
    def test_killed(self) -> None:
        """By signal 9, in another process; this one goes on with it."""
        code = (
            "import elastogap as eg, os, signal, sys, threading\n"
            "from tests.models import DROP\n"
            "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()\n"
            "eg.loads(DROP).sweep({'stop.d': 'uniform(1, 500)'}, {'x': 'ball.s'}, design='random', count=200000,\n"
            "    table=sys.argv[1])\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "t.csv"
            done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
            self.assertEqual((done.returncode, path.exists()), (-9, False))
            s = eg.loads(DROP).sweep({"stop.d": "uniform(1, 500)"}, {"x": "ball.s"}, design="random", count=200000,
                                     table=path, resume=True)
            self.assertTrue(np.isfinite(s["x"]).all() and len(s["x"]) == 200000)

@unittest.skipIf(stats is None, "scipy is not there")
class Distributions(unittest.TestCase):
    def test_scipy(self) -> None:
        """The quantiles are those of scipy, in both tails: to ten digits, which its own inverses keep."""
        of = {
            "uniform(-2, 5)": stats.uniform(-2, 7),
            "loguniform(1e-3, 1e5)": stats.loguniform(1e-3, 1e5),
            "normal(60, 5)": stats.norm(60, 5),
            "normal(60, 5, 58, 73)": stats.truncnorm(-0.4, 2.6, 60, 5),
            "normal(0, 1, 3, 9)": stats.truncnorm(3, 9),
            "normal(0, 1, -9, -3)": stats.truncnorm(-9, -3),
            "lognormal(-1, 0.7)": stats.lognorm(0.7, scale=np.exp(-1)),
            "triangular(1, 3, 8)": stats.triang(2 / 7, 1, 7),
            "triangular(1, 1, 8)": stats.triang(0, 1, 7),
            "triangular(1, 8, 8)": stats.triang(1, 1, 7),
            "exponential(4)": stats.expon(scale=4),
            "weibull(0.7, 3)": stats.weibull_min(0.7, scale=3),
            "weibull(5, 1e4)": stats.weibull_min(5, scale=1e4),
            "gumbel(10, 2)": stats.gumbel_r(10, 2),
        }
        p = np.concatenate([10.0 ** np.arange(-12, 0), np.arange(0.15, 0.9, 0.05)])
        for law, oracle in of.items():
            with self.subTest(law):
                np.testing.assert_allclose(eg.quantile(law, p), oracle.ppf(p), rtol=1e-10, atol=1e-10)
                high = 1 - p[p > 1e-6]
                np.testing.assert_allclose(eg.quantile(law, high), oracle.ppf(high), rtol=1e-10, atol=1e-10)


class Chances(unittest.TestCase):
    PLANE = "model P parameter Real a = 0; parameter Real b = 0; Real y = 3*a + 4*b; end P;"
    NORMALS = {"a": "normal(0, 1)", "b": "normal(0, 1)"}

    def test_plane(self) -> None:
        """3 a + 4 b of two normal numbers has the deviation 5: 4.75342430882 deviations have the chance 1e-6."""
        m, limit = eg.loads(self.PLANE), 5 * 4.753424308822899
        found = m.chance(self.NORMALS, "y", limit, count=1000, seed=3, stop_time=0.01)
        self.assertTrue(found.chance.low < 1e-6 < found.chance.high, found.chance)
        self.assertLess(found.variation, 1)
        self.assertEqual((found.levels[-1].threshold, found.names), (limit, ("a", "b")))
        product = float(np.prod([x.share for x in found.levels]))
        self.assertAlmostEqual(product / found.chance.value, 1, delta=1e-12)
        np.testing.assert_allclose(found.rows @ [3, 4], found.results, rtol=1e-14, atol=1e-14)
        self.assertEqual(len(found.results), found.statistics.rows)

    def test_same_again(self) -> None:
        """Any number of threads, and stopped and gone on with: the same bytes and the same chance. What is likely
        is counted."""
        m = eg.loads(DROP)
        fall = {"ball.s.start": "normal(0.5, 0.03)", "stop.d": "uniform(50, 70)"}
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{k}.csv" for k in range(3)]
            one, two = (m.chance(fall, eg.maximum("-stop.f"), 1430, count=200, threads=k + 1, table=paths[k])
                        for k in range(2))
            calls: list[int] = []
            with self.assertRaises(eg.SimulationError):
                m.chance(fall, eg.maximum("-stop.f"), 1430, count=200, table=paths[2],
                         progress=lambda done, rows: calls.append(done) or len(calls) > 3)
            self.assertFalse(paths[2].exists())
            rest = m.chance(fall, eg.maximum("-stop.f"), 1430, count=200, table=paths[2], resume=True)
            self.assertGreater(rest.statistics.found, 0)
            self.assertEqual({p.read_bytes() for p in paths}, {paths[0].read_bytes()})
            self.assertEqual({one.chance, two.chance, rest.chance}, {one.chance})
            self.assertIn(b'"level"', paths[0].read_bytes().splitlines()[0])
        often = eg.loads(self.PLANE).chance(self.NORMALS, "y", 0.0, count=2000, stop_time=0.01)
        self.assertEqual(len(often.levels), 1)
        self.assertTrue(often.chance.low < 0.5 < often.chance.high)

    def test_stops_between_steps(self) -> None:
        """Stopped where a step is nearly over, what the other threads still bring in begins no further one."""
        m, threads = eg.loads(self.PLANE), 4
        for end in range(100 - threads, 101):
            with self.subTest(end), self.assertRaisesRegex(eg.SimulationError, "stopped as asked") as stopped:
                m.chance(self.NORMALS, "y", 20.0, count=100, threads=threads, stop_time=0.01,
                         progress=lambda done, rows, end=end: done >= end)
            told = re.search("with ([0-9]+) rows done", str(stopped.exception))
            assert told
            self.assertLess(int(told[1]), 200)

    def test_refused(self) -> None:
        m = eg.loads(self.PLANE)
        with self.assertRaisesRegex(eg.UsageError, "100 to 1e7 rows"):
            m.chance(self.NORMALS, "y", 1.0, count=10)
        with self.assertRaisesRegex(eg.UsageError, "limit is no number"):
            m.chance(self.NORMALS, "y", float("nan"))
        with self.assertRaisesRegex(eg.UsageError, "needs a table"):
            m.chance(self.NORMALS, "y", 1.0, resume=True)
        with self.assertRaisesRegex(TypeError, "chance takes no 'interval'"):
            m.chance(self.NORMALS, "y", 1.0, interval=0.1)
        with self.assertRaises(eg.SimulationError):
            m.chance(self.NORMALS, "sign(y)*0", 1.0, count=100, stop_time=0.01)


if __name__ == "__main__":
    unittest.main()

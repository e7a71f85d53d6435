"""Results share the library's memory, keep it, and cannot spoil it."""
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy as np

import elastogap as eg

from .models import DROP, SPRING


class Views(unittest.TestCase):
    def test_memory_is_shared(self) -> None:
        """What Python shows is where the library has it: at its pointer, with its stride, by numpy and by DLPack."""
        import ctypes

        from elastogap import _c

        r = eg.loads(DROP).simulate()
        for name in ("ball.s", "stop.f", "ball.v"):
            signal, stride = _c.lib.eg_trajectory_find(r._trajectory.handle, name.encode()), ctypes.c_size_t()
            place = _c.lib.eg_trajectory_values(r._trajectory.handle, signal, ctypes.byref(stride))
            for array in (r[name], np.from_dlpack(r.column(name))):
                self.assertEqual((array.ctypes.data, array.strides), (place, (8 * stride.value,)))
                self.assertTrue(np.shares_memory(array, r[name]))
        self.assertFalse(r["ball.s"].flags.writeable)
        with self.assertRaises(ValueError):
            r["ball.s"][0] = 1

    def test_dlpack_of_version_1(self) -> None:
        """It says there that it must not be written to, and is given back."""
        from elastogap.result import _DLManagedTensorVersioned, _lent

        r = eg.loads(DROP).simulate()
        column = r.column("ball.s")
        capsule = column.__dlpack__(max_version=(1, 1), dl_device=(1, 0), copy=False)
        self.assertIn("dltensor_versioned", repr(capsule))
        tensor = _DLManagedTensorVersioned.from_address(next(iter(_lent)))
        self.assertEqual((tensor.major, tensor.flags & 1, tensor.dl_tensor.shape[0]), (1, 1, len(r.time)))
        self.assertEqual(tensor.dl_tensor.data, r["ball.s"].ctypes.data)
        del tensor, capsule
        gc.collect()
        self.assertEqual(len(_lent), 0)
        self.assertEqual(column.__dlpack_device__(), (1, 0))
        for wrong in ({"copy": True}, {"stream": 1}, {"dl_device": (2, 0)}):
            with self.assertRaises(BufferError):
                column.__dlpack__(**wrong)  # type: ignore[arg-type]

    def test_it_outlives_all(self) -> None:
        m = eg.loads(DROP)
        r = m.simulate()
        s, copy, other = r["ball.s"], r["ball.s"].copy(), np.from_dlpack(r.column("ball.s"))
        events = r.events
        del m, r
        gc.collect()
        junk = [eg.loads(DROP).simulate() for _ in range(20)]
        self.assertTrue(np.array_equal(s, copy) and np.array_equal(other, copy))
        self.assertEqual(events[0].component, "stop")
        del junk

    def test_capsules_that_nobody_takes(self) -> None:
        from elastogap.result import _lent

        r = eg.loads(DROP).simulate()
        for _ in range(100):
            r.column("ball.s").__dlpack__()
            np.from_dlpack(r.column("ball.s"))
        gc.collect()
        self.assertEqual(len(_lent), 0)

    def test_constants_and_time(self) -> None:
        r = eg.loads("model C Real x(start = 0, fixed = true); Real y = 3; equation der(x) = y; end C;").simulate()
        self.assertTrue(np.all(r["y"] == 3) and r["y"].shape == r.time.shape)
        self.assertTrue(np.array_equal(r.column("time"), r.time))

    def test_mapping(self) -> None:
        r = eg.loads(DROP).simulate()
        self.assertIn("ball.s", r)
        self.assertNotIn("ball.q", r)
        self.assertEqual(len(list(r)), len(r))
        self.assertEqual(r.match("ball.?"), [n for n in r if n.startswith("ball.") and len(n) == 6])
        with self.assertRaisesRegex(KeyError, "did you mean 'ball.s'"):
            r["bal.s"]
        self.assertEqual((r.signal("ball.v").unit, r.signal("stop.contact").is_discrete), ("m/s", True))
        self.assertIn("Drop", repr(r))
        self.assertIn("<table>", r._repr_html_())

    def test_events(self) -> None:
        r = eg.loads(DROP).simulate()
        e = r.events[0]
        self.assertEqual((r.time[e.row], r.time[e.row + 1]), (e.time, e.time))
        self.assertEqual(len(r.events.of("stop", "contact begins")), sum(x.name == "contact begins" for x in r.events))
        self.assertEqual(r.events[-1], list(r.events)[-1])
        with self.assertRaises(IndexError):
            r.events[len(r.events)]

    def test_energy(self) -> None:
        r = eg.loads(DROP).simulate()
        e = r.energy
        self.assertAlmostEqual(e.initial + e.supplied, e.kinetic + e.potential + e.dissipated, delta=1e-12)
        self.assertAlmostEqual(e.supplied, 2 * 9.81 * (0.5 - r["ball.s"][-1]), delta=1e-12)


class Onward(unittest.TestCase):
    def test_files(self) -> None:
        r = eg.loads(DROP).simulate()
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.csv", "a.mat"):
                path = Path(folder) / name
                try:
                    r.write(path)
                except eg.UnavailableError:
                    continue
                back = eg.read(path)
                self.assertTrue(np.array_equal(back["ball.s"], r["ball.s"]))
                self.assertTrue(all(d.largest <= 1 for d in back.compare(r)))
            with self.assertRaises(eg.UsageError):
                r.write(Path(folder) / "a.xyz")
            with self.assertRaises(eg.FileError):
                eg.read(Path(folder) / "none.csv")

    def test_report_moves_the_network(self) -> None:
        """The page has the diagram of the model as it was, also when that has been changed or is gone, and each signal
        that the diagram names; results that were read have no model."""
        model = eg.loads(DROP)
        plain, set_before = model.simulate(), model.simulate(**{"ball.m": 3})
        picture = model.diagram()
        model.add("Fixed", "other", s0=1)
        changed = model.simulate()
        del model
        gc.collect()
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "drop.html"
            for result, has_other, mass in ((plain, False, 2), (set_before, False, 3), (changed, True, 2)):
                result.report(page)
                text = page.read_text(encoding="utf-8")
                self.assertEqual('data-component="other"' in text, has_other)
                # Beside what moves, the lines of texts are those of the picture of the model as it is.
                same = all(f">{t}</text>" in text for t in re.findall(r"<text[^>]*>([^<]*)</text>", picture))
                self.assertEqual(same, result is not set_before)
                self.assertIn(f"m = {mass} kg", text)
                scene = json.loads(re.search('id="scene">(.*?)</script>', text, re.S).group(1))  # type: ignore[union-attr]
                named = {n for c in scene["components"] for shift in c["shifts"].values() for n in shift[1::3]}
                named |= {c["force"] for c in scene["components"] if "force" in c}
                self.assertLessEqual({"ball.flange_a.s", "stop.f", "stop.s_rel"}, named)
                self.assertLessEqual(named, set(result.names))
            plain.write(Path(folder) / "drop.csv")
            eg.read(Path(folder) / "drop.csv").report(page)
            self.assertNotIn('id="scene"', page.read_text(encoding="utf-8"))

    def test_report_of_several(self) -> None:
        """Up to eight are in the page as they are, the chosen one first; more are bands beside it."""
        model = eg.loads(DROP)
        runs = {f"d={d}": model.simulate(**{"stop.d": d}) for d in range(10, 20)}
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "runs.html"

            def told() -> dict[str, Any]:
                text = page.read_text(encoding="utf-8")
                found = re.search('id="report">(.*?)</script>', text, re.S)
                return dict(json.loads(found.group(1)))  # type: ignore[union-attr]

            eg.report(list(runs.values())[:3], page, chosen=1, title="three")
            self.assertEqual([r["label"] for r in told()["runs"]], ["Drop 2", "Drop", "Drop 3"])
            eg.report(runs, page, chosen="d=14")
            self.assertEqual(([r["label"] for r in told()["runs"]], told()["bandRuns"]), (["d=14"], 10))
            for wrong in ("d=99", 10, -1):
                with self.assertRaises(eg.UsageError):
                    eg.report(runs, page, chosen=wrong)
            self.assertEqual(len(runs["d=12"].time), len(runs["d=12"]["ball.s"]))

    def test_record(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            film = Path(folder) / "drop.svg"
            eg.loads(DROP).simulate().record(film, size=(400, 0), speed=0.5)
            text = film.read_text(encoding="utf-8")
            self.assertIn('width="400"', text)
            self.assertIn("@keyframes", text)
            with self.assertRaises(eg.UsageError):
                eg.loads(DROP).simulate().record(Path(folder) / "drop.avi")

    def test_compare(self) -> None:
        a, b = eg.loads(SPRING).simulate(), eg.loads(SPRING).simulate(w=3.1)
        self.assertGreater(max(d.largest for d in a.compare(b)), 1)

    def test_plot(self) -> None:
        r = eg.loads(DROP).simulate()
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("matplotlib is not there")
        figure = r.plot("ball.s", "stop.f")
        self.assertEqual(len(figure.axes), 2)
        drawn = {line.get_label(): (a.get_ylabel(), line.get_ydata()) for a in figure.axes for line in a.lines[:1]}
        np.testing.assert_array_equal(drawn["ball.s"][1], r["ball.s"])
        self.assertEqual({n: drawn[n][0] for n in drawn}, {"ball.s": "[m]", "stop.f": "[N]"})
        with self.assertRaises(KeyError):
            r.plot("ball.q")

    def test_several_runs(self) -> None:
        """By the library, and by matplotlib: over time, and one over another."""
        m = eg.loads(DROP)
        a, b = m.simulate(), m.simulate(interval=0.01, **{"stop.d": 200})
        with tempfile.TemporaryDirectory() as folder:
            try:
                eg.plot({"soft": a, "hard": b}, "ball.s", "stop.f:stop.s_rel", path=Path(folder) / "a.svg")
                text = (Path(folder) / "a.svg").read_text()
                self.assertTrue(all(word in text for word in ("soft", "hard", "stop.s_rel", "</svg>")))
            except eg.UnavailableError:
                pass
            with self.assertRaises(eg.UsageError):
                a.plot("ball.s", path=Path(folder) / "a.xyz")
        with self.assertRaisesRegex(KeyError, "did you mean 'ball.s'"):
            eg.plot([a, b], "bal.s")
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("matplotlib is not there")
        figure = eg.plot([a, b], "ball.s", "stop.f:stop.s_rel", "stop.f")
        self.assertEqual([x.get_xlabel() for x in figure.axes], ["", "stop.s_rel [m]", "time [s]"])
        self.assertEqual([line.get_label() for line in figure.axes[0].lines], ["ball.s, Drop", "ball.s, Drop 2"])
        loop = figure.axes[1].lines[1]
        np.testing.assert_array_equal(loop.get_xdata(), b["stop.s_rel"])
        np.testing.assert_array_equal(loop.get_ydata(), b["stop.f"])
        with self.assertRaises(eg.UsageError):
            eg.plot(a, "ball.?:stop.*")

    def test_spectrum(self) -> None:
        """A swing of 1 m at 3/(2 pi) Hz, over a whole number of periods."""
        r = eg.loads(SPRING).simulate(stop_time=40 * np.pi / 3, interval=0.01)
        s = r.spectrum("body.s")
        self.assertAlmostEqual(s.peaks[0][0], 3 / (2 * np.pi), delta=0.01 / (4 * r.time[-1]))  # of a step of the grid
        self.assertAlmostEqual(s.peaks[0][1], 1, delta=(3 * 0.01) ** 2)  # lines between rows
        self.assertEqual(s.frequency.shape, s.amplitude.shape)
        self.assertEqual((s.unit, len(s.peaks), s.start), ("m", 1, 0.0))
        low = r.spectrum("body.s", start=0.0, end=20 * np.pi / 3, max_frequency=1)
        self.assertLessEqual(low.frequency[-1], 1)
        with self.assertRaises(eg.UsageError):
            r.spectrum("body.s", start=3, end=3)

    def test_packages_that_are_missing(self) -> None:
        code = (
            "import sys\n"
            "for name in ('pandas', 'xarray', 'matplotlib'): sys.modules[name] = None\n"
            "import elastogap as eg\n"
            "from tests.models import DROP\n"
            "r = eg.loads(DROP).simulate()\n"
            "for call in (r.to_pandas, r.to_xarray, r.spectrum('ball.s').plot):\n"
            "    try: call()\n"
            "    except eg.UnavailableError as fault: print(fault)\n"
            "print(r.plot('ball.s'))\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        for line, name in zip(lines, ("pandas", "xarray", "matplotlib")):
            self.assertIn(f"takes the package {name}", line)
        self.assertTrue("SVG of" in lines[-1] or "gnuplot" in done.stderr, done.stderr)

    def test_pandas(self) -> None:
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not there")
        r = eg.loads(DROP).simulate()
        frame = r.to_pandas("ball.*")
        self.assertEqual(list(frame.columns), r.match("ball.*"))
        np.testing.assert_array_equal(frame["ball.s"].to_numpy(), r["ball.s"])


class Memory(unittest.TestCase):
    @unittest.skipIf("EG_SANITIZED" in os.environ, "a sanitizer keeps what has been freed for a while")
    def test_it_stays_flat(self) -> None:
        """A few thousand cycles of reading, running and dropping take no more memory than the first ones."""
        code = (
            "import elastogap as eg, resource, sys\n"
            "from tests.models import DROP\n"
            "def cycle(n):\n"
            "    for _ in range(n):\n"
            "        r = eg.loads(DROP).simulate(**{'stop.d': 70}); r['ball.s'].sum(); len(r.events)\n"
            "cycle(300); a = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "cycle(2000); b = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "sys.exit(0 if b - a < 1000 else f'{b - a} kB more')\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()

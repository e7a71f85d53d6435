"""Models: what they are read from, what is set, what goes wrong; against closed forms."""
import os
import tempfile
import threading
import unittest
import warnings
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

import elastogap as eg

from .models import DROP, LONG, RIGID, SPRING


def built() -> eg.Model:
    """DROP by calls."""
    m = eg.Model("Drop").add("Fixed", "ground").add("ElastoGap", "stop", c=1e5, d=60)
    m.add("Mass", "ball", m=2, L=0).start("ball.s", 0.5).start("ball.v", 0)
    m.add("ConstantForce", "weight", f_constant=-2 * 9.81)
    m.connect("ground.flange", "stop.flange_a").connect("stop.flange_b", "ball.flange_a")
    return m.connect("weight.flange", "ball.flange_b").experiment(stop_time=2)


class Read(unittest.TestCase):
    def test_closed_form(self) -> None:
        """Until it touches, after sqrt(2*0.5/9.81) s, it falls: rounded, and no more."""
        r = eg.loads(DROP).simulate()
        falls = r.time < np.sqrt(2 * 0.5 / 9.81)
        np.testing.assert_allclose(r["ball.s"][falls], 0.5 - 9.81 / 2 * r.time[falls] ** 2, rtol=0, atol=4e-16)
        self.assertAlmostEqual(r.events[0].time, np.sqrt(2 * 0.5 / 9.81), delta=2e-16)

    def test_file_and_text_are_the_same(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "Drop.mo"
            path.write_text(DROP)
            self.assertTrue(np.array_equal(eg.load(path).simulate()["ball.s"], eg.loads(DROP).simulate()["ball.s"]))

    def test_calls_are_the_same(self) -> None:
        a, b = eg.loads(DROP).simulate(), built().simulate()
        self.assertTrue(np.array_equal(a["ball.s"], b["ball.s"]))
        self.assertEqual([e.time for e in a.events], [e.time for e in b.events])

    def test_settings(self) -> None:
        """Of runs, of the model and of the text are the same, also of what the text declares; none stays behind."""
        m = eg.loads(SPRING)
        t = np.linspace(0, 2, 21)
        for w in (1.0, 2.5, 3.0):
            for r in (
                m.simulate(w=w),
                m.simulate(**{"spring.c": w * w}),
                eg.loads(SPRING, settings={"w": w}).simulate(),
                eg.loads(SPRING).set("w", w).simulate(),
                eg.loads(SPRING.replace("w = 3", f"w = {w}")).simulate(),
            ):
                np.testing.assert_allclose([r.at("body.s", x) for x in r.time], np.cos(w * r.time), rtol=0, atol=1e-13)
        self.assertTrue(np.array_equal(m.simulate()["body.s"], eg.loads(SPRING).simulate()["body.s"]))
        self.assertEqual(len(t), 21)

    def test_starts(self) -> None:
        a = eg.loads(SPRING).simulate(**{"body.s.start": 0.25})
        b = eg.loads(SPRING).start("body.s", 0.25).simulate()
        c = built().simulate(**{"ball.s.start": 0.25})
        np.testing.assert_allclose(a["body.s"], 0.25 * np.cos(3 * a.time), rtol=0, atol=1e-13)
        self.assertTrue(np.array_equal(a["body.s"], b["body.s"]))
        self.assertEqual(c["ball.s"][0], 0.25)

    def test_options(self) -> None:
        m = eg.loads(SPRING)
        r = m.simulate(start_time=1, stop_time=3, interval=0.5, signals=["body.?"], engine="erk", tolerance=1e-10)
        self.assertEqual(list(r.time), [1.0, 1.5, 2.0, 2.5, 3.0])
        self.assertEqual(sorted(r), ["body.a", "body.s", "body.v"])
        self.assertEqual(r.statistics.engine, "erk")
        np.testing.assert_allclose(r["body.s"], np.cos(3 * (r.time - 1)), rtol=0, atol=1e-8)
        self.assertEqual(m.simulate(engine="fixed", step=1e-2, interval=1e-2).statistics.engine, "fixed")

    def test_inputs(self) -> None:
        m = eg.loads("model G input Real u(start = 2); output Real y; equation y = 3*u; end G;")
        self.assertEqual([(v.name, v.start) for v in m.inputs], [("u", 2.0)])
        self.assertEqual([v.name for v in m.outputs], ["y"])
        self.assertEqual(m.simulate()["y"][-1], 6.0)
        self.assertEqual(m.simulate(inputs={"u": 5})["y"][-1], 15.0)
        with self.assertRaisesRegex(eg.UsageError, "which has u"):
            m.simulate(inputs={"v": 5})

    def test_values_of_all_kinds(self) -> None:
        text = "model K parameter Real a[2] = {1, 2}; parameter Boolean b = false; parameter Integer i = 1; "
        text += "Real y = if b then i*a[1] else a[2]; end K;"
        m = eg.loads(text)
        self.assertEqual(m.simulate(a=[4, 5], b=True, i=3)["y"][-1], 12.0)
        self.assertEqual(m.simulate(a=np.array([4.0, 5.0]), b=np.False_, i=np.int64(3))["y"][-1], 5.0)
        self.assertEqual(m.simulate(a="{2*3, 7}", b="not false")["y"][-1], 6.0)
        with self.assertRaises(eg.UsageError):
            m.simulate(a=[np.nan, 1])

    def test_flatten_and_names(self) -> None:
        m = eg.loads(DROP)
        self.assertEqual((m.name, m.comment), ("Drop", "A mass falls on a stop"))
        self.assertEqual(m.defaults.stop_time, 2.0)
        flat = eg.loads(m.flatten())
        ends = [x.simulate(tolerance=1e-11)["ball.s"][-1] for x in (m, flat)]
        self.assertAlmostEqual(*ends, delta=1e-9)

    def test_diagram(self) -> None:
        """Each component once; drawing changes nothing; what is not whole has no picture, and notebooks say so."""
        m, plain = built(), built().simulate()
        picture = ElementTree.fromstring(m.diagram())
        groups = picture.iter("{http://www.w3.org/2000/svg}g")
        drawn = [g.get("data-component") for g in groups if "component" in (g.get("class") or "").split()]
        self.assertEqual(sorted(map(str, drawn)), ["ball", "ground", "stop", "weight"])
        self.assertEqual(m._repr_svg_(), m.diagram())
        self.assertTrue(np.array_equal(m.simulate()["ball.s"], plain["ball.s"]))
        m.add("Fixed", "other")
        self.assertIn('data-component="other"', m.diagram())
        self.assertIsNone(eg.Model("Empty").add("TableGap", "stop")._repr_svg_())

    def test_diagram_options(self) -> None:
        """Colours that are fixed name no preference of the viewer; a text's own layout is drawn where there is one, a
        warning names who has no place; notebooks show all of them."""
        m = eg.loads(DROP)
        dark, light, auto = (m.diagram(theme=theme) for theme in ("dark", "light", "auto"))
        self.assertEqual(len({dark, light, auto}), 3)
        self.assertEqual(["prefers-color-scheme" in svg for svg in (dark, light, auto)], [False, False, True])
        self.assertEqual((dark._repr_svg_(), auto), (dark, m.diagram()))
        with self.assertRaisesRegex(eg.ModelError, "where its components stand"):
            m.diagram(layout="modelica")
        placed = "s_rel0 = 0) annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));"
        text = DROP.replace("d = 60);", "d = 60, " + placed)
        with self.assertWarnsRegex(eg.ElastogapWarning, "ball"):
            laid = eg.loads(text).diagram(layout="modelica")
        self.assertNotEqual(laid, eg.loads(text).diagram())
        for wrong in ({"layout": "circle"}, {"theme": "blue"}):
            with self.subTest(wrong), self.assertRaisesRegex(eg.UsageError, "must be one of"):
                m.diagram(**wrong)


class Wrong(unittest.TestCase):
    def test_text(self) -> None:
        with self.assertRaises(eg.ModelError) as caught:
            eg.loads("model A\n  Real x\nend A;", name="a.mo")
        d = caught.exception.diagnostics[0]
        self.assertEqual((d.file, d.line, d.severity), ("a.mo", 2 if d.line == 2 else 3, "error"))
        self.assertIn("a.mo:", str(caught.exception))

    def test_setting(self) -> None:
        with self.assertRaisesRegex(eg.ModelError, "stop.q"):
            eg.loads(DROP).simulate(**{"stop.q": 1})
        m = built()
        with self.assertRaises(eg.ModelError):
            m.set("stop.q", 1)
        with self.assertRaises(eg.ModelError):
            m.add("Mess", "x")
        with self.assertRaises(eg.ModelError):
            m.connect("ball.flange_a", "ball.flange_z")
        self.assertEqual(len(m.simulate().events), len(eg.loads(DROP).simulate().events))  # nothing has stayed

    def test_run(self) -> None:
        with self.assertRaises(eg.SimulationError) as caught:
            eg.loads(LONG).simulate(max_steps=100)
        self.assertIsNotNone(caught.exception.partial)
        self.assertTrue(caught.exception.remedy)
        with self.assertRaises(eg.UsageError):
            eg.loads(DROP).simulate(tolerance=-1)
        with self.assertRaises(eg.FileError):
            eg.load("/no/such/file.mo")
        with self.assertRaises(ValueError):  # what Python's users expect of a wrong argument
            eg.loads(DROP).simulate(stop_time=-1)

    def test_warnings(self) -> None:
        """An open balance is told of, as a warning of Python, with the component."""
        m = eg.loads(RIGID)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            r = m.simulate(engine="irk")
        self.assertGreater(r.energy.error, r.energy.allowed)
        self.assertEqual([w.category for w in caught], [eg.EnergyWarning])
        told = caught[0].message
        assert isinstance(told, eg.EnergyWarning) and isinstance(told, eg.ElastogapWarning)
        self.assertIn("energ", str(told))
        self.assertEqual((told.error, told.allowed, told.likely), (r.energy.error, r.energy.allowed, r.energy.likely))
        self.assertIn(told.likely, str(told))
        self.assertTrue(told.likely and told.diagnostic.remedy)
        self.assertEqual(caught[0].filename, __file__)
        self.assertEqual([d.severity for d in r.diagnostics].count("warning"), 1)


class Threads(unittest.TestCase):
    def test_one_model_in_many(self) -> None:
        m = eg.loads(DROP)
        expected = m.simulate(**{"stop.d": 100})["ball.s"].copy()
        wrong: list[str] = []

        def work(k: int) -> None:
            for i in range(20):
                if not np.array_equal(m.simulate(**{"stop.d": 100})["ball.s"], expected):
                    wrong.append(f"{k}: {i}")

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])


class Others(unittest.TestCase):
    @unittest.skipIf("EG_SANITIZED" in os.environ, "the program has a sanitizer of its own")
    def test_fmu(self) -> None:
        for m in (eg.loads(DROP, name="Drop.mo"), built()):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "Drop.fmu"
                m.fmu(path)
                a, b = eg.Fmu(path).simulate(**{"stop.d": 100}), m.simulate(**{"stop.d": 100})
                self.assertLess(abs(a["ball.s"][-1] - b["ball.s"][-1]), 1e-6)
        with self.assertRaises(eg.FileError):
            eg.Fmu("/no/such.fmu")
        with self.assertRaises(eg.ModelError):
            eg.loads("model A\n Real x; equation x = y; end A;", name="A.mo").fmu("/tmp/never.fmu")

    def test_linearize(self) -> None:
        m = eg.loads(SPRING)
        linear = m.linearize(0.5, outputs=["spring.f"], inputs=[])
        np.testing.assert_allclose(linear.A @ linear.A, -9 * np.eye(2), atol=1e-13)
        np.testing.assert_allclose(sorted(linear.eigenvalues.imag), [-3, 3], atol=1e-12)
        np.testing.assert_allclose(linear.frequencies, 3 / (2 * np.pi), atol=1e-13)
        for i, value in enumerate(linear.eigenvalues):
            np.testing.assert_allclose(linear.A @ linear.shapes[i], value * linear.shapes[i], atol=1e-12)
        driven = eg.loads(DROP).linearize(0.1, inputs=["weight"], outputs=["ball.v"])
        np.testing.assert_allclose(driven.response([2.0])[0, 0, 0], 0.5 / 2j, atol=1e-13)
        self.assertEqual(driven.modes, {"stop": "apart"})

    def test_stepper(self) -> None:
        m = eg.loads(DROP)
        s = m.stepper(1e-3, ["ball.s", "stop.f"])
        rows = [s.step() for _ in range(100)]
        np.testing.assert_allclose(rows[-1][0], 0.5 - 9.81 / 2 * 0.1**2, atol=1e-5)
        kept, twin = s.get_state(), s.copy()
        a = [s.step()[0] for _ in range(500)]
        b = [twin.step()[0] for _ in range(500)]
        s.set_state(kept)
        c = [s.step()[0] for _ in range(500)]
        self.assertEqual(a, b)
        self.assertEqual(a, c)
        self.assertGreaterEqual(s.work + 1e-9, s.energy + s.lost)
        s.reset()
        self.assertEqual((s.time, s.show()[0]), (0.0, 0.5))
        with self.assertRaises(eg.UsageError):
            s.set_state(b"")


if __name__ == "__main__":
    unittest.main()

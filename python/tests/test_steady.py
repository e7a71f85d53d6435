"""Equilibria, states, and runs that begin in them."""
import copy
import gc
import pickle
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import elastogap as eg

from .models import DROP, LONG, SPRING

# A mass on two stops that overlap: it rests where c1*(x - 0.1) and c2*(x + 0.1) balance, and nowhere else.
WEDGED = """model Wedged
  import Modelica.Mechanics.Translational.Components.*;
  parameter Real c1 = 1e4, c2 = 3e4;
  Fixed left(s0 = 0), right(s0 = 0.1);
  ElastoGap a(c = c1, d = 10, s_rel0 = 0.06), b(c = c2, d = 10, s_rel0 = 0.07);
  Mass mass(m = 1, L = 0, s(start = 0.05, fixed = true), v(start = 0.1, fixed = true));
equation
  connect(left.flange, a.flange_a);
  connect(a.flange_b, mass.flange_a);
  connect(mass.flange_b, b.flange_a);
  connect(b.flange_b, right.flange);
end Wedged;
"""


class Rest(unittest.TestCase):
    def test_closed_form(self) -> None:
        """c1*(0.06 - s) = c2*(0.07 - (0.1 - s))."""
        m = eg.loads(WEDGED)
        for c1, c2 in ((1e4, 3e4), (1e5, 2e2)):
            found = m.steady(c1=c1, c2=c2)
            self.assertEqual((len(found), found.is_complete, found[0].stability), (1, True, "stable"))
            s = (0.06 * c1 + 0.03 * c2) / (c1 + c2)
            r = m.simulate(start_from=found[0], stop_time=1, c1=c1, c2=c2)
            np.testing.assert_allclose(r["mass.s"], s, rtol=4e-16)
            self.assertTrue(np.all(np.abs(r["mass.v"]) < 1e-14))
            np.testing.assert_allclose(abs(found[0].linear.eigenvalues[0]), np.sqrt(c1 + c2), rtol=1e-10)
            self.assertEqual({c.component: c.mode for c in found[0].contacts}, {"a": "linear", "b": "linear"})
        again = m.simulate(start_from="steady")
        np.testing.assert_allclose(again["mass.s"], 0.0375, rtol=4e-16)

    def test_what_floats_and_what_falls(self) -> None:
        free = eg.loads(DROP).set("weight.f_constant", 0.0).steady()
        self.assertEqual(free[-1].floating, ("stop.s_rel",))
        self.assertEqual(free[-1].stability, "neutral")
        self.assertIn("Drop", repr(free))
        self.assertIn("<table>", free._repr_html_())
        falls = "model F\n Modelica.Mechanics.Translational.Components.Mass a(m = 1,\n" \
            "  s(start = 0, fixed = true), v(start = 0, fixed = true));\n" \
            " Modelica.Mechanics.Translational.Sources.ConstantForce f(f_constant = 1);\n" \
            "equation\n connect(f.flange, a.flange_a);\nend F;"
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            none = eg.loads(falls).steady()
        self.assertEqual((len(none), len(caught)), (0, 1))
        self.assertIn("no equilibrium", str(caught[0].message))
        with self.assertRaisesRegex(eg.ModelError, "no equilibrium"):
            none.choose()
        with self.assertRaises(eg.UsageError):
            none.choose(1)

    def test_choice(self) -> None:
        found = eg.load(Path(__file__).resolve().parents[2] / "examples" / "BistableRelay.mo").steady()
        self.assertEqual([e.stability for e in found], ["stable", "unstable", "stable"])
        with self.assertRaisesRegex(eg.ModelError, "which one"):
            found.choose()
        self.assertIs(found.choose(2), found[1])
        self.assertEqual([e.number for e in found.stable], [1, 3])
        with self.assertRaises(KeyError):
            found[0]["x"]
        with tempfile.TemporaryDirectory() as folder:
            found.write(Path(folder) / "all.json")
            self.assertIn('"stable"', (Path(folder) / "all.json").read_text())

    def test_options(self) -> None:
        m = eg.loads(WEDGED)
        for wrong in ({"time": np.nan}, {"most_modes": 0}, {"time_limit": -1}, {"most_modes": -1}, {"most": 2**70}):
            with self.assertRaises(ValueError):
                m.steady(**wrong)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            m.steady(most=1.5)  # type: ignore[arg-type]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertFalse(m.steady(time_limit=1e-9).is_complete)
        driven = eg.loads(
            "model G\n input Real u(start = 2);\n Real x(start = 0, fixed = true);\n"
            "equation\n der(x) = u - x;\nend G;"
        )
        self.assertAlmostEqual(driven.steady()[0]["x"], 2, delta=1e-15)
        self.assertAlmostEqual(driven.steady(inputs={"u": 5})[0]["x"], 5, delta=1e-15)

    def test_arrays_outlive_all(self) -> None:
        found = eg.loads(WEDGED).steady()
        linear, a = found[0].linear, found[0].linear.A.copy()
        del found
        gc.collect()
        junk = [eg.loads(WEDGED).steady() for _ in range(10)]
        np.testing.assert_array_equal(linear.A, a)
        self.assertTrue(np.isfinite(linear.response([1.0])).all())
        del junk


class States(unittest.TestCase):
    def test_the_same_bits(self) -> None:
        """Behind a saved state, in whatever way it is kept."""
        for text in (DROP, SPRING):
            m = eg.loads(text)
            whole = m.simulate(save_at=[0.7], restart_at=0.7)
            state = whole.states[0]
            plain, saving = m.simulate(), m.simulate(save_at=[0.3, 0.71])
            self.assertEqual([s.time for s in saving.states], [0.3, 0.71])
            for name in plain:
                self.assertTrue(np.array_equal(plain[name], saving[name]), name)
            self.assertEqual((state.time, state.model), (0.7, m.name))
            with tempfile.TemporaryDirectory() as folder:
                state.write(Path(folder) / "one.state")
                ways = [state, eg.State.read(Path(folder) / "one.state"), pickle.loads(pickle.dumps(state)),
                        copy.deepcopy(state), eg.State.from_bytes(bytes(state))]
                runs = [m.simulate(start_from=w) for w in ways]
                runs.append(m.simulate(start_from=Path(folder) / "one.state"))
            self.assertTrue(all(w == state and hash(w) == hash(state) for w in ways))
            for r in runs:
                for name in r:
                    self.assertTrue(np.array_equal(r[name], whole[name][whole.time >= 0.7][-len(r.time):]), name)
                self.assertEqual([e.time for e in r.events], [e.time for e in whole.events if e.time > 0.7])

    def test_rows(self) -> None:
        m = eg.loads(SPRING)
        r = m.simulate()
        s = m.state_at(r, r.time[100])
        on = m.simulate(start_from=s)
        np.testing.assert_allclose(on["body.s"], np.cos(3 * on.time), rtol=0, atol=1e-13)
        self.assertEqual(m.state_at(r).time, 2.0)
        with self.assertRaisesRegex(eg.UsageError, "1e-05|between|nearest|row"):
            m.state_at(r, 1e-5)

    def test_wrong(self) -> None:
        state = eg.loads(DROP).simulate(save_at=1.0).states[0]
        with self.assertRaises(eg.UsageError):
            eg.loads(SPRING).simulate(start_from=state)
        with self.assertRaises(eg.UsageError):
            eg.loads(DROP).simulate(start_from=state, start_time=0.5)
        with self.assertRaises(eg.FileError):
            eg.State.from_bytes(bytes(state)[:-10])
        with self.assertRaises(eg.FileError):
            eg.State.from_bytes(b"")
        with self.assertRaises(eg.FileError):
            eg.loads(DROP).simulate(start_from="/no/such.state")
        with self.assertRaises(eg.UsageError):
            eg.loads(DROP).simulate(save_at=[1.0, 0.5])
        with self.assertRaises(eg.UsageError):
            eg.loads(DROP).simulate(restart_at=1e9)
        with self.assertRaises(eg.SimulationError) as caught:
            eg.loads(LONG).simulate(save_at=[0.01, 999.0], max_steps=1000)
        partial = caught.exception.partial
        assert partial is not None
        self.assertEqual([state.time for state in partial.states], [0.01])


if __name__ == "__main__":
    unittest.main()

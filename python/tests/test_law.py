"""Laws on arrays against their formulas."""
import math
import unittest

import numpy as np

import elastogap as eg


class Laws(unittest.TestCase):
    def test_elasto_gap(self) -> None:
        """f_c = -c r^n, f_d bounded by it: to the rounding of a power and two sums."""
        c, d, s0, n = 1e5, 60.0, 0.01, 1.5
        law = eg.ContactLaw(c=c, d=d, s_rel0=s0, n=n)
        s, v = np.meshgrid(np.linspace(-0.02, 0.03, 101), np.linspace(-5, 5, 101))
        f_c = -c * np.maximum(s0 - s, 0) ** n
        f_d = np.clip(d * v, f_c, -f_c)
        np.testing.assert_allclose(law(s, v), np.where(s < s0, f_c + f_d, 0), rtol=0, atol=1e-11)
        a = law.answer(s, v)
        np.testing.assert_allclose(a.loss, f_d * v, rtol=0, atol=1e-10)
        np.testing.assert_allclose(a.energy, c / (n + 1) * np.maximum(s0 - s, 0) ** (n + 1), rtol=0, atol=1e-13)
        self.assertTrue(np.array_equal(a.f, law(s, v)))
        self.assertTrue(np.array_equal(np.asarray(eg.MODES)[a.mode] == "apart", s >= s0))

    def test_derivatives(self) -> None:
        h = 1e-6
        for name in eg.laws()[:-1]:
            law = eg.ContactLaw(name, c=1e4, d=20, n=1.5, D=0.4, transition=1e-3)
            s, v = np.full(3, -2.3e-3), np.array([-0.1, 0.02, 0.31])
            a = law.answer(s, v)
            slope = (law(s + h, v) - law(s - h, v)) / (2 * h)
            np.testing.assert_allclose(a.df_ds, slope, rtol=1e-4, err_msg=name)
            np.testing.assert_allclose(a.df_dv, (law(s, v + h) - law(s, v - h)) / (2 * h), rtol=1e-6, atol=1e-6)

    def test_shapes(self) -> None:
        law = eg.ContactLaw(c=1.0)
        self.assertEqual(law(-1.0, 0.0).shape, ())
        self.assertEqual(law(np.zeros((3, 1)), np.zeros(4)).shape, (3, 4))
        out = np.empty(5)
        self.assertIs(law(np.full(5, -2.0), np.zeros(5), out=out), out)
        self.assertTrue(np.all(out == -2))
        for wrong in (np.empty(4), np.empty(5, dtype=np.float32), np.empty(10)[::2]):
            with self.assertRaises(eg.UsageError):
                law(np.zeros(5), np.zeros(5), out=wrong)
        self.assertEqual(law(np.zeros(0), np.zeros(0)).size, 0)

    def test_impacts_and_design(self) -> None:
        """Undamped: a half period of an oscillator, with all of the speed."""
        i = eg.ContactLaw(c=400.0).impact(mass=1.0, speed=2.0)
        self.assertAlmostEqual(i.e, 1.0, delta=1e-12)
        self.assertAlmostEqual(i.contact_time, np.pi / 20, delta=1e-12)
        self.assertAlmostEqual(i.peak_force, 40.0, delta=1e-10)
        course = eg.ContactLaw(c=400.0).course(mass=1.0, speed=2.0)
        np.testing.assert_allclose(course.penetration, 0.1 * np.sin(20 * course.time), atol=1e-9)
        for e in (0.3, 0.7, 1.0):
            law, impact = eg.design("exact-restitution", e, mass=1.0, speed=2.0, n=1.5, peak_force=500.0)
            self.assertAlmostEqual(law.impact(1.0, 2.0).e, e, delta=1e-9)
            self.assertAlmostEqual(impact.peak_force, 500.0, delta=1e-5)

    def test_stops_that_stick(self) -> None:
        """A mass of 1 kg, c = 400 N/m: a pull takes f^2/(2 c) of m v^2/2, and all of it from sqrt(c m) v = 40 N on."""
        law = eg.ContactLaw(c=400.0)
        i = law.impact(mass=1.0, speed=2.0, f_release=20.0)
        self.assertAlmostEqual(i.e, math.sqrt(1 - 0.25), delta=1e-14)
        self.assertAlmostEqual(i.contact_time, (math.pi + math.asin(0.5)) / 20.0, delta=1e-13)
        self.assertAlmostEqual(law.course(1.0, 2.0, f_release=20.0).push.min(), -20.0, delta=1e-10)
        self.assertTrue(law.impact(mass=1.0, speed=2.0, f_release=41.0).sticks)
        damped, impact = eg.design("elasto-gap", 0.5, mass=1.0, speed=2.0, c=400.0, f_release=20.0)
        self.assertAlmostEqual(impact.e, 0.5, delta=1e-9)
        self.assertAlmostEqual(damped.impact(1.0, 2.0, f_release=20.0).e, 0.5, delta=1e-9)

    def test_wrong_calls(self) -> None:
        with self.assertRaisesRegex(eg.UsageError, "hunt-crossley"):
            eg.ContactLaw("hunt", c=1.0)
        with self.assertRaises(eg.UsageError):
            eg.ContactLaw()
        with self.assertRaises(eg.UsageError):
            eg.ContactLaw("restitution", c=1.0, D=0.5)(0.0, 0.0)
        with self.assertRaises(eg.UsageError):
            eg.ContactLaw(c=1.0).impact(mass=-1.0, speed=1.0)
        with self.assertRaises(eg.UsageError):
            eg.design("hertz", 0.5, mass=1.0, speed=1.0, c=1.0, peak_force=1.0)


if __name__ == "__main__":
    unittest.main()

/* Blocks of signals that consist of equations: what samples, gates, routes, means and delays come to,
 * against closed forms. */
#include "equation_models.h"

#define USES_B "import Modelica.Blocks.*; "

static const double PI2 = 2 * PI;

static double sine(double f, double t)
{
    return sin(PI2 * f * t);
}

/* ---------------------------------------------------------------- Discrete */

/* Time of the last sample at or before t, of samples every T from t0; before the first: -1. */
static double sample_before(double t, double t0, double T)
{
    return t < t0 ? -1 : t0 + T * floor((t - t0) / T + 1e-9);
}

static void samples_are_held(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B "block Count extends Interfaces.DiscreteBlock; Integer n(start = 0, fixed = true); "
        "equation when sampleTrigger then n = pre(n) + 1; end when; end Count; "
        "block Twice extends Interfaces.DiscreteSISO; equation when sampleTrigger then y = 2*u; end "
        "when; end Twice; "
        "block Join extends Interfaces.DiscreteMIMO(nin = 2, nout = 1); "
        "equation when sampleTrigger then y[1] = u[1] + u[2]; end when; end Join; "
        "block All extends Interfaces.DiscreteMIMOs(n = 2); equation when sampleTrigger then y = -u; "
        "end when; end "
        "All; "
        "block P extends Interfaces.SVdiscrete; equation y = sampler_s.y - sampler_m.y; end P; "
        "block Ps extends Interfaces.MVdiscrete(nu_s = 2, nu_m = 2, ny = 2); "
        "equation for i in 1:2 loop y[i] = sampler_s[i].y - sampler_m[i].y; end for; end Ps; "
        "Sources.Sine u(f = 0.7); Sources.ContinuousClock c; "
        "Discrete.Sampler s(samplePeriod = 0.1, startTime = 0.25); Discrete.ZeroOrderHold "
        "z(samplePeriod = 0.1); "
        "Discrete.FirstOrderHold h(samplePeriod = 0.1, startTime = 0.05); "
        "Discrete.UnitDelay d(samplePeriod = 0.1, y_start = 3), late(samplePeriod = 0.1); "
        "Discrete.TransferFunction g(b = {2, 4}, a = {1, 0.5}, samplePeriod = 0.25), plain(b = {3}, "
        "samplePeriod = "
        "0.25); "
        "Discrete.StateSpace x(A = [0.5, 1; 0, 0.2], B = [1; 2], C = [1, -1], D = [0.5], samplePeriod "
        "= 0.25); "
        "Discrete.TriggeredSampler t(y_start = 7); Discrete.TriggeredMax m; Sources.BooleanPulse "
        "b(period = 0.4, "
        "startTime = 0.2); "
        "Sources.Constant one; Discrete.Sampler behind(samplePeriod = 0.1); Math.Gain twice(k = 2); "
        "Count n(samplePeriod = 0.25, startTime = 0.1); Twice w(samplePeriod = 0.1); "
        "Join j(samplePeriod = 0.1); All a(samplePeriod = 0.1); P p(samplePeriod = 0.1); Ps "
        "q(samplePeriod = 0.1); "
        "equation connect(w.y, twice.u); connect(twice.y, behind.u); connect(u.y, s.u); connect(u.y, "
        "z.u); connect(u.y, h.u); connect(u.y, d.u); "
        "connect(z.y, late.u); "
        "connect(one.y, g.u); connect(c.y, plain.u); connect(one.y, x.u[1]); connect(u.y, t.u); "
        "connect(u.y, m.u); "
        "connect(b.y, t.trigger); connect(b.y, m.trigger); connect(u.y, w.u); connect(u.y, j.u[1]); "
        "connect(c.y, j.u[2]); connect(u.y, a.u[1]); connect(c.y, a.u[2]); connect(u.y, p.u_s); "
        "connect(c.y, p.u_m); "
        "connect(u.y, q.u_s[1]); connect(u.y, q.u_s[2]); connect(c.y, q.u_m[1]); connect(one.y, "
        "q.u_m[2]); end M;",
        1.01, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), at_z = sample_before(t, 0, 0.1), at_s = sample_before(t, 0.25, 0.1);
        if (fabs(t - at_z) < 1e-9 || fabs(t - at_s) < 1e-9 || fabs(t / 0.05 - round(t / 0.05)) < 1e-9)
            continue; /* both sides of events: which of them is told by the next rows */
        NEAR(at(&r, "s.y", i), at_s < 0 ? 0 : sine(0.7, at_s), 1e-12);
        NEAR(at(&r, "z.y", i), sine(0.7, at_z), 1e-12);
        NEAR(at(&r, "d.y", i), at_z < 0.05 ? sine(0.7, 0) : sine(0.7, at_z), 1e-12);
        NEAR(at(&r, "late.y", i), at_z < 0.05 ? 0 : sine(0.7, at_z - 0.1), 1e-12);
        NEAR(at(&r, "w.y", i), 2 * sine(0.7, at_z), 1e-12);
        NEAR(at(&r, "behind.y", i), 4 * sine(0.7, at_z), 1e-12); /* behind a native block, at once */
        NEAR(at(&r, "j.y[1]", i), sine(0.7, at_z) + at_z, 1e-12);
        NEAR(at(&r, "a.y[1]", i), -sine(0.7, at_z), 1e-12);
        NEAR(at(&r, "p.y", i), sine(0.7, at_z) - at_z, 1e-12);
        NEAR(at(&r, "q.y[2]", i), sine(0.7, at_z) - 1, 1e-12);
        double k = sample_before(t, 0.05, 0.1), now = sine(0.7, k), before = sine(0.7, k - 0.1);
        if (k > 0.1) /* from the sample before with the slope to the last one */
            NEAR(at(&r, "h.y", i), before + (now - before) / 0.1 * (t - k), 1e-11);
        NEAR(at(&r, "plain.y", i), 3 * sample_before(t, 0, 0.25), 1e-12);
    }
    /* x1 = 1 - 0.5*before: 1, 0.5, 0.75, 0.625, 0.6875; y = 2*x1 + 4*before */
    NEAR(end(&r, "g.y"), 2 * 0.6875 + 4 * 0.625, 1e-12);
    /* states after samples 0 to 4: (1, 2), (3.5, 2.4), (5.15, 2.48), (6.055, 2.496), (6.5235, 2.4992) */
    NEAR(end(&r, "x.x[1]"), 6.5235, 1e-12);
    NEAR(end(&r, "x.y[1]"), 6.055 - 2.496 + 0.5, 1e-12);
    NEAR(end(&r, "t.y"), sine(0.7, 1.0), 1e-12);
    NEAR(end(&r, "m.y"), fmax(fmax(fabs(sine(0.7, 0.2)), fabs(sine(0.7, 0.6))), fabs(sine(0.7, 1.0))), 1e-12);
    NEAR(at(&r, "t.y", 1), 7, 0);
    NEAR(end(&r, "n.n"), 4, 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- Routing */

static void vectors_are_joined_and_parted(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B
        "block C extends Interfaces.MVcontrol(nu_s = 2, nu_m = 2, ny = 2); equation y = u_s - u_m; end C; "
        "block A extends Interfaces.MI2BooleanMOs(n = 2); equation for i in 1:n loop y[i] = u1[i] > "
        "u2[i]; end for; "
        "end A; "
        "block I extends Interfaces.IntegerMO(nout = 2); equation y = {3, 4}; end I; "
        "block B extends Interfaces.IntegerMIBooleanMOs(n = 2); equation for i in 1:n loop y[i] = u[i] "
        "> 3; end for; "
        "end B; "
        "block D extends Interfaces.PartialConversionBlock; equation y = 1000*u; end D; "
        "Sources.Constant k[6](k = {1, 2, 3, 4, 5, 6}); Sources.ContinuousClock t; "
        "Routing.Multiplex m(n = 3); Routing.Multiplex2 m2(n1 = 2); Routing.Multiplex3 m3; "
        "Routing.Multiplex4 m4; "
        "Routing.Multiplex5 m5; Routing.Multiplex6 m6(n6 = 2); "
        "Routing.DeMultiplex d(n = 3); Routing.DeMultiplex2 d2(n2 = 2); Routing.DeMultiplex3 d3; "
        "Routing.DeMultiplex4 d4; Routing.DeMultiplex5 d5; Routing.DeMultiplex6 d6(n6 = 2); "
        "Routing.Replicator r(nout = 2); Routing.IntegerReplicator ir(nout = 2); "
        "Routing.BooleanReplicator br(nout = "
        "2); "
        "Routing.RealPassThrough p; Routing.IntegerPassThrough ip; Routing.BooleanPassThrough bp; "
        "Routing.ExtractSignal e(nin = 3, nout = 2, extract = {3, 1}); Routing.Extractor x(nin = 3), "
        "o(nin = 3, allowOutOfRange = true, outOfRangeValue = -7); "
        "Sources.IntegerStep s(height = 2, offset = 1, startTime = 0.5); Sources.IntegerConstant far(k = 4); "
        "Sources.BooleanConstant on; C c; A a; I i; B b; D mm; "
        "equation for n in 1:3 loop connect(k[n].y, m.u[n]); end for; connect(m.y, d.u); "
        "connect(t.y, m2.u1[1]); connect(k[2].y, m2.u1[2]); connect(k[3].y, m2.u2[1]); connect(m2.y, d2.u); "
        "connect(k[1].y, m3.u1[1]); connect(k[2].y, m3.u2[1]); connect(k[3].y, m3.u3[1]); "
        "connect(m3.y, d3.u); "
        "connect(k[1].y, m4.u1[1]); connect(k[2].y, m4.u2[1]); connect(k[3].y, m4.u3[1]); "
        "connect(k[4].y, m4.u4[1]); "
        "connect(m4.y, d4.u); connect(k[1].y, m5.u1[1]); connect(k[2].y, m5.u2[1]); connect(k[3].y, "
        "m5.u3[1]); "
        "connect(k[4].y, m5.u4[1]); connect(k[5].y, m5.u5[1]); connect(m5.y, d5.u); "
        "connect(k[1].y, m6.u1[1]); connect(k[2].y, m6.u2[1]); connect(k[3].y, m6.u3[1]); "
        "connect(k[4].y, m6.u4[1]); "
        "connect(k[5].y, m6.u5[1]); connect(k[6].y, m6.u6[1]); connect(t.y, m6.u6[2]); connect(m6.y, d6.u); "
        "connect(t.y, r.u); connect(s.y, ip.u); connect(ip.y, ir.u); connect(on.y, bp.u); "
        "connect(bp.y, br.u); "
        "connect(t.y, p.u); connect(m.y, e.u); connect(m.y, x.u); connect(s.y, x.index); connect(m.y, o.u); "
        "connect(far.y, o.index); connect(d2.y2, c.u_s); connect(e.y, c.u_m); connect(r.y, a.u1); "
        "connect(e.y, a.u2); "
        "connect(i.y, b.u); connect(t.y, mm.u); end M;",
        1.0, 1e-9);
    static const struct {
        const char *name;
        double value;
    } truth[] = {{"d.y[1]", 1},   {"d.y[3]", 3},   {"d2.y1[1]", 1}, {"d2.y2[1]", 2}, {"d2.y2[2]", 3},
                 {"d3.y2[1]", 2}, {"d3.y3[1]", 3}, {"d4.y4[1]", 4}, {"d4.y1[1]", 1}, {"d5.y5[1]", 5},
                 {"d5.y3[1]", 3}, {"d6.y6[1]", 6}, {"d6.y6[2]", 1}, {"d6.y5[1]", 5}, {"r.y[1]", 1},
                 {"r.y[2]", 1},   {"ir.y[2]", 3},  {"br.y[2]", 1},  {"p.y", 1},      {"e.y[1]", 3},
                 {"e.y[2]", 1},   {"x.y", 3},      {"o.y", -7},     {"c.y[1]", -1},  {"c.y[2]", 2},
                 {"a.y[1]", 0},   {"i.y[2]", 4},   {"b.y[1]", 0},   {"b.y[2]", 1},   {"mm.y", 1000},
                 {"m6.y[7]", 1}};
    for (size_t i = 0; i < sizeof truth / sizeof *truth; i++)
        rig_near(end(&r, truth[i].name), truth[i].value, 1e-12, truth[i].name, __FILE__, __LINE__);
    NEAR(at(&r, "x.y", 1), 1, 1e-12);
    rig_end(&r);
}

/* ---------------------------------------------------------------- MathBoolean, MathInteger */

/* Toggles at 0.125, 0.375, ...: a table of times. */
static void gates_and_counters(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B
        "Sources.BooleanTable a(table = {0.25, 0.5}), b(table = {0.375, 0.75}, startValue = false), "
        "c(table = {0.125, 0.1875, 0.25}, extrapolation = Types.Extrapolation.Periodic), d(table = "
        "{0.5}, startValue = true); "
        "Sources.IntegerTable i(table = [0, 2; 0.5, 5]); "
        "MathBoolean.And band(nu = 3); MathBoolean.Or bor(nu = 3); MathBoolean.Nand bnand(nu = 3); "
        "MathBoolean.Nor bnor(nu = 3); MathBoolean.Xor bxor(nu = 3); MathBoolean.And none; "
        "MathBoolean.Not bnot; MathBoolean.RisingEdge rise; MathBoolean.FallingEdge fall; "
        "MathBoolean.ChangingEdge "
        "any; MathBoolean.OnDelay on(delayTime = 0.1), at(delayTime = 0.1); Math.Edge edge; "
        "Math.BooleanChange change; "
        "MathBoolean.MultiSwitch bs(nu = 2, expr = {time > 0.3, true}, use_pre_as_default = false); "
        "MathInteger.MultiSwitch is(nu = 2, expr = {10, 20}, y_default = 3), iz(nu = 2, expr = {10, "
        "20}, y_default = "
        "3, use_pre_as_default = false); Math.MultiSwitch rs(nu = 2, expr = {time, -time}, y_default = 9); "
        "MathInteger.Sum sum(nu = 2, k = {3, -1}), nothing; MathInteger.Product product(nu = 2); "
        "MathInteger.TriggeredAdd count(use_reset = true, use_set = true, y_start = 1), plain(y_start = 1); "
        "Sources.IntegerConstant hundred(k = 100); "
        "Integer rises(start = 0, fixed = true), falls(start = 0, fixed = true), changes(start = 0, "
        "fixed = true), "
        "edges(start = 0, fixed = true), all(start = 0, fixed = true); "
        "equation connect(a.y, band.u[1]); connect(b.y, band.u[2]); connect(d.y, band.u[3]); "
        "connect(a.y, bor.u[1]); connect(b.y, bor.u[2]); connect(c.y, bor.u[3]); "
        "connect(a.y, bnand.u[1]); connect(b.y, bnand.u[2]); connect(d.y, bnand.u[3]); "
        "connect(a.y, bnor.u[1]); connect(b.y, bnor.u[2]); connect(c.y, bnor.u[3]); "
        "connect(a.y, bxor.u[1]); connect(b.y, bxor.u[2]); connect(d.y, bxor.u[3]); "
        "connect(a.y, bnot.u); connect(a.y, rise.u); connect(a.y, fall.u); connect(a.y, any.u); "
        "connect(a.y, edge.u); "
        "connect(a.y, change.u); connect(a.y, on.u); connect(d.y, at.u); connect(a.y, bs.u[1]); "
        "connect(b.y, bs.u[2]); "
        "connect(a.y, is.u[1]); connect(b.y, is.u[2]); connect(a.y, iz.u[1]); connect(b.y, iz.u[2]); "
        "connect(a.y, rs.u[1]); connect(b.y, rs.u[2]); connect(i.y, sum.u[1]); connect(is.y, sum.u[2]); "
        "connect(i.y, product.u[1]); connect(sum.y, product.u[2]); connect(i.y, count.u); connect(c.y, "
        "count.trigger); "
        "connect(d.y, count.reset); connect(hundred.y, count.set); connect(i.y, plain.u); connect(c.y, "
        "plain.trigger); "
        "when rise.y then rises = pre(rises) + 1; end when; when fall.y then falls = pre(falls) + 1; "
        "end when; "
        "when any.y then changes = pre(changes) + 1; end when; when edge.y then edges = pre(edges) + "
        "1; end when; "
        "when change.y then all = pre(all) + 1; end when; end M;",
        1.0, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        if (fabs(t / 0.125 - round(t / 0.125)) < 1e-9 || fabs(t - 0.35) < 1e-9 || fabs(t - 0.3) < 1e-9)
            continue;
        bool a = t > 0.25 && t<0.5, b = t> 0.375 && t < 0.75, d = t < 0.5;
        NEAR(at(&r, "a.y", i), a, 0);
        NEAR(at(&r, "b.y", i), b, 0);
        NEAR(at(&r, "d.y", i), d, 0);
        NEAR(at(&r, "band.y", i), a && b && d, 0);
        NEAR(at(&r, "bnand.y", i), !(a && b && d), 0);
        NEAR(at(&r, "bxor.y", i), a + b + d == 1, 0);
        NEAR(at(&r, "bor.y", i), at(&r, "bnor.y", i) == 0, 0);
        NEAR(at(&r, "bnot.y", i), !a, 0);
        NEAR(at(&r, "on.y", i), t > 0.35 && t < 0.5, 0);
        NEAR(at(&r, "at.y", i), d, 0);
        NEAR(at(&r, "bs.y", i), a ? t > 0.3 : b, 0);
        NEAR(at(&r, "is.y", i), a ? 10 : b ? 20 : t < 0.25 ? 3 : 20, 0);
        NEAR(at(&r, "iz.y", i), a ? 10 : b ? 20 : 3, 0);
        NEAR(at(&r, "rs.y", i), a ? t : b ? -t : 9, 1e-12);
        NEAR(at(&r, "i.y", i), t < 0.5 ? 2 : 5, 0);
        NEAR(at(&r, "sum.y", i), 3 * at(&r, "i.y", i) - at(&r, "is.y", i), 0);
        NEAR(at(&r, "product.y", i), at(&r, "i.y", i) * at(&r, "sum.y", i), 0);
    }
    NEAR(end(&r, "none.y"), 0, 0);
    NEAR(end(&r, "nothing.y"), 0, 0);
    NEAR(end(&r, "rises"), 1, 0);
    NEAR(end(&r, "falls"), 1, 0);
    NEAR(end(&r, "changes"), 2, 0);
    NEAR(end(&r, "edges"), 1, 0);
    NEAR(end(&r, "all"), 2, 0);
    double sum = 1 + 2 * 3 + 5 * 4,
           last = end(&r, "plain.y"); /* rises at 0.125 ... 0.875, and at 1 as it may be */
    TRUE(last == sum || last == sum + 5);

    rig_end(&r);
}

/* ---------------------------------------------------------------- Math */

static void signals_are_rated(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B
        "Sources.Sine s(f = 4, offset = 1, amplitude = 2, phase = 0.3); Sources.ContinuousClock u; "
        "Sources.Constant a(k = 3), f(k "
        "= 2); Math.Mean mean(f = 4, y0 = 5); Math.RectifiedMean rect(f = 2); Math.RootMeanSquare "
        "rms(f = 4); "
        "Math.Harmonic h(f = 4, k = 1), conj(f = 4, k = 1, useConjugateComplex = true); "
        "Math.TotalHarmonicDistortion thd(f = 4), whole(f = 4, useFirstHarmonic = false); "
        "Math.ContinuousMean cm, from(startTime = 0.5); Math.Variance var; Math.StandardDeviation dev; "
        "Math.SignalExtrema ex(Ts = 0.01); Math.ContinuousSignalExtrema turns(T = 1e-4); Math.WrapAngle w, "
        "pos(positiveRange = true); Math.RectangularToPolar polar; Math.PolarToRectangular back; "
        "Math.Pythagoras hyp, "
        "leg(u1IsHypotenuse = true), nope(u1IsHypotenuse = true); Math.Exponentiation e(exponent = 3); "
        "Math.RealToInteger n; Math.Gain ten(k = 10), minus(k = -1.5); "
        "Sources.SineVariableFrequencyAndAmplitude vs(phi(fixed = true)); "
        "Sources.CosineVariableFrequencyAndAmplitude vc(useConstantAmplitude = true, "
        "useConstantFrequency = true, "
        "constantAmplitude = 2, constantFrequency = 3, offset = 1, phi(start = 0.5, fixed = true)); "
        "equation connect(s.y, mean.u); connect(s.y, rect.u); connect(s.y, rms.u); connect(s.y, h.u); "
        "connect(s.y, "
        "conj.u); connect(s.y, thd.u); connect(s.y, whole.u); connect(u.y, cm.u); connect(u.y, from.u); "
        "connect(u.y, var.u); connect(u.y, dev.u); connect(s.y, ex.u); connect(s.y, turns.u); "
        "connect(u.y, ten.u); "
        "connect(ten.y, w.u); connect(ten.y, pos.u); connect(u.y, polar.u_re); connect(a.y, polar.u_im); "
        "connect(polar.y_abs, back.u_abs); connect(polar.y_arg, back.u_arg); connect(u.y, hyp.u1); "
        "connect(a.y, "
        "hyp.u2); connect(a.y, leg.u1); connect(u.y, leg.u2); connect(u.y, nope.u1); connect(a.y, nope.u2); "
        "connect(u.y, e.u); connect(u.y, minus.u); connect(ten.y, n.u); connect(u.y, vs.f); connect(a.y, "
        "vs.amplitude); end M;",
        1.0, 1e-9);
    const double tol = 1e-6;
    assert_true(at(&r, "n.y", 0) == 0 && !signbit(at(&r, "n.y", 0)));
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        bool at_event = fabs(t / 0.25 - round(t / 0.25)) < 1e-9;
        if (!at_event)
            NEAR(at(&r, "mean.y", i), t < 0.25 ? 5 : 1, tol);
        if (!at_event && t > 0.25)
            NEAR(at(&r, "rms.y", i), sqrt(1 + 2), tol);
        if (t > 1e-3) {
            NEAR(at(&r, "cm.y", i), t / 2, tol);
            NEAR(at(&r, "var.y", i), t * t / 12, tol); /* int (t/2)^2 dt/t, from the running mean */
            NEAR(at(&r, "dev.y", i), t / sqrt(12), tol);
        }
        NEAR(at(&r, "hyp.y", i), sqrt(t * t + 9), 1e-9);
        NEAR(at(&r, "leg.y", i), sqrt(9 - t * t), 1e-9);
        NEAR(at(&r, "nope.y", i), 0, 0);
        NEAR(at(&r, "nope.valid", i), 0, 0);
        NEAR(at(&r, "e.y", i), t * t * t, 1e-9);
        NEAR(at(&r, "polar.y_abs", i), sqrt(t * t + 9), 1e-9);
        NEAR(at(&r, "polar.y_arg", i), atan2(3, t), 1e-9);
        NEAR(at(&r, "back.y_re", i), t, 1e-8);
        NEAR(at(&r, "back.y_im", i), 3, 1e-8);
        NEAR(at(&r, "vs.y", i), 3 * sin(PI * t * t), 1e-6);
        NEAR(at(&r, "vc.y", i), 1 + 2 * cos(0.5 + PI2 * 3 * t), 1e-6);
        double turns = 10 * t / PI2, half = 10 * t - 0.5 - floor(10 * t - 0.5);
        if (fabs(turns - round(2 * turns) / 2) > 1e-6) {
            NEAR(at(&r, "pos.y", i), 10 * t - PI2 * floor(turns), 1e-8);
            NEAR(at(&r, "w.y", i), 10 * t - PI2 * round(turns), 1e-8);
        }
        if (half > 1e-9 && half < 1 - 1e-9)
            NEAR(at(&r, "n.y", i), round(10 * t), 0);
    }
    size_t last = rows(&r) - 1;
    NEAR(at(&r, "h.y_rms", last), 2 / sqrt(2), tol);
    NEAR(fabs(at(&r, "h.y_arg", last)), PI / 2 - 0.3, 1e-5);
    NEAR(at(&r, "conj.y_arg", last), -at(&r, "h.y_arg", last), 1e-12);
    NEAR(at(&r, "thd.y", last), 1 / sqrt(2), 1e-5);
    NEAR(at(&r, "whole.y", last), 1 / sqrt(3), 1e-5);
    NEAR(at(&r, "from.y", last), 0.75, 1e-6);
    NEAR(at(&r, "ex.y_min", last), -1, 0.016); /* samples miss the turn by 5 ms at most */
    NEAR(at(&r, "ex.y_max", last), 3, 0.016);
    NEAR(at(&r, "turns.y_min", last), -1, 1e-4);
    NEAR(at(&r, "turns.y_max", last), 3, 1e-4);
    rig_end(&r);
}

/* ---------------------------------------------------------------- delays */

static void signals_come_late(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B
        "Sources.Sine s(f = 1); Nonlinear.FixedDelay d(delayTime = 0.2), none(delayTime = 0); "
        "Nonlinear.VariableDelay "
        "v(delayMax = 0.5); "
        "Sources.Ramp T(offset = 0.2, height = 0.2, duration = 1); Nonlinear.PadeDelay p(delayTime = "
        "0.1, n = 3), q(delayTime = 0.1, "
        "n = 3, m = 2, balance = true), first(delayTime = 0.5), b(delayTime = 0.1, n = 3, balance = true); "
        "Sources.Constant one; Sources.Step step(startTime = 0.5, height = 2); "
        "equation connect(s.y, d.u); connect(s.y, none.u); connect(s.y, v.u); connect(T.y, "
        "v.delayTime); connect(s.y, "
        "p.u); connect(s.y, q.u); connect(s.y, b.u); connect(step.y, first.u); end M;",
        1.0, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), T = 0.2 + 0.2 * t;
        NEAR(at(&r, "d.y", i), sine(1, fmax(t - 0.2, 0)), 1e-6);
        NEAR(at(&r, "none.y", i), sine(1, t), 1e-12);
        NEAR(at(&r, "v.y", i), sine(1, fmax(t - T, 0)), 1e-6);
        NEAR(at(&r, "b.y", i), at(&r, "p.y", i), 1e-7); /* scaled states are the same motion */
        /* (1 - sT/2)/(1 + sT/2): a step h comes as -h + 2h(1 - exp(-2t/T)) */
        if (fabs(t - 0.5) > 1e-9)
            NEAR(at(&r, "first.y", i), t < 0.5 ? 0 : 2 - 4 * exp(-4 * (t - 0.5)), 1e-6);
        if (t > 0.5) { /* once what it began with has died away */
            NEAR(at(&r, "p.y", i), sine(1, t - 0.1), 1e-3);
            NEAR(at(&r, "q.y", i), sine(1, t - 0.1), 1e-3);
        }
    }
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_held),   cmocka_unit_test(vectors_are_joined_and_parted),
        cmocka_unit_test(gates_and_counters), cmocka_unit_test(signals_are_rated),
        cmocka_unit_test(signals_come_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Boolean and Integer signals, the blocks of Logical, Boolean sources and conversions: instants from closed
 * forms, connections through models, what is refused. */
#include "equation_models.h"

#define B_ "Modelica.Blocks."
#define USES_B "import Modelica.Blocks.*; "

/* Right sides of the instants at which `name` changes; their number. */
static int changes_of(const rig *r, const char *name, double *times, int room)
{
    int count = 0;
    for (size_t i = 1; i < rows(r) && count < room; i++)
        if (at(r, name, i) != at(r, name, i - 1))
            times[count++] = time_of(r, i);
    return count;
}

/* The signal changes at these instants and no others, from `begins` on. */
static void changes_at(const rig *r, const char *name, double begins, const double *times, int count,
                       double tolerance, int line)
{
    double found[40];
    int n = changes_of(r, name, found, 40);
    char text[300];
    snprintf(text, sizeof text, "%s begins with %g and changes %d times, not %d", name, at(r, name, 0), n,
             count);
    if (at(r, name, 0) != begins || n != count)
        rig_fail(__FILE__, line, text);
    for (int i = 0; i < n && i < count; i++)
        rig_near(found[i], times[i], tolerance, name, __FILE__, line);
}
#define CHANGES(name, begins, tolerance, ...)                                                                \
                                                                                                             \
    changes_at(&r, (name), (begins), (const double[]){__VA_ARGS__},                                          \
                                                                                                             \
               (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)), (tolerance), __LINE__)

static double always(const rig *r, const char *name)
{
    double first = at(r, name, 0);
    for (size_t i = 0; i < rows(r); i++)
        if (at(r, name, i) != first)
            return NAN;
    return first;
}

/* The value at some time that is no row, where the signal is constant or on the way of the grid. */
static double after(const rig *r, const char *name, double t)
{
    return eg_trajectory_at(r->t, (size_t)eg_trajectory_find(r->t, name), t);
}

/* ---------------------------------------------------------------- gates and sources */

/* p: true in [0.25, 0.5) and [1.25, 1.5); s: true from 0.375 on. All of these numbers are doubles. */
static void gates_do_what_they_say(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B "Sources.BooleanPulse p(period = 1, width = 25, startTime = 0.25); "
        "Sources.BooleanStep s(startTime = 0.375); Sources.BooleanStep f(startTime = 0.375, startValue "
        "= true); "
        "Sources.BooleanConstant c, no(k = false); "
        "Logical.And g1; Logical.Or g2; Logical.Xor g3; Logical.Nor g4; Logical.Nand g5; Logical.Not g6; "
        "Logical.LogicalSwitch g7; equation "
        "connect(p.y, g1.u1); connect(s.y, g1.u2); connect(p.y, g2.u1); connect(s.y, g2.u2); "
        "connect(p.y, g3.u1); connect(s.y, g3.u2); connect(p.y, g4.u1); connect(s.y, g4.u2); "
        "connect(g5.u1, p.y); connect(g5.u2, s.y); connect(p.y, g6.u); "
        "connect(p.y, g7.u1); connect(s.y, g7.u2); connect(f.y, g7.u3); end M;",
        2.0, 1e-6);
    CHANGES("p.y", 0, 0, 0.25, 0.5, 1.25, 1.5);
    CHANGES("p.pulseStart", 0.25, 0, 1.25);
    CHANGES("s.y", 0, 0, 0.375);
    CHANGES("f.y", 1, 0, 0.375);
    NEAR(always(&r, "c.y"), 1, 0);
    NEAR(always(&r, "no.y"), 0, 0);
    CHANGES("g1.y", 0, 0, 0.375, 0.5, 1.25, 1.5);
    CHANGES("g2.y", 0, 0, 0.25);
    CHANGES("g3.y", 0, 0, 0.25, 0.375, 0.5, 1.25, 1.5);
    CHANGES("g4.y", 1, 0, 0.25);
    CHANGES("g5.y", 1, 0, 0.375, 0.5, 1.25, 1.5);
    CHANGES("g6.y", 1, 0, 0.25, 0.5, 1.25, 1.5);
    CHANGES("g7.y", 1, 0, 0.5, 1.25, 1.5); /* f until 0.375, then p, which is true then */
    rig_end(&r);
}

/* 2 sin(2 pi t): crosses 1 at 1/12 and 5/12, -1 at 7/12 and 11/12, 0 at the halves. Against a ramp t - 0.25
 * shifted so that both cross at known instants the comparisons are each other's opposites. */
static void comparisons_switch_at_the_crossing(void **state)
{
    (void)state;
    rig r =
        run_text("model M " USES_B "Sources.Sine w(f = 1, amplitude = 2); Sources.Constant one(k = 1); "
                 "Logical.GreaterThreshold a(threshold = 1); Logical.GreaterEqualThreshold b(threshold = 1); "
                 "Logical.LessThreshold c(threshold = 1); Logical.LessEqualThreshold d(threshold = 1); "
                 "Logical.Greater e; Logical.GreaterEqual f; Logical.Less g; Logical.LessEqual h; "
                 "Logical.Hysteresis hy(uLow = -1, uHigh = 1); Logical.Hysteresis hz(uLow = -1, uHigh = 1, "
                 "pre_y_start = "
                 "true); "
                 "Logical.OnOffController oo(bandwidth = 2); Logical.ZeroCrossing z; Sources.BooleanStep "
                 "on(startTime = "
                 "0.75); Logical.Switch sw; Math.RealToBoolean rb(threshold = 1); Integer n(start = 0); "
                 "equation connect(w.y, a.u); connect(w.y, b.u); connect(w.y, c.u); connect(w.y, d.u); "
                 "connect(w.y, e.u1); connect(w.y, f.u1); connect(w.y, g.u1); connect(w.y, h.u1); "
                 "connect(one.y, e.u2); connect(one.y, f.u2); connect(one.y, g.u2); connect(one.y, h.u2); "
                 "connect(w.y, hy.u); connect(w.y, hz.u); connect(one.y, oo.reference); connect(w.y, oo.u); "
                 "connect(w.y, z.u); connect(on.y, z.enable); connect(w.y, sw.u1); connect(on.y, sw.u2); "
                 "connect(one.y, sw.u3); connect(w.y, rb.u); when z.y then n = pre(n) + 1; end when; end M;",
                 1.75, 1e-9);
    const double t = 4e-16; /* a root of a function whose slope is about 10 is found to an ulp of t */
    CHANGES("a.y", 0, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("b.y", 0, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("c.y", 1, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("d.y", 1, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("e.y", 0, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("f.y", 0, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("g.y", 1, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("h.y", 1, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("rb.y", 0, 4 * t, 1 / 12., 5 / 12., 13 / 12., 17 / 12.);
    CHANGES("hy.y", 0, 4 * t, 1 / 12., 7 / 12., 13 / 12., 19 / 12.);
    CHANGES("hz.y", 1, 4 * t, 7 / 12., 13 / 12., 19 / 12.);
    /* on below 0, off at 2: the sine only touches 2 and stays below it, so that it is never switched
        off. */
    TRUE(at(&r, "oo.y", 0) == 0);
    NEAR(after(&r, "oo.y", 0.6), 1, 0);
    /* enabled at 0.75, where the sine is negative; 0 among samples of size 2 is known to 4 of their ulps */
    CHANGES("n", 0, 8 * t, 1.0, 1.5);
    NEAR(after(&r, "sw.y", 0.5), 1, 0);
    NEAR(after(&r, "sw.y", 1.26), 2 * sin(2 * PI * 1.26), 1e-9);
    rig_end(&r);
}

/* ---------------------------------------------------------------- memory */

static void edges_happen_once(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B
        "Sources.BooleanPulse p(period = 0.5, width = 50); Logical.Edge e(pre_u_start = true); "
        "Logical.FallingEdge f; Logical.Change c; Logical.Edge begins; Sources.SampleTrigger t(period = "
        "0.25, "
        "startTime = 0.125); Sources.BooleanConstant yes; Logical.Edge started; "
        "Integer ne(start = 0), nf(start = 0), nc(start = 0), nt(start = 0), nb(start = 0), ns(start = 0); "
        "equation connect(p.y, e.u); connect(p.y, f.u); connect(p.y, c.u); connect(p.y, begins.u); "
        "connect(yes.y, started.u); "
        "when e.y then ne = pre(ne) + 1; end when; when f.y then nf = pre(nf) + 1; end when; "
        "when c.y then nc = pre(nc) + 1; end when; when t.y then nt = pre(nt) + 1; end when; "
        "when begins.y then nb = pre(nb) + 1; end when; when started.y then ns = pre(ns) + 1; end when; "
        "end M;",
        1.125, 1e-6);
    CHANGES("ne", 0, 0, 0.5, 1.0); /* the pulse is true at 0, as it has been */
    CHANGES("nf", 0, 0, 0.25, 0.75);
    CHANGES("nt", 0, 0, 0.125, 0.375, 0.625, 0.875, 1.125);
    NEAR(always(&r, "e.y"), 0, 0); /* over when the event is */
    NEAR(end(&r, "nc") - at(&r, "nc", 0), 4, 0);
    rig_end(&r);
}

/* A relay that holds itself, a latch, and a circle that goes on for ever. */
static void circles_need_a_pre(void **state)
{
    (void)state;
    rig r = run_text(
        "model M " USES_B "Sources.BooleanPulse set(period = 10, width = 1, startTime = 0.5); "
        "Sources.BooleanStep reset(startTime = 1.5); Logical.Or o; Logical.And a; Logical.Not n; "
        "Logical.Pre p; Logical.RSFlipFlop ff, fg(Qini = true); "
        "equation connect(set.y, o.u1); connect(p.y, o.u2); connect(o.y, a.u1); "
        "connect(reset.y, n.u); connect(n.y, a.u2); connect(a.y, p.u); "
        "connect(set.y, ff.S); connect(reset.y, ff.R); connect(set.y, fg.S); connect(reset.y, fg.R); "
        "end M;",
        2.0, 1e-6);
    CHANGES("a.y", 0, 0, 0.5, 1.5);
    CHANGES("p.y", 0, 0, 0.5, 1.5);
    CHANGES("ff.Q", 0, 0, 0.5, 1.5);
    CHANGES("ff.QI", 1, 0, 0.5, 1.5);
    CHANGES("fg.Q", 1, 0, 1.5);
    rig_end(&r);
    rig wrong = rig_read("model M " USES_B "Logical.Not n; Logical.Pre p; equation connect(n.y, p.u); "
                         "connect(p.y, n.u); end M;");
    rig_demand(&wrong, wrong.status == EG_OK, "the text is refused");
    TRUE(eg_model_compile(wrong.spec, wrong.d, &wrong.model) == EG_OK);
    eg_simulate_options options = eg_simulate_options_default(wrong.model);
    options.stop_time = 1;
    TRUE(eg_simulate(wrong.model, &options, wrong.d, &wrong.t, NULL) != EG_OK);
    rig_end(&wrong);
}

/* u true in [0.25, 0.75): the timer counts, the delays come 0.125 later, the trapezoid rises for 0.25
    and falls
 * for 0.5. */
static void times_are_exact(void **state)
{
    (void)state;
    rig r =
        run_text("model M " USES_B "Sources.BooleanPulse p(period = 4, width = 12.5, startTime = 0.25); "
                 "Logical.Timer t; Logical.LogicalDelay d(delayTime = 0.125); "
                 "Logical.TriggeredTrapezoid tt(amplitude = 2, rising = 0.25, falling = 0.5, offset = 1); "
                 "equation connect(p.y, t.u); connect(p.y, d.u); connect(p.y, tt.u); end M;",
                 1.5, 1e-6);
    CHANGES("d.y1", 0, 0, 0.25, 0.875);
    CHANGES("d.y2", 0, 0, 0.375, 0.75);
    CHANGES("t.entryTime", 0, 0, 0.25);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), y = at(&r, "tt.y", i), u = at(&r, "p.y", i);
        double trapezoid = t < 0.25   ? 1
                           : t < 0.5  ? 1 + 8 * (t - 0.25)
                           : t < 0.75 ? 3
                                      : fmax(1, 3 - 4 * (t - 0.75));
        NEAR(y, trapezoid, 1e-12);
        NEAR(at(&r, "t.y", i), u != 0 ? t - 0.25 : 0, 1e-15);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- conversions, expressions */

static void conversions_and_expressions(void **state)
{
    (void)state;
    rig r =
        run_text("model M " USES_B
                 "Sources.BooleanStep s(startTime = 0.5); Math.BooleanToReal br(realTrue = 3, realFalse "
                 "= -1); Math.BooleanToInteger bi(integerTrue = 4, integerFalse = 2); Math.IntegerToReal ir; "
                 "Math.IntegerToBoolean ib(threshold = 3); Sources.IntegerStep st(height = 2, offset = 1, "
                 "startTime = "
                 "0.75); Math.IntegerChange ic; Sources.IntegerConstant k(k = 9); Integer n(start = 0); "
                 "Sources.RealExpression e(y = 2*time + k.y + br.y), zero; Sources.IntegerExpression ie(y = "
                 "3*bi.y); "
                 "Sources.BooleanExpression be(y = time > 0.25 and not s.y), no; "
                 "equation connect(s.y, br.u); connect(s.y, bi.u); connect(bi.y, ir.u); connect(bi.y, ib.u); "
                 "connect(st.y, ic.u); when ic.y then n = pre(n) + 1; end when; end M;",
                 1.0, 1e-9);
    CHANGES("br.y", -1, 0, 0.5);
    NEAR(end(&r, "br.y"), 3, 0);
    NEAR(end(&r, "ir.y"), 4, 0);
    NEAR(at(&r, "ir.y", 0), 2, 0);
    CHANGES("ib.y", 0, 0, 0.5);
    CHANGES("st.y", 1, 0, 0.75);
    NEAR(end(&r, "st.y"), 3, 0);
    CHANGES("n", 0, 0, 0.75);
    CHANGES("be.y", 0, 0, 0.25, 0.5);
    NEAR(end(&r, "e.y"), 14, 1e-14);
    NEAR(at(&r, "e.y", 0), 8, 1e-14);
    NEAR(end(&r, "ie.y"), 12, 0);
    NEAR(always(&r, "zero.y"), 0, 0);
    NEAR(always(&r, "no.y"), 0, 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- through models */

static const char nested[] =
    "package P import B = Modelica.Blocks; "
    "block Twice extends B.Interfaces.BooleanSISO; B.Logical.Not a, b; "
    "equation connect(u, a.u); connect(a.y, b.u); connect(b.y, y); end Twice; "
    "block Majority extends B.Interfaces.PartialBooleanMISO(final nu = 3); "
    "equation y = u[1] and u[2] or u[2] and u[3] or u[1] and u[3]; end Majority; "
    "block Count B.Interfaces.BooleanInput u; B.Interfaces.IntegerOutput y(start = 0, fixed = true); "
    "equation when u then y = pre(y) + 1; end when; end Count; "
    "block Maybe parameter Boolean use = true; B.Interfaces.BooleanInput u if use; "
    "B.Interfaces.BooleanOutput y; protected B.Interfaces.BooleanInput inner_; "
    "equation connect(u, inner_); if not use then inner_ = true; end if; y = inner_; end Maybe; "
    "model M B.Sources.BooleanPulse p(period = 1, width = 50, startTime = 0.25); "
    "Twice t, chain[3]; Majority m; Count c; B.Sources.BooleanConstant yes; "
    "B.Sources.BooleanPulse many[2](period = {0.5, 1}, each width = 50); Count counts[2]; "
    "equation connect(p.y, t.u); connect(t.u, chain[1].u); "
    "for i in 1:2 loop connect(chain[i].y, chain[i + 1].u); end for; "
    "connect(chain[3].y, m.u[1]); connect(yes.y, m.u[2]); connect(t.y, m.u[3]); connect(m.y, c.u); "
    "connect(many.y, counts.u); end M; end P;";

static void signals_go_through_models(void **state)
{
    (void)state;
    rig r = run_text(nested, 2.0, 1e-6);
    CHANGES("t.y", 0, 0, 0.25, 0.75, 1.25, 1.75);
    CHANGES("chain[3].b.y", 0, 0, 0.25, 0.75, 1.25, 1.75);
    CHANGES("m.u[1]", 0, 0, 0.25, 0.75, 1.25, 1.75);
    CHANGES("c.y", 0, 0, 0.25, 1.25);
    CHANGES("counts[1].y", 0, 0, 0.5, 1.0, 1.5, 2.0);
    CHANGES("counts[2].y", 0, 0, 1.0, 2.0);
    rig_end(&r);
}

/* A user's class may extend a block and contain one; a parameter of it is settable. */
static void blocks_are_classes_like_users_own(void **state)
{
    (void)state;
    rig r = run_text("model M block My extends Modelica.Blocks.Logical.GreaterThreshold(threshold = 0.5); "
                     "Modelica.Blocks.Interfaces.BooleanOutput opposite = not y; end My; "
                     "My my(threshold = 0.75); Modelica.Blocks.Sources.ContinuousClock c; "
                     "equation connect(c.y, my.u); end M;",
                     1.0, 1e-6);
    CHANGES("my.y", 0, 4 * ULP, 0.75); /* of a signal that is solved for */
    CHANGES("my.opposite", 1, 4 * ULP, 0.75);
    rig_end(&r);
}

/* ---------------------------------------------------------------- what is refused */

static void refused(const char *body, const char *part)
{
    char text[1000], said[2000] = "";
    snprintf(text, sizeof text, "model M " USES_B "%s end M;", body);
    rig r = rig_read(text);
    if (r.status == EG_OK)
        r.status = eg_model_compile(r.spec, r.d, &r.model);
    bool found = false;
    for (size_t i = 0; i < eg_diagnostics_count(r.d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(r.d, i), 0, said, sizeof said);
        found = found || strstr(said, part);
    }
    if (r.status == EG_OK || !found) {
        print_error("%s\n  should say: %s\n  says: %s\n", body, part, said);
        rig_fail(__FILE__, __LINE__, "not refused as it should be");
    }
    rig_end(&r);
}

static void wrong_connections_are_refused(void **state)
{
    (void)state;
    refused("Logical.Not n;", "the signal n.u is not connected to a source");
    refused("Math.IntegerToReal n;", "Modelica.Blocks.Sources.IntegerConstant");
    refused("Logical.Not n; Sources.BooleanConstant a, b; equation connect(a.y, n.u); connect(b.y, n.u);",
            "n.u is connected to two outputs, a.y and b.y");
    refused("Sources.BooleanConstant a, b; equation connect(a.y, b.y);", "two outputs");
    refused("Logical.Not n; Sources.Constant c(k = 1); equation connect(c.y, n.u);",
            "this connects a signal, \"c.y\", with a Boolean signal, \"n.u\"");
    refused("Logical.Not n; Sources.IntegerConstant c(k = 1); equation connect(c.y, n.u);",
            "an Integer signal");
    refused("Logical.Not n, m; equation connect(n.u, m.u);", "is not connected to a source");
    refused("Logical.Not n; equation connect(n.y, n.u);", "depend on themselves");
    refused(
        "Logical.Hysteresis h(uLow = 2, uHigh = 1); Sources.Constant c(k = 1); equation connect(c.y, h.u);",
        "uHigh must be greater than uLow");
    refused("Sources.BooleanPulse p(period = 0);", "period");
    refused("Sources.BooleanStep s(startValue = 2);", "Boolean");
    refused("Sources.BooleanExpression e(y = 3);", "Boolean");
    refused("Logical.And a(k = 2);", "has no \"k\" to modify");
}

static void calls_say_that_text_is_needed(void **state)
{
    (void)state;
    rig r = rig_begin("Calls");
    TRUE(eg_spec_add(r.spec, B_ "Logical.And", "a", r.d) == EG_ERROR_MODEL);
    TRUE(eg_diagnostics_count(r.d) == 1);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_do_what_they_say),
        cmocka_unit_test(comparisons_switch_at_the_crossing),
        cmocka_unit_test(edges_happen_once),
        cmocka_unit_test(circles_need_a_pre),
        cmocka_unit_test(times_are_exact),
        cmocka_unit_test(conversions_and_expressions),
        cmocka_unit_test(signals_go_through_models),
        cmocka_unit_test(blocks_are_classes_like_users_own),
        cmocka_unit_test(wrong_connections_are_refused),
        cmocka_unit_test(calls_say_that_text_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Equilibria against closed forms and against brute force, and runs that begin in them. */
#include "run_text.h"

#include "elastogap/steady.h"

#include <float.h>

#define TC_ T_ "Components."
#define TS_ T_ "Sources."

typedef struct subject {
    rig r;
    eg_equilibria *all;
} subject;

static subject steady_with(const char *body, const eg_steady_options *given)
{
    subject x = {.r = read_text(body)};
    if (eg_model_compile(x.r.spec, x.r.d, &x.r.model) != EG_OK)
        rig_demand(&x.r, 0, "the model");
    eg_steady_options o = eg_steady_options_default(x.r.model);
    if (given) {
        o.time = given->time;
        o.most_modes = given->most_modes > 0 ? given->most_modes : o.most_modes;
    }
    if (eg_steady(x.r.model, &o, x.r.d, &x.all) != EG_OK)
        rig_demand(&x.r, 0, "equilibria");
    return x;
}

static subject steady(const char *body)
{
    return steady_with(body, NULL);
}

static void end_subject(subject *x)
{
    eg_equilibria_free(x->all);
    rig_end(&x->r);
}

static double state(const subject *x, size_t i, const char *name)
{
    const eg_linearization *l = x->all->items[i].linear;
    for (size_t k = 0; k < l->state_count; k++)
        if (strcmp(l->states[k].name, name) == 0)
            return l->states[k].value;
    print_error("equilibrium %zu has no state %s\n", i + 1, name);
    fail();
    return 0;
}

static const char *mode(const subject *x, size_t i, const char *component)
{
    for (size_t k = 0; k < x->all->items[i].contact_count; k++)
        if (strcmp(x->all->items[i].contacts[k].component, component) == 0)
            return x->all->items[i].contacts[k].mode;
    return "";
}

/* This machine has LAPACK, so that there are eigenvalues. */
static bool knows_stability(const subject *x)
{
    return x->all->count > 0 && x->all->items[0].stability != EG_STABILITY_UNKNOWN;
}

static void is_near(double x, double y, double tolerance)
{
    if (!(fabs(x - y) <= tolerance)) {
        print_error("%.17g is not %.17g within %g\n", x, y, tolerance);
        fail();
    }
}

/* ---------------------------------------------------------------- closed forms */

/* Each gap carries what stands on it: s_rel = s_rel0 - W/c. One rounding of the force divided by the
 * stiffness, and one of the length: 4 ulp of 0.1 m. */
static void test_three_bodies_on_gaps(void **unused)
{
    (void)unused;
    subject x = steady(
        TC_ "Fixed ground;" TC_ "ElastoGap g1(c=1e5,d=60,s_rel0=0.1), g2(c=2e5,d=60,s_rel0=0.1), "
            "g3(c=3e5,d=60,s_rel0=0.1);" TC_ "Mass m1(m=1,s(start=0.5,fixed=true),v(start=0,fixed=true)), "
            "m2(m=2,s(start=1,fixed=true),v(start=0,fixed=true)), "
            "m3(m=3,s(start=1.5,fixed=true),v(start=0,fixed=true));" TS_
            "ConstantForce w1(f_constant=-9.81), w2(f_constant=-2*9.81), w3(f_constant=-3*9.81);"
            "equation connect(ground.flange,g1.flange_a);connect(g1.flange_b,m1.flange_a);"
            "connect(m1.flange_b,g2.flange_a);connect(g2.flange_b,m2.flange_a);"
            "connect(m2.flange_b,g3.flange_a);connect(g3.flange_b,m3.flange_a);"
            "connect(w1.flange,m1.flange_b);connect(w2.flange,m2.flange_b);connect(w3.flange,m3.flange_b);");
    const double ulps = 4 * 0.1 * DBL_EPSILON;
    assert_int_equal(x.all->count, 1);
    assert_true(x.all->is_complete);
    assert_int_equal(x.all->combinations, 8);
    is_near(state(&x, 0, "g1.s_rel"), 0.1 - 6 * 9.81 / 1e5, ulps);
    is_near(state(&x, 0, "g2.s_rel"), 0.1 - 5 * 9.81 / 2e5, ulps);
    is_near(state(&x, 0, "g3.s_rel"), 0.1 - 3 * 9.81 / 3e5, ulps);
    assert_string_equal(mode(&x, 0, "g1"), "linear");
    assert_true(x.all->items[0].relative_residual <= 3e5 * ulps / (3 * 9.81));
    if (knows_stability(&x))
        assert_int_equal(x.all->items[0].stability, EG_STABLE);
    end_subject(&x);
}

/* A magnet, K/((g - s)^2 + r^2), against a spring c between stops: the rest of the spring, the edge of the
 * pull-in, and the closed stop at s1, which carries what is left: where this is 0. Its slope is less than the
 * stop's, so that there are no others. Found by bisection. */
static double force_of(double s)
{
    const double K = 3e-8, g = 2e-3, r = 2e-4, c = 100, c1 = 1e5, s1 = 1.8e-3;
    return K / ((g - s) * (g - s) + r * r) - c * s - (s > s1 ? c1 * (s - s1) : 0);
}

static double root_between(double low, double high)
{
    const bool rises = force_of(high) > 0;
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (low + high);
        if ((force_of(middle) > 0) == rises)
            high = middle;
        else
            low = middle;
    }
    return 0.5 * (low + high);
}

static const char relay[] =
    TC_ "Fixed frame, back(s0=0), front(s0=1.8e-3);" TC_ "Spring spring(c=100,s_rel0=0);" TC_
        "ElastoGap stop0(c=1e5,d=5,s_rel0=0), stop1(c=1e5,d=5,s_rel0=0);" TC_ "Damper air(d=0.5);" TC_
        "Mass arm(m=0.01,s(start=0.2e-3,fixed=true),v(start=0,fixed=true));" TS_
        "Force pull;equation pull.f=3e-8/((2e-3-arm.s)^2+4e-8);connect(frame.flange,spring.flange_a);"
        "connect(spring.flange_b,arm.flange_a);connect(back.flange,stop0.flange_a);"
        "connect(frame.flange,air.flange_a);connect(air.flange_b,arm.flange_a);"
        "connect(stop0.flange_b,arm.flange_a);connect(arm.flange_b,stop1.flange_a);"
        "connect(stop1.flange_b,front.flange);connect(pull.flange,arm.flange_b);";

static void test_bistable_relay(void **unused)
{
    (void)unused;
    subject x = steady(relay);
    assert_int_equal(x.all->count, 3);
    assert_false(x.all->is_complete);
    const double expected[] = {root_between(1e-6, 6e-4), root_between(7e-4, 1.79e-3),
                               root_between(1.81e-3, 1.8e-3)};
    static const eg_stability stability[] = {EG_STABLE, EG_UNSTABLE, EG_STABLE};
    for (size_t i = 0; i < 3; i++) {
        is_near(state(&x, i, "stop0.s_rel"), expected[i], 1e-12 * 2e-3);
        assert_string_equal(mode(&x, i, "stop1"), i == 2 ? "linear" : "apart");
        if (knows_stability(&x))
            assert_int_equal(x.all->items[i].stability, stability[i]);
    }
    end_subject(&x);
}

/* Two gaps on a negative spring: x = 0 unstable, and at both stops, k x = c (x - a). */
static void test_snap_through(void **unused)
{
    (void)unused;
    subject x = steady(
        TC_ "Fixed low(s0=-1), high(s0=1), middle;" TC_ "ElastoGap a(c=100,d=1,s_rel0=0), "
            "b(c=100,d=1,s_rel0=0);" TC_ "Mass m(m=1,s(start=0.3,fixed=true),v(start=0,fixed=true));" TS_
            "Force f;equation f.f = 10*m.s;connect(low.flange,a.flange_a);connect(a.flange_b,m.flange_a);"
            "connect(m.flange_b,b.flange_a);connect(b.flange_b,high.flange);connect(f.flange,m.flange_a);");
    assert_int_equal(x.all->count, 3);
    for (size_t i = 0; i < 3; i++) {
        const double expected = ((double)i - 1) * 100.0 / 90.0;
        const eg_linearization *l = x.all->items[i].linear;
        double s = 0;
        for (size_t k = 0; k < l->state_count; k++)
            if (strcmp(l->states[k].name, "m.s") == 0)
                s = l->states[k].value;
            else if (strcmp(l->states[k].name, "a.s_rel") == 0)
                s = l->states[k].value - 1;
        is_near(s, expected, 1e-13);
        if (knows_stability(&x))
            assert_int_equal(x.all->items[i].stability, i == 1 ? EG_UNSTABLE : EG_STABLE);
    }
    end_subject(&x);
}

/* A stop that nothing presses: anywhere beyond it is an equilibrium. */
static void test_floating_stop(void **unused)
{
    (void)unused;
    subject x =
        steady(TC_ "Fixed ground;" TC_ "ElastoGap stop(c=1e5,d=60,s_rel0=0);" TC_
                   "Mass ball(m=1,s(start=0.5,fixed=true),v(start=0.3,fixed=true));"
                   "equation connect(ground.flange,stop.flange_a);connect(stop.flange_b,ball.flange_a);");
    assert_int_equal(x.all->count, 1);
    assert_int_equal(x.all->items[0].floating_count, 1);
    assert_string_equal(x.all->items[0].floating[0], "stop.s_rel");
    is_near(state(&x, 0, "stop.s_rel"), 0.5, 0);
    if (knows_stability(&x)) {
        assert_int_equal(x.all->items[0].stability, EG_NEUTRAL);
        assert_string_equal(x.all->items[0].words, "floats: stop.s_rel");
    }
    end_subject(&x);
}

/* MSL holds with peak*F_Coulomb + ..., here 1.001*5 N, either way: c (s - s0) within it, from wherever the
 * search begins. */
static void test_friction_interval(void **unused)
{
    (void)unused;
    static const char *const starts[] = {"0.503", "0.6", "0.3"};
    for (int i = 0; i < 3; i++) {
        char body[700];
        snprintf(
            body, sizeof body,
            TC_ "Fixed ground;" TC_ "Spring spring(c=1000,s_rel0=0.5);" TC_
                "MassWithStopAndFriction m(m=1,L=0,smin=-10,smax=10,F_prop=1,F_Coulomb=5,F_Stribeck=0,fexp=1,"
                "s(start=%s,fixed=true),v(start=0,fixed=true));"
                "equation connect(ground.flange,spring.flange_a);connect(spring.flange_b,m.flange_a);",
            starts[i]);
        subject x = steady(body);
        assert_int_equal(x.all->count, 1);
        assert_int_equal(x.all->items[0].range_count, 1);
        const eg_steady_range *r = &x.all->items[0].ranges[0];
        assert_string_equal(r->variable, "m.s");
        assert_string_equal(r->component, "m");
        is_near(r->low, 0.5 - 0.005005, 1e-9);
        is_near(r->high, 0.5 + 0.005005, 1e-9);
        end_subject(&x);
    }
}

/* A pendulum as equations: phi'' = -sin(phi) - phi'/10 rests hanging, and at every half turn, unstable. Half
 * way between two of those lies another one, which makes no set of them. */
static void test_pendulum(void **unused)
{
    (void)unused;
    subject x = steady("Real phi(start=0.3,fixed=true), w(start=0,fixed=true);"
                       "equation der(phi)=w;der(w)=-sin(phi)-0.1*w;");
    const double pi = 3.141592653589793;
    bool found[3] = {false};
    for (size_t i = 0; i < x.all->count; i++) {
        const double turns = state(&x, i, "phi") / pi;
        is_near(turns, round(turns), 1e-12);
        assert_int_equal(x.all->items[i].floating_count, 0);
        for (int k = -1; k <= 1; k++)
            found[k + 1] = found[k + 1] || round(turns) == k;
        if (knows_stability(&x))
            assert_int_equal(x.all->items[i].stability, fmod(round(turns), 2) != 0 ? EG_UNSTABLE : EG_STABLE);
    }
    assert_true(found[0] && found[1] && found[2]);
    end_subject(&x);
}

/* At the edge of a contact a force that pushes away is held on one side only. */
static void test_one_sided(void **unused)
{
    (void)unused;
    subject x = steady(TC_ "Fixed wall;" TC_ "ElastoGap stop(c=100,d=1,s_rel0=0);" TC_ "Damper d(d=1);" TC_
                           "Mass m(m=1,s(start=0.1,fixed=true),v(start=0,fixed=true));" TS_
                           "Force f;equation f.f = 10*m.s;connect(wall.flange,stop.flange_a);"
                           "connect(stop.flange_b,m.flange_a);connect(wall.flange,d.flange_a);"
                           "connect(d.flange_b,m.flange_a);connect(f.flange,m.flange_a);");
    assert_int_equal(x.all->count, 1);
    assert_true(x.all->items[0].contacts[0].is_at_edge);
    if (knows_stability(&x))
        assert_int_equal(x.all->items[0].stability, EG_ONE_SIDED);
    end_subject(&x);
}

/* A rigid contact, a heat port, an integrator that its loop brings to rest, a part without mass. */
static void test_other_kinds(void **unused)
{
    (void)unused;
    subject rigid =
        steady(TC_ "Fixed ground;Elastogap.Contact.Gap stop(law=\"restitution\",e=0.5);" TC_
                   "Mass ball(m=1,s(start=0.5,fixed=true),v(start=0,fixed=true));" TS_
                   "ConstantForce w(f_constant=-9.81);equation connect(ground.flange,stop.flange_a);"
                   "connect(stop.flange_b,ball.flange_a);connect(w.flange,ball.flange_b);");
    assert_int_equal(rigid.all->count, 1);
    assert_true(rigid.all->is_complete);
    assert_string_equal(mode(&rigid, 0, "stop"), "stuck at min. stop");
    end_subject(&rigid);

    subject loop =
        steady(TC_ "Fixed ground;" TC_ "SpringDamper hold(c=100,d=5);" TC_
                   "Mass m(m=1,s(start=0,fixed=true),v(start=0,fixed=true));" TS_
                   "Force f;Modelica.Blocks.Continuous.Integrator i(k=2);"
                   "Modelica.Blocks.Math.Feedback e;Modelica.Blocks.Sources.Constant r(k=0.25);"
                   "Modelica.Mechanics.Translational.Sensors.PositionSensor s;"
                   "equation connect(ground.flange,hold.flange_a);connect(hold.flange_b,m.flange_a);"
                   "connect(f.flange,m.flange_b);connect(m.flange_b,s.flange);connect(r.y,e.u1);"
                   "connect(s.s,e.u2);connect(e.y,i.u);connect(i.y,f.f);");
    assert_int_equal(loop.all->count, 1);
    is_near(state(&loop, 0, "i.state"), 25, 1e-12);
    end_subject(&loop);

    subject massless = steady(TC_ "Fixed ground;" TC_ "Spring a(c=100,s_rel0=1), b(c=300,s_rel0=1);" TC_
                                  "Mass m(m=1,s(start=3,fixed=true),v(start=0,fixed=true));" TS_
                                  "ConstantForce w(f_constant=-6);equation connect(ground.flange,a.flange_a);"
                                  "connect(a.flange_b,b.flange_a);connect(b.flange_b,m.flange_a);"
                                  "connect(w.flange,m.flange_b);");
    assert_int_equal(massless.all->count, 1); /* 6 N through both springs */
    const eg_linearization *l = massless.all->items[0].linear;
    assert_int_equal(l->state_count, 2);
    /* the state may be the length of either spring, or the place between them */
    const char *name = l->states[0].name;
    const double expected = strcmp(name, "a.s_rel") == 0   ? 1 - 6 / 100.0
                            : strcmp(name, "b.s_rel") == 0 ? 1 - 6 / 300.0
                                                           : 1 - 6 / 100.0;
    is_near(l->states[0].value, expected, 8 * DBL_EPSILON);
    end_subject(&massless);
}

/* What falls has no equilibrium, and is named. */
static void test_falls(void **unused)
{
    (void)unused;
    subject x = steady(TC_ "Mass ball(m=1,s(start=0.5,fixed=true),v(start=0,fixed=true));" TS_
                           "ConstantForce w(f_constant=-9.81);equation connect(w.flange,ball.flange_b);");
    assert_int_equal(x.all->count, 0);
    bool told = false;
    for (size_t i = 0; i < eg_diagnostics_count(x.r.d); i++)
        told = told || strstr(eg_diagnostics_get(x.r.d, i)->message, "nothing stops ball.v");
    assert_true(told);
    end_subject(&x);
}

/* ---------------------------------------------------------------- random chains, by brute force */

typedef struct chain {
    int n;
    double c[5], gap[5], f[4], hold[4]; /* gaps 0 ... n between walls and bodies; springs to the ground */
    double width;
} chain;

static unsigned long draw(unsigned long *seed)
{
    *seed = *seed * 6364136223846793005ul + 1442695040888963407ul;
    return *seed >> 33;
}

static double between(unsigned long *seed, double low, double high)
{
    return low + (high - low) * (double)draw(seed) / 2147483648.0;
}

/* Solves a x = b, b becomes x; n <= 4. False: singular. */
static bool solve(double a[4][4], double *b, int n)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++)
            pivot = fabs(a[i][k]) > fabs(a[pivot][k]) ? i : pivot;
        if (fabs(a[pivot][k]) < 1e-9)
            return false;
        for (int j = 0; j < n; j++) {
            const double kept = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = kept;
        }
        const double kept = b[k];
        b[k] = b[pivot];
        b[pivot] = kept;
        for (int i = 0; i < n; i++) {
            const double by = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = 0; j < n; j++)
                a[i][j] -= by * a[k][j];
            b[i] -= by * b[k];
        }
    }
    for (int k = 0; k < n; k++)
        b[k] /= a[k][k];
    return true;
}

static double place_of(const chain *c, const double *x, int i)
{
    return i < 0 ? 0 : i == c->n ? c->width : x[i];
}

/* The positions with these gaps closed, where that is an equilibrium. */
static bool rests(const chain *c, unsigned closed, double *x)
{
    double a[4][4] = {{0}};
    for (int i = 0; i < c->n; i++) {
        x[i] = c->f[i];
        a[i][i] = c->hold[i];
    }
    for (int g = 0; g <= c->n; g++) { /* between body g - 1 and body g; pushes with c (gap - s_rel) */
        if (!(closed >> g & 1))
            continue;
        const double push = c->c[g] * (c->gap[g] - (g == c->n ? c->width : 0));
        if (g > 0) {
            a[g - 1][g - 1] += c->c[g];
            x[g - 1] -= push;
        }
        if (g < c->n) {
            a[g][g] += c->c[g];
            x[g] += push;
        }
        if (g > 0 && g < c->n) {
            a[g - 1][g] -= c->c[g];
            a[g][g - 1] -= c->c[g];
        }
    }
    if (!solve(a, x, c->n))
        return false;
    for (int g = 0; g <= c->n; g++) {
        const double s_rel = place_of(c, x, g) - place_of(c, x, g - 1);
        if ((s_rel < c->gap[g]) != (closed >> g & 1))
            return false;
    }
    return true;
}

/* Springs to the ground may be negative: then there are several. None of them lies near an edge. */
static void draw_chain(chain *c, unsigned long *seed)
{
    c->n = 1 + (int)(draw(seed) % 4);
    c->width = 2;
    for (int i = 0; i <= c->n; i++) {
        c->c[i] = between(seed, 50, 500);
        c->gap[i] = between(seed, 0.1, 0.4);
    }
    for (int i = 0; i < c->n; i++) {
        c->f[i] = between(seed, -40, 40);
        c->hold[i] = between(seed, -40, 60);
    }
}

static size_t write_chain(const chain *c, char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size, TC_ "Fixed ground, wall(s0=%.17g);", c->width);
    for (int i = 0; i <= c->n; i++)
        at += (size_t)snprintf(text + at, size - at, TC_ "ElastoGap g%d(c=%.17g,d=1,s_rel0=%.17g);", i,
                               c->c[i], c->gap[i]);
    for (int i = 0; i < c->n; i++)
        at += (size_t)snprintf(text + at, size - at,
                               TC_ "Mass m%d(m=1,s(start=%.17g,fixed=true),v(start=0,fixed=true));" TS_
                                   "ConstantForce f%d(f_constant=%.17g);" TC_ "Spring h%d(c=%.17g,s_rel0=0);",
                               i, c->width * (i + 1) / (c->n + 1), i, c->f[i], i, fabs(c->hold[i]));
    at += (size_t)snprintf(text + at, size - at, "equation ");
    for (int i = 0; i < c->n; i++)
        at += (size_t)snprintf(text + at, size - at,
                               "connect(g%d.flange_b,m%d.flange_a);connect(m%d.flange_b,g%d.flange_a);"
                               "connect(f%d.flange,m%d.flange_a);connect(ground.flange,h%d.flange_a);"
                               "connect(h%d.flange_b,m%d.flange_a);",
                               i, i, i, i + 1, i, i, i, i, i);
    return at + (size_t)snprintf(text + at, size - at,
                                 "connect(ground.flange,g0.flange_a);connect(g%d.flange_b,wall.flange);",
                                 c->n);
}

static void test_random_chains(void **unused)
{
    (void)unused;
    unsigned long seed = 20;
    for (int trial = 0; trial < 60; trial++) {
        chain c;
        char body[4000];
        size_t expected = 0, found = 0;
        draw_chain(&c, &seed);
        for (int i = 0; i < c.n; i++)
            c.hold[i] = fabs(c.hold[i]) + 1; /* a spring's stiffness is not negative */
        (void)write_chain(&c, body, sizeof body);
        subject x = steady(body);
        for (unsigned closed = 0; closed < 1u << (c.n + 1); closed++) {
            double place[4];
            if (!rests(&c, closed, place))
                continue;
            expected++;
            for (size_t k = 0; k < x.all->count; k++) {
                bool same = true;
                for (int g = 0; g <= c.n; g++) {
                    char name[16];
                    snprintf(name, sizeof name, "g%d", g);
                    same = same && (strcmp(mode(&x, k, name), "apart") != 0) == (int)(closed >> g & 1);
                }
                found += same;
            }
        }
        assert_int_equal(expected, x.all->count);
        assert_int_equal(found, x.all->count);
        assert_true(x.all->is_complete);
        end_subject(&x);
    }
}

/* Eight gaps: more combinations than are allowed to be looked at, and it is told. */
static void test_many_contacts(void **unused)
{
    (void)unused;
    char body[6000];
    size_t at = (size_t)snprintf(body, sizeof body, TC_ "Fixed ground;");
    for (int i = 0; i < 14; i++)
        at += (size_t)snprintf(body + at, sizeof body - at,
                               TC_ "ElastoGap g%d(c=1e4,d=1,s_rel0=0.1);" TC_
                                   "Mass m%d(m=1,s(start=%d,fixed=true),v(start=0,fixed=true));" TS_
                                   "ConstantForce w%d(f_constant=-10);",
                               i, i, i + 1, i);
    at += (size_t)snprintf(body + at, sizeof body - at, "equation connect(ground.flange,g0.flange_a);");
    for (int i = 0; i < 14; i++) {
        at += (size_t)snprintf(body + at, sizeof body - at,
                               "connect(g%d.flange_b,m%d.flange_a);connect(w%d.flange,m%d.flange_a);", i, i,
                               i, i);
        if (i > 0)
            at += (size_t)snprintf(body + at, sizeof body - at, "connect(m%d.flange_b,g%d.flange_a);", i - 1,
                                   i);
    }
    const eg_steady_options few = {.most_modes = 200};
    subject x = steady_with(body, &few);
    assert_int_equal(x.all->count, 1);
    assert_false(x.all->is_complete);
    is_near(state(&x, 0, "g0.s_rel"), 0.1 - 140 / 1e4, 4 * 0.1 * DBL_EPSILON);
    end_subject(&x);
}

/* ---------------------------------------------------------------- runs that begin there */

static void test_run_from_equilibrium(void **unused)
{
    (void)unused;
    subject x = steady(relay);
    assert_int_equal(x.all->count, 3);
    for (size_t i = 0; i < 3; i += 2) {
        eg_state *state = NULL;
        eg_trajectory *t = NULL;
        assert_int_equal(eg_equilibria_choose(x.all, i + 1, x.r.d, &state), EG_OK);
        eg_simulate_options o = eg_simulate_options_default(x.r.model);
        eg_state_apply(state, &o);
        o.stop_time = 1;
        assert_int_equal(eg_simulate(x.r.model, &o, x.r.d, &t, NULL), EG_OK);
        const size_t arm = (size_t)eg_trajectory_find(t, "arm.s"), rows = eg_trajectory_rows(t);
        assert_int_equal(eg_trajectory_events(t), 0);
        is_near(eg_trajectory_value(t, arm, rows - 1), eg_trajectory_value(t, arm, 0), 1e-12);
        eg_trajectory_free(t);
        eg_state_free(state);
    }
    eg_state *none = NULL;
    assert_int_equal(eg_equilibria_choose(x.all, 0, x.r.d, &none), EG_ERROR_MODEL); /* two are stable */
    assert_int_equal(eg_equilibria_choose(x.all, 4, x.r.d, &none), EG_ERROR_USAGE);
    assert_null(none);
    end_subject(&x);
}

/* ---------------------------------------------------------------- steady motion */

static const eg_steady_speed *moving(const subject *x, size_t i, const char *name)
{
    const eg_equilibrium *e = &x->all->items[i];
    for (size_t k = 0; k < e->moving_count; k++)
        if (strcmp(e->moving[k].state, name) == 0)
            return &e->moving[k];
    print_error("%s does not move in number %zu: %s\n", name, i + 1, e->words);
    fail();
    return NULL;
}

/* The growth of its fastest mode [1/s]. */
static double fastest(const subject *x, size_t i)
{
    const eg_linearization *l = x->all->items[i].linear;
    double most = -INFINITY;
    for (size_t k = 0; k < l->state_count; k++)
        most = fmax(most, l->eigenvalues[k].real);
    return most;
}

#define MASS(name, m, s) TC_ "Mass " name "(m=" m ",s(start=" s ",fixed=true),v(start=0,fixed=true));"

/* Two masses that a spring ties, drawn against a damper: v = F/d, and the spring carries F less nothing. */
static void test_drawn_along(void **unused)
{
    (void)unused;
    subject x = steady(MASS("a", "2", "0") MASS("b", "3", "1") TC_
                       "Spring k(c=100,s_rel0=1);" TC_ "Damper d(d=4);" TC_ "Fixed g;" TS_
                       "ConstantForce f(f_constant=10);equation connect(g.flange,d.flange_a);"
                       "connect(d.flange_b,a.flange_a);connect(a.flange_b,k.flange_a);"
                       "connect(k.flange_b,b.flange_a);connect(f.flange,b.flange_b);");
    assert_int_equal(x.all->count, 1);
    assert_true(fabs(moving(&x, 0, "d.s_rel")->speed - 2.5) <= 4 * DBL_EPSILON * 2.5);
    assert_true(fabs(state(&x, 0, "k.s_rel") - 1.1) <= 4 * DBL_EPSILON);
    assert_int_equal(x.all->items[0].stability, EG_STABLE);
    assert_int_equal(x.all->items[0].floating_count, 0);
    assert_non_null(strstr(x.all->items[0].words, "steady motion, d.s_rel by 2.5 m/s: stable"));
    end_subject(&x);
}

/* Friction by a table: 5 N at rest, falling to 2 N at 1 m/s, rising to 6 N at 3 m/s. 4 N is held at rest, and
 * balanced at 1/3 m/s, where friction falls by 3 N.s/m and a disturbance grows by 3 1/s, and at 7/3 m/s. */
static void test_friction_that_falls(void **unused)
{
    (void)unused;
    subject x = steady(MASS("m", "1", "0") TC_
                       "SupportFriction r(f_pos=[0,5;1,2;2,3;3,6]);" TS_
                       "ConstantForce f(f_constant=4);equation connect(r.flange_a,m.flange_a);"
                       "connect(f.flange,m.flange_b);");
    assert_int_equal(x.all->count, 3);
    assert_int_equal(x.all->items[0].moving_count, 0);
    assert_true(fabs(moving(&x, 1, "m.s")->speed - 1.0 / 3) <= 1e-14);
    assert_true(fabs(moving(&x, 2, "m.s")->speed - 7.0 / 3) <= 1e-14);
    assert_int_equal(x.all->items[1].stability, EG_UNSTABLE);
    assert_true(fabs(fastest(&x, 1) - 3) <= 1e-12);
    assert_int_equal(x.all->items[2].stability, EG_STABLE);
    end_subject(&x);
}

/* A mass on a belt that slips under it while a spring holds it: 4.5 N at 0.5 m/s, so that the spring gives by
 * 45 mm; friction falls by 1 N.s/m, and so the oscillation grows by half of that. */
static void test_belt(void **unused)
{
    (void)unused;
    subject x = steady(MASS("m", "1", "0") TC_
                       "Spring k(c=100);" TC_ "Fixed g;" TS_ "Speed belt(exact=true);" TC_
                       "SupportFriction r(f_pos=[0,5;1,4],useSupport=true);"
                       "Modelica.Blocks.Sources.Constant v(k=0.5);equation connect(v.y,belt.v_ref);"
                       "connect(belt.flange,r.support);connect(r.flange_a,m.flange_a);"
                       "connect(k.flange_a,g.flange);connect(k.flange_b,m.flange_b);");
    assert_int_equal(x.all->count, 1);
    assert_true(fabs(moving(&x, 0, "belt.s")->speed - 0.5) <= 1e-15);
    assert_true(fabs(moving(&x, 0, "r.s")->speed + 0.5) <= 1e-15);
    assert_true(fabs(state(&x, 0, "r.s") + state(&x, 0, "belt.s") - 0.045) <= 1e-14);
    assert_int_equal(x.all->items[0].stability, EG_UNSTABLE);
    assert_true(fabs(fastest(&x, 0) - 0.5) <= 1e-12);
    end_subject(&x);
}

/* Without the spring it goes along with the belt. */
static void test_carried(void **unused)
{
    (void)unused;
    subject x = steady(MASS("m", "1", "0") TS_
                       "Speed belt(exact=true);" TC_ "SupportFriction r(f_pos=[0,5;1,4],useSupport=true);"
                       "Modelica.Blocks.Sources.Constant v(k=0.5);equation connect(v.y,belt.v_ref);"
                       "connect(belt.flange,r.support);connect(r.flange_a,m.flange_a);");
    assert_int_equal(x.all->count, 1);
    assert_int_equal(x.all->items[0].moving_count, 1);
    assert_true(fabs(moving(&x, 0, "belt.s")->speed - 0.5) <= 1e-15);
    assert_string_equal(mode(&x, 0, "r"), "stuck");
    end_subject(&x);
}

/* Pushed along through a gap that is closed; and against drag by a square, in equations. */
static void test_pushed(void **unused)
{
    (void)unused;
    subject x = steady(MASS("a", "1", "0") MASS("b", "2", "0.5") TC_
                       "ElastoGap gap(c=1e4,d=10,s_rel0=0.4);" TC_ "Damper d(d=3);" TC_ "Fixed g;" TS_
                       "ConstantForce f(f_constant=6);equation "
                       "connect(a.flange_b,gap.flange_a);connect(gap.flange_b,b.flange_a);"
                       "connect(f.flange,a.flange_a);connect(b.flange_b,d.flange_b);"
                       "connect(d.flange_a,g.flange);");
    assert_int_equal(x.all->count, 1);
    assert_true(fabs(moving(&x, 0, "d.s_rel")->speed - 2) <= 1e-14);
    assert_true(fabs(state(&x, 0, "gap.s_rel") - (0.4 - 6e-4)) <= 1e-15);
    assert_string_equal(mode(&x, 0, "gap"), "linear");
    end_subject(&x);
    x = steady(
        "Real s(start=0,fixed=true), v(start=0,fixed=true);equation der(s)=v;der(v)=-9.81-0.2*v*abs(v);");
    assert_int_equal(x.all->count, 1);
    assert_true(fabs(moving(&x, 0, "s")->speed + sqrt(9.81 / 0.2)) <= 1e-13);
    assert_int_equal(x.all->items[0].stability, EG_STABLE);
    end_subject(&x);
}

/* What gets faster, what may have any speed, and what a force pulls back that is 0 to first order, is
 * none. */
static void test_no_steady_motion(void **unused)
{
    (void)unused;
    subject x = steady(MASS("m", "1", "0") TS_
                       "ConstantForce f(f_constant=4);equation connect(f.flange,m.flange_b);");
    assert_int_equal(x.all->count, 0);
    end_subject(&x);
    x = steady(MASS("m", "1", "0"));
    assert_int_equal(x.all->count, 1);
    assert_int_equal(x.all->items[0].moving_count, 0);
    end_subject(&x);
    x = steady("Real s(start=0,fixed=true), v(start=0,fixed=true);equation der(s)=v;der(v)=-s^3;");
    assert_int_equal(x.all->count, 1);
    assert_int_equal(x.all->items[0].moving_count, 0);
    end_subject(&x);
}

/* A run that begins in one goes on so. */
static void test_motion_goes_on(void **unused)
{
    (void)unused;
    subject x =
        steady(TC_ "Mass m(m=2,s(start=3,fixed=true),v(start=0,fixed=true));" TC_ "Damper d(d=4);" TC_
                   "Fixed g;" TS_ "ConstantForce f(f_constant=10);equation connect(g.flange,d.flange_a);"
                   "connect(d.flange_b,m.flange_a);connect(f.flange,m.flange_b);");
    eg_state *from = NULL;
    eg_trajectory *run = NULL;
    assert_int_equal(eg_equilibria_choose(x.all, 0, x.r.d, &from), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(x.r.model);
    eg_state_apply(from, &o);
    o.stop_time = o.start_time + 2;
    assert_int_equal(eg_simulate(x.r.model, &o, x.r.d, &run, NULL), EG_OK);
    const long s = eg_trajectory_find(run, "m.s");
    for (size_t i = 0; i < eg_trajectory_rows(run); i++)
        assert_true(fabs(eg_trajectory_value(run, (size_t)s, i) -
                         (3 + 2.5 * (eg_trajectory_time(run, i) - o.start_time))) <= 1e-13);
    eg_trajectory_free(run);
    eg_state_free(from);
    end_subject(&x);
}

/* A stop that sticks: held at s = 2/10100 m, where its spring pulls by 1.98 N of the 5 N at which it lets go,
 * or apart where the other spring has its length. */
static void test_a_stop_that_sticks(void **unused)
{
    (void)unused;
    subject x = steady(MASS(
        "m", "1", "0.01") "Elastogap.Contact.Gap g(law=\"elasto-gap\",c=1e4,d=10,f_release=5);" TC_
                          "Spring k(c=100,s_rel0=0.02);" TC_ "Fixed w;equation connect(w.flange,g.flange_a);"
                          "connect(g.flange_b,m.flange_a);connect(w.flange,k.flange_a);"
                          "connect(k.flange_b,m.flange_a);");
    assert_int_equal(x.all->count, 2);
    assert_true(x.all->is_complete);
    assert_string_equal(mode(&x, 0, "g"), "stuck");
    assert_true(fabs(state(&x, 0, "g.s_rel") - 2.0 / 10100) <= 1e-18);
    assert_string_equal(mode(&x, 1, "g"), "apart");
    assert_true(fabs(state(&x, 1, "g.s_rel") - 0.02) <= 1e-16);
    eg_state *from = NULL;
    eg_trajectory *run = NULL;
    assert_int_equal(eg_equilibria_choose(x.all, 1, x.r.d, &from), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(x.r.model);
    eg_state_apply(from, &o);
    assert_int_equal(eg_simulate(x.r.model, &o, x.r.d, &run, NULL), EG_OK);
    assert_int_equal(eg_trajectory_events(run), 0); /* it goes on sticking */
    eg_trajectory_free(run);
    eg_state_free(from);
    end_subject(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_bodies_on_gaps),
        cmocka_unit_test(test_bistable_relay),
        cmocka_unit_test(test_snap_through),
        cmocka_unit_test(test_floating_stop),
        cmocka_unit_test(test_friction_interval),
        cmocka_unit_test(test_pendulum),
        cmocka_unit_test(test_one_sided),
        cmocka_unit_test(test_other_kinds),
        cmocka_unit_test(test_falls),
        cmocka_unit_test(test_random_chains),
        cmocka_unit_test(test_many_contacts),
        cmocka_unit_test(test_run_from_equilibrium),
        cmocka_unit_test(test_drawn_along),
        cmocka_unit_test(test_friction_that_falls),
        cmocka_unit_test(test_belt),
        cmocka_unit_test(test_carried),
        cmocka_unit_test(test_pushed),
        cmocka_unit_test(test_no_steady_motion),
        cmocka_unit_test(test_motion_goes_on),
        cmocka_unit_test(test_a_stop_that_sticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

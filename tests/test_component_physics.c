/* The functions behind the translational classes: forces of the elements, motions of the drives, values of
 * the sources. Expected values are computed here from the equations, term by term. */
#include "component/parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MSL "Modelica.Mechanics.Translational."
#define DYAD "TranslationalComponents."
#define PI 3.14159265358979323846

/* A value and its parts carry a handful of roundings each; 8 units in the last place of the largest term
 * cover them with room to spare. */
static void expect_near(double value, double expected, double scale, const char *what, int line)
{
    double tolerance = 8 * 2.2204460492503131e-16 * fmax(fabs(expected), scale);
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s:%d: %s is %.17g, expected %.17g +- %g", __FILE__, line, what, value, expected,
                 tolerance);
}
#define NEAR(value, expected, scale) expect_near(value, expected, scale, #value, __LINE__)

/* An instance to try a class with. */
typedef struct instance {
    const eg_class *class;
    double p[20], k[EG_ELEMENT_MAX_COEFFICIENTS];
    bool given[20];
} instance;

static void set(instance *i, const char *name, double value)
{
    int index = eg_class_parameter(i->class, name);
    assert_true(index >= 0);
    i->p[index] = value;
    i->given[index] = true;
}

static instance make(const char *name)
{
    instance i = {.class = eg_class_find(name)};
    assert_non_null(i.class);
    for (size_t n = 0; n < i.class->parameter_count; n++)
        i.p[n] = i.class->parameters[n].value;
    return i;
}

static void finish(instance *i)
{
    if (i->class->complete)
        i->class->complete(i->p, i->given);
    if (i->class->element)
        i->class->element->prepare(i->p, i->k);
}

static instance make_gap(const char *name, double c, double d, double s_rel0, double s_ref, double n)
{
    instance i = make(name);
    set(&i, "c", c);
    set(&i, "d", d);
    set(&i, "s_rel0", s_rel0);
    set(&i, "s_ref", s_ref);
    set(&i, "n", n);
    finish(&i);
    return i;
}

/* Observes with recognisable values in what observe must not touch. */
static void observe(const instance *i, int mode, double s_rel, double v_rel, const eg_port_values *ports,
                    double *out)
{
    eg_observation o = {.p = i->p, .k = i->k, .port = ports, .mode = mode, .s_rel = s_rel, .v_rel = v_rel};
    if (i->class->element)
        i->class->element->force(i->k, mode, s_rel, v_rel, &o.force);
    for (size_t n = 0; n < i->class->variable_count; n++)
        out[n] = NAN;
    i->class->observe(&o, out);
}

static double value_of(const instance *i, const double *out, const char *variable)
{
    int index = eg_class_variable(i->class, variable);
    assert_true(index >= 0);
    return out[index];
}

/* ---------------------------------------------------------------- ElastoGap */

static const double points[][2] = {
    {0.3, -1.0},   {0.2, 0.0},   {0.2, -1.0},  {0.2, 1.0},    {0.199, -0.5}, {0.199, 0.5},
    {0.15, -1e-3}, {0.15, 0.0},  {0.15, 2e-2}, {0.1, -3.0},   {0.1, 3.0},    {0.1, 0.03},
    {-0.4, 0.2},   {-0.4, -0.2}, {-0.4, 25.0}, {-0.4, -25.0}, {-1e3, 1.0},   {0.2 - 1e-12, -1e-15},
};

static const double exponents[] = {1.0, 1.5, 2.0, 2.2, 3.0};

/* The law as the library's text states it, with the mode chosen at the point. */
static void gap_follows_its_equations(void **state)
{
    (void)state;
    for (size_t m = 0; m < EG_COUNT(exponents); m++) {
        double c = 40, d = 30, s0 = 0.2, s_ref = 0.7, n = exponents[m], f_ref = c * s_ref;
        instance i = make_gap(MSL "Components.ElastoGap", c, d, s0, s_ref, n);
        for (size_t q = 0; q < EG_COUNT(points); q++) {
            double s = points[q][0], v = points[q][1], out[20];
            int mode = i.class->element->mode_at(i.k, s, v);
            bool contact = s < s0;
            double ratio = (s - s0) / s_ref, f_c = contact ? -f_ref * pow(fabs(ratio), n) : 0.0;
            double f_d2 = contact ? d * v : 0.0, f_d = contact ? fmin(fmax(f_d2, f_c), -f_c) : 0.0;
            observe(&i, mode, s, v, NULL, out);
            assert_true(value_of(&i, out, "contact") == contact);
            NEAR(value_of(&i, out, "ratio"), ratio, 0);
            NEAR(value_of(&i, out, "f_c"), f_c, 0);
            NEAR(value_of(&i, out, "f_d2"), f_d2, 0);
            NEAR(value_of(&i, out, "f_d"), f_d, 0);
            NEAR(value_of(&i, out, "f"), f_c + f_d, fabs(f_c));
            NEAR(value_of(&i, out, "lossPower"), f_d * v, 0);
            assert_true(value_of(&i, out, "f") <= 0.0 && value_of(&i, out, "lossPower") >= 0.0);
            assert_true(isnan(value_of(&i, out, "s_rel")) && isnan(value_of(&i, out, "v_rel")));
        }
    }
}

static void dyads_gap_gives_the_same_bits(void **state)
{
    (void)state;
    instance a = make_gap(MSL "Components.ElastoGap", 1e6, 250, 1e-3, 1e-4, 1.5);
    instance b = make_gap(DYAD "Components.ElastoGap", 1e6, 250, 1e-3, 1e-4, 1.5);
    assert_memory_equal(a.k, b.k, sizeof a.k);
    for (size_t q = 0; q < EG_COUNT(points); q++)
        for (int mode = 0; mode < 4; mode++) {
            double x[20], y[20];
            observe(&a, mode, points[q][0], points[q][1], NULL, x);
            observe(&b, mode, points[q][0], points[q][1], NULL, y);
            static const char *const names[] = {"f", "lossPower", "f_c", "f_d2", "f_d", "ratio"};
            for (size_t n = 0; n < EG_COUNT(names); n++) {
                double left = value_of(&a, x, names[n]), right = value_of(&b, y, names[n]);
                assert_memory_equal(&left, &right, sizeof left);
            }
        }
}

/* Central differences over h have a truncation error of h^2/6*f''' and a rounding error of eps*f/h. With
 * h = 1e-5*x both are below 1e-9 of the term for the powers tried here; 1e-8 is asked. */
static void expect_derivative(double derivative, double left, double right, double h, double scale)
{
    double difference = (right - left) / (2 * h);
    if (!(fabs(derivative - difference) <= 1e-8 * (fabs(derivative) + scale)))
        fail_msg("derivative %.12g, difference %.12g", derivative, difference);
}

static void partial_derivatives_are_those_of_the_force(void **state)
{
    (void)state;
    for (size_t m = 0; m < EG_COUNT(exponents); m++) {
        instance i = make_gap(MSL "Components.ElastoGap", 40, 30, 0.2, 0.7, exponents[m]);
        const eg_element_ops *e = i.class->element;
        for (int mode = 0; mode < e->mode_count; mode++)
            for (int step = 0; step < 10; step++) {
                double s = 0.1 * step - 0.8, v = 0.37, hs = 1e-5 * (0.2 - s), hv = 1e-5;
                eg_force o, a, b;
                e->force(i.k, mode, s, v, &o);
                e->force(i.k, mode, s - hs, v, &a);
                e->force(i.k, mode, s + hs, v, &b);
                expect_derivative(o.df_ds, a.f, b.f, hs, 100);
                expect_derivative(o.d2f_ds2, a.df_ds, b.df_ds, hs, 100);
                expect_derivative(o.dloss_ds, a.loss, b.loss, hs, 100);
                if (mode != 0) {
                    /* the work that is stored: dE/ds = f_c, which is f without the damper's share */
                    double f_c = -28.0 * pow((0.2 - s) / 0.7, exponents[m]);
                    expect_derivative(f_c, e->energy(i.k, mode, s - hs), e->energy(i.k, mode, s + hs), hs,
                                      100);
                }
                e->force(i.k, mode, s, v - hv, &a);
                e->force(i.k, mode, s, v + hv, &b);
                expect_derivative(o.df_dv, a.f, b.f, hv, 100);
                expect_derivative(o.dloss_dv, a.loss, b.loss, hv, 100);
            }
    }
}

/* What `dependence` leaves out must not be in the derivatives, and the other way round. */
static void dependence_tells_what_the_force_depends_on(void **state)
{
    (void)state;
    static const double constants[][2] = {{40, 30}, {40, 0}, {0, 30}, {0, 0}};
    static const char *const names[] = {MSL "Components.ElastoGap", MSL "Components.SpringDamper",
                                        MSL "Components.Spring", MSL "Components.Damper"};
    for (size_t q = 0; q < EG_COUNT(names); q++)
        for (size_t m = 0; m < EG_COUNT(constants); m++) {
            instance i = make(names[q]);
            if (eg_class_parameter(i.class, "c") >= 0)
                set(&i, "c", constants[m][0]);
            if (eg_class_parameter(i.class, "d") >= 0)
                set(&i, "d", constants[m][1]);
            finish(&i);
            const eg_element_ops *e = i.class->element;
            for (int mode = 0; mode < e->mode_count; mode++) {
                eg_force o;
                e->force(i.k, mode, -0.5, 0.1, &o);
                int seen = (o.df_ds != 0.0 ? EG_ON_POSITION : 0) | (o.df_dv != 0.0 ? EG_ON_VELOCITY : 0);
                assert_int_equal(e->dependence(i.k, mode), seen);
                assert_true(e->energy(i.k, mode, -0.5) >= 0.0);
            }
        }
}

/* A mode chosen at a point has all its switching functions >= 0 there; past the edge that fired, the next
 * mode has. */
static void modes_and_edges_agree(void **state)
{
    (void)state;
    instance i = make_gap(MSL "Components.ElastoGap", 40, 30, 0.2, 1.0, 1.0);
    const eg_element_ops *e = i.class->element;
    assert_string_equal(e->modes[0], "apart");
    for (size_t q = 0; q < EG_COUNT(points); q++) {
        double s = points[q][0], v = points[q][1], h[3], dh_ds[3], dh_dv[3];
        int mode = e->mode_at(i.k, s, v);
        e->switching(i.k, mode, s, v, h, NULL, NULL);
        for (int n = 0; n < e->switch_count; n++)
            assert_true(h[n] >= 0.0);
        /* at touch itself, f_c = 0, the clip edges have a kink in v */
        for (int other = 0; s != 0.2 && other < e->mode_count; other++) {
            double step = 1e-6, a[3], b[3];
            e->switching(i.k, other, s, v, h, dh_ds, dh_dv);
            e->switching(i.k, other, s + step, v, a, NULL, NULL);
            e->switching(i.k, other, s, v + step, b, NULL, NULL);
            for (int n = 0; n < e->switch_count; n++) {
                /* linear for n = 1: the difference errs by the rounding of h alone */
                double rounding = 4 * 2.2e-16 * (fabs(h[n]) + 40 * fabs(s) + 30 * fabs(v) + 10) / step;
                assert_true(fabs((a[n] - h[n]) / step - dh_ds[n]) <= rounding);
                assert_true(fabs((b[n] - h[n]) / step - dh_dv[n]) <= rounding);
            }
        }
    }
    /* a contact from touch to lift-off */
    assert_int_equal(e->next_mode(i.k, 0, 0, 0.2, -1.0), 1);
    assert_int_equal(e->next_mode(i.k, 1, 1, 0.1, -4.0 / 30), 2);
    assert_int_equal(e->next_mode(i.k, 2, 2, 0.1, 4.0 / 30), 3);
    assert_int_equal(e->next_mode(i.k, 3, 0, 0.2, 1.0), 0);
}

static void events_have_names(void **state)
{
    (void)state;
    const eg_element_ops *e = eg_class_find(MSL "Components.ElastoGap")->element;
    assert_string_equal(e->event_name(0, 0), "contact begins");
    assert_string_equal(e->event_name(1, 0), "contact ends");
    assert_string_equal(e->event_name(3, 0), "contact ends");
    assert_string_equal(e->event_name(1, 1), "approach limit ends");
    assert_string_equal(e->event_name(2, 1), "approach limit begins");
    assert_string_equal(e->event_name(2, 2), "rebound limit begins");
    assert_string_equal(e->event_name(3, 2), "rebound limit ends");
}

static void compression_is_asked_in_contact_only(void **state)
{
    (void)state;
    instance i = make_gap(MSL "Components.ElastoGap", 40, 30, 0.25, 1.0, 1.0);
    const eg_element_ops *e = i.class->element;
    assert_true(isinf(e->compression(i.k, 0, 1.0)));
    assert_true(e->compression(i.k, 2, 0.125) == 0.125);
    assert_null(eg_class_find(MSL "Components.Spring")->element->compression);
}

static const char *complaint(const instance *i, bool *is_error)
{
    return i->class->check ? i->class->check(i->p, i->given, is_error) : NULL;
}

static void f_ref_defaults_to_c_times_s_ref(void **state)
{
    (void)state;
    instance i = make_gap(MSL "Components.ElastoGap", 40, 30, 0, 0.25, 1);
    bool is_error = true;
    assert_true(i.p[eg_class_parameter(i.class, "f_ref")] == 10.0);
    assert_null(complaint(&i, &is_error));

    i = make_gap(MSL "Components.ElastoGap", 40, 30, 0, 0.25, 1.5);
    assert_non_null(strstr(complaint(&i, &is_error), "s_ref is given without f_ref"));
    assert_false(is_error);
    set(&i, "f_ref", 7);
    finish(&i);
    assert_true(i.p[eg_class_parameter(i.class, "f_ref")] == 7.0);
    assert_non_null(strstr(complaint(&i, &is_error), "c plays no part"));
    assert_false(is_error);
    i.given[eg_class_parameter(i.class, "c")] = false;
    assert_null(complaint(&i, &is_error));

    i = make_gap(DYAD "ElastoGap", 40, 30, 0, 0.25, 1.5);
    assert_non_null(strstr(complaint(&i, &is_error), "s_ref is given without f_ref"));
    set(&i, "f_ref", 7); /* c cannot be left out here: no complaint */
    assert_null(complaint(&i, &is_error));
}

/* ---------------------------------------------------------------- linear elements */

static void linear_elements_follow_their_equations(void **state)
{
    (void)state;
    instance i = make(MSL "Components.SpringDamper");
    set(&i, "c", 10);
    set(&i, "d", 1.5);
    set(&i, "s_rel0", 1);
    finish(&i);
    double out[20];
    observe(&i, 0, 3.0, -0.5, NULL, out);
    assert_true(value_of(&i, out, "f_c") == 20.0 && value_of(&i, out, "f_d") == -0.75);
    assert_true(value_of(&i, out, "f") == 19.25 && value_of(&i, out, "lossPower") == 0.375);
    assert_true(i.class->element->energy(i.k, 0, 3.0) == 20.0);
    assert_int_equal(i.class->element->mode_count, 1);
    assert_null(i.class->element->mode_at);

    i = make(MSL "Components.Damper");
    set(&i, "d", 2500);
    finish(&i);
    observe(&i, 0, 17.0, -0.5, NULL, out);
    assert_true(value_of(&i, out, "f") == -1250.0 && value_of(&i, out, "lossPower") == 625.0);
    assert_true(i.class->element->energy(i.k, 0, 17.0) == 0.0);

    i = make(MSL "Components.Spring");
    set(&i, "c", 8);
    set(&i, "s_rel0", 0.5);
    finish(&i);
    observe(&i, 0, 0.25, -0.5, NULL, out);
    assert_true(value_of(&i, out, "f") == -2.0);
    bool is_error = true;
    assert_null(complaint(&i, &is_error));
    set(&i, "s_rel0", -0.5);
    assert_non_null(complaint(&i, &is_error));
    assert_false(is_error);
}

/* ---------------------------------------------------------------- sources */

static double output(const instance *i, long phase, double t)
{
    eg_jet y;
    i->class->block->evaluate(i->p, phase, (eg_jet){t, 1.0, 0.0}, NULL, &y);
    assert_true(y.dx == 0.0 && y.ddx == 0.0);
    return y.x;
}

static void force_steps_at_its_time(void **state)
{
    (void)state;
    static const char *const names[] = {MSL "Sources.ForceStep", DYAD "Sources.ForceStep"};
    for (size_t n = 0; n < EG_COUNT(names); n++) {
        instance i = make(names[n]);
        set(&i, "stepForce", 3);
        set(&i, "offsetForce", 0.5);
        set(&i, "startTime", 2);
        const eg_block_ops *b = i.class->block;
        assert_int_equal(b->phase(i.p, 1.999), 0);
        assert_int_equal(b->phase(i.p, 2.0), 1); /* time < startTime fails at startTime itself */
        assert_true(b->phase_end(i.p, 0) == 2.0 && isinf(b->phase_end(i.p, 1)));
        assert_true(output(&i, 0, 1.0) == 0.5 && output(&i, 1, 2.0) == 3.5);
        assert_int_equal(b->continuity(i.p), -1);
        double out[20];
        const eg_port_values ports[3] = {{0}};
        eg_observation o = {.p = i.p, .port = ports, .phase = 1};
        i.class->observe(&o, out);
        assert_true(value_of(&i, out, "f") == -3.5); /* f = flange.f */
        set(&i, "stepForce", 0);
        assert_true(b->continuity(i.p) >= 2);
    }
}

static void constant_force_is_constant(void **state)
{
    (void)state;
    instance i = make(MSL "Sources.ConstantForce");
    set(&i, "f_constant", -4);
    assert_true(output(&i, 0, 1.0) == -4.0);
    double out[20];
    eg_port_values ports[2] = {{.s = 1}, {.s = 0.75}};
    observe(&i, 0, 0, 0, ports, out);
    assert_true(value_of(&i, out, "f") == 4.0 && value_of(&i, out, "s_support") == 0.0);
    set(&i, "useSupport", 1);
    observe(&i, 0, 0, 0, ports, out);
    assert_true(value_of(&i, out, "s_support") == 0.75);
}

/* m*(a + g*sin(theta)) = 0 gives a = -g*sin(theta): downhill with the default g. */
static void dyads_mass_weighs_on_an_incline(void **state)
{
    (void)state;
    instance i = make(DYAD "Mass");
    set(&i, "m", 2);
    set(&i, "theta", PI / 6);
    NEAR(output(&i, 0, 0.0), 2 * 9.80665 * 0.5, 0);
    set(&i, "theta", -PI / 2);
    NEAR(output(&i, 0, 0.0), -2 * 9.80665, 0);
}

/* Dyad's signal sources are MSL's, their parameters renamed; its Sine jumps where it begins. */
static void dyads_signals_are_msls(void **state)
{
    (void)state;
    static const struct {
        const char *block;
        const char *msl[6], *dyad[6];
        double value[6];
    } sources[] = {
        {"Constant", {"k"}, {"k"}, {2.5}},
        {"Step", {"height", "offset", "startTime"}, {"height", "offset", "start_time"}, {2, 0.5, 0.3}},
        {"Ramp",
         {"height", "duration", "offset", "startTime"},
         {"height", "duration", "offset", "start_time"},
         {2, 0.4, 0.5, 0.3}},
        {"Sine",
         {"amplitude", "f", "phase", "offset", "startTime", "continuous"},
         {"amplitude", "frequency", "phase", "offset", "start_time", NULL},
         {2, 0.7, 0.4, 0.5, 0.3, 0}},
    };
    for (size_t n = 0; n < EG_COUNT(sources); n++) {
        char name[100];
        snprintf(name, sizeof name, "Modelica.Blocks.Sources.%s", sources[n].block);
        instance a = make(name);
        snprintf(name, sizeof name, "BlockComponents.Sources.%s", sources[n].block);
        instance b = make(name);
        for (int k = 0; k < 6 && sources[n].msl[k]; k++) {
            set(&a, sources[n].msl[k], sources[n].value[k]);
            if (sources[n].dyad[k])
                set(&b, sources[n].dyad[k], sources[n].value[k]);
        }
        const eg_block_ops *x = a.class->block, *y = b.class->block;
        for (int step = 0; step < 10; step++) {
            double t = 0.1 * step;
            long phase = x->phase ? x->phase(a.p, t) : 0;
            eg_jet left, right;
            x->evaluate(a.p, phase, (eg_jet){t, 1, 0}, NULL, &left);
            y->evaluate(b.p, phase, (eg_jet){t, 1, 0}, NULL, &right);
            assert_memory_equal(&left, &right, sizeof left);
            assert_true(!x->phase == !y->phase && (!y->phase || y->phase(b.p, t) == phase));
            assert_true(!y->phase_end || x->phase_end(a.p, phase) == y->phase_end(b.p, phase));
        }
        assert_true(!y->continuity || x->continuity(a.p) == y->continuity(b.p));
    }
}

/* ---------------------------------------------------------------- drives */

static instance make_drive(const char *name, bool exact, double f_crit)
{
    instance i = make(name);
    set(&i, eg_class_parameter(i.class, "exact") >= 0 ? "exact" : "ref_type", exact);
    set(&i, "f_crit", f_crit);
    finish(&i);
    return i;
}

/* A motion is linear in its states, u and du/dt: the partial derivatives are the motions of unit vectors. */
static void check_partials(const instance *i)
{
    const eg_drive_ops *d = i->class->drive;
    double partials[2][EG_DRIVE_MAX_STATES + 2];
    d->partials(i->p, partials);
    for (int column = 0; column < EG_DRIVE_MAX_STATES + 2; column++) {
        double x[4] = {0}, dstate[2] = {0};
        x[column] = 1.0;
        eg_jet out, u = {x[2], x[3], 0};
        d->motion(i->p, x, u, &out, dstate);
        int states = d->state_count(i->p);
        if (column < 2 && column >= states) {
            assert_true(partials[0][column] == 0.0 && partials[1][column] == 0.0);
            continue;
        }
        NEAR(partials[0][column], out.dx, 0);
        NEAR(partials[1][column], out.ddx, 0);
        if (states > 0)
            assert_true(dstate[0] == out.dx);
        if (states > 1)
            assert_true(dstate[1] == out.ddx);
    }
}

static void motions_have_their_partial_derivatives(void **state)
{
    (void)state;
    static const char *const names[] = {MSL "Sources.Position", MSL "Sources.Speed", DYAD "Sources.Position",
                                        DYAD "Sources.Speed"};
    for (size_t n = 0; n < EG_COUNT(names); n++)
        for (int exact = 0; exact < 2; exact++) {
            instance i = make_drive(names[n], exact, 7.0);
            check_partials(&i);
        }
}

static void exact_position_is_the_signal(void **state)
{
    (void)state;
    instance i = make_drive(MSL "Sources.Position", true, 50);
    const eg_drive_ops *d = i.class->drive;
    assert_int_equal(d->state_count(i.p), 0);
    assert_int_equal(d->order(i.p), 2);
    eg_jet out, u = {1.5, -2.5, 3.5};
    d->motion(i.p, NULL, u, &out, NULL);
    assert_true(out.x == 1.5 && out.dx == -2.5 && out.ddx == 3.5);
    d->start(i.p, u, 9, 9, NULL);
    double values[20];
    const eg_port_values ports[3] = {{0}};
    observe(&i, 0, 0, 0, ports, values); /* MSL's dummies */
    assert_true(value_of(&i, values, "v") == 0.0 && value_of(&i, values, "a") == 0.0);
    assert_true(isnan(value_of(&i, values, "s")));
}

/* a = ((s_ref - s)*w - af*v)*(w/bf). From the partial derivatives the transfer function from s_ref to s at
 * S = j*w is b/((j*w)^2 - j*w*p_v - p_s); at f_crit its square is 1/((1 - bf)^2 + af^2) = 0.50000 (-3 dB), at
 * rest it is 1. */
static void filtered_position_is_a_bessel_filter(void **state)
{
    (void)state;
    double f = 50, w = 2 * PI * f, af = 1.3617, bf = 0.6180;
    instance i = make_drive(MSL "Sources.Position", false, f);
    const eg_drive_ops *d = i.class->drive;
    assert_int_equal(d->state_count(i.p), 2);
    assert_int_equal(d->order(i.p), 0);
    NEAR(i.p[eg_class_parameter(i.class, "w_crit")], w, 0);

    double states[2] = {0.3, -0.2}, dstate[2];
    eg_jet out;
    d->motion(i.p, states, (eg_jet){0.7, 5, 6}, &out, dstate);
    double a = ((0.7 - 0.3) * w - af * -0.2) * (w / bf);
    assert_true(out.x == 0.3 && out.dx == -0.2);
    NEAR(out.ddx, a, 0);

    double partials[2][EG_DRIVE_MAX_STATES + 2];
    d->partials(i.p, partials);
    double real = -w * w - partials[1][0], imaginary = -w * partials[1][1];
    double gain = partials[1][2] * partials[1][2] / (real * real + imaginary * imaginary);
    NEAR(gain, 1 / ((1 - bf) * (1 - bf) + af * af), 1);
    assert_true(fabs(gain - 0.5) < 5e-5);
    NEAR(partials[1][2], -partials[1][0], 0);

    d->start(i.p, (eg_jet){0.7, 5, 6}, 9.0, -0.25, states);
    assert_true(states[0] == 0.7 && states[1] == -0.25);
}

static void speed_integrates_its_signal(void **state)
{
    (void)state;
    instance i = make_drive(MSL "Sources.Speed", true, 50);
    const eg_drive_ops *d = i.class->drive;
    assert_int_equal(d->state_count(i.p), 1);
    assert_int_equal(d->order(i.p), 1);
    double states[2] = {0.3, -0.2}, dstate[2];
    eg_jet out, u = {1.5, -2.5, 3.5};
    d->motion(i.p, states, u, &out, dstate);
    assert_true(out.x == 0.3 && out.dx == 1.5 && out.ddx == -2.5 && dstate[0] == 1.5);
    d->start(i.p, u, 0.125, 9, states);
    assert_true(states[0] == 0.125);
    double values[20];
    const eg_port_values ports[3] = {{0}};
    observe(&i, 0, 0, 0, ports, values);
    assert_true(value_of(&i, values, "a") == 0.0 && isnan(value_of(&i, values, "v")));

    i = make_drive(MSL "Sources.Speed", false, 50);
    assert_int_equal(d->state_count(i.p), 2);
    assert_int_equal(d->order(i.p), 0);
    states[0] = 0.3;
    states[1] = -0.2;
    d->motion(i.p, states, u, &out, dstate);
    assert_true(out.x == 0.3 && out.dx == -0.2);
    NEAR(out.ddx, (1.5 + 0.2) * (2 * PI * 50), 0);
    d->start(i.p, u, 0.125, 9, states);
    assert_true(states[0] == 0.125 && states[1] == 1.5);
    observe(&i, 0, 0, 0, ports, values);
    assert_true(isnan(value_of(&i, values, "a"))); /* the coordinate's, not a dummy */
}

static void idle_parameters_of_drives_are_noticed(void **state)
{
    (void)state;
    bool is_error = true;
    instance i = make_drive(MSL "Sources.Speed", false, 0);
    assert_non_null(strstr(complaint(&i, &is_error), "f_crit = 0"));
    assert_false(is_error);
    i = make_drive(MSL "Sources.Position", true, 10);
    assert_non_null(strstr(complaint(&i, &is_error), "f_crit plays no part"));
    i = make_drive(MSL "Sources.Position", false, 10);
    assert_null(complaint(&i, &is_error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gap_follows_its_equations),
        cmocka_unit_test(dyads_gap_gives_the_same_bits),
        cmocka_unit_test(partial_derivatives_are_those_of_the_force),
        cmocka_unit_test(dependence_tells_what_the_force_depends_on),
        cmocka_unit_test(modes_and_edges_agree),
        cmocka_unit_test(events_have_names),
        cmocka_unit_test(compression_is_asked_in_contact_only),
        cmocka_unit_test(f_ref_defaults_to_c_times_s_ref),
        cmocka_unit_test(linear_elements_follow_their_equations),
        cmocka_unit_test(force_steps_at_its_time),
        cmocka_unit_test(constant_force_is_constant),
        cmocka_unit_test(dyads_mass_weighs_on_an_incline),
        cmocka_unit_test(dyads_signals_are_msls),
        cmocka_unit_test(motions_have_their_partial_derivatives),
        cmocka_unit_test(exact_position_is_the_signal),
        cmocka_unit_test(filtered_position_is_a_bessel_filter),
        cmocka_unit_test(speed_integrates_its_signal),
        cmocka_unit_test(idle_parameters_of_drives_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Errors against exact motions: from tolerance 1e-4 to 1e-11 every signal of ElastoGap.mo and of single
 * contacts stays within 100 tol of its range; and PreLoad.mo against its own static curve.
 *
 * That place, side and order of connection change nothing, and peaks and restitutions at tolerance 1e-11, is
 * shown in test_network_contact.c. */
#include "accuracy_cases.h"
#include "build_model.h"
#include "closed_form.h"

/* A signal of a run at a row. */
static double signal_at(const accuracy_run *r, const char *name, size_t row)
{
    long i = eg_trajectory_find(r->trajectory, name);
    if (i < 0) {
        rig_fail(__FILE__, __LINE__, name);
        return NAN;
    }
    return eg_trajectory_value(r->trajectory, (size_t)i, row);
}

static size_t row_count(const accuracy_run *r)
{
    return r->trajectory ? eg_trajectory_rows(r->trajectory) : 0;
}

/* Reports what went wrong with a run; false when there is nothing to look at. */
static bool well(const accuracy_run *r, const eg_diagnostics *d, const char *name)
{
    char text[2000];
    if (r->status == EG_OK)
        return true;
    rig_fail(__FILE__, __LINE__, name);
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        print_error("  %s", text);
    }
    return false;
}

/* ---------------------------------------------------------------- the truths */

/* The oscillator of exact_motion.h against that of closed_form.h, whose hyperbolic functions are written in
 * another way; both hold to some ulp of the largest value. */
static void check_oscillator(double zeta)
{
    static exact_motion q;
    const exact_contact spring = {400.0, 2.0 * zeta * sqrt(400.0 * 0.25), 0.0, 0.0, 1.0, true};
    q = (exact_motion){.m = 0.25, .contacts = 1, .contact = {spring}};
    exact_motion_solve(&q, 0.5, 3.0, 1.0); /* omega = 40 */
    for (double t = 0.0; t < 0.5; t += 0.01) {
        const exact_point p = exact_motion_at(&q, t);
        const double g = 3.0 / 40.0, tau = 40.0 * t, size = 0.5 + (1.0 + zeta) * g;
        NEAR(p.x, closed_free(zeta, 0.5, g, tau), 64 * ULP * size);
        NEAR(p.v, 40.0 * closed_free(zeta, g, -0.5 - 2.0 * zeta * g, tau),
             64 * ULP * 40.0 * size * (1.0 + zeta));
    }
}

/* Both truths against the closed form of an impact, which neither uses. Each of the four phases adds its
 * rounding. */
static void check_impact_truths(double zeta)
{
    accuracy_case c = accuracy_contact(zeta);
    const closed_impact i =
        closed_elasto_gap(ACCURACY_M, ACCURACY_C, 2.0 * zeta * sqrt(ACCURACY_C * ACCURACY_M), ACCURACY_V0);
    const double depth = ACCURACY_V0 / i.omega, touch = c.scene->event[0].time;
    static exact_power power;
    power = (exact_power){.m = i.m, .k = i.c, .d = i.d, .n = 1.0, .v0 = i.v0};
    exact_power_solve(&power);
    TRUE(c.scene->events == 4 && !c.scene->mass[0]->incomplete && !power.incomplete);
    for (double t = -touch; t < c.stop - touch; t += c.interval) {
        const closed_state s = closed_elasto_gap_at(&i, t);
        const exact_point p = exact_motion_at(c.scene->mass[0], t + touch);
        const exact_compression q = exact_power_at(&power, t);
        NEAR(-p.x, s.x, 64 * ULP * depth);
        NEAR(-p.v, s.v, 64 * ULP * i.v0);
        NEAR(q.p, s.x, 64 * ULP * depth);
        NEAR(q.rate, s.v, 64 * ULP * i.v0);
    }
    accuracy_case_free(&c);
}

/* The power series at n = 1.5 put into the equation of motion. Rounding of p_j weighs j^2/reach^2 in p'',
 * some hundred ulp; and the energy of the approach, in which nothing is lost from spring and mass, stays. */
static void check_power_series(double group)
{
    accuracy_case c = accuracy_power_contact(1.5, group);
    const exact_power *q = c.scene->power;
    const double depth = pow(q->m * q->v0 * q->v0 / q->k, 0.4), force = q->k * pow(depth, 1.5);
    TRUE(!q->incomplete && c.scene->events == 4);
    for (int i = 0; i < q->pieces; i++)
        for (int j = 0; j <= 10; j++) {
            const exact_piece *s = &q->piece[i];
            const double t = 0.1 * j * s->length;
            const exact_compression p = exact_piece_at(q, s, t);
            const double spring = q->k * pow(p.p, 1.5);
            double a = 0.0;
            for (int k = EXACT_ORDER; k >= 2; k--)
                a = a * t + k * (k - 1.0) * s->a[k];
            if (!s->at_touch)
                NEAR(q->m * a, p.mode == EXACT_APPROACH ? -2.0 * spring : -spring - q->d * p.rate,
                     1e-12 * force);
            if (p.mode == EXACT_APPROACH)
                NEAR(0.5 * q->m * p.rate * p.rate + 0.8 * spring * p.p, 0.5 * q->m * q->v0 * q->v0,
                     64 * ULP * q->m * q->v0 * q->v0);
        }
    /* Pieces meet: each begins where the one before ended, up to the truncation. */
    for (int i = 1; i < q->pieces; i++) {
        const exact_piece *before = &q->piece[i - 1];
        NEAR(q->piece[i].begin, before->begin + before->length, 2 * ULP * q->t3);
        NEAR(exact_piece_at(q, before, before->length).p, q->piece[i].a[0], 2 * ULP * depth);
    }
    accuracy_case_free(&c);
}

static void truths_agree(void **state)
{
    (void)state;
    const double zetas[] = {0.01, 0.1, 0.3, 0.5, 0.999999, 1.0, 1.000001, 2.0, 5.0};
    for (size_t i = 0; i < sizeof zetas / sizeof *zetas; i++) {
        check_oscillator(zetas[i]);
        check_impact_truths(zetas[i]);
    }
    const double groups[] = {0.02, 0.2, 1.0, 4.0};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        check_power_series(groups[i]);
    ALL_WELL();
}

/* Undamped, half the contact time and the deepest point are known for any n (a beta function). A damping that
 * is 1e-9 of the group changes both by about as much. */
static void power_series_reach_the_beta_function(void **state)
{
    (void)state;
    for (double n = 1.0; n <= 3.0; n += 0.25) {
        accuracy_case c = accuracy_power_contact(n, 1e-9);
        const exact_power *q = c.scene->power;
        TRUE(!q->incomplete);
        NEAR(q->t3, closed_undamped_contact_time(q->m, q->k, n, q->v0), 1e-8 * q->t3);
        double low = q->t1, high = q->t2;
        for (double t = 0.5 * (low + high); t > low && t < high; t = 0.5 * (low + high))
            *(exact_power_at(q, t).rate > 0.0 ? &low : &high) = t;
        NEAR(exact_power_at(q, high).p, closed_undamped_penetration(q->m, q->k, n, q->v0),
             1e-8 * q->v0 * q->t3);
        accuracy_case_free(&c);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- errors and tolerances */

/* Values that may be left out: at each jump two signals, in the rows of the grid near it and in the two rows
 * of every event near it, which itself may be as far off. */
static double most_skipped(const accuracy_case *c, double tolerance)
{
    const exact_scene *s = c->scene;
    double most = 0.0;
    for (int i = 0; i < s->events; i++) {
        const double reach = 100.0 * tolerance * s->event[i].slack;
        if (!s->event[i].jumps)
            continue;
        most += 2.0 * ceil(2.0 * reach / c->interval);
        for (int k = 0; k < s->events; k++)
            if (fabs(s->event[k].time - s->event[i].time) <= reach + 100.0 * tolerance * s->event[k].slack)
                most += 2.0 * 2.0;
    }
    return most;
}

static void check_run(const accuracy_case *c, double tolerance)
{
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run r = accuracy_run_case(c, tolerance, d);
    if (well(&r, d, c->name)) {
        char text[300];
        const exact_errors *e = &r.errors;
        snprintf(text, sizeof text,
                 "%s at tolerance %g: error/(tol range) of %s at t = %.6g is %.4g, at most 100", c->name,
                 tolerance, e->signal, e->time, e->worst / tolerance);
        if (!(e->worst <= 100.0 * tolerance))
            rig_fail(__FILE__, __LINE__, text);
        snprintf(text, sizeof text, "%s: %d signals without truth or without trace, such as %s", c->name,
                 e->unknown, e->stranger);
        if (e->unknown != 0)
            rig_fail(__FILE__, __LINE__, text);
        snprintf(text, sizeof text, "%s at tolerance %g: events differ (%zu, expected %d)", c->name,
                 tolerance, r.events, c->scene->events);
        if (!e->same_events)
            rig_fail(__FILE__, __LINE__, text);
        AT_MOST(e->event_slack, 100.0 * tolerance);
        AT_MOST(e->skipped, most_skipped(c, tolerance));
    }
    accuracy_run_free(&r);
    eg_diagnostics_free(d);
}

/* Runs at 1e-4 ... 1e-11 with all engines that have a tolerance, then frees the case. */
static void check_case(accuracy_case c)
{
    static const char *const engines[] = {"erk", "irk", "ida"};
    for (int k = 4; k <= 11; k++)
        for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
            accuracy_engine = engines[i];
            check_run(&c, pow(10.0, -k));
        }
    accuracy_case_free(&c);
}

static void elastogap_follows_the_truth(void **state)
{
    (void)state;
    check_case(accuracy_elastogap());
    ALL_WELL();
}

static void linear_contact_follows_the_truth(void **state)
{
    (void)state;
    const double zetas[] = {0.01, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0};
    for (size_t i = 0; i < sizeof zetas / sizeof *zetas; i++)
        check_case(accuracy_contact(zetas[i]));
    ALL_WELL();
}

static void hertz_contact_follows_the_truth(void **state)
{
    (void)state;
    const double groups[] = {0.02, 0.2, 1.0, 4.0};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        check_case(accuracy_power_contact(1.5, groups[i]));
    ALL_WELL();
}

/* The order of erk, from errors and steps at 1e-7 and 1e-11, also where the force has no third derivative at
 * touch: steps of order 8 whose lengths are chosen by an estimate of that order. The steps that only cross an
 * event or pass a free flight do not become more with the tolerance, so that the slope comes out steeper
 * rather than flatter; a plain step from touch would leave an order of n + 1. */
static void contacts_keep_the_order_of_erk(void **state)
{
    (void)state;
    const double exponents[] = {1.0, 1.5, 2.0, 2.3, 3.0};
    accuracy_engine = "erk";
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        accuracy_case c = accuracy_power_contact(exponents[i], 0.2);
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run coarse = accuracy_run_case(&c, 1e-7, d), fine = accuracy_run_case(&c, 1e-11, d);
        if (well(&coarse, d, c.name) && well(&fine, d, c.name)) {
            const double steps = (double)fine.statistics.steps / (double)coarse.statistics.steps;
            const double order = log(coarse.errors.worst / fine.errors.worst) / log(steps);
            print_message("    n = %g: order %.2f, %ld and %ld steps, errors %.2g and %.2g\n", exponents[i],
                          order, coarse.statistics.steps, fine.statistics.steps, coarse.errors.worst,
                          fine.errors.worst);
            AT_MOST(7.0, order);
            AT_MOST(fine.errors.worst, 100.0 * 1e-11);
        }
        accuracy_run_free(&coarse);
        accuracy_run_free(&fine);
        eg_diagnostics_free(d);
        accuracy_case_free(&c);
    }
    accuracy_engine = "ida";
    ALL_WELL();
}

/* ---------------------------------------------------------------- published numbers */

/* The last row at a grid time. */
static size_t grid_row(const accuracy_run *r, double t)
{
    size_t row = 0;
    while (row + 1 < row_count(r) && eg_trajectory_time(r->trajectory, row + 1) <= t + 1e-9)
        row++;
    NEAR(eg_trajectory_time(r->trajectory, row), t, 1e-12);
    return row;
}

static const char *const ELASTOGAP_EVENTS[][2] = {
    {"elastoGap2", "rebound limit begins"}, {"elastoGap2", "contact ends"},
    {"elastoGap1", "contact begins"},       {"elastoGap1", "approach limit ends"},
    {"elastoGap1", "rebound limit begins"}, {"elastoGap1", "contact ends"},
    {"elastoGap2", "contact begins"},       {"elastoGap2", "approach limit ends"},
    {"elastoGap2", "rebound limit begins"}, {"elastoGap2", "contact ends"},
    {"elastoGap1", "contact begins"},       {"elastoGap1", "approach limit ends"},
};
static const double ELASTOGAP_INSTANTS[] = {0.433373, 0.583373, 0.875161, 1.007284, 1.746202, 1.896202,
                                            2.404067, 2.536190, 3.275107, 3.425107, 4.309060, 4.441183};

/* The numbers were found by step-halved Runge-Kutta integration; the closed forms give the same to their 12
 * digits. */
static void elastogap_has_the_published_values(void **state)
{
    (void)state;
    const struct {
        const char *name;
        double time, value;
    } values[] = {
        {"elastoGap1.v_rel", 5, 0.537529187722},
        {"elastoGap2.s_rel", 5, 2.707885294080},
        {"springDamper1.v_rel", 5, -0.004196101198},
        {"springDamper2.s_rel", 5, 2.000350338939},
        {"mass2.s", 1, -0.905959854758},
        {"mass2.s", 2, -0.295617606393},
        {"mass2.s", 3, 0.938927871355},
        {"mass2.s", 4, -0.150366644684},
    };
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_case c = accuracy_elastogap();
    accuracy_run r = accuracy_run_case(&c, 1e-9, d);
    if (well(&r, d, c.name)) {
        exact_row row;
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            NEAR(signal_at(&r, values[i].name, grid_row(&r, values[i].time)), values[i].value, 1e-7);
            row.count = 0;
            c.scene->fill(c.scene, values[i].time, &row);
            for (int k = 0; k < row.count; k++)
                if (strcmp(row.name[k], values[i].name) == 0)
                    NEAR(row.value[k], values[i].value, 2e-12);
        }
        TRUE(r.events == 12);
        for (size_t i = 0; i < r.events && i < 12; i++) {
            const eg_event e = eg_trajectory_event(r.trajectory, i);
            NEAR(e.time, ELASTOGAP_INSTANTS[i], 1e-6);
            assert_string_equal(e.component, ELASTOGAP_EVENTS[i][0]);
            assert_string_equal(e.name, ELASTOGAP_EVENTS[i][1]);
        }
    }
    accuracy_run_free(&r);
    accuracy_case_free(&c);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* ---------------------------------------------------------------- the table of restitutions */

/* The smallest value of a signal. */
static double lowest(const accuracy_run *r, const char *name)
{
    double least = INFINITY;
    for (size_t row = 0; row < row_count(r); row++)
        least = fmin(least, signal_at(r, name, row));
    return least;
}

/* Runs with a row at `time` after touch, at tolerance 1e-12, and compares the largest value of -signal; the
 * rows of the last run stay in *r. */
static void check_peak(accuracy_run *r, accuracy_case *c, double time, const char *name, double expected)
{
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run_free(r);
    c->interval = c->scene->event[0].time + time;
    *r = accuracy_run_case(c, 1e-12, d);
    if (well(r, d, c->name))
        NEAR(-lowest(r, name), expected, 1e-8 * expected);
    eg_diagnostics_free(d);
}

static void restitution_table_holds(void **state)
{
    (void)state;
    const double zetas[] = {0.01, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0};
    for (size_t k = 0; k < sizeof zetas / sizeof *zetas; k++) {
        accuracy_case c = accuracy_contact(zetas[k]);
        const double z = zetas[k], d = 2.0 * z * sqrt(ACCURACY_C * ACCURACY_M);
        const closed_impact i = closed_elasto_gap(ACCURACY_M, ACCURACY_C, d, ACCURACY_V0);
        const double g = i.v1 / i.omega, w2 = closed_w2(z);
        const double slope =
            i.c * g * (1.0 - 8.0 * z * z); /* of the push at the end of the approach, per omega t */
        const double hardest =
            slope > 0.0 ? closed_angle(w2, slope, 2.0 * i.c * i.x1 + z * slope) / i.omega : 0.0;
        accuracy_run r = {.status = EG_OK};
        check_peak(&r, &c, i.t1 + closed_angle(w2, g, i.x1 + z * g) / i.omega, "gap.s_rel",
                   i.max_penetration);
        check_peak(&r, &c, i.t1 + hardest, "gap.f", i.max_push);
        NEAR(signal_at(&r, "mass.v", row_count(&r) - 1) / i.v0, i.restitution, 1e-8 * i.restitution);
        TRUE(r.events == 4);
        if (r.events == 4)
            NEAR(eg_trajectory_event(r.trajectory, 3).time - eg_trajectory_event(r.trajectory, 0).time,
                 i.contact_time, 1e-8 * i.contact_time);
        accuracy_run_free(&r);
        accuracy_case_free(&c);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- PreLoad.mo */

/* Largest differences of positions at the times that both runs store. */
static void compare_positions(const accuracy_run *a, const accuracy_run *b, double limit)
{
    size_t common = 0;
    for (size_t i = 0; i < eg_trajectory_signals(a->trajectory); i++) {
        const char *name = eg_trajectory_signal(a->trajectory, i).name, *dot = strrchr(name, '.');
        size_t q = 0;
        if (!dot || (strcmp(dot, ".s") != 0 && strcmp(dot, ".s_rel") != 0))
            continue;
        for (size_t row = 0; row < row_count(a); row++) {
            const double t = eg_trajectory_time(a->trajectory, row);
            while (q + 1 < row_count(b) && eg_trajectory_time(b->trajectory, q) < t)
                q++;
            if (eg_trajectory_time(b->trajectory, q) != t)
                continue;
            common++;
            NEAR(eg_trajectory_value(a->trajectory, i, row), signal_at(b, name, q), limit);
        }
    }
    TRUE(common > 1000);
}

/* PreLoad's parameters: stiffness and damping of the contacts, of the spring, of the friction; how much the
 * spring is compressed with both plates at their stops, and where the spool then stands with no collar
 * loaded. */
static const double STOP_C = 1e6, STOP_D = 250, SPRING_C = 20e3, FRICTION_D = 2500, SPOOL_M = 0.15,
                    PLATE_M = 0.01;
static const double COMPRESSED =
    0.025 - ((-0.0955 + 0.0305 - 0.0015 - 0.001) - (-0.0955 + 0.0015 + 0.001) - 0.002);
static const double SPOOL_AT = 0.01475;

static const char *const CONTACTS[] = {"outerContactA", "outerContactB", "innerContactA", "innerContactB"};

/* What is seen in one row of PreLoad. */
typedef struct spool_row {
    double q;        /* displacement of the spool [m] */
    double push;     /* what moves the spool, less friction and inertia [N] */
    double expected; /* the static push; NAN while the contacts change */
    double bound;    /* of |push - expected| */
    bool in_band;    /* all contacts closed */
} spool_row;

static double contact_signal(const accuracy_run *r, int i, const char *what, size_t row)
{
    char name[60];
    snprintf(name, sizeof name, "%s.%s", CONTACTS[i], what);
    return signal_at(r, name, row);
}

/* Statics. With k the contacts', c the spring's stiffness, q, a, b the displacements of spool and plates from
 * where every contact just touches, P the push on the spool and S = c (h + a - b) the spring's force, where
 * h = COMPRESSED:
 *
 *   all contacts closed:  k (q - a) - k a = S,  k b + k (b - q) = S,  P = k (q - a) - k (b - q), so P = k q,
 *                         until a = 0, where P = S = c h/(1 + c/k): the preload;
 *   pushed on, right:     k (q - a) = S,  k b = S,  P = S, so P = c (h + q)/(1 + 2 c/k); left: mirrored.
 *
 * A closed contact pushes k times its compression and e more, |e| <= d |v_rel| in each of its modes; plates
 * take m a to accelerate. Solving with these on the right changes P by no more than 1.5 times their sum. */
static spool_row look_at_spool(const accuracy_run *r, size_t row)
{
    spool_row o = {.expected = NAN};
    int closed = 0;
    const double v = signal_at(r, "spool.v", row);
    o.q = signal_at(r, "spool.s", row) - SPOOL_AT;
    o.push = signal_at(r, "force.f", row) - FRICTION_D * v - SPOOL_M * signal_at(r, "spool.a", row);
    o.bound =
        PLATE_M * (fabs(signal_at(r, "springPlateA.a", row)) + fabs(signal_at(r, "springPlateB.a", row)));
    for (int i = 0; i < 4; i++)
        if (contact_signal(r, i, "contact", row) > 0.5) {
            closed |= 1 << i;
            o.bound += STOP_D * fabs(contact_signal(r, i, "v_rel", row));
        }
    o.bound = 1.5 * o.bound + 100 * 1e-11 * 2 * 150; /* and the errors of the run itself */
    o.in_band = closed == 15;
    if (closed == 15)
        o.expected = STOP_C * o.q;
    else if (closed == 6) /* outer B, inner A: pushed to the right */
        o.expected = SPRING_C * (COMPRESSED + o.q) / (1 + 2 * SPRING_C / STOP_C);
    else if (closed == 9)
        o.expected = SPRING_C * (-COMPRESSED + o.q) / (1 + 2 * SPRING_C / STOP_C);
    return o;
}

/* From 0.1 s on, when the start has died out, the force changes by 150 N 2 pi 0.01/s at most. */
static void check_spool(const accuracy_run *r)
{
    const double preload = SPRING_C * COMPRESSED / (1 + SPRING_C / STOP_C);
    size_t looked = 0, band = 0, wide = 0;
    double travel = 0, in_band = 0;
    for (size_t row = 0; row < row_count(r); row++) {
        if (eg_trajectory_time(r->trajectory, row) < 0.1)
            continue;
        const spool_row o = look_at_spool(r, row);
        travel = fmax(travel, fabs(o.q));
        if (isnan(o.expected))
            continue;
        NEAR(o.push, o.expected, o.bound);
        looked++;
        band += o.in_band;
        wide += o.bound > 0.02;
        if (fabs(o.push) < preload)
            in_band = fmax(in_band, fabs(o.q));
    }
    NEAR(preload, 29.4117647, 1e-7);                 /* 30 N, less what the contacts give way */
    AT_MOST(in_band, preload / STOP_C * (1 + 1e-3)); /* a two-hundredth of the stroke */
    /* At the turn friction is 0; its lag takes 150 N (2 pi 0.01/s FRICTION_D/SPRING_C)^2/2 = 0.005 N, the
     * grid 150 N (2 pi 0.01/s 0.05 s)^2/2 = 0.001 N. */
    NEAR(travel, 150 * (1 + 2 * SPRING_C / STOP_C) / SPRING_C - COMPRESSED, 0.01 / SPRING_C);
    TRUE(looked > 950 && band > 100 && looked - band > 700);
    TRUE(wide <= 20); /* bounds that say little: just after contacts have changed */
}

static void preload_has_dead_band_and_linear_range(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run fine = accuracy_example("PreLoad.mo", NULL, 1e-11, d);
    accuracy_run usual = accuracy_example("PreLoad.mo", NULL, 0.0, d);
    if (well(&fine, d, "PreLoad at 1e-11") && well(&usual, d, "PreLoad")) {
        compare_positions(&usual, &fine, 1e-6);
        check_spool(&fine);
    }
    accuracy_run_free(&usual);
    accuracy_run_free(&fine);
    eg_diagnostics_free(d);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truths_agree),
        cmocka_unit_test(power_series_reach_the_beta_function),
        cmocka_unit_test(elastogap_follows_the_truth),
        cmocka_unit_test(linear_contact_follows_the_truth),
        cmocka_unit_test(hertz_contact_follows_the_truth),
        cmocka_unit_test(contacts_keep_the_order_of_erk),
        cmocka_unit_test(elastogap_has_the_published_values),
        cmocka_unit_test(restitution_table_holds),
        cmocka_unit_test(preload_has_dead_band_and_linear_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

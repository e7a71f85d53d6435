/* One mass against a stop, n = 1, no other force: everything is known (closed_form.h), from start to end. */
#include "build_model.h"
#include "closed_form.h"

/* mass 1.25 kg, stiffness 2000 N/m, from 0.125 m before the stop with 0.5 m/s: touch at exactly t = 0.25 s.
 */
static const double M = 1.25, C = 2000, V0 = 0.5, DISTANCE = 0.125, TOUCH = 0.25;
static const double zetas[] = {0.01, 0.1, 0.3, 0.5, 1, 2, 5};
enum { ZETAS = sizeof zetas / sizeof *zetas };

static closed_impact impact_of(double zeta)
{
    return closed_elasto_gap(M, C, 2 * zeta * sqrt(C * M), V0);
}

typedef struct variant {
    double shift;    /* of the whole arrangement [m] */
    int mirrored;    /* the stop on the right */
    int other_order; /* of declarations, of connections and of their ends */
} variant;

static void build(rig *r, const closed_impact *i, variant v)
{
    double side = v.mirrored ? -1 : 1;
    const char *at_wall = v.mirrored ? "gap.flange_b" : "gap.flange_a";
    const char *at_mass = v.mirrored ? "gap.flange_a" : "gap.flange_b";
    const char *flange = v.mirrored ? "mass.flange_b" : "mass.flange_a";
    for (int k = 0; k < 2; k++) {
        if (k != v.other_order) {
            add_mass(r, "mass", M, v.shift + side * DISTANCE, -side * V0);
            continue;
        }
        add(r, "ElastoGap", "gap", "c", C, "d", i->d, NULL);
        add_fixed(r, "wall", v.shift);
    }
    if (v.other_order) {
        join(r, flange, at_mass);
        join(r, at_wall, "wall.flange");
    } else {
        join(r, "wall.flange", at_wall);
        join(r, at_mass, flange);
    }
}

static rig run_variant(const closed_impact *i, variant v, double interval, double tolerance)
{
    rig r = rig_begin("Impact");
    build(&r, i, v);
    r.interval = interval;
    run(&r, TOUCH + i->contact_time + 0.1, tolerance);
    return r;
}

/* Events: touch, end of the approach limit, begin of the rebound limit, lift-off. */
static void check_events(const rig *r, const closed_impact *i)
{
    const char *const names[] = {"contact begins", "approach limit ends", "rebound limit begins",
                                 "contact ends"};
    const double times[] = {TOUCH, TOUCH + i->t1, TOUCH + i->t1 + i->t2, TOUCH + i->contact_time};
    TRUE(eg_trajectory_events(r->t) == 4);
    for (int k = 0; k < 4; k++)
        NEAR(event_time(r, "gap", names[k], 0), times[k], 1e-8 / i->omega);
}

/* All rows against the closed form. Scales: penetration v0/omega, speed v0, force m omega v0, power its
 * product. */
static void check_rows(const rig *r, const closed_impact *i)
{
    double error[4] = {0};
    for (size_t row = 0; row < rows(r); row++) {
        double t = time_of(r, row) - TOUCH;
        closed_state s = closed_elasto_gap_at(i, t);
        double loss = closed_elasto_gap_loss(i, t, s);
        error[0] = fmax(error[0], fabs(at(r, "gap.s_rel", row) + s.x));
        error[1] = fmax(error[1], fabs(at(r, "mass.v", row) + s.v));
        error[2] = fmax(error[2], fabs(at(r, "gap.f", row) + s.push));
        error[3] = fmax(error[3], fabs(at(r, "gap.lossPower", row) - loss));
    }
    AT_MOST(error[0], 1e-8 * V0 / i->omega);
    AT_MOST(error[1], 1e-8 * V0);
    AT_MOST(error[2], 1e-8 * M * i->omega * V0);
    AT_MOST(error[3], 1e-8 * M * i->omega * V0 * V0 * (1 + 2 * i->zeta));
}

static void contact_follows_the_closed_form(void **state)
{
    (void)state;
    for (int k = 0; k < ZETAS; k++) {
        closed_impact i = impact_of(zetas[k]);
        rig r = run_variant(&i, (variant){0}, 0.001, 1e-11);
        check_events(&r, &i);
        check_rows(&r, &i);
        NEAR(-end(&r, "mass.v") / -V0, i.restitution, 1e-8);
        NEAR(event_time(&r, "gap", "contact ends", 0) - event_time(&r, "gap", "contact begins", 0),
             i.contact_time, 1e-8 * i.contact_time);
        NEAR(r.st.energy.dissipated, i.loss, 1e-8 * 0.5 * M * V0 * V0);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    ALL_WELL();
}

/* The extremes lie in the linear phase, or at its start; a row is laid on each of them. */
static void peaks_are_those_of_the_closed_form(void **state)
{
    (void)state;
    for (int k = 0; k < ZETAS; k++) {
        closed_impact i = impact_of(zetas[k]);
        double w2 = closed_w2(i.zeta), g = i.v1 / i.omega;
        double deepest = TOUCH + i.t1 + closed_angle(w2, g, i.x1 + i.zeta * g) / i.omega;
        double slope = C * g * (1 - 8 * i.zeta * i.zeta); /* of the force, per omega t */
        double hardest =
            TOUCH + i.t1 + (slope > 0 ? closed_angle(w2, slope, 2 * C * i.x1 + i.zeta * slope) / i.omega : 0);
        rig r = run_variant(&i, (variant){0}, deepest, 1e-11);
        NEAR(-value(&r, "gap.s_rel", deepest), i.max_penetration, 1e-8 * i.max_penetration);
        NEAR(-smallest(&r, "gap.s_rel"), i.max_penetration, 1e-8 * i.max_penetration);
        rig_release(&r);
        r = run_variant(&i, (variant){0}, hardest, 1e-11);
        NEAR(-value(&r, "gap.f", hardest), i.max_push, 1e-8 * i.max_push);
        NEAR(-smallest(&r, "gap.f"), i.max_push, 1e-8 * i.max_push);
        /* It never pulls, but for the rounding of the instant at which it lets go: an ulp of t, times m
         * omega^2 v0, which bounds the slope of the force, and of the two terms that cancel there. */
        AT_MOST(largest(&r, "gap.f"), 4 * ULP * M * i.omega * V0 * (1 + i.omega * time_of(&r, rows(&r) - 1)));
        rig_release(&r);
    }
    ALL_WELL();
}

/* Same instants and values at the same rows; positions mirrored and shifted. The unknowns are s_rel and v,
 * whose values are the same in every variant up to sign: so are all roundings. What is left is the rounding
 * of positions, half an ulp each of the shift. */
static void compare(const rig *a, const rig *b, variant v, const char *file, int line)
{
    double side = v.mirrored ? -1 : 1;
    char text[200];
    if (rows(a) != rows(b)) {
        rig_fail(file, line, "not as many rows");
        return;
    }
    for (size_t row = 0; row < rows(a); row++) {
        double off[] = {
            fabs(time_of(a, row) - time_of(b, row)),
            fabs(at(a, "gap.s_rel", row) - at(b, "gap.s_rel", row)),
            fabs(at(a, "gap.v_rel", row) - at(b, "gap.v_rel", row)),
            fabs(at(a, "gap.f", row) - at(b, "gap.f", row)) / (M * V0 * 40),
            fabs(at(a, "mass.a", row) - side * at(b, "mass.a", row)) / (V0 * 40),
            fabs(v.shift + side * at(a, "mass.s", row) - at(b, "mass.s", row)) - fabs(v.shift) * ULP,
        };
        for (size_t k = 0; k < sizeof off / sizeof *off; k++)
            if (!(off[k] <= 2 * ULP)) {
                snprintf(text, sizeof text,
                         "row %zu, quantity %zu, shift %g, mirrored %d, other order %d: off by %g", row, k,
                         v.shift, v.mirrored, v.other_order, off[k]);
                rig_fail(file, line, text);
                return;
            }
    }
}

static void place_side_and_order_change_nothing(void **state)
{
    (void)state;
    const double far = 1048576; /* exact, with DISTANCE added */
    const variant variants[] = {{0, 1, 0}, {0, 0, 1}, {0, 1, 1}, {far, 0, 0}, {-far, 1, 0}, {far, 1, 1}};
    for (int k = 0; k < ZETAS; k++) {
        closed_impact i = impact_of(zetas[k]);
        rig a = run_variant(&i, (variant){0}, 0.005, 1e-10);
        for (size_t n = 0; n < sizeof variants / sizeof *variants; n++) {
            rig b = run_variant(&i, variants[n], 0.005, 1e-10);
            compare(&a, &b, variants[n], __FILE__, __LINE__);
            rig_release(&b);
        }
        rig_release(&a);
    }
    ALL_WELL();
}

/* Two free bodies that meet: the relative motion is that of the effective mass, momentum stays. */
static void two_bodies_meet(void **state)
{
    (void)state;
    const double m1 = 2, m2 = 10.0 / 3.0; /* m1 m2/(m1 + m2) = 1.25 */
    closed_impact i = impact_of(0.3);
    rig r = rig_begin("TwoBodies");
    add_mass(&r, "left", m1, 0, 0.75);
    add_mass(&r, "right", m2, DISTANCE, 0.25);
    add(&r, "ElastoGap", "gap", "c", C, "d", i.d, NULL);
    join(&r, "left.flange_b", "gap.flange_a");
    join(&r, "gap.flange_b", "right.flange_a");
    r.interval = 0.001;
    run(&r, 0.5, 1e-11);
    check_events(&r, &i);
    double momentum = m1 * 0.75 + m2 * 0.25, drift = 0;
    for (size_t row = 0; row < rows(&r); row++) {
        closed_state s = closed_elasto_gap_at(&i, time_of(&r, row) - TOUCH);
        NEAR(at(&r, "gap.s_rel", row), -s.x, 1e-8 * V0 / i.omega);
        NEAR(at(&r, "gap.v_rel", row), -s.v, 1e-8 * V0);
        drift = fmax(drift, fabs(m1 * at(&r, "left.v", row) + m2 * at(&r, "right.v", row) - momentum));
    }
    AT_MOST(drift, 1e-10 * momentum);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* At the right side of touch and at the left side of the rebound limit the force is 0 but for the round-off
 * of the position: stored, it never pulls, neither the gap nor at the wall. Speeds that are no round numbers
 * put the instants of touch off by an ulp, either way. */
static void stored_forces_never_pull(void **state)
{
    (void)state;
    size_t contacts = 0;
    for (int k = 0; k < 40; k++) {
        rig r = rig_begin("NoPull");
        add(&r, "ElastoGap", "gap", "c", C, "d", 5.0 + k, NULL);
        add_fixed(&r, "wall", 0.1 * k);
        add_mass(&r, "mass", M, 0.1 * k + 0.01 * sqrt(2 + k), -0.3 - 0.01 * sqrt(3 + k));
        join(&r, "wall.flange", "gap.flange_a");
        join(&r, "gap.flange_b", "mass.flange_a");
        run(&r, 0.6, 1e-7);
        contacts += eg_trajectory_events(r.t) / 4;
        TRUE(largest(&r, "gap.f") <= 0);
        TRUE(largest(&r, "gap.flange_b.f") <= 0);
        TRUE(smallest(&r, "gap.flange_a.f") >= 0);
        TRUE(largest(&r, "wall.flange.f") <= 0);
        rig_release(&r);
    }
    TRUE(contacts >= 40);
    ALL_WELL();
}

static void add_row(rig *r, int count, double c, double d, double n)
{
    char gap[20], left[40], right[40];
    for (int i = 0; i < count; i++) {
        snprintf(gap, sizeof gap, "mass%d", i);
        add_mass(r, gap, 2, 0.01 * (i + 1), i == 0 ? 1 : 0);
    }
    for (int i = 0; i + 1 < count; i++) {
        snprintf(gap, sizeof gap, "gap%d", i);
        add(r, "ElastoGap", gap, "c", c, "d", d, "n", n, "s_rel0", 0.01, NULL);
        snprintf(left, sizeof left, "mass%d.flange_b", i);
        snprintf(right, sizeof right, "gap%d.flange_a", i);
        join(r, left, right);
        snprintf(left, sizeof left, "gap%d.flange_b", i);
        snprintf(right, sizeof right, "mass%d.flange_a", i + 1);
        join(r, left, right);
    }
}

typedef struct row_of_masses {
    int count;
    double c, d, n;
} row_of_masses;

/* The speeds at the end, held against those of another engine. */
static void run_row(const row_of_masses *p, const char *engine, bool is_first, double speed[9])
{
    rig r = rig_begin("Touching");
    add_row(&r, p->count, p->c, p->d, p->n);
    r.engine = engine;
    run(&r, 1, 1e-8);
    AT_MOST(r.st.energy.error, 1e-7);
    for (int i = 0; i < p->count; i++) {
        char name[20];
        snprintf(name, sizeof name, "mass%d.v", i);
        const double v = end(&r, name);
        if (!is_first)
            NEAR(v, speed[i], 40 * 100 * 1e-8);
        speed[i] = v;
    }
    rig_release(&r);
}

/* Masses in a row that just touch, as well as doubles can say so; the first one comes in. Between those that
 * rest forces are what round-off makes of their distances, and must not be taken for motion, nor speeds of
 * 1e-50 m/s for those of a contact. All engines find the same; errors grow to 40 times what they were. */
static void rows_that_touch_begin(void **state)
{
    (void)state;
    static const char *const engines[] = {"exact", "erk", "irk", "ida"};
    static const row_of_masses rows_of[] = {
        {5, 3000, 0, 1},  {5, 3000, 50, 1},  {5, 3000, 0, 1.5}, {5, 3000, 50, 1.5}, {5, 3000, 0, 2},
        {5, 3000, 50, 2}, {5, 3000, 1, 2.3}, {9, 3000, 1, 1},   {9, 3000, 0, 2},    {9, 3000, 50, 3},
        {9, 3000, 1, 3},  {9, 1e6, 1, 1.5},  {9, 1e6, 50, 2.3}, {5, 1e6, 1, 3},
    };
    for (size_t k = 0; k < sizeof rows_of / sizeof *rows_of; k++) {
        double speed[9] = {0};
        const int first = rows_of[k].n > 1;
        for (int e = first; e < 4; e++)
            run_row(&rows_of[k], engines[e], e == first, speed);
    }
    ALL_WELL();
}

/* A contact that begins a few ulps deep, or as far apart, while the mass comes or leaves. What leaves goes on
 * as it was; what comes rebounds as fast, since nothing is lost. */
static void contacts_begin_about_touch(void **state)
{
    (void)state;
    static const double n[] = {1, 1.5, 2, 2.3};
    for (int k = -4; k <= 6; k++)
        for (int i = 0; i < 8; i++) {
            rig r = rig_begin("AboutTouch");
            add_fixed(&r, "wall", 0.21);
            add_mass(&r, "mass", 0.05, 0.2, i < 4 ? -1 : 1);
            add(&r, "ElastoGap", "gap", "c", 1e5, "n", n[i % 4], "d", i < 4 ? 50.0 : 0.0, "s_rel0",
                0.01 + (k < 0 ? -1 : 1) * 0x1p-56 * (1 << abs(k)), NULL);
            join(&r, "mass.flange_b", "gap.flange_a");
            join(&r, "gap.flange_b", "wall.flange");
            r.engine = i % 4 == 0 ? "exact" : "erk";
            run(&r, 1, 1e-9);
            NEAR(end(&r, "mass.v"), -1, 1e-7);
            rig_release(&r);
        }
    ALL_WELL();
}

/* What auto says of a model that it takes by the series of powers. */
static void auto_tells_of_powers(void **state)
{
    (void)state;
    rig r = rig_begin("Powers");
    add_row(&r, 2, 3000, 50, 1.5);
    r.engine = "auto";
    run(&r, 0.1, 1e-6);
    TRUE(strcmp(r.st.engine, "erk") == 0);
    TRUE(strstr(r.st.engine_reason, "bodies that do not touch move on their own") != NULL);
    rig_end(&r);
}

/* A damper that hardly damps is at its limits for d/c seconds behind touch and before the end, which time
 * may not resolve: from a hundred times its ulp down to nothing. The impact is that of a spring all the same,
 * with e = exp(-zeta pi) but for zeta squared. */
static void what_hardly_damps_lets_go(void **state)
{
    (void)state;
    static const char *const engines[] = {"exact", "erk", "irk", "ida"};
    static const double seconds[] = {4e-15, 1e-15, 3e-16, 1e-16, 3e-17, 1e-18, 1e-25, 1e-300};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 8; i++) {
            rig r = rig_begin("Spring");
            const double d = C * seconds[i], e = exp(-PI * d / (2 * sqrt(C * M)));
            add_fixed(&r, "wall", 0);
            add(&r, "ElastoGap", "gap", "c", C, "d", d, NULL);
            add_mass(&r, "mass", M, DISTANCE, -V0);
            join(&r, "wall.flange", "gap.flange_a");
            join(&r, "gap.flange_b", "mass.flange_a");
            r.engine = engines[k];
            run(&r, 0.5, 1e-9);
            NEAR(end(&r, "mass.v"), e * V0, 1e-7 * V0);
            NEAR(event_time(&r, "gap", "contact begins", 0), TOUCH, 1e-15);
            NEAR(event_time(&r, "gap", "contact ends", 0), TOUCH + PI * sqrt(M / C), 1e-9);
            TRUE(eg_trajectory_events(r.t) <= 4);
            rig_end(&r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contact_follows_the_closed_form),
        cmocka_unit_test(peaks_are_those_of_the_closed_form),
        cmocka_unit_test(place_side_and_order_change_nothing),
        cmocka_unit_test(two_bodies_meet),
        cmocka_unit_test(stored_forces_never_pull),
        cmocka_unit_test(rows_that_touch_begin),
        cmocka_unit_test(contacts_begin_about_touch),
        cmocka_unit_test(what_hardly_damps_lets_go),
        cmocka_unit_test(auto_tells_of_powers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

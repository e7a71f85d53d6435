/* The rigid contact, law = "restitution": Newton's law on the masses of both sides, balls that touch, the
 * ball that bounces to rest, moving stops, energy, and what is refused. */
#include "build_model.h"
#include "elastogap/law_contact.h"

#define GAP "Elastogap.Contact.Gap"
#define TWO "Elastogap.Contact.TwoSidedGap"
#define RIGID (double)EG_CONTACT_RESTITUTION

static void add_gap(rig *r, const char *path, double e, double v_min)
{
    add(r, GAP, path, "law", RIGID, "e", e, "v_min", v_min, NULL);
}

static size_t count_events(const rig *r, const char *component, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < eg_trajectory_events(r->t); i++) {
        const eg_event e = eg_trajectory_event(r->t, i);
        count += strcmp(e.component, component) == 0 && strncmp(e.name, name, strlen(name)) == 0;
    }
    return count;
}

/* The loss that the first event of the component with one tells [J], or NAN. */
static double loss_told(const rig *r, const char *component)
{
    for (size_t k = 0; k < eg_trajectory_events(r->t); k++) {
        const eg_event e = eg_trajectory_event(r->t, k);
        const char *number = strstr(e.name, " N.s, loss ");
        if (strcmp(e.component, component) == 0 && number)
            return strtod(number + strlen(" N.s, loss "), NULL);
    }
    return NAN;
}

/* Of event number i of the component: its time; the impulse in its name goes to *impulse (NULL: not
 * asked). */
static double event_of(const rig *r, const char *component, size_t i, double *impulse)
{
    for (size_t k = 0; k < eg_trajectory_events(r->t); k++) {
        const eg_event e = eg_trajectory_event(r->t, k);
        const char *number = strstr(e.name, "impulse ");
        if (strcmp(e.component, component) != 0 || i-- > 0)
            continue;
        if (impulse)
            *impulse = number ? strtod(number + 8, NULL) : NAN;
        return e.time;
    }
    return NAN;
}

/* ---------------------------------------------------------------- two bodies */

/* Momentum, relative speed, energy and the impulse in the event list, for any masses. */
static void two_bodies_part_as_newton_says(void **state)
{
    (void)state;
    const double masses[][2] = {{1, 1}, {0.1, 7}, {5, 0.3}}, es[] = {0, 0.05, 0.5, 0.95, 1};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 5; i++) {
            rig r = rig_begin("Two");
            const double a = masses[k][0], b = masses[k][1], va = 2, vb = -0.5, e = es[i];
            double impulse = 0;
            add_mass(&r, "a", a, 0, va);
            add_mass(&r, "b", b, 1, vb);
            add_gap(&r, "gap", e, 1e-3);
            join(&r, "a.flange_b", "gap.flange_a");
            join(&r, "gap.flange_b", "b.flange_a");
            run(&r, 1.0, 1e-9);
            NEAR(event_of(&r, "gap", 0, &impulse), 1 / (va - vb), 1e-14);
            NEAR(impulse, eg_restitution_impulse(a, b, e, vb - va), 1e-8);
            NEAR(end(&r, "b.v") - end(&r, "a.v"), e * (va - vb), 1e-14);
            NEAR(a * end(&r, "a.v") + b * end(&r, "b.v"), a * va + b * vb, 1e-14 * (a + b));
            NEAR(r.st.energy.dissipated, eg_restitution_loss(a, b, e, vb - va), 1e-14 * (a + b));
            NEAR(loss_told(&r, "gap"), eg_restitution_loss(a, b, e, vb - va), 1e-8 * (a + b));
            AT_MOST(r.st.energy.error, 1e-14);
            TRUE((end(&r, "gap.contact") != 0) == (e == 0));
            NEAR(end(&r, "gap.v0"), va - vb, 1e-14);
            NEAR(largest(&r, "gap.lossPower"), 0, 0);
            rig_end(&r);
        }
}

/* Behind a gear a mass is felt ratio^2 times; a rotating side works as a sliding one. */
static void a_rack_and_pinion_is_felt(void **state)
{
    (void)state;
    rig r = rig_begin("Geared");
    add(&r, "Inertia", "wheel", "J", 0.02, NULL);
    fix(&r, "wheel.phi", 0);
    fix(&r, "wheel.w", 0);
    add(&r, "IdealGearR2T", "rack", "ratio", 10.0, NULL);
    add_mass(&r, "b", 3, 1, -2);
    add_gap(&r, "gap", 0.4, 1e-3);
    join(&r, "wheel.flange_b", "rack.flangeR");
    join(&r, "rack.flangeT", "gap.flange_a");
    join(&r, "gap.flange_b", "b.flange_a");
    run(&r, 1.0, 1e-9);
    const double felt = 0.02 * 100, P = eg_restitution_impulse(felt, 3, 0.4, -2);
    NEAR(end(&r, "b.v"), -2 + P / 3, 1e-13);
    NEAR(end(&r, "wheel.w"), -P / felt * 10, 1e-12);
    AT_MOST(r.st.energy.error, 1e-13);
    rig_end(&r);
}

/* ---------------------------------------------------------------- balls that touch */

/* Of equal balls with e = 1 as many leave as have come, with their speed. */
static void a_row_of_balls(void **state)
{
    (void)state;
    for (int moving = 1; moving < 5; moving++) {
        enum { BALLS = 7 };
        rig r = rig_begin("Row");
        char name[40], flange[60], other[60];
        for (int i = 0; i < BALLS; i++) {
            snprintf(name, sizeof name, "b%d", i);
            add_mass(&r, name, 0.3, i < moving ? i - 1.0 : (double)i, i < moving ? 2 : 0);
            if (i == 0)
                continue;
            snprintf(name, sizeof name, "g%d", i);
            add(&r, GAP, name, "law", RIGID, "e", 1.0, "s_rel0", 1.0, NULL);
            snprintf(flange, sizeof flange, "b%d.flange_b", i - 1);
            snprintf(other, sizeof other, "g%d.flange_a", i);
            join(&r, flange, other);
            snprintf(flange, sizeof flange, "g%d.flange_b", i);
            snprintf(other, sizeof other, "b%d.flange_a", i);
            join(&r, flange, other);
        }
        run(&r, 1.0, 1e-9);
        for (int i = 0; i < BALLS; i++) {
            snprintf(name, sizeof name, "b%d.v", i);
            NEAR(end(&r, name), i >= BALLS - moving ? 2 : 0, 1e-13);
        }
        NEAR(r.st.energy.kinetic, 0.6 * moving, 1e-13);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- to rest */

/* Every bounce takes 2 e^k v0/g; the last one is that whose speed is below v_min, and the whole sequence
 * would end at t0 (1 + e)/(1 - e): less than 2 v_min/(g (1 - e)) after it. */
static void a_bouncing_ball_comes_to_rest(void **state)
{
    (void)state;
    const double g = 9.81, h = 0.5, v_min = 1e-3, v0 = sqrt(2 * g * h), t0 = v0 / g;
    for (double e = 0.2; e < 0.95; e += 0.3) {
        rig r = rig_begin("Ball");
        double t = t0, v = v0;
        size_t bounces = 0;
        add_fixed(&r, "ground", 0);
        add_gap(&r, "gap", e, v_min);
        add_mass(&r, "ball", 2, h, 0);
        add(&r, "ConstantForce", "weight", "f_constant", -2 * g, NULL);
        join(&r, "ground.flange", "gap.flange_a");
        join_all(&r, "gap.flange_b", "ball.flange_a", "weight.flange", NULL);
        run(&r, 8.0, 1e-10);
        for (; v >= v_min; v *= e, bounces++) {
            NEAR(event_of(&r, "gap", bounces, NULL), t, 1e-10 * h / v); /* the error of a position, in time */
            t += 2 * e * v / g;
        }
        TRUE(count_events(&r, "gap", "impact") == bounces);
        TRUE(count_events(&r, "gap", "contact closes") == 1);
        NEAR(event_of(&r, "gap", bounces, NULL), t, 1e-10 * h / v);
        NEAR(t, t0 * (1 + e) / (1 - e), 2 * v_min / (g * (1 - e)));
        NEAR(end(&r, "ball.v"), 0, 0);
        NEAR(end(&r, "ball.s"), 0, 1e-9);
        NEAR(end(&r, "gap.f"), -2 * g, 1e-12);
        NEAR(r.st.energy.dissipated, 2 * g * h, 1e-9);
        AT_MOST(r.st.energy.error, 1e-12);
        rig_end(&r);
    }
}

/* A contact that carries opens when it would pull: where the force passes zero. */
static void a_closed_contact_opens_when_pulled(void **state)
{
    (void)state;
    rig r = rig_begin("Lifted");
    add_fixed(&r, "ground", 0);
    add_gap(&r, "gap", 0.5, 1e-3);
    add_mass(&r, "ball", 2, 0, 0);
    add(&r, "Force", "pull", NULL);
    add(&r, "Ramp", "ramp", "height", 40.0, "duration", 1.0, "offset", -10.0, NULL);
    join(&r, "ramp.y", "pull.f");
    join(&r, "ground.flange", "gap.flange_a");
    join_all(&r, "gap.flange_b", "ball.flange_a", "pull.flange", NULL);
    run(&r, 1.0, 1e-10);
    NEAR(event_of(&r, "gap", 0, NULL), 0.25, 1e-9);
    NEAR(end(&r, "ball.s"), 40 * pow(0.75, 3) / 12, 1e-8); /* m*a = 40*(t - 1/4) */
    NEAR(value(&r, "gap.f", 0.1), -6, 1e-12);
    NEAR(largest(&r, "gap.f"), 0, 1e-8);
    rig_end(&r);
}

/* A contact that sticks holds until the pull is f_release: a ramp of 40 N/s from -10 N is that at 0.25 s +
 * f_release/40. From there on m*a = f_release + 40*(t - t1); nothing is lost, since what sticks does not
 * move. By any engine, at either stop. */
static void a_stop_that_sticks_lets_go_at_its_force(void **state)
{
    (void)state;
    static const char *const engines[] = {"exact", "erk", "irk", "ida"};
    for (int k = 0; k < 8; k++) {
        const double pull = k % 2 == 0 ? 6 : 1e-3, sign = k < 4 ? 1 : -1, t1 = 0.25 + pull / 40;
        rig r = rig_begin("Sticky");
        r.engine = engines[k % 4];
        add_fixed(&r, "ground", 0);
        if (k < 4)
            add(&r, GAP, "gap", "law", RIGID, "e", 0.5, "v_min", 1e-3, "f_release", pull, NULL);
        else
            add(&r, TWO, "gap", "law", RIGID, "s_lower", -3.0, "s_upper", 0.0, "e_lower", 0.5, "v_min", 1e-3,
                "f_release_lower", 100.0, "f_release_upper", pull, NULL);
        add_mass(&r, "ball", 2, 0, 0);
        add(&r, "Force", "pull", NULL);
        add(&r, "Ramp", "ramp", "height", 40.0 * sign, "duration", 1.0, "offset", -10.0 * sign, NULL);
        join(&r, "ramp.y", "pull.f");
        join(&r, "ground.flange", "gap.flange_a");
        join_all(&r, "gap.flange_b", "ball.flange_a", "pull.flange", NULL);
        run(&r, 1.0, 1e-10);
        const double since = 1 - t1, tolerance = k % 4 == 0 ? 1e-13 : 1e-7;
        NEAR(event_of(&r, "gap", 0, NULL), t1, 1e-9);
        NEAR(end(&r, "ball.s"), sign * (pull * since * since / 2 + 40 * pow(since, 3) / 6) / 2, tolerance);
        NEAR(end(&r, "ball.v"), sign * (pull * since + 40 * since * since / 2) / 2, tolerance);
        NEAR(value(&r, "gap.f", 0.1), -6 * sign, 1e-12);
        NEAR(largest(&r, "gap.f") * (sign > 0) - smallest(&r, "gap.f") * (sign < 0), pull, 1e-8);
        NEAR(r.st.energy.dissipated, 0, 1e-14);
        AT_MOST(r.st.energy.error, 1e-9);
        rig_end(&r);
    }
}

/* What hangs from a stop stays where its weight is less than f_release, and falls where it is more.
 * Another ball that knocks it off opens the contact, whatever it sticks by. */
static void what_sticks_hangs_or_is_knocked_off(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        rig r = rig_begin("Hanging");
        const double m = 0.5, g = 9.81, sticks = k == 0 ? 1.5 * m * g : 0.5 * m * g;
        add_fixed(&r, "ceiling", 0);
        add(&r, GAP, "gap", "law", RIGID, "e", 0.0, "v_min", 1e-3, "f_release", sticks, NULL);
        add_mass(&r, "ball", m, 0, 0);
        add(&r, "ConstantForce", "weight", "f_constant", m * g, NULL); /* away from flange_a */
        join(&r, "ceiling.flange", "gap.flange_a");
        join_all(&r, "gap.flange_b", "ball.flange_a", "weight.flange", NULL);
        run(&r, 1.0, 1e-10);
        NEAR(end(&r, "ball.s"), k == 0 ? 0 : g / 2, k == 0 ? 0 : 1e-12);
        NEAR(value(&r, "gap.f", 0.0), k == 0 ? m * g : 0, 1e-12);
        NEAR(end(&r, "gap.contact"), k == 0, 0);
        rig_end(&r);
    }
    rig r = rig_begin("Knocked");
    add_fixed(&r, "wall", 0);
    add(&r, GAP, "glue", "law", RIGID, "e", 0.0, "f_release", 1e6, NULL);
    add_mass(&r, "ball", 1, 0, 0);
    add(&r, GAP, "hit", "law", RIGID, "e", 1.0, NULL); /* ball is at flange_a's side of the hammer's */
    add_mass(&r, "hammer", 1, -1, 2);
    join(&r, "wall.flange", "glue.flange_a");
    join_all(&r, "glue.flange_b", "ball.flange_a", "hit.flange_b", NULL);
    join(&r, "hammer.flange_b", "hit.flange_a");
    run(&r, 1.0, 1e-10);
    NEAR(end(&r, "ball.v"), 2, 1e-13);
    NEAR(end(&r, "hammer.v"), 0, 1e-13);
    NEAR(r.st.energy.dissipated, 0, 1e-14);
    rig_end(&r);
}

/* ---------------------------------------------------------------- what moves the stop */

/* On a table that rises with V a ball that falls with v leaves with V + e (V + v), and the table does
 * work. */
static void a_moving_table_throws(void **state)
{
    (void)state;
    rig r = rig_begin("Table");
    const double V = 0.7, e = 0.6;
    add(&r, "ConstantSpeed", "table", "v_fixed", V, NULL);
    fix(&r, "table.s", 0);
    add_gap(&r, "gap", e, 1e-3);
    add_mass(&r, "ball", 0.4, 1, -1.3);
    join(&r, "table.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "ball.flange_a");
    run(&r, 1.0, 1e-9);
    NEAR(event_of(&r, "gap", 0, NULL), 0.5, 1e-14);
    NEAR(end(&r, "ball.v"), V + e * (V + 1.3), 1e-14);
    NEAR(r.st.energy.supplied, 0.4 * (1 + e) * 2.0 * V, 1e-13);
    NEAR(r.st.energy.dissipated, 0.5 * 0.4 * 4 * (1 - e * e), 1e-13);
    AT_MOST(r.st.energy.error, 1e-13);
    rig_end(&r);
}

/* A ball without bounce rides on a table A sin(w t) until the table falls with g: sin(w t) = g/(A w^2). */
static void a_falling_table_loses_the_ball(void **state)
{
    (void)state;
    rig r = rig_begin("Shaken");
    const double A = 0.1, f = 2, w = 2 * PI * f, g = 9.81;
    add(&r, "Position", "table", "exact", 1.0, NULL);
    add(&r, "Sine", "sine", "amplitude", A, "f", f, NULL);
    join(&r, "sine.y", "table.s_ref");
    add_gap(&r, "gap", 0.0, 1e-3);
    add_mass(&r, "ball", 2, 0, A * w);
    add(&r, "ConstantForce", "weight", "f_constant", -2 * g, NULL);
    join(&r, "table.flange", "gap.flange_a");
    join_all(&r, "gap.flange_b", "ball.flange_a", "weight.flange", NULL);
    run(&r, 0.2, 1e-10);
    const double t = asin(g / (A * w * w)) / w;
    NEAR(event_of(&r, "gap", 0, NULL), t, 1e-9);
    const double s = A * sin(w * t), v = A * w * cos(w * t), d = 0.2 - t;
    NEAR(end(&r, "ball.s"), s + v * d - g * d * d / 2, 1e-9);
    AT_MOST(r.st.energy.error, 1e-10);
    rig_end(&r);
}

/* ---------------------------------------------------------------- two-sided */

static void between_two_stops(void **state)
{
    (void)state;
    rig r = rig_begin("Rattle");
    const double low = -1, high = 2, e_low = 0.5, e_high = 0.8;
    add_fixed(&r, "wall", 0);
    add(&r, TWO, "ends", "law", RIGID, "s_lower", low, "s_upper", high, "e_lower", e_low, "e_upper", e_high,
        NULL);
    add_mass(&r, "ball", 2, 0, 3);
    join(&r, "wall.flange", "ends.flange_a");
    join(&r, "ends.flange_b", "ball.flange_a");
    run(&r, 20, 1e-9);
    double t = high / 3, v = 3, impulse = 0;
    for (size_t i = 0; t < 20; i++) {
        const double e = i % 2 ? e_low : e_high;
        NEAR(event_of(&r, "ends", i, &impulse), t, 1e-12 * (1 + t));
        NEAR(impulse, 2 * v * (1 + e), 1e-8);
        v *= e;
        t += (high - low) / v;
    }
    AT_MOST(r.st.energy.error, 1e-13);
    rig_end(&r);
}

/* A TwoSidedGap without play holds, whichever way it is pushed. */
static void no_play_holds(void **state)
{
    (void)state;
    rig r = rig_begin("Tight");
    add_fixed(&r, "wall", 0);
    add(&r, TWO, "ends", "law", RIGID, "s_lower", 0.0, "s_upper", 0.0, "e_lower", 0.5, NULL);
    add_mass(&r, "ball", 2, 0, 0);
    add(&r, "Force", "push", NULL);
    add(&r, "Sine", "sine", "amplitude", 5.0, "f", 1.0, NULL);
    join(&r, "sine.y", "push.f");
    join(&r, "wall.flange", "ends.flange_a");
    join_all(&r, "ends.flange_b", "ball.flange_a", "push.flange", NULL);
    run(&r, 2, 1e-9);
    for (size_t row = 0; row < rows(&r); row++)
        NEAR(at(&r, "ball.s", row), 0, 1e-11);
    NEAR(largest(&r, "ends.f"), 5, 1e-2);
    NEAR(smallest(&r, "ends.f"), -5, 1e-2);
    rig_end(&r);
}

/* ---------------------------------------------------------------- friction */

/* A brake holds against forces, not against an impulse. */
static void an_impulse_breaks_what_sticks(void **state)
{
    (void)state;
    rig r = rig_begin("Knocked");
    add(&r, "MassWithStopAndFriction", "block", "smax", 5.0, "smin", -5.0, "L", 0.0, "m", 1.0, "F_prop", 0.0,
        "F_Coulomb", 4.0, "F_Stribeck", 0.0, "fexp", 1.0, NULL);
    fix(&r, "block.s", 0);
    fix(&r, "block.v", 0);
    add_mass(&r, "ball", 1, -1, 2);
    add_gap(&r, "gap", 1, 1e-3);
    join(&r, "ball.flange_b", "gap.flange_a");
    join(&r, "gap.flange_b", "block.flange_a");
    run(&r, 2, 1e-10);
    NEAR(end(&r, "ball.v"), 0, 1e-14);
    NEAR(end(&r, "block.s"), 2.0 * 2.0 / (2 * 4.0), 1e-9); /* v^2/(2 F/m) */
    AT_MOST(r.st.energy.error, 1e-10);
    rig_end(&r);
}

/* ---------------------------------------------------------------- refused */

static void what_has_no_mass_is_refused(void **state)
{
    (void)state;
    rig r = rig_begin("Massless");
    add_fixed(&r, "wall", 0);
    add_gap(&r, "gap", 0.5, 1e-3);
    add(&r, "SpringDamper", "spring", "c", 10.0, "d", 1.0, NULL);
    join(&r, "wall.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "spring.flange_b");
    join(&r, "spring.flange_a", "wall.flange");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "has no mass");
    rig_release(&r);
    r = rig_begin("Stiff");
    add_fixed(&r, "wall", 0);
    add(&r, "ConstantSpeed", "table", "v_fixed", 1.0, NULL);
    add_gap(&r, "gap", 0.5, 1e-3);
    join(&r, "wall.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "table.flange");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "neither of its sides can give way");
    rig_release(&r);
    r = rig_begin("Inside");
    add_fixed(&r, "wall", 0);
    add_gap(&r, "gap", 0.5, 1e-3);
    add_mass(&r, "ball", 1, -0.1, 0);
    join(&r, "wall.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "ball.flange_a");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "begins beyond its stop");
    rig_release(&r);
    r = rig_begin("Damped");
    add(&r, GAP, "gap", "law", RIGID, "d", 3.0, "e", 0.5, NULL);
    add_mass(&r, "ball", 1, 0, 0);
    join(&r, "gap.flange_b", "ball.flange_a");
    try_run(&r, 1, 1e-6);
    SAYS_ERROR(&r, "d plays no part");
    rig_release(&r);
    r = rig_begin("Bare");
    add(&r, GAP, "gap", "law", RIGID, NULL);
    add_mass(&r, "ball", 1, 0, 0);
    join(&r, "gap.flange_b", "ball.flange_a");
    try_run(&r, 1, 1e-6);
    SAYS_ERROR(&r, "needs the restitution e");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bodies_part_as_newton_says),
        cmocka_unit_test(a_rack_and_pinion_is_felt),
        cmocka_unit_test(a_row_of_balls),
        cmocka_unit_test(a_bouncing_ball_comes_to_rest),
        cmocka_unit_test(a_closed_contact_opens_when_pulled),
        cmocka_unit_test(a_stop_that_sticks_lets_go_at_its_force),
        cmocka_unit_test(what_sticks_hangs_or_is_knocked_off),
        cmocka_unit_test(a_moving_table_throws),
        cmocka_unit_test(a_falling_table_loses_the_ball),
        cmocka_unit_test(between_two_stops),
        cmocka_unit_test(no_play_holds),
        cmocka_unit_test(an_impulse_breaks_what_sticks),
        cmocka_unit_test(what_has_no_mass_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

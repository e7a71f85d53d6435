/* Elastogap.Contact.Gap and TwoSidedGap in motion: the restitution that was asked for, the speed that a
 * contact remembers, mirror images, and what is refused. */
#include "build_model.h"
#include "reading.h"

#define GAP "Elastogap.Contact.Gap"
#define TWO "Elastogap.Contact.TwoSidedGap"

static const double C = 1e5, MASS = 2.0, SPEED = 0.7;

/* ---------------------------------------------------------------- restitution */

/* The parameter e with which a law delivers e; NaN where none does. */
static double parameter_for(eg_contact_law law, double e)
{
    return eg_contact_is_hysteresis(law) ? eg_contact_parameter(law, eg_contact_exact_factor(e)) : e;
}

/* A stiffness that makes the penetration of a millimetre or three whatever n. */
static void check_restitution(eg_contact_law law, double n, double e)
{
    rig r = rig_begin("Impact");
    bool family = eg_contact_is_hysteresis(law);
    add_fixed(&r, "wall", 0);
    add(&r, GAP, "gap", "law", (double)law, "c", C * pow(1e-3, 1.0 - n), "n", n, "e", parameter_for(law, e),
        NULL);
    if (!family)
        eg_spec_set(r.spec, "gap.mass", MASS, r.d), eg_spec_set(r.spec, "gap.v_impact", SPEED, r.d);
    if (law == EG_CONTACT_SMOOTH_TRANSITION)
        eg_spec_set(r.spec, "gap.transition", 1e-4, r.d);
    add_mass(&r, "ball", MASS, 1e-3, -SPEED);
    join(&r, "wall.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "ball.flange_a");
    run(&r, 0.1, 1e-12);
    if (!NEAR(end(&r, "ball.v"), e * SPEED, 1e-8 * SPEED))
        print_error("%s, n = %g, e = %g\n", eg_contact_name(law), n, e);
    AT_MOST(r.st.energy.error, 1e-8);
    TRUE(end(&r, "gap.contact") == 0);
    if (law == EG_CONTACT_KELVIN_VOIGT)
        TRUE(largest(&r, "gap.f") > 0.1);
    else /* of a law that could pull, lift-off leaves the round-off of s_rel: c*1e-18 m */
        AT_MOST(largest(&r, "gap.f"), law < EG_CONTACT_LANKARANI_NIKRAVESH_1994 ? 0 : 1e-12);
    AT_MOST(-1e-12, smallest(&r, "gap.lossPower"));
    rig_end(&r);
}

/* Every law that can deliver it, from 0.05 to 0.95. */
static void test_restitution(void **state)
{
    (void)state;
    for (int law = 0; law < EG_CONTACT_FORCE_COUNT; law++)
        for (int i = 0; i < 7; i++) {
            const double e = 0.05 + 0.15 * i;
            if (law == EG_CONTACT_HERTZ || isnan(parameter_for((eg_contact_law)law, e)))
                continue;
            for (double n = 1.0; n < 2.1; n += 0.5)
                check_restitution((eg_contact_law)law, n, e);
        }
    check_restitution(EG_CONTACT_EXACT_RESTITUTION, 2.3, 0.5);
}

/* What `law design` finds for a body that a load presses on, touching at the start: e when it parts. */
static void check_under_load(eg_contact_law law, double n, double e)
{
    const double load = 20.0;
    const eg_impact_design design = {law,
                                     e,
                                     MASS,
                                     SPEED,
                                     load,
                                     n,
                                     law == EG_CONTACT_SMOOTH_TRANSITION ? 1e-4 : 0.0,
                                     EG_IMPACT_DESIGN_C,
                                     C * pow(1e-3, 1.0 - n),
                                     0.0};
    eg_impact_problem found;
    eg_impact o;
    TRUE(eg_impact_design_solve(&design, NULL, &found, &o) == EG_OK);
    rig r = rig_begin("Load");
    add_fixed(&r, "wall", 0);
    add(&r, GAP, "gap", "law", (double)law, "c", found.law.gap.f_ref, "n", n, "transition", design.transition,
        NULL);
    if (eg_contact_is_hysteresis(law))
        eg_spec_set(r.spec, "gap.e", eg_contact_parameter(law, found.law.D), r.d);
    else
        eg_spec_set(r.spec, "gap.d", found.law.gap.d, r.d);
    add_mass(&r, "ball", MASS, 0.0, -SPEED);
    add(&r, "ConstantForce", "hand", "f_constant", -load, NULL);
    join(&r, "wall.flange", "gap.flange_a");
    join_all(&r, "gap.flange_b", "ball.flange_a", "hand.flange", NULL);
    run(&r, 1.01 * o.contact_time, 1e-12);
    if (!NEAR(value(&r, "ball.v", event_time(&r, "gap", "contact ends", 0)), e * SPEED, 1e-8 * SPEED))
        print_error("%s under load, n = %g, e = %g\n", eg_contact_name(law), n, e);
    rig_end(&r);
}

static void test_design_under_load(void **state)
{
    (void)state;
    static const eg_contact_law laws[] = {EG_CONTACT_ELASTO_GAP, EG_CONTACT_KELVIN_VOIGT,
                                          EG_CONTACT_SMOOTH_TRANSITION, EG_CONTACT_HU_GUO,
                                          EG_CONTACT_EXACT_RESTITUTION};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (double n = 1.0; n < 2.0; n += 0.5)
            for (double e = 0.2; e < 0.9; e += 0.6)
                check_under_load(laws[i], n, e);
}

/* ElastoGap by its other name. */
static void test_elasto_gap(void **state)
{
    (void)state;
    double last[2];
    for (int i = 0; i < 2; i++) {
        rig r = rig_begin("Same");
        add_fixed(&r, "wall", 0);
        if (i == 0)
            add(&r, GAP, "gap", "law", 0.0, "c", C, "d", 120.0, "n", 1.5, NULL);
        else
            add(&r, "ElastoGap", "gap", "c", C, "d", 120.0, "n", 1.5, NULL);
        add_mass(&r, "ball", MASS, 1e-3, -SPEED);
        add(&r, "ConstantForce", "weight", "f_constant", -MASS * 9.81, NULL);
        join(&r, "wall.flange", "gap.flange_a");
        join_all(&r, "gap.flange_b", "ball.flange_a", "weight.flange", NULL);
        run(&r, 0.3, 1e-9);
        last[i] = end(&r, "ball.s") + end(&r, "gap.f_c") + end(&r, "gap.f_d") + end(&r, "gap.f_d2");
        rig_end(&r);
    }
    assert_true(last[0] == last[1]);
}

/* ---------------------------------------------------------------- memory */

/* Between two stops, without other forces, each touch takes its factor off the speed, and v0 is the speed at
 * the touch. */
static void test_two_sides(void **state)
{
    (void)state;
    const double e_lower = 0.8, e_upper = 0.5;
    rig r = rig_begin("Rattle");
    add_fixed(&r, "wall", 0);
    add(&r, TWO, "stops", "law", (double)EG_CONTACT_EXACT_RESTITUTION, "s_lower", -0.1, "c_lower", C,
        "e_lower", e_lower, "s_upper", 0.2, "c_upper", 3.0 * C, "e_upper", e_upper, "n_lower", 1.0, "n_upper",
        1.5, NULL);
    add_mass(&r, "ball", MASS, 0, -SPEED);
    join(&r, "wall.flange", "stops.flange_a");
    join(&r, "stops.flange_b", "ball.flange_a");
    run(&r, 4.0, 1e-12);
    double speed = SPEED;
    for (int k = 0; k < 2; k++) {
        const double lower = event_time(&r, "stops", "contact with the lower stop begins", k);
        const double upper = event_time(&r, "stops", "contact with the upper stop begins", k);
        NEAR(value(&r, "stops.v0", lower), speed, 1e-8);
        NEAR(value(&r, "stops.s_rel", lower), -0.1, 1e-12);
        speed *= e_lower;
        NEAR(value(&r, "stops.v0", upper), speed, 1e-8);
        NEAR(value(&r, "stops.s_rel", upper), 0.2, 1e-12);
        NEAR(value(&r, "stops.contact_upper", upper), 1, 0);
        NEAR(value(&r, "stops.damping", upper), eg_contact_exact_factor(e_upper) * 3.0 * C / speed, 1e-2);
        speed *= e_upper;
    }
    TRUE(largest(&r, "stops.f") > 0 && smallest(&r, "stops.f") < 0);
    TRUE(r.st.events >= 8);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* The upper stop is the lower one mirrored, bit for bit; so is a gap with its flanges exchanged. */
static void test_mirror(void **state)
{
    (void)state;
    for (int law = 0; law < EG_CONTACT_FORCE_COUNT; law++) {
        double speed[2], force[2];
        for (int side = 0; side < 2; side++) {
            const double sign = side ? -1 : 1;
            bool family = eg_contact_is_hysteresis((eg_contact_law)law);
            rig r = rig_begin("Mirror");
            add_fixed(&r, "wall", 0);
            add(&r, TWO, "stops", "law", (double)law, "s_lower", -0.1, "c_lower", C, "s_upper", 0.1,
                "n_lower", 1.5, "transition", 1e-3, family ? "e_lower" : "d_lower", family ? 0.6 : 300.0,
                NULL);
            add_mass(&r, "ball", MASS, sign * -0.09, sign * -SPEED);
            join(&r, "wall.flange", "stops.flange_a");
            join(&r, "stops.flange_b", "ball.flange_a");
            r.interval = 1e-3;
            run(&r, 0.2, 1e-8);
            speed[side] = end(&r, "ball.v");
            force[side] = side ? largest(&r, "stops.f") : -smallest(&r, "stops.f");
            rig_end(&r);
        }
        assert_true(speed[0] == -speed[1] && force[0] == force[1] && force[0] > 0);
    }
}

/* A start in contact takes the speed of the start, at least v_min; v_impact overrules both. */
static void test_start_in_contact(void **state)
{
    (void)state;
    const double start[] = {-0.3, -1e-6, 0.4}, v0[] = {0.3, 0.02, 0.02};
    for (int i = 0; i < 6; i++) {
        rig r = rig_begin("Start");
        add_fixed(&r, "wall", 0);
        add(&r, GAP, "gap", "law", (double)EG_CONTACT_FLORES, "c", C, "e", 0.5, "v_min", 0.02, NULL);
        if (i >= 3)
            eg_spec_set(r.spec, "gap.v_impact", 5.0, r.d);
        add_mass(&r, "ball", MASS, -1e-3, start[i % 3]);
        join(&r, "wall.flange", "gap.flange_a");
        join(&r, "gap.flange_b", "ball.flange_a");
        run(&r, 0.1, 1e-8);
        NEAR(begin(&r, "gap.v0"), i < 3 ? v0[i] : 5.0, 0);
        rig_end(&r);
    }
}

/* Pressed anew without having opened, the contact keeps its v0. */
static void test_pressed_anew(void **state)
{
    (void)state;
    rig r = rig_begin("Pressed");
    add_fixed(&r, "wall", 0);
    add(&r, GAP, "gap", "law", (double)EG_CONTACT_HUNT_CROSSLEY, "c", C, "e", 0.5, NULL);
    add_mass(&r, "ball", MASS, 1e-3, -SPEED);
    add(&r, "ForceStep", "hand", "stepForce", -4000.0, "startTime", 0.0, NULL);
    join(&r, "wall.flange", "gap.flange_a");
    join_all(&r, "gap.flange_b", "ball.flange_a", "hand.flange", NULL);
    run(&r, 0.5, 1e-9);
    const double touch = event_time(&r, "gap", "contact begins", 0);
    TRUE(isnan(event_time(&r, "gap", "contact begins", 1)));
    NEAR(end(&r, "gap.v0"), value(&r, "gap.v0", touch), 0);
    TRUE(end(&r, "gap.v0") > SPEED);
    NEAR(end(&r, "gap.s_rel"), -4000.0 / C, 4e-3);
    rig_end(&r);
}

/* Pressed on a stop that is damped on approach alone, a body creeps into its rest; it comes to 0 speed within
 * round-off, over and over, and each is one event. */
static void test_creeps_to_rest(void **state)
{
    (void)state;
    const char *const engines[] = {"auto", "erk"};
    for (int i = 0; i < 2; i++) {
        rig r = rig_begin("Rest");
        add_fixed(&r, "wall", 0);
        add(&r, TWO, "gap", "law", (double)EG_CONTACT_UNDAMPED_REBOUND, "s_lower", -0.01, "s_upper", 0.02,
            "c_lower", 33936.9, "d_lower", 990.948, NULL);
        add_mass(&r, "ball", 1.0, -0.0105, 1.0);
        add(&r, "ConstantForce", "hand", "f_constant", 20.0, NULL);
        join(&r, "wall.flange", "gap.flange_a");
        join_all(&r, "gap.flange_b", "ball.flange_a", "hand.flange", NULL);
        r.status = eg_model_compile(r.spec, r.d, &r.model);
        eg_simulate_options o = eg_simulate_options_default(r.model);
        o.stop_time = 1.0;
        o.tolerance = 1e-8;
        o.engine = engines[i];
        r.status = eg_simulate(r.model, &o, r.d, &r.t, &r.st);
        rig_demand(&r, r.status == EG_OK, engines[i]);
        /* 0.9 s of creeping at c/d = 34/s, from 1 m/s; and the tolerance */
        NEAR(end(&r, "gap.s_rel"), 0.02 + 20.0 / 33936.9, 1e-8);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- text */

#define MODEL(settings)                                                                                      \
    "model M\n  Elastogap.Contact.Gap gap(" settings ");\n"                                                  \
    "  Modelica.Mechanics.Translational.Components.Fixed wall;\n"                                            \
    "  Modelica.Mechanics.Translational.Components.Mass ball(m = 1);\n"                                      \
    "equation\n  connect(wall.flange, gap.flange_a);\n  connect(gap.flange_b, ball.flange_a);\nend M;\n"

static void test_text(void **state)
{
    (void)state;
    reading r = read_good(MODEL("law = \"hunt-crossley\", c = 1e5, e = 0.5"));
    eg_instance *gap = instance_of(&r, "gap");
    assert_true(gap->p[0] == EG_CONTACT_HUNT_CROSSLEY);
    assert_true(gap->p[eg_class_parameter(gap->class, "v_min")] == 1e-3);
    done(&r);
}

/* Spheres unless told otherwise: f = -c*x^1.5. */
static void test_hertz_exponent(void **state)
{
    (void)state;
    rig r = rig_begin("Hertz");
    add_fixed(&r, "wall", 0);
    add(&r, GAP, "gap", "law", (double)EG_CONTACT_HERTZ, "c", C, NULL);
    add_mass(&r, "ball", MASS, -0.01, 0);
    join(&r, "wall.flange", "gap.flange_a");
    join(&r, "gap.flange_b", "ball.flange_a");
    run(&r, 0.01, 1e-6);
    NEAR(begin(&r, "gap.f"), -C * 1e-3, 1e-9);
    NEAR(begin(&r, "gap.lossPower"), 0, 0);
    rig_end(&r);
}

/* What is given and plays no part is said, and the model runs. */
static void test_doubted(void **state)
{
    (void)state;
    static const char *const given[] = {"d", "e"};
    for (int two_sided = 0; two_sided < 2; two_sided++) {
        for (int i = 0; i < 2; i++) {
            rig r = rig_begin("Hertz");
            char name[20];
            snprintf(name, sizeof name, "%s%s", given[i], two_sided ? "_lower" : "");
            add_fixed(&r, "wall", 0);
            add(&r, two_sided ? TWO : GAP, "gap", "law", (double)EG_CONTACT_HERTZ,
                two_sided ? "c_lower" : "c", C, name, 0.5, two_sided ? "s_lower" : NULL, 0.0, "s_upper", 1.0,
                NULL);
            add_mass(&r, "ball", MASS, -0.01, 0);
            join(&r, "wall.flange", "gap.flange_a");
            join(&r, "gap.flange_b", "ball.flange_a");
            run(&r, 0.01, 1e-6);
            assert_int_equal(eg_diagnostics_count(r.d), 1);
            assert_int_equal(eg_diagnostics_get(r.d, 0)->severity, EG_WARNING);
            assert_non_null(strstr(eg_diagnostics_get(r.d, 0)->message, "hertz has no damper"));
            rig_end(&r);
        }
    }
}

static void doubts(const char *gap, const char *message)
{
    char text[400];
    snprintf(
        text, sizeof text,
        "model M import Modelica.Mechanics.Translational.Components.*; Fixed w; Mass m(m = 1, s(start = 1));"
        "Elastogap.Contact.Gap k(%s); equation connect(w.flange, k.flange_a);"
        "connect(k.flange_b, m.flange_a); end M;",
        gap);
    reading r = read_good(text);
    eg_model *model = NULL;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    assert_int_equal(eg_diagnostics_count(r.diagnostics), 1);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, message));
    eg_model_free(model);
    done(&r);
}

static void test_doubted_elsewhere(void **state)
{
    (void)state;
    doubts("law = \"elasto-gap\", c = 1e4, d = 1, transition = 1e-3", "transition plays no part");
    doubts("law = \"restitution\", e = 0.5, c = 1e4", "c and f_ref play no part");
}

static void refuses(const char *text, const char *message)
{
    reading r = read_set(text, NULL);
    eg_model *model = NULL;
    bool found = false;
    if (r.spec)
        r.status = eg_model_compile(r.spec, r.diagnostics, &model);
    eg_model_free(model);
    for (size_t i = 0; i < eg_diagnostics_count(r.diagnostics); i++) {
        const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, i);
        found = found || (d->severity == EG_ERROR &&
                          (strstr(d->message, message) || (d->remedy && strstr(d->remedy, message))));
    }
    if (!found)
        show(&r);
    assert_true(found && r.status == EG_ERROR_MODEL);
    done(&r);
}

/* Shells take quotes away: a law without them is the same law. */
static void test_law_by_setting(void **state)
{
    (void)state;
    static const char text[] =
        "model A parameter String which = \"hertz\"; Elastogap.Contact.Gap gap(law = which, c = 1e5, d = 5); "
        "Elastogap.Contact.TwoSidedGap stops(law = \"hertz\", c_lower = 1, s_lower = 0, s_upper = 1, "
        "d_lower = 3); end A;";
    static const struct {
        const char *setting, *path;
        int law;
    } cases[] = {{"gap.law=kelvin-voigt-clipped", "gap.law", EG_CONTACT_KELVIN_VOIGT_CLIPPED},
                 {"which=elasto-gap", "gap.law", EG_CONTACT_ELASTO_GAP},
                 {"which=\"undamped-rebound\"", "gap.law", EG_CONTACT_UNDAMPED_REBOUND},
                 {"stops.law=lankarani-nikravesh-1994", "stops.law", EG_CONTACT_LANKARANI_NIKRAVESH_1994}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_set(text, cases[i].setting);
        assert_int_equal(r.status, EG_OK);
        assert_int_equal((int)given(&r, cases[i].path), cases[i].law);
        done(&r);
    }
    reading r = read_set(text, "gap.law=hunt-crossly");
    assert_int_equal(r.status, EG_ERROR_MODEL);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "cannot be \"hunt-crossly\""));
    done(&r);
    r = read_set(text, "gap.c=hertz"); /* a number is no text */
    assert_int_equal(r.status, EG_ERROR_MODEL);
    done(&r);
}

static void test_refused(void **state)
{
    (void)state;
    refuses(MODEL("c = 1e5, d = 1"), "law");
    refuses(MODEL("law = \"hertzian\", c = 1e5"), "cannot be \"hertzian\"");
    refuses(MODEL("law = \"hertzian\", c = 1e5"), "\"hunt-crossley\"");
    refuses(MODEL("law = 3, c = 1e5"), "is of type String");
    refuses(MODEL("law = \"hunt-crossley\", c = 1e5"), "needs the restitution e");
    refuses(MODEL("law = \"hunt-crossley\", c = 1e5, e = 0.5, d = 3"), "d plays no part");
    refuses(MODEL("law = \"gonthier\", c = 1e5, e = 0"), "infinite damping");
    refuses(MODEL("law = \"gonthier\", c = 1e5, e = 1.2"), "out of range");
    refuses(MODEL("law = \"kelvin-voigt\", c = 1e5"), "needs its damping");
    refuses(MODEL("law = \"kelvin-voigt\", c = 1e5, d = 3, e = 0.5"), "d and e are both given");
    refuses(MODEL("law = \"elasto-gap\", c = 1e5, e = 0.5"), "give mass and v_impact");
    refuses(MODEL("law = \"elasto-gap\", c = 1e5, e = 0, mass = 1, v_impact = 1"), "no damping delivers");
    refuses(MODEL("law = \"smooth-transition\", c = 1e5, d = 5"), "give transition");
}

/* Each stop has its own spring: the force at a compression x is f_ref*(x/s_ref)^n of that stop, and the upper
 * takes what it is not given from the lower. */
static void test_constants_of_each_side(void **state)
{
    (void)state;
    const double push = 50.0;
    for (int upper = 0; upper < 2; upper++) {
        rig r = rig_begin("Pressed");
        add_fixed(&r, "wall", 0);
        add(&r, TWO, "stops", "law", (double)EG_CONTACT_KELVIN_VOIGT_CLIPPED, "s_lower", -0.1, "f_ref_lower",
            100.0, "s_ref_lower", 0.02, "d_lower", 400.0, "s_upper", 0.2, "f_ref_upper", 30.0, "n_upper", 2.0,
            NULL);
        add_mass(&r, "ball", 1, upper ? 0.2 : -0.1, 0);
        add(&r, "ConstantForce", "push", "f_constant", upper ? push : -push, NULL);
        join(&r, "wall.flange", "stops.flange_a");
        join_all(&r, "stops.flange_b", "ball.flange_a", "push.flange", NULL);
        run(&r, 30.0, 1e-10);
        const double x = upper ? 0.02 * sqrt(push / 30.0) : 0.02 * push / 100.0;
        NEAR(end(&r, "ball.s"), upper ? 0.2 + x : -0.1 - x, 1e-8);
        NEAR(end(&r, "stops.f"), upper ? push : -push, 1e-5);
        NEAR(end(&r, "stops.damping"), 400, 0);
        rig_end(&r);
    }
}

/* Transition and touch speed of each stop. */
static void test_speeds_of_each_side(void **state)
{
    (void)state;
    rig r = rig_begin("Speeds");
    add_fixed(&r, "wall", 0);
    add(&r, TWO, "stops", "law", (double)EG_CONTACT_HUNT_CROSSLEY, "s_lower", -0.1, "c_lower", C, "e_lower",
        0.8, "s_upper", 0.2, "v_impact_upper", 0.25, "v_min_lower", 5.0, NULL);
    add_mass(&r, "ball", MASS, 0, -SPEED);
    join(&r, "wall.flange", "stops.flange_a");
    join(&r, "stops.flange_b", "ball.flange_a");
    run(&r, 1.5, 1e-10);
    const double lower = event_time(&r, "stops", "contact with the lower stop begins", 0);
    const double upper = event_time(&r, "stops", "contact with the upper stop begins", 0);
    NEAR(value(&r, "stops.v0", lower), 5.0, 0);
    NEAR(value(&r, "stops.v0", upper), 0.25, 0);
    rig_end(&r);
}

static void test_refused_two_sided(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = eg_spec_create("Wrong", d);
    eg_model *model = NULL;
    eg_spec_add(spec, TWO, "stops", d);
    eg_spec_set(spec, "stops.law", (double)EG_CONTACT_HERTZ, d);
    eg_spec_set(spec, "stops.s_lower", 1, d);
    eg_spec_set(spec, "stops.s_upper", 0, d);
    eg_spec_set(spec, "stops.c_lower", 1, d);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_ERROR_MODEL);
    assert_non_null(strstr(eg_diagnostics_get(d, 0)->message, "s_lower is larger than s_upper"));
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_restitution),
        cmocka_unit_test(test_design_under_load),
        cmocka_unit_test(test_elasto_gap),
        cmocka_unit_test(test_two_sides),
        cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_start_in_contact),
        cmocka_unit_test(test_pressed_anew),
        cmocka_unit_test(test_creeps_to_rest),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_hertz_exponent),
        cmocka_unit_test(test_doubted),
        cmocka_unit_test(test_doubted_elsewhere),
        cmocka_unit_test(test_law_by_setting),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_constants_of_each_side),
        cmocka_unit_test(test_speeds_of_each_side),
        cmocka_unit_test(test_refused_two_sided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

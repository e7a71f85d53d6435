/* Masses that equations write: their kinetic energy in the balance, and their motion by fixed steps, where
 * they are bodies' masses. */
#include "run_text.h"

/* A mass of 2 kg on a spring of 100 N/m and 1 N.s/m, from s = 1 at rest, in several writings. */
static const char *const writings[] = {
    /* the force at one flange */
    "model Body " T_
    "Interfaces.Flange_a flange; parameter Real m=2; Real s, v; equation s = flange.s; v = der(s);"
    "m*der(v) = flange.f; end Body;",
    /* solved for the acceleration, with a weight */
    "model Body " T_ "Interfaces.Flange_a flange; parameter Real m=2; Real s, v, a; equation s = flange.s;"
    "v = der(s); a = der(v); a = (flange.f - 3 + 3)/m; end Body;",
    /* a rod of the library, cut at two flanges */
    "model Body extends " T_ "Interfaces.PartialRigid(L=0); " T_
    "Interfaces.Flange_a flange; parameter Real m=2;"
    "Real v, a; equation v = der(s); a = der(v); m*a = flange_a.f + flange_b.f; connect(flange, flange_a);"
    "end Body;",
};

#define SPRUNG_                                                                                              \
    T_ "Components.Fixed g;" T_ "Components.SpringDamper sd(c=100, d=1, s_rel0=0); Body b;"                  \
       "initial equation b.s = 1; b.v = 0; equation connect(g.flange, sd.flange_a);"                         \
       "connect(sd.flange_b, b.flange);"

static double position(double t)
{
    const double decay = 0.25, w = sqrt(50 - decay * decay);
    return exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t));
}

static double speed(double t)
{
    const double decay = 0.25, w = sqrt(50 - decay * decay);
    return -exp(-decay * t) * (50 / w) * sin(w * t);
}

static void their_kinetic_energy_is_booked(void **state)
{
    (void)state;
    for (size_t i = 0; i < EG_COUNT(writings); i++) {
        char text[3000];
        snprintf(text, sizeof text, "%s%s", writings[i], SPRUNG_);
        rig r = run_text(text, 2);
        const double v = speed(2), s = position(2);
        NEAR(end(&r, "b.s"), s, 1e-8);
        NEAR(r.st.energy.kinetic, v * v, 1e-7);
        NEAR(r.st.energy.potential, 50 * s * s, 1e-7);
        NEAR(r.st.energy.supplied, 0, 1e-8);
        NEAR(r.st.energy.dissipated, 50 - v * v - 50 * s * s, 1e-7);
        rig_end(&r);
    }
}

/* Where the mass is at 2 s in fixed steps of length h. */
static double end_of_fixed(const char *writing, double h, double *error)
{
    char text[3000];
    snprintf(text, sizeof text, "%s%s", writing, SPRUNG_);
    rig r = read_text(text);
    TRUE(eg_model_compile(r.spec, r.d, &r.model) == EG_OK);
    eg_simulate_options o = eg_simulate_options_default(r.model);
    o.engine = "fixed";
    o.step = h;
    o.interval = 0.1;
    o.stop_time = 2;
    TRUE(eg_simulate(r.model, &o, r.d, &r.t, &r.st) == EG_OK);
    const double s = end(&r, "b.s");
    *error = r.st.energy.error;
    rig_end(&r);
    return s;
}

/* The error of the motion falls with the square of the step, and the balance closes at every step. */
static void fixed_steps_move_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < EG_COUNT(writings); i++) {
        double error[2], balance;
        for (int k = 0; k < 2; k++) {
            error[k] = fabs(end_of_fixed(writings[i], k == 0 ? 2e-3 : 1e-3, &balance) - position(2));
            AT_MOST(balance, 1e-12);
        }
        AT_MOST(error[0], 1e-3);
        AT_MOST(error[1], 0.3 * error[0]);
    }
}

/* What follows the acceleration otherwise than by a number stays outside, and is refused by fixed steps. */
static void other_masses_stay_outside(void **state)
{
    (void)state;
    static const char body[] =
        "model Body " T_ "Interfaces.Flange_a flange; Real s, v; equation s = flange.s; v = der(s);"
        "(2 + s^2)*der(v) = flange.f; end Body;" SPRUNG_;
    rig r = run_text(body, 2);
    NEAR(r.st.energy.kinetic, 0, 1e-12);
    rig_end(&r);
    r = read_text(body);
    r.engine = "fixed";
    try_run(&r, 2, 1e-6);
    SAYS_ERROR(&r, "the force b.flange.f follows an acceleration");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(their_kinetic_energy_is_booked),
        cmocka_unit_test(fixed_steps_move_them),
        cmocka_unit_test(other_masses_stay_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

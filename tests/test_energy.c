/* The energy balance of a run: its scale, what is said where it does not close, and where that may be. */
#include "run_text.h"

#include "simulate/balance.h"

/* A mass that bounces on a stop without loss: E = m g h at the start. */
static rig bounce(double h)
{
    rig r = rig_begin("Bounce");
    add_fixed(&r, "ground", 0);
    add(&r, "ElastoGap", "stop", "c", 1e5, "d", 60.0, NULL);
    add_mass(&r, "ball", 2, h, 0);
    add(&r, "ConstantForce", "weight", "f_constant", -19.62, NULL);
    join(&r, "ground.flange", "stop.flange_a");
    join(&r, "stop.flange_b", "ball.flange_a");
    join(&r, "weight.flange", "ball.flange_b");
    return r;
}

/* No energy is too little to be accounted for: the figure is relative to the energy in play at any scale. */
static void small_motions_count(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        rig r = bounce(0.5 * pow(10, -6 * k));
        r.engine = "exact";
        run(&r, 2 * pow(10, -3 * k), 1e-6);
        const eg_energy *e = &r.st.energy;
        double imbalance = fabs(e->initial + e->supplied - e->kinetic - e->potential - e->dissipated);
        double largest = fmax(e->initial + e->turnover, fmax(e->kinetic + e->potential, e->dissipated));
        AT_MOST(largest, 1000 * pow(10, -6 * k));     /* scales with the height */
        NEAR(e->error, imbalance / largest, 8 * ULP); /* four sums, in any order */
        AT_MOST(e->error, 1e-12);
        NEAR(e->allowed, 1e-6, 0);
        rig_end(&r);
    }
}

static void nothing_in_play_is_closed(void **state)
{
    (void)state;
    rig r = rig_begin("Still");
    add_mass(&r, "mass", 2, 1, 0);
    run(&r, 1, 1e-6);
    NEAR(r.st.energy.error, 0, 0);
    rig_end(&r);
}

/* 0.5 m v^2 is beyond all numbers, m v is not. */
static void infinite_energy_is_an_error(void **state)
{
    (void)state;
    rig r = rig_begin("Fast");
    add_mass(&r, "mass", 2, 1, 1e160);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    TRUE(r.t != NULL);
    SAYS_ERROR(&r, "energy balance is no finite number");
    rig_end(&r);
}

/* What is missing of 4 J is told as a share of it, at the limit and beyond it. */
static void open_balance_is_told(void **state)
{
    (void)state;
    rig r = bounce(0.5);
    run(&r, 0.1, 1e-6);
    eg_network *s = eg_network_create(r.model, r.d);
    double y[2] = {0.5, 0};
    assert_non_null(s);
    const eg_balance_start start = eg_balance_begin(s, 0, y);
    for (int k = 0; k < 4; k++) {
        double share = k % 2 ? 1.01e-4 : 0.99e-4;
        eg_march_result march = {.work = {[EG_POWER_SUPPLIED] = 4, [EG_POWER_TURNOVER] = 4}};
        eg_energy e;
        s->jumped.loss = 4 - 4 * share;
        eg_balance_fill(s, y, &march, &start, k < 2 ? 1e-6 : 0, &e);
        NEAR(e.error, share, 1e-12);
        TRUE(eg_balance_is_open(&e) == (share > e.allowed));
        e.likely = "stop";
        size_t before = eg_diagnostics_count(r.d);
        TRUE(eg_balance_tell(&e, r.d) == EG_OK);
        TRUE(eg_diagnostics_count(r.d) == before + eg_balance_is_open(&e));
    }
    SAYS_WARNING(&r, "0.0001 of the energy in play");
    SAYS_WARNING(&r, "most likely at stop");
    eg_network_free(s);
    rig_end(&r);
}

/* Of two masses on springs the one with the faster motion has the larger error, at a coarse tolerance. */
static void suspect_is_where_energy_goes(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        rig r = rig_begin("Two");
        const char *const springs[] = {"first", "second"}, *const masses[] = {"one", "two"};
        add_fixed(&r, "wall", 0);
        for (int i = 0; i < 2; i++) {
            char from[20], to[20];
            add(&r, "Spring", springs[i], "c", i == swapped ? 1e4 : 1.0, NULL);
            add_mass(&r, masses[i], 1, 0.1, 0);
            snprintf(from, sizeof from, "%s.flange_b", springs[i]);
            snprintf(to, sizeof to, "%s.flange_a", masses[i]);
            join(&r, from, to);
            snprintf(from, sizeof from, "%s.flange_a", springs[i]);
            join(&r, "wall.flange", from);
        }
        r.engine = "erk";
        run(&r, 1, 1e-4);
        eg_simulate_options o = eg_simulate_options_default(r.model);
        o.stop_time = 1;
        o.interval = 0.1;
        o.tolerance = 1e-4;
        o.engine = "erk";
        const char *likely = eg_balance_suspect(r.model, &o, &r.st);
        assert_non_null(likely);
        assert_string_equal(likely, springs[swapped]);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- what is booked as what */

/* A component between the ground and a flange that moves as 0.1 sin(5 t): all that enters it is the power at
 * that flange. What of it is lost its lossPower says, or the sign of the power where it drives or resists. */
typedef enum books_kind { STORES, LOSES, DRIVES_OR_RESISTS } books_kind;

typedef struct books {
    const char *text, *flange; /* of g, connected to the drive */
    const char *ground;        /* to the ground; NULL: it is there by itself */
    books_kind kind;
    double d;     /* of a damper that shows no lossPower, which is d v^2 */
    double drift; /* added to the drive's speed */
} books;

#define DYAD_ "TranslationalComponents."
#define SIM20_ "IconicDiagrams.Mechanical.Translation.Components."
#define PRESSED B_ "Sources.Pulse u(amplitude=1, period=0.7, offset=0.2); "
#define ROOM H_ "Sources.FixedTemperature room(T=293.15); "

/* Written in equations. */
#define OWN(law)                                                                                             \
    "model Own extends " T_ "Interfaces.PartialCompliantWithRelativeStates; equation " law " end Own; Own g;"

static const books all_books[] = {
    {T_ "Components.Spring g(c=30, s_rel0=0.02);", "flange_b", "flange_a", STORES, 0, 0},
    {T_ "Components.Damper g(d=3);", "flange_b", "flange_a", LOSES, 0, 0},
    {T_ "Components.SpringDamper g(c=30, d=2, s_rel0=0.02);", "flange_b", "flange_a", LOSES, 0, 0},
    {T_ "Components.ElastoGap g(c=30, d=2, s_rel0=0.02);", "flange_b", "flange_a", LOSES, 0, 0},
    {T_ "Components.ElastoGap g(c=30, d=2, s_rel0=0.02, n=1.5);", "flange_b", "flange_a", LOSES, 0, 0},
    {"Elastogap.Contact.Gap g(law=\"elasto-gap\", c=30, d=4, s_rel0=0.01);", "flange_b", "flange_a", LOSES, 0,
     0},
    {"Elastogap.Contact.Gap g(law=\"kelvin-voigt\", c=30, d=4, s_rel0=0.01);", "flange_b", "flange_a", LOSES,
     0, 0},
    {"Elastogap.Contact.Gap g(law=\"kelvin-voigt-clipped\", c=30, d=9, s_rel0=0.01);", "flange_b", "flange_a",
     LOSES, 0, 0},
    {"Elastogap.Contact.Gap g(law=\"undamped-rebound\", c=30, d=4, s_rel0=0.01);", "flange_b", "flange_a",
     LOSES, 0, 0},
    {"Elastogap.Contact.Gap g(law=\"smooth-transition\", c=30, d=4, transition=0.02, s_rel0=0.01);",
     "flange_b", "flange_a", LOSES, 0, 0},
    {"Elastogap.Contact.Gap g(law=\"hertz\", c=30, s_rel0=0.01);", "flange_b", "flange_a", LOSES, 0, 0},
    {"Elastogap.Contact.Gap g(law=\"hunt-crossley\", c=30, e=0.5, s_rel0=0.01);", "flange_b", "flange_a",
     LOSES, 0, 0},
    {"Elastogap.Contact.TwoSidedGap g(law=\"elasto-gap\", s_lower=-0.05, s_upper=0.04, c_lower=30,"
     "d_lower=3);",
     "flange_b", "flange_a", LOSES, 0, 0},
    {"Elastogap.Contact.TableGap g(table=[0, 0; 0.01, 0.1; 0.03, 1; 0.06, 3], d=3, s_rel0=0.01,"
     "smoothness=Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1);",
     "flange_b", "flange_a", LOSES, 0, 0},
    {"Elastogap.Contact.TableGap g(table=[0, 0, 0; 0.01, 0.1, 0.05; 0.03, 1, 0.3; 0.06, 3, 2], d=3, "
     "s_rel0=0.01);",
     "flange_b", "flange_a", LOSES, 0, 0},
    {T_ "Components.SupportFriction g(f_pos=[0, 2; 1, 3]);", "flange_a", NULL, LOSES, 0, 0},
    {T_ "Components.RollingResistance g(fWeight=20, CrConstant=0.1, v0=0.01);", "flange", NULL,
     DRIVES_OR_RESISTS, 0, 0},
    {T_ "Sources.LinearSpeedDependentForce g(f_nominal=-3, v_nominal=1);", "flange", NULL, DRIVES_OR_RESISTS,
     0, 0},
    {T_ "Sources.LinearSpeedDependentForce g(f_nominal=3, v_nominal=1);", "flange", NULL, DRIVES_OR_RESISTS,
     0, 0},
    {T_ "Sources.QuadraticSpeedDependentForce g(f_nominal=-3, v_nominal=1, ForceDirection=false);", "flange",
     NULL, DRIVES_OR_RESISTS, 0, 0},
    {T_ "Sources.QuadraticSpeedDependentForce g(f_nominal=-3, v_nominal=1);", "flange", NULL,
     DRIVES_OR_RESISTS, 0, 0},
    {T_ "Sources.SignForce g(f_nominal=-3, v0=0.01);", "flange", NULL, DRIVES_OR_RESISTS, 0, 0},
    {T_ "Sources.EddyCurrentForce g(f_nominal=3, v_nominal=0.2);", "flange", NULL, LOSES, 0, 0},
    {R_ "Components.Spring g(c=30);", "flange_b", "flange_a", STORES, 0, 0},
    {R_ "Components.Damper g(d=3);", "flange_b", "flange_a", LOSES, 0, 0},
    {R_ "Components.SpringDamper g(c=30, d=2);", "flange_b", "flange_a", LOSES, 0, 0},
    {R_ "Components.ElastoBacklash g(c=30, d=4, b=0.05);", "flange_b", "flange_a", LOSES, 0, 0},
    {R_ "Components.ElastoBacklash2 g(c=30, d=4, b=0.05);", "flange_b", "flange_a", LOSES, 0, 0},
    {R_ "Components.BearingFriction g(tau_pos=[0, 2; 1, 3]);", "flange_a", NULL, LOSES, 0, 0},
    {R_ "Sources.QuadraticSpeedDependentTorque g(tau_nominal=-3, w_nominal=1, TorqueDirection=false);",
     "flange", NULL, DRIVES_OR_RESISTS, 0, 0},
    {R_ "Sources.EddyCurrentTorque g(tau_nominal=3, w_nominal=0.2);", "flange", NULL, LOSES, 0, 0},
    {T_ "Components.Brake g(mu_pos=[0, 0.4; 1, 0.6], peak=1.1, fn_max=5); " PRESSED, "flange_a", NULL, LOSES,
     0, 0},
    {R_ "Components.Brake g(mu_pos=[0, 0.4; 1, 0.6], peak=1.1, fn_max=5); " PRESSED, "flange_a", NULL, LOSES,
     0, 0},
    {R_ "Components.Clutch g(mu_pos=[0, 0.4; 1, 0.6], fn_max=5); " PRESSED, "flange_b", "flange_a", LOSES, 0,
     0},
    {R_ "Components.OneWayClutch g(mu_pos=[0, 0.4; 1, 0.6], fn_max=5); " PRESSED, "flange_b", "flange_a",
     LOSES, 0, 0.6},
    {R_ "Components.OneWayClutch g(mu_pos=[0, 0.4; 1, 0.6], fn_max=5); " PRESSED, "flange_a", "flange_b",
     LOSES, 0, -0.6},
    {T_ "Sources.InverseSpeedDependentForce g(f_nominal=-3, v_nominal=1, v0=0.05, ForceDirection=false);",
     "flange", NULL, DRIVES_OR_RESISTS, 0, 0},
    {R_ "Sources.SignTorque g(tau_nominal=-3, w0=0.01);", "flange", NULL, DRIVES_OR_RESISTS, 0, 0},
    {R_ "Sources.LinearSpeedDependentTorque g(tau_nominal=-3, w_nominal=1, TorqueDirection=false);", "flange",
     NULL, DRIVES_OR_RESISTS, 0, 0},
    {DYAD_ "Components.Spring g(c=30, s_rel0=0.02);", "flange_b", "flange_a", STORES, 0, 0},
    {DYAD_ "Components.Damper g(d=3);", "flange_b", "flange_a", LOSES, 0, 0},
    {DYAD_ "Components.SpringDamper g(c=30, d=2, s_rel0=0.02);", "flange_b", "flange_a", LOSES, 0, 0},
    {DYAD_ "Components.ElastoGap g(c=30, d=4, s_rel0=0.02); " ROOM, "flange_b", "flange_a", LOSES, 0, 0},
    {DYAD_ "Components.ElastoGap g(c=30, d=4, s_rel0=0.02, n=1.5); " ROOM, "flange_b", "flange_a", LOSES, 0,
     0},
    {DYAD_ "Sources.LinearSpeedDependentForce g(f_nominal=-3, v_nominal=1);", "flange", NULL,
     DRIVES_OR_RESISTS, 0, 0},
    {DYAD_ "Sources.QuadraticSpeedDependentForce g(f_nominal=-3, v_nominal=1);", "flange", NULL,
     DRIVES_OR_RESISTS, 0, 0},
    {DYAD_ "Sources.SignForce g(f_nominal=-3, v0=0.01);", "flange", NULL, DRIVES_OR_RESISTS, 0, 0},
    {"RotationalComponents.Components.Spring g(c=30);", "spline_b", "spline_a", STORES, 0, 0},
    {"RotationalComponents.Components.Damper g(d=3);", "spline_b", "spline_a", LOSES, 3, 0},
    {"RotationalComponents.Components.SpringDamper g(c=30, d=2);", "spline_b", "spline_a", LOSES, 2, 0},
    {OWN("f = 30*(s_rel - 0.02) + 40*s_rel^3;"), "flange_b", "flange_a", STORES, 0, 0},
    {OWN("f = 30*s_rel + 2*v_rel;"), "flange_b", "flange_a", LOSES, 2, 0},
    {OWN("f = 3*v_rel + (if s_rel < 0.01 then -30*(0.01 - s_rel)^1.5 else 0);"), "flange_b", "flange_a",
     LOSES, 3, 0},
    {OWN("f = 2*tanh(v_rel/0.01);"), "flange_b", "flange_a", DRIVES_OR_RESISTS, 0, 0},
    {OWN("f = if v_rel > 0 then 2 else -2;"), "flange_b", "flange_a", DRIVES_OR_RESISTS, 0, 0},
    {OWN("f = -2*v_rel;"), "flange_a", "flange_b", DRIVES_OR_RESISTS, 0, 0},
    {"model Own " T_ "Interfaces.Flange_a flange; equation flange.f = 30*flange.s; end Own; Own g;", "flange",
     NULL, STORES, 0, 0},
    {"model Own " T_ "Interfaces.Flange_a flange; equation flange.f = 3*der(flange.s); end Own; Own g;",
     "flange", NULL, DRIVES_OR_RESISTS, 0, 0},
    {"RotOwn g; model RotOwn extends " R_ "Interfaces.PartialCompliantWithRelativeStates; "
     "equation tau = 30*phi_rel + 2*w_rel; end RotOwn;",
     "flange_b", "flange_a", LOSES, 2, 0},
    {SIM20_ "Spring g(k=30);", "p_high", "p_low", STORES, 0, 0},
    {SIM20_ "Damper g(d=3);", "p_high", "p_low", LOSES, 3, 0},
    {SIM20_ "SpringDamper g(k=30, d=2, x_initial=0.1);", "p_high", "p_low", LOSES, 2, 0},
    {SIM20_ "SpringDamper.Default g(k=30, d=2);", "p_low", "p_high", LOSES, 2, 0},
    {SIM20_ "SpringDamper.Stiffness g(k=25, b=0.2, m=1);", "p_high", "p_low", LOSES, 2,
     0}, /* 2 b sqrt(k m) */
    {SIM20_ "SpringDamper.Frequency g(m=1, f=0.79577471545947673, b=0.2);", "p_high", "p_low", LOSES, 2,
     0}, /* 2 b m 2 pi f */
};

static double loss_of(const books *b, const rig *r, size_t row, double v)
{
    if (b->kind != LOSES)
        return 0;
    return b->d > 0 ? b->d * v * v : at(r, "g.lossPower", row);
}

/* What else g is connected to. */
static const char *joints_of(const books *b)
{
    if (strstr(b->text, ROOM))
        return "connect(room.port, g.heat_port);";
    if (strstr(b->text, PRESSED))
        return "connect(u.y, g.f_normalized);";
    return strstr(b->text, DYAD_ "Sources.") ? "connect(w.flange, g.support);" : "";
}

/* Sums by the trapezoidal rule: intervals of 1e-4 s are off by 2e-9 of what is smooth; a power that jumps, at
 * most twenty times by some watts, by as many times 1e-4 J, a share of 1e-3. */
static void every_class_is_booked(void **state)
{
    (void)state;
    for (size_t k = 0; k < EG_COUNT(all_books); k++) {
        const books *b = &all_books[k];
        bool turns = strncmp(b->text, R_, strlen(R_)) == 0 || strncmp(b->text, "Rot", 3) == 0;
        char text[2000], ground[200] = "";
        if (b->ground)
            snprintf(ground, sizeof ground, "connect(w.flange, g.%s);", b->ground);
        snprintf(text, sizeof text,
                 "%s %sSources.Position p(exact=true); %sComponents.Fixed w; " B_
                 "Sources.Sine x(amplitude=0.1, f=5/(2*Modelica.Constants.pi)); " B_
                 "Sources.Ramp drift(height=%g, duration=2); " B_
                 "Math.Add sum; equation connect(x.y, sum.u1); "
                 "connect(drift.y, sum.u2); connect(sum.y, p.%s); connect(p.flange, g.%s); %s %s",
                 b->text, turns ? R_ : T_, turns ? R_ : T_, 2 * b->drift, turns ? "phi_ref" : "s_ref",
                 b->flange, ground, joints_of(b));
        rig r = read_text(text);
        r.interval = 1e-4;
        r.engine = "auto";
        run(&r, 2, 1e-9);
        double work = 0, lost = 0, driven = 0, before[3] = {0};
        for (size_t i = 0; i < rows(&r); i++) {
            double t = time_of(&r, i), v = 0.5 * cos(5 * t) + b->drift,
                   P = -at(&r, turns ? "p.flange.tau" : "p.flange.f", i) * v;
            double now[] = {P, loss_of(b, &r, i, v), fmax(0, -P)};
            double half = i > 0 ? 0.5 * (t - time_of(&r, i - 1)) : 0;
            if (b->kind == DRIVES_OR_RESISTS)
                now[1] = fmax(0, P);
            work += half * (now[0] + before[0]);
            lost += half * (now[1] + before[1]);
            driven += half * (now[2] + before[2]);
            memcpy(before, now, sizeof now);
        }
        const eg_energy *e = &r.st.energy;
        double supplied = work + (b->kind == DRIVES_OR_RESISTS ? driven : 0), size = 1 + fabs(work) + lost;
        double kept = e->potential - (e->initial - e->kinetic);
        int bad = !(fabs(e->dissipated - lost) <= 1e-3 * size) +
                  !(fabs(e->supplied - supplied) <= 1e-3 * size) +
                  !(fabs(kept - (supplied - lost)) <= 1e-3 * size);
        if (bad)
            print_error("%s: supplied %g for %g, dissipated %g for %g, stored %g\n", b->text, e->supplied,
                        supplied, e->dissipated, lost, kept);
        TRUE(!bad);
        TRUE(b->kind == LOSES || b->kind == DRIVES_OR_RESISTS || e->dissipated == 0);
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_motions_count),          cmocka_unit_test(nothing_in_play_is_closed),
        cmocka_unit_test(infinite_energy_is_an_error),  cmocka_unit_test(open_balance_is_told),
        cmocka_unit_test(suspect_is_where_energy_goes), cmocka_unit_test(every_class_is_booked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

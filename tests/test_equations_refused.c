/* Users' equations that cannot be solved: each is refused by name, with its place and what to do. */
#include "equation_models.h"

typedef struct refusal {
    const char *text;
    const char *message, *remedy;
} refusal;

/* Some error contains message and remedy; it is found by the compiler (EG_ERROR_MODEL). */
static void expect(const refusal *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rig r = rig_read(table[i].text);
        rig_demand(&r, r.status == EG_OK, table[i].text);
        try_run(&r, 1, 1e-6);
        if (r.status != EG_ERROR_MODEL && r.status != EG_ERROR_SIMULATION)
            rig_fail(__FILE__, __LINE__, table[i].text);
        SAYS_ERROR(&r, table[i].message);
        SAYS_ERROR(&r, table[i].remedy);
        TRUE(r.spec != NULL);
        rig_release(&r);
    }
    ALL_WELL();
}
#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        static const refusal table[] = {__VA_ARGS__};                                                        \
        expect(table, sizeof table / sizeof table[0]);                                                       \
    } while (0)

static void the_number_of_equations_must_fit(void **state)
{
    (void)state;
    REFUSED(
        {"model A Real x, y; equation x = 1; end A;", "no equation determines y", "one more"},
        {"model A Real x; equation x = 1; x = 2*time; end A;", "x is given by x = 1 (test.mo:1)", "remove"},
        {"model A Real x(start = 1); equation x = 1; der(x) = 2*x; end A;", "determines nothing", "remove"},
        {"model A Real x, y, z; equation x + y = 1; 2*x + sin(y) = 3; x - y = cos(y); end A;", "one too many",
         "z"},
        {"model A Integer n; Real x; equation x = n; end A;", "no equation determines n", "one more"},
        {"model A Boolean b = not b; end A;", "depend on themselves", "pre(x)"});
}

/* Each names the other place. */
static void a_variable_is_assigned_once(void **state)
{
    (void)state;
#define CLAUSE "  when time > 0.1 then\n    k = 1;\n  end when;\n"
    REFUSED({"model A Integer k(start = 0); equation\n" CLAUSE "when time > 0.2 then k = 2; end when; end A;",
             "k is assigned in a when clause at test.mo:3 already", "elsewhen"},
            {"model A Integer k[2](each start = 0); equation when time > 0.2 then k = {1, 2}; end when;\n"
             "when time > 0.2 then k[2] = 2; end when; end A;",
             "k[2] is assigned in a when clause at test.mo:1 already", "elsewhen"},
            {"model A Integer k(start = 0); equation when time > 0.2 then k = 1; k = 2; end when; end A;",
             "k is assigned in a when clause at test.mo:1 already", "algorithm"},
            {"model A Integer k(start = 0); equation\n" CLAUSE "k = if time > 0.2 then 1 else 0; end A;",
             "determines nothing: everything in it is given by other equations or by the motion of "
             "components; k is assigned in a when clause by k = 1 (test.mo:3)",
             "remove"},
            {"model A Integer k(start = 0); equation\n" CLAUSE
             "algorithm when time > 0.2 then k := 2; end when; end A;",
             "k is assigned in a when clause by k = 1 (test.mo:3)", "remove"});
}

static void higher_index_is_refused_with_names(void **state)
{
    (void)state;
    REFUSED(
        {"model P Real x(start = 1), y(start = 0), u, v, l; equation der(x) = u; der(y) = v; der(u) = -l*x; "
         "der(v) = -l*y - 9.81; x^2 + y^2 = 1; when x < 0 then reinit(u, -pre(u)); end when; end P;",
         "the constraint x^2 + y^2 = 1 ties u, which reinit sets", "an angle for instance"},
        {"model P Real x(start = 1, fixed = true), y(start = 1, fixed = true); equation der(x) = -x; "
         "der(y) = -y; x^2 + y^2 = 2; end P;",
         "x^2 + y^2 = 2 determines nothing", "remove one of these equations"},
        {"model A " USES "model D " T_LIB "Interfaces.Flange_b flange; Real k = flange.f; "
         "equation flange.s^3 + flange.s = sin(time); end D; Mass m(m = 2); D d; "
         "equation connect(d.flange, m.flange_a); end A;",
         "flange.s = sin(time) needs the second derivative of d.flange.s", "of higher index"},
        {"model A " USES "Mass m(m = 1); Real j; equation j = der(der(der(m.s))); end A;",
         "the derivative of an acceleration", "higher index"},
        {"model A Modelica.Blocks.Sources.Step s(startTime = 0.5); Real v = der(s.y); end A;",
         "infinite where the signal jumps", "first-order lag"},
        {"model A Real x, y, j; equation x^3 + x = time; j = der(y); y = 2*x; end A;", "", ""});
}

static void singular_at_an_instant(void **state)
{
    (void)state;
    REFUSED({"model A Real x, y; equation sin(x) + y = 1; 2*sin(x) + 2*y = 3; end A;",
             "2*sin(x) + 2*y = 3 determines nothing", "nothing is left to determine x"},
            {"model A Real x, y; equation x + y = 1; 2*x + 2*y = 2; end A;",
             "2*x + 2*y = 2 determines nothing", "nothing is left to determine y"},
            {"model A Real x(start = 1), y(start = 1); equation x*y = 1; x*y + time = 3; end A;",
             "do not determine the variable", "say the same"},
            {"model A Real x(start = 0, fixed = true); equation x*der(x) = 1; end A;", "do not determine",
             "depend on it at that time"});
}

/* A part without mass and without damping goes where forces balance, and as fast as their rates say. */
static void parts_without_mass_must_be_held(void **state)
{
    (void)state;
    REFUSED({"model A " USER_CLASSES USES "model F extends " T_LIB "Interfaces.PartialForce; "
             "equation f = if time < 0.5 then 1 else 2; end F; model G extends " T_LIB
             "Interfaces.PartialForce; Real x; equation x^3 + x = 100*s; f = -x; end G; "
             "Spring a(c = 1); Fixed w; G g; "
             "equation connect(w.flange, a.flange_a); connect(a.flange_b, g.flange); end A;",
             "the rate of a force that equations of the model give is not known", "give it a mass"},
            {"model A " USER_CLASSES USES "MyGap g(c = 1); Fixed w; Mass m(m = 1); MyGap h(c = 1); "
             "equation connect(w.flange, g.flange_a); connect(g.flange_b, h.flange_a); "
             "connect(h.flange_b, m.flange_a); end A;",
             "nothing in it can still change", "give it a mass"},
            {"model A Real s(start = 1, fixed = true), v(start = 0, fixed = true), x(start = 0.5), f; "
             "equation v = der(s); der(v) = f; f = if s - x < 0 then x - s else 0; "
             "f = if x < 0 then -x - der(x) else 0; end A;",
             "nothing in it can still change", "give it a mass"});
}

static void events_have_their_rules(void **state)
{
    (void)state;
    REFUSED({"model A Real x = time; equation when x > 0.5 then reinit(x, 0); end when; end A;",
             "reinit sets states only", "name the state"},
            {"model A " USES "Mass m(m = 1); Real x(start = 0); equation der(x) = 1; "
             "when x > 0.5 then m.s = 3; end when; end A;",
             "variables of the model only", ""},
            {"model A Integer n(start = 0), k(start = 0); equation "
             "when time > 0.5 then n = k + 1; k = n + 1; end when; end A;",
             "depend on themselves", "pre(x)"});
}

static void some_variables_are_for_results_only(void **state)
{
    (void)state;
    REFUSED({"model A " USES "Mass m(m = 1, s(fixed = true), v(fixed = true)); Force f; "
             "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor c(C = 1, T(start = 300, fixed = true)), "
             "d(C = 1); equation connect(c.port, d.port); f.f = c.der_T; connect(f.flange, m.flange_a); "
             "end A;",
             "c.der_T is known with the results only", "sensor"},
            {"model A Modelica.Thermal.HeatTransfer.Components.HeatCapacitor c(C = 1, T(start = 300, fixed = "
             "true)), d(C = 1); Real x(start = 0, fixed = true); equation connect(c.port, d.port); "
             "der(x) = der(c.T); end A;",
             "the derivative of a temperature is known with the results only", "sensor"},
            {"model A block B extends Modelica.Blocks.Interfaces.SO; Real x = 1; end B; B b; " USES
             "Force f; Mass m(m = 1); equation connect(b.y, f.f); connect(f.flange, m.flange_a); end A;",
             "not connected to a source", "connect it"});
}

static void too_many_conditions_for_the_start(void **state)
{
    (void)state;
    REFUSED(
        {"model A Real x(start = 1, fixed = true); initial equation der(x) = 0; equation der(x) = -x; end A;",
         "too many conditions for the start", "initial equations"},
        {"model A Real x(start = 1); initial equation x^2 = -1; equation der(x) = -x; end A;",
         "no start has been found", "nearer"});
}

/* Units are checked, not enforced. */
static void units_are_warned_about(void **state)
{
    (void)state;
    rig r = rig_read("model A import Modelica.Units.SI; SI.Length s(start = 1, fixed = true); SI.Velocity v; "
                     "SI.Force f = 3; "
                     "SI.Mass m = 2; SI.Time t; Real x, y; Real k(unit = \"N/m\") = 2; "
                     "equation v = der(s); v = 2*s; t = m; x = s + f; y = if s > t then 1 else 2; end A;");
    TRUE(r.status == EG_OK);
    SAYS_WARNING(&r, "the left side is in m/s, the right side in m");
    SAYS_WARNING(&r, "the left side is in s, the right side in kg");
    SAYS_WARNING(&r, "this adds m and N");
    SAYS_WARNING(&r, "this compares");
    TRUE(eg_diagnostics_count(r.d) == 4);
    rig_release(&r);
    /* 9.81 has a unit that nobody wrote, and so have the 1000 of millimetres and a limit of time. */
    r = rig_read("model A import Modelica.Units.SI; SI.Mass m = 2; SI.Velocity v(start = 0, fixed = true); "
                 "SI.Length s(start = 1, fixed = true); Real s_mm(unit = \"mm\"); SI.Pressure p; "
                 "parameter SI.Pressure p0 = 2e5; equation der(s) = v; m*der(v) = -9.81*m; s_mm = 1000*s; "
                 "p = if time < 0.01 then 0 elseif time < 0.02 then p0*(time - 0.01)/0.01 else 2*p0; end A;");
    TRUE(r.status == EG_OK && eg_diagnostics_count(r.d) == 0);
    rig_release(&r);
    r = rig_read(
        "model A import Modelica.Units.SI; SI.Length s(start = 1, fixed = true); SI.Velocity v = der(s); "
        "SI.Mass m = 2; SI.Force f = -m*der(v) + 3; SI.Energy E = 0.5*m*v^2 + f*s; Real a = sqrt(s^2)/s; "
        "equation v = 2*s/1; end A;");
    TRUE(r.status == EG_OK);
    rig_end(&r);
}

/* Beginners' mistakes, found by the reader: what to do stands below each. */
static void what_the_reader_refuses(void **state)
{
    (void)state;
    static const refusal table[] = {
        {"model A Real x; algorithm x = 1; end A;", "expected \":=\"", "write x := ..."},
        {"model A Real x; equation x := 1; end A;", "expected \"=\"", "x := ... is of algorithms"},
        {"model A Real x; equation x == 1; end A;", "expected \"=\"", "== compares"},
        {"model A Real x(start = 0 fixed = true); equation der(x) = 1; end A;", "expected \")\"", "comma"},
        {"model A Real x = (1 + 2; end A;", "expected \")\"", "close the parenthesis"},
        {"model A Real y = if time > 0.5 then 1; end A;", "expected \"else\"", "in either case"},
        {"model A Real y; equation if time < 1 then y = 1; else if time < 2 then y = 2; else y = 3; end if; "
         "end A;",
         "expected \"if\"", "elseif"},
        {"model A Real x = 2**3; end A;", "expected a value", "x^2"},
        {"model A Real x; equation x = y; end A;", "\"y\" is not known", "declare it"},
        {"model A Real x = pi; end A;", "\"pi\" is not known", "import Modelica.Constants.pi;"},
        {"model A Real y = foo(time); end A;", "\"foo\" is not known", "declare it"},
        {"model A Boolean b = time > 1; Real y = b + 1; end A;", "not a truth value", "if b then 1 else 0"},
        {"model A Real y = if time then 1 else 2; end A;", "must be Boolean", "compare it"},
        {"model A Real x[3] = {1, 2, 3}, y = x[0]; end A;", "out of range", "count from 1"},
        {"model A Real y(start = 0); equation if time > 0 then when time > 1 then y = 1; end when; end if; "
         "end A;",
         "only equalities and assert", "condition1 and condition2"},
        {"model A Real y(start = 0); equation der(y) = 1; reinit(y, 0); end A;", "in a when clause",
         "when condition then"},
        {"model A Real x = time; Boolean b = edge(x); end A;", "is of a Boolean", "edge(b)"},
        {"model A Real x; equation when Clock(0.1) then x = previous(x) + 1; end when; end A;",
         "Clock(...) is not supported: there are no clocks", "sample(start, interval)"},
        {"model A Real x = hold(time); end A;", "hold(...) is not supported", "sample(start, interval)"},
        {"model A connector C Real p; flow Real m; stream Real h; end C; C c; end A;", "stream", "signals"},
        {"model A model B protected Real q = 1; end B; B b; Real y = b.q; end A;", "protected", "public"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        rig r = rig_read(table[i].text);
        rig_demand(&r, r.status == EG_ERROR_MODEL, table[i].text);
        SAYS_ERROR(&r, table[i].message);
        SAYS_ERROR(&r, table[i].remedy);
        rig_release(&r);
    }
    ALL_WELL();
}

/* Where a factor of a derivative passes 0 the equations determine nothing for an instant, and no solution
 * goes on behind it: a run ends there, and is at no later point by another branch. All stop between `from`
 * and `to`: the instant, and an interval between rows, 0.06 s, and a step after it. They are (x - 1)^4 = 1 -
 * 4 t and x = 1 - sqrt(1 - 2 t). */
static void what_is_behind_a_singular_point_is_not_reached(void **state)
{
    (void)state;
    static const char *const engines[] = {"auto", "irk", "ida"};
    static const struct {
        const char *text;
        double from, to;
    } table[] = {
        {"model A Real x(start = 0, fixed = true); equation (x - 1)^3*der(x) = -1; end A;", 0.2499, 0.37},
        {"model A Real x(start = 0, fixed = true), y; "
         "equation (y - 1)*der(x) = 1 - x; y = 2 - 2*time; end A;",
         0.4999, 0.62},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
            rig r = rig_read(table[i].text);
            rig_demand(&r, r.status == EG_OK, table[i].text);
            r.engine = engines[k];
            try_run(&r, 6, 1e-6);
            if (r.status != EG_ERROR_SIMULATION)
                rig_fail(__FILE__, __LINE__, table[i].text);
            SAYS_ERROR(&r, "the simulation stopped at");
            const double stopped = eg_trajectory_time(r.t, eg_trajectory_rows(r.t) - 1);
            TRUE(stopped > table[i].from && stopped < table[i].to);
            rig_release(&r);
        }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_number_of_equations_must_fit),
        cmocka_unit_test(a_variable_is_assigned_once),
        cmocka_unit_test(higher_index_is_refused_with_names),
        cmocka_unit_test(singular_at_an_instant),
        cmocka_unit_test(parts_without_mass_must_be_held),
        cmocka_unit_test(events_have_their_rules),
        cmocka_unit_test(some_variables_are_for_results_only),
        cmocka_unit_test(too_many_conditions_for_the_start),
        cmocka_unit_test(units_are_warned_about),
        cmocka_unit_test(what_the_reader_refuses),
        cmocka_unit_test(what_is_behind_a_singular_point_is_not_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Partial derivatives against differences of what the FMU answers, and dependencies against them: what is not
 * told has no influence, and where the structure is plain nothing is told too much. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/dependencies.h"

enum { MOST = 60 };

typedef struct subject {
    runtime *r;
    fmi3Instance i;
    eg_model *model;
    eg_fmu_list list;
    eg_fmu_dependencies of;
    fmi3ValueReference known[MOST], unknown[MOST];
    size_t knowns, unknowns;
    double at[MOST]; /* values of the knowns */
} subject;

/* Knowns: time, continuous inputs, states. Unknowns: continuous outputs, derivatives. */
static void list_references(subject *x)
{
    for (size_t v = 0; v < x->list.count; v++) {
        const eg_fmu_variable *of = &x->list.items[v];
        if (of->type != EG_REAL || of->is_discrete)
            continue;
        assert_true(x->knowns < MOST && x->unknowns < MOST);
        if (of->kind == EG_FMU_TIME || of->kind == EG_FMU_INPUT || of->kind == EG_FMU_STATE)
            x->known[x->knowns++] = (fmi3ValueReference)v;
        if (of->kind == EG_FMU_OUTPUT || of->kind == EG_FMU_DERIVATIVE)
            x->unknown[x->unknowns++] = (fmi3ValueReference)v;
    }
}

static subject begin(runtime *r, const char *text)
{
    eg_spec *spec;
    bool again, terminate, nominals, values, has_next;
    double next;
    subject x = {.r = r};
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &x.model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(&x.list, x.model), 0);
    assert_int_equal(eg_fmu_find_dependencies(&x.of, &x.list, x.model), 0);
    assert_true(eg_fmu_has_derivatives(&x.list, x.model));
    put_model(r, text, "auto");
    x.i = exchange(r);
    assert_non_null(x.i);
    list_references(&x);
    assert_int_equal(r->three.EnterInitializationMode(x.i, false, 0, 0, false, 0), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(x.i), fmi3OK);
    assert_int_equal(
        r->three.UpdateDiscreteStates(x.i, &again, &terminate, &nominals, &values, &has_next, &next), fmi3OK);
    assert_int_equal(r->three.EnterContinuousTimeMode(x.i), fmi3OK);
    return x;
}

static void end(subject *x)
{
    x->r->three.FreeInstance(x->i);
    eg_fmu_dependencies_release(&x->of);
    eg_fmu_list_release(&x->list);
    eg_model_free(x->model);
}

/* Sets all knowns and reads all unknowns. */
static void evaluate(subject *x, const double *at, double *out)
{
    double states[MOST];
    size_t count = 0;
    for (size_t k = 0; k < x->knowns; k++) {
        fmi3ValueReference v = x->known[k];
        if (x->list.items[v].kind == EG_FMU_TIME)
            assert_int_equal(x->r->three.SetTime(x->i, at[k]), fmi3OK);
        else if (x->list.items[v].kind == EG_FMU_INPUT)
            assert_int_equal(x->r->three.SetFloat64(x->i, &v, 1, &at[k], 1), fmi3OK);
        else
            states[count++] = at[k];
    }
    assert_int_equal(x->r->three.SetContinuousStates(x->i, states, count), fmi3OK);
    assert_int_equal(x->r->three.GetFloat64(x->i, x->unknown, x->unknowns, out, x->unknowns), fmi3OK);
}

static bool is_told(const subject *x, size_t unknown, size_t known)
{
    const eg_fmu_variable *u = &x->list.items[x->unknown[unknown]];
    size_t row = u->kind == EG_FMU_OUTPUT ? x->unknown[unknown] - x->list.first_output
                                          : x->list.outputs + x->unknown[unknown] - x->list.first_derivative;
    for (size_t k = x->of.first[row]; k < x->of.first[row + 1]; k++)
        if (x->of.items[k] == (long)x->known[known])
            return true;
    return x->of.is_any[row];
}

/* A central difference over 2h errs by h^2 times a third derivative and by round-off of what is
 * subtracted. */
static void check_column(subject *x, size_t known)
{
    double at[MOST], high[MOST], low[MOST], exact[MOST], size = fmax(fabs(x->at[known]), 1e-2),
                                                         h = 1e-5 * size;
    const double one = 1;
    memcpy(at, x->at, sizeof at);
    at[known] = x->at[known] + h;
    evaluate(x, at, high);
    at[known] = x->at[known] - h;
    evaluate(x, at, low);
    evaluate(x, x->at, exact);
    assert_int_equal(x->r->three.GetDirectionalDerivative(x->i, x->unknown, x->unknowns, &x->known[known], 1,
                                                          &one, 1, exact, x->unknowns),
                     fmi3OK);
    for (size_t u = 0; u < x->unknowns; u++) {
        double slope = (high[u] - low[u]) / (2 * h), round = 1e-14 * fmax(fabs(high[u]), 1) / h;
        if (!(fabs(slope - exact[u]) <= 1e-6 * fabs(slope) + 10 * round + 1e-7))
            fail_msg("d %s / d %s is %.12g, differences say %.12g", x->list.items[x->unknown[u]].name,
                     x->list.items[x->known[known]].name, exact[u], slope);
        if (exact[u] != 0 && !is_told(x, u, known))
            fail_msg("%s depends on %s", x->list.items[x->unknown[u]].name,
                     x->list.items[x->known[known]].name);
    }
}

/* seed' J computed both ways. */
static void check_adjoint(subject *x)
{
    double seed[MOST], back[MOST], forth[MOST];
    const double one = 1;
    for (size_t u = 0; u < x->unknowns; u++)
        seed[u] = 1 + 0.37 * (double)u;
    assert_int_equal(x->r->three.GetAdjointDerivative(x->i, x->unknown, x->unknowns, x->known, x->knowns,
                                                      seed, x->unknowns, back, x->knowns),
                     fmi3OK);
    for (size_t k = 0; k < x->knowns; k++) {
        double sum = 0;
        assert_int_equal(x->r->three.GetDirectionalDerivative(x->i, x->unknown, x->unknowns, &x->known[k], 1,
                                                              &one, 1, forth, x->unknowns),
                         fmi3OK);
        for (size_t u = 0; u < x->unknowns; u++)
            sum += seed[u] * forth[u];
        assert_true(back[k] == sum);
    }
}

/* At the start, and a little away from it: modes stay as they are. */
static void check(runtime *r, const char *text)
{
    subject x = begin(r, text);
    for (int round = 0; round < 2; round++) {
        for (size_t k = 0; k < x.knowns; k++) {
            if (round == 0)
                assert_int_equal(x.r->three.GetFloat64(x.i, &x.known[k], 1, &x.at[k], 1), fmi3OK);
            x.at[k] += 1e-3 * (double)(round + 1) * (1 + 0.3 * (double)k);
        }
        for (size_t k = 0; k < x.knowns; k++)
            check_column(&x, k);
        check_adjoint(&x);
    }
    end(&x);
}

#define USE                                                                                                  \
    "model M import Modelica.Mechanics.Translational.{Components,Sources,Sensors}; "                         \
    "import Modelica.Blocks; import R = Modelica.Mechanics.Rotational; "
#define GROUND "Components.Fixed ground; "
#define MASS(name, s, v)                                                                                     \
    "Components.Mass " name "(m = 2, s(start = " #s ", fixed = true), v(start = " #v ", fixed = true)); "
#define INPUT "Blocks.Interfaces.RealInput u(start = 0.7); Sources.Force push; "
#define PUSH(flange) "connect(u, push.f); connect(push.flange, " flange "); "

static void contact(void **state)
{
    static const char *const laws[] = {"c = 1e3, d = 20", "c = 1e3, d = 1e3", "c = 1e3, d = 20, n = 1.5",
                                       "c = 1e3, d = 20, n = 2"};
    char text[2000];
    for (int i = 0; i < 4; i++)
        for (int touching = 0; touching < 2; touching++) {
            snprintf(text, sizeof text,
                     USE GROUND INPUT
                     "Components.Mass a(m = 2, s(start = %s, fixed = true), v(start = -0.5, fixed = true)); "
                     "Components.ElastoGap stop(%s); Sensors.PositionSensor where; "
                     "Sensors.SpeedSensor speed; Sensors.AccSensor acc; "
                     "Blocks.Interfaces.RealOutput s, v, acceleration; output Real power = "
                     "stop.f*speed.v; "
                     "equation connect(ground.flange, stop.flange_a); connect(stop.flange_b, a.flange_a); "
                     "connect(a.flange_b, where.flange); connect(a.flange_b, speed.flange); "
                     "connect(a.flange_b, acc.flange); connect(where.s, s); connect(speed.v, v); "
                     "connect(acc.a, acceleration); " PUSH("a.flange_b") "end M;",
                     touching ? "-0.05" : "0.5", laws[i]);
            check(*state, text);
        }
}

/* Of parts without mass a spring determines the position, a damper the speed. */
static void massless(void **state)
{
    check(
        *state,
        USE GROUND INPUT MASS(
            "a", 0.3,
            0.1) "Components.Spring first(c = 100), second(c = 300); Sensors.RelPositionSensor rel; "
                 "Blocks.Interfaces.RealOutput y; "
                 "equation connect(ground.flange, first.flange_a); connect(first.flange_b, second.flange_a); "
                 "connect(second.flange_b, a.flange_a); connect(rel.flange_a, ground.flange); "
                 "connect(rel.flange_b, second.flange_a); connect(rel.s_rel, y); " PUSH(
                     "a.flange_b") "end M;");
    check(
        *state,
        USE GROUND INPUT MASS(
            "a", 0.3,
            0.1) "Components.Spring first(c = 100); Components.Damper second(d = 30, "
                 "s_rel(start = 0.1, fixed = "
                 "true)); "
                 "equation connect(ground.flange, first.flange_a); connect(first.flange_b, second.flange_a); "
                 "connect(second.flange_b, a.flange_a); " PUSH("a.flange_b") "end M;");
}

/* Sliding, and held: then the two masses move as one. */
static void friction(void **state)
{
    for (int slides = 0; slides < 2; slides++) {
        char text[2000];
        snprintf(
            text, sizeof text,
            USE "Blocks.Interfaces.RealInput u(start = 0.7); R.Sources.Torque push; "
                "R.Components.Inertia a(J = 2, w(start = %d, fixed = true), phi(start = 0.1, fixed = true)), "
                "b(J = 3, w(start = 0, fixed = true), phi(start = 0, fixed = true)); "
                "R.Components.Clutch clutch(fn_max = 20); R.Components.SpringDamper spring(c = 50, d = 3); "
                "R.Components.Fixed wall; Blocks.Sources.Constant on(k = 1); "
                "equation connect(u, push.tau); connect(push.flange, a.flange_a); "
                "connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, b.flange_a); "
                "connect(b.flange_b, spring.flange_a); connect(spring.flange_b, wall.flange); "
                "connect(on.y, clutch.f_normalized); end M;",
            5 * slides);
        check(*state, text);
    }
}

static void signals(void **state)
{
    check(*state,
          USE GROUND INPUT MASS(
              "a", 0.3,
              0.1) "Components.SpringDamper spring(c = 100, d = 3); Sensors.PositionSensor where; "
                   "Blocks.Continuous.PI controller(k = 2, T = 0.3); Blocks.Math.Feedback minus; "
                   "Blocks.Continuous.TransferFunction plant(b = {1, 2}, a = {1, 3, 2}); "
                   "Blocks.Math.Product product; "
                   "Blocks.Sources.Sine sine(f = 0.3, amplitude = 2); Sources.Force act; "
                   "Blocks.Interfaces.RealOutput y, z, squared; Blocks.Math.Product sine2; "
                   "equation connect(ground.flange, spring.flange_a); connect(spring.flange_b, a.flange_a); "
                   "connect(where.flange, a.flange_b); connect(u, minus.u1); connect(where.s, minus.u2); "
                   "connect(minus.y, controller.u); connect(controller.y, plant.u); "
                   "connect(plant.y, product.u1); "
                   "connect(sine.y, product.u2); connect(product.y, act.f); connect(act.flange, a.flange_b); "
                   "connect(product.y, y); connect(minus.y, z); connect(where.s, sine2.u1); "
                   "connect(u, sine2.u2); "
                   "connect(sine2.y, squared); " PUSH("a.flange_b") "end M;");
}

static void drives(void **state)
{
    check(
        *state,
        USE MASS("a", 0.3,
                 0.1) "Blocks.Interfaces.RealInput u(start = 0.2); Sources.Position drive(exact = "
                      "false, f_crit = 3); "
                      "Components.SpringDamper spring(c = 100, d = 3); "
                      "Blocks.Sources.Sine sine(f = 0.3, amplitude = 2); Sources.Speed second(exact = true); "
                      "Components.SpringDamper other(c = 70, d = 2); "
                      "equation connect(u, drive.s_ref); connect(drive.flange, spring.flange_a); "
                      "connect(spring.flange_b, a.flange_a); connect(sine.y, second.v_ref); "
                      "connect(second.flange, other.flange_a); connect(other.flange_b, a.flange_b); end M;");
}

static void heat(void **state)
{
    check(*state,
          USE GROUND INPUT MASS(
              "a", 0.3,
              2) "Components.Damper damper(d = 8, useHeatPort = true); "
                 "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor iron(C = 5, T(start = "
                 "300, fixed = true)); "
                 "Modelica.Thermal.HeatTransfer.Components.ThermalConductor to(G = 2); "
                 "Modelica.Thermal.HeatTransfer.Sources.FixedTemperature air(T = 290); "
                 "equation connect(ground.flange, damper.flange_a); connect(damper.flange_b, a.flange_a); "
                 "connect(damper.heatPort, iron.port); connect(iron.port, to.port_a); "
                 "connect(to.port_b, air.port); " //
          PUSH("a.flange_b") "end M;");
}

static void equations(void **state)
{
    check(*state, "model M input Real u(start = 0.4); input Boolean on(start = true); parameter Real k = 3; "
                  "Real x(start = 1, fixed = true), v(start = 0.2, fixed = true), w(start = 0.5); "
                  "output Real y, z; "
                  "equation der(x) = v; der(v) = -k*sin(x) + u*w + (if on then 0.1*time^2 else 0); "
                  "w^3 + w = x*v + u; y = exp(x)*w; z = if x > 0 then x^2 else u; end M;");
}

/* A mass in free flight: its speed alone, and the force; two masses apart know nothing of each other. */
static void told_no_more(void **state)
{
    subject x = begin(*state, USE INPUT MASS("a", 0.3, 0.1)
                                  MASS("b", 0.1, 0) "equation " PUSH("a.flange_b") "end M;");
    size_t told = 0;
    for (size_t u = 0; u < x.unknowns; u++)
        for (size_t k = 0; k < x.knowns; k++)
            told += is_told(&x, u, k);
    assert_int_equal(told, 3); /* der(s_a) by v_a, der(s_b) by v_b, der(v_a) by u */
    end(&x);
}

/* A relation that stands in what it is a relation of: a switch that remembers. */
static void relations_may_turn_in_circles(void **state)
{
    check(*state,
          "model M input Real u(start = 0.4); Boolean on(start = false, fixed = true); output Real y; "
          "Real x(start = 0.3, fixed = true); equation der(x) = if on then u else -x; "
          "on = x < 0.2 or (pre(on) and x < 0.8); y = if x > 0 and on then x else 2*u; end M;");
}

/* What may not be asked for; and a start that follows an input. */
static void refused(void **state)
{
    static const char steady[] =
        "model M input Real u(start = 0.4); output Real y; Real x(start = 1); Real z(start = 2, "
        "fixed = true); "
        "initial equation der(x) = 0; equation der(x) = u - x; der(z) = -z; y = x + u; end M;";
    subject x = begin(*state, steady);
    double one = 1, answer = 0;
    fmi3ValueReference time = 0, u = (fmi3ValueReference)eg_names_find(x.list.names, "u"),
                       y = (fmi3ValueReference)eg_names_find(x.list.names, "y"),
                       dz = (fmi3ValueReference)(x.list.first_derivative + 1);
    fmi3GetDirectionalDerivativeTYPE *along = x.r->three.GetDirectionalDerivative;
    assert_int_equal(along(x.i, &y, 1, &u, 1, &one, 1, &answer, 1), fmi3OK);
    assert_true(answer == 1);
    assert_int_equal(along(x.i, &u, 1, &u, 1, &one, 1, &answer, 1), fmi3Error);
    assert_int_equal(along(x.i, &y, 1, &dz, 1, &one, 1, &answer, 1), fmi3Error);
    assert_int_equal(along(x.i, &y, 1, &u, 1, &one, 2, &answer, 1), fmi3Error);
    assert_int_equal(along(x.i, &y, 1, &u, 1, &(double){NAN}, 1, &answer, 1), fmi3Error);
    assert_int_equal(x.r->three.Reset(x.i), fmi3OK);
    assert_int_equal(along(x.i, &y, 1, &u, 1, &one, 1, &answer, 1), fmi3Error); /* not before */
    assert_int_equal(x.r->three.EnterInitializationMode(x.i, false, 0, 0, false, 0), fmi3OK);
    assert_int_equal(along(x.i, &y, 1, &u, 1, &one, 1, &answer, 1), fmi3Error);
    assert_non_null(strstr(x.r->last, "follows"));
    assert_int_equal(along(x.i, &y, 1, &time, 1, &one, 1, &answer, 1), fmi3OK);
    assert_true(answer == 0);
    end(&x);
}

int main(void)
{
#define IN_RUNTIME(test) cmocka_unit_test_setup_teardown(test, begin_runtime, end_runtime)
    const struct CMUnitTest tests[] = {
        IN_RUNTIME(contact),   IN_RUNTIME(massless),
        IN_RUNTIME(friction),  IN_RUNTIME(signals),
        IN_RUNTIME(drives),    IN_RUNTIME(heat),
        IN_RUNTIME(equations), IN_RUNTIME(told_no_more),
        IN_RUNTIME(refused),   IN_RUNTIME(relations_may_turn_in_circles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

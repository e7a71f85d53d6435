/* Flanges and heat ports as terminals of an FMU, and inputs and outputs that a model does not declare. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/shape.h"

/* An instance of a model M with a shape: the runtime and the list of its variables know the same. */
typedef struct shaped {
    runtime *r;
    fmi3Instance i;
    eg_model *model;
    eg_fmu_list list;
    double t;
} shaped;

/* The lines of the manifest for the shape. */
static void write_manifest(const runtime *r, const eg_fmu_shape *shape)
{
    char path[400], text[2000];
    int used = snprintf(text, sizeof text, "token T\nfile model.mo\nmodel M\nengine auto\n");
    for (size_t i = 0; i < shape->flange_count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "flange %s\n", shape->flanges[i]);
    for (size_t i = 0; i < shape->input_count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "input %s\n", shape->inputs[i]);
    for (size_t i = 0; i < shape->output_count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "output %s\n", shape->outputs[i]);
    snprintf(path, sizeof path, "%sfmu.txt", r->directory);
    put_file(path, text);
}

static eg_spec *spec_of(const char *text)
{
    eg_spec *spec;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    return spec;
}

static void open_shaped(shaped *x, runtime *r, const char *text, const eg_fmu_shape *shape)
{
    eg_spec *spec = spec_of(text);
    *x = (shaped){.r = r};
    assert_int_equal(eg_fmu_give_shape(spec, shape, NULL), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &x->model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(&x->list, x->model), 0);
    put_model(r, text, "auto");
    write_manifest(r, shape);
    x->i = cosimulation(r);
    if (!x->i)
        fail_msg("%s", r->last);
}

static void close_shaped(shaped *x)
{
    x->r->three.FreeInstance(x->i);
    eg_fmu_list_release(&x->list);
    eg_model_free(x->model);
}

static fmi3ValueReference reference_of(const shaped *x, const char *name, eg_fmu_kind kind)
{
    long found = eg_names_find(x->list.names, name);
    if (found < 0)
        fail_msg("there is no %s", name);
    assert_int_equal(x->list.items[found].kind, kind);
    return (fmi3ValueReference)found;
}

static void set(shaped *x, const char *name, double value)
{
    fmi3ValueReference reference = reference_of(x, name, EG_FMU_INPUT);
    assert_int_equal(x->r->three.SetFloat64(x->i, &reference, 1, &value, 1), fmi3OK);
}

static double get(shaped *x, const char *name)
{
    fmi3ValueReference reference = reference_of(x, name, EG_FMU_OUTPUT);
    double value = NAN;
    assert_int_equal(x->r->three.GetFloat64(x->i, &reference, 1, &value, 1), fmi3OK);
    return value;
}

static void start(shaped *x)
{
    assert_int_equal(x->r->three.EnterInitializationMode(x->i, false, 0, 0, false, 0), fmi3OK);
    assert_int_equal(x->r->three.ExitInitializationMode(x->i), fmi3OK);
}

static void step(shaped *x, double h)
{
    bool event, terminate, early;
    double last;
    assert_int_equal(x->r->three.DoStep(x->i, x->t, h, true, &event, &terminate, &early, &last), fmi3OK);
    x->t = last;
}

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g instead of %.17g within %g", value, expected, tolerance);
}

/* ---------------------------------------------------------------- forces and heat flows in */

#define TRANSLATIONAL "Modelica.Mechanics.Translational."
#define ROTATIONAL "Modelica.Mechanics.Rotational."
#define HEAT "Modelica.Thermal.HeatTransfer."

static void force_in(void **state)
{
    static const char *flanges[] = {"left=force", "wheel.flange_b=force", "port=force"};
    static const char text[] =
        "model M " TRANSLATIONAL "Interfaces.Flange_a left; " HEAT
        "Interfaces.HeatPort_a port; " TRANSLATIONAL
        "Components.Mass body(m = 2, s(start = 1, fixed = true), v(start = 3, fixed = true)); " ROTATIONAL
        "Components.Inertia wheel(J = 4, phi(start = 0, fixed = true), w(start = 0, fixed = true)); " HEAT
        "Components.HeatCapacitor store(C = 5, T(start = 300, fixed = true)); "
        "equation connect(left, body.flange_a); connect(port, store.port); end M;";
    eg_fmu_shape shape = {.flanges = flanges, .flange_count = 3};
    shaped x;
    open_shaped(&x, *state, text, &shape);
    set(&x, "left.f", 6);
    set(&x, "wheel.flange_b.tau", 8);
    set(&x, "port.Q_flow", 10);
    start(&x);
    for (int k = 0; k < 10; k++)
        step(&x, 0.1);
    /* Constant accelerations and a constant heat flow: polynomials of degree 2, exact but for round-off and
     * the tolerance of what auto takes, 1e-6. */
    near(get(&x, "left.a"), 3, 1e-12);
    near(get(&x, "left.v"), 6, 1e-5);
    near(get(&x, "left.s"), 1 + 3 + 1.5, 1e-5);
    near(get(&x, "wheel.flange_b.w"), 2, 1e-5);
    near(get(&x, "wheel.flange_b.phi"), 1, 1e-5);
    near(get(&x, "port.T"), 302, 1e-3);
    close_shaped(&x);
}

/* ---------------------------------------------------------------- motions and temperatures in */

static void motion_in(void **state)
{
    static const char *flanges[] = {"right=motion", "port=motion"};
    static const char text[] =
        "model M " TRANSLATIONAL "Interfaces.Flange_b right; " HEAT
        "Interfaces.HeatPort_a port; " TRANSLATIONAL
        "Components.SpringDamper spring(c = 100, d = 5); " TRANSLATIONAL "Components.Fixed ground; " HEAT
        "Components.ThermalConductor wall(G = 2); " HEAT "Sources.FixedTemperature outside(T = 280); "
        "equation connect(ground.flange, spring.flange_a); connect(spring.flange_b, right); "
        "connect(port, wall.port_a); connect(wall.port_b, outside.port); end M;";
    eg_fmu_shape shape = {.flanges = flanges, .flange_count = 2};
    const double h = 1e-3, a = 2;
    shaped x;
    open_shaped(&x, *state, text, &shape);
    set(&x, "right.a", a);
    set(&x, "port.T", 300);
    start(&x);
    near(get(&x, "port.Q_flow"), 40, 1e-9);
    /* s = a t^2/2, held over steps: what is held is behind by up to h; s - x, which is up to v h, changes the
     * speed by w^2 v h times h. The start is over after some 1/w. */
    const double w = 2 * 3.14159265 * 50;
    for (int k = 0; k < 200; k++) {
        double t = x.t;
        set(&x, "right.s", a * t * t / 2);
        set(&x, "right.v", a * t);
        step(&x, h);
        if (k > 40)
            near(get(&x, "right.f"), 100 * a * t * t / 2 + 5 * a * t,
                 100 * a * (t + h) * h + 5 * (a * h + w * w * h * h * a * t));
    }
    /* At rest again nothing is left but the spring. */
    set(&x, "right.v", 0);
    set(&x, "right.a", 0);
    set(&x, "right.s", 0.25);
    for (int k = 0; k < 100; k++) /* 31/w: what is left is exp(-31) */
        step(&x, h);
    near(get(&x, "right.f"), 25, 1e-3);
    close_shaped(&x);
}

/* ---------------------------------------------------------------- inputs and outputs by name */

static void signals(void **state)
{
    static const char *inputs[] = {"push.f", "table*.y"}, *outputs[] = {"body.?"};
    static const char text[] =
        "model M " TRANSLATIONAL
        "Sources.Force push, pull; Modelica.Blocks.Sources.Constant table1(k = 7); " TRANSLATIONAL
        "Components.Mass body(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
        "equation connect(push.flange, body.flange_a); connect(pull.flange, body.flange_b); "
        "connect(table1.y, pull.f); end M;";
    eg_fmu_shape shape = {.inputs = inputs, .outputs = outputs, .input_count = 2, .output_count = 1};
    shaped x;
    open_shaped(&x, *state, text, &shape);
    set(&x, "push.f", 5);
    set(&x, "table1.y", -1);
    start(&x);
    near(get(&x, "body.a"), 2, 1e-12);
    step(&x, 1);
    near(get(&x, "body.v"), 2, 1e-5);
    assert_int_equal(x.list.outputs, 3); /* s, v, a */
    close_shaped(&x);
}

/* What cannot be is said, with the name. */
static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *flange, *input, *says;
    } cases[] = {
        {"left", NULL, "does not say what goes in"},
        {"left=torque", NULL, "does not say what goes in"},
        {"right=force", NULL, "no flange or heat port"},
        {"body.flange_a=force", NULL, "is connected inside"},
        {"left=motion:x", NULL, "does not say what goes in"},
        {"body.s=force", NULL, "no flange or heat port"},
        {NULL, "body.*", "finds no open input and no source"},
    };
    static const char text[] = "model M " TRANSLATIONAL "Interfaces.Flange_a left; " TRANSLATIONAL
                               "Components.Mass body(m = 2); equation connect(left, body.flange_a); end M;";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *flange = cases[i].flange, *input = cases[i].input;
        eg_fmu_shape shape = {.flanges = &flange, .inputs = &input};
        shape.flange_count = flange != NULL;
        shape.input_count = input != NULL;
        eg_spec *spec = spec_of(text);
        eg_diagnostics *d = eg_diagnostics_create();
        assert_int_equal(eg_fmu_give_shape(spec, &shape, d), EG_ERROR_MODEL);
        assert_int_equal(eg_diagnostics_errors(d), 1);
        assert_non_null(strstr(eg_diagnostics_get(d, 0)->message, cases[i].says));
        eg_diagnostics_free(d);
        eg_spec_free(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(force_in, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(motion_in, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(signals, begin_runtime, end_runtime),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Source FMUs: compiled as importers do, without a warning, loaded, and run like the library itself. */
#include "fmu_calls.h"

#include "component/class.h"
#include "component/spec.h"
#include "fmi/source/source.h"
#include "fmi/variables.h"

static char *read_pieces(size_t *length)
{
    FILE *in = fopen(EG_FMU_PIECES, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    *length = (size_t)ftell(in);
    rewind(in);
    char *bytes = malloc(*length + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *length, in), *length);
    bytes[*length] = '\0';
    fclose(in);
    return bytes;
}

/* The one file of a model M, to be freed. */
static char *source_of(const char *model, int version, const char *engine)
{
    size_t length, made;
    char *pieces = read_pieces(&length), manifest[200];
    snprintf(manifest, sizeof manifest, "token T\nfile model/M.mo\nmodel M\nengine %s\n", engine);
    eg_member_file texts[] = {
        {.name = "resources/model/M.mo", .bytes = model, .length = strlen(model)},
        {.name = "resources/fmu.txt", .bytes = manifest, .length = strlen(manifest)},
    };
    eg_source_wish wish = {.pieces = pieces,
                           .length = length,
                           .version = version,
                           .identifier = "M",
                           .texts = texts,
                           .text_count = 2};
    char *text = eg_source_choose(&wish, &made);
    assert_non_null(text);
    assert_int_equal(strlen(text), made);
    free(pieces);
    return text;
}

/* A failed command shows what it was. */
static void command(const char *format, ...)
{
    char text[3000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (system(text) != 0)
        fail_msg("failed: %s", text);
}

static const char warnings[] = "-std=c99 -Wall -Wextra -Wpedantic -Werror";

/* A mass falls on a stop whose law is 1.5 and is pushed by an input. */
static const char falling[] =
    "model M parameter Real stiffness = 1e4; parameter Real both = 2*stiffness; "
    "Modelica.Blocks.Interfaces.RealInput u; "
    "Modelica.Mechanics.Translational.Components.Fixed ground; "
    "Modelica.Mechanics.Translational.Components.ElastoGap stop(c = both, d = 60, n = 1.5); "
    "Modelica.Mechanics.Translational.Components.Mass ball(m = 2, s(start = 0.5, fixed = true), "
    "v(start = 0, fixed = true)); "
    "Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -2*9.81); "
    "Modelica.Mechanics.Translational.Sources.Force push; "
    "equation connect(ground.flange, stop.flange_a); connect(stop.flange_b, ball.flange_a); "
    "connect(u, push.f); "
    "connect(push.flange, ball.flange_b); "
    "connect(weight.flange, ball.flange_b); annotation(experiment(StopTime = 1)); end M;";

static eg_model *model_of(const char *text)
{
    eg_spec *spec;
    eg_model *model;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &model), EG_OK);
    eg_spec_free(spec);
    return model;
}

static void tell(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                 fmi3String message)
{
    (void)environment, (void)status, (void)category;
    print_message("the FMU says: %s\n", message);
}

/* Names have the model's in front, so that several FMUs go into one program. */
static void load(fmi3_calls *calls, void *library)
{
#define FIND_PREFIXED(answer, name, arguments) find(library, "M_fmi3" #name, &calls->name);
    FMI3_FUNCTIONS(FIND_PREFIXED)
}

static fmi3ValueReference reference_of(const eg_model *model, const char *name)
{
    eg_fmu_list list;
    assert_int_equal(eg_fmu_list_make(&list, model), 0);
    long found = eg_names_find(list.names, name);
    eg_fmu_list_release(&list);
    assert_true(found >= 0);
    return (fmi3ValueReference)found;
}

/* Co-Simulation in a hundred steps, with a parameter and an input set, beside the library's own run. */
static void run_beside(const fmi3_calls *c)
{
    eg_model *model = model_of(falling);
    fmi3ValueReference stiffness = reference_of(model, "stiffness"), u = reference_of(model, "u"),
                       s = reference_of(model, "ball.s");
    eg_model_free(model);

    char softer[2000];
    snprintf(softer, sizeof softer, "model M parameter Real stiffness = 5e3;%s", strchr(falling, ';') + 1);
    model = model_of(softer);
    const double push = 3, soft = 5e3;
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = "erk";
    o.inputs = &push;
    o.interval = 0.01;
    eg_trajectory *direct;
    assert_int_equal(eg_simulate(model, &o, NULL, &direct, NULL), EG_OK);
    long column = eg_trajectory_find(direct, "ball.s");

    fmi3Instance i =
        c->InstantiateCoSimulation("one", "T", NULL, false, true, false, false, NULL, 0, NULL, tell, NULL);
    assert_non_null(i);
    assert_int_equal(c->SetFloat64(i, &stiffness, 1, &soft, 1), fmi3OK);
    assert_int_equal(c->SetFloat64(i, &u, 1, &push, 1), fmi3OK);
    assert_int_equal(c->EnterInitializationMode(i, false, 0, 0, true, 1), fmi3OK);
    assert_int_equal(c->ExitInitializationMode(i), fmi3OK);
    for (int k = 0; k < 100; k++) {
        bool event, ended, early;
        double last, value;
        assert_int_equal(c->DoStep(i, k * 0.01, 0.01, true, &event, &ended, &early, &last), fmi3OK);
        assert_int_equal(c->GetFloat64(i, &s, 1, &value, 1), fmi3OK);
        double expected = eg_trajectory_at(direct, (size_t)column, last);
        if (!(fabs(value - expected) <= 100 * o.tolerance * 0.6)) /* its range is some 0.6 m */
            fail_msg("ball.s at %.9g s is %.9g instead of %.9g", last, value, expected);
    }
    c->FreeInstance(i);
    eg_trajectory_free(direct);
    eg_model_free(model);
}

/* Model Exchange: free flight has the derivatives of free flight. */
static void exchange_beside(const fmi3_calls *c)
{
    fmi3Instance i = c->InstantiateModelExchange("one", "T", NULL, false, true, NULL, tell);
    bool need, terminate, nominals, values, timed;
    double next, y[2], yp[2];
    assert_non_null(i);
    assert_int_equal(c->EnterInitializationMode(i, false, 0, 0, true, 1), fmi3OK);
    assert_int_equal(c->ExitInitializationMode(i), fmi3OK);
    assert_int_equal(c->UpdateDiscreteStates(i, &need, &terminate, &nominals, &values, &timed, &next),
                     fmi3OK);
    assert_int_equal(c->EnterContinuousTimeMode(i), fmi3OK);
    assert_int_equal(c->GetContinuousStates(i, y, 2), fmi3OK);
    assert_int_equal(c->GetContinuousStateDerivatives(i, yp, 2), fmi3OK);
    assert_true(y[0] == 0.5 && y[1] == 0 && yp[0] == 0 && fabs(yp[1] + 9.81) < 1e-14);
    c->FreeInstance(i);
}

/* FMI 2 and the engine fixed: the bits of the library's own run. */
static void load_2(fmi2_calls *calls, void *library)
{
#define FIND_A(answer, name, arguments) find(library, "A_fmi2" #name, &calls->name);
    FMI2_FUNCTIONS(FIND_A)
}

static void run_fixed(const fmi2_calls *c)
{
    eg_model *model = model_of(falling);
    fmi2ValueReference u = reference_of(model, "u"), s = reference_of(model, "ball.s");
    const double push = 3;
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = "fixed";
    o.inputs = &push;
    o.interval = 0.01;
    eg_trajectory *direct;
    assert_int_equal(eg_simulate(model, &o, NULL, &direct, NULL), EG_OK);
    long column = eg_trajectory_find(direct, "ball.s");

    fmi2Component i = c->Instantiate("one", fmi2CoSimulation, "T", NULL, NULL, 0, 0);
    assert_non_null(i);
    assert_int_equal(c->SetupExperiment(i, 0, 0, 0, 1, 1), fmi2OK);
    assert_int_equal(c->EnterInitializationMode(i), fmi2OK);
    assert_int_equal(c->SetReal(i, &u, 1, &push), fmi2OK);
    assert_int_equal(c->ExitInitializationMode(i), fmi2OK);
    for (int k = 0; k < 100; k++) {
        double value;
        assert_int_equal(c->DoStep(i, k * 0.01, (k + 1) * 0.01 - k * 0.01, 1), fmi2OK);
        assert_int_equal(c->GetReal(i, &s, 1, &value), fmi2OK);
        double expected = eg_trajectory_at(direct, (size_t)column, (k + 1) * 0.01);
        if (!(fabs(value - expected) <= 1e-12)) /* an optimizer may join products and sums */
            fail_msg("ball.s at step %d is %.17g instead of %.17g", k, value, expected);
    }
    c->FreeInstance(i);
    eg_trajectory_free(direct);
    eg_model_free(model);
}

/* ---------------------------------------------------------------- the tests */

static void put_source(const char *directory, const char *name, const char *model, int version,
                       const char *engine)
{
    char path[300], *text = source_of(model, version, engine);
    snprintf(path, sizeof path, "%s/%s.c", directory, name);
    put_file(path, text);
    free(text);
}

/* Two of them, of both versions and by two compilers, in one program. */
static void compiles_links_and_runs(void **state)
{
    (void)state;
    const char *scratch = getenv("TMPDIR");
    char directory[200], path[300];
    snprintf(directory, sizeof directory, "%s/egsourceXXXXXX", scratch ? scratch : "/tmp");
    assert_non_null(mkdtemp(directory));
    char *text = source_of(falling, 3, "erk"), *again = source_of(falling, 3, "erk");
    assert_string_equal(text, again);
    free(again);
    free(text);
    put_source(directory, "M", falling, 3, "erk");
    put_source(directory, "A", falling, 2, "fixed");
    command("%s %s -fPIC -c %s/M.c -o %s/M.o", EG_OTHER_COMPILER, warnings, directory, directory);
    command("%s %s -fPIC -DFMI2_FUNCTION_PREFIX=A_ -c %s/A.c -o %s/A.o", EG_C_COMPILER, warnings, directory,
            directory);
    command("%s -shared %s/M.o %s/A.o -o %s/M.so -lm", EG_C_COMPILER, directory, directory, directory);
    snprintf(path, sizeof path, "%s/M.so", directory);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fail_msg("%s", dlerror());
    fmi3_calls calls;
    fmi2_calls calls_2;
    load(&calls, library);
    load_2(&calls_2, library);
    assert_string_equal(calls.GetVersion(), "3.0");
    assert_string_equal(calls_2.GetVersion(), "2.0");
    run_beside(&calls);
    exchange_beside(&calls);
    run_fixed(&calls_2);
    dlclose(library);
    command("%s -std=c99 -E %s/A.c | grep -q '[ *]fmi2DoStep('", EG_C_COMPILER, directory);
    command("rm -r %s", directory);
}

/* A model that names all classes has all pieces in it. No header is included that compilers may lack. */
static void all_of_it_is_c99(void **state)
{
    (void)state;
    const char *scratch = getenv("TMPDIR");
    char directory[200], *model;
    size_t count, length;
    const eg_class *const *classes = eg_classes(&count);
    FILE *out = open_memstream(&model, &length);
    assert_non_null(out);
    fputs(falling, out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "// %s\n", classes[i]->name);
    assert_int_equal(fclose(out), 0);
    snprintf(directory, sizeof directory, "%s/egsourceXXXXXX", scratch ? scratch : "/tmp");
    assert_non_null(mkdtemp(directory));
    put_source(directory, "M", model, 3, "auto");
    command("%s %s -fsyntax-only %s/M.c", EG_C_COMPILER, warnings, directory);
    command("! grep -qw fopen %s/M.c", directory); /* its files are in it */
    command("! grep -qE '<(complex|stdatomic|threads|tgmath|unistd)[.]h>' %s/M.c", directory);
    command("rm -r %s", directory);
    free(model);
}

/* An enumeration that is named, but by no class that the model uses: without it the text is not read. */
static void named_enumerations_are_known(void **state)
{
    (void)state;
    static const char type[] = "\"Modelica.Blocks.Types.Smoothness\"";
    char *with = source_of("model M parameter Modelica.Blocks.Types.Smoothness s = "
                           "Modelica.Blocks.Types.Smoothness.LinearSegments; end M;",
                           3, "erk");
    char *without = source_of("model M parameter Real s = 1; end M;", 3, "erk");
    assert_non_null(strstr(with, type));
    assert_null(strstr(without, type));
    free(with);
    free(without);
}

/* What needs ida is refused by the name of what is in the way; the engines fixed and irk take parts without
 * mass. */
static void refuses_what_needs_ida(void **state)
{
    (void)state;
    static const char massless[] =
        "model M Modelica.Mechanics.Translational.Components.Fixed ground; "
        "Modelica.Mechanics.Translational.Components.ElastoGap gap(c = 1e3, d = 10, n = 1.5); "
        "Modelica.Mechanics.Translational.Components.Damper dash(d = 5); "
        "Modelica.Mechanics.Translational.Components.Spring back(c = 10); "
        "Modelica.Mechanics.Translational.Components.Mass body(m = 1, s(start = 0.1, fixed = true), "
        "v(start = -1, "
        "fixed = true)); equation connect(ground.flange, gap.flange_a); "
        "connect(gap.flange_b, dash.flange_a); "
        "connect(ground.flange, back.flange_a); connect(back.flange_b, dash.flange_a); "
        "connect(dash.flange_b, body.flange_a); end M;";
    eg_model *model = model_of(massless);
    eg_diagnostics *d = eg_diagnostics_create();
    assert_false(eg_source_fits(model, NULL, d));
    assert_true(eg_diagnostics_errors(d) == 1);
    const char *said = eg_diagnostics_get(d, 0)->message;
    if (!strstr(said, "gap") && !strstr(said, "dash"))
        fail_msg("it says: %s", said);
    assert_true(eg_source_fits(model, "fixed", d));
    assert_true(eg_source_fits(model, "irk", d));
    eg_model_free(model);
    model = model_of(falling);
    assert_true(eg_source_fits(model, NULL, d));
    assert_true(eg_source_fits(model, "irk", d));
    assert_false(eg_source_fits(model, "ida", d));
    eg_model_free(model);
    model = model_of("model M Real x[201](each start = 1, each fixed = true); "
                     "equation for i in 1:201 loop der(x[i]) = -x[i]; end for; end M;");
    assert_false(eg_source_fits(model, "irk", d)); /* its matrices would be too large */
    assert_true(eg_source_fits(model, NULL, d));
    eg_model_free(model);
    eg_diagnostics_free(d);
}

/* A start that fits no input but another one: whether the model fits does not depend on it. */
static void starts_that_inputs_decide(void **state)
{
    (void)state;
    eg_model *model = model_of("model M input Real u(start = 0); Real x(start = 1, fixed = true), y; "
                               "initial equation x = u; equation der(x) = -x; y = u; end M;");
    eg_diagnostics *d = eg_diagnostics_create();
    assert_true(eg_source_fits(model, NULL, d) && eg_diagnostics_count(d) == 0);
    eg_model_free(model);
    model = model_of("model M Real x(start = 1, fixed = true); initial equation x = 2; "
                     "equation der(x) = -x; end M;");
    assert_false(eg_source_fits(model, NULL, d)); /* this one never starts */
    assert_true(eg_diagnostics_errors(d) > 0);
    eg_model_free(model);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_links_and_runs),      cmocka_unit_test(all_of_it_is_c99),
        cmocka_unit_test(named_enumerations_are_known), cmocka_unit_test(refuses_what_needs_ida),
        cmocka_unit_test(starts_that_inputs_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

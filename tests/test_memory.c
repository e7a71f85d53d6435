/* Out of memory: every allocation on the way from text to trajectory fails once, in a run of its own. Each
 * time the call must answer with a status, nothing may crash, and nothing may be lost (the leak check of
 * the sanitizer build sees to that).
 *
 * The linker leads malloc, calloc and realloc of the library to the functions below (--wrap). */
#include "elastogap/elastogap.h"
#include "elastogap/fixed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static long allocations;       /* since the last reset */
static long failing = -1;      /* the allocation that fails; -1: none */
static int fails_from_then_on; /* and all behind it */

static int fails(void)
{
    long i = allocations++;
    return failing >= 0 && (i == failing || (fails_from_then_on && i > failing));
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

static const char text[] =
    "model Memory \"All kinds of parts\"\n"
    "  import SI = Modelica.Units.SI;\n"
    "  parameter SI.Mass m = 2*1.0;\n"
    "  record Data Real c = 50; Real d = 1; end Data;\n"
    "  parameter Data data = Data(100);\n"
    "  model Stop\n"
    "    parameter Data data;\n"
    "    replaceable model Gap = Modelica.Mechanics.Translational.Components.ElastoGap(c = data.c,\n"
    "      d = data.d, useHeatPort = true);\n"
    "    replaceable Modelica.Thermal.HeatTransfer.Sources.FixedTemperature room(T = 290);\n"
    "    outer Modelica.Mechanics.Translational.Components.Fixed wall;\n"
    "    Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;\n"
    "    Gap gap;\n"
    "  equation\n"
    "    connect(flange_a, gap.flange_a);\n"
    "    connect(gap.flange_b, wall.flange);\n"
    "    connect(gap.heatPort, room.port);\n"
    "  end Stop;\n"
    "  inner Modelica.Mechanics.Translational.Components.Fixed wall(s0 = 1);\n"
    "  Stop stop(data = data, redeclare Modelica.Thermal.HeatTransfer.Sources.FixedTemperature "
    "room(T = 300),\n"
    "    redeclare model Gap = Modelica.Mechanics.Translational.Components.ElastoGap(d = 1));\n"
    "  Modelica.Mechanics.Translational.Components.Mass mass[2](each m = m, each L = 0,\n"
    "    s(start = {-1, -2}, each fixed = true), v(each start = 0, each fixed = true));\n"
    "  Modelica.Mechanics.Translational.Components.SpringDamper spring(c = 10, d = 1, s_rel0 = 1);\n"
    "  Modelica.Mechanics.Translational.Sources.Force force;\n"
    "  Modelica.Blocks.Sources.Step step(height = 5, startTime = 0.1);\n"
    "  function twice input Real u; output Real w; algorithm w := if u > 0 then 2*u else -u; end twice;\n"
    "  model Own extends Modelica.Mechanics.Translational.Interfaces.PartialCompliant;\n"
    "    Modelica.Blocks.Interfaces.RealOutput y; equation f = 3*s_rel + abs(s_rel)*s_rel; y = f;\n"
    "  end Own;\n"
    "  Own own; Real x(start = 1), z(start = 0.5), cut = mass[1].flange_a.f; Integer n(start = 0);\n"
    "initial equation\n"
    "  der(x) = 0.1;\n"
    "equation\n"
    "  connect(own.flange_a, mass[1].flange_a);\n"
    "  connect(own.flange_b, mass[2].flange_a);\n"
    "  der(x) = twice(z) - x + 0.01*own.y; z^3 + z = x*cos(time);\n"
    "  when {sample(0.05, 10), x < 0.3} then n = pre(n) + 1; reinit(x, 2*pre(x)); end when;\n"
    "  assert(x < 50, \"large\");\n"
    "  connect(step.y, force.f);\n"
    "  connect(force.flange, mass[2].flange_a);\n"
    "  connect(mass[2].flange_b, spring.flange_a);\n"
    "  connect(spring.flange_b, mass[1].flange_a);\n"
    "  connect(mass[1].flange_b, stop.flange_a);\n"
    "  annotation(experiment(StopTime = 1, Interval = 0.1));\n"
    "end Memory;\n";

/* Text to trajectory. Whatever fails, everything is freed. */
static eg_status run(char *message, size_t size)
{
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *trajectory = NULL;
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d)
        return EG_ERROR_MEMORY;
    eg_status status = eg_spec_read_text(text, strlen(text), "memory.mo", NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        eg_simulate_options options = eg_simulate_options_default(model);
        status = eg_simulate(model, &options, d, &trajectory, NULL);
    }
    message[0] = '\0';
    if (eg_diagnostics_errors(d) > 0)
        eg_diagnostic_format(eg_diagnostics_get(d, eg_diagnostics_count(d) - 1), 0, message, size);
    eg_trajectory_free(trajectory);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return status;
}

/* A lost message or an optional text may leave the outcome intact; what may not happen is another error
 * than "out of memory", or success without a trajectory. */
static void check_every_failure(int from_then_on)
{
    char message[600];
    failing = -1;
    allocations = 0;
    assert_int_equal(run(message, sizeof message), EG_OK);
    long count = allocations;
    assert_true(count > 50);
    fails_from_then_on = from_then_on;
    int wrong = 0;
    for (long i = 0; i < count && wrong < 10; i++) {
        failing = i;
        allocations = 0;
        eg_status status = run(message, sizeof message);
        failing = -1;
        if (status != EG_ERROR_MEMORY && (status != EG_OK || from_then_on)) {
            print_error("%s:%d: allocation %ld of %ld fails: status '%s', expected '%s'; %s\n", __FILE__,
                        __LINE__, i, count, eg_status_text(status), eg_status_text(EG_ERROR_MEMORY), message);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void one_allocation_fails(void **state)
{
    (void)state;
    check_every_failure(0);
}

static void all_allocations_fail_from_one_on(void **state)
{
    (void)state;
    check_every_failure(1);
}

/* A step of fixed length takes no memory, whatever happens in it. */
static void fixed_steps_allocate_nothing(void **state)
{
    (void)state;
    static const char *const outputs[] = {"mass.s"};
    static const char text_of_mass[] =
        "model Fall\n"
        "  Modelica.Mechanics.Translational.Components.Fixed wall;\n"
        "  Modelica.Mechanics.Translational.Components.ElastoGap gap(c = 1e4, d = 10, n = 1.5);\n"
        "  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 1, fixed = true),\n"
        "    v(start = 0, fixed = true));\n"
        "  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81);\n"
        "equation\n"
        "  connect(wall.flange, gap.flange_a);\n"
        "  connect(gap.flange_b, mass.flange_a);\n"
        "  connect(weight.flange, mass.flange_b);\n"
        "end Fall;\n";
    eg_spec *spec;
    eg_model *model;
    eg_fixed_model *fixed;
    eg_diagnostics *d = eg_diagnostics_create();
    failing = -1;
    assert_int_equal(eg_spec_read_text(text_of_mass, strlen(text_of_mass), "fall.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    assert_int_equal(eg_fixed_compile(model, 1e-3, outputs, 1, d, &fixed), EG_OK);
    const eg_fixed_plan *plan = eg_fixed_plan_of(fixed);
    eg_fixed_state *run_state = malloc(eg_fixed_size(plan));
    assert_non_null(run_state);
    eg_fixed_begin(plan, run_state);
    double s, lowest = 1;
    allocations = 0;
    for (int i = 0; i < 2000; i++) {
        eg_fixed_step(plan, run_state, NULL, &s);
        lowest = s < lowest ? s : lowest;
    }
    assert_int_equal(allocations, 0);
    assert_true(lowest < 0); /* it has met the wall */
    free(run_state);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_allocation_fails),
        cmocka_unit_test(all_allocations_fail_from_one_on),
        cmocka_unit_test(fixed_steps_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

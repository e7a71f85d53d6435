/* A stop in a control loop, a step of 1 ms at a time, as in real time.
 *
 * The model has an input u, a force, and an output y, where the mass is. The loop below is the controller: it
 * wants the mass 2 mm beyond the stop, at rest, and pushes harder the farther it is from there. Between
 * eg_fixed_begin and the end nothing is allocated; a copy of the state's memory is a copy of the run.
 *
 *   cc realtime.c $(pkg-config --cflags --libs elastogap) -o realtime && ./realtime */
#include <elastogap/elastogap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "model Loop\n"
    "  import Modelica.Mechanics.Translational.*;\n"
    "  Modelica.Blocks.Interfaces.RealInput u(unit = \"N\");\n"
    "  Modelica.Blocks.Interfaces.RealOutput y(unit = \"m\");\n"
    "  Components.Fixed wall;\n"
    "  Components.ElastoGap stop(c = 1e5, d = 60);\n"
    "  Components.Mass mass(m = 2, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
    "  Sources.Force force;\n"
    "  Sensors.PositionSensor sensor;\n"
    "equation\n"
    "  connect(wall.flange, stop.flange_a);\n"
    "  connect(stop.flange_b, mass.flange_a);\n"
    "  connect(u, force.f);\n"
    "  connect(force.flange, mass.flange_a);\n"
    "  connect(mass.flange_b, sensor.flange);\n"
    "  connect(sensor.s, y);\n"
    "end Loop;\n";

/* Two seconds; answers 0, or 1 when out of memory. */
static int run(const eg_fixed_plan *plan)
{
    eg_fixed_state *state = malloc(eg_fixed_size(plan));
    double y[3] = {0.1, 0, 0}, u;
    if (!state)
        return 1;
    eg_fixed_begin(plan, state);
    for (int k = 0; k < 2000; k++) {
        u = 1000 * (-2e-3 - y[0]) - 60 * y[1]; /* the controller */
        u = u < -50 ? -50 : u;
        eg_fixed_step(plan, state, &u, y);
    }
    printf("y = %.6f m, stop.f = %.4f N, %ld steps, %ld of them not solved to the end\n", y[0], y[2],
           state->steps, state->unconverged);
    free(state);
    return 0;
}

int main(void)
{
    static const char *const outputs[] = {"y", "mass.v", "stop.f"};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_fixed_model *fixed = NULL;
    char message[1000];
    int failed = eg_spec_read_text(text, strlen(text), "loop.mo", NULL, d, &spec) != EG_OK ||
                 eg_model_compile(spec, d, &model) != EG_OK ||
                 eg_fixed_compile(model, 1e-3, outputs, 3, d, &fixed) != EG_OK ||
                 run(eg_fixed_plan_of(fixed)) != 0;
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, message, sizeof message);
        fputs(message, stderr);
    }
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return failed;
}

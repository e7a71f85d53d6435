/* A ball of 2 kg hits a stop at 3 m/s: how fast does it come back?
 *
 * Builds the model by calls, simulates it and reads the answer by name. For this contact theory gives the
 * restitution exactly: with damping ratio zeta = d/(2 sqrt(c m)) = 0.5 the ball comes back with
 * 0.40377411 of its speed, whatever that was.
 *
 *   cc bounce.c $(pkg-config --cflags --libs elastogap) -o bounce && ./bounce */
#include <elastogap/elastogap.h>
#include <stdio.h>

#define TRANSLATIONAL "Modelica.Mechanics.Translational.Components."

static eg_spec *build(eg_diagnostics *d)
{
    eg_spec *spec = eg_spec_create("Bounce", d);
    eg_spec_add(spec, TRANSLATIONAL "Fixed", "wall", d);
    eg_spec_add(spec, TRANSLATIONAL "ElastoGap", "gap", d);
    eg_spec_add(spec, TRANSLATIONAL "Mass", "ball", d);
    eg_spec_set(spec, "gap.c", 200.0, d); /* N/m */
    eg_spec_set(spec, "gap.d", 20.0, d);  /* N.s/m */
    eg_spec_set(spec, "ball.m", 2.0, d);  /* kg */
    eg_spec_set_start(spec, "ball.s", 0.1, 1, d);
    eg_spec_set_start(spec, "ball.v", -3.0, 1, d);
    eg_spec_connect(spec, "wall.flange", "gap.flange_a", d);
    eg_spec_connect(spec, "gap.flange_b", "ball.flange_a", d);
    return spec;
}

static void print_messages(const eg_diagnostics *d)
{
    char text[1000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        fputs(text, stderr);
    }
}

int main(void)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = build(d);
    eg_model *model = NULL;
    eg_trajectory *trajectory = NULL;
    eg_status status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        eg_simulate_options options = eg_simulate_options_default(model);
        options.stop_time = 1.0;
        options.tolerance = 1e-9;
        status = eg_simulate(model, &options, d, &trajectory, NULL);
    }
    if (status == EG_OK) {
        size_t v = (size_t)eg_trajectory_find(trajectory, "ball.v");
        printf("events %zu, speed %.6f m/s, restitution %.8f\n", eg_trajectory_events(trajectory),
               eg_trajectory_at(trajectory, v, 1.0), eg_trajectory_at(trajectory, v, 1.0) / 3.0);
    }
    print_messages(d);
    eg_trajectory_free(trajectory);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return status == EG_OK ? 0 : 1;
}

/* Structs of options say how large they are: ..._default fills that in, 0 stands for version 1.0, and a size
 * that the library does not know is refused by name before anything else of the struct is looked at. */
#include <elastogap/elastogap.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char text[] =
    "model M\n"
    "  Modelica.Mechanics.Translational.Components.Mass m(s(start = 0, fixed = true),\n"
    "    v(start = 1, fixed = true), m = 2, L = 0);\n"
    "end M;\n";

typedef struct world {
    eg_diagnostics *d;
    eg_spec *spec;
    eg_model *model;
    eg_trajectory *run;
    eg_ensemble *ensemble;
    eg_design *design;
} world;

static int make_world(void **state)
{
    static world w;
    w = (world){.d = eg_diagnostics_create()};
    assert_int_equal(eg_spec_read_text(text, strlen(text), "M.mo", NULL, w.d, &w.spec), EG_OK);
    assert_int_equal(eg_model_compile(w.spec, w.d, &w.model), EG_OK);
    const eg_simulate_options o = eg_simulate_options_default(w.model);
    assert_int_equal(eg_simulate(w.model, &o, w.d, &w.run, NULL), EG_OK);
    const eg_wanted wanted = {.kind = EG_WANTED_FINAL, .signal = "m.s"};
    const char *const names[] = {"m.v.start"};
    assert_int_equal(eg_ensemble_create(w.spec, names, 1, &wanted, 1, w.d, &w.ensemble), EG_OK);
    const eg_factor factor = {.name = "m.v.start", .law = {.kind = EG_LAW_UNIFORM, .number = {1, 2}}};
    const eg_design_options set = {
        .kind = EG_DESIGN_RANDOM, .count = 3, .factors = &factor, .factor_count = 1};
    assert_int_equal(eg_design_create(&set, w.d, &w.design), EG_OK);
    *state = &w;
    return 0;
}

static int free_world(void **state)
{
    world *w = *state;
    eg_design_free(w->design);
    eg_ensemble_free(w->ensemble);
    eg_trajectory_free(w->run);
    eg_model_free(w->model);
    eg_spec_free(w->spec);
    eg_diagnostics_free(w->d);
    return 0;
}

/* The newest message is an error that names the struct. */
static void is_refused(eg_diagnostics *d, eg_status status, const char *name)
{
    assert_int_equal(status, EG_ERROR_USAGE);
    const eg_diagnostic *last = eg_diagnostics_get(d, eg_diagnostics_count(d) - 1);
    assert_non_null(strstr(last->message, name));
    assert_non_null(strstr(last->message, " has a size of "));
    assert_non_null(last->remedy);
}

/* All bytes but those of the size are such that nobody may follow them. */
#define WRONG(type, name)                                                                                    \
    type name;                                                                                               \
    memset(&name, 0xa5, sizeof name);                                                                        \
    name.size = sizeof name + 8

static void a_size_that_is_not_known_is_refused(void **state)
{
    const world *w = *state;
    WRONG(eg_read_options, read);
    eg_spec *spec;
    is_refused(w->d, eg_spec_read_text(text, strlen(text), "M.mo", &read, w->d, &spec), "eg_read_options");
    assert_null(spec);
    WRONG(eg_simulate_options, simulate);
    eg_trajectory *run;
    is_refused(w->d, eg_simulate(w->model, &simulate, w->d, &run, NULL), "eg_simulate_options");
    assert_null(run);
    WRONG(eg_ensemble_options, ensemble);
    double value = 1, result;
    is_refused(w->d, eg_ensemble_run(w->ensemble, &ensemble, 1, &value, &result, NULL, w->d, NULL),
               "eg_ensemble_options");
    ensemble = eg_ensemble_options_default(w->ensemble);
    ensemble.run.size = 1; /* the one inside, too */
    is_refused(w->d, eg_ensemble_run(w->ensemble, &ensemble, 1, &value, &result, NULL, w->d, NULL),
               "eg_simulate_options");
    WRONG(eg_design_options, drawn);
    eg_design *design;
    is_refused(w->d, eg_design_create(&drawn, w->d, &design), "eg_design_options");
    WRONG(eg_sweep_options, sweep);
    is_refused(w->d, eg_sweep_run(w->ensemble, w->design, &sweep, "none.csv", w->d, NULL),
               "eg_sweep_options");
    WRONG(eg_subset_options, subset);
    is_refused(w->d, eg_sweep_subset(w->ensemble, w->design, &subset, "none.csv", w->d, NULL, NULL),
               "eg_subset_options");
    WRONG(eg_linearize_options, linearize);
    eg_linearization *linear;
    is_refused(w->d, eg_linearize(w->model, &linearize, w->d, &linear), "eg_linearize_options");
    WRONG(eg_sensitivity_options, sensitivity);
    eg_sensitivities *derivatives;
    is_refused(w->d, eg_sensitivity(w->spec, &sensitivity, w->d, &derivatives), "eg_sensitivity_options");
    WRONG(eg_steady_options, steady);
    eg_equilibria *equilibria;
    is_refused(w->d, eg_steady(w->model, &steady, w->d, &equilibria), "eg_steady_options");
}

static void so_it_is_with_fits_and_pictures(void **state)
{
    const world *w = *state;
    WRONG(eg_fit_options, fit);
    eg_fit *fitted;
    is_refused(w->d, eg_fit_run(w->spec, &fit, w->d, &fitted), "eg_fit_options");
    WRONG(eg_optimize_options, optimize);
    eg_optimum *optimum;
    is_refused(w->d, eg_optimize(w->spec, &optimize, w->d, &optimum), "eg_optimize_options");
    WRONG(eg_diagram_options, diagram);
    eg_diagram *drawn;
    is_refused(w->d, eg_diagram_create(w->spec, &diagram, w->d, &drawn), "eg_diagram_options");
    is_refused(w->d, eg_diagram_create_at_start(w->spec, &diagram, w->d, &drawn), "eg_diagram_options");
    WRONG(eg_record_options, record);
    const eg_report_run shown = {.trajectory = w->run};
    is_refused(w->d, eg_report_record(&shown, "", &record, "none.svg", w->d), "eg_record_options");
    WRONG(eg_spectrum_options, spectrum);
    eg_spectrum amplitudes;
    is_refused(w->d, eg_trajectory_spectrum(w->run, 0, &spectrum, w->d, &amplitudes), "eg_spectrum_options");
    WRONG(eg_plot_options, plot);
    const eg_plot_run line = {.trajectory = w->run};
    const char *const curve = "m.s";
    is_refused(w->d, eg_runs_draw(&line, 1, &curve, 1, &plot, "none.svg", w->d), "eg_plot_options");
}

/* A program that was compiled with the headers of 1.0, and one that wrote a struct out itself. */
static void its_own_size_and_none_are_taken(void **state)
{
    const world *w = *state;
    for (int k = 0; k < 2; k++) {
        eg_simulate_options o = eg_simulate_options_default(w->model);
        assert_int_equal(o.size, sizeof o);
        if (k == 1)
            o.size = 0;
        o.stop_time = 3;
        eg_trajectory *run;
        assert_int_equal(eg_simulate(w->model, &o, w->d, &run, NULL), EG_OK);
        const long s = eg_trajectory_find(run, "m.s");
        assert_true(eg_trajectory_value(run, (size_t)s, eg_trajectory_rows(run) - 1) == 3); /* 1 m/s, 3 s */
        eg_trajectory_free(run);
    }
    assert_int_equal(eg_read_options_default().size, sizeof(eg_read_options));
    assert_int_equal(eg_ensemble_options_default(w->ensemble).size, sizeof(eg_ensemble_options));
    assert_int_equal(eg_ensemble_options_default(w->ensemble).run.size, sizeof(eg_simulate_options));
    assert_int_equal(eg_sweep_options_default(w->ensemble).size, sizeof(eg_sweep_options));
    assert_int_equal(eg_linearize_options_default(w->model).size, sizeof(eg_linearize_options));
    assert_int_equal(eg_sensitivity_options_default(w->model).size, sizeof(eg_sensitivity_options));
    assert_int_equal(eg_steady_options_default(w->model).size, sizeof(eg_steady_options));
    assert_int_equal(eg_fit_options_default().size, sizeof(eg_fit_options));
    assert_int_equal(eg_optimize_options_default().size, sizeof(eg_optimize_options));
    assert_int_equal(eg_diagram_options_default().size, sizeof(eg_diagram_options));
    assert_int_equal(eg_record_options_default().size, sizeof(eg_record_options));
    assert_int_equal(eg_spectrum_options_default().size, sizeof(eg_spectrum_options));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_size_that_is_not_known_is_refused),
        cmocka_unit_test(so_it_is_with_fits_and_pictures),
        cmocka_unit_test(its_own_size_and_none_are_taken),
    };
    return cmocka_run_group_tests(tests, make_world, free_world);
}

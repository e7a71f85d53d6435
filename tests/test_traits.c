/* What `info` says of who takes a model is what they do: of each model in examples/, each engine begins a run
 * or refuses it for the reason that was told, ensembles go in lanes or one by one, and events form clusters
 * or do not. */
#include "elastogap/ensemble.h"
#include "fixed_examples.h"
#include "traits/traits.h"

/* A thousandth of the model's span, without ever being nothing. */
static eg_simulate_options beginning_of(const eg_model *model, const char *engine)
{
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = engine;
    o.stop_time = o.start_time + 1e-3 * (o.stop_time - o.start_time);
    o.interval = 0.5 * (o.stop_time - o.start_time);
    o.tolerance = 1e-6;
    return o;
}

static bool is_told(const eg_diagnostics *d, const char *text)
{
    for (size_t i = 0; i < eg_diagnostics_count(d); i++)
        if (strstr(eg_diagnostics_get(d, i)->message, text))
            return true;
    return false;
}

/* An engine that is not in this build says so before it knows the model. */
static void engine_does_so(const eg_model *model, const char *name, const eg_trait *trait)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_simulate_options o = beginning_of(model, trait->name);
    eg_trajectory *t = NULL;
    const eg_status status = eg_simulate(model, &o, d, &t, NULL);
    const bool refused = is_told(d, "because") && is_told(d, trait->reason);
    if (trait->holds && status != EG_OK && is_told(d, "because"))
        fail_msg("%s: %s was said to take it, and refuses", name, trait->name);
    if (!trait->holds && status != EG_ERROR_UNAVAILABLE && (status == EG_OK || !refused))
        fail_msg("%s: %s was said to refuse it because %s", name, trait->name, trait->reason);
    eg_trajectory_free(t);
    eg_diagnostics_free(d);
}

/* By the engine erk, whose runs share vectors where the model is one for that. */
static void lanes_do_so(const eg_model *model, const char *name, const reading *r, const eg_trait *trait)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *ensemble = NULL;
    eg_ensemble_statistics st = {0};
    double results[2];
    const eg_wanted wanted = {.kind = EG_WANTED_FINAL, .signal = "time"};
    assert_int_equal(eg_ensemble_create(r->spec, NULL, 0, &wanted, 1, d, &ensemble), EG_OK);
    eg_ensemble_options o = eg_ensemble_options_default(ensemble);
    o.run = beginning_of(model, "erk");
    o.threads = 1;
    (void)eg_ensemble_run(ensemble, &o, 2, NULL, results, NULL, d, &st);
    if (trait->holds != (st.lanes > 1))
        fail_msg("%s: %d lanes, %s", name, st.lanes, trait->reason);
    eg_ensemble_free(ensemble);
    eg_diagnostics_free(d);
}

/* By the engine exact, whose events count the clusters that they form. */
static void clusters_do_so(const eg_model *model, const char *name, const eg_trait *trait)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_simulate_options o = eg_simulate_options_default(model);
    eg_statistics st;
    eg_trajectory *t = NULL;
    o.engine = "exact";
    o.stop_time = o.start_time + fmin(1.0, o.stop_time - o.start_time);
    o.interval = o.stop_time - o.start_time;
    if (eg_simulate(model, &o, d, &t, &st) == EG_OK && st.events > 0 && trait->holds != (st.clusters > 0))
        fail_msg("%s: %ld clusters, %s", name, st.clusters, trait->reason);
    eg_trajectory_free(t);
    eg_diagnostics_free(d);
}

/* Does a reason lead somewhere in the model? */
static bool names_a_part(const eg_spec *spec, const char *reason)
{
    if (strstr(reason, eg_spec_name(spec)) || strstr(reason, "equations ") || strstr(reason, "unknowns"))
        return true;
    for (size_t i = 0; i < spec->instance_count; i++)
        if (strstr(reason, spec->instances[i].path))
            return true;
    for (size_t i = 0; i < spec->connector_count; i++)
        if (strstr(reason, spec->connectors[i].path))
            return true;
    for (size_t i = 0; i < spec->variable_count; i++)
        if (strstr(reason, spec->variables[i].path))
            return true;
    return false;
}

static void they_do(const eg_model *model, const char *name, reading *r)
{
    eg_traits traits;
    assert_int_equal(eg_traits_find(model, r->diagnostics, &traits), EG_OK);
    for (int i = 0; i < traits.count; i++) {
        const eg_trait *trait = &traits.items[i];
        if (!trait->holds && !names_a_part(r->spec, trait->reason))
            fail_msg("%s: %s, because %s", name, trait->name, trait->reason);
        if (trait->is_engine)
            engine_does_so(model, name, trait);
    }
    if (traits.count == 0)
        return;
    lanes_do_so(model, name, r, eg_traits_named(&traits, "ensembles in lanes"));
    if (eg_traits_named(&traits, "exact")->holds)
        clusters_do_so(model, name, eg_traits_named(&traits, "clusters by their own clocks"));
}

static void those_who_take_a_model_run_it(void **state)
{
    (void)state;
    assert_true(for_each_example(they_do) > 50);
}

/* A model that has no consistent start has no traits, and one without unknowns needs nobody. */
static void starts_are_needed(void **state)
{
    (void)state;
    eg_traits traits = {.count = 1};
    eg_model *model = NULL;
    reading r = read_good("model M\n"
                          "  Modelica.Mechanics.Translational.Components.Fixed a, b;\n"
                          "  Modelica.Mechanics.Translational.Components.Spring s(c = 1);\n"
                          "equation\n"
                          "  connect(a.flange, s.flange_a);\n"
                          "  connect(b.flange, s.flange_b);\n"
                          "end M;\n");
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    assert_int_equal(eg_traits_find(model, r.diagnostics, &traits), EG_OK);
    assert_int_equal(traits.count, 0);
    assert_null(eg_traits_named(&traits, "exact"));
    eg_model_free(model);
    done(&r);
    r = read_good("model M\n"
                  "  Real x(start = 1, fixed = true);\n"
                  "initial equation\n"
                  "  x^2 = -1;\n"
                  "equation\n"
                  "  der(x) = -x;\n"
                  "end M;\n");
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    traits.count = 1;
    assert_int_equal(eg_traits_find(model, r.diagnostics, &traits), EG_ERROR_MODEL);
    assert_int_equal(traits.count, 0);
    eg_model_free(model);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_who_take_a_model_run_it),
        cmocka_unit_test(starts_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

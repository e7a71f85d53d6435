/* A diagram that shows how contacts and friction stand when a run begins. */
#include "elastogap/diagram.h"

#include "base/report.h"
#include "component/spec.h"
#include "simulate/start.h"

/* Is there something whose state a picture shows? */
static bool has_states(const eg_spec *spec)
{
    static const char *const names[] = {"contact", "mode", "stopped"};
    for (size_t i = 0; i < spec->instance_count; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (eg_class_variable(spec->instances[i].class, names[k]) >= 0)
                return true;
    return false;
}

/* A result with the row of the start alone; NULL where there is none, which is told. */
static eg_trajectory *find_start(eg_spec *spec, eg_diagnostics *diagnostics)
{
    eg_model *model = NULL;
    eg_trajectory *start = NULL;
    eg_diagnostics *said = eg_diagnostics_create();
    if (!said)
        return NULL;
    eg_status status = eg_model_compile(spec, said, &model);
    if (status == EG_OK)
        status = eg_simulate_start(model, said, &start, NULL);
    if (status != EG_OK) {
        const char *why = "";
        for (size_t i = 0; i < eg_diagnostics_count(said) && !*why; i++)
            if (eg_diagnostics_get(said, i)->severity == EG_ERROR)
                why = eg_diagnostics_get(said, i)->message;
        eg_report(
            diagnostics, EG_NOTE, EG_NOWHERE,
            "the start of the model cannot be found, so contacts are drawn as their start values say: %s",
            why);
        eg_trajectory_free(start);
        start = NULL;
    }
    eg_model_free(model);
    eg_diagnostics_free(said);
    return start;
}

eg_status eg_diagram_create_at_start(eg_spec *spec, const eg_diagram_options *options,
                                     eg_diagnostics *diagnostics, eg_diagram **diagram)
{
    eg_diagram_options set = options ? *options : eg_diagram_options_default();
    eg_trajectory *start = NULL;
    if (!set.start && set.layout == EG_DIAGRAM_NETWORK && has_states(spec)) {
        start = find_start(spec, diagnostics);
        set.start = start;
    }
    const eg_status status = eg_diagram_create(spec, &set, diagnostics, diagram);
    eg_trajectory_free(start);
    return status;
}

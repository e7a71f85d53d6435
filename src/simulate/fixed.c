/* A model made ready for the fixed-step solver. */
#include "fixed/model.h"
#include "elastogap/simulate.h"
#include "network/motion/observe.h"
#include "network/motion/plan.h"
#include "network/network.h"
#include "network/user/user.h"

#include <stdlib.h>
#include <string.h>

/* Tells of outputs that are no variables but nearly one: they were misspelt. */
static bool tell_misspelt(eg_diagnostics *d, const eg_model *m, const char *const *outputs, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        char *best = eg_model_nearest_variable(m, outputs[i]);
        if (best && strcmp(best, outputs[i]) != 0) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no variable %s", m->name, outputs[i]);
            eg_remedy(d, "did you mean %s?", best);
            found = true;
        }
        free(best);
    }
    return found;
}

/* by_engine: the engine fixed, which has the network beside its plan, takes the model. */
static void tell_refused(eg_diagnostics *d, const eg_model *model, const char *reason, bool by_engine)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s is no model for fixed steps, because %s", model->name, reason);
    if (by_engine)
        eg_remedy(d,
                  "leave it out of the plan, or run the model by --engine fixed or eg_simulate, which solve "
                  "for it at each step");
    else
        eg_remedy(d, "take another law in its place, or run the model by --engine auto");
}

static bool engine_takes(eg_network *s, double start, const double *y, eg_fixed_wish wish)
{
    char reason[400];
    eg_fixed_model *model = NULL;
    wish.stands_alone = false;
    wish.reason = reason;
    wish.size = sizeof reason;
    const int made = eg_network_fixed_model(&s->base, start, y, &wish, &model);
    eg_fixed_model_free(model);
    return made <= 0;
}

eg_status eg_fixed_compile(const eg_model *model, double step, const char *const *outputs,
                           size_t output_count, eg_diagnostics *diagnostics, eg_fixed_model **out)
{
    *out = NULL;
    if (!(step > 0) || !(step < HUGE_VAL)) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "the step is %g s, but must be positive and finite",
                  step);
        eg_remedy(diagnostics, "write a step such as 1e-3");
        return EG_ERROR_USAGE;
    }
    char reason[400] = "";
    eg_fixed_wish wish = {step, outputs, (int)output_count, true, reason, sizeof reason};
    double start = eg_simulate_options_default(model).start_time;
    eg_network *s = eg_network_create(model, diagnostics);
    double *y = calloc(2 * ((size_t)model->n + 1), sizeof *y);
    eg_status status = s && y ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = s->base.ops->initialize(&s->base, start, y, y + model->n + 1);
    if (status == EG_OK) {
        int made = eg_network_fixed_model(&s->base, start, y, &wish, out);
        if (made == 0)
            status = EG_OK;
        else if (made < 0)
            status = EG_ERROR_MEMORY;
        else
            status = EG_ERROR_MODEL;
        if (made > 0 && !tell_misspelt(diagnostics, model, outputs, output_count))
            tell_refused(diagnostics, model, reason, engine_takes(s, start, y, wish));
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(diagnostics, "while compiling %s", model->name);
    eg_network_free(s);
    free(y);
    return status;
}

const eg_fixed_plan *eg_fixed_plan_of(const eg_fixed_model *m)
{
    return &m->plan;
}

/* The signals of a plan are nets of the model that it was made from. */
const char *eg_fixed_input_name(const eg_model *model, const eg_fixed_model *m, int i)
{
    if (i < 0 || i >= m->plan.inputs)
        return "";
    int net = m->signal[i];
    if (net >= model->net_count) {
        const eg_user *u = model->user;
        return u->quantities[u->flows[net - model->net_count].quantity].path;
    }
    if (net >= 0)
        return model->nets[net].name;
    const eg_motion *of = &model->tree.motions[-1 - net];
    return of->count > 0
               ? eg_instance_path(model, model->drives[model->tree.drive_terms[of->first].index].instance)
               : "";
}

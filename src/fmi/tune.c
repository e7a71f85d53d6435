/* Tunable parameters: the model is read and compiled anew with their values, and the run goes on with it. All
 * that the run remembers is taken over; the change is an event. */
#include "component/interface/user_link.h"
#include "fmi/core_parts.h"
#include "network/compile/same_structure.h"
#include "network/motion/take_over.h"

#include <stdlib.h>
#include <string.h>

bool eg_fmu_begin_tuning(eg_fmu *f)
{
    if (f->before)
        return true;
    f->before = malloc((f->list.count + 1) * sizeof *f->before);
    f->was_set = malloc(f->list.count + 1);
    if (!f->before || !f->was_set) {
        eg_fmu_end_tuning(f);
        return eg_fmu_out_of_memory(f);
    }
    memcpy(f->before, f->value, f->list.count * sizeof *f->before);
    memcpy(f->was_set, f->is_set, f->list.count * sizeof *f->was_set);
    return true;
}

void eg_fmu_end_tuning(eg_fmu *f)
{
    free(f->before);
    free(f->was_set);
    f->before = NULL;
    f->was_set = NULL;
}

static bool take_back(eg_fmu *f)
{
    memcpy(f->value, f->before, f->list.count * sizeof *f->before);
    memcpy(f->is_set, f->was_set, f->list.count * sizeof *f->was_set);
    eg_fmu_end_tuning(f);
    return false;
}

/* From the present point of the old network. */
static bool go_on(eg_fmu *f, const eg_network *old, const double *y)
{
    size_t n = (size_t)old->m->n;
    if (!eg_fmu_map_variables(f) || !eg_fmu_make_run(f))
        return false;
    const eg_status taken = eg_network_go_on_from(f->network, old);
    if (taken == EG_ERROR_MEMORY)
        return eg_fmu_out_of_memory(f);
    if (taken != EG_OK) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "with these values the model looks back at others");
        eg_remedy(f->diagnostics, "set them before the start");
        return false;
    }
    memcpy(f->y, y, n * sizeof *y);
    memcpy(f->yp, y + n, n * sizeof *y);
    f->is_ready = true;
    if (eg_network_revive(f->network, f->time, f->y, f->yp) != 0 || !eg_fmu_make_consistent(f))
        return false;
    f->inputs_changed = true;
    return !f->is_cosimulation || eg_fmu_begin_journey(f, f->time);
}

/* The old network and its model live until the new ones have taken over. */
static bool change_model(eg_fmu *f, eg_model *next)
{
    eg_network *old = f->network;
    eg_model *old_own = f->own;
    size_t n = (size_t)old->base.n;
    double *y = malloc((2 * n + 1) * sizeof *y);
    if (!y) {
        eg_model_free(next);
        return eg_fmu_out_of_memory(f);
    }
    memcpy(y, f->y, n * sizeof *y);
    memcpy(y + n, f->yp, n * sizeof *y);
    eg_fmu_forget_engine(f);
    f->network = NULL;
    f->own = next;
    bool done = go_on(f, old, y);
    eg_network_free(old);
    eg_model_free(old_own);
    free(y);
    if (!done)
        f->at = EG_AT_ERROR;
    return done;
}

/* Where equations tie parts to each other is no more tunable than the length of a rod. */
static bool links_are_same(const eg_model *a, const eg_model *b)
{
    for (int i = 0; i < a->instance_count; i++) {
        const eg_instance *x = &a->instances[i], *y = &b->instances[i];
        for (unsigned k = 0; x->class == &eg_class_user_link && k < x->p_count; k++)
            if (x->p[k] != y->p[k])
                return false;
    }
    return true;
}

bool eg_fmu_tune(eg_fmu *f)
{
    eg_model *next = NULL;
    if (!f->before)
        return true;
    if (!eg_fmu_apply_inputs(f) || !eg_fmu_read_model(f, &next))
        return take_back(f);
    if (!eg_structure_is_same(eg_fmu_model(f), next) || !links_are_same(eg_fmu_model(f), next)) {
        eg_report(
            f->diagnostics, EG_ERROR, EG_NOWHERE,
            "with these values the model would have another structure: they cannot be set while the run "
            "goes on");
        eg_remedy(f->diagnostics, "set them before the start");
        eg_model_free(next);
        return take_back(f);
    }
    bool done = change_model(f, next);
    eg_fmu_end_tuning(f);
    return done;
}

/* Traits: traits.h. Each is asked of whoever would have to take the model. */
#include "traits/traits.h"

#include "base/local.h"
#include "engine/engine.h"
#include "ensemble/program.h"
#include "fixed/facet.h"
#include "fmi/source/source.h"
#include "network/motion/sheet.h"
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

/* A network at its start. */
typedef struct standing {
    eg_network *s;
    double t;
    double *y;
} standing;

/* ---------------------------------------------------------------- those that are no engines */

static bool goes_in_clusters(const standing *x, char *reason, size_t size)
{
    return x->s->base.local->takes(&x->s->base, reason, size);
}

static bool shows_on_sheets(const standing *x, char *reason, size_t size)
{
    return eg_sheet_takes(x->s, reason, size);
}

static bool goes_in_lanes(const standing *x, char *reason, size_t size)
{
    return eg_program_takes(x->s, reason, size);
}

static bool is_for_firmware(const standing *x, char *reason, size_t size)
{
    const eg_fixed_wish wish = {.step = 1e-3, .stands_alone = true, .reason = reason, .size = size};
    eg_fixed_model *plan = NULL;
    const bool takes = x->s->base.fixed->model(&x->s->base, x->t, x->y, &wish, &plan) <= 0;
    eg_fixed_model_free(plan);
    return takes;
}

static bool is_for_source(const standing *x, char *reason, size_t size)
{
    return eg_source_takes(x->s, x->t, x->y, reason, size);
}

static const struct {
    const char *name;
    bool (*holds)(const standing *x, char *reason, size_t size);
} ways[] = {
    {"clusters by their own clocks", goes_in_clusters},
    {"many rows at once", shows_on_sheets},
    {"ensembles in lanes", goes_in_lanes},
    {"firmware", is_for_firmware},
    {"source FMUs", is_for_source},
};

/* ---------------------------------------------------------------- all of them */

static void ask(const standing *x, eg_traits *traits)
{
    for (const eg_engine_ops *const *e = eg_engines; *e; e++) {
        if (*e == &eg_engine_direct)
            continue;
        eg_trait *trait = &traits->items[traits->count++];
        *trait = (eg_trait){.name = (*e)->name, .is_engine = true};
        trait->holds = eg_engine_runs(*e, &x->s->base, x->t, x->y, trait->reason, sizeof trait->reason);
    }
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        eg_trait *trait = &traits->items[traits->count++];
        *trait = (eg_trait){.name = ways[i].name};
        trait->holds = ways[i].holds(x, trait->reason, sizeof trait->reason);
    }
}

eg_status eg_traits_find(const eg_model *model, eg_diagnostics *d, eg_traits *traits)
{
    const eg_simulate_options o = eg_simulate_options_default(model);
    standing x = {.s = eg_network_create(model, d), .y = calloc(2 * (size_t)model->n + 1, sizeof(double))};
    eg_status status = x.s && x.y ? EG_OK : EG_ERROR_MEMORY;
    traits->count = 0;
    if (status == EG_OK) {
        eg_system_set_span(&x.s->base, o.start_time, o.stop_time);
        x.t = eg_system_since(&x.s->base, o.start_time);
        status = x.s->base.ops->initialize(&x.s->base, x.t, x.y, x.y + model->n);
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while looking at the model");
    if (status == EG_OK && model->n > 0)
        ask(&x, traits);
    eg_network_free(x.s);
    free(x.y);
    return status;
}

const eg_trait *eg_traits_named(const eg_traits *traits, const char *name)
{
    for (int i = 0; i < traits->count; i++)
        if (strcmp(traits->items[i].name, name) == 0)
            return &traits->items[i];
    return NULL;
}

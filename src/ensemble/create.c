/* Making an ensemble: the base model, what names lead to, what is wanted. */
#include "ensemble/ensemble.h"

#include <stdlib.h>

static const char *keep(eg_arena *arena, const char *text, bool *failed)
{
    const char *copy = text ? eg_arena_copy(arena, text) : NULL;
    *failed = *failed || (text && !copy);
    return copy;
}

static eg_status check_wanted(const eg_wanted *x, eg_diagnostics *d)
{
    const char *wrong = NULL;
    if (x->kind < EG_WANTED_FINAL || x->kind > EG_WANTED_EVENT_DURATION)
        wrong = "what is wanted is of no known kind";
    else if (x->kind <= EG_WANTED_MAXIMUM && !x->signal)
        wrong = "of a final value, a minimum or a maximum the signal must be named";
    else if (x->kind == EG_WANTED_EVENT_DURATION && !x->signal)
        wrong = "of a duration the event that ends it must be named, as signal";
    else if (x->kind >= EG_WANTED_EVENT_TIME && x->number < 1)
        wrong = "events are counted from 1";
    if (!wrong)
        return EG_OK;
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s", wrong);
    eg_remedy(d, "write a number from 1 on, an event kind that the component has, or another output");
    return EG_ERROR_USAGE;
}

static eg_status keep_wanted(eg_ensemble *e, const eg_wanted *wanted, size_t count, eg_diagnostics *d)
{
    bool failed = false;
    e->wanted = eg_arena_array(e->arena, count, sizeof *e->wanted);
    if (!e->wanted)
        return EG_ERROR_MEMORY;
    e->wanted_count = count;
    for (size_t i = 0; i < count; i++) {
        if (check_wanted(&wanted[i], d) != EG_OK)
            return EG_ERROR_USAGE;
        e->wanted[i] = wanted[i];
        e->wanted[i].signal = keep(e->arena, wanted[i].signal, &failed);
        e->wanted[i].component = keep(e->arena, wanted[i].component, &failed);
        e->wanted[i].event = keep(e->arena, wanted[i].event, &failed);
    }
    return failed ? EG_ERROR_MEMORY : EG_OK;
}

/* With the spec in place. */
static eg_status complete(eg_ensemble *e, const char *const *names, size_t name_count,
                          const eg_wanted *wanted, size_t wanted_count, eg_diagnostics *d)
{
    e->setters = eg_arena_array(e->arena, name_count, sizeof *e->setters);
    e->name_count = name_count;
    eg_status status = e->setters ? eg_model_compile(e->spec, d, &e->model) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = keep_wanted(e, wanted, wanted_count, d);
    if (status == EG_OK)
        status = eg_wanted_readout(e->wanted, wanted_count, e->model, &e->readout, d);
    return status == EG_OK ? eg_ensemble_find_setters(e, names, d) : status;
}

static eg_status conclude(eg_ensemble *e, eg_status status, eg_diagnostics *d, eg_ensemble **ensemble)
{
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while making an ensemble");
    *ensemble = status == EG_OK ? e : NULL;
    if (status != EG_OK)
        eg_ensemble_free(e);
    return status;
}

static eg_ensemble *make(void)
{
    eg_ensemble *e = calloc(1, sizeof *e);
    if (e && !(e->arena = eg_arena_create())) {
        free(e);
        return NULL;
    }
    return e;
}

eg_status eg_ensemble_create(const eg_spec *spec, const char *const *names, size_t name_count,
                             const eg_wanted *wanted, size_t wanted_count, eg_diagnostics *diagnostics,
                             eg_ensemble **ensemble)
{
    eg_ensemble *e = make();
    eg_status status = e && (e->spec = eg_spec_clone(spec)) ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = complete(e, names, name_count, wanted, wanted_count, diagnostics);
    return conclude(e, status, diagnostics, ensemble);
}

eg_status eg_ensemble_read(const char *file_or_class, const eg_read_options *options,
                           const char *const *names, size_t name_count, const eg_wanted *wanted,
                           size_t wanted_count, eg_diagnostics *diagnostics, eg_ensemble **ensemble)
{
    eg_ensemble *e = make();
    eg_status status = e ? eg_spec_read(file_or_class, options, diagnostics, &e->spec) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = complete(e, names, name_count, wanted, wanted_count, diagnostics);
    return conclude(e, status, diagnostics, ensemble);
}

void eg_ensemble_free(eg_ensemble *e)
{
    if (!e)
        return;
    eg_readout_release(&e->readout);
    eg_model_free(e->model);
    eg_spec_free(e->spec);
    eg_arena_free(e->arena);
    free(e);
}

eg_ensemble_options eg_ensemble_options_default(const eg_ensemble *ensemble)
{
    return (eg_ensemble_options){.size = sizeof(eg_ensemble_options),
                                 .run = eg_simulate_options_default(ensemble->model)};
}

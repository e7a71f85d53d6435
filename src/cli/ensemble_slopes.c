#include "cli/ensemble_slopes.h"

#include "ensemble/ensemble.h"

#include "elastogap/sensitivity.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct slopes {
    eg_runs *runs;
    const eg_status *statuses; /* (sets) */
    eg_sensitivity_options options;
    double *values; /* (sets x wanted x by) */
    eg_status *own; /* (sets) */
    atomic_size_t next;
} slopes;

/* The derivatives of a set; how that has gone. */
static eg_status find(slopes *x, eg_maker *maker, size_t set, eg_diagnostics *d)
{
    const eg_sets *sets = &x->runs->sets;
    const size_t count = x->options.of_count * x->options.by_count;
    eg_spec *spec;
    eg_sensitivities *found = NULL;
    eg_status status = eg_maker_fill(maker, sets->values + set * sets->columns, d, &spec);
    if (status == EG_OK)
        status = eg_sensitivity(spec, &x->options, d, &found);
    for (size_t i = 0; i < count; i++)
        x->values[set * count + i] = found ? found->items[i].derivative : NAN;
    eg_sensitivities_free(found);
    return status;
}

static void *work(void *argument)
{
    slopes *x = argument;
    const size_t sets = x->runs->sets.rows, count = x->options.of_count * x->options.by_count;
    eg_maker maker = {.ensemble = x->runs->ensemble};
    for (size_t set; (set = atomic_fetch_add(&x->next, 1)) < sets;) {
        eg_diagnostics *d = eg_diagnostics_create();
        x->own[set] = d ? EG_OK : EG_ERROR_MEMORY;
        for (size_t i = 0; i < count; i++)
            x->values[set * count + i] = NAN;
        if (d && x->statuses[set] == EG_OK)
            x->own[set] = find(x, &maker, set, d);
        eg_diagnostics_free(d);
    }
    eg_maker_release(&maker);
    return NULL;
}

static void share(slopes *x, size_t threads)
{
    pthread_t *others = calloc(threads, sizeof *others);
    size_t started = 0;
    while (others && started + 1 < threads && pthread_create(&others[started], NULL, work, x) == 0)
        started++;
    work(x);
    for (size_t i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    free(others);
}

/* Says of the first set that has none why. */
static eg_status judge(slopes *x)
{
    const size_t sets = x->runs->sets.rows;
    size_t set = 0;
    while (set < sets && x->own[set] == EG_OK)
        set++;
    if (set == sets)
        return EG_OK;
    eg_maker maker = {.ensemble = x->runs->ensemble};
    const eg_status status = find(x, &maker, set, x->runs->d);
    eg_maker_release(&maker);
    if (status != EG_OK)
        eg_report(x->runs->d, EG_NOTE, EG_NOWHERE, "that was set %zu: its derivatives are missing", set);
    return status;
}

eg_status eg_ensemble_slopes(eg_runs *r, const eg_texts *by, const eg_status *statuses, double *values)
{
    const eg_ensemble_options o = eg_runs_options(r);
    const long cores = o.threads > 0 ? o.threads : sysconf(_SC_NPROCESSORS_ONLN);
    const size_t sets = r->sets.rows, most = cores > 1 ? (size_t)cores : 1;
    slopes x = {.runs = r,
                .statuses = statuses,
                .values = values,
                .own = calloc(sets + 1, sizeof *x.own),
                .options = {.run = o.run,
                            .by = (const char *const *)by->items,
                            .by_count = by->count,
                            .of = (const char *const *)r->set->wanted.items,
                            .of_count = r->set->wanted.count}};
    if (!x.own)
        return EG_ERROR_MEMORY;
    share(&x, most < sets ? most : sets);
    const eg_status status = judge(&x);
    free(x.own);
    return status;
}

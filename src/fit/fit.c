/* Fits from end to end. */
#include "fit/search.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>

/* The fit that the caller sees, and what holds its texts and arrays. */
typedef struct owned_fit {
    eg_fit fit; /* first: an eg_fit * is an owned_fit * */
    eg_arena *arena;
} owned_fit;

/* What remains of data without noise is what runs err by, which neighbours share. */
static const double rounding = 1e-7;

eg_fit_options eg_fit_options_default(void)
{
    return (eg_fit_options){.size = sizeof(eg_fit_options),
                            .tolerance = 1e-10,
                            .start_time = NAN,
                            .stop_time = NAN,
                            .max_steps = 500000,
                            .starts = 1,
                            .profile = 1,
                            .level = 0.95};
}

static double spread_of(const eg_fit_series *s)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < s->count; k++) {
        low = fmin(low, s->value[k]);
        high = fmax(high, s->value[k]);
    }
    return high - low;
}

static void tell(eg_fit_problem *p, const eg_fit *fit)
{
    for (size_t i = 0; i < fit->open_count; i++) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "the data does not tell all that is sought: %s",
                  fit->open[i].words);
        eg_remedy(p->d, "seek fewer numbers, or measure what follows these");
    }
    for (size_t i = 0; i < fit->estimate_count; i++)
        if (fit->estimates[i].is_at_bound) {
            eg_report(p->d, EG_WARNING, EG_NOWHERE,
                      "%s is at a bound, %.9g: the best lies beyond, and the "
                      "intervals of the others hold only if it may not",
                      fit->estimates[i].name, fit->estimates[i].value);
        }
    for (size_t i = 0; i < fit->series_count; i++) {
        const eg_fit_series *s = &fit->series[i];
        const bool is_rounding = s->noise < rounding * spread_of(s);
        if (!is_rounding && s->autocorrelation_chance < 1e-3 && fabs(s->autocorrelation) > 0.1) {
            eg_report(p->d, EG_WARNING, EG_NOWHERE,
                      "what remains of %s in %s is no noise: neighbours are "
                      "alike (correlation %.2f), so that intervals are too narrow",
                      s->column, s->file, s->autocorrelation);
            eg_remedy(p->d,
                      "the model lacks something that the data shows, or the noise is not white; or what is "
                      "matched jumps, as speeds do at rigid impacts: then fit with --robust");
        }
        if (s->early > 0)
            eg_report(p->d, EG_WARNING, EG_NOWHERE,
                      "%zu samples of %s in %s are from before the start of the "
                      "run, where the model is taken to stand still",
                      s->early, s->column, s->file);
    }
    if (!fit->has_settled)
        eg_report(p->d, EG_WARNING, EG_NOWHERE, "the search has not settled: its end is not the best place");
}

static eg_status complete(eg_fit_problem *p, eg_fit *fit)
{
    const double began = eg_clock_seconds();
    eg_place_found best;
    eg_known known = {0};
    p->progress.starts = (size_t)p->o->starts;
    p->progress.parts = p->progress.starts + (p->o->profile ? 2 * p->sought_count : 0);
    eg_status status = eg_fit_search(p, &best, &fit->agreeing);
    if (status == EG_OK)
        status = eg_fit_assess(p, &best, &known, fit);
    if (status == EG_OK && p->o->profile) {
        const double profiles = eg_clock_seconds();
        status = eg_fit_profile(p, &best, &known, fit);
        fit->profile_seconds = eg_clock_seconds() - profiles;
    }
    if (status != EG_OK)
        return status;
    fit->has_settled = best.has_settled;
    fit->way = best.way;
    fit->level = p->o->level;
    fit->is_robust = p->o->robust != 0;
    fit->starts = (size_t)p->o->starts;
    fit->runs = p->run_total;
    fit->model = eg_arena_copy(p->arena, eg_model_name(p->ensemble->model));
    fit->seconds = eg_clock_seconds() - began;
    tell(p, fit);
    if (!fit->model)
        return EG_ERROR_MEMORY;
    return fit->open_count > 0 ? EG_DIFFERENT : EG_OK;
}

eg_status eg_fit_run(const eg_spec *spec, const eg_fit_options *options, eg_diagnostics *diagnostics,
                     eg_fit **fit)
{
    eg_fit_problem p;
    *fit = NULL;
    if (!eg_options_fit(options->size, sizeof *options, "eg_fit_options", diagnostics))
        return EG_ERROR_USAGE;
    owned_fit *own = calloc(1, sizeof *own);
    eg_status status = own ? eg_fit_problem_init(&p, spec, options, diagnostics) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = complete(&p, &own->fit);
    if (status == EG_OK || status == EG_DIFFERENT) {
        own->arena = eg_arena_share(p.arena);
        *fit = &own->fit;
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(diagnostics, "in a fit");
    if (own)
        eg_fit_problem_release(&p);
    if (!*fit)
        free(own);
    return status;
}

void eg_fit_free(eg_fit *fit)
{
    if (!fit)
        return;
    eg_arena_free(((owned_fit *)fit)->arena);
    free(fit);
}

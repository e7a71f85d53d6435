#include "sensitivity/prepare.h"

#include "base/arena.h"
#include "sensitivity/backward.h"

#include <math.h>

static eg_status check(const eg_prepared *p, const eg_prepared_job *job, eg_diagnostics *d)
{
    for (size_t j = 0; j < job->sample_count; j++)
        if (p->readout.expressions[job->samples[j].expression].reduction_count > 0) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "'%s' looks at all of the run: it has no value at an instant",
                      p->of[job->samples[j].expression]);
            eg_remedy(d, "sample a variable, or an expression of variables");
            return EG_ERROR_USAGE;
        }
    return EG_OK;
}

static eg_status go_backward(eg_following *f, eg_prepared *p, const eg_simulate_options *o,
                             const eg_prepared_job *job, eg_diagnostics *d)
{
    const eg_status status = eg_following_backward(f, p, o, job->items, p->words, d);
    for (size_t q = 0; q < p->of_count && job->results && status == EG_OK; q++)
        job->results[q] = f->values[q];
    return status;
}

static eg_status answer(eg_following *f, const eg_prepared_job *job)
{
    const size_t by = f->of->by_count;
    eg_status status = job->results || job->items ? eg_following_finish(f) : EG_OK;
    for (size_t i = 0; i < job->event_count && status == EG_OK; i++)
        status = eg_following_events(f, &job->events[i]);
    for (size_t q = 0; q < f->of->of_count && status == EG_OK; q++) {
        if (job->results)
            job->results[q] = f->values[q];
        for (size_t k = 0; k < by && job->items; k++)
            job->items[q * by + k] = eg_following_judge(f, q, k, f->of->words);
    }
    return status;
}

static eg_status run(eg_prepared *p, const eg_prepared_job *job, eg_diagnostics *d)
{
    eg_simulate_options o = p->run;
    o.start_time = job->start;
    o.stop_time = job->stop;
    o.interval = job->stop > job->start ? job->stop - job->start : 1;
    o.progress = NULL;
    for (size_t i = 0; i < job->event_count; i++) {
        job->events[i].seen = 0;
        for (size_t k = 0; k < job->events[i].count; k++)
            job->events[i].times[k] = NAN;
        for (size_t k = 0; k < job->events[i].count * p->by_count; k++)
            job->events[i].along[k] = NAN;
    }
    eg_following f = {.samples = job->samples,
                      .sample_count = job->sample_count,
                      .ends_early = !job->results && !job->items && job->event_count == 0};
    eg_arena_free(p->words);
    p->words = eg_arena_create();
    eg_status status = p->words ? check(p, job, d) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_prepared_take(p, job->values, d);
    if (status == EG_OK && job->adjoint) {
        status = go_backward(&f, p, &o, job, d);
    } else if (status == EG_OK) {
        status = eg_following_run(&f, p, &o, d);
        if (status == EG_OK)
            status = answer(&f, job);
    }
    eg_following_release(&f);
    return status;
}

eg_status eg_prepared_run(eg_prepared *p, const eg_prepared_job *job, eg_diagnostics *diagnostics)
{
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    eg_diagnostics *d = diagnostics ? diagnostics : own;
    const eg_status status = d ? run(p, job, d) : EG_ERROR_MEMORY;
    eg_diagnostics_free(own);
    return status;
}

#include "sensitivity/sides.h"

#include <math.h>
#include <stdlib.h>

/* Of how far things reach, or of the parameter. */
static const double step_part = 1e-5;
/* A side whose derivatives at one and two steps differ by more has none. */
static const double rough_part = 0.05;
/* Sides that differ by less are the same: what is left of curvature, and of the run's errors. */
static const double same_part = 1e-6;

/* Runs err by so many tolerances. */
static const double errors = 10.0;

enum { NEAR, FAR };

/* Towards lesser (-1) or greater (1) values. */
typedef struct side {
    double *value[2];             /* (of) at one step and at two */
    eg_sensitivity_item *item[2]; /* (of x by) */
    bool is_known[2];
} side;

double eg_sides_step(const eg_following *f, size_t k)
{
    const double parameter = fabs(f->of->parameters[k].value);
    double least = parameter > 0.0 ? parameter : INFINITY;
    for (size_t c = 0; c < f->v.n; c++) {
        const double moves = f->v.size[k * f->v.n + c], reach = f->v.reach[c];
        if (moves > 0.0 && reach > 0.0)
            least = fmin(least, reach / moves);
    }
    return isfinite(least) ? step_part * least : step_part;
}

static bool make_room(side *s, size_t of, size_t by)
{
    for (int i = 0; i < 2; i++) {
        s->value[i] = calloc(of + 1, sizeof *s->value[i]);
        s->item[i] = calloc(of * by + 1, sizeof *s->item[i]);
        if (!s->value[i] || !s->item[i])
            return false;
    }
    return true;
}

static void release(side *s)
{
    for (int i = 0; i < 2; i++) {
        free(s->value[i]);
        free(s->item[i]);
    }
}

static eg_status run(eg_prepared *p, const eg_simulate_options *span, size_t k, double move, side *s, int i)
{
    double *values = calloc(p->by_count + 1, sizeof *values);
    if (!values)
        return EG_ERROR_MEMORY;
    for (size_t j = 0; j < p->by_count; j++)
        values[j] = p->first[j];
    values[k] += move;
    const eg_prepared_job job = {.values = values,
                                 .start = span->start_time,
                                 .stop = span->stop_time,
                                 .results = s->value[i],
                                 .items = s->item[i]};
    const eg_status status = eg_prepared_run(p, &job, NULL);
    free(values);
    s->is_known[i] = status == EG_OK;
    return status == EG_ERROR_MEMORY ? status : EG_OK;
}

/* The derivative at the value itself, on a line through those at one step and at two; NAN: there is none. */
static double of_side(const side *s, size_t at)
{
    if (!s->is_known[NEAR] || !s->is_known[FAR] || s->item[NEAR][at].why || s->item[FAR][at].why)
        return NAN;
    const double near = s->item[NEAR][at].derivative, far = s->item[FAR][at].derivative;
    return fabs(near - far) <= rough_part * fabs(near) ? 2.0 * near - far : NAN;
}

/* Does number q come to `value` without a jump, but for the errors of runs? */
static bool is_continuous(const side *s, size_t q, double value, double derivative, double step, double error)
{
    const double come = s->value[NEAR][q] - step * derivative;
    return fabs(come - value) <= rough_part * fabs(step * derivative) + error * fabs(value);
}

static void complete(const side *low, const side *high, size_t q, size_t at, double value, double step,
                     double error, eg_sensitivity_item *item)
{
    item->below = of_side(low, at);
    item->above = of_side(high, at);
    const double larger = fmax(fabs(item->below), fabs(item->above));
    if (fabs(item->below - item->above) <= same_part * larger &&
        is_continuous(low, q, value, item->below, -step, error) &&
        is_continuous(high, q, value, item->above, step, error))
        *item = (eg_sensitivity_item){.derivative = 0.5 * (item->below + item->above),
                                      .below = 0.5 * (item->below + item->above),
                                      .above = 0.5 * (item->below + item->above)};
}

static bool is_open(const eg_sensitivity_item *item)
{
    return item->why && isnan(item->below) && isnan(item->above);
}

eg_status eg_sides_find(eg_prepared *p, const eg_simulate_options *span, size_t k, double step,
                        const double *values, eg_sensitivity_item *items)
{
    side low = {0}, high = {0};
    bool any = false;
    for (size_t q = 0; q < p->of_count; q++)
        any = any || is_open(&items[q * p->by_count + k]);
    if (!any)
        return EG_OK;
    eg_status status = make_room(&low, p->of_count, p->by_count) && make_room(&high, p->of_count, p->by_count)
                           ? EG_OK
                           : EG_ERROR_MEMORY;
    for (int i = 0; i < 2 && status == EG_OK; i++) {
        status = run(p, span, k, -(i + 1) * step, &low, i);
        if (status == EG_OK)
            status = run(p, span, k, (i + 1) * step, &high, i);
    }
    for (size_t q = 0; q < p->of_count && status == EG_OK; q++) {
        const size_t at = q * p->by_count + k;
        if (is_open(&items[at]))
            complete(&low, &high, q, at, values[q], step, errors * span->tolerance, &items[at]);
    }
    release(&low);
    release(&high);
    return status;
}

/* What engines ask of a point on their way: is it finite, and how soon will a switching function fall. */
#include "engine/engine.h"

#include <float.h>
#include <math.h>

void eg_engine_blur(eg_engine *engine, double *blur, double *room)
{
    const int n = engine->system->n;
    for (int i = 0; i < n; i++) {
        room[i] = INFINITY;
        blur[i] = -INFINITY;
    }
    if (engine->ops->range)
        engine->ops->range(engine, room, blur);
    for (int i = 0; i < n; i++)
        blur[i] = blur[i] > room[i] ? engine->tolerance * (blur[i] - room[i]) : 0;
}

int eg_engine_unfit(const double *x, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += 0.0 * x[i]; /* 0, or NaN when one is infinite or NaN */
    for (int i = 0; i < n && sum != 0.0; i++)
        if (!isfinite(x[i]))
            return i;
    return -1;
}

double eg_engine_first_fall(int count, const double *h, const double *dh)
{
    double first = INFINITY;
    for (int i = 0; i < count; i++)
        if (h[i] > 0.0 && dh[i] < 0.0 && h[i] < -first * dh[i])
            first = -h[i] / dh[i];
    return first;
}

static double find_next_fall(const eg_engine *engine, const double *y, const double *rate, double *h,
                             double *dh)
{
    eg_system *s = engine->system;
    if (s->switch_count == 0 || s->ops->switching(s, engine->t1, y, h) != 0 ||
        s->ops->switching_rates(s, engine->t1, y, rate, dh) != 0)
        return INFINITY;
    return eg_engine_first_fall(s->switch_count, h, dh);
}

double eg_engine_before_fall(const eg_engine *engine, const double *y, const double *rate, double *h,
                             double *dh, double length)
{
    const double fall = isnan(engine->next_fall) ? find_next_fall(engine, y, rate, h, dh) : engine->next_fall;
    return 2.0 * fall > 16.0 * DBL_EPSILON * fabs(engine->t1) ? fmin(length, 2.0 * fall) : length;
}

eg_status eg_engine_failed(eg_system *system, double t, int answer, const char *what)
{
    if (answer == EG_ERROR_MEMORY)
        return EG_ERROR_MEMORY;
    eg_report(system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %s could not be evaluated", t, what);
    return EG_ERROR_SIMULATION;
}

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

void eg_engine_begin(eg_engine *engine, double t)
{
    engine->begun = engine->has_begun ? engine->begun : t;
    engine->has_begun = true;
    engine->t0 = engine->t1 = t;
}

double eg_engine_resolution(const eg_engine *engine, double ulps)
{
    return fmax(ulps * DBL_EPSILON * fabs(engine->t1 - engine->begun),
                fmin(ulps, 4.0) * DBL_EPSILON * fabs(engine->t1));
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
    return 2.0 * fall > eg_engine_resolution(engine, 16.0) ? fmin(length, 2.0 * fall) : length;
}

int eg_engine_suspect(const eg_system *system, const double *y, const double *yp)
{
    double most = -1.0;
    int fastest = eg_engine_unfit(y, system->n);
    if (fastest < 0)
        fastest = eg_engine_unfit(yp, system->n);
    for (int i = 0; i < system->n && (fastest < 0 || most >= 0.0); i++) {
        const double rate = fabs(yp[i]) / fmax(fabs(y[i]), DBL_MIN);
        if (rate > most && system->differential[i]) {
            most = rate;
            fastest = i;
        }
    }
    return fastest;
}

eg_status eg_engine_failed(eg_system *system, double t, int answer, const char *what, int unknown)
{
    char who[160] = "";
    if (answer == EG_ERROR_MEMORY)
        return EG_ERROR_MEMORY;
    if (unknown >= 0)
        system->ops->describe(system, unknown, who, sizeof who);
    eg_report(system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %s could not be evaluated%s%s", system->origin + t,
              what, unknown >= 0 ? ", first of all for the " : "", who);
    eg_remedy(system->diagnostics, "look for a number there that grows, or is given, out of all proportion");
    return EG_ERROR_SIMULATION;
}

int eg_engine_lost(eg_engine *engine, int i, double length)
{
    eg_system *s = engine->system;
    char who[160], beside[240] = "";
    s->ops->describe(s, i, who, sizeof who);
    if (s->ops->describe_hold)
        s->ops->describe_hold(s, i, length, beside, sizeof beside);
    eg_report(
        s->diagnostics, EG_ERROR, EG_NOWHERE,
        "the simulation stopped at t = %.15g s: beside %s, round-off hides what else the %s follows from, "
        "in all steps longer than %.2g s",
        s->origin + engine->t1, beside[0] ? beside : "the largest coefficient of its equations", who, length);
    eg_remedy(s->diagnostics, beside[0] ? "make that smaller, or join rigidly what it holds together"
                                        : "look for a damping, a stiffness or a mass there out of all "
                                          "proportion to the others");
    return -1;
}

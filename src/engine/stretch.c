/* Time within a step that is even in another variable. */
#include "engine/engine.h"

#include <math.h>

double eg_stretch_raise(int power, double x)
{
    double size = fabs(x), square = x * x;
    switch (power) {
    case 2: return x * size;
    case 3: return x * square;
    case 4: return x * size * square;
    default: return x;
    }
}

double eg_stretch_slope(int power, double x)
{
    double size = fabs(x), square = x * x;
    switch (power) {
    case 2: return 2 * size;
    case 3: return 3 * square;
    case 4: return 4 * size * square;
    default: return 1;
    }
}

double eg_stretch_root(int power, double t)
{
    double size = fabs(t);
    switch (power) {
    case 2: size = sqrt(size); break;
    case 3: size = cbrt(size); break;
    case 4: size = sqrt(sqrt(size)); break;
    default: break;
    }
    return t < 0 ? -size : size;
}

double eg_engine_time(const eg_engine *e, double part)
{
    const eg_stretch *s = &e->stretch;
    if (s->power <= 1)
        return e->t0 + part * (e->t1 - e->t0);
    double x = s->begin + part * (s->end - s->begin);
    double t = e->t0 + (eg_stretch_raise(s->power, x) - eg_stretch_raise(s->power, s->begin));
    return fmin(fmax(t, e->t0), e->t1);
}

double eg_engine_pace(const eg_engine *e, double part)
{
    const eg_stretch *s = &e->stretch;
    if (s->power <= 1)
        return e->t1 - e->t0;
    return (s->end - s->begin) * eg_stretch_slope(s->power, s->begin + part * (s->end - s->begin));
}

double eg_engine_part(const eg_engine *e, double t)
{
    const eg_stretch *s = &e->stretch;
    if (s->power <= 1)
        return (t - e->t0) / (e->t1 - e->t0);
    double x = eg_stretch_root(s->power, (t - e->t0) + eg_stretch_raise(s->power, s->begin));
    return (x - s->begin) / (s->end - s->begin);
}

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

/* (x + by)^power - x^power, x and x + by being no less than 0, without difference. */
static double raise_by(int power, double x, double by)
{
    switch (power) {
    case 2: return by * (2 * x + by);
    case 3: return by * (3 * x * (x + by) + by * by);
    case 4: return by * (2 * x + by) * (2 * x * (x + by) + by * by);
    default: return by;
    }
}

double eg_stretch_passed(const eg_stretch *s, double part)
{
    double by = part * (s->end - s->begin), to = s->begin + by;
    if (s->begin >= 0 && to >= 0)
        return raise_by(s->power, s->begin, by);
    if (s->begin <= 0 && to <= 0)
        return -raise_by(s->power, -s->begin, -by);
    return eg_stretch_raise(s->power, to) - eg_stretch_raise(s->power, s->begin);
}

double eg_stretch_part(const eg_stretch *s, double passed)
{
    double from = s->begin, to = eg_stretch_root(s->power, passed + eg_stretch_raise(s->power, from));
    double by = to - from;
    if (from * to > 0) { /* without difference: x^q - y^q over what x - y leaves of it */
        double both = from + to, product = from * to, size = fabs(both);
        switch (s->power) {
        case 2: by = passed / size; break;
        case 3: by = passed / (both * both - product); break;
        case 4: by = passed / (size * (both * both - 2 * product)); break;
        default: by = passed;
        }
    }
    return by / (s->end - s->begin);
}

double eg_engine_time(const eg_engine *e, double part)
{
    const eg_stretch *s = &e->stretch;
    if (s->power <= 1)
        return e->t0 + part * (e->t1 - e->t0);
    return fmin(fmax(e->t0 + eg_stretch_passed(s, part), e->t0), e->t1);
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
    return eg_stretch_part(s, t - e->t0);
}

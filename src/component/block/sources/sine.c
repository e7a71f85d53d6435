/* Sine: y = offset + amplitude*sin(w*(time - startTime) + phase) from startTime on, w = 2*pi*f.
 *
 * Before startTime y is offset, or with continuous = true offset + amplitude*sin(phase), the value from
 * which the wave then sets out. So at startTime the value jumps by amplitude*sin(phase) unless
 * continuous, the rate by amplitude*w*cos(phase), the second derivative by -amplitude*w^2*sin(phase);
 * `continuity` looks which of these is the first that is not zero.
 *
 * Jets: with a = w*(t - startTime) + phase, da = w*dt:
 *     d sin a = cos a * da,    d2 sin a = cos a * d2a - sin a * da^2. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

#include <float.h>

enum { AMPLITUDE, F, PHASE, CONTINUOUS, OFFSET, START_TIME };

static const double two_pi = 2.0 * 3.14159265358979323846;

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)u;
    if (phase == 0) {
        double waiting = p[CONTINUOUS] != 0.0 ? p[AMPLITUDE] * sin(p[PHASE]) : 0.0;
        *y = (eg_jet){p[OFFSET] + waiting, 0.0, 0.0};
        return;
    }
    double w = two_pi * p[F], angle = eg_turned(p[F], t.x, p[START_TIME], p[PHASE]);
    double s = p[AMPLITUDE] * sin(angle), c = p[AMPLITUDE] * cos(angle);
    double rate = w * t.dx;
    *y = (eg_jet){p[OFFSET] + s, c * rate, c * (w * t.ddx) - s * rate * rate};
}

static long phase_at(const double *p, double t)
{
    return t < p[START_TIME] ? 0 : 1;
}

static double phase_end(const double *p, long phase)
{
    return phase == 0 ? p[START_TIME] : INFINITY;
}

/* Zero, or as near to it as the rounding of `phase` (a multiple of pi/2, say) can bring it. */
static bool vanishes(double sine, double phase)
{
    return fabs(sine) <= DBL_EPSILON * fmax(1.0, fabs(phase));
}

static int continuity(const double *p)
{
    double phase = p[PHASE];
    if (p[AMPLITUDE] == 0.0)
        return EG_SMOOTH;
    if (p[CONTINUOUS] == 0.0 && !vanishes(sin(phase), phase))
        return -1;
    if (p[F] == 0.0)
        return EG_SMOOTH;
    return vanishes(cos(phase), phase) ? 1 : 0;
}

static eg_generator generator(const double *p, long phase)
{
    return (eg_generator){0.0, phase == 0 ? 0.0 : fabs(two_pi * p[F])};
}

const eg_block_ops eg_sine_block = {.evaluate = evaluate,
                                    .phase = phase_at,
                                    .phase_end = phase_end,
                                    .continuity = continuity,
                                    .generator = generator};

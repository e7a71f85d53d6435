/* Cosine, ExpSine and ContinuousClock: sources that wait until startTime and are smooth from then on.
 *
 *     Cosine            amplitude*cos(a),  a = 2*pi*f*(time - startTime) + phase
 *     ExpSine           amplitude*exp(-damping*(time - startTime))*sin(a)
 *     ContinuousClock   time - startTime
 *
 * each added to offset; before startTime there is 0 in its place, for Cosine with continuous = true its first
 * value. Phase 0 waits, phase 1 runs. How smooth the beginning is follows from the two jets there. */
#include "component/block/blocks.h"
#include "component/block/sources/source_block.h"

#include <float.h>

static const double two_pi = 2.0 * 3.14159265358979323846;

/* Equal but for round-off. */
static bool equal(double a, double b)
{
    return fabs(a - b) <= 4.0 * DBL_EPSILON * fmax(1.0, fmax(fabs(a), fabs(b)));
}

/* Derivatives that stay the same where the waiting ends; -1 when the value jumps. */
static int compare_jets(eg_jet before, eg_jet after)
{
    if (!equal(before.x, after.x))
        return -1;
    if (!equal(before.dx, after.dx))
        return 0;
    return equal(before.ddx, after.ddx) ? EG_SMOOTH : 1;
}

#define PHASES(name, start_parameter)                                                                        \
    static long name##_phase(const double *p, double t)                                                      \
    {                                                                                                        \
        return t < p[start_parameter] ? 0 : 1;                                                               \
    }                                                                                                        \
    static double name##_end(const double *p, long phase)                                                    \
    {                                                                                                        \
        return phase == 0 ? p[start_parameter] : INFINITY;                                                   \
    }                                                                                                        \
    static int name##_continuity(const double *p)                                                            \
    {                                                                                                        \
        eg_jet t = {p[start_parameter], 1.0, 0.0}, before, after;                                            \
        evaluate_##name(p, 0, t, NULL, &before);                                                             \
        evaluate_##name(p, 1, t, NULL, &after);                                                              \
        return compare_jets(before, after);                                                                  \
    }                                                                                                        \
    const eg_block_ops eg_##name##_block = {.evaluate = evaluate_##name,                                     \
                                            .phase = name##_phase,                                           \
                                            .phase_end = name##_end,                                         \
                                            .continuity = name##_continuity,                                 \
                                            .generator = name##_generator};

/* The angle of a wave: parameters amplitude, f, phase come first. */
enum { AMPLITUDE, F, PHASE };

static eg_jet angle(const double *p, double start, eg_jet t)
{
    double w = two_pi * p[F];
    return (eg_jet){eg_turned(p[F], t.x, start, p[PHASE]), w * t.dx, w * t.ddx};
}

/* ---------------------------------------------------------------- Cosine */

enum { CONTINUOUS = PHASE + 1, C_OFFSET, C_START };

static void evaluate_cosine(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)u;
    if (phase == 0) {
        *y = eg_jet_of(p[C_OFFSET] + (p[CONTINUOUS] != 0.0 ? p[AMPLITUDE] * cos(p[PHASE]) : 0.0));
        return;
    }
    eg_jet a = angle(p, p[C_START], t);
    double c = p[AMPLITUDE] * cos(a.x), s = p[AMPLITUDE] * sin(a.x);
    *y = eg_jet_chain(a, c, -s, -c);
    y->x += p[C_OFFSET];
}

static eg_generator cosine_generator(const double *p, long phase)
{
    return (eg_generator){0.0, phase == 0 ? 0.0 : fabs(two_pi * p[F])};
}
PHASES(cosine, C_START)

/* ---------------------------------------------------------------- ExpSine */

enum { DAMPING = PHASE + 1, E_OFFSET, E_START };

static void evaluate_exp_sine(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)u;
    if (phase == 0) {
        *y = eg_jet_of(p[E_OFFSET]);
        return;
    }
    eg_jet a = angle(p, p[E_START], t);
    eg_jet b = {-p[DAMPING] * (t.x - p[E_START]), -p[DAMPING] * t.dx, -p[DAMPING] * t.ddx};
    double s = sin(a.x), c = cos(a.x), e = p[AMPLITUDE] * exp(b.x);
    *y = eg_jet_product(eg_jet_chain(b, e, e, e), eg_jet_chain(a, s, c, -s));
    y->x += p[E_OFFSET];
}

static eg_generator exp_sine_generator(const double *p, long phase)
{
    return phase == 0 ? (eg_generator){0.0, 0.0} : (eg_generator){p[DAMPING], fabs(two_pi * p[F])};
}
PHASES(exp_sine, E_START)

/* ---------------------------------------------------------------- ContinuousClock */

enum { K_OFFSET, K_START };

static void evaluate_clock(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)u;
    *y = phase == 0 ? eg_jet_of(p[K_OFFSET]) : (eg_jet){p[K_OFFSET] + (t.x - p[K_START]), t.dx, t.ddx};
}

static eg_generator clock_generator(const double *p, long phase)
{
    return eg_polynomial_generator(p, phase);
}
PHASES(clock, K_START)

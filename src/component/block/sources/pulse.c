/* Pulse: in each period the output is offset + amplitude for the first `width` percent, then offset.
 *
 * Period number k begins at B(k) = k*period + startTime, for every integer k: MSL counts periods also
 * before startTime (then k < 0) and after the last pulse, though the output no longer changes; so do we,
 * because `count` and `T_start` are results. A period pulses when k >= 0 and, if nperiod >= 0,
 * k < nperiod.
 *
 * Phases: 2k from B(k) on, 2k + 1 from B(k) + T_width on, if period k pulses and the pulse ends before the
 * period does. B is computed by one function only, so phase_at and phase_end agree to the last bit. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

#include <float.h>

enum { AMPLITUDE, WIDTH, PERIOD, NPERIOD, OFFSET, START_TIME };
enum { T_WIDTH, T_START, PERIOD_COUNT };

static const eg_parameter parameters[] = {
    {.name = "amplitude", .doc = "Height of the pulses", .value = 1.0},
    {.name = "width",
     .doc = "Length of a pulse in percent of the period",
     .value = 50.0,
     .min = DBL_MIN,
     .max = 100.0},
    {.name = "period",
     .quantity = "Time",
     .unit = "s",
     .doc = "Time from one pulse to the next",
     .need = EG_FALLS_BACK,
     .value = 1.0,
     .min = DBL_MIN,
     .max = INFINITY},
    {.name = "nperiod",
     .type = EG_INTEGER,
     .value = -1.0,
     .doc = "Number of pulses; negative: they never end"},
    EG_SOURCE_PARAMETERS,
};

static const eg_port ports[] = {EG_OUTPUT_PORT};

static const eg_variable variables[] = {
    {.name = "T_width", .quantity = "Time", .unit = "s", .doc = "Length of a pulse", .is_protected = true},
    {.name = "T_start",
     .quantity = "Time",
     .unit = "s",
     .doc = "Beginning of the present period",
     .is_protected = true},
    {.name = "count",
     .type = EG_INTEGER,
     .doc = "Number of the present period, 0 at startTime",
     .is_protected = true},
};

static long period_of(long phase)
{
    return phase >= 0 ? phase / 2 : -((1 - phase) / 2);
}

static double begin_of(const double *p, long k)
{
    return (double)k * p[PERIOD] + p[START_TIME];
}

static bool pulses(const double *p, long k)
{
    return k >= 0 && (p[NPERIOD] < 0.0 || (double)k < p[NPERIOD]);
}

/* The end of the pulse that period k begins with; of the period itself when the pulse fills it. */
static double pulse_end(const double *p, long k)
{
    double next = begin_of(p, k + 1);
    double end = begin_of(p, k) + p[PERIOD] * p[WIDTH] / 100.0;
    return p[WIDTH] < 100.0 && end < next ? end : next;
}

/* The period that holds at t. The quotient may be off by one in the last bit, and is corrected by B. */
static long period_at(const double *p, double t)
{
    /* Beyond this a double no longer counts in ones. */
    const double most = 4503599627370496.0;
    double quotient = floor((t - p[START_TIME]) / p[PERIOD]);
    long k = (long)fmax(-most, fmin(most, quotient));
    if (begin_of(p, k) > t)
        k--;
    else if (begin_of(p, k + 1) <= t)
        k++;
    return k;
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)t, (void)u;
    bool on = phase % 2 == 0 && pulses(p, period_of(phase));
    *y = (eg_jet){p[OFFSET] + (on ? p[AMPLITUDE] : 0.0), 0.0, 0.0};
}

static long phase_at(const double *p, double t)
{
    long k = period_at(p, t);
    return pulses(p, k) && t >= pulse_end(p, k) ? 2 * k + 1 : 2 * k;
}

static double phase_end(const double *p, long phase)
{
    long k = period_of(phase);
    return phase % 2 == 0 && pulses(p, k) ? pulse_end(p, k) : begin_of(p, k + 1);
}

static int continuity(const double *p)
{
    return p[AMPLITUDE] != 0.0 && p[NPERIOD] != 0.0 ? -1 : EG_SMOOTH;
}

static void observe(const eg_observation *o, double *out)
{
    long k = period_of(o->phase);
    out[T_WIDTH] = o->p[PERIOD] * o->p[WIDTH] / 100.0;
    out[T_START] = begin_of(o->p, k);
    out[PERIOD_COUNT] = (double)k;
}

static const eg_block_ops block = {.evaluate = evaluate,
                                   .phase = phase_at,
                                   .phase_end = phase_end,
                                   .continuity = continuity,
                                   .generator = eg_polynomial_generator};

const eg_class eg_class_pulse = {
    .name = "Modelica.Blocks.Sources.Pulse",
    .kind = EG_BLOCK,
    .doc = "Train of rectangular pulses",
    .text = "From startTime on each period begins with a pulse of height amplitude that lasts width percent "
            "of the period. Every edge and every beginning of a period is a time event.\n"
            "Periods are counted from startTime, also backwards: before startTime count is negative.",
    .extends = EG_TEXTS("Modelica.Blocks.Interfaces.SignalSource"),
    .equations =
        EG_TEXTS("T_width = period*width/100;", "count = integer((time - startTime)/period);",
                 "T_start = startTime + count*period;",
                 "y = offset + (if time < startTime or nperiod == 0 or (nperiod > 0 and "
                 "count >= nperiod) then 0 else if time < T_start + T_width then amplitude else 0);"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .observe = observe,
    .block = &block,
};

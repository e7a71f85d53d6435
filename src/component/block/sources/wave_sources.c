/* Trapezoid and SawTooth, which repeat; Exponentials, Sinc and LogFrequencySweep, which do not.
 *
 * Period number k of what repeats begins at B(k) = startTime + k*period; it is active when k >= 0 and, if
 * nperiod >= 0, k < nperiod. In an active period, tau = time - B(k),
 *
 *     Trapezoid     amplitude*tau/rising, then amplitude for `width`, then back to 0 in `falling`, then 0;
 *                   what does not fit into the period is cut off by the next one
 *     SawTooth      amplitude*tau/period
 *
 * added to offset. Phase 4k + i: segment i (0 to 3) of period k; segments without a length are left out. B is
 * computed by one function only, so that `phase` and `phase_end` agree to the last bit.
 *
 *     Exponentials        outMax*(1 - exp(-tau/riseTimeConst)) for riseTime, then what was reached times
 *                         exp(-(tau - riseTime)/fallTimeConst)
 *     Sinc                amplitude*sin(x)/x, x = 2*pi*f*tau
 *     LogFrequencySweep   wMin*(wMax/wMin)^(tau/duration), then wMax
 *
 * How smooth a source is follows from the jets at the ends of its first phases. */
#include "component/block/blocks.h"
#include "component/block/sources/source_block.h"

#include <float.h>

static const eg_port ports[] = {EG_OUTPUT_PORT};

static bool equal(double a, double b, double scale)
{
    return fabs(a - b) <= 16.0 * DBL_EPSILON * fmax(scale, fmax(fabs(a), fabs(b)));
}

/* Derivatives that are continuous at the ends of the phases from before `start` on. */
static int continuity_of(const eg_block_ops *block, const double *p, double start, double scale)
{
    long phase = block->phase(p, start - 1.0);
    int smooth = EG_SMOOTH;
    for (int i = 0; i < 12 && block->phase_end(p, phase) < INFINITY; i++) {
        eg_jet t = {block->phase_end(p, phase), 1.0, 0.0}, left, right;
        long next = block->phase(p, t.x);
        block->evaluate(p, phase, t, NULL, &left);
        block->evaluate(p, next, t, NULL, &right);
        int here = EG_SMOOTH;
        if (!equal(left.x, right.x, scale))
            here = -1;
        else if (!equal(left.dx, right.dx, scale))
            here = 0;
        else if (!equal(left.ddx, right.ddx, scale))
            here = 1;
        smooth = here < smooth ? here : smooth;
        phase = next;
    }
    return smooth;
}

#define BLOCK(name, start_parameter, scale, generator_)                                                      \
    static const eg_block_ops name##_block;                                                                  \
    static int name##_continuity(const double *p)                                                            \
    {                                                                                                        \
        return continuity_of(&name##_block, p, p[start_parameter], fabs(p[scale]));                          \
    }                                                                                                        \
    static const eg_block_ops name##_block = {.evaluate = evaluate_##name,                                   \
                                              .phase = name##_phase,                                         \
                                              .phase_end = name##_end,                                       \
                                              .continuity = name##_continuity,                               \
                                              .generator = (generator_)};

/* ---------------------------------------------------------------- periods */

enum { SEGMENTS = 4 };

static long period_of(long phase)
{
    return phase >= 0 ? phase / SEGMENTS : -((SEGMENTS - 1 - phase) / SEGMENTS);
}

static double begin_of(double period, double start, long k)
{
    return (double)k * period + start;
}

static bool is_active(double nperiod, long k)
{
    return k >= 0 && (nperiod < 0.0 || (double)k < nperiod);
}

/* The period that holds at t. The quotient may be off by one in the last bit, and is corrected by B. */
static long period_at(double period, double start, double t)
{
    const double most = 1125899906842624.0; /* beyond it a double no longer counts segments */
    double quotient = floor((t - start) / period);
    long k = (long)fmax(-most, fmin(most, quotient));
    if (begin_of(period, start, k) > t)
        k--;
    else if (begin_of(period, start, k + 1) <= t)
        k++;
    return k;
}

#define PARAMETER_PERIOD                                                                                     \
    {                                                                                                        \
        .name = "period", EG_SI_TIME, .need = EG_FALLS_BACK, .value = 1.0, EG_AT_LEAST(DBL_MIN),             \
        .doc = "Time after which the signal repeats"                                                         \
    }
#define PARAMETER_NPERIOD                                                                                    \
    {                                                                                                        \
        .name = "nperiod", .type = EG_INTEGER, .value = -1.0,                                                \
        .doc = "Number of periods; negative: they never end"                                                 \
    }

static const eg_variable period_variables[] = {
    {.name = "T_start", EG_SI_TIME, .doc = "Beginning of the present period", .is_protected = true},
    {.name = "count",
     .type = EG_INTEGER,
     .doc = "Number of the present period, 0 at startTime",
     .is_protected = true},
};
#define EQUATIONS_PERIOD "count = integer((time - startTime)/period);", "T_start = startTime + count*period;"
#define TEXT_PERIODS                                                                                         \
    " Periods are counted from startTime, also backwards: before startTime count is negative."

/* ---------------------------------------------------------------- Trapezoid */

enum { AMPLITUDE, RISING, WIDTH, FALLING, PERIOD, NPERIOD, OFFSET, START, T_RISING, T_WIDTH, T_FALLING };

/* Where segment i of period k begins; SEGMENTS: where the next period does. */
static double segment_begin(const double *p, long k, int i)
{
    double begin = begin_of(p[PERIOD], p[START], k), next = begin_of(p[PERIOD], p[START], k + 1);
    if (i == 0 || i == SEGMENTS)
        return i == 0 ? begin : next;
    return fmin(next, begin + p[T_RISING + i - 1]);
}

static long trapezoid_phase(const double *p, double t)
{
    long k = period_at(p[PERIOD], p[START], t);
    int i = 0;
    while (is_active(p[NPERIOD], k) && i + 1 < SEGMENTS && segment_begin(p, k, i + 1) <= t)
        i++;
    return k * SEGMENTS + i;
}

static double trapezoid_end(const double *p, long phase)
{
    long k = period_of(phase);
    int i = is_active(p[NPERIOD], k) ? (int)(phase - k * SEGMENTS) + 1 : SEGMENTS;
    return segment_begin(p, k, i);
}

static void evaluate_trapezoid(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    long k = period_of(phase);
    int i = is_active(p[NPERIOD], k) ? (int)(phase - k * SEGMENTS) : 3;
    double tau = t.x - segment_begin(p, k, 0), A = p[AMPLITUDE];
    (void)u;
    *y = eg_jet_of(p[OFFSET] + (i == 1 ? A : 0.0));
    if (i == 0)
        *y = (eg_jet){p[OFFSET] + A * tau / p[RISING], A / p[RISING] * t.dx, 0.0};
    if (i == 2)
        *y = (eg_jet){p[OFFSET] + A * (p[T_FALLING] - tau) / p[FALLING], -A / p[FALLING] * t.dx, 0.0};
}
BLOCK(trapezoid, START, AMPLITUDE, eg_polynomial_generator)

static void complete_trapezoid(double *p, const bool *given)
{
    (void)given;
    p[T_RISING] = p[RISING];
    p[T_WIDTH] = p[T_RISING] + p[WIDTH];
    p[T_FALLING] = p[T_WIDTH] + p[FALLING];
}

static void observe_trapezoid(const eg_observation *o, double *out)
{
    long k = period_of(o->phase);
    out[0] = segment_begin(o->p, k, 0);
    out[1] = (double)k;
}

#define PROTECTED_TIME(name_, text_, doc_)                                                                   \
    {                                                                                                        \
        .name = (name_), EG_SI_TIME, .is_protected = true, .value_text = (text_), .doc = (doc_)              \
    }
static const eg_parameter trapezoid_parameters[] = {
    {.name = "amplitude", .doc = "Height of the trapezoid", .value = 1.0},
    {.name = "rising", EG_SI_TIME, EG_AT_LEAST(0.0), .doc = "How long it rises"},
    {.name = "width", EG_SI_TIME, .value = 0.5, EG_AT_LEAST(0.0), .doc = "How long it stays"},
    {.name = "falling", EG_SI_TIME, EG_AT_LEAST(0.0), .doc = "How long it falls"},
    PARAMETER_PERIOD,
    PARAMETER_NPERIOD,
    EG_SOURCE_PARAMETERS,
    PROTECTED_TIME("T_rising", "rising", "When in a period it has risen"),
    PROTECTED_TIME("T_width", "T_rising + width", "When in a period it begins to fall"),
    PROTECTED_TIME("T_falling", "T_width + falling", "When in a period it has fallen"),
};

const eg_class eg_class_trapezoid = {
    .name = EG_MSL_BLOCK("Sources.Trapezoid"),
    .kind = EG_BLOCK,
    .doc = "Train of trapezoids",
    .text = "From startTime on the output rises in each period, stays at offset + amplitude, falls back to "
            "offset and waits. Every corner is a time event; without rising or falling the output jumps. A "
            "trapezoid longer than the period is cut off." TEXT_PERIODS,
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SignalSource")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS(
        EQUATIONS_PERIOD,
        "y = offset + (if time < startTime or nperiod == 0 or nperiod > 0 and count >= nperiod then 0 "
        "else if time < T_start + T_rising then "
        "amplitude*(time - T_start)/max(rising, Modelica.Constants.small) "
        "else if time < T_start + T_width then amplitude "
        "else if time < T_start + T_falling then "
        "amplitude*(T_start + T_falling - time)/max(falling, Modelica.Constants.small) else 0);"),
    EG_PARAMETERS(trapezoid_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(period_variables),
    .complete = complete_trapezoid,
    .observe = observe_trapezoid,
    .block = &trapezoid_block,
};

/* ---------------------------------------------------------------- SawTooth */

enum { S_AMPLITUDE, S_PERIOD, S_NPERIOD, S_OFFSET, S_START };

static long saw_tooth_phase(const double *p, double t)
{
    return SEGMENTS * period_at(p[S_PERIOD], p[S_START], t);
}

static double saw_tooth_end(const double *p, long phase)
{
    return begin_of(p[S_PERIOD], p[S_START], period_of(phase) + 1);
}

static void evaluate_saw_tooth(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    long k = period_of(phase);
    double rate = is_active(p[S_NPERIOD], k) ? p[S_AMPLITUDE] / p[S_PERIOD] : 0.0;
    (void)u;
    *y = (eg_jet){p[S_OFFSET] + rate * (t.x - begin_of(p[S_PERIOD], p[S_START], k)), rate * t.dx, 0.0};
}
BLOCK(saw_tooth, S_START, S_AMPLITUDE, eg_polynomial_generator)

static void observe_saw_tooth(const eg_observation *o, double *out)
{
    long k = period_of(o->phase);
    out[0] = begin_of(o->p[S_PERIOD], o->p[S_START], k);
    out[1] = (double)k;
}

static const eg_parameter saw_tooth_parameters[] = {
    {.name = "amplitude", .doc = "Height of a tooth", .value = 1.0},
    PARAMETER_PERIOD,
    PARAMETER_NPERIOD,
    EG_SOURCE_PARAMETERS,
};

const eg_class eg_class_saw_tooth = {
    .name = EG_MSL_BLOCK("Sources.SawTooth"),
    .kind = EG_BLOCK,
    .doc = "Train of ramps that fall back",
    .text = "From startTime on the output rises in each period from offset by amplitude, and jumps back: a "
            "time event." TEXT_PERIODS,
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SignalSource")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS(
        EQUATIONS_PERIOD,
        "y = offset + (if time < startTime or nperiod == 0 or nperiod > 0 and count >= nperiod then 0 "
        "else amplitude*(time - T_start)/period);"),
    EG_PARAMETERS(saw_tooth_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(period_variables),
    .observe = observe_saw_tooth,
    .block = &saw_tooth_block,
};

/* ---------------------------------------------------------------- Exponentials */

enum { OUT_MAX, RISE, RISE_CONSTANT, FALL_CONSTANT, E_OFFSET, E_START };

static long exponentials_phase(const double *p, double t)
{
    if (t < p[E_START])
        return 0;
    if (t < p[E_START] + p[RISE])
        return 1;
    return 2;
}

static double exponentials_end(const double *p, long phase)
{
    if (phase == 0)
        return p[E_START];
    if (phase == 1)
        return p[E_START] + p[RISE];
    return INFINITY;
}

static double reached(const double *p)
{
    return -p[OUT_MAX] * expm1(-p[RISE] / p[RISE_CONSTANT]);
}

/* factor*exp(-tau/T) as a jet */
static eg_jet decay(double factor, double tau, double T, eg_jet t)
{
    double e = factor * exp(-tau / T);
    return eg_jet_chain(t, e, -e / T, e / (T * T));
}

static void evaluate_exponentials(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    double tau = t.x - p[E_START];
    (void)u;
    *y = eg_jet_of(0.0);
    if (phase == 1) {
        *y = decay(-p[OUT_MAX], tau, p[RISE_CONSTANT], t);
        y->x = -p[OUT_MAX] * expm1(-tau / p[RISE_CONSTANT]);
    } else if (phase == 2) {
        *y = decay(reached(p), tau - p[RISE], p[FALL_CONSTANT], t);
    }
    y->x += p[E_OFFSET];
}

static eg_generator exponentials_generator(const double *p, long phase)
{
    return (eg_generator){.decay = 1.0 / p[phase == 1 ? RISE_CONSTANT : FALL_CONSTANT]};
}
BLOCK(exponentials, E_START, OUT_MAX, exponentials_generator)

static void complete_exponentials(double *p, const bool *given)
{
    if (!given[FALL_CONSTANT])
        p[FALL_CONSTANT] = p[RISE_CONSTANT];
}

static void observe_exponentials(const eg_observation *o, double *out)
{
    out[0] = reached(o->p);
}

static const eg_parameter exponentials_parameters[] = {
    {.name = "outMax", .doc = "Height that an endless rise would come to", .value = 1.0},
    {.name = "riseTime",
     EG_SI_TIME,
     .need = EG_FALLS_BACK,
     .value = 0.5,
     EG_AT_LEAST(0.0),
     .doc = "How long it rises"},
    {.name = "riseTimeConst",
     EG_SI_TIME,
     .value = 0.1,
     EG_AT_LEAST(DBL_MIN),
     .doc = "Time constant of the rise"},
    {.name = "fallTimeConst",
     EG_SI_TIME,
     .value_text = "riseTimeConst",
     EG_AT_LEAST(DBL_MIN),
     .doc = "Time constant of the fall"},
    EG_SOURCE_PARAMETERS,
};
static const eg_variable exponentials_variables[] = {
    {.name = "y_riseTime", .doc = "Height that is reached, without offset", .is_protected = true}};

const eg_class eg_class_exponentials = {
    .name = EG_MSL_BLOCK("Sources.Exponentials"),
    .kind = EG_BLOCK,
    .doc = "Rises and falls exponentially",
    .text = "From startTime on the output approaches offset + outMax with the time constant riseTimeConst; "
            "after riseTime it goes back to offset with fallTimeConst. Both corners are time events.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SignalSource")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y_riseTime = outMax*(1 - exp(-riseTime/riseTimeConst));",
                          "y = offset + (if time < startTime then 0 else if time < startTime + riseTime then "
                          "outMax*(1 - exp(-(time - startTime)/riseTimeConst)) "
                          "else y_riseTime*exp(-(time - startTime - riseTime)/fallTimeConst));"),
    EG_PARAMETERS(exponentials_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(exponentials_variables),
    .complete = complete_exponentials,
    .observe = observe_exponentials,
    .block = &exponentials_block,
};

/* ---------------------------------------------------------------- Sinc */

enum { C_AMPLITUDE, C_F, CONTINUOUS, C_OFFSET, C_START };
static const double two_pi = 2.0 * 3.14159265358979323846;

static long sinc_phase(const double *p, double t)
{
    return t < p[C_START] ? 0 : 1;
}

static double sinc_end(const double *p, long phase)
{
    return phase == 0 ? p[C_START] : INFINITY;
}

/* sin(x)/x and its derivatives; near 0 their series, where the quotients would lose their digits. `angle` is
 * x but for whole turns, whose rounding would make stairs of a sine that has turned for long. */
static eg_jet sinc(eg_jet x, double angle)
{
    double q = x.x * x.x, s = sin(angle), c = cos(angle);
    if (q < 0.01)
        return eg_jet_chain(x, 1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72))),
                            -x.x / 3 * (1 - q / 10 * (1 - q / 28 * (1 - q / 54))),
                            -1.0 / 3 + q / 10 * (1 - 5 * q / 84 * (1 - 7 * q / 270 * (1 - 9 * q / 616))));
    double y = s / x.x, d = (c - y) / x.x;
    return eg_jet_chain(x, y, d, -y - 2 * d / x.x);
}

static void evaluate_sinc(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    double w = two_pi * p[C_F];
    (void)u;
    *y = phase == 0 ? eg_jet_of(p[CONTINUOUS] != 0.0 ? 1.0 : 0.0)
                    : sinc((eg_jet){w * (t.x - p[C_START]), w * t.dx, w * t.ddx},
                           eg_turned(p[C_F], t.x, p[C_START], 0));
    *y = eg_jet_scaled(p[C_AMPLITUDE], *y);
    y->x += p[C_OFFSET];
}
BLOCK(sinc, C_START, C_AMPLITUDE, NULL)

static void observe_sinc(const eg_observation *o, double *out)
{
    out[0] = two_pi * o->p[C_F] * (o->time - o->p[C_START]);
}

static const eg_parameter sinc_parameters[] = {
    {.name = "amplitude", .doc = "Height of the first peak", .value = 1.0},
    {.name = "f", EG_SI_FREQUENCY, .need = EG_FALLS_BACK, .value = 1.0, .doc = "Frequency of the sine"},
    {.name = "continuous",
     .type = EG_BOOLEAN,
     .doc = "true: before startTime the output is offset + amplitude, its first value"},
    EG_SOURCE_PARAMETERS,
};
static const eg_variable sinc_variables[] = {
    {.name = "x", EG_SI_ANGLE, .doc = "Angle of the sine", .is_protected = true}};

const eg_class eg_class_sinc = {
    .name = EG_MSL_BLOCK("Sources.Sinc"),
    .kind = EG_BLOCK,
    .doc = "A sine over its angle",
    .text = "From startTime on the output is amplitude*sin(x)/x, whose peaks become ever lower.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SignalSource")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("x = 2*pi*f*(time - startTime);",
                          "y = offset + amplitude*(if time < startTime then (if continuous then 1 else 0) "
                          "else if noEvent(time - startTime < eps) then 1 else sin(x)/x);"),
    EG_PARAMETERS(sinc_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(sinc_variables),
    .observe = observe_sinc,
    .block = &sinc_block,
};

/* ---------------------------------------------------------------- LogFrequencySweep */

enum { W_MIN, W_MAX, W_START, DURATION };

static double duration_of(const double *p)
{
    return fmax(p[DURATION], DBL_EPSILON);
}

static long sweep_phase(const double *p, double t)
{
    if (t < p[W_START])
        return 0;
    if (t < p[W_START] + duration_of(p))
        return 1;
    return 2;
}

static double sweep_end(const double *p, long phase)
{
    if (phase == 0)
        return p[W_START];
    if (phase == 1)
        return p[W_START] + duration_of(p);
    return INFINITY;
}

static void evaluate_sweep(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    double rate = log(p[W_MAX] / p[W_MIN]) / duration_of(p);
    double e = phase == 1 ? p[W_MIN] * exp(rate * (t.x - p[W_START])) : 0.0;
    (void)u;
    *y =
        phase == 1 ? eg_jet_chain(t, e, rate * e, rate * rate * e) : eg_jet_of(p[phase == 0 ? W_MIN : W_MAX]);
}
BLOCK(sweep, W_START, W_MAX, NULL)

static const eg_parameter sweep_parameters[] = {
    {.name = "wMin", .need = EG_REQUIRED, EG_AT_LEAST(DBL_EPSILON), .doc = "Output at the beginning"},
    {.name = "wMax", .need = EG_REQUIRED, EG_AT_LEAST(DBL_EPSILON), .doc = "Output at the end"},
    {.name = "startTime", EG_SI_TIME, .doc = "When the sweep begins"},
    {.name = "duration",
     EG_SI_TIME,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(0.0),
     .doc = "How long it takes; 0: a step"},
};

const eg_class eg_class_log_frequency_sweep = {
    .name = EG_MSL_BLOCK("Sources.LogFrequencySweep"),
    .kind = EG_BLOCK,
    .doc = "A frequency that grows by equal ratios in equal times",
    .text = "From startTime on the output goes from wMin to wMax in `duration`, with a logarithm that grows "
            "steadily, and stays there.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SO")),
    .examples = EG_TEXTS("Waves"),
    .equations =
        EG_TEXTS("y = if time < startTime then wMin else if time < startTime + max(duration, eps) then "
                 "wMin*(wMax/wMin)^((time - startTime)/max(duration, eps)) else wMax;"),
    EG_PARAMETERS(sweep_parameters),
    EG_PORTS(ports),
    .block = &sweep_block,
};

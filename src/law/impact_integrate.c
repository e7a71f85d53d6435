/* The single impact, integrated: x'' = load - push(x, x') in the units of impact.h.
 *
 * Gragg's modified midpoint rule, extrapolated (Bulirsch and Stoer 1966; Hairer, Norsett and Wanner, Solving
 * Ordinary Differential Equations I, II.9) over 2, 4, ..., 16 parts of a step: order 16, the error estimated
 * by the last two columns. No step runs across a kink: where a switching function of the law has fallen
 * through 0 in a step, the step is repeated with the length at which it is 0. The same search finds where
 * the speed turns (largest penetration) and where the push does. At touch x^n is not smooth; the step control
 * finds its way out of there in a few dozen steps. */
#include "law/impact.h"

#include <float.h>
#include <math.h>

enum { COLUMNS = 8, MOST_STEPS = 1000000 };
enum { EDGES = 3 };                                         /* switching functions */
enum { WATCH_SPEED = EDGES, WATCH_PUSH, WATCHED };          /* what is watched besides */
enum { WATCH_DIP = WATCHED, MEASURED = WATCH_DIP + EDGES }; /* behind: how fast the former fall */

/* Of a step; GROW lies above what rounding leaves of the estimate. */
static const double TOLERANCE = 5e-14, GROW = 2e-15, LONGEST_STEP = 0.05, ACCURACY = 1e-10;
/* What is watched counts as above 0 from here on; how long it may be so unseen. */
static const double ARMING = 16.0 * DBL_EPSILON, SHORTEST_LEAP = 1e-8;

typedef struct state {
    double x, v;
} state;

typedef struct impact_run {
    eg_contact law;
    eg_contact_mode mode;
    double load, t;
    state y;
    bool armed[WATCHED]; /* has been > 0 since the mode or the sign changed */
    double sign[WATCHED];
    double deepest, strongest;
    bool turned;                   /* the body has come back to where its speed was 0 */
    double longest;                /* step */
    struct eg_impact_trace *trace; /* takes every point; NULL */
} impact_run;

/* ---------------------------------------------------------------- one step */

static state rate(const impact_run *r, state y)
{
    eg_law_force o;
    eg_contact_force(&r->law, r->mode, 1.0, -y.x, -y.v, &o);
    return (state){y.v, r->load + o.f};
}

static state midpoint(const impact_run *r, double h, int parts)
{
    const double step = h / parts;
    const state slope = rate(r, r->y);
    state before = r->y, now = {r->y.x + step * slope.x, r->y.v + step * slope.v};
    for (int i = 1; i < parts; i++) {
        const state k = rate(r, now);
        const state next = {before.x + 2.0 * step * k.x, before.v + 2.0 * step * k.v};
        before = now;
        now = next;
    }
    const state k = rate(r, now);
    return (state){0.5 * (before.x + now.x + step * k.x), 0.5 * (before.v + now.v + step * k.v)};
}

/* The state after h; *error receives the estimate for it, relative to its size (at least 1). */
static state extrapolate(const impact_run *r, double h, double *error)
{
    state table[COLUMNS];
    state previous = {0.0, 0.0};
    for (int j = 0; j < COLUMNS; j++) {
        table[j] = midpoint(r, h, 2 * (j + 1));
        previous = table[0];
        for (int k = j; k > 0; k--) {
            const double ratio = (double)(j + 1) / (double)k, f = 1.0 / (ratio * ratio - 1.0);
            table[k - 1].x = table[k].x + (table[k].x - table[k - 1].x) * f;
            table[k - 1].v = table[k].v + (table[k].v - table[k - 1].v) * f;
        }
    }
    const double size = fmax(1.0, fmax(fabs(table[0].x), fabs(table[0].v)));
    *error = fmax(fabs(table[0].x - previous.x), fabs(table[0].v - previous.v)) / size;
    return table[0];
}

/* ---------------------------------------------------------------- what is watched */

/* Switching functions of the mode, speed, and rate of the push; an entry counts when it falls through 0. Then
 * how fast the switching functions fall. */
static void watch(const impact_run *r, state y, double g[MEASURED])
{
    eg_law_force o;
    double by_s[EDGES], by_v[EDGES];
    eg_contact_switching(&r->law, r->mode, -y.x, -y.v, g, by_s, by_v);
    eg_contact_force(&r->law, r->mode, 1.0, -y.x, -y.v, &o);
    g[WATCH_SPEED] = y.v;
    g[WATCH_PUSH] = o.df_ds * y.v + o.df_dv * (r->load + o.f);
    for (int i = 0; i < WATCHED; i++)
        g[i] *= r->sign[i];
    for (int i = 0; i < EDGES; i++)
        g[WATCH_DIP + i] = by_s[i] * y.v + by_v[i] * (r->load + o.f);
}

static void note_extremes(impact_run *r)
{
    eg_law_force o;
    eg_contact_force(&r->law, r->mode, 1.0, -r->y.x, -r->y.v, &o);
    r->deepest = fmax(r->deepest, r->y.x);
    r->strongest = fmax(r->strongest, -o.f);
}

/* Both sides of a jump: called before and after a mode changes. */
static void note_point(const impact_run *r)
{
    eg_law_force o;
    if (!r->trace)
        return;
    eg_contact_force(&r->law, r->mode, 1.0, -r->y.x, -r->y.v, &o);
    eg_impact_trace_add(r->trace, (eg_impact_point){r->t, r->y.x, r->y.v, 0.0 - o.f});
}

static void begin_mode(impact_run *r, eg_contact_mode mode)
{
    double g[MEASURED];
    r->mode = mode;
    r->sign[WATCH_PUSH] = 1.0;
    watch(r, r->y, g);
    for (int i = 0; i < WATCHED; i++)
        r->armed[i] = g[i] > ARMING;
    note_extremes(r);
    note_point(r);
}

/* The length h in 0..high at which entry `i` is 0 (Illinois), just behind it. */
static double locate(const impact_run *r, int i, double high, double g_high)
{
    double g[MEASURED], error, low = 0.0, g_low;
    watch(r, r->y, g);
    g_low = fmax(g[i], DBL_MIN);
    for (int k = 0; k < 200 && high - low > DBL_EPSILON * high; k++) {
        double h = k % 3 == 2 ? 0.5 * (low + high) : high - g_high * (high - low) / (g_high - g_low);
        h = h > low && h < high ? h : 0.5 * (low + high);
        watch(r, extrapolate(r, h, &error), g);
        if (g[i] > 0.0) {
            low = h;
            g_low = g[i];
            g_high *= 0.5;
        } else {
            high = h;
            g_high = g[i];
            g_low *= 0.5;
        }
        if (g[i] == 0.0)
            break;
    }
    return high;
}

/* When entry `i` falls through 0 in a step of h, g what is watched at its ends; infinite: it does not. A
 * switching function that falls at first and rises at last may have been below 0 between. */
static double fall(const impact_run *r, int i, double h, const double before[MEASURED],
                   const double after[MEASURED])
{
    const int dip = WATCH_DIP + i;
    double lowest[MEASURED], error;
    if (!r->armed[i])
        return INFINITY;
    if (!(after[i] > 0.0))
        return locate(r, i, h, after[i]);
    if (i >= EDGES || !(before[dip] > 0.0 && after[dip] < 0.0))
        return INFINITY;
    const double at = locate(r, dip, h, after[dip]);
    watch(r, extrapolate(r, at, &error), lowest);
    return lowest[i] > 0.0 ? INFINITY : locate(r, i, at, lowest[i]);
}

/* The first entry that falls through 0 in a step of *h to `end`, and *h shortened to there; -1: none. */
static int first_event(const impact_run *r, state end, double *h)
{
    double before[MEASURED], after[MEASURED];
    const double whole = *h;
    int first = -1;
    watch(r, r->y, before);
    watch(r, end, after);
    for (int i = 0; i < WATCHED; i++) {
        const double at = fall(r, i, whole, before, after);
        if (at < *h || (first < 0 && !isinf(at))) {
            first = i;
            *h = at;
        }
    }
    return first;
}

/* ---------------------------------------------------------------- the run */

static void handle(impact_run *r, int event)
{
    note_extremes(r);
    if (event < WATCH_SPEED) {
        begin_mode(r, eg_contact_next(&r->law, r->mode, event, -r->y.x, -r->y.v));
        return;
    }
    if (event == WATCH_SPEED && r->sign[event] < 0.0)
        r->turned = true;
    r->sign[event] = -r->sign[event];
    r->armed[event] = false;
}

/* Has a switching function that was 0 at the start of the step, and rising, been above and is back? */
static bool skips(const impact_run *r, state end)
{
    double before[MEASURED], after[MEASURED];
    watch(r, r->y, before);
    watch(r, end, after);
    for (int i = 0; i < EDGES; i++)
        if (!r->armed[i] && before[WATCH_DIP + i] < 0.0 && !(after[i] > ARMING))
            return true;
    return false;
}

/* One step of at most *h, which becomes the proposal for the next. False: it shrinks without end. */
static bool advance(impact_run *r, double *h)
{
    double error, g[MEASURED];
    state end = extrapolate(r, *h, &error);
    while (!(error <= TOLERANCE) || (*h > SHORTEST_LEAP && skips(r, end))) {
        *h *= 0.5;
        if (!(*h > 1e-30))
            return false;
        end = extrapolate(r, *h, &error);
    }
    double taken = *h;
    const int event = first_event(r, end, &taken);
    r->y = event < 0 ? end : extrapolate(r, taken, &error);
    r->t += taken;
    note_point(r);
    if (event >= 0) {
        handle(r, event);
    } else {
        note_extremes(r);
    }
    if (event < 0 && error < GROW)
        *h = fmin(2.0 * *h, r->longest);
    watch(r, r->y, g);
    for (int i = 0; i < WATCHED; i++)
        r->armed[i] = r->armed[i] || g[i] > ARMING;
    return true;
}

/* kelvin-voigt comes back so slowly that it never parts: where x^(n-1) <= d^2/4 no motion leaves the region
 * x' >= -d x/2, because on its edge x'' + d x'/2 = d^2 x/4 - x^n + load >= 0, and there x > 0 for ever. */
static bool creeps(const impact_run *r)
{
    const double d = r->law.gap.d, x = r->y.x, v = r->y.v;
    return r->law.law == EG_CONTACT_KELVIN_VOIGT && v < 0.0 && v >= -0.5 * d * x &&
           pow(x, r->law.gap.n - 1.0) <= 0.25 * d * d;
}

/* Who looks at the way back sees most of it, but no more than two swings of the spring alone. */
static bool is_seen(const impact_run *r)
{
    return !r->trace || r->y.x < 0.02 * r->deepest || r->t > 12.0 || r->trace->count > 4000;
}

/* Energy is only lost, and none is left to get out against the load: what comes later lies inside of what has
 * been, speeds as well as penetrations. */
static bool is_captured(const impact_run *r)
{
    const double stored = eg_contact_energy(&r->law, r->mode, -r->y.x);
    return !r->trace && r->y.v <= 0.0 && 0.5 * r->y.v * r->y.v + stored < r->load * r->y.x;
}

/* At rest in contact, or creeping back for ever: a restitution below the accuracy is none. */
static bool rests(const impact_run *r)
{
    return is_captured(r) || (fabs(r->y.v) < ACCURACY && fabs(rate(r, r->y).v) < ACCURACY) ||
           (creeps(r) && is_seen(r));
}

static eg_contact unit_law(const eg_unit_impact *unit)
{
    const eg_elasto_gap gap = eg_elasto_gap_simple(1.0, unit->delta, 0.0, unit->n);
    return eg_contact_make(unit->law, &gap, unit->delta, unit->width);
}

eg_status eg_unit_impact_integrate(const eg_unit_impact *unit, eg_impact *impact, eg_impact_trace *trace)
{
    impact_run r = {.law = unit_law(unit), .load = unit->load, .y = {0.0, 1.0}, .trace = trace};
    double h = 1e-3;
    r.longest = trace ? 0.25 * LONGEST_STEP : LONGEST_STEP;
    note_point(&r);
    for (int i = 0; i < WATCHED; i++)
        r.sign[i] = 1.0;
    begin_mode(&r, eg_contact_next(&r.law, EG_CONTACT_APART, 0, 0.0, -1.0));
    for (long step = 0; r.mode != EG_CONTACT_APART && !r.turned && !rests(&r); step++)
        if (step == MOST_STEPS || !advance(&r, &h))
            return EG_ERROR_SIMULATION;
    impact->parts = r.mode == EG_CONTACT_APART;
    impact->e = impact->parts ? fmax(-r.y.v, 0.0) : 0.0;
    impact->contact_time = impact->parts ? r.t : INFINITY;
    impact->peak_force = r.strongest;
    impact->max_penetration = r.deepest;
    impact->energy_lost = 0.5 * (1.0 - impact->e) * (1.0 + impact->e);
    impact->e_is_closed = impact->is_closed = 0;
    return EG_OK;
}

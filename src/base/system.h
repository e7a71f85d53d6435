/* What an engine sees of a model: a piecewise smooth system F(t, y, y', mode) = 0 of index 1, behind one
 * table of callbacks. Filled in by network, called by engine and simulate; engines know no component.
 *
 * Time is counted from `origin`: a run that begins late is followed from where it begins, so that its
 * events lie where doubles tell them apart there, and not where they do at absolute times. Only what a
 * user sees (rows, messages, the times of a sink) and what follows time by a law takes origin + t.
 *
 * Every engine can do with eg_system_ops. What only one family of engines asks for stands in facets.
 *
 * Between events no mode changes and F is smooth. Which entries of y are differential or algebraic is a
 * property of the mode. Callbacks return 0, or a positive number when the point cannot be evaluated (the
 * engine tries a smaller step), or a negative eg_status when all is lost: EG_ERROR_MEMORY, or
 * EG_ERROR_SIMULATION (a diagnostic says why). */
#ifndef EG_BASE_SYSTEM_H
#define EG_BASE_SYSTEM_H

#include "base/report.h"
#include "base/span.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef struct eg_system eg_system;

/* A sparse matrix by compressed columns: entries of column j are row[start[j]] ... row[start[j+1]-1],
 * rows ascending. */
typedef struct eg_pattern {
    int n;
    int entries;
    const int *start; /* n + 1 */
    const int *row;   /* entries */
} eg_pattern;

/* A term of a sum over unknowns: factor y[unknown]. */
typedef struct eg_summand {
    int unknown;
    double factor;
} eg_summand;

/* Powers that the energy balance integrates; and of systems with heat those of the heat balance: losses that
 * heat ports take, what sources of heat give, what given temperatures take, the sum of their magnitudes. */
enum {
    EG_POWER_SUPPLIED,
    EG_POWER_TURNOVER,
    EG_POWER_DISSIPATED,
    EG_POWER_STORED, /* by users' equations: what they store has no other sum */
    EG_POWER_HEATED,
    EG_POWER_HEAT_SUPPLIED,
    EG_POWER_HEAT_REMOVED,
    EG_POWER_HEAT_TURNOVER,
    EG_POWER_COUNT
};

/* Told about each mode change and time event of an instant, t being absolute. */
typedef struct eg_event_sink {
    void (*happened)(struct eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event);
} eg_event_sink;

typedef struct eg_system_ops {
    /* r[n] = F(t, y, yp). */
    int (*residual)(eg_system *s, double t, const double *y, const double *yp, double *r);
    /* Makes `pattern` that of the present structure: before the Jacobian is asked for, and after `structure`
     * has changed. 0, or negative (reported). NULL: it always is. */
    int (*find_pattern)(eg_system *s);
    /* values[pattern.entries] = dF/dy + cj*dF/dy'. */
    int (*jacobian)(eg_system *s, double t, const double *y, const double *yp, double cj, double *values);
    /* noise[n]: what round-off may make of each residual, where more is known of that than what some ulp of y
     * make of it; else 0. As residual answers. NULL: nowhere. */
    int (*residual_noise)(eg_system *s, double t, const double *y, const double *yp, double *noise);
    /* yp consistent with y in this mode: F = 0 for the differential part, the time derivative of the
     * algebraic equations for the rest. */
    int (*derivatives)(eg_system *s, double t, const double *y, double *yp);
    /* The same, and first the algebraic part of y from the differential one, beginning with what it is. NULL:
     * there never is one. */
    int (*settle)(eg_system *s, double t, double *y, double *yp);
    /* The sign of the determinant of the matrix by which rates and algebraic unknowns followed when
     * `derivatives` was asked last: 1 or -1; 0 where that is not known. Asked where `may_degenerate`; else
     * NULL. */
    int (*orientation)(eg_system *s);
    /* h[switch_count]: > 0 inside the mode; the mode ends where one falls through 0. */
    int (*switching)(eg_system *s, double t, const double *y, double *h);
    /* dh[switch_count] = dh/dt along the motion. */
    int (*switching_rates)(eg_system *s, double t, const double *y, const double *yp, double *dh);
    /* noise[switch_count]: what round-off may make of each switching function at a point, where more is known
     * of that than moving y by some ulp tells; else 0. NULL: nowhere. */
    int (*switching_noise)(eg_system *s, double t, const double *y, double *noise);
    /* Ends the modes of those switching functions that `fired` marks and the time events due at t, and
     * iterates until modes and y are consistent; y and yp go in as the left side and come out as the
     * right one. *jumped tells whether a differential entry of y changed. fired may be NULL. */
    int (*handle_event)(eg_system *s, double t, const bool *fired, double *y, double *yp, bool *jumped,
                        eg_event_sink *sink);
    /* Time of the next time event, > t; INFINITY when none. */
    double (*next_time_event)(eg_system *s, double t);
    /* Finds modes, y and yp at the start time from the start values. EG_OK, EG_ERROR_MODEL,
     * EG_ERROR_MEMORY. / */
    eg_status (*initialize)(eg_system *s, double t, double *y, double *yp);
    /* nominal[n]: the magnitude below which accuracy of y[i] is not asked relative to its size, given
     * the present mode and y; INFINITY where none is asked. */
    void (*nominals)(eg_system *s, const double *y, double *nominal);
    /* reach[n]: how far y[i] is from where it begins to matter (the compression of a gap in contact), or
     * INFINITY. Accuracy is then asked relative to the largest reach since it became finite, not to the
     * range that y[i] has covered before. NULL: infinite throughout. */
    void (*reaches)(eg_system *s, double t, const double *y, double *reach);
    /* Is y' an explicit function of t and y in this mode? If not, `reason` says why, in words that follow
     * "because" and name a component; written like snprintf. NULL: it is where every y[i] is
     * differential. */
    bool (*is_explicit)(eg_system *s, char *reason, size_t size);
    /* rough[switch_count]: where y' is not smooth at the end of the mode that a switching function h marks,
     * but has a part that goes like |h|^rough: that exponent, else 0. NULL: smooth throughout. */
    void (*roughness)(eg_system *s, double *rough);
    /* power[EG_POWER_COUNT] in W; those from eg_power_count(s) on are of no use. */
    int (*powers)(eg_system *s, double t, const double *y, double *power);
    /* Powers and switching functions at one point, for hardly more than one of them. NULL: one after the
     * other. */
    int (*sample)(eg_system *s, double t, const double *y, double *power, double *h);
    /* Kinetic and potential energy [J]. */
    int (*energy)(eg_system *s, double t, const double *y, double *kinetic, double *potential);
    /* Of a system with has_past: a step that has become the past, told node after node; the first and
     * the last of `count` are its ends, and modes are those of the step. yp[n] is scratch. */
    int (*remember)(eg_system *s, int node, int count, double t, const double *y, double *yp);
    /* A name for y[i] in messages ("velocity of body mass2"). Writes like snprintf. */
    void (*describe)(eg_system *s, int i, char *text, size_t size);
    /* What holds y[i] hardest at the point last evaluated, in steps of `length` ("the damping of e, 1e+20
     * N.s/m"); empty where that is not known. NULL: it never is. */
    void (*describe_hold)(eg_system *s, int i, double length, char *text, size_t size);
} eg_system_ops;

struct eg_system {
    const eg_system_ops *ops;
    /* What only one family of engines asks for is a facet of its own; NULL: it is not offered. */
    const struct eg_linear_facet *linear;         /* modes as linear systems: base/linear_mode.h */
    const struct eg_local_facet *local;           /* a linear system piece by piece: base/local.h */
    const struct eg_fixed_facet *fixed;           /* the plan of the fixed-step solver: fixed/facet.h */
    const struct eg_parametric_facet *parametric; /* derivatives by parameters: base/parametric.h */
    int n;                                        /* length of y */
    int switch_count;                             /* length of h */
    const eg_pattern *pattern; /* of the Jacobian (find_pattern); changes only when `structure` does */
    long structure;            /* counts changes of the structure */
    long operations;           /* of users' formulas at a point, about */
    const bool *differential;  /* (n) in the present mode */
    eg_diagnostics *diagnostics;
    const double *blur;  /* (n) the error of y that the engine allows itself, at events; or NULL */
    double origin;       /* what the times of callbacks are counted from [s]; set before `initialize` */
    double span;         /* of the run [s]; 0: not known */
    double clock, rest;  /* what the absolute time `clock` of the last callback leaves out by rounding [s] */
    bool finished;       /* the model asks for the run to end here */
    bool follows_time;   /* switching functions may follow time alone, whatever y does */
    bool has_heat;       /* powers of heat are integrated too */
    bool has_past;       /* it looks back: `remember` is to be called */
    bool wants_event;    /* it wants an event where the step that has just passed ends */
    bool may_degenerate; /* equations may stop determining its unknowns within a mode (orientation) */
    bool has_terminal;   /* it wants an event at the end of the run, with is_terminal set */
    bool is_terminal;
};

/* Might the force of an impact of a mass, or its depth, be so small that powers of it are no numbers, or
 * have few digits? */
static inline bool eg_is_weak_touch(double speed, double mass)
{
    return speed * mass < 1e-200 || speed < 1e-100;
}

/* The run goes from start to stop [s], of which follow its span and where its time is counted from. To be
 * said before `initialize`. */
static inline void eg_system_set_span(eg_system *s, double start, double stop)
{
    s->origin = eg_span_origin(start, stop);
    s->span = stop - start;
}

/* An absolute time as callbacks and engines count it [s]: no earlier than that. */
static inline double eg_system_since(const eg_system *s, double t)
{
    return s->origin != 0 && isfinite(t) ? eg_span_since(s->origin, t) : t;
}

/* The absolute time of a callback at t [s]. What rounding leaves out of it is kept: laws of time follow
 * from both, or else they would be stairs, with steps of an ulp of a late time, that no engine could
 * follow. */
static inline double eg_system_clock(eg_system *s, double t)
{
    s->clock = s->origin + t;
    s->rest = t - (s->clock - s->origin);
    return s->clock;
}

/* What `at` leaves out, where that is known. */
static inline double eg_system_rest(const eg_system *s, double at)
{
    return at == s->clock && isfinite(s->rest) ? s->rest : 0.0;
}

/* What counts as long at t, from the origin on [s]: of differences that are to be short against all that
 * happens it is a small part, and not lost in round-off. A hundredth of a second is, in runs of ordinary
 * length. */
static inline double eg_system_while(const eg_system *s, double t)
{
    const double resolved = 1e10 * DBL_EPSILON * fabs(s->origin), least = 1e-2;
    double some = least;
    if (s->span > 0.0)
        some = fmin(fmax(least, 1e-8 * s->span), 1e-2 * s->span);
    return fmax(fmax(fabs(t), some), resolved);
}

/* What lies no further than that from t, from the origin on, may be of the same instant [s]: events of many
 * elements crowd some ulp beside each other. */
static inline double eg_system_instant(const eg_system *s, double t)
{
    return fmax(1000.0 * DBL_EPSILON * fabs(t), 4.0 * DBL_EPSILON * fabs(s->origin + t));
}

static inline int eg_power_count(const eg_system *s)
{
    return s->has_heat ? EG_POWER_COUNT : EG_POWER_HEATED;
}

#endif

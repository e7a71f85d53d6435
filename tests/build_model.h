/* Building models by calls, running them and looking at the result: what the network's tests share.
 *
 *   rig r = rig_begin("Bounce");
 *   add(&r, "Mass", "mass", "m", 1.0, "L", 0.0, NULL);
 *   fix(&r, "mass.s", 2.0);
 *   join(&r, "mass.flange_a", "gap.flange_b");
 *   run(&r, 1.0, 1e-9);
 *   NEAR(end(&r, "mass.s"), 0.5, 1e-8);
 *   rig_end(&r);
 *
 * A value that is off prints file, line, both values and goes on; the test fails at rig_end or ALL_WELL. */
#ifndef BUILD_MODEL_H
#define BUILD_MODEL_H

#include "component/class.h"
#include "elastogap/elastogap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PI 3.14159265358979323846
#define ULP 2.2204460492503131e-16

typedef struct rig {
    eg_diagnostics *d;
    eg_spec *spec;
    eg_model *model;
    eg_trajectory *t;
    eg_statistics st;
    eg_status status;
    double interval;    /* of the rows; 0: a hundredth of the span */
    double start;       /* time */
    const char *engine; /* NULL: rig_engine() */
} rig;

/* ---------------------------------------------------------------- checks */

static int rig_failures;

static inline void rig_fail(const char *file, int line, const char *text)
{
    print_error("%s:%d: %s\n", file, line, text);
    rig_failures++;
}

static inline int rig_near(double value, double expected, double tolerance, const char *what,
                           const char *file, int line)
{
    char text[600];
    if (fabs(value - expected) <= tolerance)
        return 1;
    snprintf(text, sizeof text, "%s is %.17g, expected %.17g within %.3g (off by %.3g)", what, value,
             expected, tolerance, value - expected);
    rig_fail(file, line, text);
    return 0;
}

/* |value - expected| <= tolerance, an absolute one. */
#define NEAR(value, expected, tolerance)                                                                     \
    rig_near((value), (expected), (tolerance), #value, __FILE__, __LINE__)
/* NaN fails. */
#define AT_MOST(value, limit)                                                                                \
    do {                                                                                                     \
        const double value_ = (value), limit_ = (limit);                                                     \
        char text_[300];                                                                                     \
        snprintf(text_, sizeof text_, "%s is %.6g, more than %.6g", #value, value_, limit_);                 \
        if (!(value_ <= limit_))                                                                             \
            rig_fail(__FILE__, __LINE__, text_);                                                             \
    } while (0)
#define TRUE(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            rig_fail(__FILE__, __LINE__, #condition " is false");                                            \
    } while (0)
#define ALL_WELL()                                                                                           \
    do {                                                                                                     \
        const int failures_ = rig_failures;                                                                  \
        rig_failures = 0;                                                                                    \
        if (failures_ > 0)                                                                                   \
            fail_msg("%d checks failed", failures_);                                                         \
    } while (0)

/* ---------------------------------------------------------------- building */

static inline void rig_show(const rig *r)
{
    char text[2000];
    for (size_t i = 0; i < eg_diagnostics_count(r->d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(r->d, i), 0, text, sizeof text);
        print_error("  %s", text);
    }
}

/* What cannot go on ends the test. */
static inline void rig_demand(const rig *r, int good, const char *what)
{
    if (good)
        return;
    rig_show(r);
    rig_failures = 0;
    fail_msg("%s: %s", r->spec ? eg_spec_name(r->spec) : "rig", what);
}

static inline rig rig_begin(const char *name)
{
    rig r = {.d = eg_diagnostics_create()};
    r.spec = eg_spec_create(name, r.d);
    rig_demand(&r, r.d && r.spec, "out of memory");
    return r;
}

static inline void rig_forget_run(rig *r)
{
    eg_trajectory_free(r->t);
    eg_model_free(r->model);
    r->t = NULL;
    r->model = NULL;
}

static inline void rig_release(rig *r)
{
    rig_forget_run(r);
    eg_spec_free(r->spec);
    eg_diagnostics_free(r->d);
    memset(r, 0, sizeof *r);
}

#define rig_end(r)                                                                                           \
    do {                                                                                                     \
        rig_release(r);                                                                                      \
        ALL_WELL();                                                                                          \
    } while (0)

/* The full name of a class of the Modelica Standard Library, the translational one where a rotational one has
 * the same name; a dotted name stands for itself. */
static inline const char *rig_class(const char *name, char *text, size_t size)
{
    static const char *const packages[] = {
        "Modelica.Mechanics.Translational.Components",
        "Modelica.Mechanics.Translational.Sources",
        "Modelica.Mechanics.Translational.Sensors",
        "Modelica.Mechanics.Rotational.Components",
        "Modelica.Mechanics.Rotational.Sources",
        "Modelica.Mechanics.Rotational.Sensors",
        "Modelica.Blocks.Sources",
        "Modelica.Blocks.Math",
        "Modelica.Thermal.HeatTransfer.Components",
        "Modelica.Thermal.HeatTransfer.Sources",
    };
    for (size_t i = 0; i < sizeof packages / sizeof *packages && !strchr(name, '.'); i++) {
        snprintf(text, size, "%s.%s", packages[i], name);
        if (eg_class_find(text))
            return text;
    }
    snprintf(text, size, "%s", name);
    return text;
}

/* add(&r, "Mass", "mass", "m", 1.0, "L", 0.0, NULL): an instance and its parameters. */
static inline void add(rig *r, const char *class_name, const char *path, ...)
{
    char text[200];
    va_list list;
    rig_demand(r, eg_spec_add(r->spec, rig_class(class_name, text, sizeof text), path, r->d) == EG_OK,
               class_name);
    va_start(list, path);
    for (const char *name; (name = va_arg(list, const char *)) != NULL;) {
        snprintf(text, sizeof text, "%s.%s", path, name);
        rig_demand(r, eg_spec_set(r->spec, text, va_arg(list, double), r->d) == EG_OK, text);
    }
    va_end(list);
}

static inline void fix(rig *r, const char *path, double value)
{
    rig_demand(r, eg_spec_set_start(r->spec, path, value, 1, r->d) == EG_OK, path);
}

static inline void guess(rig *r, const char *path, double value)
{
    rig_demand(r, eg_spec_set_start(r->spec, path, value, 0, r->d) == EG_OK, path);
}

static inline void join(rig *r, const char *from, const char *to)
{
    rig_demand(r, eg_spec_connect(r->spec, from, to, r->d) == EG_OK, from);
}

/* join_all(&r, "a.flange_b", "b.flange_a", "c.flange_a", NULL): all into one node. */
static inline void join_all(rig *r, const char *first, ...)
{
    va_list list;
    va_start(list, first);
    for (const char *next; (next = va_arg(list, const char *)) != NULL;)
        join(r, first, next);
    va_end(list);
}

/* A mass of no length that starts at s with speed v. */
static inline void add_mass(rig *r, const char *path, double m, double s, double v)
{
    char text[100];
    add(r, "Mass", path, "m", m, NULL);
    snprintf(text, sizeof text, "%s.s", path);
    fix(r, text, s);
    snprintf(text, sizeof text, "%s.v", path);
    fix(r, text, v);
}

/* A shaft that starts at the angle phi with speed w. */
static inline void add_inertia(rig *r, const char *path, double J, double phi, double w)
{
    char text[100];
    add(r, "Inertia", path, "J", J, NULL);
    snprintf(text, sizeof text, "%s.phi", path);
    fix(r, text, phi);
    snprintf(text, sizeof text, "%s.w", path);
    fix(r, text, w);
}

static inline void add_fixed(rig *r, const char *path, double s)
{
    add(r, "Fixed", path, "s0", s, NULL);
}

/* ---------------------------------------------------------------- running */

/* Runs use `ida` unless the environment says otherwise: every test holds for every engine that takes its
 * model. */
static inline const char *rig_engine(void)
{
    const char *engine = getenv("EG_TEST_ENGINE");
    return engine ? engine : "ida";
}

/* From r->start over a span of `span` seconds; the status is in r->status. */
static inline void try_run(rig *r, double span, double tolerance)
{
    rig_forget_run(r);
    memset(&r->st, 0, sizeof r->st);
    r->status = eg_model_compile(r->spec, r->d, &r->model);
    if (r->status != EG_OK)
        return;
    eg_simulate_options o = eg_simulate_options_default(r->model);
    o.start_time = r->start;
    o.stop_time = r->start + span;
    o.interval = r->interval > 0 ? r->interval : span > 0 ? span / 100 : 1;
    o.tolerance = tolerance;
    o.engine = r->engine ? r->engine : rig_engine();
    r->status = eg_simulate(r->model, &o, r->d, &r->t, &r->st);
}

static inline void run(rig *r, double span, double tolerance)
{
    try_run(r, span, tolerance);
    rig_demand(r, r->status == EG_OK, "the run failed");
    AT_MOST(r->st.energy.error, r->st.energy.allowed); /* of every model that is run */
}

/* Does a message of this severity contain the text? */
static inline int says(const rig *r, eg_severity severity, const char *text)
{
    for (size_t i = 0; i < eg_diagnostics_count(r->d); i++) {
        const eg_diagnostic *d = eg_diagnostics_get(r->d, i);
        if (d->severity == severity && (strstr(d->message, text) || (d->remedy && strstr(d->remedy, text))))
            return 1;
    }
    return 0;
}

static inline void rig_says(const rig *r, eg_severity severity, const char *text, const char *file, int line)
{
    if (says(r, severity, text))
        return;
    char complaint[300];
    snprintf(complaint, sizeof complaint,
             "no %s says \"%s\", but:", severity == EG_ERROR ? "error" : "warning", text);
    rig_fail(file, line, complaint);
    rig_show(r);
}
/* Some error, or warning, or its remedy, contains the text. */
#define SAYS_ERROR(r, text) rig_says((r), EG_ERROR, (text), __FILE__, __LINE__)
#define SAYS_WARNING(r, text) rig_says((r), EG_WARNING, (text), __FILE__, __LINE__)

/* ---------------------------------------------------------------- looking */

static inline size_t rows(const rig *r)
{
    return eg_trajectory_rows(r->t);
}

static inline double time_of(const rig *r, size_t row)
{
    return eg_trajectory_time(r->t, row);
}

static inline double at(const rig *r, const char *name, size_t row)
{
    long i = eg_trajectory_find(r->t, name);
    rig_demand(r, i >= 0, name);
    return eg_trajectory_value(r->t, (size_t)i, row);
}

static inline double end(const rig *r, const char *name)
{
    return at(r, name, rows(r) - 1);
}

static inline double begin(const rig *r, const char *name)
{
    return at(r, name, 0);
}

/* The last row at time t (the right side of an event), which must be one. */
static inline size_t row_at(const rig *r, double t)
{
    for (size_t i = rows(r); i-- > 0;)
        if (fabs(time_of(r, i) - t) <= 1e-9 * (fabs(t) + 1e-3))
            return i;
    rig_demand(r, 0, "no row at that time");
    return 0;
}

static inline double value(const rig *r, const char *name, double t)
{
    return at(r, name, row_at(r, t));
}

/* The largest value of a signal over all rows. */
static inline double largest(const rig *r, const char *name)
{
    double most = -INFINITY;
    for (size_t i = 0; i < rows(r); i++)
        most = fmax(most, at(r, name, i));
    return most;
}

static inline double smallest(const rig *r, const char *name)
{
    double least = INFINITY;
    for (size_t i = 0; i < rows(r); i++)
        least = fmin(least, at(r, name, i));
    return least;
}

/* The largest |signal - truth(time)| over all rows. */
static inline double largest_error(const rig *r, const char *name, double (*truth)(double t))
{
    double most = 0;
    for (size_t i = 0; i < rows(r); i++) {
        double off = fabs(at(r, name, i) - truth(time_of(r, i)));
        if (!(off <= most))
            most = off;
    }
    return most;
}

/* Time of event number `k` (from 0) with this name at this component; NAN when there is none. */
static inline double event_time(const rig *r, const char *component, const char *name, int k)
{
    for (size_t i = 0; i < eg_trajectory_events(r->t); i++) {
        eg_event e = eg_trajectory_event(r->t, i);
        if (strcmp(e.component, component) == 0 && strcmp(e.name, name) == 0 && k-- == 0)
            return e.time;
    }
    return NAN;
}

#endif

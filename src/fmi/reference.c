/* The run is made with a tighter tolerance than the experiment asks for, so that what importers compare are
 * their own errors. Rows are points of the experiment's grid, one each; at an event its right side. A run
 * that takes too many steps is given up: whether it does depends on the model alone. */
#include "fmi/reference.h"

#include "base/file.h"
#include "base/number.h"
#include "elastogap/elastogap.h"
#include "network/motion/observe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double BEST = 1e-12; /* tolerance: the least that engines take */

enum { MOST_SIGNALS = 200, ENOUGH = 10, MOST_NUMBERS = 4000, LEAST_ROWS = 50, MOST_STEPS = 100000 };

/* ---------------------------------------------------------------- what is shown */

typedef struct choosing {
    eg_observable_visitor visitor;
    const eg_model *m;
    bool *is_shown; /* (columns) */
    bool moving;    /* the first pass */
    char *names[MOST_SIGNALS];
    size_t count;
    bool failed;
} choosing;

static void add(choosing *c, const char *name)
{
    if (c->count == MOST_SIGNALS)
        return;
    c->names[c->count] = malloc(strlen(name) + 1);
    if (c->names[c->count])
        strcpy(c->names[c->count++], name);
    else
        c->failed = true;
}

/* Of what has a speed of its own, and users' variables: they come first. */
static bool is_moving(const eg_model *m, const eg_observable *o)
{
    const eg_class *class = o->instance < 0 ? NULL : m->instances[o->instance].class;
    for (size_t i = 0; class && i < class->variable_count; i++)
        if (strcmp(class->variables[i].name, "v") == 0 || strcmp(class->variables[i].name, "w") == 0)
            return true;
    return !class;
}

/* A position, an angle, a speed or a temperature of a component, or a variable of users' equations. */
static bool tells_motion(const eg_observable *o)
{
    static const char *const units[] = {"m", "m/s", "rad", "rad/s", "K"};
    bool tells = o->instance < 0;
    for (size_t i = 0; i < sizeof units / sizeof *units && o->unit; i++)
        tells = tells || strcmp(o->unit, units[i]) == 0;
    return tells && !o->port && o->variable;
}

static int visit(eg_observable_visitor *visitor, const eg_observable *o)
{
    choosing *c = (choosing *)visitor;
    char name[1000];
    if (c->count == ENOUGH || o->is_discrete || o->type != EG_REAL || c->is_shown[o->column] ||
        !tells_motion(o) || is_moving(c->m, o) != c->moving)
        return 0;
    c->is_shown[o->column] = true;
    snprintf(name, sizeof name, "%s%s%s", o->path, *o->path ? "." : "", o->variable);
    add(c, name);
    return c->failed ? -1 : 0;
}

static bool choose(choosing *c, const eg_model *m, const eg_fmu_list *list)
{
    *c = (choosing){.visitor.visit = visit, .m = m};
    for (size_t i = 0; i < list->outputs; i++)
        add(c, list->items[list->first_output + i].name);
    if (c->count > 0)
        return !c->failed;
    c->is_shown = calloc((size_t)eg_model_columns(m) + 1, sizeof *c->is_shown);
    for (int pass = 0; pass < 2 && c->is_shown && !c->failed; pass++) {
        c->moving = pass == 0;
        c->failed = eg_model_each_variable(m, &c->visitor) < 0;
    }
    c->failed = c->failed || !c->is_shown;
    free(c->is_shown);
    return !c->failed;
}

/* ---------------------------------------------------------------- the run */

struct eg_progress {
    long steps;
};

static int count_step(double time, eg_progress *progress)
{
    (void)time;
    return ++progress->steps > MOST_STEPS;
}

/* Grid points are some of the experiment's: more of them where there is less to show. */
static eg_simulate_options options_of(const eg_model *m, const eg_fmu_reference_wish *wish, const choosing *c)
{
    eg_simulate_options o = eg_simulate_options_default(m);
    double rows = (o.stop_time - o.start_time) / o.interval;
    double most = fmax(LEAST_ROWS, (double)MOST_NUMBERS / (double)(c->count + 1));
    if (rows > most)
        o.interval *= ceil(rows / most);
    o.tolerance = wish->is_best ? BEST : fmin(o.tolerance, 1e-9);
    o.engine = wish->engine;
    o.signals = (const char *const *)c->names;
    o.signal_count = c->count;
    o.progress = count_step;
    return o;
}

static eg_trajectory *run(const eg_model *m, eg_fmu_reference_wish *wish, const choosing *c,
                          eg_diagnostics *d)
{
    eg_trajectory *t = NULL;
    eg_progress progress = {0};
    eg_statistics statistics = {0};
    eg_simulate_options o = options_of(m, wish, c);
    eg_diagnostics *own = eg_diagnostics_create();
    o.context = &progress;
    eg_status status = own ? eg_simulate(m, &o, own, &t, &statistics) : EG_ERROR_MEMORY;
    if (status == EG_OK && progress.steps <= MOST_STEPS) {
        snprintf(wish->by, sizeof wish->by, "%s", statistics.engine);
        eg_diagnostics_free(own);
        return t;
    }
    const char *why = "it takes too many steps";
    for (size_t i = 0; own && i < eg_diagnostics_count(own) && status != EG_OK; i++)
        if (eg_diagnostics_get(own, i)->severity == EG_ERROR)
            why = eg_diagnostics_get(own, i)->message;
    eg_report(d, EG_WARNING, EG_NOWHERE,
              "the FMU gets no reference results of its default experiment: %.400s", why);
    eg_diagnostics_free(own);
    eg_trajectory_free(t);
    return NULL;
}

/* ---------------------------------------------------------------- as text */

void eg_fmu_put_name(FILE *out, const char *name)
{
    fputs(",\"", out);
    for (; *name; name++)
        fprintf(out, *name == '"' ? "\"\"" : "%c", *name);
    fputc('"', out);
}

/* With so many digits; 0: with all. */
static void put_number(FILE *out, double value, int digits)
{
    char number[EG_NUMBER_SIZE];
    eg_number_write(value, number);
    if (digits > 0)
        fprintf(out, "%.*g", digits, value);
    else
        fputs(number, out);
}

/* Is the row the last one at a point of the grid? */
static bool is_point(const eg_trajectory *t, size_t row, double start, double interval)
{
    double at = eg_trajectory_time(t, row), k = rint((at - start) / interval);
    bool is_last = row + 1 == eg_trajectory_rows(t);
    return is_last || (fabs(at - (start + k * interval)) <= 1e-9 * interval &&
                       eg_trajectory_time(t, row + 1) - at > 1e-9 * interval);
}

static void write_rows(FILE *out, const eg_trajectory *t, double start, double interval, bool is_best)
{
    fputs("\"time\"", out);
    for (size_t i = 0; i < eg_trajectory_signals(t); i++)
        eg_fmu_put_name(out, eg_trajectory_signal(t, i).name);
    fputc('\n', out);
    for (size_t row = 0; row < eg_trajectory_rows(t); row++) {
        if (!is_point(t, row, start, interval))
            continue;
        put_number(out, eg_trajectory_time(t, row), is_best ? 0 : 12);
        for (size_t i = 0; i < eg_trajectory_signals(t); i++) {
            fputc(',', out);
            put_number(out, eg_trajectory_value(t, i, row), is_best ? 0 : 10);
        }
        fputc('\n', out);
    }
}

char *eg_fmu_reference(const eg_model *m, const eg_fmu_list *list, eg_fmu_reference_wish *wish,
                       eg_diagnostics *d)
{
    choosing c;
    char *text = NULL;
    size_t length;
    eg_trajectory *t = choose(&c, m, list) && c.count > 0 ? run(m, wish, &c, d) : NULL;
    FILE *out = t ? open_memstream(&text, &length) : NULL;
    if (out) {
        eg_simulate_options o = options_of(m, wish, &c);
        wish->interval = o.interval;
        write_rows(out, t, o.start_time, o.interval, wish->is_best);
        text = eg_text_end(out, &text);
    }
    for (size_t i = 0; i < c.count; i++)
        free(c.names[i]);
    eg_trajectory_free(t);
    return text;
}

/* What may be set in flat text does there what it does to the model: every class that can be instantiated
 * stands in a small model with random parameters (printed_harness.h), and each of its parameters is given
 * another legal value, once in the model and once in its flat text. Both runs are the same, or both are
 * refused; or the flat text says that the parameter is final, which it must not say of all. And no
 * parameter is missing there.
 *
 * Two engines compute the two runs, each to its tolerance; both were asked for TOLERANCE, and what they
 * may differ by is a thousand times that of a signal's range: a hundred steps' errors, ten times
 * amplified.
 *
 * With a part of classes' names in the environment variable EG_SHOW their models are printed; in EG_ONLY,
 * no others are looked at. */
#include "printed_cases.h"
#include "printed_harness.h"

#include "component/describe.h"
#include "component/spec.h"
#include "elastogap/elastogap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define TOLERANCE 1e-9
#define BOUND (1000 * TOLERANCE)
/* Models of each class; sanitizers see as much in a third of them. */
#define SEEDS (EG_SANITIZED ? 2 : 6)

/* ---------------------------------------------------------------- runs */

typedef struct outcome {
    eg_status status;
    eg_trajectory *t;
    char why[600];
} outcome;

static eg_spec *read_text(const char *text, size_t length, const char *setting, outcome *o)
{
    eg_spec *spec = NULL;
    eg_read_options options = eg_read_options_default();
    eg_diagnostics *d = eg_diagnostics_create();
    options.settings = &setting;
    options.setting_count = setting != NULL;
    o->status = eg_spec_read_text(text, length, "harness.mo", &options, d, &spec);
    for (size_t i = 0; o->status != EG_OK && i < eg_diagnostics_count(d); i++)
        if (eg_diagnostics_get(d, i)->severity == EG_ERROR)
            snprintf(o->why, sizeof o->why, "%s", eg_diagnostics_get(d, i)->message);
    eg_diagnostics_free(d);
    return spec;
}

static outcome run_to(const char *text, size_t length, const char *setting, double tolerance)
{
    outcome o = {.status = EG_OK};
    eg_spec *spec = read_text(text, length, setting, &o);
    eg_model *model = NULL;
    eg_diagnostics *d = eg_diagnostics_create();
    if (o.status == EG_OK)
        o.status = eg_model_compile(spec, d, &model);
    if (o.status == EG_OK) {
        eg_simulate_options options = eg_simulate_options_default(model);
        options.tolerance = tolerance;
        options.stop_time = 0.6;
        o.status = eg_simulate(model, &options, d, &o.t, NULL);
    }
    for (size_t i = 0; o.status != EG_OK && i < eg_diagnostics_count(d); i++)
        if (eg_diagnostics_get(d, i)->severity == EG_ERROR)
            snprintf(o.why, sizeof o.why, "%s", eg_diagnostics_get(d, i)->message);
    eg_diagnostics_free(d);
    eg_model_free(model);
    eg_spec_free(spec);
    return o;
}

static outcome run(const char *text, size_t length, const char *setting)
{
    return run_to(text, length, setting, TOLERANCE);
}

/* Does either run have an event so close to t that a value may be that before it or that after it? */
static bool is_at_event(const eg_trajectory *t, double time)
{
    for (size_t i = 0; i < eg_trajectory_events(t); i++)
        if (fabs(eg_trajectory_event(t, i).time - time) < 1e-6)
            return true;
    return false;
}

static bool is_in_twice(const eg_trajectory *t, size_t row)
{
    return (row > 0 && eg_trajectory_time(t, row - 1) == eg_trajectory_time(t, row)) ||
           (row + 1 < eg_trajectory_rows(t) && eg_trajectory_time(t, row + 1) == eg_trajectory_time(t, row));
}

static double range_of(const eg_trajectory *t, size_t signal)
{
    double low = INFINITY, high = -INFINITY, most = 0;
    for (size_t i = 0; i < eg_trajectory_rows(t); i++) {
        const double value = eg_trajectory_value(t, signal, i);
        low = fmin(low, value);
        high = fmax(high, value);
        most = fmax(most, fabs(value));
    }
    return fmax(high - low, 1e-3 * most);
}

/* The largest difference over range, in continuous signals at times that both store; which one, and
 * (first not NULL) when one exceeds the bound for the first time. */
static double distance(const eg_trajectory *a, const eg_trajectory *b, char *where, size_t size,
                       double *first)
{
    double worst = 0, since = INFINITY;
    for (size_t k = 0; k < eg_trajectory_signals(a); k++) {
        const eg_signal s = eg_trajectory_signal(a, k);
        const long other = eg_trajectory_find(b, s.name);
        if (s.is_discrete || other < 0)
            continue;
        const double range = range_of(a, k);
        for (size_t i = 0, j = 0; i < eg_trajectory_rows(a) && j < eg_trajectory_rows(b);) {
            const double u = eg_trajectory_time(a, i), v = eg_trajectory_time(b, j);
            if (u != v) {
                (*(u < v ? &i : &j))++;
                continue;
            }
            const double x = eg_trajectory_value(a, k, i), y = eg_trajectory_value(b, (size_t)other, j);
            const double off = fabs(x - y) <= 1e-12 ? 0 : fabs(x - y) / range;
            if (off > BOUND)
                since = fmin(since, u);
            if (!(off <= worst) && !(isnan(x) && isnan(y)) && !is_in_twice(a, i) && !is_in_twice(b, j) &&
                !is_at_event(a, u) && !is_at_event(b, u)) {
                worst = isnan(off) ? INFINITY : off;
                snprintf(where, size, "%s at %g s is %.17g, in flat text %.17g", s.name, u, x, y);
            }
            i++;
            j++;
        }
    }
    if (first)
        *first = since;
    return worst;
}

/* ---------------------------------------------------------------- other values */

/* "=value" of another legal value; false where there is none. */
static bool other_value(harness *h, const eg_instance *x, size_t i, char *to, size_t size)
{
    const eg_parameter *p = &x->class->parameters[i];
    if (p->is_constant || p->is_protected || p->is_derived || p->type == EG_STRING)
        return false;
    if (p->columns != 0) {
        const eg_matrix m = eg_parameter_matrix(x->p, (int)i);
        size_t n = (size_t)snprintf(to, size, "={");
        for (int r = 0; r < m.rows && n < size; r++) {
            n += (size_t)snprintf(to + n, size - n, p->columns == 1 ? "%s" : "%s{", r ? "," : "");
            for (int c = 0; c < m.columns && n < size; c++)
                n +=
                    (size_t)snprintf(to + n, size - n, "%s%.17g", c ? "," : "",
                                     m.elements[r * m.columns + c] * (c > 0 || p->columns == 1 ? 1.25 : 1.0));
            if (p->columns != 1 && n < size)
                n += (size_t)snprintf(to + n, size - n, "}");
        }
        return m.rows > 0 && n < size && (size_t)snprintf(to + n, size - n, "}") < size - n;
    }
    if (p->type == EG_BOOLEAN) {
        snprintf(to, size, x->p[i] != 0.0 ? "=false" : "=true");
    } else if (p->type == EG_ENUMERATION) {
        const char *literal = p->literals[((int)x->p[i] + 1) % harness_count(p->literals)];
        const bool is_text = strcmp(p->type_name, "String") == 0;
        snprintf(to, size, is_text ? "=\"%s%s\"" : "=%s.%s", is_text ? "" : p->type_name, literal);
    } else if (p->type == EG_INTEGER) {
        snprintf(to, size, "=%d", (int)x->p[i] + 1);
    } else {
        snprintf(to, size, "=%.17g", harness_value(h, p));
    }
    return true;
}

/* The same of a class that consists of equations: its parameters are declared values of the model. */
static bool other_declared(const eg_declared *d, char *to, size_t size)
{
    if (d->is_fixed)
        return false;
    if (d->type == EG_BOOLEAN)
        snprintf(to, size, d->value != 0.0 ? "=false" : "=true");
    else if (d->type == EG_INTEGER)
        snprintf(to, size, "=%d", (int)d->value + 1);
    else if (d->type == EG_REAL)
        snprintf(to, size, "=%.17g", d->value == 0.0 ? 0.25 : 1.25 * d->value);
    return d->type <= EG_BOOLEAN;
}

/* ---------------------------------------------------------------- all classes */

typedef struct counts {
    int tried, same, refused, final, stopped, loose, sensitive, off;
    char finals[1000]; /* of models of a user's: paths */
} counts;

/* Does the model itself go elsewhere where the tolerance is another? What grows a thousandfold in each part
 * of its run judges no settings. */
static bool moves_by_itself(const harness *h, const char *setting, const eg_trajectory *t)
{
    char where[300];
    outcome again = run_to(h->text, h->length, setting, 10 * TOLERANCE);
    const bool moves = again.status == EG_OK && distance(t, again.t, where, sizeof where, NULL) > BOUND;
    eg_trajectory_free(again.t);
    return moves;
}

static void judge_setting(const harness *h, const char *flat, size_t length, const char *path,
                          const char *value, counts *c)
{
    const char *name = h->class ? h->class->name : "model";
    char plain[3000], quoted[3000], where[300] = "";
    snprintf(plain, sizeof plain, "%s%s", path, value);
    snprintf(quoted, sizeof quoted, "'%s'%s", path, value);
    outcome of_flat = run(flat, length, quoted);
    c->tried++;
    if (of_flat.status != EG_OK && strstr(of_flat.why, "is final")) {
        c->final++;
        if (!h->class)
            snprintf(c->finals + strlen(c->finals), sizeof c->finals - strlen(c->finals), " %s", path);
        return;
    }
    outcome of_model = run(h->text, h->length, plain);
    if (of_model.status != EG_OK && of_flat.status != EG_OK) {
        c->refused++;
    } else if (of_model.status == EG_ERROR_SIMULATION || of_flat.status == EG_ERROR_SIMULATION) {
        c->stopped++; /* no engine goes through that: a contact of the exponent 7e8 */
    } else if (of_model.status != EG_OK || of_flat.status != EG_OK) {
        c->off++;
        print_message("%s with %s: model: %s; flat text: %s\n", name, plain,
                      of_model.status ? of_model.why : "runs", of_flat.status ? of_flat.why : "runs");
    } else {
        const double off = distance(of_model.t, of_flat.t, where, sizeof where, NULL);
        const bool is_sensitive = off > BOUND && moves_by_itself(h, plain, of_model.t);
        c->sensitive += is_sensitive;
        c->off += off > BOUND && !is_sensitive;
        c->same += off <= BOUND;
        if (off > BOUND && !is_sensitive)
            print_message("%s with %s: %g of its range: %s\n", name, plain, off, where);
    }
    eg_trajectory_free(of_model.t);
    eg_trajectory_free(of_flat.t);
}

/* The value that the position (k = 0) or speed (k = 1) of a body has at the start of a run. The line
 * declares it. */
static double value_at_start(const eg_trajectory *t, const char *line, int k)
{
    static const char *const names[2][2] = {{"s", "v"}, {"phi", "w"}};
    char signal[40];
    const bool is_rotational = strncmp(line, "  " EG_ROT, sizeof EG_ROT + 1) == 0;
    snprintf(signal, sizeof signal, "body%d.%s", atoi(strstr(line, " body") + 5), names[is_rotational][k]);
    const long found = eg_trajectory_find(t, signal);
    assert_true(found >= 0);
    return eg_trajectory_value(t, (size_t)found, 0);
}

/* Writes a model of the harness with some of its bodies' positions and speeds held at their starts: of
 * those of which a bit is set; with the start values that run t has (NULL: as they are). Answers how many
 * bits the model has. */
static int hold_starts(const harness *from, unsigned bits, const eg_trajectory *t, harness *to)
{
    static const char start[] = "start=";
    int next = 0, own = 0;
    *to = *from;
    to->length = 0;
    for (const char *at = from->text, *line = at, *end; *at; at++) {
        if (at > from->text && at[-1] == '\n') {
            line = at;
            own = 0;
        }
        const char *body = strstr(line, " body");
        const char *starts = strstr(line, "(start=");
        const bool is_body =
            body && (end = strchr(line, '\n')) && body < at && at < end && starts && starts < end;
        if (is_body && strncmp(at, start, sizeof start - 1) == 0 && t) {
            harness_put(to, "start=%.17g", value_at_start(t, line, own++));
            at += strcspn(at, ")") - 1;
        } else if (is_body && *at == ')' && (at[1] == ',' || at[1] == ')')) {
            harness_put(to, bits >> next++ & 1u ? ", fixed=true)" : ")");
        } else {
            harness_put(to, "%c", *at);
        }
    }
    return next;
}

static int bits_in(unsigned bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* The model in which as many starts are held as it takes, and the others begin where they come to be: of
 * those that nothing holds two sets of equations may otherwise choose different ones. */
static outcome run_held(const harness *loose, harness *h)
{
    outcome o = {.status = EG_ERROR_MODEL};
    const int count = hold_starts(loose, 0, NULL, h);
    for (int held = count < 8 ? count : 8; held >= 0; held--)
        for (unsigned bits = 0; bits < 1u << count && bits < 256; bits++) {
            if (bits_in(bits) != held)
                continue;
            hold_starts(loose, bits, NULL, h);
            o = run(h->text, h->length, NULL);
            if (o.status != EG_OK) {
                eg_trajectory_free(o.t); /* what there is up to where it failed */
                o.t = NULL;
                continue;
            }
            hold_starts(loose, bits, o.t, h);
            eg_trajectory_free(o.t);
            return run(h->text, h->length, NULL);
        }
    return o;
}

static const char *path_in_x(const char *name, char *to, size_t size)
{
    snprintf(to, size, "x.%s", name);
    return to;
}

/* How many final parameters there are of which their line does not say why. */
static int silent_finals(const char *flat)
{
    int count = 0;
    for (const char *at = flat; (at = strstr(at, "\n  final ")) != NULL;) {
        const char *end = strchr(++at, '\n'), *why = strstr(at, "; // final: ");
        count += !why || why > end;
    }
    return count;
}

static void check_class(const eg_class *class, uint64_t seed, counts *c)
{
    static harness h, loose;
    char *flat = NULL, value[2900], where[300] = "", name[200], path[200];
    size_t length = 0;
    outcome o;
    harness_write(&loose, class, NULL, special_cases, EG_COUNT(special_cases), seed);
    o = run_held(&loose, &h);
    eg_trajectory *before = o.t;
    eg_spec *spec = o.status == EG_OK ? read_text(h.text, h.length, NULL, &o) : NULL;
    if (o.status != EG_OK || eg_spec_flatten(spec, NULL, &flat, &length) != EG_OK) {
        goto end; /* what the harness draws is not for each class; rigid impacts are no equations */
    }
    assert_int_equal(silent_finals(flat), 0);
    o = run(flat, length, NULL);
    if (getenv("EG_SHOW") && strstr(class->name, getenv("EG_SHOW")))
        printf("%s%s", h.text, flat ? flat : "");
    double since = INFINITY;
    const double off = o.status == EG_OK ? distance(before, o.t, where, sizeof where, &since) : INFINITY;
    if (off > BOUND && since == 0) {
        c->loose++; /* a drive's own start: nothing in the model holds it */
    } else if (off > BOUND) {
        c->off++;
        print_message("%s, seed %d: flat text: %s%s\n", class->name, (int)seed, o.why, where);
    }
    if (off > BOUND) {
        eg_trajectory_free(o.t);
        goto end;
    }
    eg_trajectory_free(o.t);
    const long at = eg_names_find(spec->paths, "x");
    const eg_instance *x = at < 0 ? NULL : &spec->instances[at];
    for (size_t i = 0; x && i < class->parameter_count; i++) {
        snprintf(name, sizeof name, "'x.%s'", class->parameters[i].name);
        if (!strstr(flat, name)) {
            c->off++;
            print_message("%s is missing in the flat text of %s\n", name, class->name);
        }
        if (other_value(&h, x, i, value, sizeof value))
            judge_setting(&h, flat, length, path_in_x(class->parameters[i].name, path, sizeof path), value,
                          c);
    }
    for (size_t i = 0; !x && i < spec->declared_count; i++)
        if (strncmp(spec->declared[i].path, "x.", 2) == 0 &&
            other_declared(&spec->declared[i], value, sizeof value))
            judge_setting(&h, flat, length, spec->declared[i].path, value, c);
end:
    eg_trajectory_free(before);
    eg_spec_free(spec);
    free(flat);
}

static void settings_of_flat_text_are_those_of_the_model(void **state)
{
    (void)state;
    size_t count;
    counts c = {0};
    const eg_class *const *classes = eg_classes(&count);
    const char *only = getenv("EG_ONLY");
    for (size_t i = 0; i < count; i++)
        if ((classes[i]->kind == EG_MODEL || classes[i]->kind == EG_BLOCK) &&
            (!only || strstr(classes[i]->name, only)))
            for (uint64_t seed = 1; seed <= SEEDS; seed++)
                check_class(classes[i], seed, &c);
    print_message(
        "%d settings: %d the same, %d refused by both, %d final, %d stopped, %d sensitive, %d differ; %d "
        "models begin elsewhere\n",
        c.tried, c.same, c.refused, c.final, c.stopped, c.sensitive, c.off, c.loose);
    assert_true(c.tried > 650 * SEEDS && c.final < c.tried / 3); /* what looks at nothing finds nothing */
    assert_true(c.sensitive <= c.tried / 500);
    assert_true(c.stopped <= c.tried / 100 && c.loose <= 3 * SEEDS);
    assert_int_equal(c.off, 0);
}

/* ---------------------------------------------------------------- what a class refuses
 *
 * Every class that checks its parameters together is given values that it refuses, one by one: the flat
 * text refuses them, too, or says that they are final. And what it says names a remedy. */

/* Values at which checks turn: none, the other sign, absurd ones, and those of other parameters. */
static size_t values_to_try(const eg_instance *x, double old, double *values, size_t room)
{
    const double absurd[] = {0, 1, -old, old + 1, old - 1, 2 * old, -1e3, 1e3, 1e-320, 1e150, -1e150, 1e308};
    size_t n = 0;
    for (size_t i = 0; i < EG_COUNT(absurd) && n < room; i++)
        values[n++] = absurd[i];
    for (size_t i = 0; i < x->class->parameter_count; i++)
        for (int k = -1; k <= 1 && n < room; k += 2)
            if (x->class->parameters[i].type == EG_REAL && x->class->parameters[i].columns == 0)
                values[n++] = x->p[i] + k * (0.5 + fabs(x->p[i]));
    return n;
}

/* What the class says of the value of p[at], which is of the parameter i, where it refuses that though it
 * lies within its own limits; else NULL. */
static const char *complaint(const eg_instance *x, int i, size_t at, double value)
{
    const eg_class *class = x->class;
    double *p = malloc(x->p_count * sizeof *p), min, max;
    bool *given = malloc(class->parameter_count * sizeof *given), is_error = false;
    assert_true(p && given);
    memcpy(p, x->p, x->p_count * sizeof *p);
    memcpy(given, x->given, class->parameter_count * sizeof *given);
    p[at] = value;
    given[i] = true;
    if (class->complete)
        class->complete(p, given);
    eg_parameter_range(&class->parameters[i], &min, &max);
    const char *why = value >= min && value <= max ? class->check(p, given, &is_error) : NULL;
    free(p);
    free(given);
    return is_error ? why : NULL;
}

static void hold_refusal(const eg_class *class, const char *flat, size_t length, const char *setting,
                         counts *c)
{
    outcome o = run(flat, length, setting);
    c->tried++;
    c->final += o.status != EG_OK && strstr(o.why, "is final") != NULL;
    c->refused += o.status == EG_ERROR_MODEL && !strstr(o.why, "is final");
    if (o.status != EG_ERROR_MODEL) {
        c->off++;
        print_message("%s refuses %s, its flat text does not: %s\n", class->name, setting, o.why);
    }
    eg_trajectory_free(o.t);
}

/* One number of the instance, p[at], which `setting` names: a value for each different complaint. */
static void try_number(const eg_instance *x, int i, size_t at, const char *name, const char *flat,
                       size_t length, counts *c)
{
    double values[100];
    const char *known[8];
    size_t known_count = 0;
    char setting[200];
    const size_t n = values_to_try(x, x->p[at], values, EG_COUNT(values));
    for (size_t j = 0; j < n && known_count < EG_COUNT(known); j++) {
        const char *why = complaint(x, i, at, values[j]);
        bool is_new = why != NULL;
        for (size_t k = 0; k < known_count; k++)
            is_new = is_new && known[k] != why;
        if (!is_new)
            continue;
        known[known_count++] = why;
        if (!strstr(why, "; ")) {
            c->off++;
            print_message("%s does not say what to do: %s\n", x->class->name, why);
        }
        snprintf(setting, sizeof setting, "%s=%.17g", name, values[j]);
        hold_refusal(x->class, flat, length, setting, c);
    }
}

static void try_refusals(const eg_instance *x, const char *flat, size_t length, counts *c)
{
    char name[160];
    for (int i = 0; i < (int)x->class->parameter_count; i++) {
        const eg_parameter *p = &x->class->parameters[i];
        if (p->is_constant || p->is_protected || p->is_derived || p->type != EG_REAL)
            continue;
        const eg_matrix m = p->columns ? eg_parameter_matrix(x->p, i) : (eg_matrix){.rows = 1, .columns = 1};
        const size_t first = p->columns ? (size_t)(m.elements - x->p) : (size_t)i;
        for (int k = 0; k < m.rows * m.columns; k++) {
            const int row = k / m.columns + 1, column = k % m.columns + 1;
            if (!p->columns)
                snprintf(name, sizeof name, "'x.%s'", p->name);
            else if (p->columns == 1)
                snprintf(name, sizeof name, "'x.%s'[%d]", p->name, row);
            else
                snprintf(name, sizeof name, "'x.%s'[%d,%d]", p->name, row, column);
            try_number(x, i, first + (size_t)k, name, flat, length, c);
        }
    }
}

static void flat_text_refuses_what_classes_refuse(void **state)
{
    (void)state;
    static harness h;
    size_t count, classes_tried = 0;
    counts c = {0};
    const eg_class *const *classes = eg_classes(&count);
    const char *only = getenv("EG_ONLY");
    for (size_t i = 0; i < 2 * SEEDS * count; i++) {
        const eg_class *class = classes[i / (2 * SEEDS)];
        if (!class->check || (class->kind != EG_MODEL && class->kind != EG_BLOCK) ||
            (only && !strstr(class->name, only)))
            continue;
        outcome o = {.status = EG_OK};
        char *flat = NULL;
        size_t length = 0;
        harness_write(&h, class, NULL, special_cases, EG_COUNT(special_cases), 1 + i % (2 * SEEDS));
        eg_spec *spec = read_text(h.text, h.length, NULL, &o);
        if (o.status == EG_OK && eg_spec_flatten(spec, NULL, &flat, &length) == EG_OK) {
            const long at = eg_names_find(spec->paths, "x");
            classes_tried++;
            if (at >= 0)
                try_refusals(&spec->instances[at], flat, length, &c);
        }
        free(flat);
        eg_spec_free(spec);
    }
    print_message("%d models, %d values that their classes refuse: %d refused, %d final, %d not refused\n",
                  (int)classes_tried, c.tried, c.refused, c.final, c.off);
    assert_true(only || c.refused > 50);
    assert_int_equal(c.off, 0);
}

/* ---------------------------------------------------------------- a model of a user's */

/* Values that follow from others through classes, arrays, records, functions, conditions, start values and
 * limits. */
#define EG_TRANS "Modelica.Mechanics.Translational."
static const char user_model[] =
    "package P\n"
    "  function chosen\n    input Real x;\n    input Real limit;\n    output Real y;\n  algorithm\n"
    "    if x > limit then\n      y := limit + sqrt(x - limit);\n    else\n      y := x;\n    end if;\n"
    "    for i in 1:2 loop\n      y := y + x/(10*i);\n    end for;\n  end chosen;\n"
    "  record Data\n    Real c = 20;\n    Real d = c/50;\n  end Data;\n"
    "  model Stop\n    parameter Real k = 100;\n    parameter Real play(min = -3, max = 3) = 0.1;\n"
    "    " EG_TRANS "Interfaces.Flange_a flange_a;\n    " EG_TRANS "Interfaces.Flange_b flange_b;\n"
    "    " EG_TRANS "Components.ElastoGap gap(c = k, d(max = 50) = sqrt(k), s_rel0 = play, final n = 1);\n"
    "  equation\n    connect(flange_a, gap.flange_a);\n    connect(gap.flange_b, flange_b);\n  end Stop;\n"
    "  model Case\n    parameter Real a(min = 0) = 1.5;\n    parameter Real b = 2*a;\n"
    "    final parameter Real e = a + b;\n    parameter Real vec[3] = {a, b, P.chosen(b, a)};\n"
    "    parameter Integer turns = 2;\n    parameter Boolean isStiff = true;\n"
    "    parameter Boolean hasExtra = true;\n"
    "    parameter P.Data data(c = 30 + a);\n    parameter Real start = 0.2*a;\n    parameter Real T = 0.1;\n"
    "    parameter Modelica.Units.SI.Mass whole = 3;\n"
    "    " EG_TRANS "Components.Fixed ground;\n"
    "    " EG_TRANS
    "Components.Mass m(m = whole/2, s(start = start, fixed = true), v(start = -a, fixed = true));\n"
    "    " EG_TRANS "Components.Spring row[2](c = {vec[2]*10, if isStiff then data.c else 1});\n"
    "    P.Stop stop(k = 100*e, play = -0.1);\n"
    "    " EG_TRANS "Components.Damper extra(d = data.d*turns) if hasExtra;\n"
    "    Real x(start = b, fixed = true);\n    discrete Real held(start = a, fixed = true);\n  equation\n"
    "    der(x) = -P.chosen(x/T, 3*a)*(if x > e/4 then 0.1 else 0.2) + m.s;\n"
    "    when sample(T, 2*T) then\n      held = pre(held)/2 + vec[3];\n    end when;\n"
    "    for i in 1:2 loop\n      connect(ground.flange, row[i].flange_a);\n"
    "      connect(row[i].flange_b, m.flange_a);\n    end for;\n"
    "    connect(ground.flange, stop.flange_a);\n    connect(stop.flange_b, m.flange_a);\n"
    "    connect(ground.flange, extra.flange_a);\n    connect(extra.flange_b, m.flange_a);\n"
    "  end Case;\nend P;\n";

static void judge_all(harness *h, const eg_spec *spec, const char *flat, size_t length, counts *c)
{
    char path[200], value[400];
    for (size_t i = 0; i < spec->declared_count; i++)
        if (other_declared(&spec->declared[i], value, sizeof value))
            judge_setting(h, flat, length, spec->declared[i].path, value, c);
    for (size_t k = 0; k < spec->instance_count; k++)
        for (size_t i = 0; i < spec->instances[k].class->parameter_count; i++) {
            const eg_instance *x = &spec->instances[k];
            const eg_parameter *p = &x->class->parameters[i];
            if (p->is_structural || !other_value(h, x, i, value, sizeof value))
                continue;
            snprintf(path, sizeof path, "%s.%s", x->path, p->name);
            judge_setting(h, flat, length, path, value, c);
        }
}

/* The nominal value of s_rel in the flat text with a setting; 0: none. */
static double nominal_with(const char *flat, size_t length, const char *setting)
{
    outcome o = {.status = EG_OK};
    eg_spec *spec = read_text(flat, length, setting, &o);
    assert_int_equal(o.status, EG_OK);
    const long at = eg_names_find(spec->variable_paths, "stop.gap.s_rel");
    assert_true(at >= 0);
    const double nominal = spec->variables[at].nominal;
    eg_spec_free(spec);
    return nominal;
}

/* Only what decides the structure is final: a condition of a component, and what the model itself declares
 * so. */
static void settings_of_a_users_flat_text_are_those_of_the_model(void **state)
{
    static harness h;
    static const char *const starts[] = {"m.s.start=0.7", "m.v.start=0.7", "x.start=0.4", "stop.gap.d=60",
                                         "stop.play=-4",  "a=-1",          "a=b/2"};
    char *flat = NULL;
    size_t length = 0;
    counts c = {0};
    (void)state;
    memcpy(h.text, user_model, sizeof user_model);
    h.length = strlen(user_model);
    outcome o = {.status = EG_OK};
    eg_spec *spec = read_text(h.text, h.length, NULL, &o);
    assert_int_equal(o.status, EG_OK);
    assert_int_equal(eg_spec_flatten(spec, NULL, &flat, &length), EG_OK);
    if (getenv("EG_SHOW"))
        printf("%s", flat);
    assert_int_equal(silent_finals(flat), 0);
    assert_non_null(
        strstr(flat, "'hasExtra' = true; // final: it has decided something while the model was"));
    assert_non_null(strstr(flat, "; // final: it is in the model\n"));
    assert_non_null(strstr(flat, "'b' = 2*'a'"));
    assert_non_null(strstr(flat, "'row[2].c'(unit = \"N/m\", min = 0) = if 'isStiff' then 'data.c' else 1"));
    assert_non_null(strstr(flat, "'stop.gap.f_ref'(unit = \"N\", min = 0) = 'stop.gap.c'*'stop.gap.s_ref'"));
    assert_non_null(strstr(flat, "'m.s'(unit = \"m\", start = 'start', fixed = true"));
    assert_true(nominal_with(flat, length, NULL) == 0); /* only a value that is set counts */
    assert_true(nominal_with(flat, length, "stop.gap.s_nominal=0.02") == 0.02);
    judge_all(&h, spec, flat, length, &c);
    for (size_t i = 0; i < EG_COUNT(starts); i++) {
        outcome of_model = run(h.text, h.length, starts[i]), of_flat = run(flat, length, starts[i]);
        char where[300] = "";
        assert_int_equal(of_model.status, of_flat.status);
        assert_true(of_model.status != EG_OK ||
                    distance(of_model.t, of_flat.t, where, sizeof where, NULL) <= BOUND);
        eg_trajectory_free(of_model.t);
        eg_trajectory_free(of_flat.t);
    }
    print_message("%d settings: %d the same, %d refused by both, %d final:%s\n", c.tried, c.same, c.refused,
                  c.final, c.finals);
    assert_string_equal(c.finals, " hasExtra stop.gap.n");
    assert_true(c.tried > 25);
    assert_int_equal(c.off + c.stopped + c.sensitive, 0);
    free(flat);
    eg_spec_free(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_of_flat_text_are_those_of_the_model),
        cmocka_unit_test(flat_text_refuses_what_classes_refuse),
        cmocka_unit_test(settings_of_a_users_flat_text_are_those_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

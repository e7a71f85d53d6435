/* Checks of a spec's values and connections, with messages that name path, value, unit and remedy. */
#include "component/spec_check.h"

#include "base/number.h"
#include "base/units.h"
#include "component/describe.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- texts */

void eg_text_append(char *buffer, size_t size, const char *text)
{
    static const char more[] = "...";
    size_t used = strlen(buffer), length = strlen(text);
    if (used + length < size) {
        memcpy(buffer + used, text, length + 1);
        return;
    }
    /* Overwrites the end when need be; later calls find the buffer full and change nothing. */
    size_t at = used + sizeof more > size ? size - sizeof more : used;
    memcpy(buffer + at, more, sizeof more);
}

eg_amount eg_amount_of(double value, const char *unit)
{
    eg_amount a = {.text = ""};
    eg_number_write(value, a.text);
    if (unit && *unit && strcmp(unit, "1") != 0) {
        eg_text_append(a.text, sizeof a.text, " ");
        eg_text_append(a.text, sizeof a.text, unit);
    }
    return a;
}

/* ---------------------------------------------------------------- values */

/* What a message about a value names. */
typedef struct subject {
    const char *owner, *name, *unit;
    eg_place place;
    eg_diagnostics *diagnostics;
} subject;

static bool in_range(const subject *s, double value, double min, double max)
{
    if (value >= min && value <= max)
        return true;
    eg_amount is = eg_amount_of(value, s->unit), low = eg_amount_of(min, s->unit),
              high = eg_amount_of(max, s->unit);
    char range[200] = "";
    if (min == DBL_MIN)
        eg_text_append(range, sizeof range, "greater than 0");
    else if (min != -INFINITY)
        eg_text_append(range, sizeof range, "at least ");
    if (min != -INFINITY && min != DBL_MIN)
        eg_text_append(range, sizeof range, low.text);
    if (min != -INFINITY && max != INFINITY)
        eg_text_append(range, sizeof range, " and ");
    if (max != INFINITY) {
        eg_text_append(range, sizeof range, "at most ");
        eg_text_append(range, sizeof range, high.text);
    }
    eg_report(s->diagnostics, EG_ERROR, s->place, "%s.%s = %s is out of range: it must be %s", s->owner,
              s->name, is.text, range);
    eg_remedy(s->diagnostics,
              "write a value in this range; elastogap info CLASS lists the ranges of all parameters");
    return false;
}

static bool is_finite(const subject *s, double value)
{
    if (isnan(value)) {
        eg_report(s->diagnostics, EG_ERROR, s->place, "%s.%s is not a number (nan)", s->owner, s->name);
        eg_remedy(s->diagnostics,
                  "write a number; look at the divisions and roots that its value is made of");
    } else if (isinf(value)) {
        eg_report(s->diagnostics, EG_ERROR, s->place, "%s.%s = %s: it must be finite", s->owner, s->name,
                  eg_amount_of(value, s->unit).text);
        eg_remedy(s->diagnostics, "write a finite number; look at what its value is made of");
    }
    return isfinite(value);
}

/* Lists the literals of an enumeration with their numbers. */
static void remedy_literals(const eg_parameter *parameter, eg_diagnostics *diagnostics)
{
    char list[200] = "";
    for (int i = 0; parameter->literals[i]; i++) {
        eg_text_append(list, sizeof list, i ? ", " : "");
        eg_text_append(list, sizeof list, eg_amount_of(i, NULL).text);
        eg_text_append(list, sizeof list, " for ");
        eg_text_append(list, sizeof list, parameter->literals[i]);
    }
    eg_remedy(diagnostics, "use %s", list);
}

static bool is_literal(const eg_parameter *parameter, double value)
{
    int count = 0;
    while (parameter->literals[count])
        count++;
    return value >= 0.0 && value < count && value == floor(value);
}

static bool has_type(const subject *s, const eg_parameter *parameter, double value)
{
    if (parameter->type == EG_BOOLEAN && value != 0.0 && value != 1.0) {
        eg_report(s->diagnostics, EG_ERROR, s->place, "%s.%s = %s, but it is a Boolean", s->owner, s->name,
                  eg_amount_of(value, NULL).text);
        eg_remedy(s->diagnostics, "use 1 for true, 0 for false");
        return false;
    }
    if (parameter->type == EG_ENUMERATION && !is_literal(parameter, value)) {
        eg_report(s->diagnostics, EG_ERROR, s->place, "%s.%s = %s is no value of %s", s->owner, s->name,
                  eg_amount_of(value, NULL).text, parameter->type_name);
        remedy_literals(parameter, s->diagnostics);
        return false;
    }
    if (parameter->type == EG_INTEGER && value != floor(value)) {
        eg_report(s->diagnostics, EG_ERROR, s->place, "%s.%s = %s, but it is an Integer", s->owner, s->name,
                  eg_amount_of(value, NULL).text);
        eg_remedy(s->diagnostics, "write a whole number");
        return false;
    }
    return true;
}

bool eg_parameter_accepts(const eg_parameter *parameter, const char *owner, double value, eg_place place,
                          eg_diagnostics *diagnostics)
{
    subject s = {owner, parameter->name, parameter->unit, place, diagnostics};
    bool limited = parameter->min != 0.0 || parameter->max != 0.0;
    return is_finite(&s, value) && has_type(&s, parameter, value) &&
           (!limited || in_range(&s, value, parameter->min, parameter->max));
}

bool eg_parameter_takes(const eg_parameter *parameter, const char *owner, double value,
                        eg_diagnostics *diagnostics)
{
    subject s = {owner, parameter->name, parameter->unit, EG_NOWHERE, diagnostics};
    double min, max;
    eg_parameter_range(parameter, &min, &max);
    return eg_parameter_accepts(parameter, owner, value, EG_NOWHERE, diagnostics) &&
           in_range(&s, value, min, max);
}

bool eg_parameter_takes_table(const eg_parameter *parameter, const char *owner, const double *values,
                              size_t rows, int columns, eg_diagnostics *diagnostics)
{
    char name[120];
    eg_parameter entry = *parameter;
    double min, max;
    eg_parameter_range(parameter, &min, &max);
    entry.name = name;
    for (size_t i = 0; i < rows * (size_t)columns; i++) {
        if (isfinite(values[i]) && values[i] >= min && values[i] <= max && parameter->type == EG_REAL)
            continue;
        snprintf(name, sizeof name, "%s[%zu,%zu]", parameter->name, i / (size_t)columns + 1,
                 i % (size_t)columns + 1);
        if (!eg_parameter_takes(&entry, owner, values[i], diagnostics))
            return false;
    }
    return true;
}

bool eg_variable_accepts(const eg_variable *variable, const char *owner, double start, eg_place place,
                         eg_diagnostics *diagnostics)
{
    subject s = {owner, variable->name, variable->unit, place, diagnostics};
    const eg_unit_type *type = variable->quantity ? eg_unit_of_type(variable->quantity) : NULL;
    return is_finite(&s, start) && (!type || in_range(&s, start, type->min, type->max));
}

/* ---------------------------------------------------------------- paths */

static bool has_member(const eg_class *class, const char *name)
{
    return eg_class_parameter(class, name) >= 0 || eg_class_variable(class, name) >= 0;
}

eg_status eg_spec_split(const eg_spec *spec, const char *path, eg_instance **owner, const char **member)
{
    const char *dot = strrchr(path, '.');
    *owner = NULL;
    *member = dot ? dot + 1 : path;
    if (!dot)
        return EG_ERROR_MODEL;
    char small[256], *prefix = small;
    size_t length = (size_t)(dot - path);
    if (length >= sizeof small && !(prefix = malloc(length + 1)))
        return EG_ERROR_MEMORY;
    memcpy(prefix, path, length);
    prefix[length] = '\0';
    long index = eg_names_find(spec->paths, prefix);
    char *before = strrchr(prefix, '.');
    if (index < 0 && before) { /* "p.v" may be the name of one variable */
        const char *dotted = path + (before - prefix) + 1;
        *before = '\0';
        index = eg_names_find(spec->paths, prefix);
        if (index >= 0 && has_member(spec->instances[index].class, dotted))
            *member = dotted;
        else
            index = -1;
    }
    if (prefix != small)
        free(prefix);
    if (index < 0)
        return EG_ERROR_MODEL;
    *owner = &spec->instances[index];
    return EG_OK;
}

/* The instance path nearest to the first `length` characters of `path`. Looks through all of them, so
 * only in models of a size that somebody writes by hand. */
static const char *nearest_instance(const eg_spec *spec, const char *path, size_t length)
{
    enum { MOST = 2000 };
    if (!spec->instances || spec->instance_count == 0 || spec->instance_count > MOST)
        return NULL;
    const char *nearest = NULL;
    const char **candidates = malloc(spec->instance_count * sizeof *candidates);
    char *wanted = malloc(length + 1);
    if (candidates && wanted) {
        memcpy(wanted, path, length);
        wanted[length] = '\0';
        for (size_t i = 0; i < spec->instance_count; i++)
            candidates[i] = spec->instances[i].path;
        nearest = eg_nearest(wanted, candidates, spec->instance_count);
    }
    free(wanted);
    free(candidates);
    return nearest;
}

void eg_report_no_instance(const eg_spec *spec, const char *path, eg_place place, eg_diagnostics *diagnostics)
{
    const char *dot = strrchr(path, '.');
    if (!dot) {
        eg_report(diagnostics, EG_ERROR, place, "\"%s\" does not name a member of a component", path);
        eg_remedy(diagnostics, "write COMPONENT.MEMBER, as in \"mass.m\"");
        return;
    }
    size_t length = (size_t)(dot - path);
    const char *nearest = nearest_instance(spec, path, length);
    eg_report(diagnostics, EG_ERROR, place, "%s: there is no component %.*s in %s", path, (int)length, path,
              spec->name);
    if (nearest)
        eg_remedy(diagnostics, "did you mean %s%s?", nearest, dot);
    else
        eg_remedy(diagnostics, "add the component before it is connected");
}

/* ---------------------------------------------------------------- connections */

typedef struct end {
    const eg_instance *instance; /* NULL: a connector of a user's model */
    eg_port_kind kind;
    const char *unit;
    const char *condition;
    const eg_port *port;
} end;

static const char *kind_text(eg_port_kind kind)
{
    if (eg_port_is_rotational(kind))
        return "a rotational flange";
    if (eg_port_is_mechanical(kind))
        return "a flange";
    if (eg_port_is_thermal(kind))
        return "a heat port";
    return kind == EG_REAL_INPUT ? "an input" : "an output";
}

static void report_no_port(const eg_instance *owner, const char *name, eg_place place,
                           eg_diagnostics *diagnostics)
{
    enum { MOST = 32 };
    const eg_class *class = owner->class;
    const char *candidates[MOST] = {NULL};
    char list[300] = "";
    size_t count = class->port_count < MOST ? class->port_count : MOST;
    for (size_t i = 0; i < count; i++) {
        candidates[i] = class->ports[i].name;
        eg_text_append(list, sizeof list, i ? ", " : "");
        eg_text_append(list, sizeof list, candidates[i]);
    }
    const char *nearest = eg_nearest(name, candidates, count);
    eg_report(diagnostics, EG_ERROR, place, "%s (%s) has no port %s", owner->path, class->name, name);
    if (nearest)
        eg_remedy(diagnostics, "did you mean %s? its ports are %s", nearest, list);
    else
        eg_remedy(diagnostics, "its ports are %s", list);
}

static eg_connection_fit find_end(const eg_spec *spec, const char *path, eg_place place, end *out,
                                  eg_diagnostics *diagnostics)
{
    long connector = eg_names_find(spec->connector_paths, path);
    if (connector >= 0) {
        *out = (end){NULL, spec->connectors[connector].kind, spec->connectors[connector].unit, NULL, NULL};
        return EG_FIT_GOOD;
    }
    eg_instance *owner;
    const char *name;
    eg_status status = eg_spec_split(spec, path, &owner, &name);
    if (status == EG_ERROR_MEMORY)
        return EG_FIT_MEMORY;
    int port = owner ? eg_class_port(owner->class, name) : -1;
    if (!owner)
        eg_report_no_instance(spec, path, place, diagnostics);
    else if (port < 0)
        report_no_port(owner, name, place, diagnostics);
    if (port < 0)
        return EG_FIT_WRONG;
    const eg_port *p = &owner->class->ports[port];
    *out = (end){owner, p->kind, p->unit, p->condition, p};
    return EG_FIT_GOOD;
}

static bool is_one_kind(eg_port_kind a, eg_port_kind b)
{
    return eg_port_is_mechanical(a) == eg_port_is_mechanical(b) &&
           eg_port_is_rotational(a) == eg_port_is_rotational(b) &&
           eg_port_is_thermal(a) == eg_port_is_thermal(b);
}

/* Two outputs never join; two inputs may in Modelica text, where another connect brings the source. */
static bool flows(const eg_connection *c, const end *a, const end *b, eg_diagnostics *diagnostics)
{
    bool two_outputs = a->kind == EG_REAL_OUTPUT && b->kind == EG_REAL_OUTPUT;
    bool two_inputs = a->kind == EG_REAL_INPUT && b->kind == EG_REAL_INPUT && !c->place.file;
    if (!a->instance || !b->instance || !(two_outputs || two_inputs))
        return true;
    eg_report(diagnostics, EG_ERROR, c->place, "cannot connect %s to %s: both are %s", c->from, c->to,
              two_outputs ? "outputs" : "inputs");
    eg_remedy(diagnostics, "%s",
              two_outputs ? "an input takes one signal; Modelica.Blocks.Math.Add sums two"
                          : "connect each of them to the output that feeds it");
    return false;
}

static bool units_agree(const eg_connection *c, const end *a, const end *b, eg_diagnostics *diagnostics)
{
    if (!eg_port_is_signal(a->kind) || !a->unit || !*a->unit || !b->unit || !*b->unit ||
        eg_unit_same(a->unit, b->unit))
        return true;
    eg_report(diagnostics, EG_ERROR, c->place,
              "cannot connect %s to %s: the unit of one is %s, of the other %s", c->from, c->to, a->unit,
              b->unit);
    eg_remedy(diagnostics, "put a Modelica.Blocks.Math.Gain between them that converts");
    return false;
}

/* Whose condition removes the port, if any. */
static bool exists(const eg_connection *c, const char *path, const end *e, eg_diagnostics *diagnostics)
{
    if (!e->instance || eg_instance_has_port(e->instance, e->port))
        return true;
    if (eg_instance_has(e->instance, e->condition)) {
        eg_report(diagnostics, EG_ERROR, c->place, "%s does not exist: it is one of %d only", path,
                  e->instance->class->vector_size(e->instance->p));
        eg_remedy(diagnostics,
                  "connect one that exists, or have more of them by the parameter that counts them");
        return false;
    }
    eg_severity severity = c->place.file ? EG_WARNING : EG_ERROR;
    eg_report(diagnostics, severity, c->place,
              "connecting %s to %s has no effect: %s does not exist while %s.%s is "
              "false",
              c->from, c->to, path, e->instance->path, e->condition);
    eg_remedy(diagnostics, "set %s.%s=true", e->instance->path, e->condition);
    return false;
}

/* Of an instance that the network has put into the spec for an equation (network/user/links.c): it takes
 * flanges of both kinds. Users' own names cannot begin with a dollar sign. */
static bool is_hidden(const end *e)
{
    const char *dot = e->instance ? strrchr(e->instance->path, '.') : NULL;
    return e->instance && (dot ? dot + 1 : e->instance->path)[0] == '$';
}

eg_connection_fit eg_connection_check(const eg_spec *spec, const eg_connection *c, bool conditions,
                                      eg_diagnostics *diagnostics)
{
    end a, b;
    eg_connection_fit first = find_end(spec, c->from, c->place, &a, diagnostics);
    eg_connection_fit second =
        first == EG_FIT_MEMORY ? first : find_end(spec, c->to, c->place, &b, diagnostics);
    if (first != EG_FIT_GOOD || second != EG_FIT_GOOD)
        return first == EG_FIT_MEMORY || second == EG_FIT_MEMORY ? EG_FIT_MEMORY : EG_FIT_WRONG;
    if (!is_one_kind(a.kind, b.kind) && !is_hidden(&a) && !is_hidden(&b)) {
        eg_report(diagnostics, EG_ERROR, c->place, "cannot connect %s to %s: one is %s, the other %s",
                  c->from, c->to, kind_text(a.kind), kind_text(b.kind));
        if (eg_port_is_mechanical(a.kind) && eg_port_is_mechanical(b.kind))
            eg_remedy(diagnostics, "put an IdealGearR2T or an IdealRollingWheel between them");
        else
            eg_remedy(diagnostics, "connect flanges to flanges, heat ports to heat ports, outputs to inputs");
        return EG_FIT_WRONG;
    }
    if (!flows(c, &a, &b, diagnostics) || !units_agree(c, &a, &b, diagnostics))
        return EG_FIT_WRONG;
    if (!conditions || (exists(c, c->from, &a, diagnostics) && exists(c, c->to, &b, diagnostics)))
        return EG_FIT_GOOD;
    return c->place.file ? EG_FIT_ABSENT : EG_FIT_WRONG;
}

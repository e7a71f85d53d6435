#include "sensitivity/independent.h"

#include "component/spec_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char start_mark[] = "(start)";

/* What a name leads to; NULL where it is not that. */
typedef struct place {
    const eg_instance *instance; /* whose own it is, */
    const eg_parameter *parameter;
    const eg_variable *variable; /* or a start value; */
    double value;                /* of neither: the text's own */
    bool is_fixed;               /* of start values */
} place;

/* How long the path of a variable is that a start value is of; 0: the name is none of a start value. */
static size_t start_path_length(const char *name)
{
    const size_t length = strlen(name), mark = strlen(start_mark);
    return length > mark && strcmp(name + length - mark, start_mark) == 0 ? length - mark : 0;
}

/* What a name says behind the path of an instance; NULL: it is of none of its own. */
static const char *member_of(const eg_instance *x, const char *name)
{
    const size_t length = strlen(x->path);
    return strncmp(name, x->path, length) == 0 && name[length] == '.' ? name + length + 1 : NULL;
}

static bool find_parameter(const eg_instance *x, const char *member, place *at)
{
    for (size_t k = 0; k < x->class->parameter_count; k++) {
        const eg_parameter *p = &x->class->parameters[k];
        if (p->type != EG_REAL || p->columns != 0 || strcmp(p->name, member) != 0)
            continue;
        *at = (place){.instance = x, .parameter = p, .value = x->p[k]};
        return isfinite(at->value);
    }
    return false;
}

static bool find_start(const eg_instance *x, const char *member, size_t length, place *at)
{
    for (unsigned i = 0; i < x->start_count; i++) {
        const eg_start *start = &x->starts[i];
        const eg_variable *variable = &x->class->variables[start->variable];
        if (strlen(variable->name) != length || strncmp(variable->name, member, length) != 0)
            continue;
        *at = (place){.instance = x,
                      .variable = variable,
                      .value = start->start,
                      .is_fixed = start->fixed < 0 ? variable->fixed : start->fixed == 1};
        return isfinite(at->value);
    }
    return false;
}

/* Of variables and parameters that the text declares. */
static bool find_of_text(const eg_spec *spec, const char *name, size_t start, place *at)
{
    for (size_t i = 0; i < spec->declared_count && start == 0; i++) {
        const eg_declared *of = &spec->declared[i];
        if (of->type != EG_REAL || strcmp(of->path, name) != 0)
            continue;
        *at = (place){.value = of->value};
        return isfinite(at->value);
    }
    for (size_t i = 0; i < spec->variable_count && start > 0; i++) {
        const eg_user_variable *of = &spec->variables[i];
        if (of->type != EG_REAL || strlen(of->path) != start || strncmp(of->path, name, start) != 0)
            continue;
        *at = (place){.value = of->start, .is_fixed = of->fixed == 1};
        return isfinite(at->value);
    }
    return false;
}

static bool find(const eg_spec *spec, const char *name, place *at)
{
    const size_t start = start_path_length(name);
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_instance *x = &spec->instances[i];
        const char *member = member_of(x, name);
        if (member && start == 0 && find_parameter(x, member, at))
            return true;
        if (member && start > 0 && find_start(x, member, start - (size_t)(member - name), at))
            return true;
    }
    return find_of_text(spec, name, start, at);
}

bool eg_independent_value(const eg_spec *spec, const char *name, double *value)
{
    place at;
    if (!find(spec, name, &at))
        return false;
    *value = at.value;
    return true;
}

bool eg_independent_takes(const eg_spec *spec, const char *name, double value, eg_diagnostics *d)
{
    place at;
    if (isfinite(value) && find(spec, name, &at)) {
        if (at.parameter)
            return eg_parameter_takes(at.parameter, at.instance->path, value, d);
        if (at.variable)
            return eg_variable_accepts(at.variable, at.instance->path, value, EG_NOWHERE, d);
    }
    if (isfinite(value))
        return true;
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s = %g: it must be finite", name, value);
    eg_remedy(d, "give it a number such as 1e3");
    return false;
}

eg_status eg_make_independent(eg_spec *spec, const char *name, double value, eg_diagnostics *d)
{
    place at = {.is_fixed = true};
    const size_t start = start_path_length(name);
    (void)find(spec, name, &at);
    if (start == 0)
        return eg_spec_set(spec, name, value, d);
    char *path = strndup(name, start);
    const eg_status status = path ? eg_spec_set_start(spec, path, value, at.is_fixed, d) : EG_ERROR_MEMORY;
    free(path);
    return status;
}

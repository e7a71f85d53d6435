#include "sensitivity/independent.h"

#include "component/spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char start_mark[] = "(start)";

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

static bool value_of_parameter(const eg_instance *x, const char *member, double *value)
{
    for (size_t k = 0; k < x->class->parameter_count; k++) {
        const eg_parameter *p = &x->class->parameters[k];
        if (p->type != EG_REAL || p->columns != 0 || strcmp(p->name, member) != 0)
            continue;
        *value = x->p[k];
        return isfinite(*value);
    }
    return false;
}

static bool value_of_start(const eg_instance *x, const char *member, size_t length, double *value,
                           bool *fixed)
{
    for (unsigned i = 0; i < x->start_count; i++) {
        const eg_start *start = &x->starts[i];
        const eg_variable *variable = &x->class->variables[start->variable];
        if (strlen(variable->name) != length || strncmp(variable->name, member, length) != 0)
            continue;
        *value = start->start;
        *fixed = start->fixed < 0 ? variable->fixed : start->fixed == 1;
        return isfinite(*value);
    }
    return false;
}

/* start: how long the path of the variable is whose start value is meant; 0: a parameter is. */
static bool find(const eg_spec *spec, const char *name, size_t start, double *value, bool *fixed)
{
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_instance *x = &spec->instances[i];
        const char *member = member_of(x, name);
        if (member && start == 0 && value_of_parameter(x, member, value))
            return true;
        if (member && start > 0 && value_of_start(x, member, start - (size_t)(member - name), value, fixed))
            return true;
    }
    for (size_t i = 0; i < spec->declared_count && start == 0; i++) {
        const eg_declared *of = &spec->declared[i];
        if (of->type != EG_REAL || strcmp(of->path, name) != 0)
            continue;
        *value = of->value;
        return isfinite(*value);
    }
    return false;
}

eg_status eg_make_independent(eg_spec *spec, const char *name, eg_diagnostics *d, bool *found)
{
    const size_t start = start_path_length(name);
    double value;
    bool fixed = false;
    *found = find(spec, name, start, &value, &fixed);
    if (!*found)
        return EG_OK;
    if (start == 0)
        return eg_spec_set(spec, name, value, d);
    char *path = strndup(name, start);
    const eg_status status = path ? eg_spec_set_start(spec, path, value, fixed, d) : EG_ERROR_MEMORY;
    free(path);
    return status;
}

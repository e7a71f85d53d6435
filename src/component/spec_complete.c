/* Completing a spec: every parameter gets its value, and what depends on the whole is checked. */
#include "base/number.h"
#include "component/spec_check.h"
#include "component/table_of_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- parameters */

static void report_missing(const eg_instance *instance, const eg_parameter *parameter,
                           eg_diagnostics *diagnostics)
{
    bool has_unit = parameter->unit && *parameter->unit;
    eg_report(diagnostics, EG_ERROR, eg_instance_place(instance),
              "%s.%s has no value, and %s has no default for it", instance->path, parameter->name,
              instance->class->name);
    const bool is_temperature = has_unit && strcmp(parameter->unit, "K") == 0;
    eg_remedy(diagnostics, "set %s.%s%s%s (%s)%s%s%s", instance->path, parameter->name,
              has_unit ? " in " : "", has_unit ? parameter->unit : "", parameter->doc,
              is_temperature ? ", for instance " : "", is_temperature ? parameter->name : "",
              is_temperature ? " = 293.15" : "");
}

static void report_fallback(const eg_instance *instance, const eg_parameter *parameter,
                            eg_diagnostics *diagnostics)
{
    eg_report(diagnostics, EG_WARNING, eg_instance_place(instance),
              "%s.%s has no value; its start value %s is taken", instance->path, parameter->name,
              eg_amount_of(parameter->value, parameter->unit).text);
    eg_remedy(diagnostics, "set %s.%s", instance->path, parameter->name);
}

static bool check_elements(const eg_instance *instance, size_t i, eg_diagnostics *diagnostics)
{
    const eg_parameter *parameter = &instance->class->parameters[i];
    eg_matrix matrix = eg_parameter_matrix(instance->p, (int)i);
    if (matrix.rows == 0 && parameter->need == EG_REQUIRED) {
        eg_report(diagnostics, EG_ERROR, eg_instance_place(instance), "%s.%s needs a value", instance->path,
                  parameter->name);
        eg_remedy(diagnostics, "give its rows: %s = [0, 0; 1, 2]", parameter->name);
        return false;
    }
    for (int k = 0; k < matrix.rows * matrix.columns; k++) {
        if (isfinite(matrix.elements[k]))
            continue;
        eg_report(diagnostics, EG_ERROR, eg_instance_place(instance), "%s.%s[%d,%d] is not a finite number",
                  instance->path, parameter->name, k / matrix.columns + 1, k % matrix.columns + 1);
        eg_remedy(diagnostics, "write a finite number there");
        return false;
    }
    return true;
}

/* The value that was given, or the default. False when there is neither, or it is wrong. */
static bool settle_parameter(eg_instance *instance, size_t i, eg_diagnostics *diagnostics)
{
    const eg_parameter *parameter = &instance->class->parameters[i];
    if (parameter->type == EG_STRING)
        return true;
    if (parameter->columns != 0)
        return check_elements(instance, i, diagnostics);
    if (instance->given[i] && parameter->is_derived) {
        eg_report(diagnostics, EG_ERROR, eg_instance_place(instance), "%s.%s cannot be given: it is %s",
                  instance->path, parameter->name, parameter->value_text);
        eg_remedy(diagnostics, "leave it out, or take the implementation Default");
        return false;
    }
    if (instance->given[i])
        return eg_parameter_accepts(parameter, instance->path, instance->p[i], eg_instance_place(instance),
                                    diagnostics);
    instance->p[i] = parameter->value;
    if (parameter->need == EG_REQUIRED)
        report_missing(instance, parameter, diagnostics);
    else if (parameter->need == EG_FALLS_BACK)
        report_fallback(instance, parameter, diagnostics);
    return parameter->need != EG_REQUIRED;
}

/* Defaults that follow from other parameters. These may be wrong only as a consequence (an overflow). */
static bool settle_dependent(eg_instance *instance, eg_diagnostics *diagnostics)
{
    bool good = true;
    if (!instance->class->complete)
        return true;
    instance->class->complete(instance->p, instance->given);
    for (size_t i = 0; i < instance->class->parameter_count; i++) {
        const eg_parameter *parameter = &instance->class->parameters[i];
        if (instance->given[i] || !parameter->value_text ||
            eg_parameter_accepts(parameter, instance->path, instance->p[i], eg_instance_place(instance),
                                 diagnostics))
            continue;
        eg_remedy(diagnostics, "it is %s unless given: set it, or change what it follows from",
                  parameter->value_text);
        good = false;
    }
    return good;
}

static bool check_combination(const eg_instance *instance, eg_diagnostics *diagnostics)
{
    bool is_error = true;
    const char *complaint =
        instance->class->check ? instance->class->check(instance->p, instance->given, &is_error) : NULL;
    if (!complaint)
        return true;
    const char *remedy = strstr(complaint, "; ");
    const int length = (int)(remedy ? (size_t)(remedy - complaint) : strlen(complaint));
    eg_report(diagnostics, is_error ? EG_ERROR : EG_WARNING, eg_instance_place(instance), "%s: %.*s",
              instance->path, length, complaint);
    eg_remedy(diagnostics, "%s",
              remedy ? remedy + strlen("; ") : "choose other values for the parameters named");
    return !is_error;
}

/* An element that measures its deformation from where it stands at the start is told it by a parameter; a
 * start attribute would go unheard. */
static bool check_told(const eg_instance *instance, const eg_start *start, eg_place place,
                       eg_diagnostics *diagnostics)
{
    const eg_class *class = instance->class;
    const char *name = class->variables[start->variable].name;
    const char *told = class->variables[start->variable].start_parameter;
    if (!told || !class->element || class->element->from_start == 0 || isnan(start->start) ||
        start->start == instance->p[eg_class_parameter(class, told)])
        return true;
    char number[EG_NUMBER_SIZE];
    eg_number_write(start->start, number);
    eg_report(diagnostics, EG_ERROR, place,
              "%s.%s starts at the parameter %s, whatever its start attribute says", instance->path, name,
              told);
    eg_remedy(diagnostics, "set %s.%s = %s", instance->path, told, number);
    return false;
}

static bool check_starts(const eg_spec *spec, const eg_instance *instance, eg_diagnostics *diagnostics)
{
    bool good = true;
    for (size_t i = 0; i < instance->start_count; i++) {
        const eg_start *start = &instance->starts[i];
        eg_place place = spec->places[start->place];
        good &= check_told(instance, start, place, diagnostics);
        /* NAN: only other attributes were given. */
        if (start->start == start->start)
            good &= eg_variable_accepts(&instance->class->variables[start->variable], instance->path,
                                        start->start, place, diagnostics);
    }
    return good;
}

static bool settle_instance(const eg_spec *spec, eg_instance *instance, eg_diagnostics *diagnostics)
{
    bool good = true;
    for (size_t i = 0; i < instance->class->parameter_count; i++)
        good &= settle_parameter(instance, i, diagnostics);
    /* What follows from wrong values would only be told again. */
    good = good && settle_dependent(instance, diagnostics) && check_combination(instance, diagnostics);
    return check_starts(spec, instance, diagnostics) && good;
}

/* ---------------------------------------------------------------- paths */

/* A native component holds no others: "gap.spring" cannot be one beside "gap". */
static eg_status check_nesting(const eg_spec *spec, const eg_instance *instance, eg_diagnostics *diagnostics)
{
    char *prefix = strchr(instance->path, '.') ? malloc(strlen(instance->path) + 1) : NULL;
    if (!prefix)
        return strchr(instance->path, '.') ? EG_ERROR_MEMORY : EG_OK;
    eg_status status = EG_OK;
    strcpy(prefix, instance->path);
    for (char *dot = strrchr(prefix, '.'); dot && status == EG_OK; dot = strrchr(prefix, '.')) {
        *dot = '\0';
        long outer = eg_names_find(spec->paths, prefix);
        if (outer < 0)
            continue;
        eg_report(diagnostics, EG_ERROR, eg_instance_place(instance),
                  "%s is placed inside %s, but that is a %s, which holds no "
                  "components",
                  instance->path, prefix, spec->instances[outer].class->name);
        eg_remedy(diagnostics, "give one of them another name");
        status = EG_ERROR_MODEL;
    }
    free(prefix);
    return status;
}

/* Keeps the connections that have both ends, in their order. */
static eg_status settle_connections(eg_spec *spec, eg_diagnostics *diagnostics)
{
    eg_status status = EG_OK;
    size_t kept = 0;
    for (size_t i = 0; i < spec->connection_count; i++) {
        eg_connection_fit fit = eg_connection_check(spec, &spec->connections[i], true, diagnostics);
        if (fit == EG_FIT_MEMORY)
            status = EG_ERROR_MEMORY;
        if (fit == EG_FIT_WRONG && status == EG_OK)
            status = EG_ERROR_MODEL;
        if (fit != EG_FIT_ABSENT)
            spec->connections[kept++] = spec->connections[i];
    }
    spec->connection_count = kept;
    return status;
}

eg_status eg_spec_complete(eg_spec *spec, eg_diagnostics *diagnostics)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < spec->instance_count; i++) {
        eg_status read = eg_table_of_file(spec, &spec->instances[i], diagnostics);
        if (read == EG_ERROR_MEMORY)
            return read;
        if (read != EG_OK || !settle_instance(spec, &spec->instances[i], diagnostics))
            status = EG_ERROR_MODEL;
        eg_status nested = check_nesting(spec, &spec->instances[i], diagnostics);
        if (nested == EG_ERROR_MEMORY)
            return nested;
        if (nested != EG_OK)
            status = nested;
    }
    eg_status connected = settle_connections(spec, diagnostics);
    return connected != EG_OK ? connected : status;
}

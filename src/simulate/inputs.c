#include "simulate/inputs.h"

#include "base/names.h"
#include "component/spec.h"
#include "simulate/stimulus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- which inputs there are */

static void report_no_input(const eg_model *m, const char *path, const char *name, eg_diagnostics *d)
{
    size_t count = eg_model_inputs(m);
    const char **names = calloc(count + 1, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i] = eg_model_input(m, i).name;
    const char *best = names ? eg_nearest(name, names, count) : NULL;
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s has a column '%s', but %s has no input of that name", path, name,
              eg_model_name(m));
    if (best)
        eg_remedy(d, "did you mean '%s'?", best);
    else if (count == 0)
        eg_remedy(d, "its top level declares no inputs that are open: leave --input out, or declare one");
    else
        eg_remedy(d, "write the name of an input, such as '%s'", eg_model_input(m, 0).name);
    free(names);
}

/* Every column is an input that can be driven, with finite values. */
static eg_status check(const eg_model *m, const eg_trajectory *table, const char *path, size_t column,
                       eg_diagnostics *d)
{
    const char *name = eg_trajectory_signal(table, column).name;
    const char *why = NULL;
    size_t i = 0, count = eg_model_inputs(m);
    while (i < count && strcmp(eg_model_input(m, i).name, name) != 0)
        i++;
    if (i == count) {
        report_no_input(m, path, name, d);
        return EG_ERROR_USAGE;
    }
    if (eg_model_input(m, i).type != EG_VALUE_REAL)
        why = "which is no Real; an FMU of the model takes a table for it";
    for (size_t row = 0; row < eg_trajectory_rows(table) && !why; row++)
        if (!isfinite(eg_trajectory_value(table, column, row)))
            why = "which must have finite values";
    if (!why)
        return EG_OK;
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s has a column for the input %s, %s", path, name, why);
    eg_remedy(d, "leave the column out of the table, or mend its values");
    return EG_ERROR_USAGE;
}

/* Asks the model as it is without the table. */
static eg_status check_all(const eg_spec *spec, const eg_trajectory *table, const char *path,
                           eg_diagnostics *d)
{
    eg_spec *copy = eg_spec_clone(spec);
    eg_model *model = NULL;
    eg_status status = copy ? eg_model_compile(copy, d, &model) : EG_ERROR_MEMORY;
    if (status == EG_OK && eg_trajectory_rows(table) == 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no rows", path);
        eg_remedy(d, "give it a line of names that begins with time, and rows below");
        status = EG_ERROR_USAGE;
    }
    for (size_t i = 0; i < eg_trajectory_signals(table) && status == EG_OK; i++)
        status = check(model, table, path, i, d);
    eg_model_free(model);
    eg_spec_free(copy);
    return status;
}

/* ---------------------------------------------------------------- sources */

/* The rows of a TimeTable: it begins at 0 (or, shifted, at the first row), and its first and last segments,
 * which go on, are level. Rows on a straight line, which would be events for nothing, are left out. */
static size_t fill(const eg_stimulus *d, double shift, double *to)
{
    size_t count = 0, rows = eg_trajectory_rows(d->table);
    double first = eg_trajectory_value(d->table, d->signal[0], 0);
    double last_time = eg_trajectory_time(d->table, rows - 1);
    to[count++] = 0;
    to[count++] = first;
    for (size_t i = 0; i < d->break_count; i++) {
        const eg_stimulus_break *b = &d->breaks[i];
        size_t sides[] = {b->left, b->right};
        for (int k = 0; k < (b->left == b->right ? 1 : 2); k++) {
            to[count++] = b->time - shift;
            to[count++] = eg_trajectory_value(d->table, d->signal[0], sides[k]);
        }
    }
    to[count++] = last_time - shift + fmax(1, fabs(last_time));
    to[count++] = eg_trajectory_value(d->table, d->signal[0], rows - 1);
    return count / 2;
}

static int set_number(eg_instance *x, const char *name, double value)
{
    for (size_t k = 0; k < x->class->parameter_count; k++)
        if (strcmp(x->class->parameters[k].name, name) == 0) {
            x->p[k] = value;
            x->given[k] = true;
            return (int)k;
        }
    return -1;
}

static eg_status add_source(eg_spec *spec, const eg_trajectory *table, size_t column, eg_diagnostics *d)
{
    const char *name = eg_trajectory_signal(table, column).name;
    const char *path = eg_arena_format(spec->arena, "$%s", name); /* network/compile/inputs.c finds it */
    double first = eg_trajectory_time(table, 0), shift = first < 0 ? first : 0;
    eg_stimulus drive = {0};
    const bool held = false;
    eg_status status = EG_ERROR_MEMORY;
    const eg_class *class = eg_class_find("Modelica.Blocks.Sources.TimeTable");
    double *rows = NULL;
    if (path && class && eg_stimulus_init(&drive, table, &column, &held, 1))
        rows = calloc(4 * eg_trajectory_rows(table) + 8, sizeof *rows);
    eg_instance *x = rows ? eg_spec_add_instance(spec, class, path, EG_NOWHERE, d) : NULL;
    if (x) {
        size_t count = fill(&drive, shift, rows);
        set_number(x, "startTime", -1e300); /* always */
        set_number(x, "shiftTime", shift);
        int at = set_number(x, "table", 0);
        if (eg_instance_set_matrix(spec, x, at, rows, (int)count, 2) == 0)
            status = EG_OK;
    }
    free(rows);
    eg_stimulus_release(&drive);
    return status;
}

eg_status eg_spec_drive(eg_spec *spec, const eg_trajectory *table, const char *path, eg_diagnostics *d)
{
    eg_status status = check_all(spec, table, path, d);
    for (size_t i = 0; i < eg_trajectory_signals(table) && status == EG_OK; i++)
        status = add_source(spec, table, i, d);
    return status;
}

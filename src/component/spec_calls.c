/* Calls that build a spec, by the names of components and their members. */
#include "component/spec_again.h"
#include "component/spec_check.h"

#include <limits.h>
#include <string.h>

static void no_memory(eg_diagnostics *diagnostics)
{
    eg_report_memory(diagnostics, "while making a model");
}

/* ---------------------------------------------------------------- calls by name: components */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* name[1,2]: where it ends, or NULL when it does not begin as a name must. */
static const char *skip_name(const char *at)
{
    if (!is_letter(*at))
        return NULL;
    while (is_letter(*at) || is_digit(*at))
        at++;
    if (*at != '[')
        return at;
    do {
        at++;
        if (!is_digit(*at))
            return NULL;
        while (is_digit(*at))
            at++;
    } while (*at == ',');
    return *at == ']' ? at + 1 : NULL;
}

static bool is_path(const char *path)
{
    const char *at = skip_name(path);
    while (at && *at == '.')
        at = skip_name(at + 1);
    return at && !*at;
}

static const eg_class *find_component_class(const char *name, const char *path, eg_diagnostics *diagnostics)
{
    const eg_class *class = eg_class_find(name);
    if (!class) {
        const char *nearest = eg_class_nearest(name);
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s: there is no class %s", path, name);
        if (nearest)
            eg_remedy(diagnostics, "did you mean %s?", nearest);
        else
            eg_remedy(diagnostics, "take one of those that elastogap info lists");
        return NULL;
    }
    if (class->source) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE,
                  "%s: %s consists of equations, which a spec has from Modelica text only", path, name);
        eg_remedy(diagnostics, "write the model as text, and read it with eg_spec_read_text");
        return NULL;
    }
    if (class->kind == EG_MODEL || class->kind == EG_BLOCK)
        return class;
    eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s: %s is a %s and cannot be a component", path, name,
              class->kind == EG_PARTIAL ? "partial class" : "connector");
    eg_remedy(diagnostics, "take a model or a block: elastogap info lists all classes");
    return NULL;
}

static eg_status add(eg_spec *spec, const eg_edit *edit, eg_diagnostics *diagnostics)
{
    const char *path = edit->path;
    const eg_class *class = find_component_class(edit->text, path, diagnostics);
    if (!class)
        return EG_ERROR_MODEL;
    if (!is_path(path)) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "\"%s\" is not a name for a component", path);
        eg_remedy(diagnostics,
                  "use letters, digits and _, as in \"stop1\", \"housing.stop1\" or \"mass[2]\"");
        return EG_ERROR_MODEL;
    }
    bool taken = eg_names_find(spec->paths, path) >= 0;
    if (eg_spec_add_instance(spec, class, path, EG_NOWHERE, diagnostics))
        return EG_OK;
    return taken ? EG_ERROR_MODEL : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- calls by name: values */

typedef enum member_kind { PARAMETER, VARIABLE } member_kind;

static size_t member_count(const eg_class *class, member_kind kind)
{
    return kind == PARAMETER ? class->parameter_count : class->variable_count;
}

static const char *member_name(const eg_class *class, member_kind kind, size_t i)
{
    return kind == PARAMETER ? class->parameters[i].name : class->variables[i].name;
}

/* The nearest name, and all of them; no class has so many that the list would not be read. */
static void suggest_member(const eg_class *class, member_kind kind, const char *name,
                           eg_diagnostics *diagnostics)
{
    enum { MOST = 64 };
    const char *candidates[MOST] = {NULL};
    char list[400] = "";
    size_t count = member_count(class, kind) < MOST ? member_count(class, kind) : MOST;
    for (size_t i = 0; i < count; i++) {
        candidates[i] = member_name(class, kind, i);
        eg_text_append(list, sizeof list, i ? ", " : "");
        eg_text_append(list, sizeof list, candidates[i]);
    }
    const char *nearest = eg_nearest(name, candidates, count);
    const char *what = kind == PARAMETER ? "parameters" : "variables";
    if (nearest)
        eg_remedy(diagnostics, "did you mean %s? its %s are %s", nearest, what, list);
    else if (count > 0)
        eg_remedy(diagnostics, "its %s are %s", what, list);
    else
        eg_remedy(diagnostics, "it has no %s", what);
}

static void report_no_member(const eg_instance *owner, member_kind kind, const char *name,
                             eg_diagnostics *diagnostics)
{
    const eg_class *class = owner->class;
    const char *what = kind == PARAMETER ? "parameter" : "variable";
    eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s (%s) has no %s %s", owner->path, class->name, what,
              name);
    if (kind == PARAMETER && eg_class_variable(class, name) >= 0)
        eg_remedy(diagnostics, "%s is a variable: give it a start value", name);
    else if (kind == VARIABLE && eg_class_parameter(class, name) >= 0)
        eg_remedy(diagnostics, "%s is a parameter: set its value", name);
    else
        suggest_member(class, kind, name, diagnostics);
}

/* The member of that kind; *index receives its place in the descriptor. */
static eg_status find_member(const eg_spec *spec, const char *path, member_kind kind, eg_instance **owner,
                             int *index, eg_diagnostics *diagnostics)
{
    const char *name;
    eg_status status = eg_spec_split(spec, path, owner, &name);
    if (status == EG_ERROR_MEMORY)
        no_memory(diagnostics);
    if (status == EG_ERROR_MODEL)
        eg_report_no_instance(spec, path, EG_NOWHERE, diagnostics);
    if (status != EG_OK)
        return status;
    const eg_class *class = (*owner)->class;
    *index = kind == PARAMETER ? eg_class_parameter(class, name) : eg_class_variable(class, name);
    if (*index >= 0)
        return EG_OK;
    report_no_member(*owner, kind, name, diagnostics);
    return EG_ERROR_MODEL;
}

/* May calls and settings give the parameter a number? */
static bool takes_number(const eg_parameter *parameter, const char *path, eg_diagnostics *diagnostics)
{
    if (parameter->is_protected || parameter->is_constant) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s cannot be set: it %s", path,
                  parameter->is_constant ? "is a constant" : "follows from other parameters");
        eg_remedy(diagnostics,
                  parameter->is_constant ? "leave it as it is" : "set the parameters that it follows from");
        return false;
    }
    if (parameter->columns != 0) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s is a matrix, not a number", path);
        eg_remedy(diagnostics, "use eg_spec_set_matrix");
        return false;
    }
    if (parameter->type == EG_STRING) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s is a text, not a number", path);
        eg_remedy(diagnostics, "use eg_spec_set_string");
        return false;
    }
    return true;
}

static eg_status set_number(eg_instance *owner, int index, const eg_edit *edit, eg_diagnostics *diagnostics)
{
    const eg_parameter *parameter = &owner->class->parameters[index];
    if (!takes_number(parameter, edit->path, diagnostics) ||
        !eg_parameter_takes(parameter, owner->path, edit->numbers[0], diagnostics))
        return EG_ERROR_MODEL;
    owner->p[index] = edit->numbers[0];
    return EG_OK;
}

static eg_status set_string(eg_spec *spec, eg_instance *owner, int index, const eg_edit *edit,
                            eg_diagnostics *diagnostics)
{
    if (owner->class->parameters[index].type != EG_STRING) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s is no text", edit->path);
        eg_remedy(diagnostics, "use eg_spec_set or eg_spec_set_matrix");
        return EG_ERROR_MODEL;
    }
    return eg_instance_set_text(spec, owner, index, edit->text) == 0 ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status set_matrix(eg_spec *spec, eg_instance *owner, int index, const eg_edit *edit,
                            eg_diagnostics *diagnostics)
{
    const size_t rows = edit->rows;
    const int columns = eg_columns_of_calls(&owner->class->parameters[index]);
    if (columns == 0 || rows == 0 || rows > INT_MAX / (size_t)columns) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE,
                  columns == 0 ? "%s is a number, not a matrix" : "%s cannot have that number of rows",
                  edit->path);
        eg_remedy(diagnostics, columns == 0 ? "give one number" : "give from 1 row on");
        return EG_ERROR_MODEL;
    }
    if (!eg_parameter_takes_table(&owner->class->parameters[index], owner->path, edit->numbers, rows, columns,
                                  diagnostics))
        return EG_ERROR_MODEL;
    int failed = eg_instance_set_matrix(spec, owner, index, edit->numbers, (int)rows, columns);
    return failed ? EG_ERROR_MEMORY : EG_OK;
}

static eg_status set_start(eg_spec *spec, eg_instance *owner, int index, const eg_edit *edit,
                           eg_diagnostics *diagnostics)
{
    if (!eg_variable_accepts(&owner->class->variables[index], owner->path, edit->numbers[0], EG_NOWHERE,
                             diagnostics))
        return EG_ERROR_MODEL;
    eg_start *start = eg_instance_start(spec, owner, index, EG_NOWHERE);
    if (!start)
        return EG_ERROR_MEMORY;
    start->start = edit->numbers[0];
    start->fixed = edit->fixed;
    return EG_OK;
}

/* Gives a value to a parameter or a start value. */
static eg_status set(eg_spec *spec, const eg_edit *edit, eg_diagnostics *diagnostics)
{
    eg_instance *owner;
    int index;
    const bool is_start = edit->kind == EG_EDIT_START;
    eg_status status =
        find_member(spec, edit->path, is_start ? VARIABLE : PARAMETER, &owner, &index, diagnostics);
    if (status != EG_OK)
        return status;
    if (is_start)
        status = set_start(spec, owner, index, edit, diagnostics);
    else if (edit->kind == EG_EDIT_MATRIX)
        status = set_matrix(spec, owner, index, edit, diagnostics);
    else if (edit->kind == EG_EDIT_STRING)
        status = set_string(spec, owner, index, edit, diagnostics);
    else
        status = set_number(owner, index, edit, diagnostics);
    if (status == EG_OK && !is_start)
        owner->given[index] = true;
    if (status == EG_ERROR_MEMORY)
        no_memory(diagnostics);
    return status;
}

static eg_status join(eg_spec *spec, const eg_edit *edit, eg_diagnostics *diagnostics)
{
    eg_connection connection = {.from = edit->path, .to = edit->text};
    /* Conditions are asked when all parameters are known, by eg_spec_complete. */
    eg_connection_fit fit = eg_connection_check(spec, &connection, false, diagnostics);
    if (fit == EG_FIT_WRONG)
        return EG_ERROR_MODEL;
    if (fit == EG_FIT_MEMORY || eg_spec_add_connection(spec, edit->path, edit->text, EG_NOWHERE) != 0) {
        no_memory(diagnostics);
        return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

eg_status eg_spec_edit(eg_spec *spec, const eg_edit *edit, eg_diagnostics *diagnostics)
{
    switch (edit->kind) {
    case EG_EDIT_ADD: return add(spec, edit, diagnostics);
    case EG_EDIT_CONNECT: return join(spec, edit, diagnostics);
    case EG_EDIT_SET:
    case EG_EDIT_STRING:
    case EG_EDIT_MATRIX:
    case EG_EDIT_START: break;
    }
    return set(spec, edit, diagnostics);
}

/* ---------------------------------------------------------------- the calls */

/* Of the parameter that the edit gives a matrix to; it has been given it. */
static size_t columns_of(const eg_spec *spec, const eg_edit *edit)
{
    eg_instance *owner;
    const char *member;
    if (edit->kind != EG_EDIT_MATRIX || eg_spec_split(spec, edit->path, &owner, &member) != EG_OK)
        return 0;
    return (size_t)eg_columns_of_calls(&owner->class->parameters[eg_class_parameter(owner->class, member)]);
}

static eg_status call(eg_spec *spec, const eg_edit *edit, eg_diagnostics *diagnostics)
{
    if (spec->reading && eg_edit_is_of_text(spec, edit))
        return eg_spec_set_again(spec, edit, diagnostics);
    eg_status status = eg_spec_edit(spec, edit, diagnostics);
    if (status != EG_OK || !spec->reading)
        return status;
    eg_edit made = *edit;
    made.columns = columns_of(spec, edit);
    if (eg_reading_keep(spec->reading, &made) == 0)
        return EG_OK;
    no_memory(diagnostics);
    return EG_ERROR_MEMORY;
}

eg_status eg_spec_add(eg_spec *spec, const char *class_name, const char *path, eg_diagnostics *diagnostics)
{
    return call(spec, &(eg_edit){.kind = EG_EDIT_ADD, .path = path, .text = class_name}, diagnostics);
}

eg_status eg_spec_set(eg_spec *spec, const char *path, double value, eg_diagnostics *diagnostics)
{
    return call(spec, &(eg_edit){.kind = EG_EDIT_SET, .path = path, .numbers = &value}, diagnostics);
}

eg_status eg_spec_set_string(eg_spec *spec, const char *path, const char *text, eg_diagnostics *diagnostics)
{
    return call(spec, &(eg_edit){.kind = EG_EDIT_STRING, .path = path, .text = text}, diagnostics);
}

eg_status eg_spec_set_matrix(eg_spec *spec, const char *path, const double *elements, size_t rows,
                             eg_diagnostics *diagnostics)
{
    return call(spec, &(eg_edit){.kind = EG_EDIT_MATRIX, .path = path, .numbers = elements, .rows = rows},
                diagnostics);
}

eg_status eg_spec_set_start(eg_spec *spec, const char *path, double value, int fixed,
                            eg_diagnostics *diagnostics)
{
    return call(spec, &(eg_edit){.kind = EG_EDIT_START, .path = path, .numbers = &value, .fixed = fixed != 0},
                diagnostics);
}

eg_status eg_spec_connect(eg_spec *spec, const char *from, const char *to, eg_diagnostics *diagnostics)
{
    return call(spec, &(eg_edit){.kind = EG_EDIT_CONNECT, .path = from, .text = to}, diagnostics);
}

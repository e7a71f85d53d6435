/* From a set of values to a model. What names lead to is found out once; most values then go straight into a
 * copy of the spec. A parameter that an expression of the text asks for reaches who knows what: then the
 * text is read again, with the value as its outermost modifier. */
#include "ensemble/ensemble.h"

#include "base/number.h"
#include "component/spec_again.h"
#include "component/spec_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const start_of[] = {".start", "(start)"};

/* ---------------------------------------------------------------- reading */

/* "gap.c=1000", as the reader takes it, in malloc'ed memory. */
static char *setting_of(const eg_setter *setter, double value)
{
    size_t length = strlen(setter->name);
    char number[EG_NUMBER_SIZE] = "", *text = malloc(length + EG_NUMBER_SIZE + 2);
    if (!text)
        return NULL;
    if (setter->type == EG_BOOLEAN)
        strcpy(number, value != 0 ? "true" : "false");
    else
        eg_number_write(value, number);
    sprintf(text, "%s=%s", setter->name, number);
    return text;
}

/* Beside the number of a setter, and -1: none, and whatever is set otherwise, too. */
enum { NO_SETTER = -2, EVERY_SETTER = -3 };

/* The text with these values of the setters that need it; `only` as in eg_maker_make, or one of these. */
static eg_status read_with(const eg_ensemble *e, const double *values, long only, eg_diagnostics *d,
                           eg_spec **spec)
{
    size_t count = 0;
    char **settings = calloc(e->name_count + 1, sizeof *settings);
    eg_status status = settings ? EG_OK : EG_ERROR_MEMORY;
    *spec = NULL;
    for (size_t i = 0; i < e->name_count && status == EG_OK; i++) {
        const bool is_meant = only < 0 ? only != NO_SETTER : (size_t)only == i;
        if (!is_meant || (e->setters[i].kind != EG_SET_BY_READING && only != EVERY_SETTER))
            continue;
        settings[count] = setting_of(&e->setters[i], values[i]);
        status = settings[count++] ? EG_OK : EG_ERROR_MEMORY;
    }
    if (status == EG_OK)
        status = eg_spec_read_again(e->spec, (const char *const *)settings, count, d, spec);
    for (size_t i = 0; i < count; i++)
        free(settings[i]);
    free(settings);
    return status;
}

/* ---------------------------------------------------------------- names */

static eg_status unknown_name(const eg_ensemble *e, const char *name, eg_diagnostics *d)
{
    eg_spec *copy = eg_spec_clone(e->spec);
    eg_status status = copy ? eg_spec_set(copy, name, 1.0, d) : EG_ERROR_MEMORY; /* says what is wrong */
    eg_spec_free(copy);
    if (status == EG_OK) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s stands for several values", name);
        eg_remedy(d, "name each of them: %s[1]", name);
    }
    return status == EG_ERROR_MEMORY ? status : EG_ERROR_USAGE;
}

static const eg_declared *find_declared(const eg_spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->declared_count; i++)
        if (strcmp(spec->declared[i].path, name) == 0)
            return &spec->declared[i];
    return NULL;
}

/* Is it the text that says what the name stands for? What calls have added is set directly. */
static bool is_of_text(const eg_ensemble *e, const char *path)
{
    return e->spec->reading && eg_edit_is_of_text(e->spec, &(eg_edit){.kind = EG_EDIT_SET, .path = path});
}

/* Would the reader let this be set? */
static eg_status probe(eg_ensemble *e, const eg_setter *s, double value, eg_diagnostics *d)
{
    eg_setter *setters = e->setters, one = *s;
    size_t count = e->name_count;
    eg_spec *spec = NULL;
    one.kind = EG_SET_BY_READING;
    e->setters = &one;
    e->name_count = 1;
    eg_status status = read_with(e, &value, -1, d, &spec);
    e->setters = setters;
    e->name_count = count;
    eg_spec_free(spec);
    return status == EG_OK || status == EG_ERROR_MEMORY ? status : EG_ERROR_USAGE;
}

/* The start value that it has as it stands. */
static double start_now(const eg_spec *spec, const eg_setter *s)
{
    double now = NAN;
    if (s->kind == EG_SET_VARIABLE_START) {
        now = spec->variables[s->item].start;
    } else {
        const eg_instance *owner = &spec->instances[s->item];
        for (int i = 0; i < owner->start_count; i++)
            if (owner->starts[i].variable == s->index)
                now = owner->starts[i].start;
    }
    return isnan(now) ? 0 : now;
}

/* How much of a name is the path of a variable whose start value it is; 0: it is another name. */
static size_t start_path_length(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof start_of / sizeof *start_of; i++) {
        const size_t tail = strlen(start_of[i]);
        if (length > tail && strcmp(name + length - tail, start_of[i]) == 0)
            return length - tail;
    }
    return 0;
}

/* "ball.s.start", "ball.s(start)". False: it is none. What is protected or final in the text is so for
 * sets, too. */
static bool find_start(eg_ensemble *e, eg_setter *s, eg_status *status, eg_diagnostics *d)
{
    const size_t length = start_path_length(s->name);
    if (length == 0)
        return false;
    char *path = eg_arena_text(e->arena, s->name, length);
    eg_instance *owner = NULL;
    const char *member = NULL;
    *status = path ? EG_OK : EG_ERROR_MEMORY;
    long variable = path ? eg_names_find(e->spec->variable_paths, path) : -1;
    if (variable >= 0) {
        s->kind = EG_SET_VARIABLE_START;
        s->item = (size_t)variable;
        s->type = e->spec->variables[variable].type;
    } else if (path && eg_spec_split(e->spec, path, &owner, &member) == EG_OK &&
               (s->index = eg_class_variable(owner->class, member)) >= 0) {
        s->kind = EG_SET_START;
        s->item = (size_t)(owner - e->spec->instances);
        s->type = owner->class->variables[s->index].type;
    } else {
        *status = path ? EG_ERROR_USAGE : EG_ERROR_MEMORY;
    }
    if (*status == EG_OK) {
        *status = is_of_text(e, path) ? probe(e, s, start_now(e->spec, s), d) : EG_OK;
        return true;
    }
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s: there is no variable %s", s->name, path ? path : "");
    eg_remedy(d, "name a variable of the model, as in ball.s(start)");
    return true;
}

static eg_status refuse_type(const eg_setter *s, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s is no number, and sets hold numbers", s->name);
    eg_remedy(d, "make an ensemble for each of its values");
    return EG_ERROR_USAGE;
}

/* "stop.table[3,2]": an element of a matrix that a component has. Its value as it stands; false: it is
 * none. */
static bool find_element(eg_ensemble *e, eg_setter *s, double *value)
{
    const char *open = strrchr(s->name, '[');
    char *path = open ? eg_arena_text(e->arena, s->name, (size_t)(open - s->name)) : NULL;
    eg_instance *owner = NULL;
    const char *member = NULL;
    int row = 0, column = 1, length = 0;
    if (!path ||
        (sscanf(open, "[%d,%d]%n", &row, &column, &length) < 2 && sscanf(open, "[%d]%n", &row, &length) < 1))
        return false;
    if (length == 0 || open[length] != '\0' || eg_spec_split(e->spec, path, &owner, &member) != EG_OK)
        return false;
    s->index = eg_class_parameter(owner->class, member);
    if (s->index < 0 || owner->class->parameters[s->index].columns == 0)
        return false;
    const eg_matrix m = eg_parameter_matrix(owner->p, s->index);
    if (row < 1 || row > m.rows || column < 1 || column > m.columns)
        return false;
    s->kind = EG_SET_BY_READING;
    s->type = owner->class->parameters[s->index].type;
    *value = m.elements[(size_t)(row - 1) * (size_t)m.columns + (size_t)(column - 1)];
    return true;
}

static eg_status find_parameter(eg_ensemble *e, eg_setter *s, eg_diagnostics *d)
{
    eg_instance *owner = NULL;
    const char *member = NULL;
    double value = 1;
    bool is_native = eg_spec_split(e->spec, s->name, &owner, &member) == EG_OK &&
                     (s->index = eg_class_parameter(owner->class, member)) >= 0;
    const eg_declared *declared = is_native ? NULL : find_declared(e->spec, s->name);
    const bool of_text = is_of_text(e, s->name);
    const bool is_element = !is_native && !declared && of_text && find_element(e, s, &value);
    if (!is_native && !is_element && (!of_text || !declared))
        return unknown_name(e, s->name, d);
    if (is_native) {
        const eg_parameter *p = &owner->class->parameters[s->index];
        s->item = (size_t)(owner - e->spec->instances);
        s->type = p->type;
        value = p->columns == 0 ? owner->p[s->index] : NAN;
        bool is_asked = owner->origin->asked && owner->origin->asked[s->index];
        s->kind = of_text && (is_asked || p->type != EG_REAL) ? EG_SET_BY_READING : EG_SET_PARAMETER;
    } else if (!is_element) {
        s->kind = EG_SET_BY_READING;
        s->type = declared->type;
        value = declared->value;
    }
    if (s->type == EG_STRING || s->type == EG_ENUMERATION || isnan(value))
        return refuse_type(s, d);
    return of_text ? probe(e, s, value, d) : EG_OK;
}

eg_status eg_ensemble_find_setters(eg_ensemble *e, const char *const *names, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < e->name_count && status == EG_OK; i++) {
        eg_setter *s = &e->setters[i];
        s->name = eg_arena_copy(e->arena, names[i]);
        if (!s->name)
            return EG_ERROR_MEMORY;
        for (size_t k = 0; k < i && status == EG_OK; k++)
            if (strcmp(e->setters[k].name, s->name) == 0) {
                eg_report(d, EG_ERROR, EG_NOWHERE, "the sets have two columns for %s", s->name);
                eg_remedy(d, "leave one of them out");
                status = EG_ERROR_USAGE;
            }
        if (status == EG_OK && !find_start(e, s, &status, d))
            status = find_parameter(e, s, d);
        e->reads = e->reads || s->kind == EG_SET_BY_READING;
    }
    return status;
}

/* ---------------------------------------------------------------- values */

static int apply(eg_spec *spec, const eg_setter *s, double value)
{
    if (s->kind == EG_SET_PARAMETER) {
        spec->instances[s->item].p[s->index] = value;
        spec->instances[s->item].given[s->index] = true;
    } else if (s->kind == EG_SET_START) {
        eg_instance *owner = &spec->instances[s->item];
        eg_start *start = eg_instance_start(spec, owner, s->index, eg_instance_place(owner));
        if (!start)
            return -1;
        start->start = value;
    } else if (s->kind == EG_SET_VARIABLE_START) {
        spec->variables[s->item].start = value;
    }
    return 0;
}

static eg_status check_values(const eg_ensemble *e, const double *values, eg_diagnostics *d)
{
    for (size_t i = 0; i < e->name_count; i++) {
        const eg_type type = e->setters[i].type;
        const double x = values[i];
        const char *wrong = NULL;
        if (!isfinite(x))
            wrong = "a finite number";
        else if (type == EG_INTEGER && x != floor(x))
            wrong = "a whole number";
        else if (type == EG_BOOLEAN && x != 0.0 && x != 1.0)
            wrong = "0 or 1, which stand for false and true";
        if (wrong) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "the value of %s is not %s", e->setters[i].name, wrong);
            eg_remedy(d, "write such a value into the set");
            return EG_ERROR_MODEL;
        }
    }
    return EG_OK;
}

void eg_maker_release(eg_maker *maker)
{
    eg_spec_free(maker->spec);
    maker->spec = NULL;
}

/* The spec to put values into: a clone that serves again and again, or what the text says. */
static eg_status begin(eg_maker *maker, const double *values, long only, eg_diagnostics *d)
{
    const eg_ensemble *e = maker->ensemble;
    if (e->reads) {
        eg_maker_release(maker);
        return read_with(e, values, only, d, &maker->spec);
    }
    if (only >= 0) /* what the other sets have left there does not belong to the base */
        eg_maker_release(maker);
    if (!maker->spec)
        maker->spec = eg_spec_clone(e->spec);
    return maker->spec ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status put_values(eg_maker *maker, const double *values, long only, eg_diagnostics *d)
{
    const eg_ensemble *e = maker->ensemble;
    eg_status status = check_values(e, values, d);
    if (status == EG_OK)
        status = begin(maker, values, only, d);
    if (status != EG_OK)
        return status == EG_ERROR_MEMORY ? status : EG_ERROR_MODEL;
    for (size_t i = 0; i < e->name_count; i++)
        if ((only < 0 || (size_t)only == i) && apply(maker->spec, &e->setters[i], values[i]) != 0)
            return EG_ERROR_MEMORY;
    return EG_OK;
}

eg_status eg_maker_fill(eg_maker *maker, const double *values, eg_diagnostics *d, eg_spec **spec)
{
    eg_status status = check_values(maker->ensemble, values, d);
    eg_maker_release(maker);
    if (status == EG_OK && maker->ensemble->spec->reading)
        status = read_with(maker->ensemble, values, EVERY_SETTER, d, &maker->spec);
    else if (status == EG_OK)
        status = put_values(maker, values, -1, d);
    *spec = status == EG_OK ? maker->spec : NULL;
    return status == EG_OK || status == EG_ERROR_MEMORY ? status : EG_ERROR_MODEL;
}

eg_status eg_maker_make(eg_maker *maker, const double *values, long only, eg_diagnostics *d, eg_model **model)
{
    *model = NULL;
    eg_status status = put_values(maker, values, only, d);
    if (status != EG_OK)
        return status;
    size_t instances = maker->spec->instance_count, equations = maker->spec->equation_count;
    status = eg_model_compile(maker->spec, d, model);
    /* what compiling has added for these values is not for the next ones */
    if (only >= 0 || status != EG_OK || maker->spec->instance_count != instances ||
        maker->spec->equation_count != equations)
        eg_maker_release(maker);
    return status;
}

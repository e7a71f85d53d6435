/* The order: time, parameters, constants, inputs, outputs, states, their derivatives, event indicators, all
 * other variables.
 *
 * Variables that share a column (the flanges of a node) are aliases of the first; outputs stand alone, since
 * importers count the alias of an output as an output. Of the unknowns of the system those are states that
 * are differential in some mode: coordinates, speeds of what has mass, states of drives and blocks,
 * temperatures of what stores heat, users' states. */
#include "fmi/variables.h"

#include "base/units.h"
#include "network/motion/observe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct making {
    eg_observable_visitor visitor;
    eg_fmu_list *list;
    const eg_model *m;
    long *of_column; /* the first variable that shows it, or -1 */
    bool outputs;    /* the pass that takes the model's outputs alone */
} making;

/* The index; -1 out of memory; -2: the name is taken. */
static long add(eg_fmu_list *list, const char *name, eg_fmu_variable v)
{
    if (eg_names_find(list->names, name) >= 0)
        return -2;
    if (eg_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof v) < 0 ||
        !(v.name = malloc(strlen(name) + 1)))
        return -1;
    strcpy(v.name, name);
    list->items[list->count] = v;
    if (eg_names_add(list->names, v.name, (long)list->count) >= 0)
        return (long)list->count++;
    free(v.name);
    return -1;
}

/* What people read values of this quantity in (NULL: not known) where it differs from the unit; else NULL. */
static const char *display_unit(const char *quantity, const char *unit)
{
    const eg_unit_type *type = quantity ? eg_unit_of_type(quantity) : NULL;
    const char *shown = type ? type->display_unit : NULL;
    double unused;
    if (!shown && unit && strcmp(unit, "rad") == 0)
        shown = "deg";
    return shown && unit && strcmp(shown, unit) != 0 && eg_unit_convert(1, unit, shown, &unused) ? shown
                                                                                                 : NULL;
}

/* ---------------------------------------------------------------- parameters */

/* Switches that decide structure are constants; but what enumerations, texts and matrices say is read
 * anew. */
static bool may_be_set(const eg_instance *x, const eg_parameter *p)
{
    bool is_value = p->type == EG_ENUMERATION ? strcmp(p->name, "stateSelect") != 0
                                              : p->type == EG_STRING || p->columns != 0;
    if (x->has_read_table && p->columns != 0 && strcmp(p->name, "table") == 0)
        return false;
    return !p->is_constant && !p->is_derived && !p->is_protected && (is_value || !p->is_structural);
}

static bool is_of_start(const eg_class *class, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < class->variable_count; i++)
        if (class->variables[i].start_parameter && strcmp(class->variables[i].start_parameter, name) == 0)
            return true;
    return strstr(name, "start") || (length > 1 && strcmp(name + length - 2, "_0") == 0);
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

/* Does a change leave the structure, and what a run remembers? Of elements all but exponents, unless they
 * remember or measure from the start; inertias; of blocks that know no time all, of others what only scales
 * or shifts them. */
static bool is_tunable(const eg_instance *x, const eg_parameter *p)
{
    static const char *const inertias[] = {"m", "J", NULL};
    static const char *const scales[] = {"offset", "amplitude", "height", "k", "gain", NULL};
    const eg_class *class = x->class;
    if (!may_be_set(x, p) || p->type != EG_REAL || p->columns != 0 || is_of_start(class, p->name))
        return false;
    if (class->element)
        return !class->element->remember && !class->element->from_start &&
               !(p->name[0] == 'n' && (p->name[1] == '\0' || p->name[1] == '_'));
    if (class->block)
        return (!class->block->phase && !class->block->phase_end) || is_one_of(p->name, scales);
    return is_one_of(p->name, inertias) && x->p[p - class->parameters] > 0;
}

/* A file is named as the model's text names it, which lies in the same directory or above. */
static const char *text_of(const eg_instance *x, size_t k)
{
    const char *given = x->texts ? x->texts[k] : NULL, *otherwise = x->class->parameters[k].text;
    const char *text = given ? given : otherwise ? otherwise : "", *file = x->place.file ? x->place.file : "";
    const char *slash = strrchr(file, '/'), *last = strrchr(text, '/');
    if (strcmp(x->class->parameters[k].name, "fileName") != 0 || !last)
        return text;
    if (slash && strncmp(text, file, (size_t)(slash - file) + 1) == 0)
        return text + (slash - file) + 1;
    return last + 1;
}

/* Matrices that are larger belong into files. */
enum { MOST_ELEMENTS = 400 };

static int add_elements(eg_fmu_list *list, const char *name, eg_fmu_variable v, eg_matrix m)
{
    char element[1060];
    if ((size_t)m.rows * (size_t)m.columns > MOST_ELEMENTS)
        return 0;
    v.rows = m.rows;
    v.columns = m.columns;
    for (int i = 0; i < m.rows * m.columns; i++) {
        v.row = i / m.columns + 1;
        v.column = i % m.columns + 1;
        v.start = m.elements[i];
        if (m.columns == 1)
            snprintf(element, sizeof element, "%s[%d]", name, v.row);
        else
            snprintf(element, sizeof element, "%s[%d,%d]", name, v.row, v.column);
        if (add(list, element, v) == -1)
            return -1;
    }
    return 0;
}

static int add_parameter(eg_fmu_list *list, const eg_instance *x, size_t k, bool settable)
{
    const eg_parameter *p = &x->class->parameters[k];
    char name[1000];
    eg_fmu_variable v = {.unit = p->unit ? p->unit : "",
                         .display_unit = display_unit(p->quantity, p->unit),
                         .doc = p->doc ? p->doc : "",
                         .kind = settable ? EG_FMU_PARAMETER : EG_FMU_CONSTANT,
                         .type = p->type,
                         .is_discrete = true,
                         .is_tunable = settable && is_tunable(x, p),
                         .alias = -1,
                         .start = x->p[k]};
    snprintf(name, sizeof name, "%s.%s", x->path, p->name);
    if (p->columns != 0)
        return p->type == EG_REAL ? add_elements(list, name, v, eg_parameter_matrix(x->p, (int)k)) : 0;
    if (p->type == EG_ENUMERATION && p->literals) {
        v.type_name = p->type_name;
        v.literals = p->literals;
        v.start = x->p[k] + 1;
    } else if (p->type == EG_ENUMERATION) {
        v.type = EG_INTEGER;
    } else if (p->type == EG_STRING) {
        v.text = text_of(x, k);
        v.slot = list->strings;
        if (strlen(v.text) >= EG_FMU_TEXT)
            return 0;
    }
    long added = add(list, name, v);
    list->strings += added >= 0 && v.type == EG_STRING;
    return added == -1 ? -1 : 0;
}

static int add_declared(eg_fmu_list *list, const eg_declared *d)
{
    bool is_constant = d->is_fixed || d->type == EG_ENUMERATION;
    eg_fmu_variable v = {.unit = d->unit ? d->unit : "",
                         .doc = d->comment ? d->comment : "",
                         .kind = is_constant ? EG_FMU_CONSTANT : EG_FMU_PARAMETER,
                         .type = d->type == EG_ENUMERATION ? EG_INTEGER : d->type,
                         .is_discrete = true,
                         .alias = -1,
                         .start = d->value};
    return d->type != EG_STRING && add(list, d->path, v) == -1 ? -1 : 0;
}

static int add_parameters(eg_fmu_list *list, const eg_model *m, bool settable)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_instance *x = &m->instances[i];
        for (size_t k = 0; k < x->class->parameter_count && !strchr(x->path, '$'); k++)
            if (may_be_set(x, &x->class->parameters[k]) == settable &&
                add_parameter(list, x, k, settable) < 0)
                return -1;
    }
    for (int i = 0; i < m->declared_count && settable; i++)
        if (add_declared(list, &m->declared[i]) < 0)
            return -1;
    return 0;
}

/* ---------------------------------------------------------------- inputs, states */

static int add_inputs(eg_fmu_list *list, const eg_model *m)
{
    list->first_input = list->count;
    for (int i = 0; i < m->input_count; i++) {
        const eg_given *g = &m->inputs[i];
        eg_fmu_variable v = {.unit = g->unit,
                             .display_unit = display_unit(NULL, g->unit),
                             .doc = g->comment,
                             .kind = EG_FMU_INPUT,
                             .type = g->type == EG_ENUMERATION ? EG_INTEGER : g->type,
                             .is_discrete = g->type != EG_REAL,
                             .index = i,
                             .alias = -1,
                             .start = g->start};
        long added = add(list, g->path, v);
        if (added == -1)
            return -1;
        list->inputs += added >= 0;
    }
    return 0;
}

static bool is_state(const eg_model *m, int i)
{
    int bodies = m->body_count - 1;
    if (i < bodies)
        return true;
    if (i < 2 * bodies)
        return m->implicit || m->bodies[i - bodies + 1].mass > 0;
    if (i < m->first_heat)
        return true;
    for (int k = 0; k < m->heat_count && i < m->first_loop; k++)
        if (m->heat[k].unknown == i)
            return m->heat[k].capacity > 0;
    return i >= m->first_user &&
           m->user->quantities[m->user->unknown_of[i - m->first_user]].role == EG_ROLE_STATE;
}

static int add_states(eg_fmu_list *list, const eg_model *m, eg_fmu_kind kind)
{
    char name[40];
    int number = 0, count = kind == EG_FMU_INDICATOR ? m->switch_count : m->n;
    for (int i = 0; i < count; i++) {
        if (kind != EG_FMU_INDICATOR && !is_state(m, i))
            continue;
        snprintf(name, sizeof name,
                 kind == EG_FMU_STATE        ? "states[%d]"
                 : kind == EG_FMU_DERIVATIVE ? "der(states[%d])"
                                             : "indicators[%d]",
                 ++number);
        eg_fmu_variable v = {.unit = "", .doc = "", .kind = kind, .type = EG_REAL, .index = i, .alias = -1};
        long added = add(list, name, v);
        if (added < 0)
            return -1;
        if (kind == EG_FMU_STATE && list->states++ == 0)
            list->first_state = (size_t)added;
        if (kind == EG_FMU_DERIVATIVE && number == 1)
            list->first_derivative = (size_t)added;
        if (kind == EG_FMU_INDICATOR && list->indicators++ == 0)
            list->first_indicator = (size_t)added;
    }
    return 0;
}

/* ---------------------------------------------------------------- what can be observed */

static bool is_output(const eg_model *m, const char *name)
{
    for (int i = 0; i < m->output_count; i++)
        if (strcmp(m->outputs[i].path, name) == 0)
            return true;
    for (size_t i = 0; i < m->output_pattern_count; i++)
        if (eg_match(m->output_patterns[i], name))
            return true;
    return false;
}

/* Of a component's own variable; NULL: not known. */
static const char *quantity_of(const eg_model *m, const eg_observable *o)
{
    const eg_class *class = o->instance >= 0 && !o->port ? m->instances[o->instance].class : NULL;
    for (size_t i = 0; class && o->variable && i < class->variable_count; i++)
        if (strcmp(class->variables[i].name, o->variable) == 0)
            return class->variables[i].quantity;
    return NULL;
}

static int visit(eg_observable_visitor *visitor, const eg_observable *o)
{
    making *k = (making *)visitor;
    const char *parts[3] = {o->path, o->port, o->variable};
    char name[1000];
    size_t used = 0;
    name[0] = '\0';
    for (int i = 0; i < 3; i++)
        if (parts[i] && *parts[i] && used < sizeof name)
            used += (size_t)snprintf(name + used, sizeof name - used, "%s%s", used > 0 ? "." : "", parts[i]);
    if (is_output(k->m, name) != k->outputs)
        return 0;
    long *first = &k->of_column[o->column];
    eg_fmu_variable v = {.unit = o->unit ? o->unit : "",
                         .display_unit = display_unit(quantity_of(k->m, o), o->unit),
                         .doc = o->doc ? o->doc : "",
                         .kind = k->outputs ? EG_FMU_OUTPUT : EG_FMU_LOCAL,
                         .type = o->type == EG_ENUMERATION ? EG_INTEGER : o->type,
                         .is_discrete = o->is_discrete || o->type != EG_REAL,
                         .index = o->column,
                         .alias = k->outputs ? -1 : *first};
    if (v.alias >= 0 &&
        (k->list->items[v.alias].type != v.type || strcmp(k->list->items[v.alias].unit, v.unit) != 0))
        v.alias = -1;
    long added = add(k->list, name, v);
    if (added >= 0 && *first < 0 && !k->outputs)
        *first = added;
    return added == -1 ? -1 : 0;
}

int eg_fmu_list_make(eg_fmu_list *list, const eg_model *m)
{
    size_t columns = (size_t)eg_model_columns(m) + 1;
    making k = {.visitor.visit = visit, .list = list, .m = m, .outputs = true};
    *list = (eg_fmu_list){.names = eg_names_create(256)};
    k.of_column = malloc(columns * sizeof *k.of_column);
    for (size_t i = 0; k.of_column && i < columns; i++)
        k.of_column[i] = -1;
    eg_fmu_variable time = {.unit = "s", .doc = "Time", .kind = EG_FMU_TIME, .type = EG_REAL, .alias = -1};
    int status = !list->names || !k.of_column || add(list, "time", time) < 0 ||
                         add_parameters(list, m, true) < 0 || add_parameters(list, m, false) < 0 ||
                         add_inputs(list, m) < 0
                     ? -1
                     : 0;
    list->first_output = list->count;
    if (status == 0)
        status = eg_model_each_variable(m, &k.visitor);
    list->outputs = list->count - list->first_output;
    k.outputs = false;
    if (status == 0 && (add_states(list, m, EG_FMU_STATE) < 0 || add_states(list, m, EG_FMU_DERIVATIVE) < 0 ||
                        add_states(list, m, EG_FMU_INDICATOR) < 0))
        status = -1;
    if (status == 0)
        status = eg_model_each_variable(m, &k.visitor);
    free(k.of_column);
    return status;
}

void eg_fmu_list_release(eg_fmu_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].name);
    free(list->items);
    eg_names_free(list->names);
    *list = (eg_fmu_list){0};
}

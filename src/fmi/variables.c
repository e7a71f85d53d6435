/* The order: time, parameters, constants, inputs, outputs, states, their derivatives, event indicators, all
 * other variables.
 *
 * Variables that share a column (the flanges of a node) are aliases of the first; outputs stand alone, since
 * importers count the alias of an output as an output. Of the unknowns of the system those are states that
 * are differential in some mode: coordinates, speeds of what has mass, states of drives and blocks,
 * temperatures of what stores heat, users' states. */
#include "fmi/variables.h"

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

/* ---------------------------------------------------------------- parameters */

static bool may_be_set(const eg_parameter *p)
{
    return !p->is_constant && !p->is_structural && !p->is_derived && !p->is_protected &&
           p->type != EG_ENUMERATION;
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
    if (!may_be_set(p) || p->type != EG_REAL || is_of_start(class, p->name))
        return false;
    if (class->element)
        return !class->element->remember && !class->element->from_start &&
               !(p->name[0] == 'n' && (p->name[1] == '\0' || p->name[1] == '_'));
    if (class->block)
        return (!class->block->phase && !class->block->phase_end) || is_one_of(p->name, scales);
    return is_one_of(p->name, inertias) && x->p[p - class->parameters] > 0;
}

static int add_parameters(eg_fmu_list *list, const eg_model *m, bool settable)
{
    char name[1000];
    for (int i = 0; i < m->instance_count; i++) {
        const eg_instance *x = &m->instances[i];
        for (size_t k = 0; k < x->class->parameter_count && !strchr(x->path, '$'); k++) {
            const eg_parameter *p = &x->class->parameters[k];
            if (p->type == EG_STRING || p->columns != 0 || may_be_set(p) != settable)
                continue;
            snprintf(name, sizeof name, "%s.%s", x->path, p->name);
            eg_fmu_variable v = {.unit = p->unit ? p->unit : "",
                                 .doc = p->doc ? p->doc : "",
                                 .kind = settable ? EG_FMU_PARAMETER : EG_FMU_CONSTANT,
                                 .type = p->type == EG_ENUMERATION ? EG_INTEGER : p->type,
                                 .is_discrete = true,
                                 .is_tunable = settable && is_tunable(x, p),
                                 .alias = -1,
                                 .start = x->p[k]};
            if (add(list, name, v) == -1)
                return -1;
        }
    }
    for (int i = 0; i < m->declared_count && settable; i++) {
        const eg_declared *d = &m->declared[i];
        eg_fmu_variable v = {.unit = d->unit ? d->unit : "",
                             .doc = d->comment ? d->comment : "",
                             .kind = EG_FMU_PARAMETER,
                             .type = d->type == EG_ENUMERATION ? EG_INTEGER : d->type,
                             .is_discrete = true,
                             .alias = -1,
                             .start = d->value};
        v.kind = d->type == EG_ENUMERATION ? EG_FMU_CONSTANT : EG_FMU_PARAMETER;
        if (d->type != EG_STRING && add(list, d->path, v) == -1)
            return -1;
    }
    return 0;
}

/* ---------------------------------------------------------------- inputs, states */

static int add_inputs(eg_fmu_list *list, const eg_model *m)
{
    list->first_input = list->count;
    for (int i = 0; i < m->input_count; i++) {
        const eg_given *g = &m->inputs[i];
        eg_fmu_variable v = {.unit = g->unit,
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

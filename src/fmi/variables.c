/* The order: time, parameters, constants, inputs, outputs, states, their derivatives, event indicators, all
 * other variables.
 *
 * Variables that share a column (the flanges of a node) are aliases of the first; outputs stand alone, since
 * importers count the alias of an output as an output. Of the unknowns of the system those are states that
 * are differential in some mode: coordinates, speeds of what has mass, states of drives and blocks,
 * temperatures of what stores heat, users' states. One that is a variable goes by its name, and is not
 * listed a second time. */
#include "fmi/variables.h"

#include "base/arena.h"
#include "base/names.h"
#include "base/units.h"
#include "component/describe.h"
#include "network/motion/observe.h"
#include "network/motion/unknowns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct making {
    eg_observable_visitor visitor;
    eg_fmu_list *list;
    const eg_model *m;
    long *of_column;   /* the first variable that shows it, or -1 */
    eg_names *legends; /* path -> index in the model's list */
    bool outputs;      /* the pass that takes the model's outputs alone */
    eg_unknown *unknowns;
    char *name; /* of the variable that is looked at */
    size_t name_capacity;
} making;

/* As the user wants to read it. */
static void show(const making *k, const char *name, eg_fmu_variable *v)
{
    long i = k->m->told.legend_count > 0 ? eg_names_find(k->legends, name) : -1;
    const eg_legend *s = i < 0 ? NULL : &k->m->told.legends[i];
    double unused;
    if (s && s->unit && v->type == EG_REAL && eg_unit_convert(1, v->unit, s->unit, &unused))
        v->display_unit = s->unit;
    if (s && s->literals && (v->type == EG_INTEGER || v->type == EG_ENUMERATION)) {
        v->type = EG_ENUMERATION;
        v->type_name = s->type_name;
        v->literals = s->literals;
        v->literal_docs = s->literal_docs;
    }
}

/* The index; -1 out of memory; -2: the name is taken. */
static long add(const making *k, const char *name, eg_fmu_variable v)
{
    eg_fmu_list *list = k->list;
    show(k, name, &v);
    if (v.type == EG_ENUMERATION && !v.literals)
        v.type = EG_INTEGER;
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

/* Of numbers; what enumerations may be their items say. */
static void limit(eg_fmu_variable *v, double min, double max)
{
    bool is_number = v->type == EG_REAL || v->type == EG_INTEGER;
    v->has_min = is_number && isfinite(min);
    v->has_max = is_number && isfinite(max);
    v->min = min;
    v->max = max;
}

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

/* While the run goes on? Parts without inertia stay what they are, and so does what decides the structure. */
static bool is_tunable(const making *k, int instance, int parameter)
{
    const eg_instance *x = &k->m->instances[instance];
    const eg_parameter *p = &x->class->parameters[parameter];
    if (!may_be_set(x, p) || !eg_parameter_is_tunable(x->class, p))
        return false;
    for (int i = 0; i < k->m->told.held_count; i++)
        if (k->m->told.held[i].instance == instance && k->m->told.held[i].parameter == parameter)
            return false;
    bool is_part = x->class->element || x->class->block;
    return is_part || x->p[parameter] > 0;
}

/* A file is named as the model's text names it, which lies in the same directory or above. */
static const char *text_of(const eg_instance *x, size_t k)
{
    const char *given = x->origin->texts ? x->origin->texts[k] : NULL,
               *otherwise = x->class->parameters[k].text;
    const char *text;
    if (given)
        text = given;
    else if (otherwise)
        text = otherwise;
    else
        text = "";
    const char *file = x->origin->file ? x->origin->file : "";
    const char *slash = strrchr(file, '/'), *last = strrchr(text, '/');
    if (strcmp(x->class->parameters[k].name, "fileName") != 0 || !last)
        return text;
    if (slash && strncmp(text, file, (size_t)(slash - file) + 1) == 0)
        return text + (slash - file) + 1;
    return last + 1;
}

/* Matrices that are larger belong into files. */
enum { MOST_ELEMENTS = 400 };

static int add_elements(const making *k, const char *name, eg_fmu_variable v, eg_matrix m)
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
        if (add(k, element, v) == -1)
            return -1;
    }
    return 0;
}

/* A text that is too long is left out. */
static int add_one(const making *k, const char *name, eg_fmu_variable v)
{
    v.slot = k->list->strings;
    if (v.type == EG_STRING && strlen(v.text) >= EG_FMU_TEXT)
        return 0;
    long added = add(k, name, v);
    k->list->strings += added >= 0 && v.type == EG_STRING;
    return added == -1 ? -1 : 0;
}

static int add_parameter(const making *k, int instance, size_t i, bool settable)
{
    const eg_instance *x = &k->m->instances[instance];
    const eg_parameter *p = &x->class->parameters[i];
    char name[1000];
    eg_fmu_variable v = {.unit = p->unit ? p->unit : "",
                         .display_unit = display_unit(p->quantity, p->unit),
                         .doc = p->doc ? p->doc : "",
                         .kind = settable ? EG_FMU_PARAMETER : EG_FMU_CONSTANT,
                         .type = p->type,
                         .is_discrete = true,
                         .is_tunable = settable && is_tunable(k, instance, (int)i),
                         .alias = -1,
                         .start = x->p[i]};
    double min, max;
    eg_parameter_range(p, &min, &max);
    limit(&v, min, max);
    snprintf(name, sizeof name, "%s.%s", x->path, p->name);
    if (p->columns != 0)
        return p->type == EG_REAL ? add_elements(k, name, v, eg_parameter_matrix(x->p, (int)i)) : 0;
    if (p->type == EG_ENUMERATION && p->literals) {
        v.type_name = p->type_name;
        v.literals = p->literals;
        v.start = x->p[i] + 1;
    } else if (p->type == EG_ENUMERATION) {
        v.type = EG_INTEGER;
    } else if (p->type == EG_STRING) {
        v.text = text_of(x, i);
    }
    return add_one(k, name, v);
}

/* What variables are states is described, and stays. */
static bool selects_states(const making *k, const eg_declared *d)
{
    const long i = k->m->told.legend_count > 0 ? eg_names_find(k->legends, d->path) : -1;
    const char *type = i < 0 ? NULL : k->m->told.legends[i].type_name;
    return d->type == EG_ENUMERATION && type && strcmp(type, "StateSelect") == 0;
}

static int add_declared(const making *k, const eg_declared *d)
{
    eg_fmu_variable v = {.unit = d->unit ? d->unit : "",
                         .doc = d->comment ? d->comment : "",
                         .kind = d->is_fixed || selects_states(k, d) ? EG_FMU_CONSTANT : EG_FMU_PARAMETER,
                         .type = d->type,
                         .is_discrete = true,
                         .is_tunable = d->is_tunable,
                         .text = d->text,
                         .alias = -1,
                         .start = d->type == EG_ENUMERATION ? d->value + 1 : d->value};
    limit(&v, d->min, d->max);
    return add_one(k, d->path, v);
}

static int add_parameters(const making *k, bool settable)
{
    const eg_model *m = k->m;
    for (int i = 0; i < m->instance_count; i++) {
        const eg_instance *x = &m->instances[i];
        for (size_t p = 0; p < x->class->parameter_count && !strchr(x->path, '$'); p++)
            if (may_be_set(x, &x->class->parameters[p]) == settable && add_parameter(k, i, p, settable) < 0)
                return -1;
    }
    for (int i = 0; i < m->told.declared_count && settable; i++)
        if (add_declared(k, &m->told.declared[i]) < 0)
            return -1;
    return 0;
}

/* ---------------------------------------------------------------- inputs, states */

static int add_inputs(const making *k)
{
    eg_fmu_list *list = k->list;
    const eg_model *m = k->m;
    list->first_input = list->count;
    for (int i = 0; i < m->interface.input_count; i++) {
        const eg_given *g = &m->interface.inputs[i];
        eg_fmu_variable v = {.unit = g->unit,
                             .display_unit = display_unit(NULL, g->unit),
                             .doc = g->comment,
                             .kind = EG_FMU_INPUT,
                             .type = g->type,
                             .is_discrete = g->type != EG_REAL,
                             .index = i,
                             .alias = -1,
                             .start = g->start};
        long added = add(k, g->path, v);
        if (added == -1)
            return -1;
        list->inputs += added >= 0;
    }
    return 0;
}

/* The name of state `i`, number `number` of them: of the variable that it is, where no output goes by it. */
static void name_state(const making *k, int i, int number, char *name, size_t size)
{
    eg_unknown_name(&k->unknowns[i], name, size);
    const long known = *name ? eg_names_find(k->list->names, name) : 0;
    if (!*name || strlen(name) + 1 == size || known >= 0)
        snprintf(name, size, "states[%d]", number);
}

static int add_state(const making *k, int i, int number)
{
    const eg_unknown *u = &k->unknowns[i];
    eg_fmu_variable v = {.unit = u->unit,
                         .display_unit = display_unit(NULL, u->unit),
                         .doc = "",
                         .kind = EG_FMU_STATE,
                         .type = EG_REAL,
                         .index = i,
                         .shown = -1,
                         .nominal = u->nominal,
                         .alias = -1};
    char name[1000];
    name_state(k, i, number, name, sizeof name);
    long added = add(k, name, v);
    if (added >= 0 && k->list->states++ == 0)
        k->list->first_state = (size_t)added;
    return added < 0 ? -1 : 0;
}

static int add_states(const making *k)
{
    int number = 0;
    for (int i = 0; i < k->m->n; i++)
        if (k->unknowns[i].is_state && add_state(k, i, ++number) < 0)
            return -1;
    return 0;
}

/* The unit of a derivative by time; "" where it is not known. */
static const char *unit_of_rate(const char *unit)
{
    static const char *const rates[][2] = {
        {"m", "m/s"}, {"m/s", "m/s2"}, {"rad", "rad/s"}, {"rad/s", "rad/s2"}, {"K", "K/s"}};
    for (size_t i = 0; i < EG_COUNT(rates); i++)
        if (strcmp(unit, rates[i][0]) == 0)
            return rates[i][1];
    return "";
}

static int add_derivatives(const making *k)
{
    eg_fmu_list *list = k->list;
    for (size_t i = 0; i < list->states; i++) {
        const eg_fmu_variable *state = &list->items[list->first_state + i];
        char name[1010];
        snprintf(name, sizeof name, "der(%s)", state->name);
        eg_fmu_variable v = {.unit = unit_of_rate(state->unit),
                             .doc = "",
                             .kind = EG_FMU_DERIVATIVE,
                             .type = EG_REAL,
                             .index = state->index,
                             .alias = -1};
        long added = add(k, name, v);
        if (added < 0)
            return -1;
        if (i == 0)
            list->first_derivative = (size_t)added;
    }
    return 0;
}

static int add_indicators(const making *k)
{
    eg_fmu_list *list = k->list;
    for (int i = 0; i < k->m->switch_count; i++) {
        char name[40];
        snprintf(name, sizeof name, "indicators[%d]", i + 1);
        long added = add(
            k, name,
            (eg_fmu_variable){
                .unit = "", .doc = "", .kind = EG_FMU_INDICATOR, .type = EG_REAL, .index = i, .alias = -1});
        if (added < 0)
            return -1;
        if (list->indicators++ == 0)
            list->first_indicator = (size_t)added;
    }
    return 0;
}

/* ---------------------------------------------------------------- what can be observed */

static bool is_output(const eg_model *m, const char *name)
{
    for (int i = 0; i < m->interface.output_count; i++)
        if (strcmp(m->interface.outputs[i].path, name) == 0)
            return true;
    for (size_t i = 0; i < m->interface.output_pattern_count; i++)
        if (eg_match(m->interface.output_patterns[i], name))
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

/* The variable of this name is a state: what is known of it is said there. */
static void describe_state(eg_fmu_list *list, const char *name, const eg_fmu_variable *v)
{
    const long known = eg_names_find(list->names, name);
    eg_fmu_variable *state = known >= 0 ? &list->items[known] : NULL;
    if (!state || state->kind != EG_FMU_STATE)
        return;
    state->shown = v->index;
    state->doc = v->doc;
    state->unit = v->unit;
    state->display_unit = v->display_unit;
    state->nominal = state->nominal > 0 ? state->nominal : v->nominal;
}

static int visit(eg_observable_visitor *visitor, const eg_observable *o)
{
    making *k = (making *)visitor;
    if (eg_observable_name(o, &k->name, &k->name_capacity) < 0)
        return -1;
    const char *name = k->name;
    if (is_output(k->m, name) != k->outputs)
        return 0;
    long *first = &k->of_column[o->column];
    eg_fmu_variable v = {.unit = o->unit ? o->unit : "",
                         .display_unit = display_unit(quantity_of(k->m, o), o->unit),
                         .doc = o->doc ? o->doc : "",
                         .kind = k->outputs ? EG_FMU_OUTPUT : EG_FMU_LOCAL,
                         .type = o->type,
                         .is_discrete = o->is_discrete || o->type != EG_REAL,
                         .index = o->column,
                         .nominal = o->nominal,
                         .alias = k->outputs ? -1 : *first};
    show(k, name, &v);
    if (v.alias >= 0 &&
        (k->list->items[v.alias].type != v.type || strcmp(k->list->items[v.alias].unit, v.unit) != 0))
        v.alias = -1;
    long added = add(k, name, v);
    if (added == -2 && !k->outputs)
        describe_state(k->list, name, &v);
    if (added >= 0 && *first < 0 && !k->outputs)
        *first = added;
    return added == -1 ? -1 : 0;
}

/* Finds how people read variables by their names. */
static int find_legends(making *k)
{
    k->legends = eg_names_create((size_t)k->m->told.legend_count + 1);
    for (int i = 0; k->legends && i < k->m->told.legend_count; i++)
        if (eg_names_find(k->legends, k->m->told.legends[i].path) < 0 &&
            eg_names_add(k->legends, k->m->told.legends[i].path, i) < 0)
            return -1;
    return k->legends ? 0 : -1;
}

static int add_all(making *k)
{
    eg_fmu_list *list = k->list;
    eg_fmu_variable time = {.unit = "s", .doc = "Time", .kind = EG_FMU_TIME, .type = EG_REAL, .alias = -1};
    if (find_legends(k) < 0 || add(k, "time", time) < 0 || add_parameters(k, true) < 0 ||
        add_parameters(k, false) < 0 || add_inputs(k) < 0)
        return -1;
    list->first_output = list->count;
    k->outputs = true;
    if (eg_model_each_variable(k->m, &k->visitor) != 0)
        return -1;
    list->outputs = list->count - list->first_output;
    k->outputs = false;
    if (add_states(k) < 0 || add_derivatives(k) < 0 || add_indicators(k) < 0)
        return -1;
    return eg_model_each_variable(k->m, &k->visitor);
}

int eg_fmu_list_make(eg_fmu_list *list, const eg_model *m)
{
    size_t columns = (size_t)eg_model_columns(m) + 1;
    making k = {.visitor.visit = visit, .list = list, .m = m};
    *list = (eg_fmu_list){.names = eg_names_create(256)};
    k.of_column = malloc(columns * sizeof *k.of_column);
    for (size_t i = 0; k.of_column && i < columns; i++)
        k.of_column[i] = -1;
    k.unknowns = eg_model_unknowns(m);
    int status = list->names && k.of_column && k.unknowns ? add_all(&k) : -1;
    free(k.unknowns);
    eg_names_free(k.legends);
    free(k.of_column);
    free(k.name);
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

/* ---------------------------------------------------------------- structured names */

static bool is_letter(char c)
{
    return c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Behind "[1,2]"; NULL where that is not what stands here. */
static const char *behind_subscripts(const char *c)
{
    do {
        if (!is_digit(*++c))
            return NULL;
        while (is_digit(*c))
            c++;
    } while (*c == ',');
    return *c == ']' ? c + 1 : NULL;
}

/* a.b[1].c; `end` is where it has to end. */
static bool is_dotted(const char *c, const char *end)
{
    for (;; c++) {
        if (!is_letter(*c))
            return false;
        while (is_letter(*c) || is_digit(*c))
            c++;
        if (*c == '[' && !(c = behind_subscripts(c)))
            return false;
        if (*c != '.')
            return c == end;
    }
}

static bool is_structured(const char *path)
{
    const size_t length = strlen(path);
    if (length > 5 && strncmp(path, "der(", 4) == 0 && path[length - 1] == ')')
        return is_dotted(path + 4, path + length - 1);
    return is_dotted(path, path + length);
}

char *eg_fmu_structured_name(const char *path)
{
    char *name = malloc(2 * strlen(path) + 3), *at = name;
    if (!name)
        return NULL;
    if (is_structured(path))
        return strcpy(name, path);
    *at++ = '\'';
    for (; *path; path++) {
        if (*path == '\'' || *path == '\\')
            *at++ = '\\';
        *at++ = *path;
    }
    strcpy(at, "'");
    return name;
}

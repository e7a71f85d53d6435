/* A spec as flat Modelica text: declarations, and the order of things. */
#include "modelica/flat/flatten.h"

#include "base/stack.h"
#include "component/spec_again.h"
#include "component/describe.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- pieces */

void eg_flatten_begin(eg_flattening *f)
{
    eg_write(&f->w, "  ");
}

void eg_flatten_end(eg_flattening *f)
{
    eg_write(&f->w, ";\n");
}

bool eg_flatten_is_implied(const eg_instance *instance)
{
    return instance->is_implied;
}

static const char *inside(eg_flattening *f, const eg_instance *instance, const char *name)
{
    return eg_textf(f->r, "%s%s%s", instance->path, *instance->path ? "." : "", name);
}

/* (a = 1, b = 2): opened by the first attribute. */
typedef struct attributes {
    eg_writer *w;
    bool is_open;
} attributes;

static void next(attributes *a, const char *name)
{
    eg_write(a->w, a->is_open ? ", " : "(");
    eg_write(a->w, name);
    eg_write(a->w, " = ");
    a->is_open = true;
}

static void number(attributes *a, const char *name, double value)
{
    next(a, name);
    eg_write_number(a->w, value, false);
}

static void truth(attributes *a, const char *name, bool value)
{
    next(a, name);
    eg_write(a->w, value ? "true" : "false");
}

static void unit(attributes *a, const char *text)
{
    if (!text || !*text)
        return;
    next(a, "unit");
    eg_write_string(a->w, text);
}

/* The start value of the variable of that path. */
static void start(eg_flattening *f, attributes *a, const char *path, eg_type type, const char *of_unit,
                  double value)
{
    const int bound = eg_flatten_bound(f, eg_textf(f->r, "%s(start)", path));
    if (bound >= 0) {
        next(a, "start");
        eg_flatten_bound_value(f, bound, type, of_unit);
    } else if (type == EG_BOOLEAN)
        truth(a, "start", value != 0);
    else
        number(a, "start", value);
}

static void close(attributes *a)
{
    eg_write(a->w, a->is_open ? ")" : "");
}

static void comment(eg_flattening *f, const char *text)
{
    if (text && *text) {
        eg_write(&f->w, " ");
        eg_write_string(&f->w, text);
    }
    eg_flatten_end(f);
}

/* Of a parameter: behind it why it is final, NULL where it is not. */
static void comment_parameter(eg_flattening *f, const char *text, const char *why_final)
{
    comment(f, text);
    if (!why_final || f->w.out_of_memory)
        return;
    f->w.length--; /* the end of the line */
    eg_write(&f->w, eg_textf(f->r, " // final: %s\n", why_final));
}

static const char *type_text(eg_type type)
{
    if (type == EG_STRING)
        return "String ";
    return type == EG_BOOLEAN ? "Boolean " : type == EG_INTEGER ? "Integer " : "Real ";
}

static void value_of_type(eg_writer *w, eg_type type, double value)
{
    if (type == EG_BOOLEAN)
        eg_write(w, value != 0 ? "true" : "false");
    else
        eg_write_number(w, value, false);
}

/* ---------------------------------------------------------------- parameters of components */

static bool is_text(const eg_parameter *p)
{
    return p->type == EG_ENUMERATION && strcmp(p->type_name, "String") == 0;
}

static void literal(eg_flattening *f, const eg_parameter *p, double value)
{
    if (is_text(p)) {
        eg_write_string(&f->w, p->literals[(int)value]);
        return;
    }
    eg_write(&f->w, p->type_name);
    eg_write(&f->w, ".");
    eg_write(&f->w, p->literals[(int)value]);
}

static void matrix(eg_flattening *f, const eg_parameter *p, eg_matrix m)
{
    bool is_vector = p->columns == 1;
    eg_write(&f->w, is_vector ? "{" : "[");
    for (int i = 0; i < m.rows; i++)
        for (int k = 0; k < m.columns; k++) {
            if (i + k > 0)
                eg_write(&f->w, k == 0 && !is_vector ? "; " : ", ");
            eg_write_number(&f->w, m.elements[i * m.columns + k], false);
        }
    eg_write(&f->w, is_vector ? "}" : "]");
}

static void dimensions(eg_flattening *f, const eg_parameter *p, eg_matrix m)
{
    eg_write(&f->w, "[");
    eg_write_integer(&f->w, m.rows);
    if (p->columns != 1) {
        eg_write(&f->w, ", ");
        eg_write_integer(&f->w, m.columns);
    }
    eg_write(&f->w, "]");
}

/* A value that was given by a call may lie beyond the limits of its type. */
static void limits(attributes *a, const eg_parameter *p, const eg_said *said, double value)
{
    double min = said ? said->min : -INFINITY, max = said ? said->max : INFINITY;
    if (!said)
        eg_parameter_range(p, &min, &max);
    if (min > -INFINITY && !(value < min))
        number(a, "min", min);
    if (max < INFINITY && !(value > max))
        number(a, "max", max);
}

static void declare_parameter(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_parameter *p = &instance->class->parameters[i];
    eg_matrix m = p->columns ? eg_parameter_matrix(instance->p, i) : (eg_matrix){0};
    bool is_literal = p->type == EG_ENUMERATION;
    if ((p->columns && m.rows == 0) || (!p->columns && !isfinite(instance->p[i])))
        return;
    const char *why_final = eg_flatten_why_final(f, instance, i);
    /* What stands among the results does so as a variable, if parameters do not follow from it. */
    eg_write(&f->w, why_final ? "  final " : "  ");
    eg_write(&f->w, eg_flatten_is_variable(f, instance, i) ? "" : "parameter ");
    if (is_literal) {
        eg_write(&f->w, p->type_name);
        eg_write(&f->w, " ");
    } else {
        eg_write(&f->w, type_text(p->type));
    }
    eg_write_path(&f->w, instance->path, p->name);
    if (p->columns)
        dimensions(f, p, m);
    attributes a = {.w = &f->w};
    if (p->type == EG_REAL)
        unit(&a, p->unit);
    limits(&a, p, eg_flatten_said(f, inside(f, instance, p->name)), p->columns ? 0 : instance->p[i]);
    close(&a);
    eg_write(&f->w, " = ");
    const eg_expr *follows = eg_flatten_default(f, instance, instance->p, i);
    const int bound = instance->given[i] ? eg_flatten_bound(f, inside(f, instance, p->name)) : -1;
    if (bound >= 0)
        eg_flatten_bound_value(f, bound, p->type, p->unit);
    else if (follows)
        eg_flatten_expression(f, instance, follows);
    else if (p->columns)
        matrix(f, p, m);
    else if (p->type == EG_STRING)
        eg_write_string(&f->w, instance->origin->texts[i]);
    else if (is_literal)
        literal(f, p, instance->p[i]);
    else
        value_of_type(&f->w, p->type, eg_flatten_value(f, instance, i));
    comment_parameter(f, p->doc, why_final);
}

/* ---------------------------------------------------------------- variables of components */

static const eg_start *start_of(const eg_instance *instance, int variable)
{
    for (size_t i = 0; i < instance->start_count; i++)
        if (instance->starts[i].variable == variable)
            return &instance->starts[i];
    return NULL;
}

static bool is_any_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* Where speeds jump, by a drive or a reinit, those of bodies go on, and not the differences between them; at
 * a hard stop those that friction makes no difference to. */
static bool goes_on(const eg_flattening *f, const eg_instance *instance, const eg_variable *v)
{
    static const char *const speeds[] = {"v_rel", "w_rel", NULL};
    const bool jumps = f->has_reinit || f->is_driven[instance - f->spec->instances];
    if (!instance->class->element || !is_any_of(v->name, speeds))
        return false;
    return f->has_stops ? instance->class->friction != NULL : jumps;
}

/* The parameter stateSelect speaks of positions and speeds. Friction holds exactly where its speed is a
 * state, which it is not without mass; where hard stops jump, relative speeds are states instead
 * (eg_flatten_is_kept_in_jumps). */
static int select_of(const eg_flattening *f, const eg_instance *instance, const eg_variable *v,
                     const eg_start *given)
{
    static const char *const states[] = {"s",   "v", "s_rel",   "v_rel", "s_flange", "v_flange",
                                         "phi", "w", "phi_rel", "w_rel", NULL};
    int parameter = eg_class_parameter(instance->class, "stateSelect");
    static const char *const speeds[] = {"v", "w", NULL};
    bool is_massless = eg_flatten_is_massless(f, instance);
    bool rubs = instance->class->friction && strlen(v->name) == 1 && is_any_of(v->name, states) &&
                (!f->has_stops || instance->class->friction->stops || is_massless) &&
                !(is_massless && is_any_of(v->name, speeds));
    if (given && given->state_select >= 0)
        return given->state_select;
    if (goes_on(f, instance, v))
        return EG_AVOID;
    return parameter >= 0 && is_any_of(v->name, states) ? (int)instance->p[parameter]
           : rubs                                       ? (int)EG_ALWAYS
                                                        : (int)EG_DEFAULT;
}

static void select_state(attributes *a, int select)
{
    if (select == EG_DEFAULT)
        return;
    next(a, "stateSelect");
    eg_write(a->w, "StateSelect.");
    eg_write(a->w, eg_state_select_literals[select]);
}

/* The nominal value of a variable: that which is given to it, or s_nominal of the class. The latter counts
 * only where it is set, which its default, in the text, tells: 0 is none. */
static void nominal(eg_flattening *f, attributes *a, const eg_instance *instance, const eg_variable *v,
                    const eg_start *given)
{
    static const char *const positions[] = {"s_rel", "phi_rel", NULL};
    const int i = eg_class_nominal(instance->class);
    if (given && given->nominal == given->nominal) {
        if (given->nominal > 0)
            number(a, "nominal", given->nominal);
        return;
    }
    if (i < 0 || !is_any_of(v->name, positions) || !isfinite(instance->p[i]) ||
        !eg_flatten_is_settable(f, instance, i))
        return;
    const char *name = instance->class->parameters[i].name;
    next(a, "nominal");
    if (!instance->given[i]) {
        eg_write(a->w, "if ");
        eg_write_path(a->w, instance->path, name);
        eg_write(a->w, " == ");
        eg_write_number(a->w, instance->p[i], true);
        eg_write(a->w, " then 0 else ");
    }
    eg_write_path(a->w, instance->path, name);
}

/* What drives a flange has states of its own, which begin at their start values whatever else is fixed: its
 * position where that follows from a speed, and the speed where the position begins with a signal. */
static bool is_state_of_drive(const eg_instance *instance, const eg_variable *v)
{
    static const char *const positions[] = {"s", "phi", NULL}, *const speeds[] = {"v", "w", NULL};
    const eg_drive_ops *drive = instance->class->drive;
    const int states = drive ? drive->state_count(instance->p) : 0;
    bool has_fixed = false;
    for (size_t i = 0; i < instance->class->variable_count; i++)
        has_fixed = has_fixed || instance->class->variables[i].fixed;
    if (states == 0 || has_fixed)
        return states > 0 && v->fixed;
    return is_any_of(v->name, states == 1 ? positions : speeds);
}

static void declare_variable(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_variable *v = &instance->class->variables[i];
    if (!eg_instance_has(instance, v->condition))
        return;
    const eg_start *given = start_of(instance, i);
    eg_write(&f->w, "  ");
    eg_write(&f->w, type_text(v->type));
    eg_write_path(&f->w, instance->path, v->name);
    attributes a = {.w = &f->w};
    if (v->type == EG_REAL)
        unit(&a, v->unit);
    bool has_start = given && given->start == given->start;
    bool is_fixed = given && given->fixed >= 0 ? given->fixed == 1 : v->fixed;
    is_fixed = is_fixed || is_state_of_drive(instance, v);
    if (has_start || v->start != 0 || is_fixed)
        start(f, &a, inside(f, instance, v->name), v->type, v->unit, has_start ? given->start : v->start);
    if (is_fixed)
        truth(&a, "fixed", true);
    if (v->type == EG_REAL) {
        nominal(f, &a, instance, v, given);
        select_state(&a, select_of(f, instance, v, given));
    }
    close(&a);
    comment(f, v->doc);
}

/* ---------------------------------------------------------------- ports and connectors */

static void declare_typed(eg_flattening *f, const char *causality, const char *path, const char *name,
                          eg_type type, const char *of_unit, const char *text)
{
    attributes a = {.w = &f->w};
    eg_write(&f->w, "  ");
    eg_write(&f->w, causality);
    eg_write(&f->w, type_text(type));
    eg_write_path(&f->w, path, name);
    if (type == EG_REAL)
        unit(&a, of_unit);
    close(&a);
    comment(f, text);
}

static void declare_member(eg_flattening *f, const char *path, const char *name, const char *of_unit,
                           const char *text)
{
    declare_typed(f, "", path, name, EG_REAL, of_unit, text);
}

/* With the start value that its type has in the MSL: radiation leaves a temperature undetermined at 0 K. */
static void declare_temperature(eg_flattening *f, const char *path, const char *text)
{
    attributes a = {.w = &f->w};
    eg_write(&f->w, "  Real ");
    eg_write_path(&f->w, path, "T");
    unit(&a, "K");
    number(&a, "start", 288.15);
    number(&a, "nominal", 300);
    close(&a);
    comment(f, text);
}

static void declare_connector(eg_flattening *f, const char *path, eg_port_kind kind, const char *of_unit,
                              const char *text)
{
    if (eg_port_is_signal(kind)) {
        /* Boolean and Integer signals are among the variables of the spec. */
        if (eg_names_find(f->spec->variable_paths, path) < 0)
            declare_typed(f, eg_flatten_causality(f, path, kind), path, NULL, eg_port_type(kind), of_unit,
                          text);
    } else if (eg_port_is_thermal(kind)) {
        declare_temperature(f, path, text);
        declare_member(f, path, "Q_flow", "W", NULL);
    } else if (eg_port_is_rotational(kind)) {
        declare_member(f, path, "phi", "rad", text);
        declare_member(f, path, "tau", "N.m", NULL);
    } else {
        declare_member(f, path, "s", "m", text);
        declare_member(f, path, "f", "N", NULL);
    }
}

static void headline(eg_flattening *f, const eg_instance *instance)
{
    eg_write(&f->w, "  // ");
    eg_write(&f->w, instance->path);
    eg_write(&f->w, *instance->path ? ": " : "");
    eg_write(&f->w, instance->class->name);
    eg_write(&f->w, "\n");
}

/* In a jump of a hard stop the relative speed of compliant elements stays (a state, stateSelect = prefer): it
 * must have a derivative for that. */
bool eg_flatten_is_kept_in_jumps(const eg_flattening *f, const eg_instance *instance)
{
    bool has_acceleration = false, has_speed = false;
    for (size_t i = 0; i < instance->class->variable_count; i++) {
        has_speed = has_speed || strcmp(instance->class->variables[i].name, "v_rel") == 0;
        has_acceleration = has_acceleration || strcmp(instance->class->variables[i].name, "a_rel") == 0;
    }
    int parameter = eg_class_parameter(instance->class, "stateSelect");
    return f->has_stops && has_speed && !has_acceleration && parameter >= 0 &&
           instance->p[parameter] >= EG_PREFER;
}

static void declare_kept(eg_flattening *f, const eg_instance *instance)
{
    eg_write(&f->w, "  Real ");
    eg_write_path(&f->w, instance->path, "a_rel");
    eg_write(&f->w, "(unit = \"m/s2\") \"Rate of v_rel\" annotation(HideResult = true);\n");
}

static void declare_unit_speed(eg_flattening *f, const eg_instance *instance)
{
    eg_write(&f->w, "  final parameter Real ");
    eg_write_path(&f->w, instance->path, "unitSpeed");
    eg_write(&f->w, eg_flatten_turns(instance) ? "(unit = \"rad/s\")" : "(unit = \"m/s\")");
    eg_write(&f->w, " = 1 \"Unit of the speed that is 0 while it is locked\";\n");
}

static void write_kept(eg_flattening *f, const eg_instance *instance)
{
    eg_flatten_begin(f);
    eg_write_path(&f->w, instance->path, "a_rel");
    eg_write(&f->w, " = der(");
    eg_write_path(&f->w, instance->path, "v_rel");
    eg_write(&f->w, ")");
    eg_flatten_end(f);
}

static bool any_stops(const eg_spec *spec)
{
    for (size_t i = 0; i < spec->instance_count; i++)
        if (spec->instances[i].class->friction && spec->instances[i].class->friction->stops)
            return true;
    return false;
}

static bool any_reinit(const eg_spec *spec)
{
    for (size_t i = 0; i < spec->equation_count; i++)
        if (spec->equations[i].kind == EG_USER_REINIT)
            return true;
    return false;
}

/* As which an instance is made. */
static const eg_class *made_as(const eg_instance *instance)
{
    return instance->class->variant ? instance->class->variant(instance->p) : instance->class;
}

/* Is one a rigid impact? */
static bool any_rigid(const eg_spec *spec)
{
    for (size_t i = 0; i < spec->instance_count; i++)
        if (made_as(&spec->instances[i])->flat_equations)
            return true;
    return false;
}

static void declare_instance(eg_flattening *f, const eg_instance *instance)
{
    const eg_class *class = instance->class;
    headline(f, instance);
    for (size_t i = 0; i < class->parameter_count; i++)
        declare_parameter(f, instance, (int)i);
    for (size_t i = 0; i < class->variable_count; i++)
        declare_variable(f, instance, (int)i);
    if (eg_flatten_is_kept_in_jumps(f, instance))
        declare_kept(f, instance);
    if (eg_flatten_is_massless(f, instance))
        declare_unit_speed(f, instance);
    for (size_t i = 0; i < class->port_count; i++)
        if (eg_instance_has_port(instance, &class->ports[i]))
            declare_connector(f, inside(f, instance, class->ports[i].name), class->ports[i].kind,
                              class->ports[i].unit, class->ports[i].doc);
}

/* ---------------------------------------------------------------- the user's own */

/* The enumeration of a value; NULL: none that is known. */
static const eg_legend *enumeration_of(const eg_flattening *f, const eg_declared *declared)
{
    const eg_spec *s = f->spec;
    for (size_t i = 0; i < s->legend_count && declared->type == EG_ENUMERATION; i++)
        if (s->legends[i].literals && s->legends[i].type_name &&
            strcmp(s->legends[i].path, declared->path) == 0)
            return &s->legends[i];
    return NULL;
}

/* The enumerations of the user's parameters, each once, under its whole name. */
static bool declare_enumerations(eg_flattening *f)
{
    eg_names *known = eg_names_create(4);
    for (size_t i = 0; known && i < f->spec->declared_count; i++) {
        const eg_legend *of = enumeration_of(f, &f->spec->declared[i]);
        if (!of || eg_names_find(known, of->type_name) >= 0)
            continue;
        if (eg_names_add(known, of->type_name, (long)i) < 0) {
            eg_names_free(known);
            return false;
        }
        eg_write(&f->w, "  type ");
        eg_write_path(&f->w, of->type_name, NULL);
        eg_write(&f->w, " = enumeration(");
        for (int k = 0; of->literals[k]; k++) {
            eg_write(&f->w, k > 0 ? ", " : "");
            eg_write_path(&f->w, of->literals[k], NULL);
        }
        eg_write(&f->w, ");\n");
    }
    eg_names_free(known);
    return known != NULL;
}

/* What it decided has been carried out: it is final. */
static void declare_enumerator(eg_flattening *f, const eg_declared *declared)
{
    const eg_legend *of = enumeration_of(f, declared);
    if (!of)
        return;
    eg_write(&f->w, "  final parameter ");
    eg_write_path(&f->w, of->type_name, NULL);
    eg_write(&f->w, " ");
    eg_write_path(&f->w, declared->path, NULL);
    eg_write(&f->w, " = ");
    eg_write_path(&f->w, of->type_name, NULL);
    eg_write(&f->w, ".");
    eg_write_path(&f->w, of->literals[(int)declared->value], NULL);
    comment_parameter(f, declared->comment, "what it decides has been decided");
}

static void declare_value(eg_flattening *f, const eg_declared *declared)
{
    if (declared->type == EG_ENUMERATION)
        declare_enumerator(f, declared);

    const int bound = eg_flatten_bound(f, declared->path);
    const char *why_final = eg_flatten_why_declared_final(f, declared);
    if (declared->type >= EG_ENUMERATION || !isfinite(declared->value))
        return;
    attributes a = {.w = &f->w};
    eg_write(&f->w, why_final ? "  final parameter " : "  parameter ");
    eg_write(&f->w, type_text(declared->type));
    eg_write_path(&f->w, declared->path, NULL);
    if (declared->type == EG_REAL)
        unit(&a, declared->unit);
    if (declared->type != EG_BOOLEAN && declared->min > -INFINITY && !(declared->value < declared->min))
        number(&a, "min", declared->min);
    if (declared->type != EG_BOOLEAN && declared->max < INFINITY && !(declared->value > declared->max))
        number(&a, "max", declared->max);
    close(&a);
    eg_write(&f->w, " = ");
    if (bound >= 0)
        eg_flatten_bound_value(f, bound, declared->type, declared->unit);
    else
        value_of_type(&f->w, declared->type, declared->value);
    comment_parameter(f, declared->comment, why_final);
}

static void declare_user_variable(eg_flattening *f, const eg_user_variable *v)
{
    attributes a = {.w = &f->w};
    eg_write(&f->w, v->is_input ? "  input " : v->is_discrete && v->type == EG_REAL ? "  discrete " : "  ");
    eg_write(&f->w, type_text(v->type));
    eg_write_path(&f->w, v->path, NULL);
    if (v->type == EG_REAL)
        unit(&a, v->unit);
    if (v->start == v->start)
        start(f, &a, v->path, v->type, v->unit, v->start);
    if (v->fixed >= 0)
        truth(&a, "fixed", v->fixed == 1);
    if (v->nominal > 0)
        number(&a, "nominal", v->nominal);
    if (v->type == EG_REAL)
        select_state(&a, v->state_select >= 0 ? v->state_select : EG_DEFAULT);
    close(&a);
    comment(f, v->comment);
}

/* Is it a Real signal of which more is said, and that equations of the user's give? */
static bool begins_by_itself(eg_flattening *f, const eg_connector *c)
{
    const bool is_told = c->start == c->start || c->has_fixed || c->has_nominal || c->has_select;
    return eg_port_is_signal(c->kind) && is_told && eg_names_find(f->spec->variable_paths, c->path) < 0 &&
           !eg_flatten_is_from_component(f, c->path);
}

static void declare_signal(eg_flattening *f, const eg_connector *c)
{
    attributes a = {.w = &f->w};
    eg_write(&f->w, "  ");
    eg_write(&f->w, eg_flatten_causality(f, c->path, c->kind));
    eg_write(&f->w, c->is_discrete ? "discrete Real " : "Real ");
    eg_write_path(&f->w, c->path, NULL);
    unit(&a, c->unit);
    if (c->start == c->start)
        start(f, &a, c->path, EG_REAL, c->unit, c->start);
    if (c->has_fixed)
        truth(&a, "fixed", c->fixed);
    if (c->has_nominal)
        number(&a, "nominal", c->nominal);
    if (c->has_select)
        select_state(&a, c->state_select);
    close(&a);
    comment(f, c->comment);
}

static void declare_users(eg_flattening *f)
{
    const eg_spec *s = f->spec;
    if (!declare_enumerations(f))
        f->r->out_of_memory = true;
    for (size_t i = 0; i < s->declared_count; i++)
        declare_value(f, &s->declared[i]);
    for (size_t i = 0; i < s->variable_count; i++)
        declare_user_variable(f, &s->variables[i]);
    for (size_t i = 0; i < s->connector_count; i++) {
        const eg_connector *c = &s->connectors[i];
        if (begins_by_itself(f, c))
            declare_signal(f, c);
        else
            declare_connector(f, c->path, c->kind, c->unit, c->comment);
    }
}

/* ---------------------------------------------------------------- equations */

/* The limits of a value that stands there as a variable. */
static void demand_limits(eg_flattening *f, const eg_instance *instance)
{
    for (int i = 0; i < (int)instance->class->parameter_count; i++) {
        const eg_parameter *p = &instance->class->parameters[i];
        double min, max;
        eg_parameter_range(p, &min, &max);
        if (!isfinite(instance->p[i]) || !(min > -INFINITY) || instance->p[i] < min ||
            !eg_flatten_is_variable(f, instance, i) || !eg_flatten_is_settable(f, instance, i))
            continue;
        eg_write(&f->w, "  assert(");
        eg_write_path(&f->w, instance->path, p->name);
        eg_write(&f->w, " >= ");
        eg_write_number(&f->w, min, true);
        eg_write(&f->w, ", ");
        eg_write_string(&f->w, eg_textf(f->r, "%s.%s is out of range", instance->path, p->name));
        eg_write(&f->w, ")");
        eg_flatten_end(f);
    }
}

/* The rod of a class that extends PartialRigid: that class says where one flange is, and this the other. */
static void rigid(eg_flattening *f, const eg_instance *rod)
{
    const char *dot = strrchr(rod->path, '.');
    char *owner = eg_arena_text(f->r->arena, rod->path, dot ? (size_t)(dot - rod->path) : 0);
    if (!owner)
        return;
    eg_flatten_begin(f);
    eg_write_path(&f->w, owner, "flange_b.s");
    eg_write(&f->w, " = ");
    eg_write_path(&f->w, owner, "flange_a.s");
    eg_write(&f->w, " + ");
    if (f->spec->bounds)
        eg_write_path(&f->w, owner, "L");
    else
        eg_write_number(&f->w, rod->p[eg_class_parameter(rod->class, "L")], true);
    eg_flatten_end(f);
}

static void write_initial(eg_flattening *f)
{
    size_t before = f->w.length;
    eg_write(&f->w, "initial equation\n");
    size_t empty = f->w.length;
    for (size_t i = 0; i < f->spec->instance_count; i++)
        eg_flatten_instance(f, &f->spec->instances[i], true);
    eg_flatten_formulas(f, true);
    if (f->w.length == empty && f->w.text) {
        f->w.length = before;
        f->w.text[before] = '\0';
    }
}

static void write_equations(eg_flattening *f)
{
    eg_write(&f->w, "equation\n");
    for (size_t i = 0; i < f->spec->instance_count; i++) {
        const eg_instance *instance = &f->spec->instances[i];
        if (instance->is_implied) {
            rigid(f, instance);
            continue;
        }
        headline(f, instance);
        eg_flatten_instance(f, instance, false);
        demand_limits(f, instance);
        if (eg_flatten_is_kept_in_jumps(f, instance))
            write_kept(f, instance);
        eg_flatten_write_stop(f, instance);
    }
    eg_write(&f->w, f->spec->instance_count > 0 ? "  // connections\n" : "");
    if (!eg_flatten_connections(f))
        f->r->out_of_memory = true;
    eg_write(&f->w, f->spec->equation_count > 0 ? "  // equations of the model\n" : "");
    eg_flatten_formulas(f, false);
}

/* ---------------------------------------------------------------- the model */

static void experiment(eg_flattening *f)
{
    const eg_experiment *e = &f->spec->experiment;
    const struct {
        const char *name;
        double value;
    } said[] = {{"StartTime", e->start_time},
                {"StopTime", e->stop_time},
                {"Interval", e->interval},
                {"Tolerance", e->tolerance}};
    attributes a = {.w = &f->w};
    for (size_t i = 0; i < EG_COUNT(said); i++)
        if (isfinite(said[i].value)) {
            eg_write(&f->w, a.is_open ? "" : "  annotation(experiment");
            number(&a, said[i].name, said[i].value);
        }
    eg_write(&f->w, a.is_open ? "));\n" : "");
}

/* The last part of the dotted name. */
static void write_name(eg_flattening *f)
{
    const char *name = f->spec->name, *dot = strrchr(name, '.');
    if (dot && eg_is_plain_identifier(dot + 1))
        name = dot + 1;
    if (eg_is_plain_identifier(name))
        eg_write(&f->w, name);
    else
        eg_write_path(&f->w, name, NULL);
}

static void write_model(eg_flattening *f)
{
    eg_write(&f->w, "model ");
    write_name(f);
    if (f->spec->comment && *f->spec->comment) {
        eg_write(&f->w, " ");
        eg_write_string(&f->w, f->spec->comment);
    }
    eg_write(&f->w, "\n");
    for (size_t i = 0; i < f->spec->instance_count; i++)
        if (!f->spec->instances[i].is_implied)
            declare_instance(f, &f->spec->instances[i]);
    eg_flatten_declare_loops(f);
    declare_users(f);
    eg_flatten_declare_shared(f);
    write_initial(f);
    write_equations(f);
    experiment(f);
    eg_write(&f->w, "end ");
    write_name(f);
    eg_write(&f->w, ";\n");
}

/* A mass at its stop that rigid contacts hit takes part in the exchange of impulses; reinit does not. */
static void check_impacts(eg_flattening *f)
{
    for (size_t i = 0; f->has_rigid && f->has_stops && i < f->spec->instance_count && !f->failed; i++) {
        const eg_instance *instance = &f->spec->instances[i];
        if (!instance->class->friction || !instance->class->friction->stops)
            continue;
        eg_report(f->d, EG_ERROR, eg_instance_place(instance),
                  "%s: its hard stops beside rigid impacts are more than equations of the model say",
                  instance->path);
        eg_remedy(f->d, "take a law with a spring for the contacts");
        f->failed = true;
    }
}

/* What remembers more than equations say. */
static void check_equations(eg_flattening *f)
{
    for (size_t i = 0; i < f->spec->instance_count && !f->failed; i++) {
        const eg_instance *instance = &f->spec->instances[i];
        const char *why = made_as(instance)->no_equations;
        if (!why)
            continue;
        eg_report(f->d, EG_ERROR, eg_instance_place(instance), "%s is not written as equations: %s",
                  instance->path, why);
        eg_remedy(f->d, "run the model with its components");
        f->failed = true;
    }
}

/* What a freewheel holds one way it holds against impulses as well; its equations know no impulse. */
static void check_freewheels(eg_flattening *f)
{
    for (size_t i = 0; i < f->spec->instance_count && !f->failed; i++) {
        const eg_instance *instance = &f->spec->instances[i];
        const eg_friction_ops *friction = instance->class->friction;
        if (!friction || !friction->idle_limit ||
            !(f->has_rigid || f->has_stops || f->has_reinit || f->is_driven[i]))
            continue;
        eg_report(f->d, EG_ERROR, eg_instance_place(instance),
                  "%s: a freewheel where speeds may jump is more than equations of the model say",
                  instance->path);
        eg_remedy(f->d, "run the model with its components");
        f->failed = true;
    }
}

static eg_status flatten(eg_spec *spec, eg_diagnostics *diagnostics, char **text, size_t *length)
{
    eg_reader r;
    eg_read_options options = eg_read_options_default();
    size_t classes;
    *text = NULL;
    *length = 0;
    eg_status status = EG_OK;
    eg_classes(&classes);
    bool begun = eg_reader_begin(&r, spec->arena, &options, diagnostics);
    eg_flattening f = {.r = &r,
                       .spec = spec,
                       .d = diagnostics,
                       .has_stops = any_stops(spec),
                       .has_rigid = any_rigid(spec),
                       .has_reinit = any_reinit(spec)};
    f.syntax = begun ? eg_new_array(&r, 2 * classes, sizeof *f.syntax) : NULL;
    f.defaults = begun ? eg_new_array(&r, classes, sizeof *f.defaults) : NULL;
    if (f.syntax && f.defaults) {
        eg_flatten_find_truths(&f);
        eg_flatten_share(&f);
        if (!eg_flatten_find_friction(&f) || !eg_flatten_find_held(&f))
            r.out_of_memory = true;
    }
    check_impacts(&f);
    check_equations(&f);
    if (f.is_driven)
        check_freewheels(&f);
    if (f.syntax && f.defaults && !r.out_of_memory && !f.failed)
        write_model(&f);
    if (!f.syntax || !f.defaults || f.w.out_of_memory || r.out_of_memory)
        status = EG_ERROR_MEMORY;
    else if (f.failed || r.errors > 0)
        status = EG_ERROR_MODEL;
    eg_names_free(f.declared);
    eg_names_free(f.named);
    eg_reader_end(&r);
    if (status == EG_OK) {
        *text = f.w.text;
        *length = f.w.length;
    } else {
        free(f.w.text);
    }
    return status;
}

/* The arguments of eg_spec_flatten. */
typedef struct request {
    eg_spec *spec;
    eg_diagnostics *diagnostics;
    char **text;
    size_t *length;
    eg_status status;
} request;

/* What values were made of the spec knows when it is read for that. */
static void carry_out(void *context)
{
    request *q = context;
    eg_spec *own = NULL;
    if (q->spec->reading && eg_spec_read_for(q->spec, EG_FOR_TEXT, NULL, &own) != EG_OK)
        own = NULL;
    q->status = eg_spec_complete(q->spec, q->diagnostics);
    if (q->status == EG_OK && own && eg_spec_complete(own, NULL) != EG_OK) {
        eg_spec_free(own);
        own = NULL;
    }
    if (q->status == EG_OK)
        q->status = flatten(own ? own : q->spec, q->diagnostics, q->text, q->length);
    eg_spec_free(own);
}

eg_status eg_spec_flatten(eg_spec *spec, eg_diagnostics *diagnostics, char **text, size_t *length)
{
    request q = {.spec = spec, .diagnostics = diagnostics, .text = text, .length = length};
    return eg_with_stack(carry_out, &q) ? q.status : EG_ERROR_MEMORY;
}

/* Modifiers as written: finding arguments by name, and checking once for each class that everything exists
 * that its modifiers name. What the values are is found out for each instance (parameters.c,
 * native_parameters.c). */
#include <string.h>

#include "modelica/scope/legal.h"

enum { SHORT_LIST = 12 };

/* ---------------------------------------------------------------- finding */

/* Long argument lists are entered into r->arguments when first searched; the modifier under its own address
 * marks that this was done. */
static bool enter_arguments(eg_reader *r, const eg_modifier *m)
{
    if (eg_pairs_get(r->arguments, m, m))
        return true;
    bool ok = eg_pairs_set(r->arguments, m, m, r) == 0;
    for (uint32_t i = m->count; ok && i-- > 0;)
        ok = eg_pairs_set(r->arguments, m, m->arguments[i]->name, m->arguments[i]) == 0;
    if (!ok)
        r->out_of_memory = true;
    return ok;
}

/* Parameters with a dot in their names: "p.v_initial" is v_initial in the modifier of p. */
static const eg_modifier *find_dotted(eg_reader *r, const eg_modifier *m, const char *name, const char *dot)
{
    const char *outer = eg_symbol_of(r, name, (size_t)(dot - name));
    const eg_modifier *first = outer ? eg_find_argument(r, m, outer) : NULL;
    return first ? eg_find_argument(r, first, dot + 1) : NULL;
}

const eg_modifier *eg_find_argument(eg_reader *r, const eg_modifier *m, const char *name)
{
    const char *dot = *name == '\'' ? NULL : strchr(name, '.');
    if (dot)
        return find_dotted(r, m, name, dot);
    if (m->count > SHORT_LIST) {
        const char *symbol = eg_symbol(r, name);
        return symbol && enter_arguments(r, m) ? eg_pairs_get(r->arguments, m, symbol) : NULL;
    }
    for (uint32_t i = 0; i < m->count; i++)
        if (m->arguments[i]->name == name || strcmp(m->arguments[i]->name, name) == 0)
            return m->arguments[i];
    return NULL;
}

/* ---------------------------------------------------------------- attributes of Real, Integer, ... */

static const char *const real_attributes[] = {"start", "fixed",    "min",         "max",       "nominal",
                                              "unit",  "quantity", "displayUnit", "unbounded", "stateSelect"};
static const char *const integer_attributes[] = {"start", "fixed", "min", "max", "quantity"};
static const char *const boolean_attributes[] = {"start", "fixed", "quantity"};

static void check_attributes(eg_reader *r, int type, const char *of, const eg_modifier *m)
{
    const char *const *names = type == EG_REAL ? real_attributes : integer_attributes;
    size_t count = type == EG_REAL ? EG_COUNT(real_attributes) : EG_COUNT(integer_attributes);
    if (type == EG_BOOLEAN || type == EG_STRING) {
        names = boolean_attributes;
        count = EG_COUNT(boolean_attributes);
    }
    for (uint32_t i = 0; i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        size_t k = 0;
        while (k < count && strcmp(names[k], a->name) != 0)
            k++;
        if (k == count) {
            eg_error(r, a->source, a->at, "\"%s\" has no attribute \"%s\"", of, a->name);
            eg_hint_nearest(r, a->name, names, count);
        } else if (a->count > 0) {
            eg_error(r, a->source, a->at, "the attribute \"%s\" has no parts to modify", a->name);
            eg_hint(r, "write %s = value", a->name);
        } else if (!a->value) {
            eg_error(r, a->source, a->at, "the attribute \"%s\" gets no value", a->name);
            eg_hint(r, "write %s = ...", a->name);
        }
    }
}

/* ---------------------------------------------------------------- one argument */

static void check_variable(eg_reader *r, const eg_member *member, const eg_modifier *a)
{
    const eg_variable *v = &member->owner->native->variables[member->index];
    if (a->value) {
        eg_error(r, a->source, a->value_at,
                 "\"%s\" is a variable that the component computes; it cannot be given", a->name);
        eg_hint(r, "give its start value: %s(start = ..., fixed = true)", a->name);
    }
    check_attributes(r, v->type, a->name, a);
}

/* Attributes of a connector's variable that ask for nothing that must hold. */
static bool is_harmless(const char *name)
{
    static const char *const harmless[] = {"start", "nominal", "displayUnit", "quantity", "stateSelect"};
    for (size_t i = 0; i < EG_COUNT(harmless); i++)
        if (strcmp(harmless[i], name) == 0)
            return true;
    return false;
}

/* port(T(start = 300, nominal = 500)): is that all that is said? */
static bool only_guesses(const eg_modifier *m)
{
    if (m->value || m->count == 0 || m->is_redeclaration)
        return false;
    for (uint32_t i = 0; i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        if (!is_harmless(a->name) && !only_guesses(a))
            return false;
    }
    return true;
}

/* flange(s(start = 0, fixed = true)), y(start = 1): does it speak of attributes of a port's variables only? A
 * position or temperature that is fixed holds at the start (formula/variables.c); what a signal begins with
 * its block says. */
static bool is_start_of_port(eg_reader *r, eg_port_kind kind, const eg_modifier *m, bool *fixes)
{
    if (m->value || m->count == 0 || m->is_redeclaration)
        return false;
    for (uint32_t i = 0; i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        const bool is_variable =
            !eg_port_is_signal(kind) &&
            (a->name == eg_symbol(r, eg_port_potential(kind)) || a->name == eg_symbol(r, eg_port_flow(kind)));
        if (is_variable && is_start_of_port(r, EG_REAL_INPUT, a, fixes))
            continue;
        const bool fixes_it = strcmp(a->name, "fixed") == 0;
        if ((!is_harmless(a->name) && !fixes_it) || !eg_port_is_signal(kind) || a->count > 0 || !a->value)
            return false;
        *fixes = *fixes || (fixes_it && !(a->value->kind == EG_E_BOOLEAN && a->value->number == 0));
    }
    return true;
}

static bool has_start(const eg_modifier *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->arguments[i]->name, "start") == 0 || has_start(a->arguments[i]))
            return true;
    return false;
}

/* The start of a connector's variable is left out: what is connected says more. */
static void leave_guess(eg_reader *r, const eg_modifier *a, const char *why)
{
    if (a->count > 0 && !has_start(a))
        return;
    eg_warn(r, a->source, a->at, "this start value is not used: \"%s\" %s", a->name, why);
}

/* support(s = s_support, f = -flange.f): equations for what the connector has. */
static bool is_value_of_member(eg_port_kind kind, const eg_modifier *a)
{
    return a->value && a->count == 0 &&
           (strcmp(a->name, eg_port_potential(kind)) == 0 || strcmp(a->name, eg_port_flow(kind)) == 0);
}

/* Connectors of a model: a signal's attributes may be given, of a flange's variables values and what they
 * begin with. */
static void check_connector(eg_reader *r, eg_port_kind kind, const char *name, const eg_modifier *m)
{
    if (eg_port_is_signal(kind)) {
        check_attributes(r, (int)eg_port_type(kind), name, m);
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        bool fixes = false;
        if (is_value_of_member(kind, a) || (is_start_of_port(r, EG_REAL_INPUT, a, &fixes) && fixes))
            continue;
        if (a->is_guess || only_guesses(a)) {
            leave_guess(r, a, "is a variable of a connector");
            continue;
        }
        eg_error(r, a->source, a->at, "the variables of a connector have no attributes to modify");
        eg_hint(r, "give start values for the variables of a component");
    }
}

static void check_port(eg_reader *r, const eg_member *member, const eg_modifier *a)
{
    const eg_class *class = member->owner->native;
    if (class->kind == EG_PARTIAL && !a->value && !a->is_redeclaration) {
        check_connector(r, class->ports[member->index].kind, a->name, a);
        return;
    }
    bool is_signal = eg_port_is_signal(class->ports[member->index].kind), fixes = false;
    const bool is_start =
        member->size == 0 && is_start_of_port(r, class->ports[member->index].kind, a, &fixes);
    if (is_start && fixes && !is_signal)
        return;
    if (a->is_guess || (is_start && !fixes) || (!is_signal && only_guesses(a))) {
        leave_guess(r, a, "is a connector");
        return;
    }
    if (class->ports[member->index].kind == EG_REAL_INPUT && class->kind != EG_PARTIAL && member->size == 0 &&
        a->value && a->count == 0)
        return; /* an equation for the input */
    eg_error(r, a->source, a->at, "the connector \"%s\" cannot be modified", a->name);
    if (is_signal)
        eg_hint(r, "connect a Modelica.Blocks.Sources.Constant to give the signal a value");
    else
        eg_hint(r, "give start values for the component's own variables");
}

/* A signal has its value as a variable has: an output; an input to which nothing is connected; and one that
 * exists on a condition, which hands what is connected to it on to a variable. */
static bool takes_value(const eg_definition *native)
{
    return eg_port_is_signal(native->native->ports[0].kind);
}

void eg_check_component_modifier(eg_reader *r, eg_definition *type, const char *name, const eg_modifier *a)
{
    eg_definition *native = NULL;
    eg_category category = eg_classify(r, type, &native);
    if (category == EG_C_CONNECTOR && a->value && !takes_value(native)) {
        eg_error(r, a->source, a->value_at, "\"%s\" is a connector; its value comes through connect", name);
        eg_hint(r, "connect it with an output, of a Modelica.Blocks.Sources.Constant for instance");
    } else if (category == EG_C_MODEL && a->value && !eg_is_external_object(type)) {
        eg_error(r, a->source, a->value_at, "\"%s\" is a component, not a value", name);
        eg_hint(r, "modify its parameters: %s(parameter = ...)", name);
    }
    eg_check_modifier(r, type, a, false);
}

/* What is known only in an instance is checked there (redeclare.c). */
static void check_component(eg_reader *r, eg_member *member, const eg_modifier *a)
{
    eg_definition *type = eg_member_type(r, member);
    if (member->component->is_outer && !member->component->is_inner) {
        eg_error(r, a->source, a->at, "\"%s\" is outer; it cannot be modified here", member->name);
        eg_hint(r, "modify the component where it is declared inner");
    } else if (type && !eg_type_is_open(r, member))
        eg_check_component_modifier(r, type, member->name, a);
}

/* Components of the library may have less inside than those of Dyad, for which a guess was written. */
static void refuse_missing(eg_reader *r, eg_definition *type, const eg_modifier *a)
{
    if (a->is_guess && (type->kind == EG_D_NATIVE || type->is_written)) {
        leave_guess(r, a, eg_textf(r, "is no variable of the built-in %.200s", type->full));
        return;
    }
    if (eg_is_dropped(type->full, a->name)) {
        eg_warn(r, a->source, a->at, "this modifier is not used: MSL 4.0 took \"%s\" out of %.200s", a->name,
                type->full);
        return;
    }
    eg_error(r, a->source, a->at, "%.200s has no \"%s\" to modify", type->full, a->name);
    eg_hint_modifiable(r, type, a->name);
}

/* p(v_initial = 1), where that is a name of the class: all of a's arguments are. */
static bool check_dotted(eg_reader *r, eg_definition *type, const eg_modifier *a)
{
    const eg_member *first = eg_find_member(r, type, a->name);
    eg_definition *native = first && first->kind == EG_M_PORT ? first->owner : type;
    if (eg_classify(r, type, NULL) != EG_C_MODEL || !native->native)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const eg_modifier *inner = a->arguments[i];
        const char *dotted = eg_symbol(r, eg_textf(r, "%s.%s", a->name, inner->name));
        eg_member *member = dotted ? eg_find_member(r, native, dotted) : NULL;
        if (!member || (member->kind != EG_M_PARAMETER && member->kind != EG_M_VARIABLE))
            return false;
        if (member->kind == EG_M_PARAMETER)
            check_attributes(r, member->owner->native->parameters[member->index].type, dotted, inner);
        else
            check_variable(r, member, inner);
    }
    return a->count > 0 && !a->value;
}

static void check_argument(eg_reader *r, eg_definition *type, const eg_modifier *a, bool inside)
{
    if (a->count > 0 && check_dotted(r, type, a))
        return;
    eg_member *member = eg_find_member(r, type, a->name);
    if (!member)
        return;
    if (member->is_protected && !inside && member->kind != EG_M_NONE) {
        eg_error(r, a->source, a->at, "\"%s\" is protected in %.200s; it cannot be modified from outside",
                 a->name, type->full);
        eg_hint(r, "modify a public parameter, or write the modifier in a class that extends %.200s",
                type->full);
        return;
    }
    if (a->is_redeclaration && member->kind != EG_M_NONE && member->kind != EG_M_IMPORT) {
        eg_check_redeclaration(r, type, member, a);
        return;
    }
    switch (member->kind) {
    case EG_M_NONE:
    case EG_M_IMPORT: refuse_missing(r, type, a); break;
    case EG_M_CLASS:
        eg_error(r, a->source, a->at, "\"%s\" is a class; only components can be modified", a->name);
        eg_hint(r, "write redeclare class %s = ..., or modify the components of it", a->name);
        break;
    case EG_M_COMPONENT: check_component(r, member, a); break;
    case EG_M_PARAMETER:
        if (member->owner->native->parameters[member->index].is_constant) {
            eg_error(r, a->source, a->at, "\"%s\" is a constant of %.200s; it cannot be modified", a->name,
                     type->full);
            eg_hint(r, "leave this modifier out");
            break;
        }
        check_attributes(r, member->owner->native->parameters[member->index].type, a->name, a);
        break;
    case EG_M_VARIABLE: check_variable(r, member, a); break;
    case EG_M_PORT: check_port(r, member, a); break;
    }
}

/* ---------------------------------------------------------------- whole modifiers */

static void check_duplicates(eg_reader *r, const eg_modifier *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        const eg_modifier *first = eg_find_argument(r, m, a->name);
        if (first && first != a) {
            eg_error(r, a->source, a->at, "\"%s\" is modified twice here", a->name);
            eg_hint(r, "leave one of them out");
        }
    }
}

/* FixedHeatFlow(Q = 1), Sine(freqHz = 50): what goes by another name in Dyad, or went by one in MSL 3, gets
 * the one that is known here. */
static void take_own_name(eg_reader *r, eg_definition *type, eg_modifier *a)
{
    const eg_member *member = eg_find_member(r, type, a->name);
    if (member && member->kind != EG_M_NONE && member->kind != EG_M_IMPORT && member->kind != EG_M_CLASS)
        a->name = member->name;
}

void eg_check_modifier(eg_reader *r, eg_definition *type, const eg_modifier *m, bool inside)
{
    eg_definition *native = NULL;
    for (uint32_t i = 0; i < m->count; i++) {
        take_own_name(r, type, m->arguments[i]);
        eg_dyad_settle(r, type, m, i);
    }
    check_duplicates(r, m);
    switch (eg_classify(r, type, &native)) {
    case EG_C_VALUE: check_attributes(r, native->type, type->name, m); break;
    case EG_C_CONNECTOR: check_connector(r, native->native->ports[0].kind, native->name, m); break;
    case EG_C_MODEL:
    case EG_C_RECORD:
    case EG_C_OTHER:
        for (uint32_t i = 0; i < m->count; i++)
            check_argument(r, type, m->arguments[i], inside);
        break;
    case EG_C_UNKNOWN:
    case EG_C_BROKEN: break;
    }
}

/* redeclare as an element of a class: of something inherited. */
static void check_own_redeclaration(eg_reader *r, eg_definition *d, const eg_modifier *m)
{
    const eg_member *inherited = eg_find_inherited(r, d, m->name);
    const bool is_protected = m->component ? m->component->is_protected : m->class->is_protected;
    if (inherited && inherited->is_protected != is_protected) {
        eg_error(r, m->source, m->at, "\"%s\" is inherited as a %s element; it is redeclared as a %s one",
                 m->name, inherited->is_protected ? "protected" : "public",
                 is_protected ? "protected" : "public");
        eg_hint(r, "put the redeclaration into the %s part",
                inherited->is_protected ? "protected" : "public");
    } else if (inherited)
        eg_check_redeclaration(r, d, inherited, m);
    else {
        eg_error(r, m->source, m->at, "%.200s inherits no \"%s\" that could be redeclared", d->full, m->name);
        eg_hint(r, "leave \"redeclare\" out, or extend the class that declares it");
    }
}

void eg_check_class(eg_reader *r, eg_definition *d)
{
    if (d->is_checked)
        return;
    d->is_checked = true;
    eg_check_contents(r, d);
    eg_check_constraints(r, d);
    if (d->syntax && d->syntax->source == r->main_source)
        eg_check_imports(r, d);
    for (uint32_t i = 0; i < d->base_count; i++)
        if (d->bases[i].modifier)
            eg_check_modifier(r, d->bases[i].definition, d->bases[i].modifier, true);
    const eg_modifier *own = d->syntax ? eg_redeclarations_of(r, d) : NULL;
    for (uint32_t i = 0; own && i < own->count; i++)
        check_own_redeclaration(r, d, own->arguments[i]);
    for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++) {
        const eg_class_element *element = &d->syntax->elements[i];
        if (element->kind != EG_EL_COMPONENT || !element->component->modifier)
            continue;
        eg_member *member = eg_find_member(r, d, element->component->name);
        if (member && member->kind == EG_M_COMPONENT && member->owner == d)
            check_component(r, member, element->component->modifier);
    }
}

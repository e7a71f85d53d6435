/* What classes extend, what components are made of, and what kind of thing a class is. */
#include <stdio.h>
#include <string.h>

#include "modelica/scope/legal.h"

/* ---------------------------------------------------------------- extends */

/* "A -> B -> A": from the class that closes the circle back to itself. */
static void refuse_circle(eg_reader *r, eg_definition *d, eg_definition *base, eg_source *source, uint32_t at)
{
    const char *path = base->full;
    int steps = 0;
    for (eg_definition *e = d; e && e != base && steps < 20; e = e->extended_by, steps++)
        path = eg_textf(r, "%s -> %s", e->full, path);
    eg_error(r, source, at, "a cycle of extends: %.100s -> %.800s", base->full, path);
    eg_hint(r, "a class cannot extend itself, not even through others");
}

static bool may_be_base(const eg_definition *base)
{
    return base->kind != EG_D_CONSTANT && base->kind != EG_D_FUNCTION;
}

static eg_definition *find_base(eg_reader *r, eg_definition *d, eg_definition *from, const eg_reference *name)
{
    eg_source *source = d->syntax->source;
    uint32_t at = name->parts[0].at;
    eg_definition *base = eg_resolve(r, from, source, name, false);
    if (!base)
        return NULL;
    if (base == d || base->bases_state == EG_IN_PROGRESS) {
        refuse_circle(r, d, base, source, at);
        return NULL;
    }
    if (base->kind == EG_D_FUNCTION && eg_is_other_name(d))
        return base;
    if (!may_be_base(base)) {
        eg_error(r, source, at, "\"%.200s\" cannot be extended: it is no class", base->full);
        eg_hint(r, "extend a model, a block, a record, a connector or a type");
        return NULL;
    }
    base->extended_by = d;
    bool ok = eg_find_bases(r, base);
    base->extended_by = NULL;
    return ok ? base : NULL;
}

static bool add_base(eg_reader *r, eg_definition *d, eg_definition *from, const eg_reference *name,
                     eg_base said)
{
    eg_definition *base = find_base(r, d, from, name);
    if (!base)
        return false;
    if (base->kind == EG_D_FUNCTION)
        return true; /* whoever calls it gets that one */
    if (!eg_check_base(r, d, base, name->parts[0].at))
        return false;
    said.definition = base;
    d->bases[d->base_count++] = said;
    return true;
}

/* class extends Name: the class of that name that the class around it inherits, which is replaceable
 * (chapter 7.3.1). */
static bool add_inherited(eg_reader *r, eg_definition *d)
{
    const eg_syntax *syntax = d->syntax;
    eg_definition *around = d->enclosing;
    eg_member *member = eg_find_bases(r, around) ? eg_find_inherited(r, around, d->name) : NULL;
    eg_definition *base = member && member->kind == EG_M_CLASS ? member->definition : NULL;
    if (r->out_of_memory)
        return false;
    if (!base || !may_be_base(base) || !eg_find_bases(r, base)) {
        eg_error(r, syntax->source, syntax->at,
                 "\"class extends %.200s\": %.200s inherits no class of that name", d->name,
                 around->full[0] ? around->full : "the text");
        eg_hint(r, "write it in a class that extends one which declares \"%.200s\"", d->name);
        return false;
    }
    if (!base->syntax || !base->syntax->is_replaceable) {
        eg_error(r, syntax->source, syntax->at,
                 "%.200s is not replaceable; \"class extends\" cannot change it", base->full);
        eg_hint(r, "declare it replaceable, or extend it by a class with another name");
        return false;
    }
    if (!eg_check_base(r, d, base, syntax->at))
        return false;
    d->bases[d->base_count++] = (eg_base){.definition = base, .modifier = syntax->modifier, .at = syntax->at};
    return true;
}

static bool find_long_bases(eg_reader *r, eg_definition *d)
{
    const eg_syntax *syntax = d->syntax;
    uint32_t count = syntax->extends_itself;
    bool ok = true;
    for (uint32_t i = 0; i < syntax->element_count; i++)
        count += syntax->elements[i].kind == EG_EL_EXTENDS;
    d->bases = eg_new_array(r, count, sizeof *d->bases);
    if (!d->bases || (syntax->extends_itself && !add_inherited(r, d)))
        return false;
    for (uint32_t i = 0; i < syntax->element_count; i++) {
        const eg_extension *e = syntax->elements[i].extension;
        if (syntax->elements[i].kind == EG_EL_EXTENDS)
            ok = add_base(r, d, d, e->base,
                          (eg_base){.modifier = e->modifier, .at = e->at, .is_protected = e->is_protected}) &&
                 ok;
    }
    return ok;
}

static bool find_short_base(eg_reader *r, eg_definition *d)
{
    const eg_syntax *syntax = d->syntax;
    d->bases = eg_new(r, sizeof *d->bases);
    return d->bases && add_base(r, d, d->enclosing, syntax->base,
                                (eg_base){.modifier = syntax->modifier, .at = syntax->at});
}

static bool refuse_forms(eg_reader *r, eg_definition *d)
{
    eg_syntax *syntax = d->syntax;
    if (syntax->is_inner || syntax->is_outer) {
        eg_error(r, syntax->source, syntax->at, "\"%s\" is an inner or outer class, which is not supported",
                 d->name);
        eg_hint(r, "only components can be inner and outer; hand classes over by redeclare");
        return false;
    }
    return true;
}

bool eg_find_bases(eg_reader *r, eg_definition *d)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || d->bases_state == EG_DONE)
        return true;
    if (r->base_depth >= EG_DEPTH_LIMIT) {
        eg_error(r, d->syntax->source, d->syntax->at, "more than %d classes extend one another",
                 EG_DEPTH_LIMIT);
        eg_hint(r, "look for a class that extends itself by way of others, or extend fewer");
        return false;
    }
    d->bases_state = EG_IN_PROGRESS;
    r->base_depth++;
    bool ok = refuse_forms(r, d);
    if (ok && d->syntax->base)
        ok = find_short_base(r, d);
    else if (ok && !d->syntax->is_short)
        ok = find_long_bases(r, d);
    r->base_depth--;
    d->bases_state = EG_DONE;
    return ok;
}

/* ---------------------------------------------------------------- what a class is */

bool eg_is_partial(eg_reader *r, eg_definition *d)
{
    for (int depth = 0; d->syntax && depth < EG_DEPTH_LIMIT; depth++) {
        if (d->syntax->is_partial)
            return true;
        if (!d->syntax->is_short || !eg_find_bases(r, d) || d->base_count == 0)
            break;
        d = d->bases[0].definition; /* model B = A is as partial as A */
    }
    return (d->native && d->native->kind == EG_PARTIAL) || (d->syntax && d->syntax->is_partial);
}

bool eg_has_direction(eg_reader *r, eg_definition *home, const eg_component *c, bool *is_input)
{
    bool is_in = c->is_input, is_out = c->is_output;
    eg_member *member = is_in || is_out ? NULL : eg_find_member(r, home, c->name);
    eg_definition *d = member && member->kind == EG_M_COMPONENT ? eg_member_type(r, member) : NULL;
    for (int depth = 0; d && d->syntax && d->syntax->is_short && depth < EG_DEPTH_LIMIT; depth++) {
        is_in = is_in || d->syntax->base_is_input;
        is_out = is_out || d->syntax->base_is_output;
        d = eg_find_bases(r, d) && d->base_count > 0 ? d->bases[0].definition : NULL;
    }
    if (is_input)
        *is_input = is_in;
    return is_in || is_out;
}

uint32_t eg_type_dimensions(const eg_definition *d)
{
    uint32_t count = 0;
    for (; d->kind == EG_D_SCOPE && d->syntax && d->syntax->is_short && d->base_count > 0;
         d = d->bases[0].definition)
        count += d->syntax->dimension_count;
    return count;
}

static eg_category native_category(const eg_definition *d)
{
    if (d->kind == EG_D_ICON)
        return EG_C_MODEL;
    if (d->kind == EG_D_NATIVE)
        return d->native->kind == EG_CONNECTOR ? EG_C_CONNECTOR : EG_C_MODEL;
    return d->kind == EG_D_TYPE ? EG_C_VALUE : EG_C_OTHER;
}

/* An enumeration of the user's own is a type of its own. */
static bool make_enumeration(eg_reader *r, eg_definition *d)
{
    const char **literals = eg_new_array(r, d->syntax->literal_count + 1u, sizeof *literals);
    if (!literals || !eg_check_literals(r, d->syntax))
        return false;
    for (uint32_t i = 0; i < d->syntax->literal_count; i++)
        literals[i] = d->syntax->literals[i];
    d->type = EG_ENUMERATION;
    d->literals = literals;
    d->literal_docs = (const char *const *)d->syntax->literal_comments;
    return true;
}

static eg_category category_of_bases(eg_reader *r, eg_definition *d)
{
    eg_category category = EG_C_MODEL;
    if (!eg_find_bases(r, d))
        return EG_C_BROKEN;
    for (uint32_t i = 0; i < d->base_count; i++) {
        eg_definition *native = NULL;
        eg_category of_base = eg_classify(r, d->bases[i].definition, &native);
        if (of_base == EG_C_BROKEN)
            return EG_C_BROKEN;
        if (of_base != EG_C_CONNECTOR && of_base != EG_C_VALUE && of_base != EG_C_RECORD)
            continue;
        category = of_base;
        d->comes_down_to = of_base == EG_C_RECORD ? d : native;
    }
    return category;
}

/* ---------------------------------------------------------------- connectors of one's own */

enum { MOST_MEMBERS = 3 };

/* Gathers the variables that a connector declares or inherits; false when there is something else. */
static bool list_members(eg_reader *r, eg_definition *d, eg_member **members, int *count, int depth)
{
    if (depth > EG_DEPTH_LIMIT || !d->syntax)
        return d->kind == EG_D_ICON;
    for (uint32_t i = 0; i < d->base_count; i++)
        if (d->bases[i].modifier && d->bases[i].modifier->count > 0)
            return false;
        else if (!list_members(r, d->bases[i].definition, members, count, depth + 1))
            return false;
    for (uint32_t i = 0; !d->syntax->is_short && i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        if (e->kind == EG_EL_EXTENDS || e->kind == EG_EL_IMPORT)
            continue;
        if (e->kind != EG_EL_COMPONENT || *count == MOST_MEMBERS)
            return false;
        members[(*count)++] = eg_find_member(r, d, e->component->name);
    }
    return true;
}

static bool is_plain_real(eg_reader *r, eg_member *m, bool is_flow)
{
    const eg_component *c = m && m->kind == EG_M_COMPONENT ? m->component : NULL;
    eg_definition *native = NULL, *type = c ? eg_member_type(r, m) : NULL;
    bool is_bare = c && !c->modifier && c->dimension_count == 0 && c->variability == EG_V_CONTINUOUS &&
                   !c->condition && !c->is_stream && !c->is_input && !c->is_output && c->is_flow == is_flow;
    return is_bare && type && eg_classify(r, type, &native) == EG_C_VALUE && native->type == EG_REAL;
}

/* The connector of the library that has the same variables, as plug compatibility asks: a user's own flange
 * is a flange. NULL: there is none. */
static const eg_class *class_like(eg_reader *r, eg_definition *d)
{
    static const char *const like[][3] = {
        {"s", "f", "Modelica.Mechanics.Translational.Interfaces.Flange_a"},
        {"phi", "tau", "Modelica.Mechanics.Rotational.Interfaces.Flange_a"},
        {"T", "Q_flow", "Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a"},
    };
    eg_member *members[MOST_MEMBERS];
    int count = 0;
    if (!list_members(r, d, members, &count, 0) || count != 2)
        return NULL;
    for (size_t i = 0; i < EG_COUNT(like); i++)
        for (int k = 0; k < 2; k++)
            if (members[k] && members[1 - k] && strcmp(members[k]->name, like[i][0]) == 0 &&
                strcmp(members[1 - k]->name, like[i][1]) == 0 && is_plain_real(r, members[k], false) &&
                is_plain_real(r, members[1 - k], true))
                return eg_class_find(like[i][2]);
    return NULL;
}

/* connector Signal = input Real */
static const eg_class *signal_like(const eg_definition *d)
{
    static const char *const inputs[] = {"RealInput", "IntegerInput", "BooleanInput"}, *const outputs[] = {
                                                                                           "RealOutput",
                                                                                           "IntegerOutput",
                                                                                           "BooleanOutput"};
    const eg_syntax *s = d->syntax;
    int type = d->comes_down_to->type;
    if (!s->is_short || !(s->base_is_input || s->base_is_output) || s->dimension_count > 0 ||
        type > EG_BOOLEAN)
        return NULL;
    char name[80];
    int i = 2;
    if (type == EG_REAL)
        i = 0;
    else if (type == EG_INTEGER)
        i = 1;
    snprintf(name, sizeof name, "Modelica.Blocks.Interfaces.%s", (s->base_is_input ? inputs : outputs)[i]);
    return eg_class_find(name);
}

static eg_category category_of_connector(eg_reader *r, eg_definition *d, eg_category category)
{
    const eg_class *like = NULL;
    if (category == EG_C_MODEL)
        like = class_like(r, d);
    else if (category == EG_C_VALUE)
        like = signal_like(d);
    if (!like)
        return category == EG_C_MODEL ? EG_C_RECORD : category;
    eg_definition *native = eg_definition_new(r, EG_D_NATIVE, d->enclosing, d->name);
    if (!native)
        return EG_C_BROKEN;
    native->native = like;
    native->type = (int)eg_port_type(like->ports[0].kind);
    d->comes_down_to = native;
    return EG_C_CONNECTOR;
}

/* ---------------------------------------------------------------- */

static eg_category category_of_text(eg_reader *r, eg_definition *d)
{
    if (d->syntax->is_enumeration) {
        d->comes_down_to = d;
        return make_enumeration(r, d) ? EG_C_VALUE : EG_C_BROKEN;
    }
    switch (d->syntax->restriction) {
    case EG_R_PACKAGE:
    case EG_R_FUNCTION:
    case EG_R_OPERATOR: return EG_C_OTHER;
    case EG_R_RECORD: return category_of_bases(r, d) == EG_C_BROKEN ? EG_C_BROKEN : EG_C_RECORD;
    default: break;
    }
    eg_category category = category_of_bases(r, d);
    if (d->syntax->restriction == EG_R_CONNECTOR)
        return category_of_connector(r, d, category);
    return category == EG_C_MODEL && d->syntax->restriction == EG_R_TYPE ? EG_C_OTHER : category;
}

bool eg_is_own_connector(const eg_definition *d)
{
    return d->category == EG_C_RECORD && d->syntax->restriction == EG_R_CONNECTOR;
}

eg_category eg_classify(eg_reader *r, eg_definition *d, eg_definition **native)
{
    if (!d->category) {
        bool is_text = d->kind == EG_D_SCOPE;
        d->comes_down_to = d;
        d->category = EG_C_BROKEN;
        if (!is_text)
            d->category = native_category(d);
        else
            d->category = d->syntax ? category_of_text(r, d) : EG_C_OTHER;
    }
    if (native)
        *native = d->comes_down_to;
    return d->category;
}

/* ---------------------------------------------------------------- types of components */

eg_definition *eg_member_type(eg_reader *r, eg_member *member)
{
    if (member->kind != EG_M_COMPONENT)
        return NULL;
    if (member->type_state == EG_UNTOUCHED) {
        eg_definition *owner = member->owner;
        member->type_state = EG_DONE;
        member->type = eg_resolve(r, owner, owner->syntax->source, member->component->type, false);
    }
    return member->type;
}

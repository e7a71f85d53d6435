/* What name = Class(a = 1) means among modifications in Dyad, which its text alone does not tell:
 *
 *   holder = SpringDamper(c = 1)  of a part: another component takes its place, a redeclaration;
 *   law = Law.Stiff(c = 1)        of a parameter: a case of an enumeration. Where classes of the library have
 *                                 cases with fields, each field is a parameter: law = Law.Stiff, c = 1. */
#include <string.h>

#include "modelica/scope/definition.h"

static eg_modifier *modifier_of(eg_reader *r, const eg_modifier *at, const char *name, eg_expr *value)
{
    eg_modifier *m = eg_new(r, sizeof *m);
    if (m)
        *m = (eg_modifier){
            .name = name, .value = value, .at = value->at, .value_at = value->at, .source = at->source};
    return m;
}

/* Are all arguments of the call named? */
static bool is_named(const eg_expr *call)
{
    for (uint32_t i = 0; i < call->count; i++)
        if (!call->names || !call->names[i])
            return false;
    return true;
}

/* The named arguments as modifiers, behind `count` others. NULL: memory. */
static eg_modifier **arguments_of(eg_reader *r, const eg_modifier *a, eg_modifier *const *others,
                                  uint32_t count)
{
    const eg_expr *call = a->value;
    eg_modifier **all = eg_new_array(r, count + call->count + 1, sizeof(eg_modifier *));
    for (uint32_t i = 0; all && i < count; i++)
        all[i] = others[i];
    for (uint32_t i = 0; all && i < call->count; i++)
        if (!(all[count + i] = modifier_of(r, a, call->names[i], call->items[i])))
            return NULL;
    return all;
}

static void redeclare(eg_reader *r, eg_modifier *a)
{
    eg_component *c = eg_new(r, sizeof *c);
    eg_modifier **arguments = arguments_of(r, a, NULL, 0);
    if (!c || !arguments)
        return;
    *c = (eg_component){.name = a->name, .type = a->value->reference, .at = a->at, .is_redeclared = true};
    a->arguments = arguments;
    a->count = a->value->count;
    a->component = c;
    a->is_redeclaration = true;
    a->value = NULL;
}

/* The tree belongs to the reader; what looks at it may not change it, this does. */
static void take_fields(eg_reader *r, const eg_modifier *into, eg_modifier *a)
{
    eg_modifier *m = (eg_modifier *)(uintptr_t)into;
    eg_modifier **all = arguments_of(r, a, m->arguments, m->count);
    if (!all)
        return;
    m->arguments = all;
    m->count += a->value->count;
    a->value->kind = EG_E_REFERENCE;
}

/* LinearInterpolation, without the name of its enumeration, which Julia finds by itself. */
static void name_in_full(eg_reader *r, const eg_definition *type, eg_expr *value)
{
    const eg_part *only = value->reference->parts;
    const char *whole = type->full;
    uint32_t count = 2;
    bool is_literal = false;
    for (size_t i = 0; type->literals[i]; i++)
        is_literal = is_literal || strcmp(type->literals[i], only->name) == 0;
    for (const char *c = whole; *c; c++)
        count += *c == '.';
    eg_reference *name = eg_new(r, sizeof *name);
    eg_part *parts = eg_new_array(r, count, sizeof *parts);
    if (!is_literal || value->reference->count != 1 || !name || !parts)
        return;
    for (uint32_t i = 0; i + 1 < count; i++) {
        size_t length = strcspn(whole, ".");
        parts[i] = (eg_part){.name = eg_symbol_of(r, whole, length), .at = only->at};
        whole += length + 1;
    }
    parts[count - 1] = *only;
    *name = (eg_reference){.parts = parts, .count = count};
    value->reference = name;
}

void eg_dyad_settle(eg_reader *r, eg_definition *type, const eg_modifier *m, uint32_t i)
{
    eg_modifier *a = m->arguments[i];
    bool is_call = a->value && a->value->kind == EG_E_CALL && is_named(a->value);
    bool is_case = a->value && a->value->kind == EG_E_REFERENCE; /* Round() was read as one */
    if ((!is_call && !is_case) || !a->source || !eg_source_is_dyad(a->source->name))
        return;
    eg_member *member = eg_find_member(r, type, a->name);
    if (member && member->kind == EG_M_COMPONENT) {
        eg_definition *declared = eg_member_type(r, member);
        if (declared && is_case && declared->literals && type->is_written)
            name_in_full(r, declared, a->value);
        if (declared && member->component->is_replaceable && eg_classify(r, declared, NULL) == EG_C_MODEL)
            redeclare(r, a);
    } else if (member && member->kind == EG_M_PARAMETER && is_call && a->value->reference->count > 1) {
        take_fields(r, m, a);
    }
}

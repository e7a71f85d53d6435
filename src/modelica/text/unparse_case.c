/* Enumerations of Dyad whose cases have fields, in Modelica: records that know which case they are. */
#include "modelica/text/unparse.h"

/* The case that is named last, of what the other names are; NULL: it is none. */
static const eg_case *case_of(eg_unparser *u, const eg_expr *e)
{
    const eg_reference *name = e->reference;
    if (u->to_dyad || (e->kind != EG_E_REFERENCE && e->kind != EG_E_CALL) || name->count < 2)
        return NULL;
    eg_member *member = name->is_global ? eg_find_member(u->r, u->r->root, name->parts[0].name)
                                        : eg_lookup(u->r, u->scope, name->parts[0].name, NULL);
    for (uint32_t i = 1; i < name->count && member && member->kind == EG_M_CLASS; i++) {
        const eg_syntax *s = member->definition->kind == EG_D_SCOPE ? member->definition->syntax : NULL;
        for (uint32_t k = 0; s && i + 1 == name->count && k < s->case_count; k++)
            if (s->cases[k].name == name->parts[i].name)
                return &s->cases[k];
        member = eg_find_member(u->r, member->definition, name->parts[i].name);
    }
    return NULL;
}

static void write_class(eg_unparser *u, const eg_expr *e)
{
    eg_reference class = *e->reference;
    class.count--;
    eg_unparse_class_name(u, &class);
}

static void write_literal(eg_unparser *u, const eg_expr *e, const eg_case *c)
{
    write_class(u, e);
    fputs(".enum.", u->out);
    eg_unparse_name(u, c->name);
}

static void write_field(eg_unparser *u, const char *name, const eg_expr *value)
{
    fputs(", ", u->out);
    eg_unparse_name(u, name);
    fputs(" = ", u->out);
    eg_unparse_expression(u, value);
}

/* The field that argument i is for. */
static const char *field_of(const eg_expr *e, const eg_case *c, uint32_t i)
{
    if (e->names && e->names[i])
        return e->names[i];
    return i < c->count ? c->fields[i] : "";
}

bool eg_unparse_case(eg_unparser *u, const eg_expr *e)
{
    const eg_case *c = case_of(u, e);
    if (!c)
        return false;
    write_class(u, e);
    fputs("(case = ", u->out);
    write_literal(u, e, c);
    for (uint32_t i = 0; i < e->count; i++)
        write_field(u, field_of(e, c, i), e->items[i]);
    for (uint32_t k = 0; k < c->count; k++) {
        bool is_given = !c->defaults[k];
        for (uint32_t i = 0; i < e->count; i++)
            is_given = is_given || field_of(e, c, i) == c->fields[k];
        if (!is_given)
            write_field(u, c->fields[k], c->defaults[k]);
    }
    fputc(')', u->out);
    return true;
}

static void write_side(eg_unparser *u, const eg_expr *side)
{
    const eg_case *c = case_of(u, side);
    if (c) {
        write_literal(u, side, c);
        return;
    }
    eg_unparse_expression(u, side);
    fputs(".case", u->out);
}

bool eg_unparse_case_relation(eg_unparser *u, const eg_expr *relation, const char *sign)
{
    if (!case_of(u, relation->items[0]) && !case_of(u, relation->items[1]))
        return false;
    write_side(u, relation->items[0]);
    fprintf(u->out, " %s ", sign);
    write_side(u, relation->items[1]);
    return true;
}

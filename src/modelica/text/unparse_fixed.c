/* Start values that are fixed: `m = Mass()` and `initial m.s = 1` in Dyad, whose attributes know guesses
 * only. A relation cannot be modified by those who use the component, as a start value can: where somebody
 * does so, and where a relation would say something else, the declaration stays in Modelica. */
#include "modelica/text/unparse.h"

#include <string.h>

static const eg_modifier *argument(const eg_modifier *m, const char *name)
{
    for (uint32_t i = 0; m && i < m->count; i++)
        if (m->arguments[i]->name && strcmp(m->arguments[i]->name, name) == 0)
            return m->arguments[i];
    return NULL;
}

bool eg_unparse_is_fixed(const eg_modifier *of)
{
    const eg_modifier *fixed = argument(of, "fixed"), *start = argument(of, "start");
    return fixed && fixed->value && fixed->value->kind == EG_E_BOOLEAN && fixed->value->number != 0 &&
           (!start || start->value);
}

/* ---------------------------------------------------------------- where a relation says the same */

static bool sets_start(const eg_modifier *m)
{
    return argument(m, "start") || argument(m, "fixed");
}

/* Does another modifier than `own` in here set the start of a variable of this name? */
static bool is_set_in(const eg_modifier *m, const eg_modifier *own, const char *name)
{
    for (uint32_t i = 0; m && i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        if ((a != own && a->name == name && sets_start(a)) || is_set_in(a, own, name))
            return true;
    }
    return false;
}

static bool is_class(eg_unparser *u, eg_definition *in, const eg_reference *name, const eg_definition *class)
{
    return name && eg_resolve(u->r, in, u->source, name, true) == class;
}

/* Does the text use the class, and set a start of this name outside of it? */
static bool is_overridden(eg_unparser *u, const eg_modifier *own, const char *name)
{
    bool is_used = false, is_set = false;
    for (size_t i = 0; i < u->hoisted.count; i++) {
        eg_definition *d = u->hoisted.items[i];
        if (d == u->scope)
            continue;
        for (uint32_t k = 0; k < d->syntax->element_count; k++) {
            const eg_class_element *e = &d->syntax->elements[k];
            const eg_modifier *m = NULL;
            if (e->kind == EG_EL_EXTENDS)
                m = e->extension->modifier;
            else if (e->kind == EG_EL_COMPONENT)
                m = e->component->modifier;
            const eg_reference *type = NULL;
            if (e->kind == EG_EL_EXTENDS)
                type = e->extension->base;
            else if (e->kind == EG_EL_COMPONENT)
                type = e->component->type;
            is_used = is_used || is_class(u, d, type, u->scope);
            is_set = is_set || is_set_in(m, own, name);
        }
    }
    return is_used && is_set;
}

/* May a relation give the start of the variable, which is one of c's? Of a component of the library one of
 * its states; where no start value is written, that is 0. */
static bool can_relate(eg_unparser *u, const eg_component *c, const eg_modifier *m, const char *name)
{
    const eg_definition *d = eg_resolve(u->r, u->scope, u->source, c->type, true);
    if (!d || d->kind != EG_D_NATIVE)
        return argument(m, "start") != NULL;
    int index = eg_class_variable(d->native, name);
    const eg_variable *v = index >= 0 ? &d->native->variables[index] : NULL;
    return v && eg_variable_is_state(d->native, index) &&
           (argument(m, "start") || !(v->start > 0 || v->start < 0));
}

static void refuse(eg_unparser *u, const eg_modifier *m)
{
    eg_unparse_refuse(u, m->at, "a start value that is fixed cannot be written here",
                      "write an initial equation");
}

/* {f(i) for i in 1:n} */
static const eg_iterator *loop_of(const eg_expr *e)
{
    const eg_expr *range = e->kind == EG_E_COLLECT && e->iterator_count == 1 ? e->iterators[0].range : NULL;
    bool from_one = range && range->kind == EG_E_RANGE && range->count == 2 &&
                    range->items[0]->kind == EG_E_NUMBER && range->items[0]->number == 1;
    return from_one ? &e->iterators[0] : NULL;
}

/* Can each part of an array be given its own value? */
static bool has_elements(const eg_component *c, const eg_expr *value)
{
    return c->dimension_count == 1 && ((value->kind == EG_E_ARRAY && value->count > 0) || loop_of(value));
}

static bool is_false(const eg_modifier *fixed)
{
    return fixed->value->kind == EG_E_BOOLEAN && fixed->value->number == 0;
}

/* Is it a variable that `fixed = false` says nothing of, since it is free anyway? */
static bool is_free(eg_unparser *u, const eg_component *c, const eg_modifier *m, bool inside)
{
    const eg_class *class = eg_unparse_native(eg_resolve(u->r, u->scope, u->source, c->type, true));
    const int index = class && inside ? eg_class_variable(class, m->name) : -1;
    return index >= 0 ? !class->variables[index].fixed : !inside && !c->is_redeclared;
}

static void check(eg_unparser *u, const eg_component *c, const eg_modifier *m, const char *name, bool each,
                  bool inside)
{
    each = each || m->is_each;
    bool needs_relation = eg_unparse_is_fixed(m);
    const eg_modifier *fixed = argument(m, "fixed");
    if (!needs_relation && fixed && fixed->value && !(is_false(fixed) && is_free(u, c, m, inside)))
        refuse(u, fixed);
    else if (needs_relation && inside && c->dimension_count > 0 && !each && argument(m, "start") &&
             !argument(m, "start")->is_each && !has_elements(c, argument(m, "start")->value))
        refuse(u, m);
    else if (needs_relation &&
             (c->condition || is_overridden(u, m, name) || (inside && !can_relate(u, c, m, name))))
        refuse(u, m);
    for (uint32_t i = 0; i < m->count; i++)
        if (!m->arguments[i]->is_redeclaration)
            check(u, c, m->arguments[i], m->arguments[i]->name, each, true);
}

/* A variable of a simple type begins at 0, or false, where nothing else is said; who knows of other types. */
static bool begins_at_zero(eg_unparser *u, const eg_component *c)
{
    const eg_definition *d = eg_resolve(u->r, u->scope, u->source, c->type, true);
    return d && d->kind == EG_D_TYPE && d->type != EG_STRING && d->type != EG_ENUMERATION;
}

void eg_unparse_check_fixed(eg_unparser *u, const eg_component *c)
{
    if (!c->modifier)
        return;
    check(u, c, c->modifier, c->name, false, false);
    if (eg_unparse_is_fixed(c->modifier) && !argument(c->modifier, "start") && !begins_at_zero(u, c))
        refuse(u, c->modifier);
}

/* ---------------------------------------------------------------- relations */

/* The path of what is fixed, from the outside in. */
typedef struct path {
    const eg_component *c; /* the first name; NULL: what is inherited */
    const char *names[16];
    int depth;
    bool is_variable; /* c is the variable itself */
    bool is_each;     /* one value for all parts of an array */
} path;

/* A name for a loop variable that the text does not use. */
static const char *index_name(eg_unparser *u, uint32_t i)
{
    const char *name = eg_textf(u->r, "i%u", i + 1);
    while (strstr(u->source->text, name))
        name = eg_textf(u->r, "%s_", name);
    return name;
}

/* The path; with subscripts, the first of which is `index`, where there are loops. */
static void write_path(eg_unparser *u, const path *p, const char *index)
{
    const char *dot = "";
    if (p->c) {
        eg_unparse_name(u, p->c->name);
        for (uint32_t i = 0; index && i < p->c->dimension_count; i++)
            fprintf(u->out, "%s%s%s", i > 0 ? ", " : "[", i > 0 ? index_name(u, i) : index,
                    i + 1 < p->c->dimension_count ? "" : "]");
        dot = ".";
    }
    for (int i = 0; i < p->depth; i++) {
        fputs(dot, u->out);
        eg_unparse_name(u, p->names[i]);
        dot = ".";
    }
}

/* for i1 in 1:n, for i2 in 1:m */
static void write_loops(eg_unparser *u, const eg_component *c, const char *index)
{
    eg_unparse_indent(u);
    for (uint32_t i = 0; i < c->dimension_count; i++) {
        fprintf(u->out, "%sfor %s in 1:", i > 0 ? ", " : "", i > 0 ? index_name(u, i) : index);
        eg_unparse_expression(u, c->dimensions[i]);
    }
    fputc('\n', u->out);
    u->depth++;
}

/* What the value is for the part whose number is `index`. */
static void write_element(eg_unparser *u, const eg_expr *e, const char *index)
{
    if (e->kind == EG_E_COLLECT) {
        eg_unparse_expression(u, e->items[0]);
        return;
    }
    for (uint32_t i = 0; i + 1 < e->count; i++) {
        fprintf(u->out, "ifelse(%s == %u, ", index, i + 1);
        eg_unparse_expression(u, e->items[i]);
        fputs(", ", u->out);
    }
    eg_unparse_expression(u, e->items[e->count - 1]);
    for (uint32_t i = 0; i + 1 < e->count; i++)
        fputc(')', u->out);
}

static bool is_boolean(eg_unparser *u, const path *p)
{
    const eg_definition *d =
        p->c && p->is_variable ? eg_resolve(u->r, u->scope, u->source, p->c->type, true) : NULL;
    return d && d->kind == EG_D_TYPE && d->type == EG_BOOLEAN;
}

static void write_one(eg_unparser *u, const path *p, const eg_modifier *start)
{
    bool is_each = p->is_each || !start || start->is_each;
    bool loops = p->c && p->c->dimension_count > 0 && (!p->is_variable || is_each);
    const eg_iterator *loop = start && loops && !is_each ? loop_of(start->value) : NULL;
    const char *index;
    if (!loops)
        index = NULL;
    else if (loop)
        index = loop->name;
    else
        index = index_name(u, 0);
    if (loops)
        write_loops(u, p->c, index);
    eg_unparse_indent(u);
    fputs("initial ", u->out);
    write_path(u, p, index);
    fputs(" = ", u->out);
    if (start && loops && !is_each)
        write_element(u, start->value, index);
    else if (start)
        eg_unparse_expression(u, start->value);
    else
        fputs(is_boolean(u, p) ? "false" : "0", u->out);
    fputc('\n', u->out);
    if (loops) {
        u->depth--;
        eg_unparse_indent(u);
        fputs("end\n", u->out);
    }
}

static int write_inside(eg_unparser *u, path p, const eg_modifier *m)
{
    int count = 0;
    p.is_each = p.is_each || m->is_each;
    const bool is_own = p.depth == 1 && eg_unparse_is_own_start(u, p.c, p.names[0]);
    if (eg_unparse_is_fixed(m) && !is_own) {
        write_one(u, &p, argument(m, "start"));
        count++;
    }
    p.is_variable = false;
    for (uint32_t i = 0; i < m->count && p.depth < (int)(sizeof p.names / sizeof *p.names); i++) {
        path inner = p;
        inner.names[inner.depth++] = m->arguments[i]->name;
        if (!m->arguments[i]->is_redeclaration)
            count += write_inside(u, inner, m->arguments[i]);
    }
    return count;
}

int eg_unparse_fixed(eg_unparser *u, const eg_component *c, const eg_modifier *modifier)
{
    path p = {.c = c, .is_variable = true};
    return modifier ? write_inside(u, p, modifier) : 0;
}

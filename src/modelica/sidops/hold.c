/* Variables that keep what they were where no statement gives them a value, as a switch with hysteresis does:
 *
 *     if level > most then valve = 1; end; if level < least then valve = 0; end;
 *
 * Truth values and whole numbers do so in an algorithm of Modelica, too. A real variable that is given whole
 * numbers alone, or a signal, gets one beside it, valve_held, that does; what keeps others is refused. */
#include "modelica/sidops/sidops.h"

#include <math.h>
#include <string.h>

static const char *type_name(const eg_component *c)
{
    return c->type->parts[c->type->count - 1].name;
}

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

bool eg_sidops_is_held(const eg_component *c)
{
    if (strcmp(type_name(c), "Boolean") != 0 && strcmp(type_name(c), "Integer") != 0)
        return false;
    for (uint32_t i = 0; c->modifier && i < c->modifier->count; i++)
        if (strcmp(c->modifier->arguments[i]->name, "fixed") == 0)
            return true;
    return false;
}

static bool is_named(const eg_expr *e, const char *name)
{
    return e && e->kind == EG_E_REFERENCE && e->reference->count == 1 &&
           strcmp(e->reference->parts[0].name, name) == 0;
}

/* 3, -3 or 3.0; the number, NULL: something else. */
static eg_expr *whole_number(eg_expr *e)
{
    if (e->kind == EG_E_SUM && e->count == 1)
        e = e->items[0];
    const bool is_whole = e->kind == EG_E_NUMBER && e->number < 1e9 && !(floor(e->number) < e->number);
    return is_whole ? e : NULL;
}

/* Does every statement that gives the variable a value give it a whole number? */
static bool are_whole(eg_equation *const *body, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (body[i]->kind == EG_Q_EQUALITY && is_named(body[i]->left, name) && !whole_number(body[i]->right))
            return false;
        for (uint32_t k = 0; k < body[i]->branch_count; k++)
            if (!are_whole(body[i]->branches[k].body, body[i]->branches[k].count, name))
                return false;
    }
    return true;
}

static void make_whole(eg_equation *const *body, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (body[i]->kind == EG_Q_EQUALITY && is_named(body[i]->left, name))
            whole_number(body[i]->right)->is_integer = true;
        for (uint32_t k = 0; k < body[i]->branch_count; k++)
            make_whole(body[i]->branches[k].body, body[i]->branches[k].count, name);
    }
}

/* ---------------------------------------------------------------- another variable in its stead */

static void rename_in(eg_expr *e, const char *name, const char *other)
{
    if (!e)
        return;
    if (is_named(e, name))
        e->reference->parts[0].name = other;
    for (uint32_t i = 0; e->kind == EG_E_REFERENCE && i < e->reference->count; i++)
        for (uint32_t k = 0; k < e->reference->parts[i].subscript_count; k++)
            rename_in(e->reference->parts[i].subscripts[k], name, other);
    for (uint32_t i = 0; i < e->count; i++)
        rename_in(e->items[i], name, other);
}

static void rename_all(eg_equation *const *body, size_t count, const char *name, const char *other)
{
    for (size_t i = 0; i < count; i++) {
        rename_in(body[i]->left, name, other);
        rename_in(body[i]->right, name, other);
        for (uint32_t k = 0; k < body[i]->branch_count; k++) {
            rename_in(body[i]->branches[k].condition, name, other);
            rename_all(body[i]->branches[k].body, body[i]->branches[k].count, name, other);
        }
    }
}

static eg_component *stand_in(eg_parser *p, eg_sidops_model *m, const eg_component *c)
{
    const char *name = eg_symbol(p->r, eg_sidops_with_ending(p, c->name, "held"));
    while (name && (eg_sidops_variable(m, name) || eg_sidops_find_port(m, name)))
        name = eg_symbol(p->r, eg_sidops_with_ending(p, name, "held"));
    if (!name)
        return NULL;
    const char *type = begins_with(type_name(c), "Boolean") ? "Boolean" : "Integer";
    eg_component *held = eg_sidops_declare(p, m, name, type, c->at);
    if (!held || !eg_sidops_add_variable(p, m, held))
        return NULL;
    rename_all((eg_equation *const *)m->written.items, m->written.count, c->name, held->name);
    rename_all((eg_equation *const *)m->started.items, m->started.count, c->name, held->name);
    eg_expr *left = eg_sidops_name(p, c->name, NULL, c->at),
            *right = eg_sidops_name(p, held->name, NULL, c->at);
    return eg_sidops_equal(p, &m->equations, left, right) ? held : NULL;
}

static bool hold(eg_parser *p, eg_sidops_model *m, eg_component *c)
{
    const bool is_signal = eg_sidops_find_port(m, c->name) != NULL,
               is_real = begins_with(type_name(c), "Real");
    if (c->dimension_count > 0 ||
        (is_real && !are_whole((eg_equation *const *)m->written.items, m->written.count, c->name)))
        return true; /* told when the statements are looked at */
    if (is_real)
        make_whole((eg_equation *const *)m->written.items, m->written.count, c->name);
    if (is_real || is_signal)
        c = stand_in(p, m, c);
    if (!c)
        return false;
    eg_expr *start = eg_sidops_boolean(p, false, c->at);
    if (strcmp(type_name(c), "Integer") == 0) {
        start = eg_sidops_number(p, 0, c->at);
        if (start)
            start->is_integer = true;
    }
    return eg_sidops_argument(p, c, "start", start) &&
           eg_sidops_argument(p, c, "fixed", eg_sidops_boolean(p, true, c->at));
}

bool eg_sidops_hold(eg_parser *p, eg_sidops_model *m)
{
    const size_t count = m->variables.count;
    for (size_t i = 0; i < count; i++) {
        eg_component *c = m->variables.items[i];
        if (eg_sidops_keeps(m, c->name) && !hold(p, m, c))
            return false;
    }
    return true;
}

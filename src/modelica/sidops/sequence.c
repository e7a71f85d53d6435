/* Equations of SIDOPS may be statements that must be carried out one after the other: a variable that is
 * given a value twice, branches that give different ones. These become an algorithm. */
#include "modelica/sidops/sidops.h"

#include <string.h>

/* The variable that the statement gives a value: x of x = ..., x[i] = ...; NULL: none by name. */
static const char *given_by(const eg_equation *q)
{
    const eg_expr *left = q->kind == EG_Q_EQUALITY || q->kind == EG_Q_ASSIGNMENT ? q->left : NULL;
    return left && left->kind == EG_E_REFERENCE && left->reference->count == 1
               ? left->reference->parts[0].name
               : NULL;
}

static bool is_element(const eg_equation *q)
{
    return q->left->reference->parts[0].subscript_count > 0;
}

static bool is_given(eg_equation *const *body, size_t count, const char *name, bool at_event,
                     bool *only_at_events)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const char *given = given_by(body[i]);
        if (given && strcmp(given, name) == 0) {
            found = true;
            *only_at_events = *only_at_events && at_event;
        }
        for (uint32_t k = 0; k < body[i]->branch_count; k++)
            found = is_given(body[i]->branches[k].body, body[i]->branches[k].count, name,
                             at_event || body[i]->kind == EG_Q_WHEN, only_at_events) ||
                    found;
    }
    return found;
}

static const eg_sidops_facts *facts_of(const eg_sidops_model *m, const char *name)
{
    return eg_pairs_get(m->names, m, name);
}

bool eg_sidops_is_given(const eg_sidops_model *m, const char *name, bool *only_at_events)
{
    *only_at_events = true;
    return facts_of(m, name) &&
           is_given((eg_equation *const *)m->written.items, m->written.count, name, false, only_at_events);
}

static bool learn(eg_parser *p, eg_sidops_model *m, eg_equation *const *body, size_t count, bool is_sure)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = given_by(body[i]);
        eg_sidops_facts *facts = name ? eg_pairs_get(m->names, m, name) : NULL;
        if (name && !facts) {
            facts = eg_new(p->r, sizeof *facts);
            if (!facts || eg_pairs_set(m->names, m, name, facts) != 0) {
                p->r->out_of_memory = true;
                return false;
            }
        }
        if (facts) {
            facts->count++;
            facts->is_sure = facts->is_sure || is_sure;
        }
        for (uint32_t k = 0; k < body[i]->branch_count; k++)
            if (!learn(p, m, body[i]->branches[k].body, body[i]->branches[k].count, false))
                return false;
    }
    return true;
}

bool eg_sidops_learn(eg_parser *p, eg_sidops_model *m)
{
    return learn(p, m, (eg_equation *const *)m->written.items, m->written.count, true);
}

/* ---------------------------------------------------------------- is it one? */

/* How often a list gives each variable a value, one way through it. */
static size_t times_given(eg_equation *const *body, size_t count, const char *name)
{
    size_t times = 0;
    for (size_t i = 0; i < count; i++) {
        const char *given = given_by(body[i]);
        size_t most = 0;
        times += given && strcmp(given, name) == 0;
        for (uint32_t k = 0; k < body[i]->branch_count; k++) {
            size_t inside = times_given(body[i]->branches[k].body, body[i]->branches[k].count, name);
            most = inside > most ? inside : most;
        }
        times += most;
    }
    return times;
}

/* Do all branches of the if give values to as many, and the same, things? */
static bool is_even(const eg_equation *q)
{
    const eg_branch *first = &q->branches[0];
    if (q->branch_count < 2)
        return false;
    for (uint32_t k = 1; k < q->branch_count; k++) {
        const eg_branch *b = &q->branches[k];
        if (b->count != first->count)
            return false;
        for (uint32_t i = 0; i < b->count; i++) {
            const char *name = given_by(b->body[i]);
            if (name && times_given(first->body, first->count, name) != 1)
                return false;
        }
    }
    return true;
}

static bool is_given_twice(const eg_sidops_model *m, const char *name)
{
    const eg_sidops_facts *facts = facts_of(m, name);
    return (!facts || facts->count > 1) &&
           times_given((eg_equation *const *)m->written.items, m->written.count, name) > 1;
}

static bool is_sequence(const eg_sidops_model *m, eg_equation *const *body, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        const char *name = given_by(q);
        if (q->kind == EG_Q_WHEN)
            continue;
        if (q->kind == EG_Q_WHILE || (q->kind == EG_Q_IF && !is_even(q)))
            return true;
        if (name && !is_element(q) && is_given_twice(m, name))
            return true;
        for (uint32_t k = 0; k < q->branch_count; k++)
            if (is_sequence(m, q->branches[k].body, q->branches[k].count))
                return true;
    }
    return false;
}

bool eg_sidops_is_sequence(const eg_sidops_model *m)
{
    return is_sequence(m, (eg_equation *const *)m->written.items, m->written.count);
}

void eg_sidops_make_sequence(eg_equation *q)
{
    if (q->kind == EG_Q_EQUALITY)
        q->kind = EG_Q_ASSIGNMENT;
    for (uint32_t k = 0; k < q->branch_count; k++)
        for (uint32_t i = 0; i < q->branches[k].count; i++)
            eg_sidops_make_sequence(q->branches[k].body[i]);
}

/* ---------------------------------------------------------------- does it leave nothing open? */

/* Is the variable given a value whichever way the statements take? */
static bool is_certain(eg_equation *const *body, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        const char *given = given_by(q);
        if (given && strcmp(given, name) == 0)
            return true;
        if (q->kind == EG_Q_FOR && is_certain(q->branches[0].body, q->branches[0].count, name))
            return true;
        bool is_in_all = q->kind == EG_Q_IF && q->branch_count > 1;
        for (uint32_t k = 0; k < q->branch_count && is_in_all; k++)
            is_in_all = is_certain(q->branches[k].body, q->branches[k].count, name);
        if (is_in_all)
            return true;
    }
    return false;
}

static const eg_equation *first_of(eg_equation *const *body, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const char *given = given_by(body[i]);
        if (given && strcmp(given, name) == 0)
            return body[i];
        for (uint32_t k = 0; k < body[i]->branch_count; k++) {
            const eg_equation *inside = first_of(body[i]->branches[k].body, body[i]->branches[k].count, name);
            if (inside)
                return inside;
        }
    }
    return NULL;
}

/* Is the variable read where it may have no value yet? *given: it has one before, and then after. */
static bool is_read_open(eg_equation *const *body, size_t count, const char *name, bool *given)
{
    for (size_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        const char *left = given_by(q);
        bool in_all = q->kind == EG_Q_IF && q->branch_count > 1, in_one = false;
        if (!*given &&
            (eg_sidops_is_read(q->right, name) || (q->kind == EG_Q_CALL && eg_sidops_is_read(q->left, name))))
            return true;
        for (uint32_t k = 0; k < q->branch_count; k++) {
            bool inside = *given;
            if ((!*given && eg_sidops_is_read(q->branches[k].condition, name)) ||
                is_read_open(q->branches[k].body, q->branches[k].count, name, &inside))
                return true;
            in_all = in_all && inside;
            in_one = in_one || inside;
        }
        *given = *given || (left && strcmp(left, name) == 0) || in_all || (q->kind == EG_Q_FOR && in_one);
    }
    return false;
}

bool eg_sidops_keeps(const eg_sidops_model *m, const char *name)
{
    eg_equation *const *all = (eg_equation *const *)m->written.items;
    const eg_sidops_facts *facts = facts_of(m, name);
    bool only_at_events, given = false;
    if (!facts || facts->is_sure || !eg_sidops_is_given(m, name, &only_at_events) || only_at_events ||
        is_certain(all, m->written.count, name))
        return false;
    return eg_sidops_find_port(m, name) || is_read_open(all, m->written.count, name, &given);
}

bool eg_sidops_check_sequence(eg_parser *p, const eg_sidops_model *m)
{
    eg_equation *const *all = (eg_equation *const *)m->written.items;
    for (size_t i = 0; i < m->variables.count; i++) {
        const eg_component *c = m->variables.items[i];
        const eg_sidops_facts *facts = facts_of(m, c->name);
        bool only_at_events;
        if (!facts || facts->is_sure || eg_sidops_is_held(c) ||
            !eg_sidops_is_given(m, c->name, &only_at_events) || only_at_events ||
            is_certain(all, m->written.count, c->name))
            continue;
        uint32_t at = first_of(all, m->written.count, c->name)->at;
        if (!eg_sidops_keeps(m, c->name)) {
            eg_warn(p->r, p->source, at, "\"%.200s\" is 0 where no statement gives it a value", c->name);
            eg_hint(p->r, "give it a value in every branch (else ...)");
            continue;
        }
        eg_error(p->r, p->source, at,
                 "\"%.200s\" keeps what it was where no statement gives it a value; that is not supported",
                 c->name);
        eg_hint(p->r, "give it a value in every branch (else ...), or whole numbers or truth values only");
        return false;
    }
    return true;
}

/* The start of users' variables. */
#include "network/start/initialize.h"
#include "network/user/structure.h"
#include "network/user/user.h"

#include <math.h>

void eg_user_guess(const eg_network *s, double *y)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->unknowns; i++) {
        double start = u->quantities[u->unknown_of[i]].start;
        y[s->m->first.user + i] = isnan(start) ? 0 : start;
    }
}

/* Does the row have a value at the point evaluated last? */
static bool is_defined(const eg_network *s, const eg_user_row *row)
{
    return isfinite(s->user.value[row->result.node]);
}

/* An unknown that the equations determine and of which nobody has said where to begin begins at 0, which may
 * be where they are not defined: 1/x = 2. Then it begins at 1. */
bool eg_user_guess_elsewhere(const eg_network *s, double *y)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int row = 0; row < u->unknowns; row++) {
        const eg_user_result *of = &u->rows[row].result;
        if (is_defined(s, &u->rows[row]))
            continue;
        for (int i = of->first_input; i < of->first_input + of->input; i++) {
            const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
            if (in->kind != EG_USER_VALUE || in->index < u->states || y[s->m->first.user + in->index] != 0 ||
                !isnan(u->quantities[u->unknown_of[in->index]].start))
                continue;
            y[s->m->first.user + in->index] = 1;
            changed = true;
        }
    }
    return changed;
}

/* The derivative of another unknown? Equations are linear in it, or nearly so. */
static bool is_rate(const eg_user *u, int unknown)
{
    for (int i = 0; i < u->states; i++)
        if (u->quantities[u->unknown_of[i]].speed == u->unknown_of[unknown])
            return true;
    return false;
}

/* Do the equations determine unknown i, and not as a rate? */
static bool is_sought(const eg_network *s, int i)
{
    const eg_user *u = s->m->user;
    const bool is_algebraic = i >= u->states || (s->user.slots && s->user.slots->is_algebraic[i]);
    return is_algebraic && !is_rate(u, i);
}

bool eg_user_guess_one(const eg_network *s, double *y)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int i = 0; i < u->unknowns; i++) {
        if (!is_sought(s, i) || !isnan(u->quantities[u->unknown_of[i]].start))
            continue;
        y[s->m->first.user + i] = 1;
        changed = true;
    }
    return changed;
}

/* Guesses that take the place of those from which no start has been found, in units of the nominal values: of 0
 * alone, where m|m| and x y are flat, and then of all. */
static const struct other {
    double value;
    bool of_zeros;
} others[] = {{1.0, true}, {-1.0, true}, {0.1, true},   {10.0, true}, {1e-3, true},
              {1e3, true}, {1.0, false}, {-1.0, false}, {0.1, false}, {10.0, false}};

static bool takes_other(const eg_network *s, const struct other *other, int i)
{
    const double start = s->m->user->quantities[s->m->user->unknown_of[i]].start;
    return is_sought(s, i) && (!other->of_zeros || isnan(start) || start == 0);
}

static double other_guess(const eg_user_quantity *q, const struct other *other)
{
    const bool has_nominal = isfinite(q->nominal) && q->nominal != 0;
    return has_nominal ? other->value * q->nominal : other->value;
}

bool eg_user_has_other_guess(int k)
{
    return k < (int)(sizeof others / sizeof *others);
}

bool eg_user_guess_other(const eg_network *s, int k, double *y)
{
    const eg_user *u = s->m->user;
    bool changed = false;
    for (int i = 0; i < u->unknowns; i++) {
        const eg_user_quantity *q = &u->quantities[u->unknown_of[i]];
        if (!takes_other(s, &others[k], i))
            continue;
        changed = changed || !isnan(q->start);
        y[s->m->first.user + i] = other_guess(q, &others[k]);
    }
    return changed;
}

void eg_user_report_other_guess(const eg_network *s, int k)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->unknowns; i++) {
        const eg_user_quantity *q = &u->quantities[u->unknown_of[i]];
        if (!takes_other(s, &others[k], i) || isnan(q->start))
            continue;
        eg_report(s->base.diagnostics, EG_WARNING, q->place,
                  "no start is found from the guess %s = %.9g, where the equations do not determine it or "
                  "lead away; the start that is taken is found from %.9g",
                  q->path, q->start, other_guess(q, &others[k]));
        eg_remedy(s->base.diagnostics, "give a start value near to the solution that is meant");
        return;
    }
}

bool eg_user_has_undefined(const eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int row = 0; row < u->unknowns; row++)
        if (!is_defined(s, &u->rows[row]))
            return true;
    return false;
}

bool eg_user_report_undefined(const eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int row = 0; row < u->unknowns; row++) {
        if (is_defined(s, &u->rows[row]))
            continue;
        eg_report(s->base.diagnostics, EG_ERROR, u->rows[row].place,
                  "the equations cannot be evaluated at the start: the value of this one is not finite");
        eg_remedy(s->base.diagnostics,
                  "give the variables in it start values from which the start can be found");
        return true;
    }
    return false;
}

static bool is_met(double is, double must, double least)
{
    return fabs(is - must) <= 1e-9 * fmax(fmax(fabs(is), fabs(must)), least);
}

/* States that the balance of forces gives, with the parameters that there are: parts whose mass is 0. */
static eg_status check_balanced(const eg_network *s, const double *y)
{
    const eg_user *u = s->m->user;
    eg_status status = EG_OK;
    for (int i = 0; s->user.slots && i < u->states; i++) {
        const eg_user_quantity *q = &u->quantities[u->unknown_of[i]];
        const double is = y[s->m->first.user + i], must = isnan(q->start) ? 0 : q->start;
        if (!s->user.slots->is_algebraic[i] || q->fixed != 1 || is_met(is, must, 1))
            continue;
        eg_report(
            s->base.diagnostics, EG_ERROR, q->place,
            "the fixed start value %s = %.9g cannot hold: equations without its derivative make it %.9g",
            q->path, must, is);
        eg_remedy(s->base.diagnostics, "remove `fixed=true` there, or from another start value");
        status = EG_ERROR_MODEL;
    }
    return status;
}

eg_status eg_user_check_fixed(const eg_network *s, const double *y)
{
    const eg_user *u = s->m->user;
    eg_status status = check_balanced(s, y);
    for (int i = 0; i < u->check_count; i++) {
        const eg_user_row *c = &u->checks[i];
        const eg_user_quantity *q = &u->quantities[c->quantity];
        double is = s->user.value[c->left], must = s->user.value[c->right];
        if (is_met(is, must, 1e-6))
            continue;
        eg_report(s->base.diagnostics, EG_ERROR, q->place,
                  "the fixed start value %s = %.9g contradicts others: equations and fixed values of what it "
                  "is tied to make it %.9g",
                  q->path, must, is);
        eg_remedy(s->base.diagnostics, "remove one of them, or make the values agree");
        status = EG_ERROR_MODEL;
    }
    return status;
}

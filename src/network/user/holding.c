/* Forces of friction that sticks, in users' equations.
 *
 * What friction holds with is known only after the motion: it is what the accelerations leave over. So it is
 * computed last, from the forces and accelerations of the point, and formulas are evaluated once more with
 * it. The motion itself must not follow it at once; where a force or a signal of equations would, the model
 * is refused. What follows with a delay, a state whose derivative speaks of it, is all right. */
#include "network/network.h"
#include "component/friction/friction.h"
#include "network/motion/evaluate.h"
#include "network/solve/consistent.h"
#include "network/user/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- while compiling */

static bool is_holding(const eg_model *m, const eg_user_input *in)
{
    return in->kind == EG_USER_FORCE && m->elements[in->index].friction;
}

/* marked (n): unknowns that follow what friction holds with. */
static bool follows_gradient(const eg_model *m, const eg_gradient *g, const bool *marked)
{
    for (int k = 0; k < 3; k++)
        for (int i = g->first[k]; i < g->first[k] + g->count[k]; i++)
            if (m->signals.gradient_terms[i].index < m->n && marked[m->signals.gradient_terms[i].index])
                return true;
    return false;
}

static bool follows(const eg_model *m, const eg_user_result *of, const bool *marked)
{
    const eg_user *u = m->user;
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
        if (is_holding(m, in) || (in->kind == EG_USER_VALUE && marked[m->first.user + in->index]) ||
            (in->kind == EG_USER_SIGNAL && follows_gradient(m, &m->nets[in->index].gradient, marked)))
            return true;
    }
    return false;
}

/* All algebraic unknowns of a row, which may determine any of them. */
static bool mark_row(const eg_model *m, const eg_user_result *of, bool *marked)
{
    const eg_user *u = m->user;
    bool more = false;
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
        if (in->kind != EG_USER_VALUE || in->index < u->states || marked[m->first.user + in->index])
            continue;
        marked[m->first.user + in->index] = more = true;
    }
    return more;
}

static void mark_all(const eg_model *m, bool *marked)
{
    const eg_user *u = m->user;
    for (bool more = true; more;) {
        more = false;
        for (int i = u->states; i < u->unknowns; i++)
            if (follows(m, &u->rows[i].result, marked) && mark_row(m, &u->rows[i].result, marked))
                more = true;
        for (int i = 0; i < u->output_count; i++) {
            if (m->nets[u->outputs[i].net].is_late)
                continue;
            bool *mark = &marked[m->first.loop + m->nets[u->outputs[i].net].unknown];
            if (!*mark && follows(m, &u->outputs[i].result, marked))
                *mark = more = true;
        }
    }
}

static eg_status refuse(const eg_model *m, const char *what, eg_place place, eg_diagnostics *d)
{
    const eg_user *u = m->user;
    int i = 0;
    while (!is_holding(m, &u->inputs[i]))
        i++;
    const eg_instance *friction = &m->instances[m->elements[u->inputs[i].index].instance];
    eg_report(d, EG_ERROR, place,
              "%s follows at once the force of %s, which is known only after the motion while it sticks",
              what, friction->path);
    eg_remedy(d, "let it follow with a lag, der(x) = (%s.f - x)/T, or put a stiff spring between the two",
              friction->path);
    return EG_ERROR_MODEL;
}

static eg_status check_followers(const eg_model *m, const bool *marked, eg_diagnostics *d)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->flow_count; i++) {
        const eg_user_quantity *q = &u->quantities[u->flows[i].quantity];
        if (!u->flows[i].is_heat && follows(m, &u->flows[i].result, marked))
            return refuse(m, q->path, q->place, d);
    }
    for (int i = 0; i < m->source_count; i++) {
        const eg_net *n = &m->nets[m->sources[i].input];
        if (follows_gradient(m, &n->gradient, marked))
            return refuse(m, n->name, EG_NOWHERE, d);
    }
    for (int i = 0; i < m->element_count; i++) {
        const eg_instance *instance = &m->instances[m->elements[i].instance];
        int input = m->elements[i].input;
        if (input >= 0 && follows_gradient(m, &m->nets[input].gradient, marked))
            return refuse(m, instance->path, eg_instance_place(instance), d);
    }
    return EG_OK;
}

static void add_holdings(eg_model *m, const eg_user_result *of, int row, double coefficient)
{
    eg_user *u = m->user;
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
        if (is_holding(m, in))
            u->holdings[u->holding_count++] =
                (eg_user_holding){of, row, coefficient, in->index, u->supports[i]};
    }
}

static eg_status list_holdings(eg_model *m)
{
    eg_user *u = m->user;
    size_t room = (size_t)(u->unknowns + u->output_count + m->scatter.flows.count) * (size_t)u->input_count;
    u->holdings = eg_arena_array(m->arena, room + 1, sizeof *u->holdings);
    if (!u->holdings)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->unknowns; i++)
        add_holdings(m, &u->rows[i].result, m->first.user + i, 1);
    for (int i = 0; i < u->output_count; i++)
        if (!m->nets[u->outputs[i].net].is_late)
            add_holdings(m, &u->outputs[i].result, m->first.loop + m->nets[u->outputs[i].net].unknown, -1);
    for (int i = 0; i < u->flow_count; i++)
        for (int k = m->scatter.flows.start[i]; k < m->scatter.flows.start[i + 1] && u->flows[i].is_heat; k++)
            add_holdings(m, &u->flows[i].result, m->scatter.flows.terms[k].index,
                         m->scatter.flows.terms[k].coefficient);
    return EG_OK;
}

eg_status eg_check_user_holding(eg_model *m, eg_diagnostics *d)
{
    eg_user *u = m->user;
    for (int i = 0; u && i < u->input_count; i++)
        u->needs_holding = u->needs_holding || is_holding(m, &u->inputs[i]);
    if (!u || !u->needs_holding)
        return EG_OK;
    bool *marked = calloc((size_t)m->n + 1, sizeof *marked);
    if (!marked)
        return EG_ERROR_MEMORY;
    mark_all(m, marked);
    eg_status status = check_followers(m, marked, d);
    free(marked);
    return status == EG_OK ? list_holdings(m) : status;
}

/* ---------------------------------------------------------------- at a point */

static bool is_read(const eg_network *s)
{
    return s->m->user && s->m->user->needs_holding;
}

void eg_user_begin_holding(eg_network *s)
{
    for (int i = 0; is_read(s) && i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        eg_hold h = e->friction ? eg_hold_of(s->m, i) : (eg_hold){{0, 0}, {0, 0}};
        if (!e->friction || !eg_friction_holds(s->mode[i]) || !eg_hold_ties(&h))
            s->user.hold[i] = s->force[i].f;
    }
}

bool eg_user_hold(eg_network *s, const double *yp)
{
    /* While modes change, what begins to hold keeps the force that it has had. */
    if (!is_read(s) || s->stick.follower_count == 0 || !eg_stick_is_current(s) || eg_stick_forces(s, yp) < 0)
        return false;
    for (int i = 0; i < s->m->element_count; i++)
        if (s->stick.is_tied[i]) {
            s->user.hold[i] = s->force[i].f;
            s->force[i].f = 0; /* it is in no balance: speeds are tied */
        }
    return true;
}

int eg_user_hold_gradients(eg_network *s)
{
    const eg_user *u = s->m->user;
    if (!is_read(s) || s->stick.follower_count == 0)
        return 0;
    for (int i = 0; i < u->holding_count; i++) {
        const eg_user_holding *of = &u->holdings[i];
        double *by = s->user.hold_by + (ptrdiff_t)i * s->m->body_count;
        bool holds = s->stick.is_tied[of->element] && eg_stick_gradient(s, of->element, by) == 0;
        eg_user_gradient(s, of->result);
        for (int b = 0; b < s->m->body_count; b++)
            by[b] = holds ? by[b] * of->coefficient * s->user.work[of->input] : 0;
    }
    return u->holding_count;
}

/* By a difference, as those of friction's own switching functions (rub.c): a third derivative of positions.
 */
void eg_user_hold_rates(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_model *m = s->m;
    double step = 1e-7 * eg_system_while(&s->base, t - s->base.origin), *rate = s->user.hold_rate;
    memset(rate, 0, sizeof *rate * (size_t)m->element_count);
    if (!is_read(s) || s->stick.follower_count == 0)
        return;
    eg_network_evaluate(s, t, y, yp, 0);
    for (int i = 0; i < m->element_count; i++)
        rate[i] = -s->user.hold[i] / step;
    for (int i = 0; i < m->n; i++)
        s->ahead.y[i] = y[i] + step * yp[i];
    bool known = eg_network_derivatives(&s->base, t + step, s->ahead.y, s->ahead.rate) == 0;
    if (known)
        eg_network_evaluate(s, t + step, s->ahead.y, s->ahead.rate, 0);
    for (int i = 0; i < m->element_count; i++)
        rate[i] = known ? rate[i] + s->user.hold[i] / step : 0;
}

/* What happens in a plan's program (elastogap/fixed_program.h) at the end of a step: samples, when
 * clauses, what is remembered; then its results. */
#include "fixed/run/part.h"

/* A sample that a rounded end of a step misses by less than this share of it is due. */
#define DUE 1e-9

static int take_samples(const eg_fixed_plan *p, eg_fixed_view *m)
{
    const double now = m->clock[0] + (m->clock[1] + DUE) * p->step;
    int any = 0;
    for (int i = 0; i < p->program->samples; i++) {
        const eg_fixed_sample *k = &p->program->sample[i];
        m->sampled[i] = k->first + m->due[i] * k->interval <= now;
        m->due[i] += m->sampled[i];
        any = any || m->sampled[i] != 0.0;
    }
    return any;
}

static int becomes_true(const eg_fixed_plan *p, const eg_fixed_view *m, int clause)
{
    return m->value[p->program->clause[clause].condition] != 0.0 && m->condition[clause] == 0.0;
}

static int one_becomes_true(const eg_fixed_plan *p, const eg_fixed_view *m, int clause)
{
    for (int i = clause; i >= 0; i = p->program->clause[i].other)
        if (becomes_true(p, m, i))
            return 1;
    return 0;
}

static int is_active(const eg_fixed_plan *p, const eg_fixed_view *m, int clause)
{
    if (!one_becomes_true(p, m, clause))
        return 0;
    for (int above = p->program->clause[clause].above; above >= 0; above = p->program->clause[above].above)
        if (one_becomes_true(p, m, above))
            return 0;
    return 1;
}

/* What clauses assign, by what it was before the round: 1 when some becomes another. */
static int assign(const eg_fixed_plan *p, eg_fixed_view *m)
{
    const eg_fixed_program *q = p->program;
    int changed = 0;
    for (int i = 0; i < q->discretes; i++)
        m->assigned[i] = m->held[i];
    for (int i = 0; i < q->actions; i++)
        if (q->action[i].kind == EG_FIXED_ASSIGN && is_active(p, m, q->action[i].clause))
            m->assigned[q->action[i].target] = m->value[q->action[i].value];
    for (int i = 0; i < q->discretes; i++) {
        changed = changed || m->assigned[i] != m->discrete[i];
        m->discrete[i] = m->assigned[i];
    }
    return changed;
}

static void set_speed(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m, int body, double v)
{
    const double work = 0.5 * p->mass[body] * (v * v - m->v[body] * m->v[body]);
    state->work += work;
    state->turnover += fabs(work);
    m->v[body] = v;
}

/* 1 when something was set. */
static int act(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    int any = 0;
    for (int i = 0; i < p->program->actions; i++) {
        const eg_fixed_action *a = &p->program->action[i];
        if (a->kind == EG_FIXED_ASSIGN || !is_active(p, m, a->clause))
            continue;
        any = 1;
        if (a->kind == EG_FIXED_SET)
            m->z[a->target] = m->value[a->value];
        else
            set_speed(p, state, m, a->target, a->factor * m->value[a->value]);
    }
    return any;
}

/* 1 when what pre() means has changed. */
static int remember(const eg_fixed_plan *p, eg_fixed_view *m)
{
    int changed = 0;
    for (int i = 0; i < p->program->befores; i++) {
        const double value = m->value[p->program->before[i].operation];
        changed = changed || (p->program->before[i].is_discrete && value != m->before[i]);
        m->before[i] = value;
    }
    return changed;
}

/* The rounds of one event: at most as many as there are things that may change one after the other. */
static int happen(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    const eg_fixed_program *q = p->program;
    const int most = q->actions + q->befores + q->clauses + 2;
    int good = 1;
    for (int round = 0; round < most; round++) {
        int changed = 0, again = 1;
        for (int i = 0; i < q->discretes; i++)
            m->held[i] = m->discrete[i];
        for (int i = 0; i < q->actions + 2 && again; i++) {
            again = assign(p, m);
            changed = changed || again;
            good = (again ? eg_fixed_settle(p, m) : 1) && good;
        }
        good = good && !again;
        const int set = act(p, state, m);
        for (int i = 0; i < q->clauses; i++)
            m->condition[i] = m->value[q->clause[i].condition] != 0.0;
        if (set)
            good = eg_fixed_settle(p, m) && good;
        changed = remember(p, m) || set || changed;
        if (!changed)
            return good;
        good = eg_fixed_settle(p, m) && good;
    }
    return 0;
}

int eg_fixed_end_program(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    const eg_fixed_program *q = p->program;
    int good = 1;
    if (q->clauses + q->befores + q->samples > 0) {
        if (take_samples(p, m))
            good = eg_fixed_settle(p, m);
        good = happen(p, state, m) && good;
        int any = 0;
        for (int i = 0; i < q->samples; i++) {
            any = any || m->sampled[i] != 0.0;
            m->sampled[i] = 0.0;
        }
        if (any) {
            good = eg_fixed_settle(p, m) && good;
            remember(p, m);
            for (int i = 0; i < q->clauses; i++)
                m->condition[i] = m->value[q->clause[i].condition] != 0.0;
        }
    }
    return eg_fixed_take_results(p, m, m->input) && good;
}

int eg_fixed_take_results(const eg_fixed_plan *p, const eg_fixed_view *m, double *input)
{
    int good = 1;
    for (int i = 0; i < p->program->results; i++) {
        const double next = m->value[p->program->result[i]];
        if (eg_fixed_magnitude(next) <= EG_FIXED_MOST)
            input[p->inputs + i] = next;
        else
            good = 0;
    }
    return good;
}

int eg_fixed_claims_hold(const eg_fixed_plan *p, const eg_fixed_view *m)
{
    for (int i = 0; i < p->program->claims; i++)
        if (m->value[p->program->claim[i]] == 0.0)
            return 0;
    return 1;
}

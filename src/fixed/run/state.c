/* A state: its memory, how it begins, and what there is to see of it. */
#include "fixed/run/part.h"

/* ---------------------------------------------------------------- memory */

static double *take(double **at, int count)
{
    double *here = *at;
    *at += count;
    return here;
}

static void lay_out_heat(const eg_fixed_heat *heat, double **at, eg_fixed_view *m)
{
    int nodes = heat->nodes, lower = heat->first[nodes];
    m->T_mean = take(at, nodes + 1);
    m->T_turn = take(at, nodes + 1);
    m->T_residual = take(at, nodes + 1);
    m->T_slope = take(at, nodes + 1);
    m->T_theta = take(at, nodes + 1);
    m->T_diagonal = take(at, nodes + 1);
    m->T_x = take(at, nodes + 1);
    m->T_lower = take(at, lower);
    m->T_upper = take(at, lower);
}

static void lay_out_memory(const eg_fixed_program *q, double **at, eg_fixed_view *m)
{
    m->z = take(at, q->unknowns);
    m->dz = take(at, q->unknowns);
    m->discrete = take(at, q->discretes);
    m->before = take(at, q->befores);
    m->condition = take(at, q->clauses);
    m->due = take(at, q->samples);
    m->clock = take(at, 2);
}

static void lay_out_program(const eg_fixed_program *q, double **at, eg_fixed_view *m)
{
    m->value = take(at, q->operations);
    m->tangent = take(at, q->operations);
    m->z0 = take(at, q->unknowns);
    m->dz0 = take(at, q->unknowns);
    m->theta_z = take(at, q->unknowns);
    m->row = take(at, q->unknowns);
    m->column = take(at, q->unknowns);
    m->by = take(at, q->unknowns);
    m->order = take(at, q->unknowns);
    m->square = take(at, q->unknowns * q->unknowns);
    m->sampled = take(at, q->samples);
    m->assigned = take(at, q->discretes);
    m->held = take(at, q->discretes);
    m->kept = take(at, (int)m->proper);
}

size_t eg_fixed_lay_out(const eg_fixed_plan *p, double *memory, eg_fixed_view *m)
{
    double *at = memory;
    int bodies = p->bodies, items = p->items, grips = eg_fixed_grips(p);
    m->s = take(&at, items);
    m->v = take(&at, bodies);
    m->v0 = take(&at, p->contacts);
    const int inputs = p->inputs + eg_fixed_results(p);
    m->input = take(&at, inputs);
    m->stuck = take(&at, grips);
    m->pull = take(&at, grips);
    m->slide = take(&at, p->frictions);
    m->slide_before = take(&at, p->frictions);
    m->yields = take(&at, p->frictions);
    m->f = take(&at, items);
    m->rate = take(&at, items);
    m->given_off = take(&at, items);
    m->T = take(&at, p->heat ? p->heat->nodes : 0);
    m->warming = take(&at, p->heat ? p->heat->nodes : 0);
    if (p->program)
        lay_out_memory(p->program, &at, m);
    m->proper = (size_t)(at - memory);
    m->next = take(&at, inputs);
    m->touch = take(&at, p->contacts);
    m->motion = take(&at, items);
    m->span = take(&at, items);
    m->w = take(&at, bodies);
    m->turn = take(&at, bodies);
    m->residual = take(&at, bodies);
    m->slope = take(&at, bodies);
    m->size = take(&at, bodies);
    m->theta = take(&at, bodies);
    m->carry = take(&at, bodies);
    m->load = take(&at, bodies);
    m->damping = take(&at, bodies);
    m->stiffness = take(&at, bodies);
    m->inertia = take(&at, bodies);
    m->given = take(&at, bodies);
    m->least = take(&at, bodies);
    m->matrix = (eg_fixed_matrix){.count = bodies, .place = p->place, .first = p->first, .row = p->row};
    m->matrix.x = take(&at, bodies);
    m->matrix.diagonal = take(&at, bodies);
    m->matrix.lower = take(&at, p->first[bodies - 1]);
    m->level = take(&at, p->frictions);
    m->viscous = take(&at, p->frictions);
    m->low = take(&at, grips);
    m->high = take(&at, grips);
    m->aim = take(&at, grips);
    m->hold = take(&at, grips);
    m->side = take(&at, grips);
    m->off = take(&at, grips);
    m->dead = take(&at, grips);
    m->force = take(&at, grips);
    m->left = take(&at, grips);
    m->trial = take(&at, grips);
    m->rest = take(&at, bodies);
    m->more = take(&at, bodies);
    m->firm = take(&at, bodies);
    m->loss = take(&at, 1);
    if (p->heat)
        lay_out_heat(p->heat, &at, m);
    if (p->program)
        lay_out_program(p->program, &at, m);
    return (size_t)(at - memory);
}

size_t eg_fixed_size(const eg_fixed_plan *plan)
{
    eg_fixed_view m;
    eg_fixed_state none;
    return sizeof none + sizeof(double) * eg_fixed_lay_out(plan, none.memory, &m);
}

static void begin_program(const eg_fixed_plan *p, eg_fixed_view *m)
{
    const eg_fixed_program *q = p->program;
    m->clock[0] = q->start;
    for (int i = 0; i < q->unknowns; i++)
        m->z[i] = q->unknown[i].start;
    for (int i = 0; i < q->discretes; i++)
        m->discrete[i] = q->discrete[i];
    for (int i = 0; i < q->befores; i++)
        m->before[i] = q->before[i].start;
    for (int i = 0; i < q->clauses; i++)
        m->condition[i] = q->clause[i].is_true;
    for (int i = 0; i < q->samples; i++)
        m->due[i] = q->sample[i].next;
    eg_fixed_settle(p, m);
    eg_fixed_take_results(p, m, m->input);
}

void eg_fixed_begin(const eg_fixed_plan *plan, eg_fixed_state *state)
{
    eg_fixed_view m;
    size_t count = eg_fixed_lay_out(plan, state->memory, &m);
    for (size_t i = 0; i < count; i++)
        state->memory[i] = 0.0;
    state->doubles = count;
    state->steps = state->unconverged = 0;
    state->iterations = 0;
    state->work = state->turnover = state->lost = state->heated = 0.0;
    for (int i = 0; i < plan->items; i++) {
        const eg_fixed_item *item = &plan->item[i];
        m.s[i] = item->start;
        m.rate[i] =
            item->factor[0] * plan->speed[item->body[0]] + item->factor[1] * plan->speed[item->body[1]];
    }
    for (int b = 0; b < plan->bodies; b++)
        m.v[b] = m.w[b] = plan->speed[b];
    for (int i = 0; i < plan->contacts; i++)
        m.v0[i] = plan->contact[i].v0;
    for (int i = 0; i < plan->inputs; i++)
        m.input[i] = plan->input[i];
    for (int i = 0; plan->heat && i < plan->heat->nodes; i++) {
        const eg_fixed_heat_node *n = &plan->heat->node[i];
        m.T[i] = n->start + (n->is_held && n->input >= 0 ? plan->input[n->input] : 0.0);
    }
    for (int i = 0; i < plan->frictions; i++) {
        m.slide[i] = m.slide_before[i] = m.rate[plan->friction[i].item];
        m.stuck[i] = m.slide[i] == 0.0;
    }
    if (plan->program)
        begin_program(plan, &m);
}

/* ---------------------------------------------------------------- what there is to see */

static eg_fixed_view see(const eg_fixed_plan *plan, const eg_fixed_state *state)
{
    eg_fixed_view m;
    eg_fixed_lay_out(plan, (double *)state->memory, &m);
    return m;
}

double eg_fixed_distance(const eg_fixed_plan *plan, const eg_fixed_state *state, int item)
{
    return see(plan, state).s[item];
}

double eg_fixed_rate(const eg_fixed_plan *plan, const eg_fixed_state *state, int item)
{
    eg_fixed_view m = see(plan, state);
    const eg_fixed_item *k = &plan->item[item];
    return k->factor[0] * m.v[k->body[0]] + k->factor[1] * m.v[k->body[1]] + m.motion[item];
}

double eg_fixed_touch_speed(const eg_fixed_plan *plan, const eg_fixed_state *state, int contact)
{
    return see(plan, state).v0[contact];
}

double eg_fixed_force(const eg_fixed_plan *plan, const eg_fixed_state *state, int item)
{
    return see(plan, state).f[item];
}

double eg_fixed_speed(const eg_fixed_plan *plan, const eg_fixed_state *state, int body)
{
    return see(plan, state).v[body];
}

double eg_fixed_loss(const eg_fixed_plan *plan, const eg_fixed_state *state, int item)
{
    return see(plan, state).given_off[item];
}

double eg_fixed_temperature(const eg_fixed_plan *plan, const eg_fixed_state *state, int node)
{
    return see(plan, state).T[node];
}

int eg_fixed_sticks(const eg_fixed_plan *plan, const eg_fixed_state *state, int i)
{
    return see(plan, state).stuck[i] != 0.0;
}

void eg_fixed_show(const eg_fixed_plan *plan, const eg_fixed_state *state, double *outputs)
{
    for (int i = 0; i < plan->outputs; i++) {
        const eg_fixed_output *o = &plan->output[i];
        double x = 0.0;
        switch (o->quantity) {
        case EG_FIXED_DISTANCE: x = eg_fixed_distance(plan, state, o->index); break;
        case EG_FIXED_RATE: x = eg_fixed_rate(plan, state, o->index); break;
        case EG_FIXED_FORCE: x = eg_fixed_force(plan, state, o->index); break;
        case EG_FIXED_LOSS: x = eg_fixed_loss(plan, state, o->index); break;
        case EG_FIXED_TEMPERATURE: x = eg_fixed_temperature(plan, state, o->index); break;
        case EG_FIXED_VALUE: x = see(plan, state).value[o->index]; break;
        case EG_FIXED_SPEED: x = eg_fixed_speed(plan, state, o->index); break;
        }
        outputs[i] = o->factor * x + o->offset;
    }
}

double eg_fixed_energy(const eg_fixed_plan *plan, const eg_fixed_state *state)
{
    eg_fixed_view m = see(plan, state);
    double sum = 0.0;
    for (int b = 1; b < plan->bodies; b++)
        sum += 0.5 * plan->mass[b] * m.v[b] * m.v[b];
    for (int i = 0; i < plan->springs; i++)
        sum += eg_spring_damper_energy(&plan->spring[i].law, m.s[plan->spring[i].item]);
    for (int i = 0; i < plan->contacts; i++) {
        const eg_fixed_contact *c = &plan->contact[i];
        double s = c->sign * m.s[c->item];
        sum += eg_contact_energy(&c->law, eg_contact_mode_at(&c->law, s, 0.0), s);
    }
    return sum;
}

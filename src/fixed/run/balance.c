/* The balance of a step (part.h). */
#include "fixed/run/part.h"

double eg_fixed_rate_of(const eg_fixed_plan *p, const eg_fixed_view *m, int item, const double *w)
{
    const eg_fixed_item *k = &p->item[item];
    return k->factor[0] * w[k->body[0]] + k->factor[1] * w[k->body[1]] + m->motion[item];
}

double eg_fixed_turn_of(const eg_fixed_plan *p, const eg_fixed_view *m, int item)
{
    const eg_fixed_item *k = &p->item[item];
    return k->factor[0] * m->turn[k->body[0]] + k->factor[1] * m->turn[k->body[1]];
}

/* `size` is what the residual is made of, since round-off is a share of that: a force that follows a
 * distance is as steep in it as in h times the rate. span: what the distance is made of, over h; 0 where a
 * force follows the rate alone. */
void eg_fixed_add(const eg_fixed_plan *p, eg_fixed_view *m, int item, const double *w, double span,
                  eg_fixed_mean mean)
{
    const eg_fixed_item *k = &p->item[item];
    if (mean.f == 0.0 && mean.slope == 0.0 && mean.loss == 0.0) /* apart */
        return;
    double off = mean.slope * (span + eg_fixed_magnitude(m->motion[item])) + eg_fixed_magnitude(mean.f);
    m->f[item] += mean.f;
    m->given_off[item] += mean.loss;
    *m->loss += mean.loss;
    for (int e = 0; e < 2; e++) {
        int b = k->body[e];
        if (b == 0)
            continue;
        double factor = k->factor[e], steep = factor * factor * mean.slope;
        m->residual[b] += factor * mean.f;
        m->slope[b] += steep;
        m->size[b] += eg_fixed_magnitude(factor) * off + steep * eg_fixed_magnitude(w[b]);
    }
    if (p->coupling[item] >= 0)
        m->matrix.lower[p->coupling[item]] += k->factor[0] * k->factor[1] * mean.slope;
}

void eg_fixed_stiffen_matrix(const eg_fixed_plan *p, eg_fixed_view *m, int item, double steep)
{
    const eg_fixed_item *k = &p->item[item];
    for (int e = 0; e < 2; e++)
        m->slope[k->body[e]] += k->factor[e] * k->factor[e] * steep;
    if (p->coupling[item] >= 0)
        m->matrix.lower[p->coupling[item]] += k->factor[0] * k->factor[1] * steep;
}

double eg_fixed_along(const eg_fixed_plan *p, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 1; i < p->bodies; i++)
        sum += a[i] * b[i];
    return sum;
}

static eg_fixed_mean given_force(const eg_fixed_given *k, const eg_fixed_view *m, double rate)
{
    double in[3];
    for (int i = 0; i < 3; i++)
        in[i] = 0.5 * (m->input[k->input + i] + m->next[k->input + i]);
    double steep = in[1] > 0.0 ? in[1] : 0.0, f = in[0] + steep * (rate - in[2]);
    eg_fixed_mean mean = {f, steep, k->supplies && f * rate < 0.0 ? 0.0 : f * rate};
    return mean;
}

/* R at w, its matrix and its size. */
void eg_fixed_evaluate(const eg_fixed_plan *p, eg_fixed_view *m, const double *w, int clips)
{
    *m->loss = 0.0;
    for (int b = 1; b < p->bodies; b++) {
        m->residual[b] = m->inertia[b] * (w[b] - m->v[b]) - m->given[b];
        m->slope[b] = m->inertia[b];
        m->size[b] = m->least[b] + m->inertia[b] * eg_fixed_magnitude(w[b]);
    }
    for (int i = 0; i < p->items; i++)
        m->f[i] = m->given_off[i] = 0.0;
    for (int k = 0; k < p->first[p->bodies - 1]; k++)
        m->matrix.lower[k] = 0.0;
    for (int i = 0; i < p->springs; i++) {
        int item = p->spring[i].item;
        eg_fixed_add(
            p, m, item, w, m->span[item],
            eg_fixed_spring_force(&p->spring[i].law, p->step, m->s[item], eg_fixed_rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->contacts; i++) {
        int item = p->contact[i].item;
        eg_fixed_add(p, m, item, w, m->span[item],
                     eg_fixed_contact_force(&p->contact[i], m->touch[i], p->step, m->s[item], m->rate[item],
                                            eg_fixed_rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->givens; i++) {
        int item = p->given[i].item;
        eg_fixed_add(p, m, item, w, 0.0, given_force(&p->given[i], m, eg_fixed_rate_of(p, m, item, w)));
    }
    for (int i = 0; i < eg_fixed_laws(p); i++) {
        int item = p->program->law[i].item;
        eg_fixed_add(p, m, item, w, m->span[item],
                     eg_fixed_law_force(p, m, i, eg_fixed_rate_of(p, m, item, w)));
    }
    eg_fixed_add_grips(p, m, w, clips);
}

/* Laws that equations write along an item (elastogap/fixed_program.h), as mean forces over a step: the
 * mean of
 * f(s, rate) over the way that the step goes, by Gauss's formula with three points in each piece between two
 * kinks. So the part that follows s alone does the work that it stores, as that of native springs does. */
#include "fixed/run/part.h"

enum { PIECES = 4, HALVINGS = 40 };

/* The law at a place of the way: its force, and how it changes along (ds, dv). */
static double force_at(const eg_fixed_plan *p, eg_fixed_view *m, const eg_fixed_law *law, double s,
                       double rate, double ds, double *slope)
{
    m->along[0] = s;
    m->along[1] = rate;
    eg_fixed_run_law(p, m, law, ds, 1.0);
    *slope = m->tangent[law->force];
    return m->value[law->force];
}

/* The way of a step. */
typedef struct way {
    double s, rate, h;
} way;

/* Is the same side of all kinks taken at two parts of the way? */
static int is_smooth_between(const eg_fixed_plan *p, eg_fixed_view *m, const eg_fixed_law *law, const way *k,
                             double from, double to)
{
    m->along[1] = k->rate;
    m->along[0] = k->s + from * k->h * k->rate;
    const long before = eg_fixed_sides_of_law(p, m, law);
    m->along[0] = k->s + to * k->h * k->rate;
    return before == eg_fixed_sides_of_law(p, m, law);
}

/* Where, after `from`, the first kink is; 1: there is none. */
static double next_kink(const eg_fixed_plan *p, eg_fixed_view *m, const eg_fixed_law *law, const way *k,
                        double from)
{
    double low = from, high = 1.0;
    if (k->rate == 0.0 || is_smooth_between(p, m, law, k, from, 1.0))
        return 1.0;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (is_smooth_between(p, m, law, k, from, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

static double mean_force(const eg_fixed_plan *p, eg_fixed_view *m, const eg_fixed_law *law, const way *k,
                         double rate, double *slope)
{
    static const double at[] = {0.1127016653792583, 0.5, 0.8872983346207417},
                        weight[] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    double from = 0.0, sum = 0.0;
    *slope = 0.0;
    for (int piece = 0; piece < PIECES && from < 1.0; piece++) {
        const double to = piece + 1 < PIECES ? next_kink(p, m, law, k, from) : 1.0;
        for (int i = 0; i < 3; i++) {
            const double part = from + at[i] * (to - from);
            double along;
            sum += (to - from) * weight[i] *
                   force_at(p, m, law, k->s + part * k->h * k->rate, rate, part * k->h, &along);
            *slope += (to - from) * weight[i] * along;
        }
        from = to;
    }
    return sum;
}

eg_fixed_mean eg_fixed_law_force(const eg_fixed_plan *p, eg_fixed_view *m, int i, double rate)
{
    const eg_fixed_law *law = &p->program->law[i];
    const way k = {m->s[law->item], rate, p->step};
    eg_fixed_mean mean = {0.0, 0.0, 0.0};
    mean.f = mean_force(p, m, law, &k, rate, &mean.slope);
    if (!(mean.slope > 0.0)) /* what gives way when pushed is not looked for along its line */
        mean.slope = 0.0;
    return mean;
}

void eg_fixed_end_law(const eg_fixed_plan *p, eg_fixed_view *m, int i, double rate, double *given)
{
    const eg_fixed_law *law = &p->program->law[i];
    const way k = {m->s[law->item], rate, p->step};
    double slope;
    const double f = mean_force(p, m, law, &k, rate, &slope), rest = mean_force(p, m, law, &k, 0.0, &slope);
    const double lost = (f - rest) * rate;
    m->stored[i] += p->step * rest * rate;
    if (lost > 0.0) {
        *m->loss += lost;
        m->given_off[law->item] += lost;
    } else {
        *given -= lost;
    }
}

/* What a law and its damper come to at the start of a step, here and one step ahead. */
void eg_fixed_law_rates(const eg_fixed_plan *p, eg_fixed_view *m, int i, double *k, double *d, double *rest)
{
    const eg_fixed_law *law = &p->program->law[i];
    const double rate = m->rate[law->item], ahead = m->s[law->item] + p->step * rate;
    *k = *d = 0.0;
    for (int end = 0; end < 2; end++) {
        double by_rate, by_both;
        const double s = end == 0 ? ahead : m->s[law->item];
        force_at(p, m, law, s, rate, 0.0, &by_rate);
        force_at(p, m, law, s, rate, 1.0, &by_both);
        *d = by_rate > *d ? by_rate : *d;
        *k = by_both - by_rate > *k ? by_both - by_rate : *k;
    }
    double slope;
    *rest = force_at(p, m, law, m->s[law->item], 0.0, 0.0, &slope);
}

/* What acts along an item, as mean forces over a step, and how steep they are. */
#include "fixed/run/part.h"

/* ---------------------------------------------------------------- mean forces */

/* The mean of r^n from r0 to r1, both >= 0. */
static double mean_power(double n, double r0, double r1)
{
    if (n == 1.0)
        return 0.5 * (r0 + r1);
    if (eg_law_is_half_integer_(n) &&
        n < 8.0) { /* (a^k - b^k)/(a - b) as a sum, with a = sqrt(r) if need be */
        int k = (int)(2.0 * n) + 2, whole = k % 2 == 0;
        double a = whole ? r1 : sqrt(r1), b = whole ? r0 : sqrt(r0), sum = 0.0, of_b = 1.0;
        k = whole ? k / 2 : k;
        for (int i = 0; i < k; i++, of_b *= b)
            sum = sum * a + of_b;
        double width = whole ? 1.0 : a + b;
        return width > 0.0 ? sum / ((n + 1.0) * width) : 0.0;
    }
    double top = r0 > r1 ? r0 : r1, gap = r1 - r0;
    if (gap < 1e-3 * top && gap > -1e-3 * top) /* Simpson's rule: off by less than 1e-15 */
        return (eg_law_power_(r0, n) + 4.0 * eg_law_power_(0.5 * (r0 + r1), n) + eg_law_power_(r1, n)) / 6.0;
    return (eg_law_power_(r1, n) * r1 - eg_law_power_(r0, n) * r0) / ((n + 1.0) * gap);
}

/* The spring of a contact whose penetration goes from x0 to x1 (< 0: apart), pushing positive: what its
 * energy changes by over the way. *slope is the derivative by x1. */
double eg_fixed_mean_push(const eg_elasto_gap *gap, double x0, double x1, double *slope)
{
    double way = x1 - x0, c = gap->f_ref / gap->s_ref, push;
    if (x0 <= 0.0 && x1 <= 0.0) {
        *slope = 0.0;
        return 0.0;
    }
    if (gap->n == 1.0 && x0 >= 0.0 && x1 >= 0.0) {
        *slope = 0.5 * c;
        return *slope * (x0 + x1);
    }
    if (gap->n == 1.0) { /* one of them is 0 in what follows */
        push = (x1 > 0.0 ? 0.5 : -0.5) * c * (x1 > 0.0 ? x1 * x1 : x0 * x0) / way;
        *slope = ((x1 > 0.0 ? c * x1 : 0.0) - push) / way;
        return push;
    }
    double r0 = x0 > 0.0 ? x0 / gap->s_ref : 0.0, r1 = x1 > 0.0 ? x1 / gap->s_ref : 0.0;
    double top = r0 > r1 ? r0 : r1;
    push = gap->f_ref * mean_power(gap->n, r0, r1);
    if (x0 < 0.0 || x1 < 0.0)
        push *= (r1 - r0) * gap->s_ref / way;
    if (way > 1e-3 * top * gap->s_ref || way < -1e-3 * top * gap->s_ref)
        *slope = (gap->f_ref * eg_law_power_(r1, gap->n) - push) / way;
    else
        *slope = 0.5 * c * gap->n * eg_law_power_slope_(0.5 * (r0 + r1), gap->n);
    return push;
}

/* What the damper of a law adds to the mean push `K` while the contact closes at x' = `closing`, from
 * penetration x0 to x1: *by_K and *by_closing are the derivatives of the whole push. ahead: the penetration
 * that is expected at the end. */
static double damped_push(const eg_contact *law, double v0, double K, double x0, double x1, double ahead,
                          double closing, double *by_K, double *by_closing)
{
    double d = law->gap.d, damper = 0.0, B = 0.0;
    *by_K = 1.0;
    *by_closing = 0.0;
    if (law->law == EG_CONTACT_ELASTO_GAP) {
        if (K <= 0.0) /* apart: no damper either */
            return 0.0;
        damper = d * closing;
        if (damper > K || damper < -K) {
            *by_K = damper > K ? 2.0 : 0.0;
            return damper > K ? 2.0 * K : 0.0;
        }
        *by_closing = d;
        return K + damper;
    }
    if ((x0 <= 0.0 && x1 <= 0.0) || law->law == EG_CONTACT_HERTZ)
        return K;
    double share = eg_contact_share_(law, v0);
    if (share > 0.0 && 1.0 + share * closing < 0.0) { /* torn apart faster: it pulls, by what it was */
        double flat, K0 = eg_fixed_mean_push(&law->gap, x0, ahead, &flat);
        *by_K = 0.0;
        *by_closing = share * K0;
        return K0 * (1.0 + share * closing);
    }
    if (share > 0.0) {
        *by_K = 1.0 + share * closing;
        *by_closing = share * K;
        return K * *by_K;
    }
    /* what closes of the contact itself: a damper acts only while there is touch */
    double from = x0 > 0.0 ? x0 : 0.0, to = x1 > 0.0 ? x1 : 0.0, whole = x1 - x0;
    double touching = whole != 0.0 ? closing * ((to - from) / whole) : closing;
    if (law->law == EG_CONTACT_SMOOTH_TRANSITION)
        B = d * eg_contact_ramp_(0.5 * (from + to), law->transition);
    else if (law->law != EG_CONTACT_UNDAMPED_REBOUND || closing > 0.0)
        B = d;
    if (law->law != EG_CONTACT_KELVIN_VOIGT && K + B * touching < 0.0) {
        *by_K = 0.0;
        return 0.0;
    }
    *by_closing = x1 > 0.0 ? B : 0.0;
    return K + B * touching;
}

eg_fixed_mean eg_fixed_contact_force(const eg_fixed_contact *c, double v0, double h, double s, double before,
                                     double rate)
{
    double x0 = c->law.gap.s_rel0 - c->sign * s, closing = -c->sign * rate, x1 = x0 + h * closing, steep,
           by_K, by_closing;
    eg_fixed_mean none = {0.0, 0.0, 0.0};
    int touches = x1 == x0 && x0 > -1e-12 * eg_fixed_magnitude(s);
    if (x0 < 0.0 && x1 < 0.0 && !touches)
        return none;
    double K = eg_fixed_mean_push(&c->law.gap, x0, x1, &steep);
    if (K == 0.0 && touches) /* exactly: it may well close */
        steep = eg_elasto_gap_stiffness_(&c->law.gap, c->law.gap.s_rel0 - x0);
    double push = damped_push(&c->law, v0, K, x0, x1, x0 - h * c->sign * before, closing, &by_K, &by_closing);
    eg_fixed_mean mean = {-c->sign * push, by_K * steep * h + by_closing, (push - K) * closing};
    return mean;
}

eg_fixed_mean eg_fixed_spring_force(const eg_spring_damper *k, double h, double s, double rate)
{
    eg_fixed_mean mean = {k->c * (s - k->s_rel0 + 0.5 * h * rate) + k->d * rate, 0.5 * h * k->c + k->d,
                          k->d * rate * rate};
    return mean;
}

/* What a contact and its damper come to at the start of the step, looking one step ahead. */
void eg_fixed_contact_rates(const eg_fixed_contact *c, double h, double s, double rate, double *k, double *d)
{
    double x = c->law.gap.s_rel0 - c->sign * s, ahead = x - c->sign * h * rate;
    double deepest = x > ahead ? x : ahead;
    *k = *d = 0.0;
    if (deepest <= 0.0)
        return;
    *k = eg_elasto_gap_stiffness_(&c->law.gap, c->law.gap.s_rel0 - deepest);
    *d = c->law.law != EG_CONTACT_HERTZ ? c->law.gap.d : 0.0;
}

/* ---------------------------------------------------------------- friction */

double eg_fixed_characteristic(const eg_fixed_friction *k, double v, double *slope)
{
    if (k->points > 1) {
        int i = 1;
        while (i < k->points - 1 && v > k->speed[i])
            i++;
        *slope = (k->force[i] - k->force[i - 1]) / (k->speed[i] - k->speed[i - 1]);
        return k->force[i - 1] + *slope * (v - k->speed[i - 1]);
    }
    double falling = k->stribeck != 0.0 ? k->stribeck * exp(-k->decay * v) : 0.0;
    *slope = k->viscous - k->decay * falling;
    return k->coulomb + k->viscous * v + falling;
}

/* The steepness of what holds an item: `steep` times the inertia that it feels in a step. */
double eg_fixed_holding(const eg_fixed_plan *p, int i, double steep)
{
    double give = 0.0;
    for (int k = 0; k < 2; k++) {
        int b = p->item[i].body[k];
        if (b > 0 && p->mass[b] > 0.0)
            give += p->item[i].factor[k] * p->item[i].factor[k] / p->mass[b];
    }
    return give > 0.0 ? steep / (give * p->step) : steep / p->step;
}

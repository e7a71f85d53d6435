#include "simulate/balance.h"

#include <math.h>

/* What an engine without a tolerance leaves open at most: rounding, over many steps and events. */
static const double CLOSED = 1e-6;
/* Errors allowed to the motion, a hundred times the tolerance (docs/accuracy.md), show in the energy. */
static const double TOLERANCES = 100;
/* Energies count as far as rounding leaves them six digits, as many as are asked for. */
static const double DIGITS = 1e6;

void eg_balance_fill(eg_network *s, const double *y, const eg_march_result *march, double initial,
                     double tolerance, eg_energy *e)
{
    const double *work = march->work;
    e->initial = initial;
    e->supplied = work[EG_POWER_SUPPLIED] + s->jump_work;
    e->turnover = work[EG_POWER_TURNOVER] + s->jump_turnover;
    e->dissipated = work[EG_POWER_DISSIPATED] + s->jump_loss;
    s->base.ops->energy(&s->base, march->end_time, y, &e->kinetic, &e->potential);
    double now = e->kinetic + e->potential, imbalance = initial + e->supplied - (now + e->dissipated);
    double largest = fmax(initial + e->turnover, fmax(now, fabs(e->dissipated)));
    largest = fmax(largest, DIGITS * eg_network_energy_rounding(s, march->end_time, y));
    e->error = imbalance == 0 ? 0 : fabs(imbalance) / largest;
    e->allowed = fmax(CLOSED, TOLERANCES * tolerance);
    e->likely = NULL;
}

bool eg_balance_is_open(const eg_energy *e)
{
    return isfinite(e->error) && e->error > e->allowed;
}

eg_status eg_balance_tell(const eg_energy *e, eg_diagnostics *d)
{
    if (!isfinite(e->error)) {
        eg_report(
            d, EG_ERROR, EG_NOWHERE,
            "the energy balance is no finite number: %g J at the start, %g J supplied, %g J dissipated, "
            "%g J kinetic and %g J potential at the end",
            e->initial, e->supplied, e->dissipated, e->kinetic, e->potential);
        eg_remedy(d, "look for a mass, a stiffness or a speed whose energy is beyond 1.8e308 J");
        return EG_ERROR_SIMULATION;
    }
    if (eg_balance_is_open(e)) {
        eg_report(d, EG_WARNING, EG_NOWHERE,
                  "the energy balance does not close: %.2g of the energy in play is missing or left over, "
                  "where %.2g is allowed%s%s",
                  e->error, e->allowed, e->likely ? "; most likely at " : "", e->likely ? e->likely : "");
        eg_remedy(d,
                  "do not trust this result before another engine or a smaller tolerance has confirmed it");
    }
    return EG_OK;
}

#include "simulate/balance.h"

#include <math.h>
#include <string.h>

/* What an engine without a tolerance leaves open at most: rounding, over many steps and events. */
static const double CLOSED = 1e-6;
/* Errors allowed to the motion, a hundred times the tolerance (docs/accuracy.md), show in the energy. */
static const double TOLERANCES = 100;
/* Energies count as far as rounding leaves them six digits, as many as are asked for. */
static const double DIGITS = 1e6;

eg_balance_start eg_balance_begin(eg_network *s, double t, const double *y)
{
    double kinetic, potential;
    s->base.ops->energy(&s->base, t, y, &kinetic, &potential);
    return (eg_balance_start){kinetic + potential, s->jump_work, s->jump_turnover, s->jump_loss};
}

double eg_balance_tolerance(const eg_engine *engine, double asked)
{
    const char *reason, *name = engine->ops->name;
    if (engine->ops == &eg_engine_auto)
        name = eg_auto_choice(engine, &reason);
    bool is_exact = strcmp(name, eg_engine_exact.name) == 0;
    return is_exact || engine->ops == &eg_engine_fixed || engine->tolerance == 0 ? 0 : asked;
}

double eg_balance_missing(const eg_energy *e)
{
    return e->initial + e->supplied - (e->kinetic + e->potential + e->dissipated);
}

double eg_balance_largest(const eg_energy *e)
{
    return fmax(e->initial + e->turnover, fmax(e->kinetic + e->potential, fabs(e->dissipated)));
}

void eg_balance_fill(eg_network *s, const double *y, const eg_march_result *march,
                     const eg_balance_start *start, double tolerance, eg_energy *e)
{
    const double *work = march->work;
    e->initial = start->energy;
    e->supplied = work[EG_POWER_SUPPLIED] + (s->jump_work - start->jump_work);
    e->turnover = work[EG_POWER_TURNOVER] + (s->jump_turnover - start->jump_turnover);
    e->dissipated = work[EG_POWER_DISSIPATED] + (s->jump_loss - start->jump_loss);
    s->base.ops->energy(&s->base, march->end_time, y, &e->kinetic, &e->potential);
    double missing = eg_balance_missing(e);
    double least = DIGITS * eg_network_energy_rounding(s, march->end_time, y);
    e->error = missing == 0 ? 0 : fabs(missing) / fmax(eg_balance_largest(e), least);
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

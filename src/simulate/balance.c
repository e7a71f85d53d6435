#include "simulate/balance.h"
#include "network/motion/accounts.h"
#include "network/motion/energy.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What an engine without a tolerance leaves open at most: rounding, over many steps and events. */
static const double CLOSED = 1e-6;
/* Errors allowed to the motion, a hundred times the tolerance (docs/accuracy.md), show in the energy. */
static const double TOLERANCES = 100;
/* What begins at rest may only tremble by rounding: energies count as far as that leaves them six digits, as
 * many as are asked for. A speed that somebody gives is known without. */
static const double DIGITS = 1e6;
/* With so many times the energy that it ever had a motion is none. */
static const double MADE_UP = 100;

eg_balance_start eg_balance_begin(eg_network *s, double t, const double *y)
{
    double kinetic, potential;
    s->base.ops->energy(&s->base, t, y, &kinetic, &potential);
    return (eg_balance_start){kinetic + potential, kinetic,        s->jumped.work,
                              s->jumped.turnover,  s->jumped.loss, eg_network_heat_stock(s, y)};
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

static void fill_heat(const eg_network *s, const double *y, const double *work, double start, eg_energy *e)
{
    double stock = eg_network_heat_stock(s, y);
    e->has_heat = true;
    e->heated = work[EG_POWER_HEATED];
    e->heat_supplied = work[EG_POWER_HEAT_SUPPLIED];
    e->heat_stored = stock - start;
    e->heat_removed = work[EG_POWER_HEAT_REMOVED];
    e->heat_turnover = work[EG_POWER_HEAT_TURNOVER];
    double missing = e->heated + e->heat_supplied - e->heat_stored - e->heat_removed;
    double least = DIGITS * DBL_EPSILON * fmax(fabs(stock), fabs(start));
    double largest = fmax(fmax(e->heat_turnover, fabs(e->heat_stored)), least);
    e->heat_error = missing == 0 ? 0 : fabs(missing) / largest;
}

void eg_balance_fill(eg_network *s, const double *y, const eg_march_result *march,
                     const eg_balance_start *start, double tolerance, eg_energy *e)
{
    const double *work = march->work;
    *e = (eg_energy){0};
    e->initial = start->energy;
    e->supplied = work[EG_POWER_SUPPLIED] + (s->jumped.work - start->jump_work);
    e->turnover = work[EG_POWER_TURNOVER] + (s->jumped.turnover - start->jump_turnover);
    e->dissipated = work[EG_POWER_DISSIPATED] + (s->jumped.loss - start->jump_loss);
    s->base.ops->energy(&s->base, march->end_time, y, &e->kinetic, &e->potential);
    e->potential += work[EG_POWER_STORED];
    double missing = eg_balance_missing(e);
    double least = start->kinetic > 0 ? 0 : DIGITS * eg_network_energy_rounding(s, march->end_time, y);
    const double gained = -e->dissipated; /* by what can only lose */
    const double off = gained > fabs(missing) ? gained : fabs(missing);
    e->error = off == 0 ? 0 : off / fmax(eg_balance_largest(e), least);
    e->allowed = eg_balance_allowed(tolerance);
    if (s->base.has_heat && march->has_heat)
        fill_heat(s, y, work, start->heat, e);
}

double eg_balance_allowed(double tolerance)
{
    return fmax(CLOSED, TOLERANCES * tolerance);
}

bool eg_balance_is_open(const eg_energy *e)
{
    return isfinite(e->error) && e->error > e->allowed;
}

bool eg_balance_heat_is_open(const eg_energy *e)
{
    return isfinite(e->heat_error) && e->heat_error > e->allowed;
}

/* Of the mechanics may be closed, and heat not. */
static void tell_heat(const eg_energy *e, eg_diagnostics *d)
{
    if (!eg_balance_heat_is_open(e))
        return;
    eg_report(
        d, EG_WARNING, EG_NOWHERE,
        "the heat balance does not close: %.2g of the heat in play is missing or left over, where %.2g is "
        "allowed",
        e->heat_error, e->allowed);
    eg_remedy(d, "do not trust these temperatures before another engine or a smaller tolerance has confirmed "
                 "them");
}

/* By how many times more energy there is at the end than was there at the start and has passed since; 0: by
 * none. */
static double from_nothing(const eg_energy *e)
{
    const double end = e->kinetic + e->potential, had = fabs(e->initial) + e->turnover;
    return eg_balance_is_open(e) && end > had ? end / had : 0;
}

eg_status eg_balance_tell(const eg_energy *e, eg_diagnostics *d)
{
    if (!isfinite(e->error) || !isfinite(e->heat_error)) {
        eg_report(
            d, EG_ERROR, EG_NOWHERE,
            "the energy balance is no finite number: %g J at the start, %g J supplied, %g J dissipated, "
            "%g J kinetic and %g J potential at the end%s%s",
            e->initial, e->supplied, e->dissipated, e->kinetic, e->potential,
            e->likely ? "; first of all for " : "", e->likely ? e->likely : "");
        eg_remedy(d, "look for a mass, a stiffness or a speed whose energy is beyond 1.8e308 J");
        return EG_ERROR_SIMULATION;
    }
    if (from_nothing(e) > MADE_UP) {
        eg_report(
            d, EG_ERROR, EG_NOWHERE,
            "the motion is made of rounding: it ends with %.2g J, %.2g times as much as all that was there "
            "at the start or has been supplied, stored or lost since%s%s",
            e->kinetic + e->potential, from_nothing(e), e->likely ? "; most likely at " : "",
            e->likely ? e->likely : "");
        eg_remedy(d, "look for a damping, a stiffness or a mass there that is out of all proportion to the "
                     "others");
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
    tell_heat(e, d);
    return EG_OK;
}

/* The energy balance of a run: whether it closes, what is said where it does not, and where that may be. */
#ifndef EG_SIMULATE_BALANCE_H
#define EG_SIMULATE_BALANCE_H

#include "elastogap/simulate.h"
#include "engine/engine.h"
#include "network/network.h"

/* What a run begins with [J]: its mechanical energy, and what instants have brought so far. */
typedef struct eg_balance_start {
    double energy, kinetic, jump_work, jump_turnover, jump_loss, heat;
} eg_balance_start;

eg_balance_start eg_balance_begin(eg_network *s, double t, const double *y);
/* The balance of a run that began so and has come to march->end_time and y. `tolerance` is that of its
 * engine, as eg_balance_tolerance has it. */
void eg_balance_fill(eg_network *s, const double *y, const eg_march_result *march,
                     const eg_balance_start *start, double tolerance, eg_energy *e);
/* The tolerance asked for, or 0 where the engine, or what `auto` has chosen, has none. */
double eg_balance_tolerance(const eg_engine *engine, double asked);
/* The relative error that a run of such a tolerance is allowed. */
double eg_balance_allowed(double tolerance);
/* Initial and supplied energy, less what is there at the end and what is lost [J]; and the largest energy. */
double eg_balance_missing(const eg_energy *e);
double eg_balance_largest(const eg_energy *e);
/* More is missing, or left over, than allowed. Not so of a balance that is no finite number. */
bool eg_balance_is_open(const eg_energy *e);
bool eg_balance_heat_is_open(const eg_energy *e);
/* Reports a balance that is open (EG_OK), or no finite number, or of energy out of nothing
 * (EG_ERROR_SIMULATION). */
eg_status eg_balance_tell(const eg_energy *e, eg_diagnostics *d);
/* The component where the open balance of such a run is most likely, the model's string; or NULL. The run is
 * made once more, with accounts. */
const char *eg_balance_suspect(const eg_model *model, const eg_simulate_options *o, const eg_statistics *st);
/* Warns where such a run of s, whose rounding may show, ends elsewhere when forces and equations are
 * rounded otherwise; y: its end; rough: the unknown whose equations may round most, or -1. The run is made
 * once more for that, or else the warning says why not. */
void eg_balance_confirm(eg_network *s, const eg_simulate_options *o, const eg_statistics *st, const double *y,
                        int rough, eg_diagnostics *d);

#endif

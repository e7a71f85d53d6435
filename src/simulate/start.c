#include "simulate/start.h"

eg_status eg_simulate_start(const eg_model *model, eg_diagnostics *diagnostics, eg_trajectory **trajectory,
                            eg_statistics *statistics)
{
    eg_simulate_options o = eg_simulate_options_default(model);
    o.stop_time = o.start_time; /* no time passes */
    return eg_simulate(model, &o, diagnostics, trajectory, statistics);
}

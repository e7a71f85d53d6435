#include "simulate/tell.h"

#include "base/clock.h"

#include <stdbool.h>

static bool is_paced(const eg_simulate_options *o)
{
    return o->progress && o->progress_interval > 0;
}

eg_teller eg_teller_begin(const eg_simulate_options *options)
{
    const double begin = is_paced(options) ? eg_clock_seconds() : 0;
    return (eg_teller){options, begin + options->progress_interval};
}

int eg_teller_tell(eg_teller *teller, double time)
{
    const eg_simulate_options *o = teller->options;
    if (is_paced(o)) {
        const double now = eg_clock_seconds();
        if (now < teller->next)
            return 0;
        teller->next = now + o->progress_interval;
    }
    return o->progress ? o->progress(time, o->context) : 0;
}

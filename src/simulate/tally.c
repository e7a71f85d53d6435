#include "simulate/tally.h"

#include "base/names.h"

#include <math.h>

static bool fits(const char *pattern, const char *text)
{
    return !pattern || eg_match(pattern, text);
}

void eg_tally_begin(eg_tally *x, const eg_event_ask *ask)
{
    *x = (eg_tally){.since = NAN, .value = ask->kind == EG_ASK_COUNT ? 0 : NAN};
}

void eg_tally_add(eg_tally *x, const eg_event_ask *ask, double t, const char *component, const char *name)
{
    if (!fits(ask->component, component))
        return;
    if (ask->kind == EG_ASK_DURATION && !isnan(x->since) && isnan(x->value) && fits(ask->until, name))
        x->value = t - x->since;
    if (!fits(ask->event, name))
        return;
    x->seen++;
    if (ask->kind == EG_ASK_COUNT)
        x->value = (double)x->seen;
    else if (x->seen == ask->number && ask->kind == EG_ASK_TIME)
        x->value = t;
    else if (x->seen == ask->number)
        x->since = t;
}

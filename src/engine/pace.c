/* The watchdog of runs; pace.h says what it looks at. */
#include "engine/pace.h"

#include "base/clock.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* Of a model with few unknowns: slow are 1e8 steps to come, hopeless 1e10 (hours), which a lightly damped
 * start of a long run may seem to ask for: the more hopeless, the sooner it is believed. */
enum { STEPS = 5000, EACH = 20, IN_TURN = 40, BEYOND = 10 };
static const double slow = 2e4, hopeless = 2e6, beyond = 2e9; /* windows to come */

static const double for_each_asked = 100;       /* steps */
static const double over = 100, far_over = 1e8; /* times `most`; the further, the sooner it is believed */

eg_pace eg_pace_from(double t, int size, double max_steps, double time_limit, double deadline)
{
    double until = INFINITY;
    if (deadline > 0)
        until = deadline;
    else if (time_limit > 0)
        until = eg_clock_seconds() + time_limit;
    return (eg_pace){.window = STEPS + (long)EACH * size,
                     .begin = t,
                     .time_begun = t,
                     .deadline = until,
                     .most = max_steps > 0 ? max_steps : INFINITY};
}

double eg_pace_spent(const eg_pace *p)
{
    return p->most < INFINITY ? (double)(p->all + p->beside) / p->most : 0;
}

void eg_pace_go_on(eg_pace *p, double spent)
{
    p->all = p->most < INFINITY ? (long)(spent * p->most) : 0;
}

bool eg_pace_looks_at_clock(const eg_pace *p)
{
    return eg_clock_seconds() > p->deadline;
}

void eg_pace_describe_late(const eg_pace *p, double t, double time_limit, char *text, unsigned long size)
{
    const long all = p->all + p->steps;
    snprintf(text, size, "the time limit of %.2g s is reached, after %ld steps of %.2g s on average",
             time_limit, all, (t - p->time_begun) / (double)all);
}

void eg_pace_hand_over(eg_pace *p, double t)
{
    p->begin = t;
    p->all += p->steps;
    p->steps = 0;
    p->turns = IN_TURN - IN_TURN / 4;
}

eg_pace_verdict eg_pace_look(eg_pace *p, double t, double stop, double asked)
{
    const double passed = t - p->begin, to_come = stop - t;
    const double rest = to_come * (double)p->steps, all = (p->most + for_each_asked * asked) * passed;
    const int weight = (p->cost > 1 ? p->cost : 1) * (rest > far_over * all ? 5 : 1);
    const bool stands = passed <= 2 * DBL_EPSILON * fabs(t) * (double)p->steps;
    p->turns = to_come > hopeless * passed ? p->turns + (to_come > beyond * passed ? BEYOND : 1) : 0;
    p->short_turns = rest > over * all ? p->short_turns + weight : 0;
    p->step = passed / (double)p->steps;
    p->begin = t;
    p->all += p->steps;
    p->steps = 0;
    if (to_come > 0 && (double)(p->all + p->beside) > p->most + for_each_asked * asked)
        return EG_PACE_SPENT;
    if (p->short_turns >= IN_TURN && !stands)
        return EG_PACE_SPENT;
    if (to_come <= slow * passed)
        return EG_PACE_GOOD;
    if (stands)
        return EG_PACE_STANDS;
    return p->turns >= IN_TURN ? EG_PACE_HOPELESS : EG_PACE_SLOW;
}

void eg_pace_describe(const eg_pace *p, double t, double stop, char *text, unsigned long size)
{
    const double count = (stop - t) / p->step;
    if (p->step <= 2 * DBL_EPSILON * fabs(t))
        snprintf(text, size, "steps are no longer than the round-off of time");
    else
        snprintf(text, size, "steps are %.2g s there, and the rest would take %.2g of them", p->step, count);
}

void eg_pace_describe_spent(const eg_pace *p, double t, double stop, char *text, unsigned long size)
{
    const char *end = p->short_turns >= IN_TURN ? "have been made" : "are used up";
    snprintf(text, size,
             "%ld steps and events %s, the last steps of %.2g s, and the rest would take %.2g more",
             p->all + p->beside, end, p->step, (stop - t) / p->step);
}

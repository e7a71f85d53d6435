/* What the times and the tolerance of a run may be. */
#include "base/span.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static const double most_rows = 1e8;
static const double shortest = 1e-150; /* [s] below it, squares of times are no longer numbers */
static const double fewest_ulps = 1000;

/* How far apart doubles are at the later of the two times [s]. */
static double resolution(double start, double stop)
{
    return DBL_EPSILON * fmax(fabs(start), fabs(stop));
}

double eg_span_origin(double start, double stop)
{
    const double nearest = start > 0.0 ? start : -stop; /* to 0, where both lie on one side of it */
    return nearest >= stop - start && stop > start ? start : 0.0;
}

double eg_span_since(double origin, double t)
{
    double since = t - origin;
    while (origin + since < t)
        since = nextafter(since, INFINITY);
    return since;
}

bool eg_span_is_right(double start, double stop, bool may_be_empty, eg_complaint *c)
{
    double span = stop - start, least = fmax(shortest, fewest_ulps * resolution(start, stop));
    c->remedy[0] = '\0';
    if (isfinite(span) && stop == start && may_be_empty)
        return true;
    if (!isfinite(span)) {
        snprintf(c->message, sizeof c->message, "StopTime = %.9g s and StartTime = %.9g s are no finite span",
                 stop, start);
        snprintf(c->remedy, sizeof c->remedy, "write two finite times");
        return false;
    }
    if (stop <= start) {
        snprintf(c->message, sizeof c->message, "StopTime = %.9g s does not lie behind StartTime = %.9g s",
                 stop, start);
        snprintf(c->remedy, sizeof c->remedy, "write a StopTime that is more than the StartTime");
        return false;
    }
    if (span >= least)
        return true;
    snprintf(c->message, sizeof c->message,
             "the span of %.3g s from StartTime = %.17g s to StopTime = %.17g s is too short: numbers "
             "resolve no less than %.3g s there",
             span, start, stop, least);
    snprintf(c->remedy, sizeof c->remedy, "%s",
             least > shortest ? "let time begin near 0, or simulate longer" : "simulate longer");
    return false;
}

bool eg_interval_is_right(double start, double stop, double interval, eg_complaint *c)
{
    double span = stop - start, least = fmax(span / most_rows, 2.0 * resolution(start, stop));
    c->remedy[0] = '\0';
    if (!(interval > 0.0) || !isfinite(interval)) {
        snprintf(c->message, sizeof c->message, "Interval = %.9g s must be more than 0", interval);
        snprintf(c->remedy, sizeof c->remedy, "leave it away for 500 intervals, or take one of %.9g s",
                 span / 500.0);
        return false;
    }
    if (interval >= least)
        return true;
    snprintf(c->message, sizeof c->message,
             "Interval = %.9g s would store %.3g rows from %.9g s to %.9g s; at most %.0e are, at times "
             "that differ",
             interval, span / interval, start, stop, most_rows);
    snprintf(c->remedy, sizeof c->remedy, "take an interval of at least %.3g s, or a shorter span", least);
    return false;
}

bool eg_tolerance_is_right(double tolerance, eg_complaint *c)
{
    c->remedy[0] = '\0';
    if (tolerance >= 1e-12 && tolerance <= 1e-2)
        return true;
    snprintf(c->message, sizeof c->message, "Tolerance = %.9g is not between 1e-12 and 1e-2", tolerance);
    snprintf(c->remedy, sizeof c->remedy, "write a number in this range; 1e-6 is usual");
    return false;
}

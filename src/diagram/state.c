/* How contacts and friction stand at the start: by the first row of a result, else of contacts by the start
 * values that the text gives. */
#include "diagram/diagram.h"

#include "elastogap/trajectory.h"

#include <float.h>
#include <math.h>

/* What a variable of the component is at the start; NAN where the result does not have it. */
static double value_of(const eg_diagram *d, const eg_box *b, const eg_trajectory *start, const char *variable)
{
    if (!start || eg_trajectory_rows(start) == 0 || eg_class_variable(b->class, variable) < 0)
        return NAN;
    const char *path = eg_arena_format(d->arena, "%s.%s", b->path, variable);
    const long signal = path ? eg_trajectory_find(start, path) : -1;
    return signal < 0 ? NAN : eg_trajectory_value(start, (size_t)signal, 0);
}

/* s_rel as the text gives it; NAN: it does not. */
static double given_distance(const eg_box *b)
{
    const int variable = eg_class_variable(b->class, "s_rel");
    for (int k = 0; b->instance && k < b->instance->start_count; k++)
        if (b->instance->starts[k].variable == variable)
            return b->instance->starts[k].start;
    return NAN;
}

/* What is left of a distance by the rounding of the positions that it lies between. */
static double resolution(const eg_diagram *d, const eg_box *b, const eg_trajectory *start)
{
    double largest = fabs(b->free);
    for (int i = 0; i < b->count; i++) {
        const eg_terminal *t = &d->terminals[d->ports[b->first + i]];
        const char *path = eg_arena_format(d->arena, "%s.%s.s", b->path, t->name);
        const long signal = path ? eg_trajectory_find(start, path) : -1;
        if (signal >= 0)
            largest = fmax(largest, fabs(eg_trajectory_value(start, (size_t)signal, 0)));
    }
    return 4 * DBL_EPSILON * largest;
}

static eg_status read_contact(eg_diagram *d, eg_box *b, const eg_trajectory *start)
{
    const int p = b->instance ? eg_class_parameter(b->class, "s_rel0") : -1;
    const double contact = value_of(d, b, start, "contact"), distance = value_of(d, b, start, "s_rel");
    b->free = p >= 0 ? b->instance->p[p] : NAN;
    b->opening = distance - b->free;
    b->is_closed = contact > 0;
    if (isnan(contact)) { /* nothing is known but the text */
        b->opening = NAN;
        b->is_closed = given_distance(b) <= b->free;
        return EG_OK;
    }
    b->state = b->is_closed ? "in contact" : "open";
    if (isnan(b->opening))
        return EG_OK;
    if (fabs(b->opening) <= resolution(d, b, start)) {
        b->opening = 0;
        b->is_closed = true;
        b->state = "touching";
        return EG_OK;
    }
    b->state = eg_diagram_quantity(d->arena, b->opening > 0 ? "open" : "pressed", fabs(b->opening), "m");
    return b->state ? EG_OK : EG_ERROR_MEMORY;
}

/* Modes of MSL's friction, and at which stop a sliding mass stands. */
static void read_friction(const eg_diagram *d, eg_box *b, const eg_trajectory *start)
{
    static const char *const modes[] = {"slides backward", "stuck", "slides forward", "free"};
    const double mode = value_of(d, b, start, "mode"), stop = value_of(d, b, start, "stopped");
    if (mode >= -1 && mode <= 2)
        b->state = modes[(int)mode + 1];
    if (stop == 1 || stop == -1)
        b->state = stop > 0 ? "at the right stop" : "at the left stop";
}

eg_status eg_diagram_read_states(eg_diagram *d, const eg_trajectory *start)
{
    eg_status status = EG_OK;
    d->widest = 0;
    for (int i = 0; i < d->box_count && status == EG_OK; i++) {
        eg_box *b = &d->boxes[i];
        b->free = b->opening = NAN;
        if (!b->class)
            continue;
        if (eg_class_variable(b->class, "contact") >= 0)
            status = read_contact(d, b, start);
        else
            read_friction(d, b, start);
        if (isfinite(b->opening) && b->opening > d->widest)
            d->widest = b->opening;
    }
    return status;
}

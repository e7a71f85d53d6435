#include "fmi/import/input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void eg_mockup_inputs_release(eg_mockup_inputs *in)
{
    eg_stimulus_release(&in->drive);
    eg_trajectory_free(in->table);
    free(in->port);
    free(in->given);
    free(in->slope);
    *in = (eg_mockup_inputs){0};
}

static void report_no_input(const eg_mockup *u, const char *path, const char *name)
{
    const eg_facts *f = &u->facts;
    const char **names = calloc(f->port_count + 1, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; names && f->ports && i < f->port_count; i++)
        if (f->ports[i].causality == EG_PORT_INPUT)
            names[count++] = f->ports[i].name;
    const char *best = names ? eg_nearest(name, names, count) : NULL;
    eg_report(u->d, EG_ERROR, EG_NOWHERE, "%s has a column '%s', but the FMU has no input of that name", path,
              name);
    if (best)
        eg_remedy(u->d, "did you mean '%s'?", best);
    else if (count == 0)
        eg_remedy(u->d, "it has no inputs at all: leave --input out");
    else
        eg_remedy(u->d, "write the name of an input, such as '%s'", names[0]);
    free(names);
}

/* Is this a value of a type that is no Float? As doubles the largest ones of 64 bits are rounded. */
static bool holds(eg_port_type type, double value)
{
    static const double ranges[][2] = {[EG_PORT_INT8] = {INT8_MIN, INT8_MAX},
                                       [EG_PORT_UINT8] = {0, UINT8_MAX},
                                       [EG_PORT_INT16] = {INT16_MIN, INT16_MAX},
                                       [EG_PORT_UINT16] = {0, UINT16_MAX},
                                       [EG_PORT_INT32] = {INT32_MIN, INT32_MAX},
                                       [EG_PORT_UINT32] = {0, UINT32_MAX},
                                       [EG_PORT_INT64] = {-0x1p63, 0x1p63},
                                       [EG_PORT_UINT64] = {0, 0x1p64},
                                       [EG_PORT_BOOLEAN] = {0, 1}};
    return value == rint(value) && value >= ranges[type][0] && value <= ranges[type][1];
}

/* The port that column i drives. */
static eg_status bind(eg_mockup_inputs *in, const char *path, size_t i, bool *is_held)
{
    const eg_facts *f = &in->unit->facts;
    const char *name = eg_trajectory_signal(in->table, i).name;
    long port = eg_facts_find(f, name);
    const eg_mockup_port *p = port >= 0 ? &f->ports[port] : NULL;
    const char *why = NULL;
    if (!p || p->causality != EG_PORT_INPUT) {
        report_no_input(in->unit, path, name);
        return EG_ERROR_USAGE;
    }
    if (p->type >= EG_PORT_STRING)
        why = "whose type no table of numbers can give";
    else if (p->extent_count > 0)
        why = "which is an array";
    else if (p->is_clocked)
        why = "which belongs to a clock";
    in->port[i] = (size_t)port;
    *is_held = !p->is_continuous;
    for (size_t row = 0; row < eg_trajectory_rows(in->table) && !why; row++) {
        double v = eg_trajectory_value(in->table, i, row);
        if (!isfinite(v))
            why = "which must have finite values";
        else if (p->type > EG_PORT_FLOAT32 && !holds(p->type, v))
            why = p->type == EG_PORT_BOOLEAN ? "which is true or false, 1 or 0"
                                             : "which takes whole numbers of its type only";
    }
    if (!why)
        return EG_OK;
    eg_report(in->unit->d, EG_ERROR, EG_NOWHERE, "%s has a column for the input %s, %s", path, name, why);
    eg_remedy(in->unit->d, "leave the column out of the table, or mend its values");
    return EG_ERROR_USAGE;
}

eg_status eg_mockup_inputs_read(eg_mockup_inputs *in, eg_mockup *u, const char *path)
{
    *in = (eg_mockup_inputs){.unit = u};
    if (!path)
        return EG_OK;
    eg_status status = eg_trajectory_read(path, u->d, &in->table);
    if (status != EG_OK)
        return status;
    size_t count = eg_trajectory_signals(in->table);
    size_t *signal = calloc(count + 1, sizeof *signal);
    bool *is_held = calloc(count + 1, sizeof *is_held);
    in->port = calloc(count + 1, sizeof *in->port);
    in->given = calloc(count + 1, sizeof *in->given);
    in->slope = calloc(count + 1, sizeof *in->slope);
    status = signal && is_held && in->port && in->given && in->slope ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK && eg_trajectory_rows(in->table) == 0) {
        eg_report(u->d, EG_ERROR, EG_NOWHERE, "%s has no rows", path);
        eg_remedy(u->d, "give it a line of names that begins with time, and rows below");
        status = EG_ERROR_USAGE;
    }
    for (size_t i = 0; i < count && status == EG_OK; i++) {
        signal[i] = i;
        in->given[i] = NAN;
        status = bind(in, path, i, &is_held[i]);
    }
    if (status == EG_OK && !eg_stimulus_init(&in->drive, in->table, signal, is_held, count))
        status = EG_ERROR_MEMORY;
    free(signal);
    free(is_held);
    return status;
}

bool eg_mockup_inputs_give(eg_mockup_inputs *in, double t, bool all)
{
    for (size_t i = 0; in->table && i < in->drive.count; i++) {
        const eg_mockup_port *p = &in->unit->facts.ports[in->port[i]];
        double value = eg_stimulus_value(&in->drive, i, t);
        if (value == in->given[i] || !(all || p->is_continuous))
            continue;
        if (!eg_mockup_set(in->unit, p->type, &p->reference, 1, &value))
            return false;
        in->given[i] = value;
    }
    return true;
}

bool eg_mockup_inputs_foresee(eg_mockup_inputs *in, double from, double to)
{
    for (size_t i = 0; in->table && in->unit->facts.interpolates && i < in->drive.count; i++) {
        const eg_mockup_port *p = &in->unit->facts.ports[in->port[i]];
        double slope = (eg_stimulus_ahead(&in->drive, i, to) - in->given[i]) / (to - from);
        if (!p->is_continuous || p->type != EG_PORT_FLOAT64 || isnan(in->given[i]))
            continue;
        slope = isfinite(slope) ? slope : 0;
        if ((slope != 0 || in->slope[i] != 0) && !eg_mockup_set_slope(in->unit, p->reference, slope))
            return false;
        in->slope[i] = slope;
        in->given[i] = slope != 0 ? NAN : in->given[i]; /* it moves on its own */
    }
    return true;
}

bool eg_mockup_inputs_answer(eg_mockup_inputs *in, double t)
{
    for (size_t i = 0; in->table && i < in->drive.count; i++) {
        const eg_mockup_port *p = &in->unit->facts.ports[in->port[i]];
        double value = eg_stimulus_ahead(&in->drive, i, t);
        if (p->is_intermediate && !eg_mockup_set(in->unit, p->type, &p->reference, 1, &value))
            return false;
        in->given[i] = p->is_intermediate ? NAN : in->given[i];
    }
    return true;
}

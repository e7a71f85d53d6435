/* An FMU for Model Exchange as a system that engines advance: differential equations, and event
 * indicators as switching functions.
 *
 * FMI counts an event where an indicator z changes between z > 0 and z <= 0. A mode begins with every z
 * in one of these domains; its switching function is h = z in the first one, h = d - z with d the least
 * positive double in the second, so that h > 0 is exactly the domain, and h falls where the mode ends.
 * An FMU looks at its own relations when it is told of an event: what has not crossed yet has not
 * changed for it. So no function fires by its rate (rates are 0 here), and one within round-off of 0
 * where its mode begins fires only once it is beyond round-off on the other side (rule 2 of
 * engine/watch.h). */
#ifndef EG_FMI_IMPORT_EXCHANGE_H
#define EG_FMI_IMPORT_EXCHANGE_H

#include "elastogap/simulate.h"
#include "engine/engine.h"
#include "fmi/import/input.h"
#include "fmi/import/rows.h"

typedef struct eg_exchange {
    eg_system base; /* first */
    eg_observer observer;
    eg_mockup *unit;
    eg_mockup_inputs *inputs;
    eg_mockup_rows *rows;
    double start, stop, tolerance;
    size_t n, indicators;
    double *x, *f, *slope, *nominal; /* (n) what the instance has; scratch; nominal values, or INFINITY */
    double *size, *least;            /* (n) what states begin with, 0 where they do with nothing; below
                                      * what size no accuracy is asked for */
    double *z;                       /* (indicators) */
    uint32_t *rates;                 /* (n) value references of derivatives, of an FMU that tells their
                                      * Jacobian; else NULL */
    bool *is_below;                  /* (indicators) in this mode z <= 0 */
    double t;
    bool is_placed;   /* the instance is at (t, x) */
    double next_time; /* that the FMU has announced */
    bool is_event,
        stepped;     /* the present instant is more than a kink of inputs; was asked for after a step */
    long row_before; /* rows when the present instant began */
    int *start_of, *row_of; /* the pattern of the Jacobian: full */
    eg_pattern full;
    bool *all; /* (n) true */
    int (*progress)(double time, eg_progress *context);
    eg_progress *context;
} eg_exchange;

/* After instantiation and settings. EG_OK, EG_ERROR_MODEL (reported), EG_ERROR_MEMORY. Release in any
 * case. */
eg_status eg_exchange_init(eg_exchange *e, eg_mockup *unit, eg_mockup_inputs *inputs, eg_mockup_rows *rows);
void eg_exchange_release(eg_exchange *e);

#endif

/* Rows on the output grid of a run that `march` drives. Rows of one step may be made many at once, where the
 * observer gathers them. */
#ifndef EG_ENGINE_GRID_H
#define EG_ENGINE_GRID_H

#include "engine/engine.h"

typedef struct eg_grid {
    eg_engine *engine;
    eg_observer *observer;
    const eg_march_options *options;
    double index;     /* of the next point */
    double *target;   /* no grid: points that are asked for one after the other; NULL: a grid */
    double *y, *yp;   /* (n) a point; the caller's */
    double *times;    /* (most) of points that are gathered */
    double *gathered; /* (n x most) */
    int most;
} eg_grid;

/* The next point, and past it. */
double eg_grid_time(const eg_grid *g);
void eg_grid_pass(eg_grid *g);
/* Stores the points of the step up to its end. Where something `happens` there, those within reach are left
 * to its rows. *last: the time of the last one stored, if any. */
eg_status eg_grid_store(eg_grid *g, double end, bool happens, double *last);
/* Shows what is aside in the step up to its end at the time `end`, or where something `happens` before
 * that. */
eg_status eg_grid_show_asides(eg_grid *g, double end, bool happens);
void eg_grid_release(eg_grid *g);

#endif

/* What the engine `fixed` asks of a system: to be told as a plan, and what does not stand in the plan. */
#ifndef EG_FIXED_FACET_H
#define EG_FIXED_FACET_H

#include "base/system.h"
#include "fixed/model.h"

typedef struct eg_fixed_facet {
    /* The system from the consistent start y as a model of the fixed-step solver, the caller's. 0; 1 when it
     * is none: wish->reason says why; -1 out of memory. */
    int (*model)(eg_system *s, double t, const double *y, const eg_fixed_wish *wish, eg_fixed_model **model);
    /* The inputs of its plan at t, those that are functions of time. */
    void (*inputs)(eg_system *s, const eg_fixed_model *model, double t, double *inputs);
    /* Those that follow the motion, and states of blocks, where model->follows: the inputs at a row. */
    void (*follow)(eg_system *s, const eg_fixed_model *model, double t, const double *y, const double *yp,
                   double *inputs);
    /* What goes along beside the plan, at t, a step h after the row y, y': states of blocks and drives, what
     * equations and loops determine. y1 and yp1 say where bodies and temperatures are then. 0; 1 when the
     * equations have no value there; negative (reported). */
    int (*beside)(eg_system *s, double t, double h, const double *y, const double *yp, double *y1,
                  double *yp1);
    /* Bodies and temperatures of a state, into y. */
    void (*take)(eg_system *s, eg_fixed_model *model, const eg_fixed_state *state, double *y);
    /* y and y' of a state, in the modes that fit; events of equations happen where it is not only tried. 0;
     * 1 when the equations have no value there; or negative (reported). */
    int (*row)(eg_system *s, eg_fixed_model *model, const eg_fixed_state *state, double t, bool is_tried,
               double *y, double *yp);
} eg_fixed_facet;

#endif

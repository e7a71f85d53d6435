/* Runs of the engine exact on systems that are made of pieces (base/local.h): what `march` does, but each
 * cluster of bodies by its own clock. */
#ifndef EG_ENGINE_EXACT_MARCH_H
#define EG_ENGINE_EXACT_MARCH_H

#include "engine/course.h"
#include "base/local.h"

/* With a tolerance above 0 the run leaves off once a cluster is so stiff beside its motion that an engine
 * with that tolerance would do better, a step of which costs `dearer` steps of one body by powers. Clusters
 * with laws of a power make steps to `accuracy`, of the largest speeds in them. */
typedef struct eg_exact_task {
    eg_system *system;
    const eg_local *model;
    const eg_march_options *options;
    double tolerance, dearer, accuracy;
    eg_observer *observer;
    eg_counters *counters;
} eg_exact_task;

/* The pieces of a system at its start y. NULL: it is not made of any, or, with *status, there is no memory
 * (reported). */
const eg_local *eg_exact_pieces(eg_system *system, const eg_march_options *options, const double *y,
                                eg_status *status);
/* From (start_time, y, yp), consistent, to stop_time; answers as eg_march does. *left: only to
 * result->end_time. */
eg_status eg_exact_march(const eg_exact_task *task, double *y, double *yp, eg_march_result *result,
                         bool *left);
/* The same from point to point; NULL: *status says why (reported). What the task points to is to stay. */
eg_course *eg_exact_course(const eg_exact_task *task, double *y, double *yp, eg_march_result *result,
                           eg_status *status);

#endif

/* Runs of the engine exact on systems that are made of pieces (base/local.h): what `march` does, but each
 * cluster of bodies by its own clock. */
#ifndef EG_ENGINE_EXACT_MARCH_H
#define EG_ENGINE_EXACT_MARCH_H

#include "engine/engine.h"

/* From (start_time, y, yp), consistent, to stop_time; answers as eg_march does. With a tolerance above 0 it
 * leaves off, at result->end_time, once a cluster is so stiff beside its motion that an engine with that
 * tolerance would do better: then *left. Clusters with laws of a power make steps to `accuracy`, of the
 * largest speeds in them. */
eg_status eg_exact_march(eg_system *system, const eg_local *model, const eg_march_options *options,
                         double tolerance, double accuracy, double *y, double *yp, eg_observer *observer,
                         eg_march_result *result, eg_counters *counters, bool *left);

#endif

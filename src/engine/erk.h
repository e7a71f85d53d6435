/* What `auto` wants to know of the engine `erk`. */
#ifndef EG_ENGINE_ERK_H
#define EG_ENGINE_ERK_H

#include "engine/engine.h"

/* Is y' explicit in the system's present mode? If not, `reason` says why, in words that follow "because". */
bool eg_erk_takes(eg_system *system, char *reason, size_t size);
/* y[n] at engine->t1. */
void eg_erk_state(const eg_engine *engine, double *y);
/* From now on failing steps are not reported: another engine takes over. */
void eg_erk_be_quiet(eg_engine *engine);
/* Have the last steps been at the edge of stability, if only some of them? */
bool eg_erk_is_at_edge(const eg_engine *engine);
/* Is it stability that limits its steps, and not accuracy? */
bool eg_erk_is_stiff(const eg_engine *engine);

#endif

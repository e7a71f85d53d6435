/* What `auto` wants to know of the engine `irk`. */
#ifndef EG_ENGINE_IRK_H
#define EG_ENGINE_IRK_H

#include "engine/engine.h"

/* More unknowns than this are not taken: matrices are full. */
enum { EG_IRK_MOST_UNKNOWNS = 200 };

/* y[n] at engine->t1. */
void eg_irk_state(const eg_engine *engine, double *y);
/* From now on failing steps are not reported: another engine takes over. */
void eg_irk_be_quiet(eg_engine *engine);

#endif

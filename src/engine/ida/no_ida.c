/* What stands for the engine ida in a build without SUNDIALS and KLU: its name, so that asking for it gets
 * an answer that says what is missing. */
#include "engine/engine.h"

const eg_engine_ops eg_engine_ida = {
    .name = "ida",
    .doc = "not in this build: SUNDIALS 6 with KLU was not found when it was made",
};

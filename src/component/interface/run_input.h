/* The hidden class of sources that stand for inputs of the whole model. */
#ifndef EG_COMPONENT_INTERFACE_RUN_INPUT_H
#define EG_COMPONENT_INTERFACE_RUN_INPUT_H

#include "component/class.h"

/* Its parameters. A run has values of its own in the place of `start`. */
enum { EG_INPUT_START, EG_INPUT_INDEX };

extern const eg_class eg_class_run_input;

#endif

/* Flanges and heat ports that only users' equations speak of. */
#ifndef EG_MODELICA_INSTANCE_ISLANDS_H
#define EG_MODELICA_INSTANCE_ISLANDS_H

#include "component/spec.h"
#include "modelica/instance/node.h"

/* Takes connectors to which no component of the library is joined out of the spec: potential and flow become
 * variables, connections between them are remembered (pins.c). False when memory is out. */
bool eg_free_islands(eg_reader *r, eg_spec *spec);

/* rigid.c: component[i] receives a number of the component that has connector i, where its equations hold its
 * connectors rigidly, otherwise -1. False when memory is out. */
bool eg_find_rigid(eg_reader *r, const eg_spec *spec, int *component);

#endif

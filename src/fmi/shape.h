/* What of a model is exchanged with the outside beyond the inputs and outputs that it declares: terminals,
 * further inputs and outputs. */
#ifndef EG_FMI_SHAPE_H
#define EG_FMI_SHAPE_H

#include "component/spec.h"
#include "fmi/variables.h"

typedef struct eg_fmu_shape {
    const char **flanges; /* "NAME=force", "NAME=motion" */
    const char **inputs;  /* patterns */
    const char **outputs; /* patterns */
    size_t flange_count, input_count, output_count;
} eg_fmu_shape;

/* Puts it into the spec, before it is compiled, which keeps the patterns of outputs. EG_OK; EG_ERROR_MODEL: a
 * name leads nowhere, or to something that cannot be given from outside (reported); EG_ERROR_MEMORY. */
eg_status eg_fmu_give_shape(eg_spec *spec, const eg_fmu_shape *shape, eg_diagnostics *d);

/* The native classes that terminals are made of, one after the other; NULL behind the last. */
const char *eg_fmu_shape_class(size_t i);

/* Has every pattern of outputs found something? Reports. */
bool eg_fmu_shape_holds(const eg_fmu_shape *shape, const eg_fmu_list *list, eg_diagnostics *d);

/* The port kind of terminal number i of a spec that has the shape. */
int eg_fmu_terminal_kind(const eg_fmu_shape *shape, const eg_spec *spec, size_t i);
/* terminalsAndIcons.xml of a spec that has the shape, malloc'ed; NULL out of memory. */
char *eg_fmu_terminals(const eg_fmu_shape *shape, const eg_spec *spec);

#endif

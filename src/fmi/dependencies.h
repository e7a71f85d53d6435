/* On which states and inputs derivatives and outputs depend: what ModelStructure tells. */
#ifndef EG_FMI_DEPENDENCIES_H
#define EG_FMI_DEPENDENCIES_H

#include "fmi/variables.h"

/* Unknown i, outputs first, then the derivatives of states, depends on the value references
 * items[first[i]] ... items[first[i + 1] - 1], ascending; on all of them where is_any[i]. */
typedef struct eg_fmu_dependencies {
    size_t *first;
    long *items;
    bool *is_any;
    size_t capacity;
} eg_fmu_dependencies;

/* 0, -1 out of memory; to be released in any case. */
int eg_fmu_find_dependencies(eg_fmu_dependencies *d, const eg_fmu_list *list, const eg_model *model);
void eg_fmu_dependencies_release(eg_fmu_dependencies *d);

/* The net of an output that is a signal, or -1; the variable of users' equations that it is, or -1. */
int eg_fmu_net_of_output(const eg_model *model, const char *name);
int eg_fmu_quantity_of_output(const eg_model *model, const char *name);
/* Have all derivatives and real outputs a derivative by states and inputs that is known exactly? */
bool eg_fmu_has_derivatives(const eg_fmu_list *list, const eg_model *model);

#endif

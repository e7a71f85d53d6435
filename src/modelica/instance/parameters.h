/* What values of users' parameters (parameters.c) and of native ones (native_parameters.c) share. */
#ifndef EG_MODELICA_INSTANCE_PARAMETERS_H
#define EG_MODELICA_INSTANCE_PARAMETERS_H

#include "modelica/instance/node.h"

/* A parameter that waits for others; the list leads from the newest to the oldest. */
typedef struct eg_waiting {
    eg_node *node;
    const char *parameter; /* of a native component; NULL: the node is the parameter */
    const struct eg_waiting *older;
} eg_waiting;

/* Reports "a -> b -> a": a waits for b, which waits for a. */
void eg_refuse_circle(eg_reader *r, const eg_waiting *again, eg_source *source, uint32_t at);

/* Narrows `min` and `max` to what the attributes of these names say, in `unit`. False: reported. */
bool eg_narrow_range(eg_reader *r, const eg_entry *entries, uint32_t count, const char *unit, double *min,
                     double *max);

/* Do all numbers of `v`, which `entry` gives, lie between the limits? False: reported. */
bool eg_check_range(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, const eg_value *v,
                    double min, double max);

/* Puts what a setting of some elements gives, k[2] = 3, into a copy of the array `v`. False: `v` is no array
 * or has no such element, which is reported, or memory is out. */
bool eg_set_element(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, eg_value *v);

#endif

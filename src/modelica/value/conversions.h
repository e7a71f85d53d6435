/* The functions of Modelica.Units.Conversions, which libraries before MSL 4.0 kept in
 * Modelica.SIunits.Conversions: y = (x + before)*factor/divisor + after. */
#ifndef EG_MODELICA_VALUE_CONVERSIONS_H
#define EG_MODELICA_VALUE_CONVERSIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct eg_conversion {
    const char *name; /* "to_rpm" */
    double before, factor, divisor, after;
} eg_conversion;

/* By the full name, the present one or the former; NULL when there is none. */
const eg_conversion *eg_conversion_find(const char *full);
/* Is this one of the packages that they stand in, or one around those? */
bool eg_conversion_package(const char *full);
const eg_conversion *eg_conversions(size_t *count);
double eg_conversion_apply(const eg_conversion *c, double x);

#endif

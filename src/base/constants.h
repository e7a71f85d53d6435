/* Modelica.Constants: mathematics, machine and nature, with the values of MSL 4.1 (CODATA 2018). */
#ifndef EG_BASE_CONSTANTS_H
#define EG_BASE_CONSTANTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct eg_constant {
    const char *name; /* without its package: "pi" */
    double value;
    const char *type; /* a type of Modelica.Units ("Velocity"), "Integer", or NULL: plain Real */
    const char *unit; /* "1" when dimensionless */
    const char *doc;
} eg_constant;

/* All constants, sorted by name; *count receives their number. */
const eg_constant *eg_constants(size_t *count);
/* By full name ("Modelica.Constants.pi", "ModelicaServices.Machine.eps") or plain name ("pi"); NULL when
 * unknown. */
const eg_constant *eg_constant_find(const char *name);

#endif

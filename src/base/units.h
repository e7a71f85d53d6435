/* Units: the types of Modelica.Units as a table, and arithmetic with unit expressions.
 *
 * A unit expression follows the grammar of the Modelica specification, chapter 19: factors joined by
 * ".", at most one "/", powers as plain digits, parentheses around a compound denominator:
 * "N.s/m", "kg.m2", "m/s2", "W/(m2.K)", "1/K", "kN", "rev/min". Plane and solid angles are numbers
 * (rad = sr = 1), as in the SI; Hz is 1/s. */
#ifndef EG_BASE_UNITS_H
#define EG_BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

/* ---------------------------------------------------------------- types */

/* What a type such as Modelica.Units.SI.Force says of a Real. */
typedef struct eg_unit_type {
    const char *name;         /* without its package: "Force" */
    const char *unit;         /* "N" */
    const char *display_unit; /* what people like to read; NULL: the unit */
    double min, max;          /* inclusive; -INFINITY, INFINITY when open */
    double nominal;           /* NAN: none */
    double start;             /* NAN: none */
    bool non_si;              /* lives in Modelica.Units.NonSI */
} eg_unit_type;

/* All types, sorted by name; *count receives their number. */
const eg_unit_type *eg_unit_types(size_t *count);
/* By plain name ("Force") or full name ("Modelica.Units.SI.Force", "Modelica.Units.NonSI.Angle_deg", and
 * "Modelica.SIunits.Force" as libraries before 4.0 wrote it); NULL when unknown. */
const eg_unit_type *eg_unit_of_type(const char *name);

/* ---------------------------------------------------------------- expressions */

/* The base units of the SI, and three scales that nothing else converts to. */
enum {
    EG_UNIT_M,
    EG_UNIT_KG,
    EG_UNIT_S,
    EG_UNIT_A,
    EG_UNIT_K,
    EG_UNIT_MOL,
    EG_UNIT_CD,
    EG_UNIT_DB,
    EG_UNIT_PHON,
    EG_UNIT_SONE,
    EG_UNIT_DIMENSIONS
};

/* SI value = (value + shift) * numerator/denominator * 10^decade. Kept apart so that decimal prefixes
 * convert without any rounding but the last. */
typedef struct eg_unit {
    int dimension[EG_UNIT_DIMENSIONS]; /* exponents */
    int decade;
    double numerator, denominator;
    double shift; /* of degC and degF standing alone; otherwise 0 */
} eg_unit;

/* NULL and "" are the unit 1. False when the text is no unit expression or has an unknown symbol. */
bool eg_unit_parse(const char *text, eg_unit *unit);
/* Do both mean the same: equal dimensions, factor and zero? Texts that do not parse are the same only
 * when they are equal. */
bool eg_unit_same(const char *a, const char *b);
/* Converts a value; false (and *out untouched) when a unit does not parse or the dimensions differ. */
bool eg_unit_convert(double value, const char *from, const char *to, double *out);

#endif

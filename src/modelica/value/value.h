/* Values of expressions: numbers, truth values, strings, enumeration literals, and arrays of them.
 *
 * Truth values are 0 and 1, Integers are kept in doubles (exact up to 2^53), literals are their index from
 * 0. A value may know its unit: that of the parameter it came from, or of a product or quotient of such.
 * A value without a known unit (a literal, for instance) fits any unit. */
#ifndef EG_MODELICA_VALUE_VALUE_H
#define EG_MODELICA_VALUE_VALUE_H

#include "modelica/scope/definition.h"

typedef struct eg_quantity {
    eg_unit unit;
    const char *text;
} eg_quantity;

typedef struct eg_value {
    int type;                    /* EG_REAL ... EG_STRING; -1: no value, something was reported */
    int rank;                    /* 0: a scalar */
    const long *dims;            /* rank of them */
    size_t count;                /* elements; 1 for a scalar */
    double number;               /* scalars other than strings */
    const char *text;            /* scalar strings */
    const double *numbers;       /* arrays, the last dimension running fastest */
    const char *const *texts;    /* arrays of strings */
    const char *const *literals; /* enumerations: which one it is */
    const char *type_name;       /* enumerations */
    const eg_quantity *unit;     /* NULL: not known */
} eg_value;

#define EG_NO_VALUE ((eg_value){.type = -1, .count = 1})

eg_value eg_value_number(int type, double number);
eg_value eg_value_text(const char *text);
/* An array of `count` numbers = product of the dims; both arrays are borrowed. */
eg_value eg_value_array(int type, int rank, const long *dims, const double *numbers);
/* The element at a flat index, with type, unit and literals of the whole. */
eg_value eg_value_element(const eg_value *v, size_t index);
/* The part v[index[0], index[1], ...] for fewer subscripts than dimensions; 0-based, in range. */
eg_value eg_value_slice(const eg_value *v, const long *index, int depth);
/* Room for the elements of an array of v's shape. NULL when out of memory. */
double *eg_value_room(eg_reader *r, size_t count);
/* A number, or an array of them? */
bool eg_value_is_number(const eg_value *v);
bool eg_value_same_shape(const eg_value *a, const eg_value *b);
/* Are both literals of one enumeration? Its literals may stand in several tables. */
bool eg_same_enumeration(const char *const *a, const char *a_name, const char *const *b, const char *b_name);
/* "Real", "Integer array of 3 x 2", "StateSelect" */
const char *eg_value_describe(eg_reader *r, const eg_value *v);
const char *eg_type_text(int type);
/* "3 x 2", or "a scalar" */
const char *eg_shape_text(eg_reader *r, int rank, const long *dims);

/* Units. A text that is no unit, NULL and "" give NULL: not known. */
const eg_quantity *eg_quantity_of(eg_reader *r, const char *text);
const eg_quantity *eg_quantity_product(eg_reader *r, const eg_quantity *a, const eg_quantity *b, bool divide);
/* a to the power n/2; NULL when an exponent would not be an integer. */
const eg_quantity *eg_quantity_power(eg_reader *r, const eg_quantity *a, int halves);
/* Is it certain that they differ? */
bool eg_quantity_differs(const eg_quantity *a, const eg_quantity *b);

#endif

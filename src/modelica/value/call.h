/* A function call being carried out: what functions.c and functions_array.c share. */
#ifndef EG_MODELICA_VALUE_CALL_H
#define EG_MODELICA_VALUE_CALL_H

#include "modelica/value/conversions.h"
#include "modelica/value/functions.h"
#include "modelica/instance/node.h"

enum { EG_ARGUMENT_LIMIT = 16 };

typedef struct eg_call {
    eg_reader *r;
    const eg_scope *scope;
    const eg_expr *e;
    const char *name;
    const eg_conversion *conversion; /* NULL: the function is none */
    eg_value *arguments;
    uint32_t count;
} eg_call;

/* Reports that argument i (from 0) is not what is wanted; returns false. */
bool eg_call_refuse(eg_call *c, uint32_t i, const char *wanted);
/* Reports that there is no finite result; returns false. */
bool eg_call_refuse_result(eg_call *c);

/* functions_array.c: the functions of these names. */
bool eg_call_min(eg_call *c, eg_value *result);
bool eg_call_max(eg_call *c, eg_value *result);
bool eg_call_sum(eg_call *c, eg_value *result);
bool eg_call_product(eg_call *c, eg_value *result);
bool eg_call_fill(eg_call *c, eg_value *result);
bool eg_call_zeros(eg_call *c, eg_value *result);
bool eg_call_ones(eg_call *c, eg_value *result);
bool eg_call_linspace(eg_call *c, eg_value *result);
bool eg_call_identity(eg_call *c, eg_value *result);
bool eg_call_diagonal(eg_call *c, eg_value *result);
bool eg_call_transpose(eg_call *c, eg_value *result);
bool eg_call_scalar(eg_call *c, eg_value *result);
bool eg_call_vector(eg_call *c, eg_value *result);
bool eg_call_size(eg_call *c, eg_value *result);
bool eg_call_ndims(eg_call *c, eg_value *result);
bool eg_call_stribeck_table(eg_call *c, eg_value *result);
/* dataset.c */
bool eg_call_columns(eg_call *c, eg_value *result);
bool eg_call_file_matrix(eg_call *c, eg_value *result);
/* surface.c */
bool eg_call_surface_slopes(eg_call *c, eg_value *result);
bool eg_call_filter_sections(eg_call *c, eg_value *result);

#endif

/* Checks of a spec's values and connections, shared by the calls that build it (spec.c) and by its
 * completion (spec_complete.c). */
#ifndef EG_COMPONENT_SPEC_CHECK_H
#define EG_COMPONENT_SPEC_CHECK_H

#include "base/number.h"
#include "component/spec.h"

/* Splits "housing.gap.c" into the instance "housing.gap" and its member "c". EG_ERROR_MODEL (not reported;
 * *owner NULL) when no such instance exists, EG_ERROR_MEMORY. */
eg_status eg_spec_split(const eg_spec *spec, const char *path, eg_instance **owner, const char **member);

/* May a call give the parameter this value? As eg_parameter_accepts; where the parameter has no limits of its
 * own those of its type hold, which the text of a model may widen. */
bool eg_parameter_takes(const eg_parameter *parameter, const char *owner, double value,
                        eg_diagnostics *diagnostics);

/* The same of each entry of a table, row by row; a message names the entry. */
bool eg_parameter_takes_table(const eg_parameter *parameter, const char *owner, const double *values,
                              size_t rows, int columns, eg_diagnostics *diagnostics);

/* Reports and answers false when the start value is not a number or outside of its type's range. */
bool eg_variable_accepts(const eg_variable *variable, const char *owner, double start, eg_place place,
                         eg_diagnostics *diagnostics);

/* How many numbers a row of the parameter has that calls give, 2 where any number is allowed; 0: it is no
 * matrix. */
static inline int eg_columns_of_calls(const eg_parameter *parameter)
{
    return parameter->columns == EG_ANY_COLUMNS ? 2 : parameter->columns;
}

typedef enum eg_connection_fit {
    EG_FIT_GOOD,
    EG_FIT_ABSENT, /* one end is a port that its condition removes; reported as a warning */
    EG_FIT_WRONG,  /* reported */
    EG_FIT_MEMORY
} eg_connection_fit;

/* Do both ends exist, and do they fit? With `conditions` also: do they exist given the present values of
 * the parameters? */
eg_connection_fit eg_connection_check(const eg_spec *spec, const eg_connection *connection, bool conditions,
                                      eg_diagnostics *diagnostics);

/* Reports that there is no component of that name, with the nearest one. */
void eg_report_no_instance(const eg_spec *spec, const char *path, eg_place place,
                           eg_diagnostics *diagnostics);

/* A number with its unit behind it, for messages: "-1 N/m". */
typedef struct eg_amount {
    char text[EG_NUMBER_SIZE + 40];
} eg_amount;
eg_amount eg_amount_of(double value, const char *unit);

/* Appends text to what stands in buffer[size] (NUL-terminated); ends with "..." what does not fit. */
void eg_text_append(char *buffer, size_t size, const char *text);

#endif

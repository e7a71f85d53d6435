/* Measurements: tables of comma-separated values as loggers and spreadsheets write them. */
#ifndef EG_FIT_DATA_H
#define EG_FIT_DATA_H

#include "base/arena.h"
#include "base/report.h"

#include <stdbool.h>

/* One file. A cell without a number (empty, nan, NA, -) is a sample that is missing. */
typedef struct eg_fit_data {
    const char *path;
    size_t rows, columns;
    const char **names; /* (columns) without their units */
    const char **units; /* (columns) "mm" of a head pos[mm], pos (mm); NULL: it says none */
    double *values;     /* column by column: (columns x rows); NAN where one is missing */
    int *lines;         /* (rows) of the file, from 1 */
} eg_fit_data;

/* Columns are parted by commas, semicolons or tabs; lines that begin with # are comments. EG_ERROR_FILE with
 * place and remedy; EG_ERROR_MEMORY. All is the arena's. */
eg_status eg_fit_data_read(eg_arena *arena, const char *path, eg_diagnostics *d, eg_fit_data *data);
/* The column of that name; -1: there is none (reported, unless d is NULL). */
long eg_fit_data_find(const eg_fit_data *data, const char *name, eg_diagnostics *d);
/* Cuts a text "pos[mm]" or "pos (mm)" in the arena in two. False: out of memory. */
bool eg_fit_data_name(eg_arena *arena, const char *text, size_t length, const char **name, const char **unit);

#endif

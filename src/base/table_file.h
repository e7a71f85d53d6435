/* Tables of numbers in files: text as Modelica's tables have it, comma-separated values, MATLAB's MAT
 * files. */
#ifndef EG_BASE_TABLE_FILE_H
#define EG_BASE_TABLE_FILE_H

#include "elastogap/base.h"

/* Which table. The ending of the path, in any case, says what the file is: .csv, .mat, else text. */
typedef struct eg_table_source {
    const char *path;
    const char *name;      /* of the matrix, "s.tab" in a structure of a MAT file; a CSV file has none */
    const char *delimiter; /* CSV: what stands between two numbers of a line, one character */
    int header_lines;      /* CSV: so many lines stand before the numbers */
} eg_table_source;

/* Row by row; `elements` is malloc'ed. */
typedef struct eg_table {
    double *elements; /* (rows x columns) */
    int rows, columns;
} eg_table;

/* Reads a table. EG_ERROR_FILE with a diagnostic that has the place in the file, and the remedy, when the
 * file cannot be read, or is malformed, or does not hold the table; EG_ERROR_UNAVAILABLE for a MAT file
 * without matio; EG_ERROR_MEMORY. The table is empty unless EG_OK is returned; free its elements with
 * free(). */
eg_status eg_table_read(const eg_table_source *source, eg_diagnostics *diagnostics, eg_table *table);

/* Has the file the ending ".csv"? Then its table needs no name. */
int eg_table_is_csv(const char *path);

/* table_mat.c: of a MAT file. */
eg_status eg_table_read_mat(const eg_table_source *source, eg_diagnostics *diagnostics, eg_table *table);

#endif

/* The file formats of trajectories, as eg_trajectory_write and eg_trajectory_read choose among them. */
#ifndef EG_RESULT_FORMATS_H
#define EG_RESULT_FORMATS_H

#include "base/file.h"
#include "base/names.h"
#include "base/trajectory.h"

#include <stdbool.h>

/* Appends to a file that is being made. EG_OK, or EG_ERROR_MEMORY and nothing is appended. */
eg_status eg_csv_put(const eg_trajectory *t, eg_file *file);
eg_status eg_csv_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics);
eg_status eg_csv_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory);
eg_status eg_mat_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics);
/* EG_ERROR_UNAVAILABLE where matio is missing. */
eg_status eg_mat_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory);

/* Appends a matrix, stored by columns, to a MAT file of level 4; neither rows nor columns are more than
 * INT32_MAX. A kind is what the first number of a matrix's header says, 1000 M + 100 O + 10 P + T: M the
 * order of bytes, P how its numbers are stored, T whether they are letters. */
typedef enum eg_mat_kind { EG_MAT_DOUBLES = 0, EG_MAT_INTEGERS = 20, EG_MAT_LETTERS = 51 } eg_mat_kind;
void eg_mat_put(eg_file *file, const char *name, eg_mat_kind kind, const void *data, size_t rows,
                size_t columns);

#endif

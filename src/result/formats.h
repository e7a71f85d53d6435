/* The file formats of trajectories, as eg_trajectory_write and eg_trajectory_read choose among them. */
#ifndef EG_RESULT_FORMATS_H
#define EG_RESULT_FORMATS_H

#include "base/trajectory.h"

#include <stdbool.h>

eg_status eg_csv_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics);
eg_status eg_csv_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory);
eg_status eg_mat_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics);
/* EG_ERROR_UNAVAILABLE where matio is missing. */
eg_status eg_mat_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory);

/* Does the path end with `ending` (".csv"), in any case? */
bool eg_path_ends(const char *path, const char *ending);

#endif

/* Which format a file of results has: told by the ending of its name. */
#include "result/formats.h"

#include "base/file.h"
#include "base/report.h"

eg_status eg_trajectory_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics)
{
    if (eg_path_ends(path, ".csv") || eg_file_is_special(path))
        return eg_csv_write(t, path, diagnostics);
    if (eg_path_ends(path, ".mat"))
        return eg_mat_write(t, path, diagnostics);
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
              "the name of a result file ends in .csv or .mat");
    eg_remedy(diagnostics, "name it for example \"%s.csv\"", path);
    return EG_ERROR_USAGE;
}

eg_status eg_trajectory_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory)
{
    if (eg_path_ends(path, ".mat"))
        return eg_mat_read(path, diagnostics, trajectory);
    return eg_csv_read(path, diagnostics, trajectory);
}

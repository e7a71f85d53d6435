/* Loading matio at run time. */
#include "base/matio_library.h"

#include "base/report.h"
#include "base/shared_library.h"

#ifdef EG_HAVE_MATIO

#include <stdbool.h>

/* Structures are laid out as in the header of the build only in the same minor version. */
static bool is_same_version(const eg_matio *m)
{
    int major = 0, minor = 0, release = 0;
    m->version(&major, &minor, &release);
    return major == MATIO_MAJOR_VERSION && minor == MATIO_MINOR_VERSION;
}

eg_status eg_matio_load(eg_matio *m, const char *path, eg_diagnostics *diagnostics)
{
    static const char *const names[] = {"libmatio.so.11", "libmatio.so", NULL};
    const eg_shared_function functions[] = {{"Mat_GetLibraryVersion", &m->version},
                                            {"Mat_Open", &m->open},
                                            {"Mat_Close", &m->close},
                                            {"Mat_VarRead", &m->var_read},
                                            {"Mat_VarFree", &m->var_free},
                                            {"Mat_VarGetStructFieldByName", &m->member}};
    m->handle = eg_shared_load(names, false, functions, sizeof functions / sizeof *functions);
    if (m->handle && is_same_version(m))
        return EG_OK;
    eg_matio_unload(m);
    return eg_matio_missing(path, diagnostics);
}

void eg_matio_unload(eg_matio *m)
{
    eg_shared_unload(m->handle);
    m->handle = NULL;
}

#endif

eg_status eg_matio_missing(const char *path, eg_diagnostics *diagnostics)
{
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path}, "%s",
#ifdef EG_HAVE_MATIO
              "MAT files need the library matio, which is not installed");
    eg_remedy(diagnostics, "install it (sudo apt install libmatio11), or use a .csv file");
#else
              "MAT files need the library matio, without which this program was built");
    eg_remedy(diagnostics, "install it (sudo apt install libmatio-dev) and build again, or use a .csv file");
#endif
    return EG_ERROR_UNAVAILABLE;
}

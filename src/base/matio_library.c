/* Loading matio at run time. */
#include "base/matio_library.h"

#include "base/report.h"

#ifdef EG_HAVE_MATIO

#include <dlfcn.h>
#include <string.h>

/* ISO C knows no cast from data to function pointers; POSIX promises that the bits are the same. */
static int find(void *handle, const char *name, void *function, size_t size)
{
    void *found = dlsym(handle, name);
    memcpy(function, &found, size);
    return found ? 0 : -1;
}

static int find_all(eg_matio *m)
{
#define FIND(member, name) find(m->handle, name, &m->member, sizeof m->member)
    return FIND(open, "Mat_Open") || FIND(close, "Mat_Close") || FIND(var_read, "Mat_VarRead") ||
           FIND(var_free, "Mat_VarFree") || FIND(member, "Mat_VarGetStructFieldByName");
#undef FIND
}

/* Structures are laid out as in the header of the build only in the same minor version. */
static int is_same_version(void *handle)
{
    int major = 0, minor = 0, release = 0;
    __typeof__(Mat_GetLibraryVersion) *version;
    if (find(handle, "Mat_GetLibraryVersion", &version, sizeof version) != 0)
        return 0;
    version(&major, &minor, &release);
    return major == MATIO_MAJOR_VERSION && minor == MATIO_MINOR_VERSION;
}

eg_status eg_matio_load(eg_matio *m, const char *path, eg_diagnostics *diagnostics)
{
    static const char *const names[] = {"libmatio.so.11", "libmatio.so"};
    memset(m, 0, sizeof *m);
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !m->handle; i++)
        m->handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (m->handle && is_same_version(m->handle) && find_all(m) == 0)
        return EG_OK;
    eg_matio_unload(m);
    return eg_matio_missing(path, diagnostics);
}

void eg_matio_unload(eg_matio *m)
{
    if (m->handle)
        dlclose(m->handle);
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

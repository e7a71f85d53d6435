/* Loading LAPACK at run time. */
#include "linearize/lapack.h"

#include "base/report.h"

#include <string.h>

#ifdef EG_HAVE_LAPACK

#include <dlfcn.h>

/* ISO C knows no cast from data to function pointers; POSIX promises that the bits are the same. */
static int find(void *handle, const char *name, void *function, size_t size)
{
    void *found = dlsym(handle, name);
    memcpy(function, &found, size);
    return found ? 0 : -1;
}

static int find_all(eg_lapack *l)
{
#define FIND(member) find(l->handle, #member "_", &l->member, sizeof l->member)
    return FIND(dgeev) || FIND(dgebal) || FIND(dgehrd) || FIND(dormhr);
#undef FIND
}

eg_status eg_lapack_load(eg_lapack *l)
{
    static const char *const names[] = {"liblapack.so.3", "liblapack.so"};
    memset(l, 0, sizeof *l);
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !l->handle; i++)
        l->handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (l->handle && find_all(l) == 0)
        return EG_OK;
    eg_lapack_unload(l);
    return EG_ERROR_UNAVAILABLE;
}

void eg_lapack_unload(eg_lapack *l)
{
    if (l->handle)
        dlclose(l->handle);
    l->handle = NULL;
}

#else

eg_status eg_lapack_load(eg_lapack *l)
{
    memset(l, 0, sizeof *l);
    return EG_ERROR_UNAVAILABLE;
}

void eg_lapack_unload(eg_lapack *l)
{
    (void)l;
}

#endif

void eg_lapack_missing(eg_diagnostics *d, eg_severity severity, const char *what)
{
    eg_report(d, severity, EG_NOWHERE, "%s the library LAPACK, %s", what,
#ifdef EG_HAVE_LAPACK
              "which is not installed");
    eg_remedy(d, "install it (sudo apt install liblapack3)");
#else
              "without which this program was built");
    eg_remedy(d, "install it (sudo apt install liblapack-dev) and build again");
#endif
}

/* Loading LAPACK at run time. */
#include "linearize/lapack.h"

#include "base/report.h"
#include "base/shared_library.h"

#include <string.h>

#ifdef EG_HAVE_LAPACK

eg_status eg_lapack_load(eg_lapack *l)
{
    static const char *const names[] = {"liblapack.so.3", "liblapack.so", NULL};
    const eg_shared_function functions[] = {
        {"dgeev_", &l->dgeev}, {"dgebal_", &l->dgebal}, {"dgehrd_", &l->dgehrd}, {"dormhr_", &l->dormhr}};
    l->handle = eg_shared_load(names, false, functions, sizeof functions / sizeof *functions);
    return l->handle ? EG_OK : EG_ERROR_UNAVAILABLE;
}

void eg_lapack_unload(eg_lapack *l)
{
    eg_shared_unload(l->handle);
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

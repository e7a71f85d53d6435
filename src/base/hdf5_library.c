/* Loading HDF5 at run time. */
#include "base/hdf5_library.h"

#include "base/report.h"
#include "base/shared_library.h"

#ifdef EG_HAVE_HDF5

#include <pthread.h>
#include <stdbool.h>

/* Of the library's state, which the process has once. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void eg_hdf5_enter(void)
{
    pthread_mutex_lock(&lock);
}

void eg_hdf5_leave(void)
{
    pthread_mutex_unlock(&lock);
}

/* What the header calls H5T_NATIVE_DOUBLE and so on are variables, which are there behind H5open. */
static int find_value(const eg_hdf5 *h, const char *name, hid_t *value)
{
    const hid_t *found;
    if (!eg_shared_find(h->handle, name, &found))
        return -1;
    *value = *found;
    return 0;
}

static int find_values(eg_hdf5 *h)
{
    return find_value(h, "H5T_NATIVE_DOUBLE_g", &h->doubles) ||
           find_value(h, "H5T_NATIVE_INT64_g", &h->integers) || find_value(h, "H5T_C_S1_g", &h->text) ||
           find_value(h, "H5P_CLS_FILE_ACCESS_ID_g", &h->of_file_access) ||
           find_value(h, "H5P_CLS_DATASET_CREATE_ID_g", &h->of_creation) ||
           find_value(h, "H5P_CLS_DATASET_ACCESS_ID_g", &h->of_access);
}

/* Types are those of the header of the build only in the same minor version. */
static bool is_same_version(const eg_hdf5 *h)
{
    unsigned major = 0, minor = 0, release = 0;
    return h->version(&major, &minor, &release) >= 0 && major == H5_VERS_MAJOR && minor == H5_VERS_MINOR;
}

static bool load(eg_hdf5 *h)
{
    /* Debian's serial one; that of other systems; a name without a version comes with the headers. */
    static const char *const names[] = {"libhdf5_serial.so.103", "libhdf5.so.103", "libhdf5_serial.so",
                                        "libhdf5.so", NULL};
#define FUNCTION(member, name) {#name, &h->member},
    const eg_shared_function functions[] = {EG_HDF5_LIST(FUNCTION)};
#undef FUNCTION
    h->handle = eg_shared_load(names, true, functions, sizeof functions / sizeof *functions);
    if (!h->handle)
        return false;
    const bool good = is_same_version(h) && h->open() >= 0 && find_values(h) == 0;
    eg_shared_unload(h->handle); /* what was found stays */
    return good;
}

eg_status eg_hdf5_load(eg_hdf5 *h, const char *path, eg_diagnostics *diagnostics)
{
    eg_hdf5_enter();
    const bool good = load(h);
    eg_hdf5_leave();
    return good ? EG_OK : eg_hdf5_missing(path, diagnostics);
}

#endif

eg_status eg_hdf5_missing(const char *path, eg_diagnostics *diagnostics)
{
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path}, "%s",
#ifdef EG_HAVE_HDF5
              "HDF5 files need the library HDF5, which is not installed in the version of this build");
    eg_remedy(diagnostics, "install it (sudo apt install libhdf5-103-1), or use a .csv file");
#else
              "HDF5 files need the library HDF5, without which this program was built");
    eg_remedy(diagnostics, "install it (sudo apt install libhdf5-dev) and build again, or use a .csv file");
#endif
    return EG_ERROR_UNAVAILABLE;
}

/* The library HDF5, loaded when the first file of it is written.
 *
 * Its start costs more than a simulation; so the program does not link it. Debian's build keeps its state
 * without a lock, so that all calls of this process stand between eg_hdf5_enter and eg_hdf5_leave. */
#ifndef EG_BASE_HDF5_LIBRARY_H
#define EG_BASE_HDF5_LIBRARY_H

#include "elastogap/base.h"

#ifdef EG_HAVE_HDF5
#include <hdf5.h>

/* The functions that are used, with the types that hdf5.h declares: member, name. */
#define EG_HDF5_LIST(X)                                                                                      \
    X(open, H5open)                                                                                          \
    X(version, H5get_libversion)                                                                             \
    X(set_auto, H5Eset_auto2)                                                                                \
    X(file_create, H5Fcreate)                                                                                \
    X(file_close, H5Fclose)                                                                                  \
    X(list_create, H5Pcreate)                                                                                \
    X(list_close, H5Pclose)                                                                                  \
    X(set_driver, H5Pset_driver)                                                                             \
    X(driver_register, H5FDregister)                                                                         \
    X(driver_unregister, H5FDunregister)                                                                     \
    X(set_chunk, H5Pset_chunk)                                                                               \
    X(set_deflate, H5Pset_deflate)                                                                           \
    X(set_shuffle, H5Pset_shuffle)                                                                           \
    X(set_times, H5Pset_obj_track_times)                                                                     \
    X(set_cache, H5Pset_chunk_cache)                                                                         \
    X(type_create, H5Tcreate)                                                                                \
    X(type_insert, H5Tinsert)                                                                                \
    X(type_copy, H5Tcopy)                                                                                    \
    X(type_set_size, H5Tset_size)                                                                            \
    X(type_set_cset, H5Tset_cset)                                                                            \
    X(type_set_pad, H5Tset_strpad)                                                                           \
    X(type_close, H5Tclose)                                                                                  \
    X(space_simple, H5Screate_simple)                                                                        \
    X(space_scalar, H5Screate)                                                                               \
    X(space_select, H5Sselect_hyperslab)                                                                     \
    X(space_close, H5Sclose)                                                                                 \
    X(set_create, H5Dcreate2)                                                                                \
    X(set_extent, H5Dset_extent)                                                                             \
    X(set_space, H5Dget_space)                                                                               \
    X(set_write, H5Dwrite)                                                                                   \
    X(set_close, H5Dclose)                                                                                   \
    X(attribute_create, H5Acreate2)                                                                          \
    X(attribute_write, H5Awrite)                                                                             \
    X(attribute_close, H5Aclose)

typedef struct eg_hdf5 {
    void *handle;
#define EG_HDF5_MEMBER(member, name) __typeof__(name) *member;
    EG_HDF5_LIST(EG_HDF5_MEMBER)
#undef EG_HDF5_MEMBER
    hid_t doubles, integers, text;                /* types, the library's own */
    hid_t of_file_access, of_creation, of_access; /* classes of property lists: of files, of data sets */
} eg_hdf5;

/* EG_OK, or EG_ERROR_UNAVAILABLE with a diagnostic that names the package to install. It stays loaded: it
 * has registered what it does at the process's end. */
eg_status eg_hdf5_load(eg_hdf5 *hdf5, const char *path, eg_diagnostics *diagnostics);

/* One thread of the process at a time. */
void eg_hdf5_enter(void);
void eg_hdf5_leave(void);
#endif

/* Reports that HDF5 files cannot be written; returns EG_ERROR_UNAVAILABLE. */
eg_status eg_hdf5_missing(const char *path, eg_diagnostics *diagnostics);

#endif

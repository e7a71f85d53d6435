/* The library matio, loaded when the first MAT file is read.
 *
 * It stands on HDF5, whose start costs more than a simulation; so the program does not link it. */
#ifndef EG_BASE_MATIO_LIBRARY_H
#define EG_BASE_MATIO_LIBRARY_H

#include "elastogap/base.h"

#ifdef EG_HAVE_MATIO
#include <matio.h>

/* The functions that are used, with the types that matio.h declares. */
typedef struct eg_matio {
    void *handle;
    __typeof__(Mat_GetLibraryVersion) *version;
    __typeof__(Mat_Open) *open;
    __typeof__(Mat_Close) *close;
    __typeof__(Mat_VarRead) *var_read;
    __typeof__(Mat_VarFree) *var_free;
    __typeof__(Mat_VarGetStructFieldByName) *member;
} eg_matio;

/* EG_OK, or EG_ERROR_UNAVAILABLE with a diagnostic that names the package to install. */
eg_status eg_matio_load(eg_matio *matio, const char *path, eg_diagnostics *diagnostics);
void eg_matio_unload(eg_matio *matio);
#endif

/* Reports that MAT files cannot be handled; returns EG_ERROR_UNAVAILABLE. */
eg_status eg_matio_missing(const char *path, eg_diagnostics *diagnostics);

#endif

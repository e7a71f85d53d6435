/* Sets of parameters as files: System Structure Parameter Values (SSV) of the SSP standard, versions 1.0 and
 * 2.0. */
#ifndef EG_FMI_IMPORT_SSV_H
#define EG_FMI_IMPORT_SSV_H

#include "base/arena.h"
#include "base/report.h"
#include "base/units.h"

/* One value, with where it stands. */
typedef struct eg_ssv_item {
    const char *setting; /* "PATH=VALUE", as --set takes it: "stop.c=100000", "law=\"hertz\"", "v={1, 2}" */
    const char *unit;    /* its name in the file; NULL: the value is in the unit of the parameter */
    eg_unit si;          /* where there is one, of the value in `setting`: a product of SI units */
    int line;
} eg_ssv_item;

typedef struct eg_ssv {
    eg_arena *arena; /* holds all texts */
    const char *path;
    eg_ssv_item *items;
    size_t count;
} eg_ssv;

/* Reads a file. *out is to be released by eg_ssv_release whatever comes of it. EG_OK; EG_ERROR_FILE: it
 * cannot be read; EG_ERROR_MODEL: it is no SSV, or a value is none of its type; EG_ERROR_UNAVAILABLE: without
 * libxml2; EG_ERROR_MEMORY; all reported with their places. */
eg_status eg_ssv_read(const char *path, eg_diagnostics *diagnostics, eg_ssv *out);
void eg_ssv_release(eg_ssv *ssv);

/* Is a value of this item right for a parameter of that unit (NULL or "": none is declared)? Both must mean
 * the same; a unit with a factor of its own, mm, is not converted to. Reports. */
bool eg_ssv_suits(const eg_ssv *ssv, const eg_ssv_item *item, const char *declared,
                  eg_diagnostics *diagnostics);

#endif

/* libzip and libxml2, loaded when the first FMU is read: what they stand on takes longer to start than many a
 * simulation, so the program does not link them. */
#ifndef EG_FMI_IMPORT_LIBRARIES_H
#define EG_FMI_IMPORT_LIBRARIES_H

#include "base/report.h"

#ifdef EG_HAVE_FMU_IMPORT
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <zip.h>

/* The functions that are used, with the types that the headers declare. */
typedef struct eg_zip_library {
    void *handle;
    __typeof__(zip_open) *open;
    __typeof__(zip_discard) *discard;
    __typeof__(zip_get_num_entries) *count;
    __typeof__(zip_stat_index) *stat;
    __typeof__(zip_fopen_index) *open_entry;
    __typeof__(zip_fread) *read;
    __typeof__(zip_fclose) *close_entry;
    __typeof__(zip_file_get_external_attributes) *attributes;
    __typeof__(zip_strerror) *message;
} eg_zip_library;

typedef struct eg_xml_library {
    void *handle;
    __typeof__(xmlReadMemory) *read;
    __typeof__(xmlFreeDoc) *free_document;
    __typeof__(xmlDocGetRootElement) *root;
    __typeof__(xmlGetNoNsProp) *attribute;
    __typeof__(xmlNodeGetContent) *content;
    __typeof__(xmlGetLineNo) *line;
    __typeof__(xmlGetLastError) *last_error;
    __typeof__(xmlCleanupParser) *cleanup;
    xmlFreeFunc *free; /* the library's variable */
} eg_xml_library;

/* EG_OK, or EG_ERROR_UNAVAILABLE with a diagnostic that names the package to install. */
eg_status eg_zip_load(eg_zip_library *library, eg_diagnostics *d);
void eg_zip_unload(eg_zip_library *library);
eg_status eg_xml_load(eg_xml_library *library, eg_diagnostics *d);
void eg_xml_unload(eg_xml_library *library);
#endif

/* Reports that FMUs cannot be read; returns EG_ERROR_UNAVAILABLE. */
eg_status eg_import_missing(const char *library, eg_diagnostics *d);

#endif

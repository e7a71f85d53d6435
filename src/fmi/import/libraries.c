/* Loading libzip and libxml2 at run time. */
#include "fmi/import/libraries.h"

#include "base/shared_library.h"

eg_status eg_import_missing(const char *library, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "FMUs cannot be read without %s, which is not there", library);
    eg_remedy(d, "install libzip-dev and libxml2-dev, then build elastogap anew");
    return EG_ERROR_UNAVAILABLE;
}

#ifdef EG_HAVE_FMU_IMPORT

eg_status eg_zip_load(eg_zip_library *z, eg_diagnostics *d)
{
    static const char *const names[] = {"libzip.so.4", "libzip.so.5", "libzip.so", NULL};
    const eg_shared_function functions[] = {
        {"zip_open", &z->open},
        {"zip_discard", &z->discard},
        {"zip_get_num_entries", &z->count},
        {"zip_stat_index", &z->stat},
        {"zip_fopen_index", &z->open_entry},
        {"zip_fread", &z->read},
        {"zip_fclose", &z->close_entry},
        {"zip_strerror", &z->message},
        {"zip_file_get_external_attributes", &z->attributes},
    };
    z->handle = eg_shared_load(names, false, functions, sizeof functions / sizeof *functions);
    return z->handle ? EG_OK : eg_import_missing("libzip", d);
}

void eg_zip_unload(eg_zip_library *z)
{
    eg_shared_unload(z->handle);
    z->handle = NULL;
}

eg_status eg_xml_load(eg_xml_library *x, eg_diagnostics *d)
{
    static const char *const names[] = {"libxml2.so.2", "libxml2.so", NULL};
    const eg_shared_function functions[] = {
        {"xmlReadMemory", &x->read},
        {"xmlFreeDoc", &x->free_document},
        {"xmlDocGetRootElement", &x->root},
        {"xmlGetNoNsProp", &x->attribute},
        {"xmlNodeGetContent", &x->content},
        {"xmlGetLastError", &x->last_error},
        {"xmlGetLineNo", &x->line},
        {"xmlCleanupParser", &x->cleanup},
        {"xmlFree", &x->free},
    };
    x->handle = eg_shared_load(names, false, functions, sizeof functions / sizeof *functions);
    return x->handle ? EG_OK : eg_import_missing("libxml2", d);
}

void eg_xml_unload(eg_xml_library *x)
{
    if (!x->handle)
        return;
    x->cleanup();
    eg_shared_unload(x->handle);
    x->handle = NULL;
}

#endif

/* Loading libzip and libxml2 at run time. */
#include "fmi/import/libraries.h"

eg_status eg_import_missing(const char *library, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "FMUs cannot be read without %s, which is not there", library);
    eg_remedy(d, "install libzip-dev and libxml2-dev, then build elastogap anew");
    return EG_ERROR_UNAVAILABLE;
}

#ifdef EG_HAVE_FMU_IMPORT

#include <dlfcn.h>
#include <string.h>

/* ISO C knows no cast from data to function pointers; POSIX promises that the bits are the same. */
static int find(void *handle, const char *name, void *slot)
{
    void *found = dlsym(handle, name);
    memcpy(slot, &found, sizeof found);
    return found ? 0 : -1;
}

static void *open_one_of(const char *const *names)
{
    void *handle = NULL;
    for (size_t i = 0; names[i] && !handle; i++)
        handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return handle;
}

eg_status eg_zip_load(eg_zip_library *z, eg_diagnostics *d)
{
    static const char *const names[] = {"libzip.so.4", "libzip.so.5", "libzip.so", NULL};
    memset(z, 0, sizeof *z);
    z->handle = open_one_of(names);
#define FIND(member, name) find(z->handle, name, &z->member)
    if (z->handle &&
        !(FIND(open, "zip_open") || FIND(discard, "zip_discard") || FIND(count, "zip_get_num_entries") ||
          FIND(stat, "zip_stat_index") || FIND(open_entry, "zip_fopen_index") || FIND(read, "zip_fread") ||
          FIND(close_entry, "zip_fclose") || FIND(message, "zip_strerror") ||
          FIND(attributes, "zip_file_get_external_attributes")))
        return EG_OK;
#undef FIND
    eg_zip_unload(z);
    return eg_import_missing("libzip", d);
}

void eg_zip_unload(eg_zip_library *z)
{
    if (z->handle)
        dlclose(z->handle);
    z->handle = NULL;
}

eg_status eg_xml_load(eg_xml_library *x, eg_diagnostics *d)
{
    static const char *const names[] = {"libxml2.so.2", "libxml2.so", NULL};
    memset(x, 0, sizeof *x);
    x->handle = open_one_of(names);
#define FIND(member, name) find(x->handle, name, &x->member)
    if (x->handle && !(FIND(read, "xmlReadMemory") || FIND(free_document, "xmlFreeDoc") ||
                       FIND(root, "xmlDocGetRootElement") || FIND(attribute, "xmlGetNoNsProp") ||
                       FIND(content, "xmlNodeGetContent") || FIND(last_error, "xmlGetLastError") ||
                       FIND(cleanup, "xmlCleanupParser") || FIND(free, "xmlFree")))
        return EG_OK;
#undef FIND
    eg_xml_unload(x);
    return eg_import_missing("libxml2", d);
}

void eg_xml_unload(eg_xml_library *x)
{
    if (!x->handle)
        return;
    if (x->cleanup)
        x->cleanup();
    dlclose(x->handle);
    x->handle = NULL;
}

#endif

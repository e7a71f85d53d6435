#include "base/shared_library.h"

#include <dlfcn.h>
#include <string.h>

/* ISO C knows no cast from data to function pointers; POSIX promises that the bits are the same. */
bool eg_shared_find(void *library, const char *name, void *pointer)
{
    void *found = dlsym(library, name);
    memcpy(pointer, &found, sizeof found);
    return found;
}

void *eg_shared_load(const char *const *names, bool stays, const eg_shared_function *functions, size_t count)
{
    void *library = NULL;
    for (size_t i = 0; names[i] && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | (stays ? RTLD_NODELETE : 0));
    for (size_t i = 0; i < count && library; i++)
        if (!eg_shared_find(library, functions[i].name, functions[i].pointer)) {
            dlclose(library);
            library = NULL;
        }
    return library;
}

void eg_shared_unload(void *library)
{
    if (library)
        dlclose(library);
}

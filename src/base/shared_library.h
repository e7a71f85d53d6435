/* Libraries that are loaded when they are first needed: their start would cost every run, and those who do
 * not have them lose one feature. */
#ifndef EG_BASE_SHARED_LIBRARY_H
#define EG_BASE_SHARED_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A function, and the pointer to a function that it goes to, of whatever type. */
typedef struct eg_shared_function {
    const char *name;
    void *pointer;
} eg_shared_function;

/* Loads the first of the names (NULL behind the last) that is there, with these functions. stays: it is
 * never unloaded, since it has registered what it does at the process's end. NULL: it is not there, or lacks
 * one. */
void *eg_shared_load(const char *const *names, bool stays, const eg_shared_function *functions, size_t count);
void eg_shared_unload(void *library); /* accepts NULL */
/* Stores the function's address, or NULL, in the pointer. */
bool eg_shared_find(void *library, const char *name, void *pointer);

#endif

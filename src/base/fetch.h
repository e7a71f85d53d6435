/* Memory that is going to be used: hints, which change nothing but time. */
#ifndef EG_BASE_FETCH_H
#define EG_BASE_FETCH_H

#include <stddef.h>

/* Lets the processor bring `size` bytes at p closer while it does something else. */
static inline void eg_fetch(const void *p, size_t size)
{
#ifdef __GNUC__
    enum { LINE = 64 };
    for (size_t at = 0; at < size; at += LINE)
        __builtin_prefetch((const char *)p + at);
#else
    (void)p;
    (void)size;
#endif
}

#endif

/* A caller's flag, raised by another thread or by the handler of a signal while the library works. */
#ifndef EG_BASE_FLAG_H
#define EG_BASE_FLAG_H

#include <stdbool.h>
#include <stddef.h>

/* NULL is never raised. */
static inline bool eg_flag_is_up(const int *flag)
{
    return flag && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

#endif

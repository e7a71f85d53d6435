/* See README.md. */
#ifndef EG_SYSTEM_STDATOMIC_H
#define EG_SYSTEM_STDATOMIC_H

/* An instance belongs to one thread at a time, and shares nothing with others. */
#define atomic_int int
#define atomic_init(to, value) (void)(*(to) = (value))
#define atomic_fetch_add(to, value) ((*(to) += (value)) - (value))
#define atomic_fetch_sub(to, value) ((*(to) -= (value)) + (value))

#endif

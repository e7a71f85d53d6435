/* Blocks of memory that are used all over, here and there: in large pages where the system has them. */
#ifndef EG_BASE_PAGES_H
#define EG_BASE_PAGES_H

#include <stddef.h>

/* A block of zeros. NULL: out of memory. */
void *eg_pages_create(size_t size);
/* One of that size; accepts NULL. */
void eg_pages_free(void *block, size_t size);

#endif

/* What is reached at random in a block of many small pages waits for where each page is, beside for what it
 * holds. Large pages are made when fresh memory is touched first: so such blocks come from the system, not
 * from the heap. */
#ifdef EG_HAVE_LARGE_PAGES
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "base/pages.h"

#include <stdlib.h>

#ifdef EG_HAVE_LARGE_PAGES
#include <sys/mman.h>

enum { LARGE_PAGE = 1 << 21 };

void *eg_pages_create(size_t size)
{
    if (size < LARGE_PAGE)
        return calloc(1, size);
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    (void)madvise(block, size, MADV_HUGEPAGE); /* a wish: without it all works, slower */
    return block;
}

void eg_pages_free(void *block, size_t size)
{
    if (size < LARGE_PAGE)
        free(block);
    else if (block)
        (void)munmap(block, size);
}
#else
void *eg_pages_create(size_t size)
{
    return calloc(1, size);
}

void eg_pages_free(void *block, size_t size)
{
    (void)size;
    free(block);
}
#endif

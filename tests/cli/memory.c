/* Loaded before the C library: one allocation of the program, or all from one on, finds no memory.
 *
 * FAIL_AT is its number, FAIL_AFTER says that those behind it fail as well, FAIL_COUNT names a file that
 * receives how many there were. Programs that it starts are left alone. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static long allocations, failing = -1;
static int from_then_on;
static const char *report;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_AT");
    failing = at ? atol(at) : -1;
    from_then_on = getenv("FAIL_AFTER") != NULL;
    report = getenv("FAIL_COUNT");
    unsetenv("LD_PRELOAD");
    allocations = 0;
}

__attribute__((destructor)) static void end(void)
{
    long count = allocations;
    FILE *out = report ? fopen(report, "w") : NULL;
    if (out) {
        fprintf(out, "%ld\n", count);
        fclose(out);
    }
}

static int fails(void)
{
    long i = allocations++;
    if (failing < 0 || (i != failing && !(from_then_on && i > failing)))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}

#define _GNU_SOURCE /* pthread_getattr_np, syscall */
#include "base/stack.h"

#if defined(__SANITIZE_ADDRESS__)
#define EG_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EG_SANITIZED
#endif
#endif

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __linux__
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* 200 levels of nesting take 300 kB in the worst case (for loops inside each other), a thousand expressions
 * that wait for each other 1.1 MB. MARGIN is what the frames above may have taken of a stack's first
 * pages. */
#ifdef EG_SANITIZED /* whose frames are several times as large */
enum { ENOUGH = 24 << 20, PLENTY = 128 << 20, MARGIN = 64 << 10 };
#else
enum { ENOUGH = 3 << 20, PLENTY = 16 << 20, MARGIN = 64 << 10 };
#endif

typedef struct job {
    void (*work)(void *);
    void *argument;
} job;

static void *carry_out(void *context)
{
    const job *j = context;
    j->work(j->argument);
    return NULL;
}

static bool is_first_thread(void)
{
#ifdef __linux__
    return syscall(SYS_gettid) == getpid();
#else
    return false;
#endif
}

/* Bytes below `at` on the stack of the first thread, which grows from where the kernel has put the name of
 * the program. Pthreads would look for it in the list of all mappings, which takes longer than small models
 * do. */
static size_t first_stack_left(uintptr_t at)
{
#ifdef __linux__
    struct rlimit limit;
    const uintptr_t begin = (uintptr_t)getauxval(AT_EXECFN);
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && at < begin &&
        begin - at < limit.rlim_cur)
        return limit.rlim_cur - (begin - at);
#else
    (void)at;
#endif
    return ENOUGH;
}

/* Bytes below this frame; ENOUGH where it cannot be known. */
static size_t stack_left(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    char here;
    if (is_first_thread())
        return first_stack_left((uintptr_t)&here);
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return ENOUGH;
    int failed = pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    const uintptr_t at = (uintptr_t)&here, end = (uintptr_t)low;
    return failed || at < end || at - end > size ? ENOUGH : (size_t)(at - end);
}

#ifdef __linux__
/* Touches the end of what is enough. */
__attribute__((noinline)) static void grow(void)
{
    volatile char room[ENOUGH - MARGIN];
    room[0] = 0;
    (void)room[0];
}

/* Bytes that this process may still map; SIZE_MAX: any number. */
static size_t mappable(void)
{
    struct rlimit limit;
    char text[64] = "";
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (length <= 0)
        return SIZE_MAX;
    const size_t mapped = (size_t)strtoul(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
    return mapped < limit.rlim_cur ? (size_t)limit.rlim_cur - mapped : 0;
}
#endif

/* The stack of the first thread is mapped as it grows. Where the memory of a process is limited it grows
 * here, while there is room for it: later there may be none, which nobody could report. */
static bool can_grow(void)
{
#ifdef __linux__
    if (!is_first_thread())
        return true;
    const size_t room = mappable();
    if (room == SIZE_MAX)
        return true;
    if (room < ENOUGH)
        return false;
    grow();
#endif
    return true;
}

bool eg_with_stack(void (*work)(void *), void *argument)
{
    job j = {work, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    if (stack_left() >= ENOUGH) {
        if (!can_grow())
            return false;
        work(argument);
        return true;
    }
    if (pthread_attr_init(&attributes) != 0)
        return false;
    int failed = pthread_attr_setstacksize(&attributes, PLENTY);
    failed = failed || pthread_create(&thread, &attributes, carry_out, &j);
    pthread_attr_destroy(&attributes);
    return !failed && pthread_join(thread, NULL) == 0;
}

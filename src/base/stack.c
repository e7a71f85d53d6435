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

#ifdef __linux__
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* 200 levels of nesting take 300 kB in the worst case (for loops inside each other), a thousand expressions
 * that wait for each other 1.1 MB. */
#ifdef EG_SANITIZED /* whose frames are several times as large */
static const size_t enough = (size_t)24 << 20, plenty = (size_t)128 << 20;
#else
static const size_t enough = (size_t)3 << 20, plenty = (size_t)16 << 20;
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
    return enough;
}

/* Bytes below this frame; `enough` where it cannot be known. */
static size_t stack_left(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    char here;
    if (is_first_thread())
        return first_stack_left((uintptr_t)&here);
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return enough;
    int failed = pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    const uintptr_t at = (uintptr_t)&here, end = (uintptr_t)low;
    return failed || at < end || at - end > size ? enough : (size_t)(at - end);
}

void eg_with_stack(void (*work)(void *), void *argument)
{
    job j = {work, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    if (stack_left() >= enough || pthread_attr_init(&attributes) != 0) {
        work(argument);
        return;
    }
    int failed = pthread_attr_setstacksize(&attributes, plenty);
    failed = failed || pthread_create(&thread, &attributes, carry_out, &j);
    pthread_attr_destroy(&attributes);
    if (failed)
        work(argument);
    else
        pthread_join(thread, NULL);
}

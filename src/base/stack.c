#define _GNU_SOURCE /* pthread_getattr_np */
#include "base/stack.h"

#if defined(__SANITIZE_ADDRESS__)
#define EG_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EG_SANITIZED
#endif
#endif

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

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

/* Bytes below this frame; `enough` where it cannot be known. */
static size_t stack_left(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    char here;
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

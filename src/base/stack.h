/* Room for recursion. Texts nest up to their limits, and a thread that calls the library may have a small
 * stack: what goes into depth is carried out where there is enough. */
#ifndef EG_BASE_STACK_H
#define EG_BASE_STACK_H

#include <stdbool.h>

/* Calls work(argument) and returns when it has ended: here when this thread has 3 MB of stack left,
 * else on a thread of its own that has more. False, and nothing was called: there is no memory for such a
 * stack. */
bool eg_with_stack(void (*work)(void *), void *argument);

#endif

/* Every function of FMI 2 and 3 that contrary.c leaves out: it does nothing, and says that all is well. */
#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wpedantic" /* `return (void)0` */

#define WEAK __attribute__((weak, visibility("default")))
#define STUB_2(answer, name, arguments)                                                                      \
    WEAK answer fmi2##name arguments;                                                                        \
    WEAK answer fmi2##name arguments                                                                         \
    {                                                                                                        \
        return (answer)0;                                                                                    \
    }
#define STUB_3(answer, name, arguments)                                                                      \
    WEAK answer fmi3##name arguments;                                                                        \
    WEAK answer fmi3##name arguments                                                                         \
    {                                                                                                        \
        return (answer)0;                                                                                    \
    }
FMI2_FUNCTIONS(STUB_2)
FMI3_FUNCTIONS(STUB_3)

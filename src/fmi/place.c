/* Where the resources are. A source FMU has them in itself and another function in place of this one
 * (source/embedded.c). */
#include "fmi/core.h"

const char *eg_fmu_place(const char *resources)
{
    return resources;
}

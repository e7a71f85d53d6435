#include "component/block/blocks.h"

const char *const eg_init_literals[] = {"NoInit", "SteadyState", "InitialState", "InitialOutput", NULL};

int eg_one(const double *p)
{
    (void)p;
    return 1;
}

int eg_two(const double *p)
{
    (void)p;
    return 2;
}

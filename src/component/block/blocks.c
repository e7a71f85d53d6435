#include "component/block/blocks.h"

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

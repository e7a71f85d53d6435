/* The order in which a step eliminates its bodies, and the pattern that its matrix fills. */
#ifndef EG_FIXED_ORDER_H
#define EG_FIXED_ORDER_H

#include "elastogap/fixed.h"

typedef struct eg_fixed_order {
    int *place, *first, *row, *coupling; /* as eg_fixed_plan has them */
} eg_fixed_order;

/* Of the bodies and items of `plan`. 0, or -1 when out of memory. Free with eg_fixed_order_release. */
int eg_fixed_order_make(eg_fixed_order *order, const eg_fixed_plan *plan);
/* Of heat: nodes in place of bodies, conductors in place of items. */
int eg_fixed_order_make_heat(eg_fixed_order *order, const eg_fixed_heat *heat);
void eg_fixed_order_release(eg_fixed_order *order);

#endif

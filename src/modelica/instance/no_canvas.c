/* What stands for canvas.c in source FMUs, which draw nothing and have no icons. */
#include "modelica/instance/node.h"

bool eg_make_canvas(eg_reader *r, const eg_node *model, eg_spec *spec)
{
    (void)r;
    (void)model;
    (void)spec;
    return true;
}

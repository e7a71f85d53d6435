/* Places on a canvas. */
#include "component/icon/canvas.h"

#include <math.h>

void eg_canvas_point(const eg_canvas_place *p, double x, double y, double point[2])
{
    const double angle = p->rotation * 3.14159265358979323846 / 180, c = cos(angle), s = sin(angle);
    const double u = (p->extent[0] + p->extent[2]) / 2 + (p->extent[2] - p->extent[0]) / 200 * x;
    const double v = (p->extent[1] + p->extent[3]) / 2 + (p->extent[3] - p->extent[1]) / 200 * y;
    point[0] = p->origin[0] + c * u - s * v;
    point[1] = p->origin[1] + s * u + c * v;
}

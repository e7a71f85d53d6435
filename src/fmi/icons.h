/* The pictures of an FMU: its icon, and those of its terminals (FMI 3.0.1, section 2.4.9.1). */
#ifndef EG_FMI_ICONS_H
#define EG_FMI_ICONS_H

#include "component/icon/icon.h"
#include "component/spec.h"

/* What the model's annotation draws, else a frame with its name and the icons of the first of its parts;
 * without its terminals, as the standard has it. */
void eg_fmu_draw_icon(const eg_spec *spec, eg_drawing *d);

/* A terminal on the edge of the icon: those of kind ..._b and supports right of it, the others left. */
typedef struct eg_fmu_spot {
    double x, y; /* its middle */
    int32_t color;
    const char *icon; /* name of its files without their endings */
} eg_fmu_spot;
/* Number `index` of `count` terminals that stand on the same side. */
eg_fmu_spot eg_fmu_spot_of(eg_port_kind kind, size_t index, size_t count);
bool eg_fmu_stands_right(eg_port_kind kind);
void eg_fmu_draw_terminal(eg_port_kind kind, eg_drawing *d);

#endif

/* Pixels of SVG texts, one after the other, by librsvg (picture.c). */
#ifndef EG_DIAGRAM_RASTER_H
#define EG_DIAGRAM_RASTER_H

#include "diagram/diagram.h"

typedef struct eg_raster eg_raster;

/* *raster is NULL unless EG_OK. EG_ERROR_UNAVAILABLE: librsvg is missing (reported, for the file `path`);
 * EG_ERROR_MEMORY. */
eg_status eg_raster_create(int width, int height, const char *path, eg_diagnostics *diagnostics,
                           eg_raster **raster);
/* Draws over all that is there; the text has an opaque ground. EG_ERROR_FILE: it cannot be drawn
 * (reported). */
eg_status eg_raster_draw(eg_raster *r, const char *svg, size_t length, eg_diagnostics *diagnostics);
/* A row of pixels, from the highest byte on opacity, red, green, blue. */
const uint32_t *eg_raster_row(const eg_raster *r, int row);
void eg_raster_free(eg_raster *r); /* accepts NULL */

#endif

/* The colours of a GIF: those that its frames have most. */
#ifndef EG_REPORT_PALETTE_H
#define EG_REPORT_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { EG_PALETTE_SIZE = 256 };

/* Colours are counted in cells of 5 bits for each of red, green and blue. */
typedef struct eg_palette eg_palette;

eg_palette *eg_palette_create(void); /* NULL: out of memory */
void eg_palette_free(eg_palette *p); /* accepts NULL */
/* Counts pixels of 32 bits, 0x00RRGGBB. */
void eg_palette_count(eg_palette *p, const uint32_t *pixels, size_t count);
/* The means of the fullest cells, of equally full ones the darkest first; what is left is black. */
void eg_palette_choose(const eg_palette *p, uint32_t colors[EG_PALETTE_SIZE]);

#endif

#include "report/palette.h"

#include <stdlib.h>

enum { CELLS = 1 << 15 };

typedef struct cell {
    uint64_t count, red, green, blue; /* how many, and their sums */
} cell;

struct eg_palette {
    cell cells[CELLS];
};

eg_palette *eg_palette_create(void)
{
    return calloc(1, sizeof(eg_palette));
}

void eg_palette_free(eg_palette *p)
{
    free(p);
}

void eg_palette_count(eg_palette *p, const uint32_t *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t red = pixels[i] >> 16 & 255, green = pixels[i] >> 8 & 255, blue = pixels[i] & 255;
        cell *c = &p->cells[(red >> 3) << 10 | (green >> 3) << 5 | blue >> 3];
        c->count++;
        c->red += red;
        c->green += green;
        c->blue += blue;
    }
}

static uint32_t mean_of(const cell *c)
{
    const uint64_t half = c->count / 2;
    return (uint32_t)((c->red + half) / c->count << 16 | (c->green + half) / c->count << 8 |
                      (c->blue + half) / c->count);
}

void eg_palette_choose(const eg_palette *p, uint32_t colors[EG_PALETTE_SIZE])
{
    const cell *fullest[EG_PALETTE_SIZE] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < CELLS; i++) {
        const cell *c = &p->cells[i];
        size_t at = count;
        while (at > 0 && fullest[at - 1]->count < c->count)
            at--;
        if (c->count == 0 || at == EG_PALETTE_SIZE)
            continue;
        count = count < EG_PALETTE_SIZE ? count + 1 : count;
        for (size_t k = count - 1; k > at; k--)
            fullest[k] = fullest[k - 1];
        fullest[at] = c;
    }
    for (size_t i = 0; i < EG_PALETTE_SIZE; i++)
        colors[i] = i < count ? mean_of(fullest[i]) : 0;
}

/* A text that is being read: its bytes, its name, and where in it something stands. */
#ifndef EG_MODELICA_TEXT_SOURCE_H
#define EG_MODELICA_TEXT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/report.h"

/* Offsets are 32 bits wide; nobody writes a quarter of a gigabyte of model by hand. */
#define EG_SOURCE_LIMIT ((size_t)1 << 28)

typedef struct eg_source {
    const char *name; /* what messages call it */
    const char *text; /* `length` bytes and a NUL; lives as long as the spec */
    size_t length;
    eg_arena *arena; /* where the line table goes */
    uint32_t *lines; /* where each line starts; made when first asked for */
    size_t line_count;
    int lines_before; /* of the file that this is a part of */
} eg_source;

/* Copies name and text into the arena. NULL when out of memory. */
eg_source *eg_source_create(eg_arena *arena, const char *name, const char *text, size_t length);

/* Reads a whole file into the arena. Reports and answers EG_ERROR_FILE (cannot be read), EG_ERROR_MODEL
 * (too long) or EG_ERROR_MEMORY. */
eg_status eg_source_load(eg_arena *arena, const char *path, eg_diagnostics *diagnostics, eg_source **source);

/* Is it text: UTF-8 without control characters? Reports the first byte that is not, and answers false. */
bool eg_source_is_text(eg_source *source, eg_diagnostics *diagnostics);

/* Is a text of this name written in Dyad (x.dyad)? */
bool eg_source_is_dyad(const char *name);

/* Is a text of this name one of 20-sim's (x.emx, x.sidops)? */
bool eg_source_is_sidops(const char *name);

/* Is it the name of a text in any of the languages that are read: x.mo, x.dyad, x.emx, x.sidops? */
bool eg_source_is_model(const char *name);

/* Line and column of an offset. */
eg_place eg_source_place(eg_source *source, uint32_t offset);

#endif

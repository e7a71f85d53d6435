/* Models of tests/models/written, which are written as equations, with something behind them. */
#ifndef WRITTEN_MODELS_H
#define WRITTEN_MODELS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text of FILE.mo, a package of that name, then `tail`; malloc'ed, or NULL. */
static inline char *written_text(const char *file, const char *tail)
{
    enum { ROOM = 20000 };
    char path[500], *text = calloc(ROOM, 1);
    snprintf(path, sizeof path, EG_SOURCE_DIR "/tests/models/written/%s.mo", file);
    FILE *f = fopen(path, "r");
    if (f && text) {
        const size_t length = fread(text, 1, ROOM - strlen(tail) - 1, f);
        memcpy(text + length, tail, strlen(tail) + 1);
    }
    if (f)
        fclose(f);
    return text;
}

#endif

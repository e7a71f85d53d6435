/* Characters in UTF-8. */
#ifndef EG_BASE_UTF8_H
#define EG_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character at `text`, of which `left` bytes are there (SIZE_MAX: it ends with a NUL); 0 when it
 * is none (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
static inline size_t eg_utf8_length(const char *text, size_t left)
{
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80)
        return 1;
    if (c[0] < 0xC2 || c[0] > 0xF4)
        return 0;
    size_t length = c[0] >= 0xE0 ? 3 : 2;
    if (c[0] >= 0xF0)
        length = 4;
    if (length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    bool wrong = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) ||
                 (c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F);
    return wrong ? 0 : length;
}

#endif

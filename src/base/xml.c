#include "base/xml.h"

#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

/* U+202A to U+202E, U+2066 to U+2069: letters behind them would stand elsewhere than they are written. */
static bool turns(const unsigned char *c)
{
    return c[0] == 0xE2 &&
           ((c[1] == 0x80 && c[2] >= 0xAA && c[2] <= 0xAE) || (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9));
}

static bool is_no_character(const unsigned char *c)
{
    return c[0] == 0xEF && c[1] == 0xBF && (c[2] == 0xBE || c[2] == 0xBF);
}

/* Of '&' and its like; NULL: it stands for itself. */
static const char *reference(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

static const char *blank(const char *c, eg_xml_blanks blanks)
{
    if (blanks == EG_XML_KEPT)
        return NULL;
    if (blanks == EG_XML_REPLACED)
        return "\xEF\xBF\xBD";
    if (*c == '\n')
        return "&#10;";
    return *c == '\t' ? "&#9;" : "&#13;";
}

const char *eg_xml_character(const char **text, const char *end, eg_xml_blanks blanks, size_t *length)
{
    const char *c = *text, *written = reference(*c);
    const size_t bytes = eg_utf8_length(c, end ? (size_t)(end - c) : SIZE_MAX);
    *text = c + (bytes > 0 ? bytes : 1);
    if (*c == '\n' || *c == '\t' || *c == '\r')
        written = blank(c, blanks);
    else if (bytes == 0 || (unsigned char)*c < ' ' || *c == 0x7F ||
             (bytes == 3 && (turns((const unsigned char *)c) || is_no_character((const unsigned char *)c))))
        written = "\xEF\xBF\xBD";
    *length = written ? strlen(written) : bytes;
    return written ? written : c;
}

void eg_xml_put(FILE *out, const char *text, eg_xml_blanks blanks)
{
    eg_xml_put_bytes(out, text, strlen(text), blanks);
}

void eg_xml_put_bytes(FILE *out, const char *text, size_t count, eg_xml_blanks blanks)
{
    for (const char *c = text, *end = text + count; c < end;) {
        size_t length;
        const char *written = eg_xml_character(&c, end, blanks, &length);
        fwrite(written, 1, length, out);
    }
}

void eg_xml_put_page(eg_file *page, const char *text)
{
    while (*text) {
        size_t length;
        const char *written = eg_xml_character(&text, NULL, EG_XML_KEPT, &length);
        eg_file_put(page, written, length);
    }
}

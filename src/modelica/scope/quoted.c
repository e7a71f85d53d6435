/* No two paths of a model are the same but for quotes (collisions.c), so that what a path without them means
 * does not depend on the order in which names are tried. */
#include "modelica/scope/quoted.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 }; /* classes within each other; a path is shorter */

const char *eg_unquoted(eg_reader *r, const char *name)
{
    size_t length = strlen(name), used = 0;
    if (*name != '\'' || length < 3)
        return name;
    char *text = eg_new(r, length);
    for (size_t i = 1; text && i + 1 < length; i++) {
        i += name[i] == '\\';
        text[used++] = name[i];
    }
    return text ? text : name;
}

static bool may_follow_a_name(const char *text)
{
    text += strspn(text, " ");
    return *text == '\0' || strchr(".[=", *text);
}

static const char *in_class(eg_reader *r, eg_definition *d, const char *text, int depth);

/* The name as it is declared, and with quotes what stands behind it; NULL: that leads nowhere. */
static const char *continued(eg_reader *r, eg_definition *d, const char *declared, const char *behind,
                             int depth)
{
    eg_member *member = eg_find_member(r, d, declared);
    eg_definition *native = NULL;
    if (!member || member->kind == EG_M_NONE)
        return NULL;
    const char *dot = *behind == '[' ? strchr(behind, ']') : NULL;
    dot = dot ? dot + 1 : behind;
    eg_definition *type = *dot == '.' && member->kind == EG_M_COMPONENT ? eg_member_type(r, member) : NULL;
    if (!type || eg_classify(r, type, &native) == EG_C_VALUE)
        return eg_textf(r, "%s%s", declared, behind);
    const char *inner = in_class(r, type, dot + 1, depth + 1);
    return inner ? eg_textf(r, "%s%.*s.%s", declared, (int)(dot - behind), behind, inner) : NULL;
}

static const char *in_class(eg_reader *r, eg_definition *d, const char *text, int depth)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const size_t length = strspn(text, letters);
    eg_list names = {0};
    const char *found = NULL;
    if (depth > DEEPEST || !eg_find_bases(r, d))
        return NULL;
    if (length > 0 && may_follow_a_name(text + length)) {
        const char *plain = eg_symbol_of(r, text, length);
        found = plain ? continued(r, d, plain, text + length, depth) : NULL;
    }
    if (!found)
        eg_member_names(r, d, &names);
    for (size_t i = 0; i < names.count && !found; i++) {
        const char *declared = names.items[i];
        const char *name = *declared == '\'' ? eg_unquoted(r, declared) : declared;
        const size_t n = strlen(name);
        if (*declared == '\'' && strncmp(text, name, n) == 0 && may_follow_a_name(text + n))
            found = continued(r, d, declared, text + n, depth);
    }
    return found;
}

const char *eg_with_quotes(eg_reader *r, eg_definition *class, const char *text)
{
    const size_t path = strcspn(text, "=");
    if (memchr(text, '\'', path))
        return text;
    const char *found = in_class(r, class, text, 0);
    return found ? found : text;
}

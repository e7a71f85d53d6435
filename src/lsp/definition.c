/* Where a name is declared: in the text, in other texts of the workspace, and in libraries. */
#include "lsp/session.h"
#include "modelica/scope/library.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static json_t *location_in(const eg_session *s, eg_source *source, uint32_t at, const char *name)
{
    char *uri = eg_session_uri(s, source->name);
    json_t *result =
        json_pack("{s:s?, s:o}", "uri", uri, "range", eg_position_range(source, at, at + strlen(name)));
    free(uri);
    return result;
}

/* ---------------------------------------------------------------- texts of what is built in */

static eg_syntax *class_among(eg_syntax *const *classes, uint32_t count, const char *name, size_t length)
{
    for (uint32_t i = 0; i < count; i++)
        if (strlen(classes[i]->name) == length && memcmp(classes[i]->name, name, length) == 0)
            return classes[i];
    return NULL;
}

static eg_syntax *class_inside(const eg_syntax *class, const char *name, size_t length)
{
    for (uint32_t i = 0; i < class->element_count; i++)
        if (class->elements[i].kind == EG_EL_CLASS) {
            eg_syntax *found = class_among(&class->elements[i].class, 1, name, length);
            if (found)
                return found;
        }
    return NULL;
}

/* The class of that dotted name in the file, whose first class is the one that the name begins with. */
static eg_syntax *class_in_file(eg_reader *r, const char *path, const char *name)
{
    eg_source *source;
    if (eg_load_file(r, path, &source) != EG_OK)
        return NULL;
    const eg_stored *stored = eg_parse_silently(r, source);
    size_t length = strcspn(name, ".");
    eg_syntax *class = stored ? class_among(stored->classes, stored->count, name, length) : NULL;
    while (class && name[length]) {
        name += length + 1;
        length = strcspn(name, ".");
        class = class_inside(class, name, length);
    }
    return class;
}

/* A class that is built in may have its text in a library all the same: MSL's. DIR/A/B.mo may hold A.B.C. */
static eg_syntax *text_of(eg_reader *r, const char *full)
{
    for (size_t i = 0; i < r->include_count; i++) {
        const char *directory = r->include_dirs[i], *rest = full;
        for (;;) {
            const size_t length = strcspn(rest, ".");
            const char *single = eg_textf(r, "%s/%.*s.mo", directory, (int)length, rest);
            const char *package = eg_textf(r, "%s/%.*s/package.mo", directory, (int)length, rest);
            eg_syntax *found = eg_is_file(single) ? class_in_file(r, single, rest) : NULL;
            if (!found && eg_is_file(package))
                found = class_in_file(r, package, rest);
            if (found)
                return found;
            if (!rest[length] || !eg_is_file(package))
                break;
            directory = eg_textf(r, "%s/%.*s", directory, (int)length, rest);
            rest += length + 1;
        }
    }
    return NULL;
}

static const eg_component *component_in(const eg_syntax *class, const char *name)
{
    for (uint32_t i = 0; i < class->element_count; i++)
        if (class->elements[i].kind == EG_EL_COMPONENT &&
            strcmp(class->elements[i].component->name, name) == 0)
            return class->elements[i].component;
    return NULL;
}

/* ---------------------------------------------------------------- answers */

static json_t *of_class(eg_session *s, eg_text_view *view, eg_definition *d)
{
    if (d->file)
        eg_library_load(&view->r, d);
    const eg_syntax *syntax = d->syntax && !d->is_written ? d->syntax : text_of(&view->r, d->full);
    return syntax ? location_in(s, syntax->source, syntax->at, syntax->name) : NULL;
}

static json_t *of_member(eg_session *s, eg_text_view *view, const eg_member *m)
{
    const eg_definition *owner = m->owner;
    if (m->kind == EG_M_COMPONENT && owner->syntax && !owner->is_written)
        return location_in(s, owner->syntax->source, m->component->at, m->name);
    const eg_syntax *class = text_of(&view->r, owner->full);
    const eg_component *c = class ? component_in(class, m->name) : NULL;
    if (c)
        return location_in(s, class->source, c->at, c->name);
    return class ? location_in(s, class->source, class->at, class->name) : NULL;
}

json_t *eg_lsp_definition(eg_session *s, const json_t *params, const char **refusal)
{
    uint32_t offset;
    eg_mention use;
    eg_referent m;
    (void)refusal;
    eg_document *d = eg_session_place(s, params, &offset);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    if (!view || !eg_mentions_at(view, offset, &use, &m))
        return NULL;
    switch (m.kind) {
    case EG_REFERENT_CLASS: return of_class(s, view, m.definition);
    case EG_REFERENT_MEMBER: return of_member(s, view, m.member);
    case EG_REFERENT_LOOP: return location_in(s, view->source, m.loop->at, m.loop->name);
    case EG_REFERENT_NOTHING: break;
    }
    return NULL;
}

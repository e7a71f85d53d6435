/* Another name for a class, a component or a loop variable, wherever the workspace names it. The new texts
 * are read before they are offered: each name that was changed must mean what it meant, and no other may. */
#include "lsp/references.h"

#include "modelica/text/lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- may it be called so? */

static bool is_identifier(const char *name, bool is_dyad)
{
    const size_t length = strlen(name);
    if (name[0] == '\'')
        return !is_dyad && length > 2 && strchr(name + 1, '\'') == name + length - 1 &&
               strcspn(name, "\\\n\r") == length;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];
        const bool is_letter = (c < 0x80 && isalpha(c)) || c == '_' || (is_dyad && c >= 0x80);
        if (!is_letter && (i == 0 || !isdigit(c)))
            return false;
    }
    return length > 0 && length <= EG_NAME_LIMIT;
}

/* Is there something of that name already where the thing is declared? */
static bool clashes(eg_text_view *view, const eg_referent *m, const char *name)
{
    eg_definition *owner = NULL;
    if (m->kind == EG_REFERENT_CLASS)
        owner = m->definition->enclosing;
    else if (m->kind == EG_REFERENT_MEMBER)
        owner = m->member->owner;
    const char *symbol = eg_symbol(&view->r, name);
    const eg_member *known = owner && symbol ? eg_find_member(&view->r, owner, symbol) : NULL;
    return known && known->kind != EG_M_NONE;
}

/* A class that has a file to itself is found by the name of the file. */
static bool has_own_file(const eg_referent *m)
{
    const eg_definition *d = m->kind == EG_REFERENT_CLASS ? m->definition : NULL;
    if (!d || !d->syntax)
        return false;
    const eg_syntax *around = d->enclosing ? d->enclosing->syntax : NULL;
    const bool is_outermost = !around || around->source != d->syntax->source;
    return d->directory || (is_outermost && d->enclosing && d->enclosing->enclosing);
}

static const char *why_not(const eg_session *s, eg_text_view *view, const eg_referent *m, const char *name)
{
    const eg_source *source = eg_referent_source(view, m);
    if (m->kind == EG_REFERENT_NOTHING)
        return "what this name means is not known";
    if (!source || (source != view->source && !eg_session_owns(s, source->name)))
        return "this is declared outside of the workspace, and cannot be renamed";
    if (has_own_file(m))
        return "this class is found by the name of its file or directory: rename that, and the class in it";
    if (!name)
        return NULL;
    const bool is_dyad = eg_source_is_dyad(source->name);
    if (!is_identifier(name, is_dyad))
        return "a name consists of letters, digits and underscores, and begins with no digit";
    if (is_dyad ? eg_is_dyad_keyword(name) : eg_is_keyword(name))
        return "this is a keyword of the language: take another name";
    if (clashes(view, m, name))
        return "there is something of this name already: take another one";
    return NULL;
}

/* ---------------------------------------------------------------- the new texts */

typedef struct changed {
    char *path, *text;
    size_t length;
} changed;

/* The text with the new name at these places. */
static changed change(const eg_source *source, const eg_text_references *t, const char *old, const char *name)
{
    const size_t from = strlen(old), to = strlen(name);
    changed c = {.path = t->path, .length = source->length + t->count * to - t->count * from};
    c.text = malloc(c.length + 1);
    char *at = c.text;
    size_t done = 0;
    for (size_t i = 0; c.text && i < t->count; i++) {
        const size_t before = t->places[i].at - done;
        memcpy(at, source->text + done, before);
        memcpy(at + before, name, to);
        at += before + to;
        done = t->places[i].at + from;
    }
    if (c.text) {
        memcpy(at, source->text + done, source->length - done);
        c.text[c.length] = '\0';
    }
    return c;
}

/* Do the new texts name the thing at those places by the new name, and at no other? */
static bool holds(eg_session *s, const eg_references *all, const changed *texts, const eg_document *d,
                  const char *old, const char *name)
{
    eg_read_options options = eg_session_read_options(s);
    eg_unsaved *unsaved = calloc(options.unsaved_count + all->count + 1, sizeof *unsaved);
    bool good = unsaved != NULL;
    const char *key = NULL;
    eg_text_view **views = calloc(all->count + 1, sizeof *views);
    for (size_t i = 0; good && i < all->count; i++)
        unsaved[i] = (eg_unsaved){texts[i].path, texts[i].text, texts[i].length};
    for (size_t i = 0; good && i < options.unsaved_count; i++)
        unsaved[all->count + i] = options.unsaved[i];
    options.unsaved_count += all->count;
    options.unsaved = unsaved;
    for (size_t i = 0; good && views && i < all->count; i++) {
        const bool is_own = strcmp(texts[i].path, d->path) == 0;
        const uint32_t first = all->texts[i].places[0].at;
        eg_mention use;
        eg_referent m;
        views[i] = eg_text_view_create(texts[i].path, !is_own || d->has_file, texts[i].text, texts[i].length,
                                       &options);
        good = views[i] && views[i]->syntax_errors == 0 && eg_mentions_at(views[i], first, &use, &m);
        eg_references now = {0}, rest = {0};
        if (good && m.kind == EG_REFERENT_LOOP) {
            eg_references_add(&now, views[i], texts[i].path, name, &m, "");
        } else if (good) {
            key = eg_referent_key(views[i], &m);
            eg_references_add(&now, views[i], texts[i].path, name, NULL, key);
            eg_references_add(&rest, views[i], texts[i].path, old, NULL, key);
        }
        good = good && now.count == 1 && rest.count == 0 && now.texts[0].count == all->texts[i].count;
        for (size_t k = 0; good && k < now.texts[0].count; k++)
            good =
                now.texts[0].places[k].at == all->texts[i].places[k].at + k * strlen(name) - k * strlen(old);
        eg_references_free(&now);
        eg_references_free(&rest);
    }
    for (size_t i = 0; views && i < all->count; i++)
        eg_text_view_free(views[i]);
    free(views);
    free(unsaved);
    return good;
}

/* ---------------------------------------------------------------- answers */

static json_t *edits_of(eg_source *source, const eg_text_references *t, const char *old, const char *name)
{
    json_t *edits = json_array();
    for (size_t i = 0; i < t->count; i++)
        json_array_append_new(
            edits, json_pack("{s:o, s:s}", "range",
                             eg_position_range(source, t->places[i].at, t->places[i].at + strlen(old)),
                             "newText", name));
    return edits;
}

static json_t *rename_all(eg_session *s, eg_document *d, const eg_references *all, const char *old,
                          const char *name, const char **refusal)
{
    changed *texts = calloc(all->count + 1, sizeof *texts);
    json_t *changes = json_object();
    bool good = texts != NULL;
    for (size_t i = 0; good && i < all->count; i++) {
        eg_source *source = d->view->source;
        char *uri = eg_session_uri(s, all->texts[i].path);
        if (strcmp(all->texts[i].path, d->path) != 0)
            good = eg_load_file(&d->view->r, all->texts[i].path, &source) == EG_OK;
        if (good)
            texts[i] = change(source, &all->texts[i], old, name);
        good = good && texts[i].text && uri;
        if (good)
            json_object_set_new(changes, uri, edits_of(source, &all->texts[i], old, name));
        free(uri);
    }
    if (good && !holds(s, all, texts, d, old, name)) {
        *refusal = "with this name something would no longer mean what it means: take another one";
        good = false;
    }
    for (size_t i = 0; texts && i < all->count; i++)
        free(texts[i].text);
    free(texts);
    if (good)
        return json_pack("{s:o}", "changes", changes);
    json_decref(changes);
    return NULL;
}

json_t *eg_lsp_prepare_rename(eg_session *s, const json_t *params, const char **refusal)
{
    uint32_t offset;
    eg_mention use;
    eg_referent m;
    eg_document *d = eg_session_place(s, params, &offset);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    if (!view || !eg_mentions_at(view, offset, &use, &m))
        return NULL;
    *refusal = why_not(s, view, &m, NULL);
    if (*refusal)
        return NULL;
    return json_pack("{s:o, s:s}", "range",
                     eg_position_range(view->source, use.at, use.at + strlen(use.name)), "placeholder",
                     use.name);
}

json_t *eg_lsp_rename(eg_session *s, const json_t *params, const char **refusal)
{
    uint32_t offset;
    eg_mention use;
    eg_referent m;
    eg_references all = {0};
    const char *name = json_string_value(json_object_get(params, "newName"));
    eg_document *d = eg_session_place(s, params, &offset);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    if (!view || !name || !eg_mentions_at(view, offset, &use, &m))
        return NULL;
    if (view->syntax_errors > 0)
        *refusal = "the text has errors of syntax: mend these first";
    else if (strcmp(name, use.name) != 0)
        *refusal = why_not(s, view, &m, name);
    if (*refusal || strcmp(name, use.name) == 0)
        return NULL;
    eg_references_find(&all, s, d, use.name, &m);
    json_t *result =
        all.count > 0 && !all.is_out_of_memory ? rename_all(s, d, &all, use.name, name, refusal) : NULL;
    eg_references_free(&all);
    return result;
}

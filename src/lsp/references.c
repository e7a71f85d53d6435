#include "lsp/references.h"

#include "base/file.h"
#include "base/names.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---------------------------------------------------------------- in one text */

typedef struct gathering {
    eg_text_view *view;
    const eg_referent *meaning; /* of the same view; NULL: compared by key */
    const char *key;
    eg_text_references text;
    bool failed;
} gathering;

static void gather(void *context, const eg_mention *use)
{
    gathering *g = context;
    const eg_referent m = eg_mentions_resolve(g->view, use);
    const bool is_same = g->meaning ? eg_referent_is_same(&m, g->meaning)
                                    : *g->key && strcmp(eg_referent_key(g->view, &m), g->key) == 0;
    if (!is_same)
        return;
    eg_reference_place *more = realloc(g->text.places, (g->text.count + 1) * sizeof *more);
    if (!more) {
        g->failed = true;
        return;
    }
    g->text.places = more;
    const bool declares =
        use->kind == EG_MENTION_CLASS || use->kind == EG_MENTION_COMPONENT || use->kind == EG_MENTION_LOOP;
    more[g->text.count++] = (eg_reference_place){use->at, declares};
}

static int compare_places(const void *a, const void *b)
{
    const uint32_t x = ((const eg_reference_place *)a)->at, y = ((const eg_reference_place *)b)->at;
    return (x > y) - (x < y);
}

/* Declarations of several components share the name of their class, which is visited for each. */
static void leave_out_twins(eg_text_references *t)
{
    size_t kept = 0;
    if (t->count > 1)
        qsort(t->places, t->count, sizeof *t->places, compare_places);
    for (size_t i = 0; i < t->count; i++)
        if (kept == 0 || t->places[kept - 1].at != t->places[i].at)
            t->places[kept++] = t->places[i];
    t->count = kept;
}

void eg_references_add(eg_references *all, eg_text_view *view, const char *path, const char *name,
                       const eg_referent *meaning, const char *key)
{
    gathering g = {.view = view, .meaning = meaning, .key = key};
    eg_mentions_visit(view, name, gather, &g);
    leave_out_twins(&g.text);
    if (g.text.count == 0)
        return;
    g.text.path = strdup(path);
    eg_text_references *more = realloc(all->texts, (all->count + 1) * sizeof *more);
    if (more) {
        all->texts = more;
        all->texts[all->count++] = g.text;
    } else {
        free(g.text.places);
        free(g.text.path);
    }
    all->is_out_of_memory = all->is_out_of_memory || g.failed || !more || !g.text.path;
}

/* ---------------------------------------------------------------- in the workspace */

typedef struct search {
    eg_references *all;
    eg_session *s;
    const char *name, *key;
    int files; /* looked at */
} search;

enum { MOST_FILES = 20000, DEEPEST = 40 };

static bool is_open(const eg_session *s, const char *path)
{
    for (size_t i = 0; i < s->document_count; i++)
        if (strcmp(s->documents[i]->path, path) == 0)
            return true;
    return false;
}

static void search_file(search *q, const char *path)
{
    char *text;
    size_t length;
    if (is_open(q->s, path) || eg_file_read(path, EG_SOURCE_LIMIT, NULL, &text, &length) != EG_OK)
        return;
    const eg_read_options options = eg_session_read_options(q->s);
    eg_text_view *view =
        strstr(text, q->name) ? eg_text_view_create(path, true, text, length, &options) : NULL;
    if (view)
        eg_references_add(q->all, view, path, q->name, NULL, q->key);
    eg_text_view_free(view);
    free(text);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void search_directory(search *q, const char *path, int depth);

static void search_entry(search *q, const char *directory, const char *name, int depth)
{
    struct stat info;
    const size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return;
    snprintf(path, size, "%s/%s", directory, name);
    if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode))
        search_directory(q, path, depth + 1);
    else if (S_ISREG(info.st_mode) && (eg_text_ends(name, ".mo") || eg_text_ends(name, ".dyad")) &&
             q->files++ < MOST_FILES)
        search_file(q, path);
    free(path);
}

/* In the order of names. */
static void search_directory(search *q, const char *path, int depth)
{
    char **names = NULL;
    size_t count = 0;
    DIR *directory = depth < DEEPEST ? opendir(path) : NULL;
    if (!directory)
        return;
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        char **more = entry->d_name[0] == '.' ? NULL : realloc(names, (count + 1) * sizeof *more);
        names = more ? more : names;
        if (more && (names[count] = strdup(entry->d_name)))
            count++;
    }
    closedir(directory);
    if (count > 1)
        qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 0; i < count; i++) {
        search_entry(q, path, names[i], depth);
        free(names[i]);
    }
    free(names);
}

void eg_references_find(eg_references *all, eg_session *s, eg_document *d, const char *name,
                        const eg_referent *meaning)
{
    search q = {.all = all, .s = s, .name = name, .key = eg_referent_key(d->view, meaning)};
    eg_references_add(all, d->view, d->path, name, meaning, "");
    if (!*q.key)
        return;
    for (size_t i = 0; i < s->document_count; i++) {
        eg_document *other = s->documents[i];
        eg_text_view *view = other != d && strstr(other->text, name) ? eg_session_view(s, other) : NULL;
        if (view)
            eg_references_add(all, view, other->path, name, NULL, q.key);
    }
    for (size_t i = 0; i < s->root_count; i++)
        search_directory(&q, s->roots[i], 0);
}

void eg_references_free(eg_references *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->texts[i].path);
        free(all->texts[i].places);
    }
    free(all->texts);
    *all = (eg_references){0};
}

/* ---------------------------------------------------------------- answers */

/* The text of a path, open or not, with its lines; in the view's memory. */
static eg_source *source_of(eg_session *s, eg_text_view *view, const char *path)
{
    eg_source *source;
    (void)s;
    return eg_load_file(&view->r, path, &source) == EG_OK ? source : NULL;
}

static void append_text(eg_session *s, eg_text_view *view, const eg_text_references *t, const char *name,
                        bool with_declaration, json_t *result)
{
    eg_source *source = strcmp(t->path, view->source->name) == 0 ? view->source : source_of(s, view, t->path);
    char *uri = eg_session_uri(s, t->path);
    for (size_t i = 0; source && uri && i < t->count; i++)
        if (with_declaration || !t->places[i].is_declaration)
            json_array_append_new(result, json_pack("{s:s, s:o}", "uri", uri, "range",
                                                    eg_position_range(source, t->places[i].at,
                                                                      t->places[i].at + strlen(name))));
    free(uri);
}

json_t *eg_lsp_references(eg_session *s, const json_t *params, const char **refusal)
{
    uint32_t offset;
    eg_mention use;
    eg_referent m;
    eg_references all = {0};
    (void)refusal;
    const json_t *with = json_object_get(json_object_get(params, "context"), "includeDeclaration");
    eg_document *d = eg_session_place(s, params, &offset);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    if (!view || !eg_mentions_at(view, offset, &use, &m) || m.kind == EG_REFERENT_NOTHING)
        return NULL;
    eg_references_find(&all, s, d, use.name, &m);
    json_t *result = json_array();
    for (size_t i = 0; i < all.count && !all.is_out_of_memory; i++)
        append_text(s, view, &all.texts[i], use.name, !json_is_false(with), result);
    eg_references_free(&all);
    return result;
}

json_t *eg_lsp_highlights(eg_session *s, const json_t *params, const char **refusal)
{
    uint32_t offset;
    eg_mention use;
    eg_referent m;
    eg_references all = {0};
    (void)refusal;
    eg_document *d = eg_session_place(s, params, &offset);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    if (!view || !eg_mentions_at(view, offset, &use, &m) || m.kind == EG_REFERENT_NOTHING)
        return NULL;
    eg_references_add(&all, view, d->path, use.name, &m, "");
    json_t *result = json_array();
    for (size_t i = 0; all.count > 0 && !all.is_out_of_memory && i < all.texts[0].count; i++) {
        const uint32_t at = all.texts[0].places[i].at;
        json_array_append_new(
            result, json_pack("{s:o}", "range", eg_position_range(view->source, at, at + strlen(use.name))));
    }
    eg_references_free(&all);
    return result;
}

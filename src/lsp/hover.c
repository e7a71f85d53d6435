/* What stands under the pointer. */
#include "lsp/describe.h"
#include "lsp/session.h"

#include <stdlib.h>
#include <string.h>

static void tell(FILE *out, eg_text_view *view, const eg_referent *m)
{
    if (m->kind == EG_REFERENT_CLASS) {
        if (m->definition->file)
            eg_library_load(&view->r, m->definition);
        eg_describe_class_to(out, view, m->definition);
    } else if (m->kind == EG_REFERENT_MEMBER) {
        eg_describe_member_to(out, view, m->member);
    } else if (m->kind == EG_REFERENT_LOOP) {
        fprintf(out, "loop variable `%s`\n", m->loop->name);
    }
}

json_t *eg_lsp_hover(eg_session *s, const json_t *params, const char **refusal)
{
    uint32_t offset;
    size_t from, to, size = 0;
    char *text = NULL;
    eg_mention use;
    eg_referent meaning = {.kind = EG_REFERENT_NOTHING};
    (void)refusal;
    eg_document *d = eg_session_place(s, params, &offset);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    FILE *out = view ? open_memstream(&text, &size) : NULL;
    if (!out)
        return NULL;
    eg_mentions_word(d->text, d->length, offset, &from, &to);
    const bool found = eg_mentions_at(view, offset, &use, &meaning) && meaning.kind != EG_REFERENT_NOTHING;
    const char *word = eg_describe_word(d->text + from, to - from);
    if (found)
        tell(out, view, &meaning);
    else if (word)
        fprintf(out, "%s\n", word);
    fclose(out);
    json_t *result = NULL;
    if (size > 0)
        result = json_pack("{s:{s:s, s:s%}, s:o}", "contents", "kind", "markdown", "value", text, size,
                           "range", eg_position_range(view->source, from, to));
    free(text);
    return result;
}

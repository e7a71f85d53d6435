/* Messages of assert and terminate that hold numbers: what String(x) wrote into them. */
#include "network/user/build.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const *copy_literals(eg_arena *arena, const char *const *literals)
{
    size_t count = 0;
    while (literals[count])
        count++;
    const char **kept = eg_arena_array(arena, count + 1, sizeof *kept);
    for (size_t i = 0; kept && i < count; i++)
        if (!(kept[i] = eg_arena_copy(arena, literals[i])))
            return NULL;
    return kept;
}

eg_status eg_user_make_message(eg_user_builder *b, const eg_user_source *q, eg_user_action *a)
{
    eg_user_message *last = NULL;
    for (const eg_user_text *part = q->parts; part; part = part->next) {
        eg_user_message *m = eg_arena_array(b->m->arena, 1, sizeof *m);
        if (!m)
            return EG_ERROR_MEMORY;
        *m = (eg_user_message){.node = -1,
                               .type = part->type,
                               .digits = part->digits,
                               .width = part->width,
                               .is_left = part->is_left};
        if (part->literals && !(m->literals = copy_literals(b->m->arena, part->literals)))
            return EG_ERROR_MEMORY;
        m->text = part->text ? eg_arena_copy(b->m->arena, part->text) : "";
        if (!m->text)
            return EG_ERROR_MEMORY;
        if (part->formula >= 0 && (m->node = eg_user_convert(b, b->formula[part->formula])) < 0)
            return eg_user_convert_failed(b, q->place);
        if (last)
            last->next = m;
        else
            a->message = m;
        last = m;
    }
    return EG_OK;
}

/* As String(x) writes it. */
static void write_value(const eg_user_message *m, double x, char *text, size_t size)
{
    char number[EG_NUMBER_SIZE];
    int literals = 0;
    while (m->literals && m->literals[literals])
        literals++;
    if (x >= 1 && x <= literals)
        snprintf(number, sizeof number, "%s", m->literals[(int)x - 1]);
    else if (m->type == EG_BOOLEAN)
        snprintf(number, sizeof number, "%s", x != 0 ? "true" : "false");
    else if (m->type == EG_REAL)
        snprintf(number, sizeof number, "%.*g", m->digits > 0 ? m->digits : 6, x);
    else
        snprintf(number, sizeof number, "%.0f", x);
    snprintf(text, size, m->is_left ? "%-*s" : "%*s", m->width, number);
}

const char *eg_user_message_text(const eg_user_action *action, const double *value, char *text, size_t size)
{
    size_t used = 0;
    if (!action->message)
        return action->text ? action->text : "";
    text[0] = '\0';
    for (const eg_user_message *m = action->message; m && used + 1 < size; m = m->next) {
        if (m->node >= 0)
            write_value(m, value[m->node], text + used, size - used);
        else
            snprintf(text + used, size - used, "%s", m->text);
        used += strlen(text + used);
    }
    return text;
}

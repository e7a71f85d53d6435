/* States as text, line by line:
 *
 *     elastogap state 2
 *     model Drop
 *     structure 8f3a...                  of the model, a number in hexadecimal digits
 *     engine auto
 *     run TIME INTERVAL TOLERANCE STEP ROWS_FROM
 *     unknowns 2                         what the numbers y are
 *     stop.s_rel
 *     ball.v
 *     reals y 2 0.25 -1e-3               a part: its name, how many numbers, and these
 *     wholes modes 1 2
 *     ...
 *     checksum 51c0...                   of all before this line
 *
 * Numbers are the shortest decimals that read back to the same double, so that a state is the same text on
 * every machine. Counts are believed no further than the text goes. */
#include "simulate/state.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char VERSION[] = "elastogap state 2\n", ANY_VERSION[] = "elastogap state ";
enum { MOST_BYTES = 2000000000 };

static uint64_t checksum(const char *text, size_t length)
{
    return eg_hash(EG_HASH_OF_NOTHING, text, length);
}

/* ---------------------------------------------------------------- writing */

static void put_number(FILE *out, double value)
{
    char text[EG_NUMBER_SIZE];
    (void)eg_number_write(value, text);
    fprintf(out, " %s", text);
}

static void put_part(FILE *out, const eg_state_part *part)
{
    fprintf(out, "%s %s %zu", part->is_real ? "reals" : "wholes", part->name, part->count);
    for (size_t i = 0; i < part->count; i++)
        if (part->is_real)
            put_number(out, part->reals[i]);
        else
            fprintf(out, " %ld", part->wholes[i]);
    fputc('\n', out);
}

static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

eg_status eg_state_text(const eg_state *state, char **text, size_t *length)
{
    const double run[] = {state->time, state->interval, state->tolerance, state->step, state->rows_from};
    char *made = NULL;
    size_t size = 0;
    *text = NULL;
    FILE *out = open_memstream(&made, &size);
    if (!out)
        return EG_ERROR_MEMORY;
    fprintf(out, "%smodel %s\nstructure %016" PRIx64 "\nengine %s\nrun", VERSION, state->model,
            state->structure, state->engine);
    for (size_t i = 0; i < sizeof run / sizeof *run; i++)
        put_number(out, run[i]);
    fprintf(out, "\nunknowns %zu\n%s", count_lines(state->unknowns), state->unknowns);
    for (size_t i = 0; i < state->part_count; i++)
        put_part(out, &state->parts[i]);
    if (fflush(out) == 0)
        fprintf(out, "checksum %016" PRIx64 "\n", checksum(made, size));
    *text = eg_text_end(out, &made);
    *length = size;
    return *text ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_state_write(const eg_state *state, const char *path, eg_diagnostics *d)
{
    char *text;
    size_t length;
    eg_status status = eg_state_text(state, &text, &length);
    eg_file *file = status == EG_OK ? eg_file_create(path, d, &status) : NULL;
    if (file) {
        eg_file_put(file, text, length);
        status = eg_file_commit(file, d);
    }
    free(text);
    return status;
}

/* ---------------------------------------------------------------- reading */

typedef struct reading {
    const char *at, *end;
    eg_state *state;
    bool is_short; /* out of memory */
} reading;

static bool take_text(reading *x, const char *text)
{
    const size_t length = strlen(text);
    if ((size_t)(x->end - x->at) < length || memcmp(x->at, text, length) != 0)
        return false;
    x->at += length;
    return true;
}

/* Up to the mark, which is passed; not empty, and of this line. */
static const char *take_word(reading *x, char mark)
{
    const char *begin = x->at;
    while (x->at < x->end && *x->at != mark && *x->at != '\n' && *x->at != '\0')
        x->at++;
    if (x->at == begin || x->at == x->end || *x->at != mark)
        return NULL;
    const char *word = eg_arena_text(x->state->arena, begin, (size_t)(x->at - begin));
    x->is_short = x->is_short || !word;
    x->at++;
    return word;
}

static bool take_hexadecimal(reading *x, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < 16; i++, x->at++) {
        if (x->at == x->end)
            return false;
        const char c = *x->at;
        const bool is_digit = c >= '0' && c <= '9', is_letter = c >= 'a' && c <= 'f';
        if (!is_digit && !is_letter)
            return false;
        *value = *value << 4 | (uint64_t)(is_digit ? c - '0' : c - 'a' + 10);
    }
    return take_text(x, "\n");
}

static bool take_real(reading *x, double *value)
{
    const char *end = take_text(x, " ") ? eg_number_read(x->at, x->end, value) : NULL;
    x->at = end ? end : x->at;
    return end != NULL;
}

static bool take_whole(reading *x, long *value)
{
    char *end;
    if (!take_text(x, " ") || x->at == x->end || !((*x->at >= '0' && *x->at <= '9') || *x->at == '-'))
        return false;
    errno = 0;
    *value = strtol(x->at, &end, 10); /* the text ends with a NUL */
    x->at = end;
    return errno == 0 && end <= x->end;
}

static bool take_part(reading *x, bool is_real)
{
    eg_state *state = x->state;
    eg_state_part part = {.is_real = is_real};
    long count = 0;
    part.name = take_word(x, ' ');
    x->at -= part.name != NULL; /* the space belongs to the number */
    if (!part.name || !take_whole(x, &count) || count < 0 || count > (x->end - x->at) / 2 ||
        state->part_count == EG_STATE_MOST_PARTS)
        return false;
    part.count = (size_t)count;
    if (is_real)
        part.reals = eg_arena_array(state->arena, part.count + 1, sizeof *part.reals);
    else
        part.wholes = eg_arena_array(state->arena, part.count + 1, sizeof *part.wholes);
    x->is_short = !part.reals && !part.wholes;
    for (size_t i = 0; i < part.count && !x->is_short; i++)
        if (!(is_real ? take_real(x, &part.reals[i]) : take_whole(x, &part.wholes[i])))
            return false;
    state->parts[state->part_count++] = part;
    return !x->is_short && take_text(x, "\n");
}

/* So many lines. */
static bool take_unknowns(reading *x)
{
    long count = 0;
    if (!take_text(x, "unknowns") || !take_whole(x, &count) || !take_text(x, "\n"))
        return false;
    const char *begin = x->at;
    for (long i = 0; i < count; i++) {
        const char *line_end = memchr(x->at, '\n', (size_t)(x->end - x->at));
        if (!line_end)
            return false;
        x->at = line_end + 1;
    }
    x->state->unknowns = eg_arena_text(x->state->arena, begin, (size_t)(x->at - begin));
    x->is_short = !x->state->unknowns;
    return !x->is_short;
}

static bool take_all(reading *x)
{
    eg_state *state = x->state;
    double *const run[] = {&state->time, &state->interval, &state->tolerance, &state->step,
                           &state->rows_from};
    bool good = take_text(x, "model ") && (state->model = take_word(x, '\n')) && take_text(x, "structure ") &&
                take_hexadecimal(x, &state->structure) && take_text(x, "engine ") &&
                (state->engine = take_word(x, '\n')) && take_text(x, "run");
    for (size_t i = 0; i < sizeof run / sizeof *run && good; i++)
        good = take_real(x, run[i]) && isfinite(*run[i]);
    good = good && take_text(x, "\n") && take_unknowns(x);
    while (good && x->at < x->end)
        good = (take_text(x, "reals ") && take_part(x, true)) ||
               (!x->is_short && take_text(x, "wholes ") && take_part(x, false));
    return good;
}

static eg_status refuse(const char *name, const char *why, const char *remedy, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s %s", name, why);
    if (remedy)
        eg_remedy(d, "%s", remedy);
    return EG_ERROR_FILE;
}

/* What is around the parts: the version, and the checksum at the end, before which *end comes to stand. */
static eg_status check_frame(const char *text, size_t length, const char *name, eg_diagnostics *d,
                             const char **end)
{
    static const char last[] = "checksum ";
    const size_t tail = sizeof last - 1 + 16 + 1;
    uint64_t told = 0;
    if (length < sizeof ANY_VERSION || memcmp(text, ANY_VERSION, sizeof ANY_VERSION - 1) != 0)
        return refuse(name, "is no state of elastogap", "a state is what --save-state writes", d);
    if (length < sizeof VERSION || memcmp(text, VERSION, sizeof VERSION - 1) != 0)
        return refuse(name, "was written by another version of elastogap", "save the state anew", d);
    reading x = {.at = text + length - (length > tail ? tail : length), .end = text + length};
    *end = x.at;
    if (!take_text(&x, last) || !take_hexadecimal(&x, &told) || x.at != x.end)
        return refuse(name, "has been cut short, or something follows it", "save the state anew", d);
    if (told != checksum(text, (size_t)(*end - text)))
        return refuse(name, "has been changed since it was written: its checksum does not fit",
                      "save the state anew", d);
    return EG_OK;
}

eg_status eg_state_from_text(const char *text, size_t length, const char *name, eg_diagnostics *d,
                             eg_state **out)
{
    const char *end = text;
    *out = NULL;
    eg_status status = check_frame(text, length, name, d, &end);
    if (status != EG_OK)
        return status;
    eg_arena *arena = eg_arena_create();
    eg_state *state = arena ? eg_arena_alloc(arena, sizeof *state) : NULL;
    if (!state) {
        eg_arena_free(arena);
        return EG_ERROR_MEMORY;
    }
    state->arena = arena;
    state->parts = eg_arena_array(arena, EG_STATE_MOST_PARTS, sizeof *state->parts);
    reading x = {.at = text + sizeof VERSION - 1, .end = end, .state = state, .is_short = !state->parts};
    if (!x.is_short && take_all(&x)) {
        *out = state;
        return EG_OK;
    }
    eg_state_free(state);
    return x.is_short ? EG_ERROR_MEMORY
                      : refuse(name, "holds a line that is none of a state", "save the state anew", d);
}

eg_status eg_state_read(const char *path, eg_diagnostics *d, eg_state **out)
{
    char *text;
    size_t length;
    *out = NULL;
    eg_status status = eg_file_read(path, MOST_BYTES, d, &text, &length);
    if (status != EG_OK)
        return status;
    status = eg_state_from_text(text, length, path, d, out);
    free(text);
    return status;
}

/* Each slot of the picture is looked at, at equal times and at each event; of these keyframes those are
 * left out that lie on a line between others, as far as can be seen. Paths are animated by SMIL, all else
 * by CSS. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "report/keyframes.h"

#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR                                                                                                 \
    0.05 /* how far a keyframe left out may lie from the line [px]; of scales and lights a twentieth */
enum { MOST_TIMES = 2000 }; /* of each kind */

/* What a slot is over time. */
typedef struct track {
    const eg_slot *slot;
    size_t size;
    double *values; /* (times x size) */
    size_t *kept;   /* (kept_count) times */
    size_t kept_count;
} track;

typedef struct keyframes {
    eg_moving_picture picture;
    const eg_animation *motion;
    const eg_trajectory *run;
    const eg_record_options *options;
    eg_diagram_theme theme;
    double *times;
    size_t time_count;
    track *tracks; /* one for each slot */
    eg_pose *poses;
    FILE *out;
} keyframes;

/* ---------------------------------------------------------------- times */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static eg_status choose_times(keyframes *k)
{
    const eg_record_options *o = k->options;
    const double span = o->to - o->from;
    const size_t steps = (size_t)fmax(1, fmin(MOST_TIMES, ceil(span / o->speed * o->rate)));
    const size_t events = eg_trajectory_events(k->run);
    k->times = malloc((steps + 1 + (events < MOST_TIMES ? events : MOST_TIMES)) * sizeof *k->times);
    if (!k->times)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i <= steps; i++)
        k->times[k->time_count++] = fmin(o->to, o->from + span * (double)i / (double)steps);
    for (size_t i = 0; i < events && i < MOST_TIMES; i++) {
        const double t = eg_trajectory_event(k->run, i).time;
        if (t > o->from && t < o->to)
            k->times[k->time_count++] = t;
    }
    qsort(k->times, k->time_count, sizeof *k->times, compare);
    size_t kept = 1;
    for (size_t i = 1; i < k->time_count; i++)
        if (k->times[i] != k->times[kept - 1])
            k->times[kept++] = k->times[i];
    k->time_count = kept;
    return EG_OK;
}

static eg_status look(keyframes *k, eg_diagnostics *diagnostics)
{
    const eg_record_options *o = k->options;
    const size_t slots = k->picture.slot_count;
    k->tracks = calloc(slots + 1, sizeof *k->tracks);
    k->poses = calloc((size_t)k->motion->shown.box_count + 1, sizeof *k->poses);
    if (!k->tracks || !k->poses)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < slots; i++) {
        track *t = &k->tracks[i];
        t->slot = &k->picture.slots[i];
        t->size = eg_slot_size(&k->picture, t->slot);
        t->values = malloc(k->time_count * t->size * sizeof *t->values);
        t->kept = malloc(k->time_count * sizeof *t->kept);
        if (!t->values || !t->kept)
            return EG_ERROR_MEMORY;
    }
    for (size_t n = 0; n < k->time_count; n++) {
        if (o->progress && o->progress(k->times[n], o->context) != 0) {
            eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "the recording was stopped at t = %g s",
                      k->times[n]);
            eg_remedy(diagnostics, "record again, or less of the run: --record-from and --record-to");
            return EG_ERROR_SIMULATION;
        }
        eg_animation_pose(k->motion, k->run, k->times[n], k->poses);
        for (size_t i = 0; i < slots; i++)
            eg_slot_values(&k->picture, k->tracks[i].slot, k->run, k->times[n], k->poses,
                           k->tracks[i].values + n * k->tracks[i].size);
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- which are kept */

static double allowed(const track *t, size_t which)
{
    const eg_slot_kind kind = t->slot->kind;
    const bool is_place = kind == EG_SLOT_AT || (kind == EG_SLOT_STRETCH && which == 0) ||
                          (kind == EG_SLOT_WIRE && which + 1 < t->size);
    return is_place ? NEAR : NEAR / 20;
}

static bool fits(const keyframes *k, const track *t, size_t a, size_t b)
{
    for (size_t i = a + 1; i < b; i++) {
        const double share = (k->times[i] - k->times[a]) / (k->times[b] - k->times[a]);
        for (size_t n = 0; n < t->size; n++) {
            const double from = t->values[a * t->size + n], to = t->values[b * t->size + n];
            if (!(fabs(from + share * (to - from) - t->values[i * t->size + n]) <= allowed(t, n)))
                return false;
        }
    }
    return true;
}

/* From each as far as a line goes. */
static void thin(const keyframes *k, track *t)
{
    size_t at = 0;
    t->kept[t->kept_count++] = 0;
    while (at + 1 < k->time_count) {
        size_t next = at + 1;
        while (next + 1 < k->time_count && fits(k, t, at, next + 1))
            next++;
        t->kept[t->kept_count++] = at = next;
    }
}

static bool moves(const track *t)
{
    for (size_t i = 0; i < t->kept_count; i++)
        for (size_t n = 0; n < t->size; n++)
            if (fabs(t->values[t->kept[i] * t->size + n] - t->values[n]) > allowed(t, n))
                return true;
    return false;
}

/* ---------------------------------------------------------------- the text */

/* Seconds of the film. */
static double length_of(const keyframes *k)
{
    return (k->options->to - k->options->from) / k->options->speed;
}

static double share_of(const keyframes *k, size_t time)
{
    const double span = k->options->to - k->options->from;
    return span > 0 ? (k->times[time] - k->options->from) / span : 0.0;
}

/* As an attribute and as a style: a picture that does not move shows the first instant. */
static void put_state(const keyframes *k, const track *t, const double *v)
{
    switch (t->slot->kind) {
    case EG_SLOT_AT: fprintf(k->out, "translate(%.2f,%.1f)", v[0], t->slot->y); break;
    case EG_SLOT_STRETCH:
        fprintf(k->out, "translate(%.2f,%.1f) scale(%.4f,1)", v[0], t->slot->y, v[1]);
        break;
    case EG_SLOT_WIRE: eg_slot_put_wire(&k->picture, t->slot, v, k->out); break;
    case EG_SLOT_TINT: break;
    case EG_SLOT_SPARK:
    case EG_SLOT_GLOW: fprintf(k->out, "%.3f", v[0]); break;
    }
}

static void put_style(const keyframes *k, const track *t, const double *v)
{
    switch (t->slot->kind) {
    case EG_SLOT_AT: fprintf(k->out, "transform:translate(%.2fpx,%.1fpx)", v[0], t->slot->y); break;
    case EG_SLOT_STRETCH:
        fprintf(k->out, "transform:translate(%.2fpx,%.1fpx) scale(%.4f,1)", v[0], t->slot->y, v[1]);
        break;
    case EG_SLOT_TINT:
        fprintf(k->out, "color:color-mix(in srgb,var(--hot) %.1f%%,var(--ink))", 100 * v[0]);
        break;
    case EG_SLOT_WIRE: fprintf(k->out, "stroke-opacity:%.3f", 0.35 + 0.65 * v[t->size - 1]); break;
    case EG_SLOT_SPARK:
    case EG_SLOT_GLOW: fprintf(k->out, "opacity:%.3f", v[0]); break;
    }
}

static void put_keyframes(const keyframes *k, const track *t, size_t number)
{
    fprintf(k->out, "@keyframes m%zu{", number);
    for (size_t i = 0; i < t->kept_count; i++) {
        fprintf(k->out, "%.6g%%{", 100 * share_of(k, t->kept[i]));
        put_style(k, t, t->values + t->kept[i] * t->size);
        fputc('}', k->out);
    }
    fprintf(k->out, "}#m%zu{animation:m%zu %.2fs linear infinite}\n", number, number, length_of(k));
}

/* Within the tag of a path, behind its points. */
static void put_path(const keyframes *k, const track *t, size_t number)
{
    put_state(k, t, t->values);
    fprintf(k->out,
            "\" id=\"m%zu\"><animate attributeName=\"d\" dur=\"%.2fs\" repeatCount=\"indefinite\" values=\"",
            number, length_of(k));
    for (size_t i = 0; i < t->kept_count; i++) {
        if (i > 0)
            fputc(';', k->out);
        put_state(k, t, t->values + t->kept[i] * t->size);
    }
    fputs("\" keyTimes=\"", k->out);
    for (size_t i = 0; i < t->kept_count; i++)
        fprintf(k->out, "%s%.6g", i > 0 ? ";" : "", share_of(k, t->kept[i]));
    fputs("\"/></path>", k->out);
}

static void put_slot(const keyframes *k, size_t number, size_t *at)
{
    const track *t = &k->tracks[number];
    const eg_slot *slot = t->slot;
    const char *text = k->picture.text;
    const bool alive = moves(t);
    fwrite(text + *at, 1, slot->begin - *at, k->out);
    *at = slot->end;
    if (slot->kind == EG_SLOT_WIRE && alive) {
        put_path(k, t, number);
        *at += strlen("\"/>");
        return;
    }
    if (slot->kind == EG_SLOT_TINT) {
        if (alive)
            fprintf(k->out, " id=\"m%zu\"", number);
        return;
    }
    put_state(k, t, t->values);
    if (alive)
        fprintf(k->out, "\" id=\"m%zu", number);
    if (slot->kind == EG_SLOT_STRETCH) /* its content stays, and is scaled */
        *at = (size_t)(strchr(text + slot->begin, '"') - text);
}

/* The picture, wide enough for all that moves. */
static void put_text(const keyframes *k)
{
    const eg_animation *m = k->motion;
    const double wide = m->shown.width + 2 * m->pad, high = m->shown.height;
    const eg_record_options *o = k->options;
    double zoom = o->width > 0 ? o->width / wide : 1;
    if (o->height > 0)
        zoom = o->width > 0 ? fmin(zoom, o->height / high) : o->height / high;
    fprintf(k->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"%.0f 0 %.0f %.0f\" role=\"img\">",
            wide * zoom, high * zoom, -m->pad, wide, high);
    size_t at = (size_t)(strchr(k->picture.text, '>') + 1 - k->picture.text);
    for (size_t i = 0; i < k->picture.slot_count; i++)
        put_slot(k, i, &at);
    const size_t end = (size_t)(strstr(k->picture.text + at, "</svg>") - k->picture.text);
    fwrite(k->picture.text + at, 1, end - at, k->out);
    fputs("<style>", k->out);
    if (k->theme != EG_DIAGRAM_DARK)
        fputs(":root{--ink:#202830;--hot:#d4461b}", k->out);
    if (k->theme == EG_DIAGRAM_AUTO)
        fputs("@media(prefers-color-scheme:dark){", k->out);
    if (k->theme != EG_DIAGRAM_LIGHT)
        fputs(":root{--ink:#e6e9ed;--hot:#ff7a4d}", k->out);
    fputs(k->theme == EG_DIAGRAM_AUTO ? "}\n" : "\n", k->out);
    for (size_t i = 0; i < k->picture.slot_count; i++)
        if (moves(&k->tracks[i]) &&
            (k->tracks[i].slot->kind != EG_SLOT_WIRE || k->tracks[i].values[k->tracks[i].size - 1] >= 0))
            put_keyframes(k, &k->tracks[i], i);
    fputs("@media(prefers-reduced-motion:reduce){*{animation:none!important}}</style></svg>\n", k->out);
}

static void release(keyframes *k)
{
    for (size_t i = 0; k->tracks && i < k->picture.slot_count; i++) {
        free(k->tracks[i].values);
        free(k->tracks[i].kept);
    }
    free(k->tracks);
    free(k->poses);
    free(k->times);
    eg_moving_picture_release(&k->picture);
}

eg_status eg_keyframes_write(const eg_animation *motion, const eg_trajectory *run,
                             const eg_record_options *options, const char *path, eg_diagnostics *diagnostics)
{
    keyframes k = {.motion = motion, .run = run, .options = options, .theme = options->theme};
    char *text = NULL;
    size_t length = 0;
    eg_status status = eg_moving_picture_init(&k.picture, motion, options->theme);
    if (status == EG_OK)
        status = choose_times(&k);
    if (status == EG_OK)
        status = look(&k, diagnostics);
    if (status == EG_OK) {
        for (size_t i = 0; i < k.picture.slot_count; i++)
            thin(&k, &k.tracks[i]);
        k.out = open_memstream(&text, &length);
        if (k.out)
            put_text(&k);
        text = eg_text_end(k.out, &text);
        status = text ? EG_OK : EG_ERROR_MEMORY;
    }
    eg_file *file = status == EG_OK ? eg_file_create(path, diagnostics, &status) : NULL;
    if (file) {
        eg_file_put(file, text, length);
        status = eg_file_commit(file, diagnostics);
    }
    free(text);
    release(&k);
    return status;
}

#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "diagram/animation.h"

#include "base/file.h"

#include <math.h>
#include <string.h>

#define TRAVEL 120.0 /* of what moves furthest [px] */
#define PRESSED 0.45 /* so much of a contact's spring may be pressed together */
#define NO_LESS 3.0  /* of an open gap [px] */
#define SAME 0.2     /* places nearer than that are one [px] */

/* How far distances between the ends of a symbol may shrink and grow, as parts of its length. */
static const struct {
    bool gives, is_between; /* between: the symbol stands in the middle of its ends */
    double shrinks, grows;
} symbols[] = {
    [EG_SYMBOL_SPRING] = {true, true, 0.55, 1},
    [EG_SYMBOL_DAMPER] = {true, true, 0.27, 0.24},
    [EG_SYMBOL_SPRING_DAMPER] = {true, true, 0.27, 0.24},
    [EG_SYMBOL_ICON] = {true, false, 0.2, 0.3},
    [EG_SYMBOL_GAP] = {false, true, 0, 0},
    [EG_SYMBOL_EQUATIONS] = {true, false, 0.2, 0.3},
};

enum { UNIT_S, UNIT_PHI, UNITS };

/* The way of one signal that moves something. */
typedef struct way {
    const char *name;
    int unit;
    double low, high, rest;
} way;

/* A component in the making. */
typedef struct part {
    const way *a, *b; /* NULL: it stands still */
    double at[2];     /* of its flanges */
    const char *relative;
    double nearest, middle; /* the least relative distance, and the middle of its way */
    bool closes;
} part;

typedef struct maker {
    eg_animation *m;
    const eg_trajectory *const *runs;
    size_t run_count;
    eg_names *known; /* ways by their names */
    way **ways;      /* (own memory) */
    size_t way_count, way_capacity;
    part *parts;
} maker;

/* ---------------------------------------------------------------- signals */

/* The extremes of b - a over all rows of all runs, or of b alone. False: there are no numbers. */
static bool find_extremes(const maker *k, const char *b, const char *a, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t r = 0; r < k->run_count; r++) {
        const eg_trajectory *t = k->runs[r];
        const long of_b = eg_trajectory_find(t, b), of_a = a ? eg_trajectory_find(t, a) : -1;
        if (of_b < 0 || (a && of_a < 0))
            continue;
        size_t step_b, step_a = 0;
        static const double zero = 0.0;
        const double *y = eg_trajectory_values(t, of_b, &step_b);
        const double *x = a ? eg_trajectory_values(t, of_a, &step_a) : &zero;
        for (size_t i = 0; x && y && i < eg_trajectory_rows(t); i++) {
            const double v = y[i * step_b] - x[i * step_a];
            if (!isfinite(v))
                continue;
            *low = v < *low ? v : *low;
            *high = v > *high ? v : *high;
        }
    }
    return *low <= *high;
}

/* The way of a signal, or NULL: it has none. */
static eg_status find_way(maker *k, const char *name, const way **found)
{
    *found = NULL;
    const long known = eg_names_find(k->known, name);
    if (known >= 0 && k->ways) {
        const way *w = k->ways[known];
        *found = w->low <= w->high ? w : NULL;
        return EG_OK;
    }
    way *w = eg_arena_alloc(k->m->arena, sizeof *w);
    const char *copy = eg_arena_copy(k->m->arena, name);
    if (!w || !copy || eg_grow((void **)&k->ways, &k->way_capacity, k->way_count + 1, sizeof *k->ways) != 0 ||
        eg_names_add(k->known, copy, (long)k->way_count) < 0)
        return EG_ERROR_MEMORY;
    const char *dot = strrchr(copy, '.');
    *w = (way){.name = copy, .unit = dot && strcmp(dot, ".phi") == 0 ? UNIT_PHI : UNIT_S};
    k->ways[k->way_count++] = w;
    if (find_extremes(k, copy, NULL, &w->low, &w->high))
        *found = w;
    w->rest = w->low / 2 + w->high / 2;
    return EG_OK;
}

/* A signal that the first run has, copied; NULL: none. */
static const char *find_signal(maker *k, const eg_box *b, eg_box_signal role)
{
    char path[EG_SIGNAL_PATH];
    if (!eg_diagram_box_signal(&k->m->shown, b, role, path) || eg_trajectory_find(k->runs[0], path) < 0)
        return NULL;
    return eg_arena_copy(k->m->arena, path);
}

static bool has_contact(const maker *k, const eg_box *b)
{
    char path[EG_SIGNAL_PATH];
    return snprintf(path, sizeof path, "%s.contact", b->path) < (int)sizeof path &&
           eg_trajectory_find(k->runs[0], path) >= 0;
}

static eg_status read_part(maker *k, int box)
{
    const eg_diagram *d = &k->m->shown;
    const eg_box *b = &d->boxes[box];
    part *p = &k->parts[box];
    eg_mover *mover = &k->m->movers[box];
    char path[EG_SIGNAL_PATH];
    double low, high;
    eg_status status = EG_OK;
    for (int end = 0; end < 2 && status == EG_OK; end++) {
        const int flange = end == 0 ? b->left : b->right;
        p->at[end] = flange >= 0 ? eg_diagram_reach(d, flange) : NAN;
        if (b->domain == EG_MECHANICAL && eg_diagram_box_signal(d, b, end == 0 ? EG_BOX_A : EG_BOX_B, path))
            status = find_way(k, path, end == 0 ? &p->a : &p->b);
    }
    const char *force = find_signal(k, b, EG_BOX_FORCE);
    if (force && (b->symbol == EG_SYMBOL_GAP || has_contact(k, b)) &&
        find_extremes(k, force, NULL, &low, &high)) {
        mover->peak = fmax(fabs(low), fabs(high));
        mover->force = mover->peak > 0 ? force : NULL;
    }
    mover->heat = find_signal(k, b, EG_BOX_HEAT);
    mover->is_contact = b->symbol == EG_SYMBOL_GAP;
    p->relative = mover->is_contact ? find_signal(k, b, EG_BOX_RELATIVE) : NULL;
    if (p->relative && find_extremes(k, p->relative, NULL, &low, &high)) {
        p->nearest = low;
        p->middle = low / 2 + high / 2;
        p->closes = isfinite(b->free) && low <= b->free && p->a && p->b;
    }
    return status;
}

/* ---------------------------------------------------------------- scales */

static void bound(maker *k, int unit, double travel, double room)
{
    if (travel > 0)
        k->m->scales[unit] = fmin(k->m->scales[unit], room / travel);
}

/* What stands in front of a contact's spring, and what is left of the line behind what it meets. */
static double lead_of(const eg_box *b, const part *p)
{
    return fabs(eg_diagram_foot(b) - p->at[0]);
}

static void bound_part(maker *k, int box)
{
    const eg_box *b = &k->m->shown.boxes[box];
    const part *p = &k->parts[box];
    double low, high;
    if (!p->a || !p->b || p->a->unit != p->b->unit || !find_extremes(k, p->b->name, p->a->name, &low, &high))
        return;
    const double length = fabs(p->at[1] - p->at[0]), rest = p->b->rest - p->a->rest;
    const double room = length - lead_of(b, p) - EG_BEHIND;
    const double shrinks = p->at[1] < p->at[0] ? high - rest : rest - low;
    const double grows = p->at[1] < p->at[0] ? rest - low : high - rest;
    if (p->closes) {
        /* The spring, which takes up the penetration, and the line behind what it meets share what there
         * is. */
        const double pressed = b->free - p->nearest;
        bound(k, p->a->unit, pressed / PRESSED + rest - b->free, room);
        bound(k, p->a->unit, pressed, PRESSED * room);
    } else if (b->symbol == EG_SYMBOL_GAP) {
        double tip, face;
        eg_diagram_contact(&k->m->shown, b, &tip, &face);
        bound(k, p->a->unit, shrinks, fmax(NO_LESS, fabs(face - tip) - 2));
    } else if (symbols[b->symbol].gives) {
        double begin;
        const double gives =
            symbols[b->symbol].is_between ? eg_diagram_stroke(&k->m->shown, b, &begin) : length;
        bound(k, p->a->unit, shrinks, symbols[b->symbol].shrinks * gives);
        bound(k, p->a->unit, grows, symbols[b->symbol].grows * gives);
    }
}

/* Two digits, rounded down. */
static double tidy(double scale)
{
    if (!isfinite(scale))
        return 0.0;
    const double step = pow(10.0, floor(log10(scale)) - 1.0);
    return floor(scale / step) * step;
}

static void find_scales(maker *k)
{
    eg_animation *m = k->m;
    m->scales[UNIT_S] = m->scales[UNIT_PHI] = INFINITY;
    for (size_t i = 0; i < k->way_count; i++)
        bound(k, k->ways[i]->unit, k->ways[i]->high - k->ways[i]->low, TRAVEL);
    for (int box = 0; box < m->shown.box_count; box++)
        bound_part(k, box);
    for (int unit = 0; unit < UNITS; unit++)
        m->scales[unit] = tidy(m->scales[unit]);
    for (size_t i = 0; i < k->way_count; i++) {
        const way *w = k->ways[i];
        if (w->low <= w->high)
            m->pad = fmax(m->pad, ceil(m->scales[w->unit] * (w->high - w->low) / 2));
    }
}

/* How long the spring of a contact is drawn, so that it is not pressed flat. */
static void fit_spring(const maker *k, int box)
{
    eg_box *b = &k->m->shown.boxes[box];
    const part *p = &k->parts[box];
    double tip, face;
    if (!p->closes)
        return;
    const double scale = k->m->scales[p->a->unit], length = fabs(p->at[1] - p->at[0]);
    const double most = length - lead_of(b, p) - EG_BEHIND - scale * (p->b->rest - p->a->rest - b->free);
    eg_diagram_contact(&k->m->shown, b, &tip, &face);
    b->spring = fmax(fmin(fabs(tip - eg_diagram_foot(b)), most), scale * (b->free - p->nearest) / PRESSED);
}

/* ---------------------------------------------------------------- shifts */

static eg_shift with(const maker *k, const way *a, const way *b, double share)
{
    const way *const ways[] = {a, b};
    eg_shift s = {0};
    for (int i = 0; i < 2; i++)
        if (ways[i]) {
            s.signals[i] = ways[i]->name;
            s.scales[i] = share * k->m->scales[ways[i]->unit];
            s.rests[i] = ways[i]->rest;
        }
    return s;
}

static void set_shifts(const maker *k, int box)
{
    const eg_box *b = &k->m->shown.boxes[box];
    const part *p = &k->parts[box];
    eg_mover *mover = &k->m->movers[box];
    const bool by_b = isnan(p->at[0]) || (b->is_mirrored && !isnan(p->at[1]));
    const bool is_between = !isnan(p->at[0]) && !isnan(p->at[1]) && symbols[b->symbol].is_between;
    const eg_shift body = is_between ? with(k, p->a, p->b, 0.5) : with(k, by_b ? p->b : p->a, NULL, 1);
    mover->shifts[EG_ANCHOR_BODY] = body;
    /* A flange to which nothing is connected is none of the picture's: what hangs there is the body's. */
    mover->shifts[EG_ANCHOR_A] = isnan(p->at[0]) ? body : with(k, p->a, NULL, 1);
    mover->shifts[EG_ANCHOR_B] = isnan(p->at[1]) ? body : with(k, p->b, NULL, 1);
    if (!mover->is_contact)
        return;
    double tip, face;
    eg_diagram_contact(&k->m->shown, b, &tip, &face);
    mover->gap = face - tip;
    mover->shifts[EG_ANCHOR_TIP] = mover->shifts[EG_ANCHOR_A];
    mover->shifts[EG_ANCHOR_FACE] = mover->shifts[EG_ANCHOR_B];
    if (!p->closes)
        return;
    const double sign = p->at[1] < p->at[0] ? -1 : 1, scale = sign * k->m->scales[p->a->unit];
    eg_shift *s = &mover->shifts[EG_ANCHOR_FACE];
    *s = with(k, p->a, NULL, 1);
    s->constant = scale * (p->middle - b->free) - mover->gap;
    s->signals[1] = p->relative;
    s->scales[1] = scale;
    s->rests[1] = p->middle;
}

/* ---------------------------------------------------------------- texts */

#define APART 4.0 /* of texts [px] */

/* The lines of text of a box as one rectangle; false: it has none. */
static bool find_text(const eg_diagram *d, int box, double *left, double *right, double *top, double *bottom)
{
    *left = *top = INFINITY;
    *right = *bottom = -INFINITY;
    for (size_t line = EG_AREA_NAME; line < EG_AREAS; line++) {
        const eg_diagram_area a = eg_diagram_get_area(d, EG_AREAS * (size_t)box + line);
        if (!(a.height > 0))
            continue;
        *left = fmin(*left, a.x);
        *right = fmax(*right, a.x + a.width);
        *top = fmin(*top, a.y);
        *bottom = fmax(*bottom, a.y + a.height);
    }
    return *left < *right;
}

/* The largest difference of two shifts over all rows of all runs. */
static double closest(const maker *k, const eg_shift *a, const eg_shift *b)
{
    double most = 0;
    for (size_t r = 0; r < k->run_count; r++) {
        const eg_trajectory *t = k->runs[r];
        const double *values[4] = {0};
        size_t steps[4] = {0};
        double scales[4] = {0}, constant = a->constant - b->constant;
        for (int i = 0; i < 4; i++) {
            const eg_shift *s = i < 2 ? a : b;
            const long found = s->signals[i % 2] ? eg_trajectory_find(t, s->signals[i % 2]) : -1;
            if (found < 0)
                continue;
            values[i] = eg_trajectory_values(t, found, &steps[i]);
            scales[i] = (i < 2 ? 1 : -1) * s->scales[i % 2];
            constant -= scales[i] * s->rests[i % 2];
        }
        for (size_t row = 0; row < eg_trajectory_rows(t); row++) {
            double shift = constant;
            for (int i = 0; i < 4; i++)
                shift += values[i] ? scales[i] * values[i][row * steps[i]] : 0;
            most = shift > most ? shift : most;
        }
    }
    return most;
}

/* How far the texts of the rows of two boxes may follow, so that those of the left one do not meet the
 * other's. */
static void bound_texts(maker *k, int left, int right, double *follow)
{
    const eg_diagram *d = &k->m->shown;
    double l[4], r[4];
    if (!find_text(d, left, &l[0], &l[1], &l[2], &l[3]) || !find_text(d, right, &r[0], &r[1], &r[2], &r[3]) ||
        l[3] <= r[2] || r[3] <= l[2] || r[0] - l[1] > TRAVEL || r[0] < l[0])
        return;
    const double nearer =
        closest(k, &k->m->movers[left].shifts[EG_ANCHOR_BODY], &k->m->movers[right].shifts[EG_ANCHOR_BODY]);
    const double room = fmax(0, r[0] - l[1] - APART);
    if (nearer <= room)
        return;
    follow[d->boxes[left].row] = fmin(follow[d->boxes[left].row], room / nearer);
    follow[d->boxes[right].row] = fmin(follow[d->boxes[right].row], room / nearer);
}

/* All texts of a row follow alike. */
static eg_status set_texts(maker *k)
{
    eg_animation *m = k->m;
    const int boxes = m->shown.box_count;
    int rows = 0;
    for (int i = 0; i < boxes; i++)
        rows = m->shown.boxes[i].row >= rows ? m->shown.boxes[i].row + 1 : rows;
    double *follow = malloc(((size_t)rows + 1) * sizeof *follow);
    if (!follow)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < rows; i++)
        follow[i] = 1;
    for (int i = 0; i < boxes; i++)
        for (int n = 0; n < boxes; n++)
            if (n != i && (k->parts[i].a || k->parts[i].b || k->parts[n].a || k->parts[n].b))
                bound_texts(k, i, n, follow);
    for (int i = 0; i < boxes; i++) {
        eg_shift *s = &m->movers[i].shifts[EG_ANCHOR_TEXT];
        *s = m->movers[i].shifts[EG_ANCHOR_BODY];
        for (int n = 0; n < 2; n++)
            s->scales[n] *= follow[m->shown.boxes[i].row];
    }
    free(follow);
    return EG_OK;
}

/* ---------------------------------------------------------------- wires */

static bool touches(const eg_box *b, double x, double y)
{
    return fabs(x - b->x) <= b->width / 2 + SAME && fabs(y - b->y) <= b->height / 2 + SAME;
}

static eg_carrier body_at(const eg_animation *m, double x, double y)
{
    for (int i = 0; i < m->shown.box_count; i++)
        if (touches(&m->shown.boxes[i], x, y))
            return (eg_carrier){i, EG_ANCHOR_BODY};
    return (eg_carrier){-1, EG_ANCHOR_BODY};
}

/* The flange of the net whose axis is at x: its line is folded where it has two. */
static eg_carrier flange_at(const eg_animation *m, int net, double x)
{
    const eg_diagram *d = &m->shown;
    const eg_diagram_net *n = &d->nets[net];
    for (int i = 0; i < n->count && n->domain == EG_MECHANICAL; i++) {
        const int terminal = d->ends[n->first + i], box = d->terminals[terminal].box;
        const eg_box *b = &d->boxes[box];
        const bool is_flange = b->class && (terminal == b->left || terminal == b->right);
        if (is_flange && fabs(eg_diagram_reach(d, terminal) - x) < SAME)
            return (eg_carrier){box, terminal == b->left ? EG_ANCHOR_A : EG_ANCHOR_B};
    }
    return (eg_carrier){-1, EG_ANCHOR_BODY};
}

/* What is upright on an axis of its net goes with a flange, other such pieces with the component at which
 * they end. */
static void carry_upright(eg_animation *m, int net)
{
    const eg_diagram *d = &m->shown;
    for (size_t i = 0; i < d->piece_count; i++) {
        const eg_diagram_piece *p = &d->pieces[i].piece;
        if (p->net != (size_t)net || p->x1 != p->x2)
            continue;
        eg_carrier c = flange_at(m, net, p->x1);
        if (c.box < 0)
            c = body_at(m, p->x1, p->y1);
        if (c.box < 0)
            c = body_at(m, p->x2, p->y2);
        m->carriers[i][0] = m->carriers[i][1] = c;
    }
}

/* The ends of a level piece go with what is upright there. */
static eg_carrier carrier_at(const eg_animation *m, size_t net, double x, double y)
{
    const eg_diagram *d = &m->shown;
    for (size_t i = 0; i < d->piece_count; i++) {
        const eg_diagram_piece *p = &d->pieces[i].piece;
        if (p->net == net && p->x1 == p->x2 && !d->pieces[i].is_lead && m->carriers[i][0].box >= 0 &&
            fabs(p->x1 - x) < SAME && y >= fmin(p->y1, p->y2) - SAME && y <= fmax(p->y1, p->y2) + SAME)
            return m->carriers[i][0];
    }
    return body_at(m, x, y);
}

eg_carrier eg_animation_carrier(const eg_animation *m, size_t net, double x, double y)
{
    const eg_diagram *d = &m->shown;
    for (size_t i = 0; i < d->piece_count; i++) {
        const eg_diagram_piece *p = &d->pieces[i].piece;
        if (p->net != net || d->pieces[i].is_lead)
            continue;
        if (fabs(p->x1 - x) < SAME && fabs(p->y1 - y) < SAME)
            return m->carriers[i][0];
        if (fabs(p->x2 - x) < SAME && fabs(p->y2 - y) < SAME)
            return m->carriers[i][1];
    }
    return (eg_carrier){-1, EG_ANCHOR_BODY};
}

static eg_status carry_wires(maker *k)
{
    eg_animation *m = k->m;
    const eg_diagram *d = &m->shown;
    char path[EG_SIGNAL_PATH];
    for (int net = 0; net < d->net_count; net++) {
        carry_upright(m, net);
        const int terminal = eg_diagram_net_terminal(d, net);
        if (d->nets[net].domain != EG_THERMAL || terminal < 0 ||
            !eg_diagram_terminal_signal(d, terminal, path) || eg_trajectory_find(k->runs[0], path) < 0)
            continue;
        m->net_heats[net] = eg_arena_copy(m->arena, path);
        if (!m->net_heats[net])
            return EG_ERROR_MEMORY;
    }
    for (size_t i = 0; i < d->piece_count; i++) {
        const eg_diagram_piece *p = &d->pieces[i].piece;
        if (p->x1 == p->x2)
            continue;
        m->carriers[i][0] = carrier_at(m, p->net, p->x1, p->y1);
        m->carriers[i][1] = carrier_at(m, p->net, p->x2, p->y2);
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- all of it */

static void find_warmth(const maker *k)
{
    eg_animation *m = k->m;
    double coldest = INFINITY, hottest = -INFINITY, low, high;
    for (int i = 0; i < m->shown.box_count + m->shown.net_count; i++) {
        const int net = i - m->shown.box_count;
        const char *heat = net < 0 ? m->movers[i].heat : m->net_heats[net];
        if (heat && find_extremes(k, heat, NULL, &low, &high)) {
            coldest = fmin(coldest, low);
            hottest = fmax(hottest, high);
        }
    }
    if (coldest < hottest) {
        m->coldest = coldest;
        m->hottest = hottest;
    }
}

static eg_status make(maker *k)
{
    eg_animation *m = k->m;
    const int boxes = m->shown.box_count;
    eg_status status = EG_OK;
    for (int i = 0; i < boxes && status == EG_OK; i++)
        status = read_part(k, i);
    if (status == EG_OK)
        status = carry_wires(k);
    if (status != EG_OK)
        return status;
    find_scales(k);
    for (int i = 0; i < boxes; i++) {
        fit_spring(k, i);
        set_shifts(k, i);
        m->lights = m->lights || m->movers[i].force;
    }
    find_warmth(k);
    return set_texts(k);
}

static eg_animation *begin(const eg_diagram *d)
{
    eg_animation *m = calloc(1, sizeof *m);
    eg_arena *arena = m ? eg_arena_create() : NULL;
    if (!arena) {
        free(m);
        return NULL;
    }
    m->arena = arena;
    m->shown = *d;
    m->shown.motion = m;
    const size_t boxes = (size_t)d->box_count;
    m->shown.boxes = eg_arena_array(arena, boxes + 1, sizeof *d->boxes);
    m->movers = eg_arena_array(arena, boxes + 1, sizeof *m->movers);
    m->carriers = eg_arena_array(arena, d->piece_count + 1, sizeof *m->carriers);
    m->net_heats = eg_arena_array(arena, (size_t)d->net_count + 1, sizeof *m->net_heats);
    if (!m->shown.boxes || !m->movers || !m->carriers || !m->net_heats) {
        eg_animation_free(m);
        return NULL;
    }
    if (boxes > 0)
        memcpy(m->shown.boxes, d->boxes, boxes * sizeof *d->boxes);
    for (size_t i = 0; i < d->piece_count; i++)
        m->carriers[i][0] = m->carriers[i][1] = (eg_carrier){-1, EG_ANCHOR_BODY};
    return m;
}

eg_status eg_animation_create(const eg_diagram *diagram, const eg_trajectory *const *runs, size_t count,
                              eg_animation **motion)
{
    *motion = NULL;
    if (count == 0 || eg_trajectory_rows(runs[0]) == 0 || diagram->box_count == 0)
        return EG_OK;
    maker k = {.m = begin(diagram), .runs = runs, .run_count = count, .known = eg_names_create(64)};
    k.parts = calloc((size_t)diagram->box_count, sizeof *k.parts);
    eg_status status = k.m && k.known && k.parts ? make(&k) : EG_ERROR_MEMORY;
    bool lives = status == EG_OK && (k.m->lights || k.m->coldest < k.m->hottest);
    for (size_t i = 0; i < k.way_count; i++)
        lives = lives || (status == EG_OK && k.ways[i]->low <= k.ways[i]->high);
    eg_names_free(k.known);
    free(k.ways);
    free(k.parts);
    if (lives)
        *motion = k.m;
    else
        eg_animation_free(k.m);
    return status;
}

void eg_animation_free(eg_animation *m)
{
    if (!m)
        return;
    eg_arena_free(m->arena);
    free(m);
}

/* ---------------------------------------------------------------- at an instant */

static double value_at(const eg_trajectory *run, const char *signal, double time)
{
    const long found = eg_trajectory_find(run, signal);
    return found < 0 ? NAN : eg_trajectory_at(run, (size_t)found, time);
}

static double shift_at(const eg_shift *s, const eg_trajectory *run, double time)
{
    double shift = s->constant;
    for (int i = 0; i < 2; i++)
        if (s->signals[i])
            shift += s->scales[i] * (value_at(run, s->signals[i], time) - s->rests[i]);
    return shift;
}

double eg_animation_warmth(const eg_animation *m, const eg_trajectory *run, const char *signal, double time)
{
    const double warmth = (value_at(run, signal, time) - m->coldest) / (m->hottest - m->coldest);
    return m->coldest < m->hottest && isfinite(warmth) ? warmth : 0.0;
}

void eg_animation_pose(const eg_animation *m, const eg_trajectory *run, double time, eg_pose *poses)
{
    for (int i = 0; i < m->shown.box_count; i++) {
        const eg_mover *mover = &m->movers[i];
        eg_pose *pose = &poses[i];
        for (int k = 0; k < EG_ANCHORS; k++) {
            const double shift = shift_at(&mover->shifts[k], run, time);
            pose->shifts[k] = isfinite(shift) ? shift : pose->shifts[k];
        }
        const double met = mover->gap + pose->shifts[EG_ANCHOR_FACE];
        if (mover->is_contact &&
            (mover->gap < 0 ? pose->shifts[EG_ANCHOR_TIP] < met : pose->shifts[EG_ANCHOR_TIP] > met))
            pose->shifts[EG_ANCHOR_TIP] = met;
        const double load = mover->force ? fabs(value_at(run, mover->force, time)) / mover->peak : 0.0;
        pose->load = isfinite(load) ? fmin(load, 1.0) : 0.0;
        pose->warmth = mover->heat ? eg_animation_warmth(m, run, mover->heat, time) : 0.0;
    }
}

/* ---------------------------------------------------------------- as texts */

eg_status eg_animation_svg(const eg_animation *m, eg_diagram_theme theme, char **text, size_t *length)
{
    eg_diagram shown = m->shown;
    shown.theme = theme;
    return eg_diagram_svg(&shown, text, length);
}

const char *eg_anchor_name(eg_anchor anchor)
{
    static const char *const names[] = {"a", "b", "tip", "face", "body", "text"};
    return names[anchor];
}

static void put_shift(const eg_shift *s, FILE *out)
{
    fprintf(out, "[%.10g", s->constant);
    for (int i = 0; i < 2; i++)
        if (s->signals[i]) {
            fputc(',', out);
            eg_diagram_put_string(out, s->signals[i]);
            fprintf(out, ",%.10g,%.17g", s->scales[i], s->rests[i]);
        }
    fputc(']', out);
}

static void put_mover(const eg_animation *m, int box, FILE *out)
{
    const eg_mover *mover = &m->movers[box];
    const eg_box *b = &m->shown.boxes[box];
    fprintf(out, "{\"x\":%.1f,\"width\":%.1f,\"shifts\":{", b->x, b->width);
    const char *comma = "";
    for (int k = 0; k < EG_ANCHORS; k++)
        if (mover->is_contact || (k != EG_ANCHOR_TIP && k != EG_ANCHOR_FACE)) {
            fprintf(out, "%s\"%s\":", comma, eg_anchor_name((eg_anchor)k));
            put_shift(&mover->shifts[k], out);
            comma = ",";
        }
    fputc('}', out);
    if (mover->is_contact)
        fprintf(out, ",\"gap\":%.10g", mover->gap);
    if (mover->force) {
        fputs(",\"force\":", out);
        eg_diagram_put_string(out, mover->force);
        fprintf(out, ",\"peak\":%.17g", mover->peak);
    }
    if (mover->heat) {
        fputs(",\"heat\":", out);
        eg_diagram_put_string(out, mover->heat);
    }
    fputc('}', out);
}

/* Pieces of its line, x1, y1, x2, y2 and what carries the ends. */
static void put_wire(const eg_animation *m, int net, FILE *out)
{
    const eg_diagram *d = &m->shown;
    fputs("{\"pieces\":[", out);
    const char *comma = "";
    for (size_t i = 0; i < d->piece_count; i++) {
        const eg_diagram_piece *p = &d->pieces[i].piece;
        if (p->net != (size_t)net || d->pieces[i].is_lead)
            continue;
        fprintf(out, "%s[%.1f,%.1f,%.1f,%.1f", comma, p->x1, p->y1, p->x2, p->y2);
        for (int e = 0; e < 2; e++)
            fprintf(out, ",%d,\"%s\"", m->carriers[i][e].box, eg_anchor_name(m->carriers[i][e].anchor));
        fputc(']', out);
        comma = ",";
    }
    fputc(']', out);
    if (m->net_heats[net]) {
        fputs(",\"heat\":", out);
        eg_diagram_put_string(out, m->net_heats[net]);
    }
    fputc('}', out);
}

eg_status eg_animation_scene(const eg_animation *m, char **text, size_t *length)
{
    const char *note = eg_animation_note(m);
    FILE *out = note ? open_memstream(text, length) : NULL;
    if (!out)
        return EG_ERROR_MEMORY;
    fputs("{\"model\":", out);
    eg_diagram_put_string(out, m->shown.name);
    fprintf(out,
            ",\"width\":%.1f,\"height\":%.1f,\"pad\":%.0f,\"scale\":%.10g,\"warm\":[%.17g,%.17g],\"note\":",
            m->shown.width, m->shown.height, m->pad, m->scales[UNIT_S], m->coldest, m->hottest);
    eg_diagram_put_string(out, note);
    fputs(",\"components\":[", out);
    for (int i = 0; i < m->shown.box_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        put_mover(m, i, out);
    }
    fputs("],\"wires\":[", out);
    for (int i = 0; i < m->shown.net_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        put_wire(m, i, out);
    }
    fputs("]}\n", out);
    *text = eg_text_end(out, text);
    return *text ? EG_OK : EG_ERROR_MEMORY;
}

static const char *scale_text(eg_arena *arena, double scale, const char *milli, const char *unit)
{
    return scale >= 1000 ? eg_arena_format(arena, "1 %s of travel is %.6g px", milli, scale / 1000)
                         : eg_arena_format(arena, "1 %s of travel is %.6g px", unit, scale);
}

static double two_digits(double v)
{
    const double step = pow(10.0, floor(log10(v)) - 1.0);
    return rint(v / step) * step;
}

void eg_animation_heat(const eg_animation *m, char text[EG_HEAT_TEXT])
{
    char low[40], high[40];
    int digits = 4;
    do {
        snprintf(low, sizeof low, "%.*g", digits, m->coldest);
        snprintf(high, sizeof high, "%.*g", digits, m->hottest);
    } while (strcmp(low, high) == 0 && ++digits < 17);
    snprintf(text, EG_HEAT_TEXT, "%s to %s K", low, high);
}

const char *eg_animation_note(const eg_animation *m)
{
    const char *travel = "", *angles = "", *heat = "";
    if (m->scales[UNIT_S] > 0) { /* a pixel of the web is 1/96 inch */
        travel = scale_text(m->arena, m->scales[UNIT_S], "mm", "m");
        travel = travel
                     ? eg_arena_format(m->arena,
                                       "%s in the picture, %.6g times its size; symbols are not to scale. ",
                                       travel, two_digits(m->scales[UNIT_S] * 0.0254 / 96))
                     : NULL;
    }
    if (m->scales[UNIT_PHI] > 0) {
        angles = scale_text(m->arena, m->scales[UNIT_PHI], "mrad", "rad");
        angles = angles ? eg_arena_format(m->arena, "Angles are drawn as travel: %s. ", angles) : NULL;
    }
    if (m->coldest < m->hottest) {
        char range[EG_HEAT_TEXT];
        eg_animation_heat(m, range);
        heat = eg_arena_format(m->arena, "Heat glows from %s.", range);
    }
    return travel && angles && heat
               ? eg_arena_format(m->arena, "%s%s%s%s", travel, angles,
                                 m->lights ? "Contacts light up with their force. " : "", heat)
               : NULL;
}

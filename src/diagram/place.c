/* Columns and rows.
 *
 * What hangs together by mechanics, by heat, or by signals from block to block, is a region, laid out on its
 * own (lines.c, blocks.c). Regions are put beside each other one after another, each where the lines to those
 * that are placed already are shortest and the picture grows least out of its shape, three by two. A region
 * is no rectangle: cells that another leaves free may be taken as long as no lines meet. */
#include "diagram/diagram.h"

#include "base/union_find.h"
#include "component/icon/icon.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define GROWTH 2.5 /* as bad as lines of so many cells: a column more than the shape has */
#define TURN 1.0   /* as bad as so many cells: a line that turns back */
#define SPREAD 0.2 /* the same: a column or row more within its shape */

typedef struct region {
    int *boxes; /* (count) in the order of their declaration */
    int count, width, height;
    eg_domain domain;
    bool is_placed;
    int bonds; /* to those that are placed */
} region;

/* Cells are counted from the first region's corner and may be negative until all are placed. */
typedef struct placing {
    eg_diagram *d;
    region *regions;
    int region_count;
    int *region_of;               /* (boxes) */
    int *row_first, rows, zero;   /* (rows) a box, or -1; which of them is row 0 */
    int left, right, top, bottom; /* of what is placed; right and bottom lie beyond it */
} placing;

/* ---------------------------------------------------------------- regions */

/* Boxes of one domain that a net of it joins. */
static void join_boxes(const eg_diagram *d, int *set)
{
    eg_sets_init(set, d->box_count);
    for (int n = 0; n < d->net_count; n++) {
        const eg_diagram_net *net = &d->nets[n];
        int first = -1;
        for (int i = 0; i < net->count; i++) {
            const int box = d->terminals[d->ends[net->first + i]].box;
            if (d->boxes[box].domain != net->domain)
                continue;
            if (first >= 0)
                eg_sets_join(set, first, box);
            else
                first = box;
        }
    }
}

/* In the order of their first boxes, each with its own in a row. */
static eg_status find_regions(placing *p)
{
    const eg_diagram *d = p->d;
    int *set = eg_arena_array(d->arena, (size_t)d->box_count + 1, sizeof *set);
    int *boxes = eg_arena_array(d->arena, (size_t)d->box_count + 1, sizeof *boxes);
    p->region_of = eg_arena_array(d->arena, (size_t)d->box_count + 1, sizeof *p->region_of);
    p->regions = eg_arena_array(d->arena, (size_t)d->box_count + 1, sizeof *p->regions);
    if (!set || !boxes || !p->region_of || !p->regions)
        return EG_ERROR_MEMORY;
    join_boxes(d, set);
    for (int i = 0; i < d->box_count; i++) {
        const int first = eg_sets_find(set, i);
        if (first == i) {
            p->region_of[i] = p->region_count;
            p->regions[p->region_count++].domain = d->boxes[i].domain;
        }
        p->region_of[i] = p->region_of[first];
        p->regions[p->region_of[i]].count++;
    }
    for (int r = 0, filled = 0; r < p->region_count; r++) {
        p->regions[r].boxes = boxes + filled;
        filled += p->regions[r].count;
        p->regions[r].count = 0;
    }
    for (int i = 0; i < d->box_count; i++) {
        region *r = &p->regions[p->region_of[i]];
        r->boxes[r->count++] = i;
    }
    return EG_OK;
}

static eg_status lay_out_regions(placing *p)
{
    eg_diagram *d = p->d;
    int *room = eg_arena_array(d->arena, (size_t)d->box_count + 4 * (size_t)d->net_count + 1, sizeof *room);
    eg_status status = room ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < p->region_count && status == EG_OK; i++) {
        region *r = &p->regions[i];
        if (r->domain == EG_SIGNAL)
            status = eg_diagram_place_blocks(d, r->boxes, r->count, room);
        else
            status = eg_diagram_place_lines(d, r->boxes, r->count, room);
        for (int k = 0; k < r->count && status == EG_OK; k++) {
            const eg_box *b = &d->boxes[r->boxes[k]];
            r->width = b->to > r->width ? b->to : r->width;
            r->height = b->row >= r->height ? b->row + 1 : r->height;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- where there is room */

bool eg_diagram_faces_badly(const eg_diagram *d, const eg_box *left, const eg_box *right)
{
    for (int i = 0; i < left->count; i++) {
        const eg_terminal *t = &d->terminals[d->ports[left->first + i]];
        for (int k = 0; k < right->count && t->net >= 0; k++) {
            const eg_terminal *o = &d->terminals[d->ports[right->first + k]];
            if (o->net >= 0 && o->net != t->net && eg_diagram_is_level(t) && eg_diagram_is_level(o) &&
                eg_diagram_stands_right(d, t) && !eg_diagram_stands_right(d, o) &&
                fabs(o->offset + right->shift - t->offset - left->shift) < EG_SHIFT)
                return true;
        }
    }
    return false;
}

/* May the box lie so many columns and rows from where its region has it? */
static bool fits(const placing *p, const eg_box *b, int x, int y)
{
    const eg_diagram *d = p->d;
    for (int i = p->row_first[p->zero + b->row + y]; i >= 0; i = d->boxes[i].next) {
        const eg_box *o = &d->boxes[i];
        if (b->from + x < o->to && o->from < b->to + x)
            return false;
        if ((b->from + x == o->to && eg_diagram_faces_badly(d, o, b)) ||
            (b->to + x == o->from && eg_diagram_faces_badly(d, b, o)))
            return false;
    }
    return true;
}

static bool region_fits(const placing *p, const region *r, int x, int y)
{
    for (int i = 0; i < r->count; i++)
        if (!fits(p, &p->d->boxes[r->boxes[i]], x, y))
            return false;
    return true;
}

/* ---------------------------------------------------------------- where lines are short */

/* Where a terminal stands, in cells, when its region is moved. */
static void point_of(const eg_diagram *d, const eg_terminal *t, double *x, double *y)
{
    const eg_box *b = &d->boxes[t->box];
    *x = b->column;
    *y = b->row;
    if (eg_diagram_is_level(t))
        *x += eg_diagram_stands_right(d, t) ? 0.6 : -0.6;
    else
        *y += t->side == EG_SIDE_TOP ? -0.5 : 0.5;
}

/* Must a line from one point turn back to reach another, since the terminal looks the other way? */
static bool looks_away(const eg_diagram *d, const eg_terminal *t, double x, double to)
{
    if (!eg_diagram_is_level(t))
        return false;
    return eg_diagram_stands_right(d, t) ? to < x - 0.5 : to > x + 0.5;
}

/* From the terminals of a region to the nearest ones of their nets that are placed. */
static double length_of_lines(const placing *p, const region *r, int dx, int dy)
{
    enum { MOST = 64 }; /* of which the nearest is sought */
    const eg_diagram *d = p->d;
    double sum = 0;
    for (int i = 0; i < r->count; i++) {
        const eg_box *b = &d->boxes[r->boxes[i]];
        for (int k = 0; k < b->count; k++) {
            const eg_terminal *t = &d->terminals[d->ports[b->first + k]];
            double x, y, least = INFINITY, ox, oy;
            point_of(d, t, &x, &y);
            for (int e = 0, seen = 0; t->net >= 0 && e < d->nets[t->net].count && seen < MOST; e++) {
                const eg_terminal *o = &d->terminals[d->ends[d->nets[t->net].first + e]];
                if (!p->regions[p->region_of[o->box]].is_placed)
                    continue;
                seen++;
                point_of(d, o, &ox, &oy);
                double length = fabs(x + dx - ox) + fabs(y + dy - oy);
                length += TURN * (looks_away(d, t, x + dx, ox) + looks_away(d, o, ox, x + dx));
                least = fmin(least, length);
            }
            sum += isfinite(least) ? least : 0;
        }
    }
    return sum;
}

static double size_of(int width, int height)
{
    return GROWTH * fmax(width, height / EG_ROWS_FOR_COLUMNS) + SPREAD * (width + height);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static double growth(const placing *p, const region *r, int x, int y)
{
    const int left = smaller(x, p->left), right = larger(x + r->width, p->right);
    const int top = smaller(y, p->top), bottom = larger(y + r->height, p->bottom);
    return size_of(right - left, bottom - top) - size_of(p->right - p->left, p->bottom - p->top);
}

static bool is_first_primary(const eg_diagram *d, const eg_terminal *t)
{
    int at = d->nets[t->net].first;
    while (!d->terminals[d->ends[at]].is_primary)
        at++;
    return &d->terminals[d->ends[at]] == t;
}

static void put(placing *p, region *r, int x, int y)
{
    eg_diagram *d = p->d;
    const bool is_first = p->right == p->left;
    for (int i = 0; i < r->count; i++) {
        eg_box *b = &d->boxes[r->boxes[i]];
        b->column += x;
        b->from += x;
        b->to += x;
        b->row += y;
        b->next = p->row_first[p->zero + b->row];
        p->row_first[p->zero + b->row] = r->boxes[i];
        for (int k = 0; k < b->count; k++) {
            const eg_terminal *t = &d->terminals[d->ports[b->first + k]];
            if (t->is_primary && is_first_primary(d, t))
                d->nets[t->net].layer += x; /* bars move with their region */
            for (int e = 0; t->net >= 0 && e < d->nets[t->net].count; e++)
                p->regions[p->region_of[d->terminals[d->ends[d->nets[t->net].first + e]].box]].bonds++;
        }
    }
    p->left = is_first ? x : smaller(x, p->left);
    p->right = is_first ? x + r->width : larger(x + r->width, p->right);
    p->top = is_first ? y : smaller(y, p->top);
    p->bottom = is_first ? y + r->height : larger(y + r->height, p->bottom);
    r->is_placed = true;
}

typedef struct choice {
    double cost;
    int x, y;
    bool is_mirrored;
} choice;

static void try_places(const placing *p, const region *r, choice *best)
{
    for (int y = p->top - r->height; y <= p->bottom; y++)
        for (int x = p->left - r->width - 1; x <= p->right + 1; x++) {
            double cost = growth(p, r, x, y);
            if (cost >= best->cost)
                continue;
            cost += length_of_lines(p, r, x, y);
            if (cost < best->cost - 1e-9 && region_fits(p, r, x, y))
                *best = (choice){cost, x, y, p->d->boxes[r->boxes[0]].is_mirrored};
        }
}

/* A source whose icon does not tell left from right may give its signal to the left. */
static bool may_turn(const eg_diagram *d, const region *r)
{
    const eg_box *b = &d->boxes[r->boxes[0]];
    bool is_source = r->count == 1 && r->domain == EG_SIGNAL && b->class && eg_icon_text(b->class);
    for (int i = 0; i < b->count && is_source; i++)
        is_source = eg_port_is_output(d->terminals[d->ports[b->first + i]].kind);
    return is_source;
}

/* Where it costs least; of equal places the highest, then the one at the left. There is always one: beyond
 * all that is placed. */
static void place_region(placing *p, region *r)
{
    choice best = {INFINITY, p->right + 1, p->top, p->d->boxes[r->boxes[0]].is_mirrored};
    try_places(p, r, &best);
    if (may_turn(p->d, r)) {
        p->d->boxes[r->boxes[0]].is_mirrored = true;
        try_places(p, r, &best);
        p->d->boxes[r->boxes[0]].is_mirrored = best.is_mirrored;
    }
    put(p, r, best.x, best.y);
}

/* Mechanics first; then what is bound to what is placed, heat before signals, the larger first. */
static region *next_region(const placing *p)
{
    region *best = NULL;
    for (int i = 0; i < p->region_count; i++) {
        region *r = &p->regions[i];
        if (r->is_placed)
            continue;
        bool is_better = !best || r->count > best->count;
        if (best && (r->domain == EG_MECHANICAL) != (best->domain == EG_MECHANICAL))
            is_better = r->domain == EG_MECHANICAL;
        else if (best && (r->bonds > 0) != (best->bonds > 0))
            is_better = r->bonds > 0;
        else if (best && r->domain != best->domain)
            is_better = r->domain < best->domain;
        best = is_better ? r : best;
    }
    return best;
}

/* ---------------------------------------------------------------- what is left empty */

/* Numbers the rows that hold something from 0. */
static eg_status close_rows(placing *p)
{
    eg_diagram *d = p->d;
    d->row_first = eg_arena_array(d->arena, (size_t)p->rows + 1, sizeof *d->row_first);
    if (!d->row_first)
        return EG_ERROR_MEMORY;
    for (int row = 0; row < p->rows; row++) {
        if (p->row_first[row] < 0)
            continue;
        for (int i = p->row_first[row]; i >= 0; i = d->boxes[i].next)
            d->boxes[i].row = d->rows;
        d->row_first[d->rows++] = p->row_first[row];
    }
    return EG_OK;
}

/* Would two boxes of a row come too close if the empty column before channel `to` were not there? */
static bool holds_apart(const eg_diagram *d, int row, const int *number, int column, int left)
{
    for (int i = d->row_first[row]; i >= 0; i = d->boxes[i].next)
        for (int k = d->row_first[row]; k >= 0; k = d->boxes[k].next) {
            const eg_box *a = &d->boxes[i], *b = &d->boxes[k];
            if (a->to - left <= column && number[a->to - left] == number[column] &&
                b->from - left == column + 1 && eg_diagram_faces_badly(d, a, b))
                return true;
        }
    return false;
}

/* Numbers the columns that hold something, or keep lines apart, from 0. */
static eg_status close_columns(placing *p)
{
    eg_diagram *d = p->d;
    const int width = p->right - p->left;
    int *number =
        eg_arena_array(d->arena, (size_t)width + 2, sizeof *number); /* of what is left of a channel */
    if (!number)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < d->box_count; i++)
        number[d->boxes[i].column - p->left + 1] = 1;
    for (int c = 0; c < width; c++) {
        for (int row = 0; row < d->rows && number[c + 1] == 0; row++)
            number[c + 1] = holds_apart(d, row, number, c, p->left);
        number[c + 1] += number[c];
    }
    d->columns = number[width];
    for (int i = 0; i < d->box_count; i++) {
        eg_box *b = &d->boxes[i];
        b->column = number[b->column - p->left];
        b->from = number[b->from - p->left];
        b->to = number[b->to - p->left];
    }
    for (int n = 0; n < d->net_count; n++)
        for (int i = 0; i < d->nets[n].count; i++)
            if (d->terminals[d->ends[d->nets[n].first + i]].is_primary) {
                d->nets[n].layer = number[d->nets[n].layer - p->left];
                break;
            }
    return EG_OK;
}

eg_status eg_diagram_place(eg_diagram *d)
{
    placing p = {.d = d};
    eg_status status = find_regions(&p);
    if (status == EG_OK)
        status = lay_out_regions(&p);
    if (status != EG_OK || d->box_count == 0)
        return status;
    int height = 1;
    for (int i = 0; i < p.region_count; i++)
        height += p.regions[i].height;
    p.rows = 2 * height + 2;
    p.zero = height;
    p.row_first = eg_arena_array(d->arena, (size_t)p.rows, sizeof *p.row_first);
    if (!p.row_first)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < p.rows; i++)
        p.row_first[i] = -1;
    put(&p, next_region(&p), 0, 0);
    for (region *r; (r = next_region(&p));)
        place_region(&p, r);
    status = close_rows(&p);
    return status == EG_OK ? close_columns(&p) : status;
}

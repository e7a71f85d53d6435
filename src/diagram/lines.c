/* What lies along a line of motion, or of heat: one region.
 *
 * It is drawn as its visibility representation (Tamassia and Tollis, A unified approach to visibility
 * representations of planar graphs, 1986): a node is a vertical bar, a component a horizontal line between
 * two bars with its symbol on it. The bars' channels are layers of longest paths, from flange a to flange b
 * (what would close a circle is mirrored). Components share a row as long as they meet in a node or an empty
 * column lies between them (left-edge packing of intervals, Hashimoto and Stevens, 1971), so that no line
 * runs through a symbol. Rows then change places while that makes bars shorter or crossings fewer. */
#include "diagram/diagram.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct region {
    eg_diagram *d;
    const int *boxes; /* (count) in the order of their declaration */
    int count;
    int *nets; /* (net_count) those at ends of their lines */
    int net_count;
    bool *is_placed;   /* (count) by index in `boxes` */
    int *index;        /* of the diagram's boxes, in `boxes` */
    int *left, *right; /* (nets of the diagram) lines that end there from the left, and begin to the right */
    int *seen, *stack; /* (nets of the diagram) */
    int *row_first;    /* (rows) a box, or -1 */
    int rows, bands;
} region;

int eg_diagram_net_at(const eg_diagram *d, const eg_box *b, bool right)
{
    int t = right != b->is_mirrored ? b->right : b->left;
    return t >= 0 ? d->terminals[t].net : -1;
}

/* A line between two nodes. */
static bool is_between(const eg_diagram *d, const eg_box *b)
{
    return b->left >= 0 && b->right >= 0 && d->terminals[b->left].net != d->terminals[b->right].net;
}

/* The box behind an end of a net, if its line begins there and goes to the right; else NULL. */
static eg_box *box_beyond(const eg_diagram *d, int end)
{
    eg_box *b = &d->boxes[d->terminals[end].box];
    return is_between(d, b) && end == (b->is_mirrored ? b->right : b->left) ? b : NULL;
}

/* ---------------------------------------------------------------- layers */

/* Do lines of boxes declared before number `before` lead from one net to another? */
static bool leads(region *r, int from, int to, int before)
{
    const eg_diagram *d = r->d;
    int depth = 0;
    r->stack[depth++] = from;
    while (depth > 0) {
        const eg_diagram_net *n = &d->nets[r->stack[--depth]];
        if (n == &d->nets[to])
            return true;
        for (int i = 0; i < n->count; i++) {
            const eg_box *b = box_beyond(d, d->ends[n->first + i]);
            int next = b ? eg_diagram_net_at(d, b, true) : -1;
            if (!b || b - d->boxes >= before || r->seen[next] == before + 1)
                continue;
            r->seen[next] = before + 1;
            r->stack[depth++] = next;
        }
    }
    return false;
}

/* Lines between two nodes run so that no circle is left. */
static void orient(region *r)
{
    eg_diagram *d = r->d;
    for (int i = 0; i < r->count; i++) {
        eg_box *b = &d->boxes[r->boxes[i]];
        if (!is_between(d, b))
            continue;
        b->is_mirrored = leads(r, d->terminals[b->right].net, d->terminals[b->left].net, r->boxes[i]);
        r->right[eg_diagram_net_at(d, b, false)]++;
        r->left[eg_diagram_net_at(d, b, true)]++;
    }
}

/* Does a line end in a node that no other line leads to or from? */
static bool dangles(const region *r, int net)
{
    return r->left[net] + r->right[net] == 1;
}

/* Would one more of the lines between two nodes do better on the other side of `hub`? */
static bool unbalances(const region *r, int hub, int end, const int *here, const int *there)
{
    enum { STAR = 10 }; /* arms that are left as they are */
    return dangles(r, end) && here[hub] + there[hub] > STAR && here[hub] - there[hub] > 1;
}

/* Of a star whose arms are all on one side half go to the other, so that it is half as high. */
static void balance(region *r)
{
    eg_diagram *d = r->d;
    for (int i = 0; i < r->count; i++) {
        eg_box *b = &d->boxes[r->boxes[i]];
        if (!is_between(d, b))
            continue;
        const int left = eg_diagram_net_at(d, b, false), right = eg_diagram_net_at(d, b, true);
        if (!unbalances(r, left, right, r->right, r->left) && !unbalances(r, right, left, r->left, r->right))
            continue;
        b->is_mirrored = !b->is_mirrored;
        r->right[left]--;
        r->left[left]++;
        r->left[right]--;
        r->right[right]++;
    }
}

/* What has one flange, a wall, a force, a sensor, stands on the side of its node where less is. */
static void hang(region *r)
{
    eg_diagram *d = r->d;
    for (int i = 0; i < r->count; i++) {
        eg_box *b = &d->boxes[r->boxes[i]];
        if (is_between(d, b) || (b->left < 0 && b->right < 0))
            continue;
        int net = d->terminals[b->left >= 0 ? b->left : b->right].net;
        bool goes_right = b->left >= 0;
        if (r->left[net] != r->right[net])
            goes_right = r->left[net] > r->right[net];
        b->is_mirrored = goes_right != (b->left >= 0);
        *(goes_right ? &r->right[net] : &r->left[net]) += 1;
    }
}

/* Longest paths; then what has more to its right than to its left goes as far right as it can. */
static void choose_layers(region *r)
{
    eg_diagram *d = r->d;
    int *before = r->seen, *queue = r->stack, filled = 0; /* lines from the left that are open */
    for (int i = 0; i < r->net_count; i++)
        before[r->nets[i]] = 0;
    for (int i = 0; i < r->count; i++)
        if (is_between(d, &d->boxes[r->boxes[i]]))
            before[eg_diagram_net_at(d, &d->boxes[r->boxes[i]], true)]++;
    for (int i = 0; i < r->net_count; i++) {
        d->nets[r->nets[i]].layer = r->left[r->nets[i]] > 0; /* room for what hangs at the left */
        if (before[r->nets[i]] == 0)
            queue[filled++] = r->nets[i];
    }
    for (int at = 0; at < filled; at++) {
        const eg_diagram_net *n = &d->nets[queue[at]];
        for (int i = 0; i < n->count; i++) {
            const eg_box *b = box_beyond(d, d->ends[n->first + i]);
            int next = b ? eg_diagram_net_at(d, b, true) : -1;
            if (!b)
                continue;
            d->nets[next].layer = d->nets[next].layer > n->layer ? d->nets[next].layer : n->layer + 1;
            if (--before[next] == 0)
                queue[filled++] = next;
        }
    }
    for (int at = filled - 1; at >= 0; at--) {
        eg_diagram_net *n = &d->nets[queue[at]];
        int most = INT_MAX;
        for (int i = 0; i < n->count; i++) {
            const eg_box *b = box_beyond(d, d->ends[n->first + i]);
            if (b && d->nets[eg_diagram_net_at(d, b, true)].layer - 1 < most)
                most = d->nets[eg_diagram_net_at(d, b, true)].layer - 1;
        }
        if (most < INT_MAX && r->right[queue[at]] > r->left[queue[at]])
            n->layer = most;
    }
}

static void choose_columns(region *r)
{
    eg_diagram *d = r->d;
    int least = INT_MAX;
    for (int i = 0; i < r->count; i++) {
        eg_box *b = &d->boxes[r->boxes[i]];
        int left = eg_diagram_net_at(d, b, false), right = eg_diagram_net_at(d, b, true);
        b->from = left >= 0 ? d->nets[left].layer : 0;
        if (left < 0 && right >= 0)
            b->from = d->nets[right].layer - 1;
        b->to = right >= 0 && right != left ? d->nets[right].layer : b->from + 1;
        least = b->from < least ? b->from : least;
    }
    for (int i = 0; i < r->count; i++) {
        eg_box *b = &d->boxes[r->boxes[i]];
        b->from -= least;
        b->to -= least;
        b->column = (b->from + b->to - 1) / 2;
    }
    for (int i = 0; i < r->net_count; i++)
        d->nets[r->nets[i]].layer -= least;
}

/* ---------------------------------------------------------------- folding */

/* A line of more than FOLD_BEYOND columns goes on at the left below, as often as bands of at most BAND
 * columns, of very long ones more, equally wide, need. Column 0 of each is for what stands left of a band's
 * first node. */
enum { FOLD_BEYOND = 12, BAND = 10 };

/* The last node stands at the right end of the last band. */
static int band_of(const region *r, int layer, int width)
{
    int band = layer > 0 ? (layer - 1) / width : 0;
    return band < r->bands ? band : r->bands - 1;
}

/* The flange at the right of a box whose node stands in a later band reaches it by a line that turns. */
static void turn_line(region *r, const eg_box *b, int width)
{
    eg_diagram *d = r->d;
    int t = b->is_mirrored ? b->left : b->right, net = eg_diagram_net_at(d, b, true);
    if (is_between(d, b) && band_of(r, d->nets[net].layer, width) != b->band)
        d->terminals[t].is_primary = false;
}

static void fold(region *r)
{
    eg_diagram *d = r->d;
    int most = 0;
    for (int i = 0; i < r->count; i++)
        most = d->boxes[r->boxes[i]].to > most ? d->boxes[r->boxes[i]].to : most;
    const int widest =
        (int)fmax(BAND, 0.9 * sqrt(most)); /* of a chain of a thousand: about as wide as high */
    r->bands = most > FOLD_BEYOND ? (most - 2) / widest + 1 : 1;
    if (r->bands == 1)
        return;
    const int width = (most - 2) / r->bands + 1;
    for (int i = 0; i < r->count; i++) {
        eg_box *b = &d->boxes[r->boxes[i]];
        int left = eg_diagram_net_at(d, b, false), right = eg_diagram_net_at(d, b, true);
        b->band = band_of(r, left >= 0 || right < 0 ? b->from : b->to, width); /* of the layer it hangs on */
        turn_line(r, b, width);
        int span = b->to - b->from, shift = b->band * width;
        b->from -= shift;
        b->to = b->from + span > width + 1 ? width + 1 : b->from + span;
        b->column = (b->from + b->to - 1) / 2;
    }
    for (int i = 0; i < r->net_count; i++)
        d->nets[r->nets[i]].layer -= band_of(r, d->nets[r->nets[i]].layer, width) * width;
}

/* ---------------------------------------------------------------- rows */

/* Two that meet in a node may share a row, else a column must be free between them. */
static bool fits(const region *r, const eg_box *b, int row)
{
    const eg_diagram *d = r->d;
    for (int i = r->row_first[row]; i >= 0; i = d->boxes[i].next) {
        const eg_box *o = &d->boxes[i];
        int ours = -1, theirs = -2;
        if (o->to == b->from) {
            theirs = eg_diagram_net_at(d, o, true);
            ours = eg_diagram_net_at(d, b, false);
        } else if (b->to == o->from) {
            theirs = eg_diagram_net_at(d, o, false);
            ours = eg_diagram_net_at(d, b, true);
        }
        if ((ours < 0 || ours != theirs) && b->from <= o->to && o->from <= b->to)
            return false;
    }
    return true;
}

/* What continues the line of a box to the right, the shortest that stands in no row yet, or -1. */
static int next_of(const region *r, const eg_box *b)
{
    const eg_diagram *d = r->d;
    int net = eg_diagram_net_at(d, b, true), next = -1;
    for (int i = net >= 0 ? d->nets[net].count - 1 : -1; i >= 0; i--) {
        int box = d->terminals[d->ends[d->nets[net].first + i]].box;
        const eg_box *o = &d->boxes[box];
        if (o->domain != b->domain || o->band != b->band || r->is_placed[r->index[box]] ||
            eg_diagram_net_at(d, o, false) != net)
            continue;
        if (next < 0 || o->to - o->from <= d->boxes[next].to - d->boxes[next].from)
            next = box;
    }
    return next;
}

/* The box goes into the highest row where it fits, from `first` on, and what continues its line follows. */
static void put(region *r, int box, int first)
{
    eg_diagram *d = r->d;
    for (int row = first; box >= 0; box = next_of(r, &d->boxes[box])) {
        eg_box *b = &d->boxes[box];
        while (!fits(r, b, row))
            row++;
        b->row = row;
        b->next = r->row_first[row];
        r->row_first[row] = box;
        r->is_placed[r->index[box]] = true;
        r->rows = row >= r->rows ? row + 1 : r->rows;
    }
}

static void put_band(region *r, int band)
{
    const eg_diagram *d = r->d;
    const int first = r->rows;
    int most = 0;
    for (int i = 0; i < r->count; i++)
        most = d->boxes[r->boxes[i]].from > most ? d->boxes[r->boxes[i]].from : most;
    for (int column = 0; column <= most; column++)
        for (int i = 0; i < r->count; i++) {
            const eg_box *b = &d->boxes[r->boxes[i]];
            if (b->band == band && b->from == column && !r->is_placed[i])
                put(r, r->boxes[i], first);
        }
}

/* ---------------------------------------------------------------- order of rows */

enum { CROSSING = 3 };

typedef struct ordering {
    int rows, columns;
    int *at;     /* (rows) where each stands now */
    int *across; /* (rows x columns) lines that pass over a channel */
} ordering;

/* How long bars are, in rows, and how many lines cross them. */
static long cost_of(const region *r, const ordering *o)
{
    const eg_diagram *d = r->d;
    long cost = 0;
    for (int i = 0; i < r->net_count; i++) {
        const eg_diagram_net *n = &d->nets[r->nets[i]];
        int low = INT_MAX, high = -1;
        for (int k = 0; k < n->count; k++) {
            const eg_box *b = &d->boxes[d->terminals[d->ends[n->first + k]].box];
            if (b->domain != n->domain)
                continue;
            int row = o->at[b->row];
            low = row < low ? row : low;
            high = row > high ? row : high;
        }
        for (int row = low; row <= high; row++)
            cost += 1 + CROSSING * o->across[row * o->columns + n->layer];
    }
    return cost;
}

/* Row `row`, wherever it stands now, goes to place `to`; those between move up or down. */
static void move_row(ordering *o, int row, int to)
{
    const int from = o->at[row], step = to > from ? -1 : 1;
    for (int i = 0; i < o->rows; i++)
        if ((o->at[i] > from && o->at[i] <= to) || (o->at[i] < from && o->at[i] >= to))
            o->at[i] += step;
    o->at[row] = to;
}

static void count_across(const region *r, ordering *o)
{
    const eg_diagram *d = r->d;
    memset(o->across, 0, (size_t)o->rows * (size_t)o->columns * sizeof *o->across);
    for (int i = 0; i < r->count; i++) {
        const eg_box *b = &d->boxes[r->boxes[i]];
        for (int c = b->from + 1; c < b->to; c++)
            o->across[o->at[b->row] * o->columns + c]++;
    }
}

static long cost_now(const region *r, ordering *o)
{
    count_across(r, o);
    return cost_of(r, o);
}

/* Tries for each row all places within its band, as long as something is won. */
static void order_rows(region *r, ordering *o, int first, int end)
{
    /* Far moves of a large network's rows win little; of a huge one's none is tried. */
    enum { PASSES = 4, REACH = 12, MOST = 40000, TOO_MANY = 2000000 };
    if ((long)(end - first) * r->count > TOO_MANY)
        return;
    const int reach = (end - first) * r->count > MOST ? 2 : REACH;
    long best = cost_now(r, o);
    bool wins = true;
    for (int pass = 0; pass < PASSES && wins; pass++) {
        wins = false;
        for (int row = first; row < end; row++) {
            const int from = o->at[row];
            int chosen = from;
            for (int to = from - reach; to <= from + reach; to++) {
                if (to < first || to >= end || to == from)
                    continue;
                move_row(o, row, to);
                long cost = cost_now(r, o);
                move_row(o, row, from);
                if (cost < best) {
                    best = cost;
                    chosen = to;
                }
            }
            if (chosen != from) {
                move_row(o, row, chosen);
                wins = true;
            }
        }
    }
}

static eg_status improve_rows(region *r, const int *band_first)
{
    eg_diagram *d = r->d;
    ordering o = {.rows = r->rows, .columns = 1};
    for (int i = 0; i < r->count; i++)
        o.columns = d->boxes[r->boxes[i]].to >= o.columns ? d->boxes[r->boxes[i]].to + 1 : o.columns;
    for (int i = 0; i < r->net_count; i++)
        o.columns = d->nets[r->nets[i]].layer >= o.columns ? d->nets[r->nets[i]].layer + 1 : o.columns;
    o.at = eg_arena_array(d->arena, (size_t)o.rows + 1, sizeof *o.at);
    o.across = eg_arena_array(d->arena, (size_t)o.rows * (size_t)o.columns + 1, sizeof *o.across);
    if (!o.at || !o.across)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < o.rows; i++)
        o.at[i] = i;
    for (int band = 0; band < r->bands; band++)
        order_rows(r, &o, band_first[band], band_first[band + 1]);
    for (int i = 0; i < r->count; i++)
        d->boxes[r->boxes[i]].row = o.at[d->boxes[r->boxes[i]].row];
    return EG_OK;
}

static bool begin(region *r, int *room)
{
    eg_diagram *d = r->d;
    const size_t nets = (size_t)d->net_count, own = (size_t)r->count + 1;
    r->index = room;
    r->left = room + d->box_count;
    r->right = r->left + nets;
    r->seen = r->right + nets;
    r->stack = r->seen + nets;
    r->nets = eg_arena_array(d->arena, 2 * own, sizeof *r->nets);
    r->is_placed = eg_arena_array(d->arena, own, sizeof *r->is_placed);
    r->row_first = eg_arena_array(d->arena, own, sizeof *r->row_first);
    if (!r->nets || !r->is_placed || !r->row_first)
        return false;
    for (int i = 0; i < r->count; i++) {
        const eg_box *b = &d->boxes[r->boxes[i]];
        r->index[r->boxes[i]] = i;
        r->row_first[i] = -1;
        for (int side = 0; side < 2; side++) {
            int net = eg_diagram_net_at(d, b, side == 1);
            if (net >= 0 && !r->seen[net]) {
                r->nets[r->net_count++] = net;
                r->seen[net] = 1;
            }
        }
    }
    for (int i = 0; i < r->net_count; i++)
        r->seen[r->nets[i]] = 0;
    return true;
}

eg_status eg_diagram_place_lines(eg_diagram *d, const int *boxes, int count, int *room)
{
    region r = {.d = d, .boxes = boxes, .count = count};
    if (!begin(&r, room))
        return EG_ERROR_MEMORY;
    orient(&r);
    balance(&r);
    hang(&r);
    choose_layers(&r);
    choose_columns(&r);
    fold(&r);
    int *band_first = eg_arena_array(d->arena, (size_t)r.bands + 1, sizeof *band_first);
    if (!band_first)
        return EG_ERROR_MEMORY;
    for (int band = 0; band < r.bands; band++) {
        band_first[band] = r.rows;
        put_band(&r, band);
    }
    band_first[r.bands] = r.rows;
    return improve_rows(&r, band_first);
}

/* Columns and rows.
 *
 * A network of one dimension is drawn as its visibility representation (Tamassia and Tollis, A unified
 * approach to visibility representations of planar graphs, 1986): a node is a vertical bar, a component a
 * horizontal line between two bars with its symbol on it. The bars' channels are layers of longest paths,
 * from flange a to flange b (what would close a circle is mirrored). Components share a row as long as they
 * meet in a node or an empty column lies between them (left-edge packing of intervals, Hashimoto and
 * Stevens, 1971), so that no line runs through a symbol. Blocks of signals are packed the same way below,
 * from left to right as signals run. */
#include "diagram/diagram.h"

#include <math.h>
#include <stdlib.h>

typedef struct packing {
    eg_diagram *d;
    bool *is_placed, *is_seen;
    int first_row; /* of the present domain and band */
    int band;
} packing;

static int net_at(const eg_diagram *d, const eg_box *b, bool right)
{
    int t = right != b->is_mirrored ? b->right : b->left;
    return t >= 0 ? d->terminals[t].net : -1;
}

/* Do boxes that have been accepted lead from one net to another? */
static bool leads(const packing *p, int from, int to, int boxes)
{
    if (from == to)
        return true;
    p->is_seen[from] = true;
    for (int i = 0; i < boxes; i++) {
        const eg_box *b = &p->d->boxes[i];
        int next = net_at(p->d, b, true);
        if (net_at(p->d, b, false) == from && next >= 0 && !p->is_seen[next] && leads(p, next, to, boxes))
            return true;
    }
    return false;
}

static void choose_layers(packing *p)
{
    eg_diagram *d = p->d;
    for (int i = 0; i < d->box_count; i++) {
        int left = net_at(d, &d->boxes[i], false), right = net_at(d, &d->boxes[i], true);
        for (int n = 0; n < d->net_count; n++)
            p->is_seen[n] = false;
        if (left >= 0 && right >= 0 && left != right)
            d->boxes[i].is_mirrored = leads(p, right, left, i);
        if (right >= 0 && left < 0)
            d->nets[right].layer = d->nets[right].layer > 1 ? d->nets[right].layer : 1;
    }
    for (int pass = 0; pass < d->net_count; pass++)
        for (int i = 0; i < d->box_count; i++) {
            int left = net_at(d, &d->boxes[i], false), right = net_at(d, &d->boxes[i], true);
            if (left >= 0 && right >= 0 && left != right && d->nets[right].layer <= d->nets[left].layer)
                d->nets[right].layer = d->nets[left].layer + 1;
        }
}

static void choose_columns(eg_diagram *d)
{
    for (int i = 0; i < d->box_count; i++) {
        eg_box *b = &d->boxes[i];
        int left = net_at(d, b, false), right = net_at(d, b, true);
        b->from = left >= 0 ? d->nets[left].layer : 0;
        if (left < 0 && right >= 0)
            b->from = d->nets[right].layer - 1;
        b->to = right >= 0 ? d->nets[right].layer : b->from + 1;
        b->to = b->to > b->from ? b->to : b->from + 1;
        b->column = (b->from + b->to - 1) / 2;
    }
    for (int pass = 0; pass < d->box_count; pass++) /* signals run to the right, in circles back */
        for (int n = 0; n < d->net_count; n++)
            for (int i = 0; d->nets[n].domain == EG_SIGNAL && i < d->nets[n].count; i++)
                for (int k = 0; k < d->nets[n].count; k++) {
                    const eg_terminal *out = &d->terminals[d->ends[d->nets[n].first + i]];
                    eg_box *to = &d->boxes[d->terminals[d->ends[d->nets[n].first + k]].box];
                    const eg_box *from = &d->boxes[out->box];
                    if (eg_port_is_output(out->kind) && to->domain == EG_SIGNAL &&
                        from->domain == EG_SIGNAL && to->column <= from->column &&
                        from->box_order < to->box_order) {
                        to->from = to->column = from->column + 1;
                        to->to = to->from + 1;
                    }
                }
}

/* Would lines at the facing sides of two blocks of signals, the right one this much lower, run too close? */
static bool faces_badly(const eg_diagram *d, int left, int right, double lower)
{
    for (int i = 0; i < d->terminal_count; i++)
        for (int k = 0; d->terminals[i].box == left && k < d->terminal_count; k++) {
            const eg_terminal *t = &d->terminals[i], *o = &d->terminals[k];
            if (o->box == right && t->side == EG_SIDE_RIGHT && o->side == EG_SIDE_LEFT && t->net >= 0 &&
                o->net >= 0 && t->net != o->net && fabs(o->offset + lower - t->offset) < EG_SHIFT)
                return true;
        }
    return false;
}

/* May the box lie in the row? Lines of signals run between columns, so that a cell is enough where they do
 * not meet those of the neighbours. */
static bool signals_fit(const packing *p, int box, int row)
{
    const eg_diagram *d = p->d;
    const eg_box *b = &d->boxes[box];
    for (int i = 0; i < d->box_count; i++) {
        const eg_box *o = &d->boxes[i];
        if (!p->is_placed[i] || o->row != row)
            continue;
        if (o->column == b->column)
            return false;
        if (o->column == b->column - 1 && faces_badly(d, i, box, b->shift - o->shift))
            return false;
        if (o->column == b->column + 1 && faces_badly(d, box, i, o->shift - b->shift))
            return false;
    }
    return true;
}

/* Two that meet in a node may share a row, else a column must be free between them. */
static bool fits(const packing *p, int box, int row)
{
    const eg_diagram *d = p->d;
    const eg_box *b = &d->boxes[box];
    if (b->domain == EG_SIGNAL)
        return signals_fit(p, box, row);
    for (int i = 0; i < d->box_count; i++) {
        const eg_box *o = &d->boxes[i];
        if (!p->is_placed[i] || o->row != row)
            continue;
        bool meets =
            (o->to == b->from && net_at(d, o, true) >= 0 && net_at(d, o, true) == net_at(d, b, false)) ||
            (b->to == o->from && net_at(d, b, true) >= 0 && net_at(d, b, true) == net_at(d, o, false));
        if (!meets && b->from <= o->to && o->from <= b->to)
            return false;
    }
    return true;
}

static void settle(packing *p, int box, int row)
{
    eg_diagram *d = p->d;
    eg_box *b = &d->boxes[box];
    int end = b->domain == EG_SIGNAL ? b->column + 1 : b->to;
    b->row = row;
    p->is_placed[box] = true;
    d->rows = row >= d->rows ? row + 1 : d->rows;
    d->columns = end > d->columns ? end : d->columns;
}

/* The box goes into the nearest row where it fits, and what continues its line to the right follows it. */
static void put(packing *p, int box, int wanted)
{
    eg_diagram *d = p->d;
    for (; box >= 0;) {
        const eg_box *b = &d->boxes[box];
        int row = wanted > p->first_row ? wanted : p->first_row, next = -1;
        while (!fits(p, box, row))
            row++;
        settle(p, box, row);
        for (int i = d->box_count - 1; i >= 0; i--) {
            const eg_box *o = &d->boxes[i];
            bool follows = o->domain == b->domain && o->band == b->band && !p->is_placed[i] &&
                           net_at(d, b, true) >= 0 && net_at(d, o, false) == net_at(d, b, true);
            if (follows && (next < 0 || o->to - o->from <= d->boxes[next].to - d->boxes[next].from))
                next = i;
        }
        wanted = row;
        box = next;
    }
}

/* The row of a block that feeds it from the column before, or -1. */
static int row_of_source(const packing *p, int box)
{
    const eg_diagram *d = p->d;
    for (int i = 0; i < d->terminal_count; i++)
        for (int k = 0; d->terminals[i].box == box && k < d->terminal_count; k++) {
            const eg_terminal *t = &d->terminals[i], *o = &d->terminals[k];
            const eg_box *from = &d->boxes[o->box];
            if (t->net >= 0 && t->net == o->net && eg_port_is_output(o->kind) && p->is_placed[o->box] &&
                from->domain == EG_SIGNAL && from->column == d->boxes[box].column - 1)
                return from->row;
        }
    return -1;
}

static bool is_connected(const eg_diagram *d, int box)
{
    for (int i = 0; i < d->terminal_count; i++)
        if (d->terminals[i].box == box && d->terminals[i].net >= 0)
            return true;
    return false;
}

/* A block of signals: right of what feeds it where that is free, else in the highest row. */
static void put_block(packing *p, int box)
{
    eg_box *b = &p->d->boxes[box];
    int wanted = row_of_source(p, box);
    if (wanted >= p->first_row && fits(p, box, wanted)) {
        settle(p, box, wanted);
        return;
    }
    for (int row = p->first_row;; row++) {
        b->shift = 0;
        if (fits(p, box, row)) {
            settle(p, box, row);
            return;
        }
        b->shift = EG_SHIFT;
        if (fits(p, box, row)) {
            settle(p, box, row);
            return;
        }
    }
}

/* What nothing is connected to goes wherever a cell is free. */
static void put_loose_block(packing *p, int box)
{
    eg_diagram *d = p->d;
    eg_box *b = &d->boxes[box];
    int columns = d->columns > 6 ? d->columns : 6;
    for (int row = p->first_row;; row++)
        for (b->column = 0; b->column < columns; b->column++)
            if (fits(p, box, row)) {
                settle(p, box, row);
                return;
            }
}

static void put_blocks(packing *p)
{
    eg_diagram *d = p->d;
    for (int column = 0; column <= d->box_count; column++)
        for (int i = 0; i < d->box_count; i++)
            if (d->boxes[i].domain == EG_SIGNAL && d->boxes[i].column == column && is_connected(d, i) &&
                d->boxes[i].band == p->band)
                put_block(p, i);
    for (int i = 0; i < d->box_count; i++)
        if (d->boxes[i].domain == EG_SIGNAL && !is_connected(d, i) && d->boxes[i].band == p->band)
            put_loose_block(p, i);
}

/* ---------------------------------------------------------------- folding */

/* A line of more than FOLD_BEYOND columns goes on at the left below, as often as bands of at most BAND
 * columns, equally wide, need. Column 0 of each is for what stands left of a band's first node. */
enum { FOLD_BEYOND = 12, BAND = 10 };

typedef struct folding {
    int bands, width;
} folding;

/* The last node stands at the right end of the last band. */
static int band_of(int layer, folding f)
{
    int band = layer > 0 ? (layer - 1) / f.width : 0;
    return band < f.bands ? band : f.bands - 1;
}

/* The flange at the right of a box whose node stands in a later band reaches it by a line that turns. */
static void turn_line(eg_diagram *d, const eg_box *b, folding f)
{
    int t = b->is_mirrored ? b->left : b->right, net = net_at(d, b, true);
    if (net >= 0 && net_at(d, b, false) >= 0 && band_of(d->nets[net].layer, f) != b->band)
        d->terminals[t].is_primary = false;
}

static int fold(eg_diagram *d)
{
    int most = 0;
    for (int i = 0; i < d->box_count; i++)
        most = d->boxes[i].to > most ? d->boxes[i].to : most;
    if (most <= FOLD_BEYOND)
        return 1;
    folding f = {.bands = (most - 2) / BAND + 1};
    f.width = (most - 2) / f.bands + 1;
    for (int i = 0; i < d->box_count; i++) {
        eg_box *b = &d->boxes[i];
        int left = net_at(d, b, false), right = net_at(d, b, true);
        int first = left >= 0 || right < 0 ? b->from : b->to; /* the layer that it hangs on */
        if (b->domain == EG_SIGNAL)
            first = b->column + 1;
        b->band = band_of(first, f);
        turn_line(d, b, f);
        int span = b->to - b->from, shift = b->band * f.width;
        b->from -= shift;
        b->to = b->from + span > f.width + 1 ? f.width + 1 : b->from + span;
        b->column -= shift;
        if (b->domain != EG_SIGNAL)
            b->column = (b->from + b->to - 1) / 2;
    }
    for (int n = 0; n < d->net_count; n++)
        d->nets[n].layer -= band_of(d->nets[n].layer, f) * f.width;
    return f.bands;
}

eg_status eg_diagram_place(eg_diagram *d)
{
    packing p = {.d = d,
                 .is_placed = eg_arena_array(d->arena, (size_t)d->box_count + 1, sizeof(bool)),
                 .is_seen = eg_arena_array(d->arena, (size_t)d->net_count + 1, sizeof(bool))};
    if (!p.is_placed || !p.is_seen)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < d->box_count; i++)
        d->boxes[i].box_order = i;
    choose_layers(&p);
    choose_columns(d);
    const int bands = fold(d);
    for (int domain = EG_MECHANICAL; domain <= EG_THERMAL; domain++)
        for (p.band = 0; p.band < bands; p.band++) {
            p.first_row = d->rows;
            for (int column = 0; column < 2 * d->box_count + 2; column++)
                for (int i = 0; i < d->box_count; i++)
                    if (d->boxes[i].domain == (eg_domain)domain && d->boxes[i].band == p.band &&
                        d->boxes[i].from == column && !p.is_placed[i])
                        put(&p, i, 0);
        }
    for (p.band = 0; p.band < bands; p.band++) {
        p.first_row = d->rows;
        put_blocks(&p);
    }
    return EG_OK;
}

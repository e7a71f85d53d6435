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

#include <stdlib.h>

typedef struct packing {
    eg_diagram *d;
    bool *is_placed, *is_seen;
    int first_row; /* of the present domain */
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

/* May the box lie in the row? Two that meet in a node may, else a column must be free between them. */
static bool fits(const packing *p, const eg_box *b, int row)
{
    const eg_diagram *d = p->d;
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

/* The box goes into the nearest row where it fits, and what continues its line to the right follows it. */
static void put(packing *p, int box, int wanted)
{
    eg_diagram *d = p->d;
    for (; box >= 0;) {
        eg_box *b = &d->boxes[box];
        int row = wanted > p->first_row ? wanted : p->first_row, next = -1;
        while (!fits(p, b, row))
            row++;
        b->row = row;
        p->is_placed[box] = true;
        d->rows = row >= d->rows ? row + 1 : d->rows;
        d->columns = b->to > d->columns ? b->to : d->columns;
        for (int i = d->box_count - 1; i >= 0; i--) {
            const eg_box *o = &d->boxes[i];
            bool follows = o->domain == b->domain && !p->is_placed[i] && net_at(d, b, true) >= 0 &&
                           net_at(d, o, false) == net_at(d, b, true);
            if (follows && (next < 0 || o->to - o->from <= d->boxes[next].to - d->boxes[next].from))
                next = i;
        }
        wanted = row;
        box = next;
    }
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
    for (int domain = EG_MECHANICAL; domain <= EG_SIGNAL; domain++) {
        p.first_row = d->rows;
        for (int column = 0; column < 2 * d->box_count + 2; column++)
            for (int i = 0; i < d->box_count; i++)
                if (d->boxes[i].domain == (eg_domain)domain && d->boxes[i].from == column && !p.is_placed[i])
                    put(&p, i, 0);
    }
    return EG_OK;
}

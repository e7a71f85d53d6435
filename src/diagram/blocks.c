/* Blocks of signals that feed each other: one region.
 *
 * They are layered as signals run (Sugiyama, Tagawa and Toda, Methods for visual understanding of
 * hierarchical system structures, 1981): what closes a circle is left out, then columns are filled from a
 * list of what is fed already, those at the beginning of the longest chains first, with so many rows that the
 * whole is three by two (after Coffman and Graham, Optimal scheduling for two-processor systems, 1972).
 * Within columns blocks go to the mean row of their neighbours, in sweeps to and fro, and at last change
 * places while that takes away crossings. */
#include "diagram/diagram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW_HEIGHT 95.0 /* about, in pixels; columns are 110 wide */
enum { FOLD_BEYOND = 13, BAND = 10, SWEEPS = 8, PASSES = 4 };
#define CROSSING 1.5 /* as bad as so many rows of detour */

typedef struct wire {
    int from, to; /* blocks of the region */
    int net;
    double out, in; /* where it leaves and enters, in rows from the block's middle */
    bool is_back;   /* it closes a circle */
} wire;

typedef struct region {
    eg_diagram *d;
    const int *boxes;
    int count;
    int *index; /* of the diagram's boxes, in `boxes` */
    wire *wires;
    int wire_count;
    size_t wire_capacity;
    int *list;   /* wire numbers, block by block */
    int *first;  /* (count + 1) in the list */
    int *column; /* (count) */
    double *row; /* (count) whole numbers but while they are sought */
    int *height; /* (count) how long the longest chain is that begins there */
    int *order;  /* (count) column by column, within one from above */
    int *begin;  /* (columns + 1) in the order */
    int columns, rows;
} region;

/* ---------------------------------------------------------------- wires */

static eg_status add_wires(region *r, int net)
{
    const eg_diagram *d = r->d;
    const eg_diagram_net *n = &d->nets[net];
    for (int i = 0; i < n->count; i++)
        for (int k = 0; k < n->count; k++) {
            const eg_terminal *out = &d->terminals[d->ends[n->first + i]],
                              *in = &d->terminals[d->ends[n->first + k]];
            const eg_box *from = &d->boxes[out->box], *to = &d->boxes[in->box];
            if (out->side != EG_SIDE_RIGHT || in->side != EG_SIDE_LEFT || from->domain != EG_SIGNAL ||
                to->domain != EG_SIGNAL || from == to)
                continue;
            if (eg_grow((void **)&r->wires, &r->wire_capacity, (size_t)r->wire_count + 1, sizeof *r->wires) !=
                0)
                return EG_ERROR_MEMORY;
            r->wires[r->wire_count++] = (wire){.from = r->index[out->box],
                                               .to = r->index[in->box],
                                               .net = net,
                                               .out = out->offset / ROW_HEIGHT,
                                               .in = in->offset / ROW_HEIGHT};
        }
    return EG_OK;
}

static eg_status find_wires(region *r)
{
    const eg_diagram *d = r->d;
    eg_status status = EG_OK;
    for (int i = 0; i < r->count; i++)
        r->index[r->boxes[i]] = i;
    for (int i = 0; i < r->count; i++) {
        const eg_box *b = &d->boxes[r->boxes[i]];
        for (int k = 0; k < b->count && status == EG_OK; k++) {
            const int t = d->ports[b->first + k], net = d->terminals[t].net;
            bool is_first = d->terminals[t].side == EG_SIDE_RIGHT && net >= 0;
            for (int e = 0; is_first && d->ends[d->nets[net].first + e] != t; e++) /* each net once */
                is_first = d->terminals[d->ends[d->nets[net].first + e]].side != EG_SIDE_RIGHT;
            if (is_first)
                status = add_wires(r, net);
        }
    }
    if (status != EG_OK)
        return status;
    r->list = eg_arena_array(r->d->arena, 2 * (size_t)r->wire_count + 1, sizeof *r->list);
    if (!r->list)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < r->wire_count; i++) {
        r->first[r->wires[i].from + 1]++;
        r->first[r->wires[i].to + 1]++;
    }
    for (int i = 0; i < r->count; i++)
        r->first[i + 1] += r->first[i];
    int *filled = r->height; /* not in use yet */
    for (int i = 0; i < r->wire_count; i++) {
        const wire *w = &r->wires[i];
        r->list[r->first[w->from] + filled[w->from]++] = i;
        r->list[r->first[w->to] + filled[w->to]++] = i;
    }
    memset(filled, 0, (size_t)r->count * sizeof *filled);
    return EG_OK;
}

/* ---------------------------------------------------------------- columns */

/* Along wires from block to block: what leads to one that is still open closes a circle. Chains' lengths are
 * known once all behind a block is. */
static void walk(region *r, int start, char *state, int *stack, int *at)
{
    int depth = 0;
    stack[depth++] = start;
    state[start] = 1;
    while (depth > 0) {
        const int block = stack[depth - 1];
        if (at[block] == r->first[block + 1] - r->first[block]) {
            state[block] = 2;
            depth--;
            continue;
        }
        wire *w = &r->wires[r->list[r->first[block] + at[block]++]];
        if (w->from != block)
            continue;
        if (state[w->to] == 1) {
            w->is_back = true;
        } else if (state[w->to] == 0) {
            state[w->to] = 1;
            stack[depth++] = w->to;
            at[block]--; /* once more, when its height is known */
        } else if (r->height[w->to] + 1 > r->height[block]) {
            r->height[block] = r->height[w->to] + 1;
        }
    }
}

static bool open_circles(region *r)
{
    char *state = eg_arena_array(r->d->arena, (size_t)r->count + 1, sizeof *state);
    int *stack = eg_arena_array(r->d->arena, (size_t)r->count + 1, sizeof *stack);
    int *at = eg_arena_array(r->d->arena, (size_t)r->count + 1, sizeof *at);
    if (!state || !stack || !at)
        return false;
    for (int round = 0; round < 2; round++) /* what nothing feeds first */
        for (int i = 0; i < r->count; i++) {
            bool is_fed = false;
            for (int k = r->first[i]; k < r->first[i + 1]; k++)
                is_fed = is_fed || r->wires[r->list[k]].to == i;
            if (state[i] == 0 && (round == 1 || !is_fed))
                walk(r, i, state, stack, at);
        }
    return true;
}

/* How many wires that close no circle come to a block from, or leave it to, those without a column yet. */
static int count_open(const region *r, int block, bool backward)
{
    int open = 0;
    for (int k = r->first[block]; k < r->first[block + 1]; k++) {
        const wire *w = &r->wires[r->list[k]];
        if (w->is_back || (backward ? w->to : w->from) != block)
            continue;
        open += r->column[backward ? w->from : w->to] < 0;
    }
    return open;
}

static void fill_columns(region *r, int most)
{
    int left = r->count;
    for (int i = 0; i < r->count; i++)
        r->column[i] = -1;
    int *chosen = r->order;
    for (r->columns = 0; left > 0; r->columns++) {
        int count = 0;
        while (count < most) {
            int best = -1;
            for (int i = 0; i < r->count; i++) {
                bool is_ready = r->column[i] == -1 && count_open(r, i, true) == 0;
                for (int k = 0; k < count && is_ready; k++)
                    is_ready = chosen[k] != i;
                if (is_ready && (best < 0 || r->height[i] > r->height[best]))
                    best = i;
            }
            if (best < 0)
                break;
            chosen[count++] = best;
        }
        for (int k = 0; k < count; k++)
            r->column[chosen[k]] = r->columns;
        left -= count;
    }
}

/* What feeds others and is fed by few goes right, next to what it feeds, where there is room. */
static void pull_right(region *r, int most)
{
    int *size = r->begin;
    memset(size, 0, ((size_t)r->count + 1) * sizeof *size);
    for (int i = 0; i < r->count; i++)
        size[r->column[i]]++;
    for (int column = r->columns - 2; column >= 0; column--)
        for (int i = 0; i < r->count; i++) {
            if (r->column[i] != column)
                continue;
            int fed = 0, feeds = 0, limit = r->columns;
            for (int k = r->first[i]; k < r->first[i + 1]; k++) {
                const wire *w = &r->wires[r->list[k]];
                fed += !w->is_back && w->to == i;
                feeds += !w->is_back && w->from == i;
                if (!w->is_back && w->from == i && r->column[w->to] < limit)
                    limit = r->column[w->to];
            }
            int to = limit - 1;
            while (to > column && size[to] >= most)
                to--;
            if (feeds == 0 || fed >= feeds || to <= column)
                continue;
            size[column]--;
            size[to]++;
            r->column[i] = to;
        }
}

/* ---------------------------------------------------------------- rows */

/* Do two wires cross, drawn straight from block to block? */
static bool cross(const region *r, const wire *a, const wire *b)
{
    if (a->net == b->net)
        return false;
    double x[2][2] = {{r->column[a->from], r->column[a->to]}, {r->column[b->from], r->column[b->to]}};
    double y[2][2] = {{r->row[a->from] + a->out, r->row[a->to] + a->in},
                      {r->row[b->from] + b->out, r->row[b->to] + b->in}};
    double low = fmax(fmin(x[0][0], x[0][1]), fmin(x[1][0], x[1][1]));
    double high = fmin(fmax(x[0][0], x[0][1]), fmax(x[1][0], x[1][1])), above[2];
    if (low >= high)
        return false;
    for (int i = 0; i < 2; i++) {
        const double at = i ? high : low;
        double ya = y[0][0] + (y[0][1] - y[0][0]) * (at - x[0][0]) / (x[0][1] - x[0][0]);
        double yb = y[1][0] + (y[1][1] - y[1][0]) * (at - x[1][0]) / (x[1][1] - x[1][0]);
        above[i] = ya - yb;
    }
    return above[0] * above[1] < 0;
}

static double cost_of_wire(const region *r, const wire *w)
{
    enum { MOST = 600 }; /* wires; of more only lengths are looked at */
    int crossings = 0;
    for (int i = 0; r->wire_count <= MOST && i < r->wire_count; i++)
        crossings += cross(r, w, &r->wires[i]);
    return CROSSING * crossings + fabs(r->row[w->from] + w->out - r->row[w->to] - w->in);
}

static double cost_of_block(const region *r, int block)
{
    double cost = 0;
    for (int k = r->first[block]; k < r->first[block + 1]; k++)
        cost += cost_of_wire(r, &r->wires[r->list[k]]);
    return cost;
}

static double cost_of_all(const region *r)
{
    double cost = 0;
    for (int i = 0; i < r->wire_count; i++)
        cost += cost_of_wire(r, &r->wires[i]);
    return cost;
}

/* The mean row of what a block is joined with at its left or right, as seen from where the wire enters;
 * where there is nothing, its own. */
static double wanted_row(const region *r, int block, bool from_left)
{
    double sum = 0;
    int count = 0;
    for (int k = r->first[block]; k < r->first[block + 1]; k++) {
        const wire *w = &r->wires[r->list[k]];
        const bool gives = w->from == block;
        const int other = gives ? w->to : w->from;
        if (r->column[other] == r->column[block] || (r->column[other] < r->column[block]) != from_left)
            continue;
        sum += r->row[other] + (gives ? w->in - w->out : w->out - w->in);
        count++;
    }
    return count > 0 ? sum / count : r->row[block];
}

/* Gives the blocks of a column, from above, whole rows as near to those wanted as there is room. `best` is
 * (count + 1) x (rows + 1): the least sum of distances of the first blocks in the first rows. */
static void settle_column(region *r, const int *blocks, int count, double *best)
{
    const int rows = r->rows, width = rows + 1;
    for (int k = 0; k <= rows; k++)
        best[k] = 0;
    for (int i = 1; i <= count; i++) {
        best[i * width + i - 1] = INFINITY;
        for (int k = i; k <= rows; k++) {
            double here = best[(i - 1) * width + k - 1] + fabs(r->row[blocks[i - 1]] - (k - 1));
            best[i * width + k] = fmin(here, best[i * width + k - 1]);
        }
    }
    for (int i = count, k = rows; i > 0; i--) {
        while (k > i && best[i * width + k - 1] <= best[i * width + k])
            k--;
        r->row[blocks[i - 1]] = --k;
    }
}

/* Insertion keeps what is equal in its order. */
static void sort_column(const region *r, int *blocks, int count)
{
    for (int i = 1; i < count; i++) {
        const int block = blocks[i];
        int k = i;
        for (; k > 0 && r->row[blocks[k - 1]] > r->row[block] + 1e-9; k--)
            blocks[k] = blocks[k - 1];
        blocks[k] = block;
    }
}

static void sweep(region *r, bool from_left, double *best)
{
    for (int c = 0; c < r->columns; c++) {
        const int column = from_left ? c : r->columns - 1 - c;
        int *blocks = &r->order[r->begin[column]], count = r->begin[column + 1] - r->begin[column];
        for (int i = 0; i < count; i++)
            r->row[blocks[i]] = wanted_row(r, blocks[i], from_left);
        sort_column(r, blocks, count);
        settle_column(r, blocks, count, best);
    }
}

/* The block goes to the row of its column where its wires cost least; what stands there takes its place. */
static bool improve_block(region *r, int block)
{
    const double from = r->row[block];
    double chosen = from, won = 1e-9;
    const int *column = &r->order[r->begin[r->column[block]]];
    const int count = r->begin[r->column[block] + 1] - r->begin[r->column[block]];
    for (int row = 0; row < r->rows; row++) {
        if (row == from)
            continue;
        int other = -1;
        for (int i = 0; i < count; i++)
            if (r->row[column[i]] == row)
                other = column[i];
        double before = cost_of_block(r, block) + (other >= 0 ? cost_of_block(r, other) : 0);
        r->row[block] = row;
        if (other >= 0)
            r->row[other] = from;
        double after = cost_of_block(r, block) + (other >= 0 ? cost_of_block(r, other) : 0);
        r->row[block] = from;
        if (other >= 0)
            r->row[other] = row;
        if (before - after > won) {
            won = before - after;
            chosen = row;
        }
    }
    if (chosen == from)
        return false;
    for (int i = 0; i < count; i++)
        if (r->row[column[i]] == chosen)
            r->row[column[i]] = from;
    r->row[block] = chosen;
    return true;
}

static void list_columns(region *r)
{
    memset(r->begin, 0, ((size_t)r->count + 1) * sizeof *r->begin);
    for (int i = 0; i < r->count; i++)
        r->begin[r->column[i] + 1]++;
    for (int c = 0; c < r->columns; c++) {
        r->rows = r->begin[c + 1] > r->rows ? r->begin[c + 1] : r->rows;
        r->begin[c + 1] += r->begin[c];
    }
    for (int c = 0, filled = 0; c < r->columns; c++)
        for (int i = 0, row = 0; i < r->count; i++)
            if (r->column[i] == c) {
                r->order[filled++] = i;
                r->row[i] = row++;
            }
}

static eg_status choose_rows(region *r)
{
    enum { MOST = 250 }; /* blocks; of more each would have too many places to try */
    list_columns(r);
    const size_t n = (size_t)r->count + 1;
    double *best = eg_arena_array(r->d->arena, ((size_t)r->rows + 2) * ((size_t)r->rows + 2), sizeof *best);
    double *kept = eg_arena_array(r->d->arena, n, sizeof *kept);
    if (!best || !kept)
        return EG_ERROR_MEMORY;
    double least = INFINITY;
    for (int i = 0; i < SWEEPS; i++) {
        sweep(r, i % 2 == 0, best);
        double cost = cost_of_all(r);
        if (cost < least - 1e-9) {
            least = cost;
            memcpy(kept, r->row, (size_t)r->count * sizeof *kept);
        }
    }
    memcpy(r->row, kept, (size_t)r->count * sizeof *kept);
    bool wins = r->count <= MOST;
    for (int pass = 0; pass < PASSES && wins; pass++) {
        wins = false;
        for (int i = 0; i < r->count; i++)
            wins = improve_block(r, i) || wins;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- cells */

/* Rows of more than FOLD_BEYOND columns go on at the left below, in bands of BAND columns or, of many blocks,
 * of more. */
static void put_into_cells(region *r)
{
    eg_diagram *d = r->d;
    const int widest = (int)fmax(BAND, sqrt(r->count / EG_ROWS_FOR_COLUMNS));
    const int bands = r->columns > FOLD_BEYOND ? (r->columns - 1) / widest + 1 : 1;
    const int width = (r->columns - 1) / bands + 1;
    for (int c = 0; c < r->columns; c++)
        for (int i = r->begin[c]; i < r->begin[c + 1]; i++) {
            eg_box *b = &d->boxes[r->boxes[r->order[i]]];
            b->column = b->from = c % width;
            b->to = b->from + 1;
            b->row = (int)r->row[r->order[i]] + c / width * r->rows;
            for (int k = c > 0 ? r->begin[c - 1] : i; k < r->begin[c]; k++) {
                const eg_box *o = &d->boxes[r->boxes[r->order[k]]];
                if (o->row == b->row && o->column == b->column - 1 && eg_diagram_faces_badly(d, o, b))
                    b->shift = EG_SHIFT - o->shift; /* half a step of their terminals */
            }
        }
}

eg_status eg_diagram_place_blocks(eg_diagram *d, const int *boxes, int count, int *room)
{
    region r = {.d = d, .boxes = boxes, .count = count, .index = room};
    const size_t n = (size_t)count + 2;
    r.first = eg_arena_array(d->arena, n, sizeof *r.first);
    r.column = eg_arena_array(d->arena, n, sizeof *r.column);
    r.row = eg_arena_array(d->arena, n, sizeof *r.row);
    r.height = eg_arena_array(d->arena, n, sizeof *r.height);
    r.order = eg_arena_array(d->arena, n, sizeof *r.order);
    r.begin = eg_arena_array(d->arena, n, sizeof *r.begin);
    if (!r.first || !r.column || !r.row || !r.height || !r.order || !r.begin)
        return EG_ERROR_MEMORY;
    eg_status status = find_wires(&r);
    if (status == EG_OK && !open_circles(&r))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK) {
        const int most = (int)ceil(sqrt(EG_ROWS_FOR_COLUMNS * count));
        fill_columns(&r, most);
        pull_right(&r, most);
        status = choose_rows(&r);
    }
    if (status == EG_OK)
        put_into_cells(&r);
    free(r.wires);
    return status;
}

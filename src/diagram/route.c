/* Nets in the channels between cells.
 *
 * Each net has one trunk in a vertical channel: the bar of a node, or the line that a signal is handed on
 * by. Lines of components go to it straight in their row, those of other boxes where the cells between are
 * empty; all else leaves its box into the nearest horizontal channel and runs there to the trunk. What shares
 * a channel gets tracks (track.c), so that different nets cross at right angles only, and none runs through a
 * cell that is taken. */
#include "diagram/diagram.h"

#include <math.h>
#include <stdlib.h>

enum { PITCH = 8, EDGE = 9, PADDING = 8 };

int eg_diagram_find_segment(const eg_diagram *d, int net, bool is_vertical, int channel, bool is_trunk)
{
    int i = d->nets[net].segment;
    for (; i >= 0; i = d->segments[i].next) {
        const eg_segment *s = &d->segments[i];
        if (s->is_vertical == is_vertical && s->channel == channel && s->is_trunk == is_trunk)
            break;
    }
    return i;
}

/* Makes the segment, or lengthens it. */
static eg_status cover(eg_diagram *d, int net, bool is_vertical, int channel, bool is_trunk, int at)
{
    int i = eg_diagram_find_segment(d, net, is_vertical, channel, is_trunk);
    if (i < 0) {
        if (eg_grow((void **)&d->segments, &d->segment_capacity, (size_t)d->segment_count + 1,
                    sizeof *d->segments) != 0)
            return EG_ERROR_MEMORY;
        i = d->segment_count++;
        d->segments[i] = (eg_segment){.net = net,
                                      .channel = channel,
                                      .low = at,
                                      .high = at,
                                      .track = -1,
                                      .is_vertical = is_vertical,
                                      .is_trunk = is_trunk,
                                      .next = d->nets[net].segment,
                                      .begin = INFINITY,
                                      .end = -INFINITY};
        d->nets[net].segment = i;
    }
    eg_segment *s = &d->segments[i];
    s->low = at < s->low ? at : s->low;
    s->high = at > s->high ? at : s->high;
    return EG_OK;
}

bool eg_diagram_is_level(const eg_terminal *t)
{
    return t->side == EG_SIDE_LEFT || t->side == EG_SIDE_RIGHT;
}

bool eg_diagram_stands_right(const eg_diagram *d, const eg_terminal *t)
{
    return (t->side == EG_SIDE_RIGHT) != d->boxes[t->box].is_mirrored;
}

/* ---------------------------------------------------------------- trunks */

static double height_of(const eg_diagram *d, const eg_terminal *t)
{
    return d->boxes[t->box].shift + t->offset;
}

/* May the line of a terminal run in its row up to a channel? Cells on the way are empty, and no other line
 * of the row that is known yet comes near. */
static bool is_free(const eg_diagram *d, const eg_terminal *t, int channel)
{
    const eg_box *own = &d->boxes[t->box];
    const bool right = eg_diagram_stands_right(d, t);
    if (right ? channel < t->beside : channel > t->beside)
        return false;
    const int low = right ? t->beside : channel, high = right ? channel : t->beside;
    for (int i = d->row_first[own->row]; i >= 0; i = d->boxes[i].next) {
        const eg_box *b = &d->boxes[i];
        if (b != own && b->from < high && low < b->to)
            return false;
        for (int k = 0; k < b->count; k++) {
            const eg_terminal *o = &d->terminals[d->ports[b->first + k]];
            if (o->net < 0 || o->net == t->net || !eg_diagram_is_level(o) ||
                fabs(height_of(d, o) - height_of(d, t)) >= EG_SHIFT)
                continue;
            int from = o->beside, to = o->is_direct ? d->nets[o->net].layer : o->beside;
            if (from > to) {
                from = to;
                to = o->beside;
            }
            if (from <= high && low <= to)
                return false;
        }
    }
    return true;
}

/* Bars and rows that a trunk in the channel would cross, and how far its terminals are from it, in cells. */
static double cost_of_trunk(const eg_diagram *d, const eg_diagram_net *n, int channel, int low, int high)
{
    double cost = 0;
    for (int i = 0; i < n->count; i++) {
        const eg_terminal *t = &d->terminals[d->ends[n->first + i]];
        if (!eg_diagram_is_level(t))
            cost += fabs(d->boxes[t->box].column + 0.5 - channel) + 1;
        else if (is_free(d, t, channel))
            cost += abs(t->beside - channel);
        else
            cost += abs(t->beside - channel) + 2;
        if (t->side == EG_SIDE_RIGHT && n->domain == EG_SIGNAL && t->beside == channel)
            cost -= 0.5; /* beside what gives it */
    }
    for (int row = low + 1; row < high; row++)
        for (int i = d->row_first[row]; i >= 0; i = d->boxes[i].next)
            if (d->boxes[i].from < channel && channel < d->boxes[i].to)
                cost += 1;
    return cost;
}

/* The channel in which it costs least, the first of equal ones. */
static int choose_trunk(const eg_diagram *d, const eg_diagram_net *n)
{
    int first = d->columns, last = 0, low = d->rows, high = 0, best = 0;
    for (int i = 0; i < n->count; i++) {
        const eg_terminal *t = &d->terminals[d->ends[n->first + i]];
        const int row = d->boxes[t->box].row,
                  from = eg_diagram_is_level(t) ? t->beside : d->boxes[t->box].column;
        const int to = eg_diagram_is_level(t) ? from : from + 1;
        if (t->is_primary)
            return n->layer;
        first = from < first ? from : first;
        last = to > last ? to : last;
        low = row < low ? row : low;
        high = row > high ? row : high;
    }
    double least = INFINITY;
    for (int channel = first; channel <= last; channel++) {
        double cost = cost_of_trunk(d, n, channel, low, high);
        if (cost < least - 1e-9) {
            least = cost;
            best = channel;
        }
    }
    return best;
}

/* The horizontal channel that is nearer to the rest of the net. */
static int choose_across(const eg_diagram *d, const eg_terminal *t)
{
    const eg_diagram_net *n = &d->nets[t->net];
    const int row = d->boxes[t->box].row;
    long above = 0;
    if (t->side == EG_SIDE_TOP)
        return row;
    if (t->side == EG_SIDE_BOTTOM)
        return row + 1;
    for (int i = 0; i < n->count; i++) {
        const eg_terminal *o = &d->terminals[d->ends[n->first + i]];
        const int other = d->boxes[o->box].row;
        above += other < row || (other == row && o->side == EG_SIDE_TOP);
        above -= other > row || (other == row && o->side == EG_SIDE_BOTTOM);
    }
    return above > 0 ? row : row + 1;
}

static void choose_ways(eg_diagram *d)
{
    for (int i = 0; i < d->terminal_count; i++) {
        eg_terminal *t = &d->terminals[i];
        t->beside = d->boxes[t->box].column + eg_diagram_stands_right(d, t);
        if (t->is_primary)
            t->is_direct = true;
    }
    for (int k = 0; k < 2; k++) /* those whose place is given first */
        for (int n = 0; n < d->net_count; n++) {
            eg_diagram_net *net = &d->nets[n];
            if ((net->domain == EG_SIGNAL) != (k == 1))
                continue;
            net->segment = -1;
            net->layer = choose_trunk(d, net);
            for (int i = 0; i < net->count; i++) {
                eg_terminal *t = &d->terminals[d->ends[net->first + i]];
                t->is_direct = t->is_primary || (eg_diagram_is_level(t) && is_free(d, t, net->layer));
                if (!t->is_direct)
                    t->across = choose_across(d, t);
            }
        }
}

static eg_status cover_terminal(eg_diagram *d, const eg_terminal *t)
{
    const eg_box *b = &d->boxes[t->box];
    const int trunk = d->nets[t->net].layer;
    if (t->is_direct)
        return cover(d, t->net, true, trunk, true, 2 * b->row + 1);
    const bool is_level = eg_diagram_is_level(t);
    eg_status status =
        cover(d, t->net, false, t->across, false, is_level ? 2 * t->beside : 2 * b->column + 1);
    if (status == EG_OK && is_level) {
        status = cover(d, t->net, true, t->beside, false, 2 * b->row + 1);
        if (status == EG_OK)
            status = cover(d, t->net, true, t->beside, false, 2 * t->across);
    }
    if (status == EG_OK)
        status = cover(d, t->net, false, t->across, false, 2 * trunk);
    return status == EG_OK ? cover(d, t->net, true, trunk, true, 2 * t->across) : status;
}

/* ---------------------------------------------------------------- pixels */

static double place_columns(eg_diagram *d, const int *tracks, double *channel)
{
    double x = PADDING;
    for (int c = 0; c <= d->columns; c++) {
        channel[c] = x;
        x += 2.0 * EDGE + PITCH * (tracks[c] > 1 ? tracks[c] - 1 : 0);
        double width = 0;
        for (int i = 0; i < d->box_count; i++) {
            const eg_box *b = &d->boxes[i];
            double wide = b->text_beside ? 2 * b->text_width + 4 : b->text_width;
            wide = wide > b->width ? wide : b->width;
            if (b->column == c && wide > width)
                width = wide;
        }
        for (int i = 0; i < d->box_count; i++)
            if (d->boxes[i].column == c)
                d->boxes[i].x = x + width / 2 + 2;
        x += width + 4;
    }
    return ceil(x + PADDING); /* whole pixels, so that PNG and SVG are the same picture */
}

static double place_rows(eg_diagram *d, const int *tracks, double *channel)
{
    double y = PADDING;
    for (int r = 0; r <= d->rows; r++) {
        channel[r] = y;
        y += 2.0 * EDGE + PITCH * (tracks[r] > 1 ? tracks[r] - 1 : 0);
        double above = 0, below = 0, height = 0;
        for (int i = 0; i < d->box_count; i++) {
            const eg_box *b = &d->boxes[i];
            double text = EG_LINE_HEIGHT * eg_diagram_lines(b) + 2;
            if (b->row != r)
                continue;
            above = !b->text_below && text > above ? text : above;
            below = b->text_below && text > below ? text : below;
            double high = b->height + 2 * b->shift;
            height = high > height ? high : height;
        }
        for (int i = 0; i < d->box_count; i++)
            if (d->boxes[i].row == r)
                d->boxes[i].y = y + above + height / 2 + d->boxes[i].shift;
        y += above + height + below;
    }
    return ceil(y + PADDING);
}

static void extend(eg_segment *s, double at)
{
    s->begin = at < s->begin ? at : s->begin;
    s->end = at > s->end ? at : s->end;
}

static eg_status add_piece(eg_diagram *d, int net, bool is_lead, eg_diagram_piece piece)
{
    if (eg_grow((void **)&d->pieces, &d->piece_capacity, d->piece_count + 1, sizeof *d->pieces) != 0)
        return EG_ERROR_MEMORY;
    piece.net = (size_t)net;
    d->pieces[d->piece_count++] = (eg_line){piece, is_lead};
    return EG_OK;
}

static eg_status draw_terminal(eg_diagram *d, const eg_terminal *t)
{
    const eg_box *b = &d->boxes[t->box];
    eg_segment *trunk = &d->segments[eg_diagram_find_segment(d, t->net, true, d->nets[t->net].layer, true)];
    double x = b->x + t->offset, y = b->y + (t->side == EG_SIDE_TOP ? -b->height / 2 : b->height / 2);
    if (eg_diagram_is_level(t)) {
        x = b->x + (eg_diagram_stands_right(d, t) ? b->width / 2 : -b->width / 2);
        y = b->y + t->offset;
    }
    if (t->is_direct) {
        extend(trunk, y);
        return add_piece(d, t->net, t->is_primary && b->domain == EG_MECHANICAL,
                         (eg_diagram_piece){x, y, trunk->at, y, 0});
    }
    eg_segment *run = &d->segments[eg_diagram_find_segment(d, t->net, false, t->across, false)];
    extend(run, trunk->at);
    extend(trunk, run->at);
    if (!eg_diagram_is_level(t)) {
        extend(run, x);
        return add_piece(d, t->net, false, (eg_diagram_piece){x, y, x, run->at, 0});
    }
    eg_segment *jog = &d->segments[eg_diagram_find_segment(d, t->net, true, t->beside, false)];
    extend(jog, y);
    extend(jog, run->at);
    extend(run, jog->at);
    return add_piece(d, t->net, false, (eg_diagram_piece){x, y, jog->at, y, 0});
}

static eg_status draw(eg_diagram *d)
{
    eg_status status = EG_OK;
    for (int i = 0; i < d->terminal_count && status == EG_OK; i++)
        if (d->terminals[i].net >= 0)
            status = draw_terminal(d, &d->terminals[i]);
    for (int i = 0; i < d->segment_count && status == EG_OK; i++) {
        const eg_segment *s = &d->segments[i];
        eg_diagram_piece piece = {s->begin, s->at, s->end, s->at, 0};
        if (s->is_vertical)
            piece = (eg_diagram_piece){s->at, s->begin, s->at, s->end, 0};
        if (s->end > s->begin)
            status = add_piece(d, s->net, false, piece);
    }
    return status;
}

double eg_diagram_reach(const eg_diagram *d, int terminal)
{
    const eg_terminal *t = &d->terminals[terminal];
    const eg_box *b = &d->boxes[t->box];
    int net = t->net;
    if (!t->is_primary)
        return b->x + (eg_diagram_stands_right(d, t) ? b->width / 2 : -b->width / 2);
    return d->segments[eg_diagram_find_segment(d, net, true, d->nets[net].layer, true)].at;
}

eg_status eg_diagram_route(eg_diagram *d)
{
    int *vertical = eg_arena_array(d->arena, (size_t)d->columns + 1, sizeof *vertical);
    int *horizontal = eg_arena_array(d->arena, (size_t)d->rows + 1, sizeof *horizontal);
    double *x = eg_arena_array(d->arena, (size_t)d->columns + 1, sizeof *x);
    double *y = eg_arena_array(d->arena, (size_t)d->rows + 1, sizeof *y);
    if (!vertical || !horizontal || !x || !y)
        return EG_ERROR_MEMORY;
    choose_ways(d);
    for (int i = 0; i < d->terminal_count; i++)
        if (d->terminals[i].net >= 0 && cover_terminal(d, &d->terminals[i]) != EG_OK)
            return EG_ERROR_MEMORY;
    if (eg_diagram_choose_tracks(d, vertical, horizontal) != EG_OK)
        return EG_ERROR_MEMORY;
    d->width = place_columns(d, vertical, x);
    d->height = place_rows(d, horizontal, y);
    for (int i = 0; i < d->segment_count; i++) {
        eg_segment *s = &d->segments[i];
        s->at = (s->is_vertical ? x : y)[s->channel] + EDGE + PITCH * s->track;
    }
    return draw(d);
}

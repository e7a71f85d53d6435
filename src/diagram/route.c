/* Nets in the channels between cells.
 *
 * Each net has one trunk in a vertical channel: the bar of a node, or the line that a signal is handed on
 * by. Lines of components go to it straight in their row; all else leaves its box into the nearest
 * horizontal channel and runs there to the trunk. What shares a channel gets tracks by the left-edge rule
 * (Hashimoto and Stevens, 1971), so that different nets cross at right angles only, and none runs through a
 * cell. */
#include "diagram/diagram.h"

#include <math.h>
#include <stdlib.h>

enum { PITCH = 8, EDGE = 9, PADDING = 8 };

static int find_segment(const eg_diagram *d, int net, bool is_vertical, int channel, bool is_trunk)
{
    for (int i = 0; i < d->segment_count; i++) {
        const eg_segment *s = &d->segments[i];
        if (s->net == net && s->is_vertical == is_vertical && s->channel == channel &&
            s->is_trunk == is_trunk)
            return i;
    }
    return -1;
}

/* Makes the segment, or lengthens it. */
static eg_status cover(eg_diagram *d, int net, bool is_vertical, int channel, bool is_trunk, int at)
{
    int i = find_segment(d, net, is_vertical, channel, is_trunk);
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
                                      .begin = INFINITY,
                                      .end = -INFINITY};
    }
    eg_segment *s = &d->segments[i];
    s->low = at < s->low ? at : s->low;
    s->high = at > s->high ? at : s->high;
    return EG_OK;
}

static bool is_level(const eg_terminal *t)
{
    return t->side == EG_SIDE_LEFT || t->side == EG_SIDE_RIGHT;
}

bool eg_diagram_stands_right(const eg_diagram *d, const eg_terminal *t)
{
    return (t->side == EG_SIDE_RIGHT) != d->boxes[t->box].is_mirrored;
}

static int trunk_of(const eg_diagram *d, int net)
{
    const eg_net *n = &d->nets[net];
    int channel = -1;
    for (int i = 0; i < n->count; i++) {
        const eg_terminal *t = &d->terminals[d->ends[n->first + i]];
        if (t->is_primary)
            return n->layer;
        if (channel < 0 || eg_port_is_output(t->kind))
            channel = d->boxes[t->box].column + 1;
    }
    return channel;
}

static eg_status cover_terminal(eg_diagram *d, eg_terminal *t)
{
    const eg_box *b = &d->boxes[t->box];
    int trunk = d->nets[t->net].layer;
    t->beside = b->column + eg_diagram_stands_right(d, t);
    t->across = t->side == EG_SIDE_TOP ? b->row : b->row + 1;
    t->is_direct = t->is_primary || (is_level(t) && t->beside == trunk);
    if (t->is_direct)
        return cover(d, t->net, true, trunk, true, 2 * b->row + 1);
    int from = is_level(t) ? 2 * t->beside : 2 * b->column + 1;
    eg_status status = cover(d, t->net, false, t->across, false, from);
    if (status == EG_OK && is_level(t)) {
        status = cover(d, t->net, true, t->beside, false, 2 * b->row + 1);
        if (status == EG_OK)
            status = cover(d, t->net, true, t->beside, false, 2 * t->across);
    }
    if (status == EG_OK)
        status = cover(d, t->net, false, t->across, false, 2 * trunk);
    return status == EG_OK ? cover(d, t->net, true, trunk, true, 2 * t->across) : status;
}

/* ---------------------------------------------------------------- tracks */

static bool overlaps(const eg_segment *a, const eg_segment *b)
{
    return a->is_vertical == b->is_vertical && a->channel == b->channel && a->low <= b->high &&
           b->low <= a->high;
}

/* Each takes the first track that is free along all of it, those that begin first first. */
static void choose_tracks(eg_diagram *d, int *vertical, int *horizontal)
{
    for (int round = 0; round < d->segment_count; round++) {
        eg_segment *s = NULL;
        for (int i = 0; i < d->segment_count; i++) {
            eg_segment *o = &d->segments[i];
            if (o->track < 0 && (!s || o->low < s->low || (o->low == s->low && o->is_trunk && !s->is_trunk)))
                s = o;
        }
        if (!s)
            break;
        bool is_free = false;
        for (int track = 0; !is_free; track++) {
            is_free = true;
            for (int i = 0; i < d->segment_count && is_free; i++)
                is_free = d->segments[i].track != track || !overlaps(s, &d->segments[i]);
            if (is_free)
                s->track = track;
        }
        int *most = s->is_vertical ? &vertical[s->channel] : &horizontal[s->channel];
        *most = s->track + 1 > *most ? s->track + 1 : *most;
    }
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
    return x + PADDING;
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
            double text = EG_LINE_HEIGHT * (b->value ? 2 : 1) + 2;
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
    return y + PADDING;
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
    eg_segment *trunk = &d->segments[find_segment(d, t->net, true, d->nets[t->net].layer, true)];
    double x = b->x + t->offset, y = b->y + (t->side == EG_SIDE_TOP ? -b->height / 2 : b->height / 2);
    if (is_level(t)) {
        x = b->x + (eg_diagram_stands_right(d, t) ? b->width / 2 : -b->width / 2);
        y = b->y + t->offset;
    }
    if (t->is_direct) {
        extend(trunk, y);
        return add_piece(d, t->net, t->is_primary && b->domain == EG_MECHANICAL,
                         (eg_diagram_piece){x, y, trunk->at, y, 0});
    }
    eg_segment *run = &d->segments[find_segment(d, t->net, false, t->across, false)];
    extend(run, trunk->at);
    extend(trunk, run->at);
    if (!is_level(t)) {
        extend(run, x);
        return add_piece(d, t->net, false, (eg_diagram_piece){x, y, x, run->at, 0});
    }
    eg_segment *jog = &d->segments[find_segment(d, t->net, true, t->beside, false)];
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
    return d->segments[find_segment(d, net, true, d->nets[net].layer, true)].at;
}

eg_status eg_diagram_route(eg_diagram *d)
{
    int *vertical = eg_arena_array(d->arena, (size_t)d->columns + 1, sizeof *vertical);
    int *horizontal = eg_arena_array(d->arena, (size_t)d->rows + 1, sizeof *horizontal);
    double *x = eg_arena_array(d->arena, (size_t)d->columns + 1, sizeof *x);
    double *y = eg_arena_array(d->arena, (size_t)d->rows + 1, sizeof *y);
    if (!vertical || !horizontal || !x || !y)
        return EG_ERROR_MEMORY;
    for (int n = 0; n < d->net_count; n++)
        d->nets[n].layer = trunk_of(d, n);
    for (int i = 0; i < d->terminal_count; i++)
        if (d->terminals[i].net >= 0 && cover_terminal(d, &d->terminals[i]) != EG_OK)
            return EG_ERROR_MEMORY;
    choose_tracks(d, vertical, horizontal);
    d->width = place_columns(d, vertical, x);
    d->height = place_rows(d, horizontal, y);
    for (int i = 0; i < d->segment_count; i++) {
        eg_segment *s = &d->segments[i];
        s->at = (s->is_vertical ? x : y)[s->channel] + EDGE + PITCH * s->track;
    }
    return draw(d);
}

/* The whole state of an instance, as bytes. */
#include "fmi/core_parts.h"

#include "base/hash.h"
#include "network/motion/take_over.h"
#include "network/user/delay.h"
#include "network/user/stage.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A header, then what delays look back at (numbers, which stand where these may), values, flags, the point,
 * and what the network and the watch know. What is written out has a checksum, so that bytes that were cut
 * short, mixed up or changed are told from a state: all behind that number, hashed. The magic ends with the
 * number of the layout, which is another one whenever that changes; read in another byte order the length
 * fits nothing. */
typedef struct header {
    char magic[8];
    uint64_t checksum; /* 0 in memory */
    uint64_t length, token;
    int32_t at, is_ready, is_cosimulation, has_stop, inputs_changed, finished, is_terminal, is_consistent,
        waits;
    double time, point, start, stop, tolerance;
    double event_time, start_time, network_time, user_since, strike_scale, least_length, least_speed,
        announced;
    uint64_t memory, n, switches, past; /* past: numbers */
} header;

static uint64_t checksum_of(const void *bytes, size_t length)
{
    const size_t behind = offsetof(header, checksum) + sizeof(uint64_t);
    return eg_hash(EG_HASH_OF_NOTHING, (const char *)bytes + behind, length - behind);
}

static size_t size_of_state(const eg_fmu *f, const header *h)
{
    return sizeof *h + f->list.count * (sizeof(double) + sizeof(bool)) + f->list.strings * EG_FMU_TEXT +
           2 * f->list.inputs * sizeof *f->rates +
           (h->is_ready ? h->memory + (2 * h->n + h->switches + h->past) * sizeof(double) : 0);
}

typedef struct transfer {
    char *at;
    bool is_saving;
} transfer;

static void move_bytes(transfer *x, void *item, size_t size)
{
    if (size == 0)
        return;
    if (x->is_saving)
        memcpy(x->at, item, size);
    else
        memcpy(item, x->at, size);
    x->at += size;
}

static void move_run(eg_fmu *f, transfer *x)
{
    size_t n = (size_t)f->network->base.n;
    move_bytes(x, f->y, n * sizeof(double));
    move_bytes(x, f->yp, n * sizeof(double));
    move_bytes(x, f->network->memory, f->network->bytes);
    if (!f->is_cosimulation)
        move_bytes(x, f->watch.level, (size_t)f->watch.count * sizeof(double));
}

static header header_of(const eg_fmu *f)
{
    header h = {.magic = "egfmu08", .at = f->at, .is_ready = f->is_ready && !f->is_stale};
    h.token = eg_hash(EG_HASH_OF_NOTHING, f->manifest.token, strlen(f->manifest.token));
    h.is_cosimulation = f->is_cosimulation;
    h.has_stop = f->has_stop;
    h.inputs_changed = f->inputs_changed;
    h.waits = f->waits;
    h.is_consistent = f->is_consistent;
    h.time = f->time;
    h.point = f->point;
    h.start = f->start;
    h.stop = f->stop;
    h.tolerance = f->tolerance;
    h.announced = f->announced;
    if (h.is_ready) {
        const eg_network *s = f->network;
        h.finished = s->base.finished;
        h.is_terminal = s->base.is_terminal;
        h.event_time = s->left.time;
        h.start_time = s->start_time;
        h.network_time = s->time;
        h.user_since = s->user.since;
        h.strike_scale = s->strike.scale;
        h.least_length = s->rounding.length;
        h.least_speed = s->rounding.speed;
        h.past = eg_delays_pack(s, NULL);
        h.memory = s->bytes;
        h.n = (uint64_t)s->base.n;
        h.switches = f->is_cosimulation ? 0 : (uint64_t)f->watch.count;
    }
    h.length = size_of_state(f, &h);
    return h;
}

void eg_fmu_state_free(eg_fmu_state *state)
{
    if (state)
        free(state->bytes);
    free(state);
}

/* All of the instance, of which `h` is the header. */
static void write_all(eg_fmu *f, const header *h, char *bytes)
{
    memcpy(bytes, h, sizeof *h);
    if (h->past > 0)
        (void)eg_delays_pack(f->network, (double *)(void *)(bytes + sizeof *h));
    transfer x = {bytes + sizeof *h + h->past * sizeof(double), true};
    move_bytes(&x, f->value, f->list.count * sizeof *f->value);
    move_bytes(&x, f->texts, f->list.strings * EG_FMU_TEXT);
    move_bytes(&x, f->rates, 2 * f->list.inputs * sizeof *f->rates);
    move_bytes(&x, f->is_set, f->list.count * sizeof *f->is_set);
    if (h->is_ready)
        move_run(f, &x);
}

/* Why the bytes of a header, which are `length` together with what follows, are no state of this instance;
 * NULL: they are one. */
static const char *why_foreign(const eg_fmu *f, const header *h, size_t length)
{
    const header own = header_of(f);
    const size_t name = strlen("egfmu");
    if (length < sizeof *h || memcmp(h->magic, own.magic, name) != 0)
        return "the bytes are no state of an FMU of elastogap";
    if (memcmp(h->magic, own.magic, sizeof h->magic) != 0)
        return "the state has been written by another version of elastogap";
    if (h->length != length)
        return "the state has been cut short, or something follows it";
    if (h->token != own.token)
        return "the state is that of another FMU";
    if (h->is_cosimulation != own.is_cosimulation)
        return "the state is that of an instance of the other kind (Model Exchange, Co-Simulation)";
    const bool may_fit = h->past <= length && h->n <= length && h->switches <= length && h->memory <= length;
    return may_fit && size_of_state(f, h) == length ? NULL : "the state has not the size of this FMU's";
}

static bool is_foreign(eg_fmu *f, const header *h, size_t length)
{
    const char *why = why_foreign(f, h, length);
    if (why) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "%s", why);
        eg_remedy(f->diagnostics, "use a state that this FMU has made, or make it anew");
    }
    return why != NULL;
}

void eg_fmu_state_write(const eg_fmu_state *state, void *bytes)
{
    uint64_t sum = checksum_of(state->bytes, state->length);
    memcpy(bytes, state->bytes, state->length);
    memcpy((char *)bytes + offsetof(header, checksum), &sum, sizeof sum);
}

static const char NO_CHECKSUM[sizeof(uint64_t)];

eg_fmu_state *eg_fmu_state_read(eg_fmu *f, const void *bytes, size_t length)
{
    header h = {0};
    if (length >= sizeof h)
        memcpy(&h, bytes, sizeof h);
    if (is_foreign(f, &h, length))
        return NULL;
    if (h.checksum != checksum_of(bytes, length)) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE,
                  "the state has been changed since it was written: its checksum does not fit");
        eg_remedy(f->diagnostics, "use a state that is unchanged, or make it anew");
        return NULL;
    }
    eg_fmu_state *made = calloc(1, sizeof *made);
    if (!made || !(made->bytes = malloc(length))) {
        free(made);
        (void)eg_fmu_out_of_memory(f);
        return NULL;
    }
    memcpy(made->bytes, bytes, length);
    memcpy(made->bytes + offsetof(header, checksum), NO_CHECKSUM, sizeof NO_CHECKSUM);
    made->length = length;
    return made;
}

/* What follows from the modes. The point is the one that was saved, also where it would be found otherwise by
 * round-off, or has unknowns that nothing looks at. */
static bool revive_modes(eg_fmu *f)
{
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    double *y = malloc(bytes + 1);
    if (!y)
        return eg_fmu_out_of_memory(f);
    memcpy(y, f->y, bytes);
    int status = eg_network_revive(f->network, f->time, y, f->yp);
    free(y);
    return status == 0;
}

/* What delays look back at; `past`: as it was written. */
static bool revive_past(eg_fmu *f, const header *h, const double *past)
{
    if (h->past == 0 && !f->network->user.delays)
        return true;
    const eg_status status = eg_delays_unpack(f->network, past, h->past);
    if (status == EG_ERROR_MEMORY)
        return eg_fmu_out_of_memory(f);
    if (status != EG_OK) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "what the state looks back at is damaged");
        eg_remedy(f->diagnostics, "use a state that is unchanged, or make it anew");
    }
    return status == EG_OK;
}

/* What is not saved follows from what is. Motion along the edge of a relation begins anew. */
static bool revive(eg_fmu *f, const header *h, const double *past)
{
    eg_network *s = f->network;
    eg_network_forget_signals(s);
    eg_user_forget_stages(s);
    if (s->sliding.slide)
        *s->sliding.slide = (eg_slide){0};
    s->user.since = h->user_since;
    s->rounding.length = h->least_length;
    s->rounding.speed = h->least_speed;
    s->left.time = h->event_time;
    s->start_time = h->start_time;
    s->time = h->network_time;
    s->strike.scale = h->strike_scale;
    s->base.finished = h->finished != 0;
    s->base.is_terminal = h->is_terminal != 0;
    s->user.starting = false;
    f->is_ready = true;
    f->is_consistent = h->is_consistent != 0;
    f->is_observed = false;
    if (!revive_past(f, h, past) || !revive_modes(f))
        return false;
    return !f->is_cosimulation || eg_fmu_make_consistent(f); /* Model Exchange: once something is asked for */
}

/* The run of a state with this header, whose bytes come next. */
static bool restore_run(eg_fmu *f, const header *h, const double *past, transfer *x)
{
    if ((f->is_stale && !eg_fmu_recompile(f)) || !eg_fmu_make_run(f))
        return false;
    const size_t watched = f->is_cosimulation ? 0 : (size_t)f->watch.count;
    if (f->network->bytes != h->memory || (uint64_t)f->network->base.n != h->n || watched != h->switches) {
        eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "the state has not the size of this FMU's");
        eg_remedy(f->diagnostics, "use a state of an instance with the same parameters, or make it anew");
        return false;
    }
    move_run(f, x);
    if (!revive(f, h, past))
        return false;
    f->inputs_changed = h->inputs_changed != 0;
    f->waits = h->waits != 0;
    f->announced = h->announced;
    return f->waits || !f->is_cosimulation || !(f->at & (EG_AT_STEP | EG_AT_EVENT | EG_AT_TERMINATED)) ||
           eg_fmu_begin_journey(f, f->time);
}

/* The run goes on from the state as one that is restored does, in a network and with an engine of its own:
 * both have the same bits, whatever networks and engines have found on their way here, as who leads whom of
 * the bodies that friction holds. */
static bool go_on(eg_fmu *f, const header *h, const eg_fmu_state *state)
{
    const size_t points = 2 * h->n + h->switches;
    transfer x = {state->bytes + state->length - h->memory - points * sizeof(double), false};
    const bool done = restore_run(f, h, (const double *)(const void *)(state->bytes + sizeof *h), &x);
    if (!done)
        f->at = EG_AT_ERROR;
    return done;
}

bool eg_fmu_save(eg_fmu *f, eg_fmu_state **state)
{
    if (!eg_fmu_apply_inputs(f))
        return false;
    const header h = header_of(f);
    eg_fmu_state *made = *state ? *state : calloc(1, sizeof *made);
    char *bytes = made ? realloc(made->bytes, h.length) : NULL;
    if (!bytes) {
        if (!*state)
            free(made);
        return eg_fmu_out_of_memory(f);
    }
    made->bytes = bytes;
    made->length = h.length;
    write_all(f, &h, bytes);
    *state = made;
    return !h.is_ready || go_on(f, &h, made);
}

bool eg_fmu_restore(eg_fmu *f, const eg_fmu_state *state)
{
    header h = {0};
    if (state->length >= sizeof h)
        memcpy(&h, state->bytes, sizeof h);
    if (is_foreign(f, &h, state->length))
        return false;
    const double *past = (const double *)(const void *)(state->bytes + sizeof h);
    transfer x = {state->bytes + sizeof h + h.past * sizeof(double), false};
    move_bytes(&x, f->value, f->list.count * sizeof *f->value);
    move_bytes(&x, f->texts, f->list.strings * EG_FMU_TEXT);
    move_bytes(&x, f->rates, 2 * f->list.inputs * sizeof *f->rates);
    bool *is_set = calloc(f->list.count, sizeof *is_set);
    if (!is_set)
        return eg_fmu_out_of_memory(f);
    memcpy(is_set, x.at, f->list.count * sizeof *is_set);
    bool others = false;
    for (size_t i = 0; i < f->list.count; i++) {
        others = others || is_set[i];
        f->is_set[i] = is_set[i];
    }
    x.at += f->list.count * sizeof *is_set;
    free(is_set);
    eg_fmu_forget_run(f);
    f->start = h.start;
    f->time = h.time;
    f->point = h.point;
    f->stop = h.stop;
    f->has_stop = h.has_stop != 0;
    f->tolerance = h.tolerance;
    f->at = h.at;
    f->is_stale = others;
    if (!others) {
        eg_model_free(f->own);
        f->own = NULL;
        for (size_t i = 0; i < f->list.count; i++)
            f->index[i] = eg_fmu_value_index(&f->list.items[i]);
    }
    if (!h.is_ready)
        return true;
    bool done = restore_run(f, &h, past, &x);
    if (!done)
        f->at = EG_AT_ERROR;
    return done;
}

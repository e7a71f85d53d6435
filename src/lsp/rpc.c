#include "lsp/rpc.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* A message of a whole text and its quotes; more is a client that has lost its place. */
static const size_t longest = (size_t)1 << 29;

void eg_rpc_end(eg_rpc *rpc)
{
    free(rpc->bytes);
    *rpc = (eg_rpc){.in = -1, .out = -1};
}

/* ---------------------------------------------------------------- reading */

static bool make_room(eg_rpc *rpc, size_t more)
{
    const size_t held = rpc->end - rpc->begin;
    if (rpc->begin > 0 && rpc->capacity - rpc->end < more) {
        memmove(rpc->bytes, rpc->bytes + rpc->begin, held);
        rpc->begin = 0;
        rpc->end = held;
    }
    if (rpc->capacity - rpc->end >= more)
        return true;
    const size_t capacity = 2 * rpc->capacity > held + more ? 2 * rpc->capacity : held + more;
    char *bytes = realloc(rpc->bytes, capacity);
    if (!bytes)
        return false;
    rpc->bytes = bytes;
    rpc->capacity = capacity;
    return true;
}

bool eg_rpc_fill(eg_rpc *rpc)
{
    enum { AT_ONCE = 65536 };
    ssize_t count = -1;
    if (!make_room(rpc, AT_ONCE)) {
        rpc->is_broken = true;
        return false;
    }
    do
        count = read(rpc->in, rpc->bytes + rpc->end, AT_ONCE);
    while (count < 0 && errno == EINTR);
    rpc->end += count > 0 ? (size_t)count : 0;
    return count > 0;
}

/* The length that the header at the beginning gives; false: there is none in it. */
static bool read_length(const char *header, const char *end, size_t *length)
{
    static const char name[] = "Content-Length:";
    for (const char *line = header; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if (strncasecmp(line, name, sizeof name - 1) == 0) {
            char *behind;
            const unsigned long long value = strtoull(line + sizeof name - 1, &behind, 10);
            *length = (size_t)value;
            return behind > line + sizeof name - 1 && value <= longest;
        }
        line = next ? next + 1 : end;
    }
    return false;
}

/* Where the header ends, behind its empty line; NULL: it is not whole yet. */
static const char *end_of_header(const char *from, const char *end)
{
    for (const char *c = from; c + 3 < end; c++)
        if (memcmp(c, "\r\n\r\n", 4) == 0)
            return c + 4;
    return NULL;
}

json_t *eg_rpc_take(eg_rpc *rpc, bool *is_answered)
{
    const char *from = rpc->bytes + rpc->begin, *end = rpc->bytes + rpc->end;
    const char *body = rpc->bytes ? end_of_header(from, end) : NULL;
    size_t length = 0;
    *is_answered = false;
    if (!body) {
        enum { LONGEST_HEADER = 4096 };
        rpc->is_broken = rpc->is_broken || end - from > LONGEST_HEADER;
        return NULL;
    }
    if (!read_length(from, body, &length)) {
        rpc->is_broken = true;
        return NULL;
    }
    if ((size_t)(end - body) < length)
        return NULL;
    json_error_t error;
    json_t *message = json_loadb(body, length, JSON_ALLOW_NUL, &error);
    rpc->begin = (size_t)(body - rpc->bytes) + length;
    if (!message || !json_is_object(message)) {
        json_decref(message);
        eg_rpc_refuse(rpc, NULL, message ? EG_RPC_INVALID_REQUEST : EG_RPC_PARSE_ERROR,
                      message ? "a message is an object" : error.text);
        *is_answered = true;
        return NULL;
    }
    return message;
}

/* ---------------------------------------------------------------- writing */

static bool write_all(int out, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t count = write(out, bytes, length);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return true;
}

static void send_message(eg_rpc *rpc, json_t *message)
{
    char header[64];
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    if (!text) {
        rpc->is_broken = true;
        return;
    }
    const size_t length = strlen(text);
    const int count = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
    if (!write_all(rpc->out, header, (size_t)count) || !write_all(rpc->out, text, length))
        rpc->is_broken = true;
    free(text);
}

void eg_rpc_notify(eg_rpc *rpc, const char *method, json_t *params)
{
    send_message(rpc, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void eg_rpc_request(eg_rpc *rpc, const char *id, const char *method, json_t *params)
{
    send_message(rpc, json_pack("{s:s, s:s, s:s, s:o}", "jsonrpc", "2.0", "id", id, "method", method,
                                "params", params));
}

static json_t *copy_of_id(const json_t *id)
{
    return id ? json_copy((json_t *)(uintptr_t)id) : json_null();
}

void eg_rpc_answer(eg_rpc *rpc, const json_t *id, json_t *result)
{
    send_message(rpc, json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", copy_of_id(id), "result",
                                result ? result : json_null()));
}

void eg_rpc_refuse(eg_rpc *rpc, const json_t *id, int code, const char *message)
{
    send_message(rpc, json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", copy_of_id(id), "error",
                                "code", code, "message", message));
}

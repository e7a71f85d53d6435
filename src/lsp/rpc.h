/* Messages of JSON-RPC 2.0 over two descriptors, each behind a header with its length. */
#ifndef EG_LSP_RPC_H
#define EG_LSP_RPC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct eg_rpc {
    int in, out;
    char *bytes; /* read and not yet taken: [begin, end) */
    size_t begin, end, capacity;
    bool is_broken; /* what comes in is no message, or memory is out */
} eg_rpc;

/* Error codes of JSON-RPC and of the protocol. */
enum {
    EG_RPC_PARSE_ERROR = -32700,
    EG_RPC_INVALID_REQUEST = -32600,
    EG_RPC_NO_METHOD = -32601,
    EG_RPC_INVALID_PARAMS = -32602,
    EG_RPC_NOT_INITIALIZED = -32002,
    EG_RPC_REQUEST_FAILED = -32803,
    EG_RPC_CANCELLED = -32800
};

void eg_rpc_end(eg_rpc *rpc);
/* Waits for bytes and reads them; false when there are no more. */
bool eg_rpc_fill(eg_rpc *rpc);
/* The next message, the caller's; NULL: it is not whole yet, or (is_answered) it was no JSON, which the
 * client was told. */
json_t *eg_rpc_take(eg_rpc *rpc, bool *is_answered);
/* These take over what they are given. What cannot be written is lost: the client is gone. */
void eg_rpc_notify(eg_rpc *rpc, const char *method, json_t *params);
void eg_rpc_request(eg_rpc *rpc, const char *id, const char *method, json_t *params);
void eg_rpc_answer(eg_rpc *rpc, const json_t *id, json_t *result);
void eg_rpc_refuse(eg_rpc *rpc, const json_t *id, int code, const char *message);

#endif

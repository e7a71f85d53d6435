/* The language server: diagnostics, completion, hover and the like for Modelica and Dyad, as editors ask
 * for them by the Language Server Protocol 3.17.
 *
 * One thread looks at the client's messages and answers them from a reading of the text as it stands
 * (text_view.h). What may take long, checks and runs, is done by a process of its own (job.h), which is
 * ended when its answer is of no use any more. */
#ifndef EG_LSP_LSP_H
#define EG_LSP_LSP_H

#include <stddef.h>

typedef struct eg_lsp_options {
    const char *const *include_dirs; /* libraries, beside those of the client's workspace */
    size_t include_count;
} eg_lsp_options;

/* Serves a client that writes to the descriptor `in` and reads from `out`, until it says exit or is gone.
 * 0 when it has said shutdown before; 1 when not, or memory is out. */
int eg_lsp_serve(int in, int out, const eg_lsp_options *options);

#endif

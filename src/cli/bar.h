/* How far something is that takes long, on a terminal: a bar that is drawn anew five times a second and is
 * gone when it is done. Where stderr is no terminal there is none. */
#ifndef EG_CLI_BAR_H
#define EG_CLI_BAR_H

#include <stdbool.h>

typedef struct eg_bar {
    bool is_wanted, is_drawn;
    double begun, last; /* by the clock [s] */
} eg_bar;

/* `quiet`: the user wants none. */
eg_bar eg_bar_begin(bool quiet);
/* Is it time to draw it? Not before half a second has passed. */
bool eg_bar_is_due(eg_bar *bar);
/* share: from 0 to 1; `text` stands behind the bar. */
void eg_bar_draw(eg_bar *bar, double share, const char *text);
/* Takes it away. */
void eg_bar_end(eg_bar *bar);

#endif

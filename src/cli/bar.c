#include "cli/bar.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

eg_bar eg_bar_begin(bool quiet)
{
    return (eg_bar){.is_wanted = !quiet && isatty(STDERR_FILENO), .begun = eg_clock_seconds()};
}

bool eg_bar_is_due(eg_bar *bar)
{
    const double before_first = 0.5, between = 0.2;
    if (!bar->is_wanted)
        return false;
    const double now = eg_clock_seconds();
    if (now - bar->begun < before_first || now - bar->last < between)
        return false;
    bar->last = now;
    return true;
}

void eg_bar_draw(eg_bar *bar, double share, const char *text)
{
    enum { WIDTH = 30 };
    char marks[WIDTH + 1] = "";
    const double within = fmin(fmax(share, 0), 1);
    for (int i = 0; i < WIDTH; i++)
        marks[i] = i < (int)(within * WIDTH) ? '#' : '.';
    fprintf(stderr, "\r[%s] %3d %%  %s\033[K", marks, (int)(100 * within), text);
    fflush(stderr);
    bar->is_drawn = true;
}

void eg_bar_end(eg_bar *bar)
{
    if (bar->is_drawn)
        fputs("\r\033[K", stderr);
    bar->is_drawn = false;
}

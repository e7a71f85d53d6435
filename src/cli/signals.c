#include "cli/signals.h"

#include "base/file.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Written when the program is told to end. */
static char last_words[1024];

/* Set by the first interrupt that was to be noted. */
static volatile sig_atomic_t interrupted;

/* By now the signal has its usual effect again, which comes when this returns. */
static void end(int number)
{
    eg_file_abandon_all();
    (void)!write(STDERR_FILENO, last_words, strlen(last_words));
    raise(number);
}

void eg_signals_last_words(const char *text)
{
    (void)snprintf(last_words, sizeof last_words, "%s", text);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction now, wanted = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
        sigaction(number, &wanted, NULL);
}

static void note(int number)
{
    interrupted = 1;
    handle(number, end);
}

void eg_signals_begin(void)
{
    static const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGPIPE,
                                  SIGXCPU, SIGALRM, SIGUSR1, SIGVTALRM, SIGUSR2};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        handle(numbers[i], end);
    signal(SIGXFSZ, SIG_IGN);
}

void eg_signals_note_interrupts(void)
{
    handle(SIGINT, note);
}

bool eg_signals_interrupted(void)
{
    return interrupted;
}

/* Prints the table of docs/sensitivities.md as Markdown: how far derivatives are from those of closed forms,
 * by engine. Cases and truths are those of the tests (tests/sensitivity_cases.h).
 *
 *     make accuracy */
#include "sensitivity_cases.h"

static const char *const engines[] = {"exact", "erk", "irk", "auto"};
static const double tolerance = 1e-10;

static void print_case(const truth_case *c)
{
    printf("| %s | ", c->name);
    for (size_t k = 0; k < truth_count(c->by); k++)
        printf("%s%s", k ? ", " : "", c->by[k]);
    printf(" | ");
    for (size_t q = 0; q < truth_count(c->of); q++)
        printf("%s%s", q ? ", " : "", c->of[q]);
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        if (truth_takes(c, engines[e]))
            printf(" | %.1g", truth_error(c, engines[e], 0, tolerance, NULL));
        else
            printf(" | -");
    }
    printf(" |\n");
}

int main(void)
{
    printf("| model | by | of |");
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++)
        printf(" %s |", engines[e]);
    printf("\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < TRUTH_CASES; i++)
        print_case(&truth_cases[i]);
    return 0;
}

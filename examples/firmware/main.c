/* A model in firmware: steps a plan and prints what its outputs come to, bit by bit, so that two machines can
 * be compared. The plan comes from `elastogap firmware`; board.c or host.c says how to print. */
#include "elastogap/fixed.h"

#include <stdint.h>
#include <string.h>

enum { STEPS = 3000, SHOWN_EVERY = 100, MOST_OUTPUTS = 8 };

extern const eg_fixed_plan plan;
void print(const char *text);

static void print_bits(double x)
{
    uint64_t bits;
    char text[18];
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[bits >> (60 - 4 * i) & 15];
    text[16] = ' ';
    text[17] = '\0';
    print(text);
}

int main(void)
{
    static double memory[200]; /* in place of malloc */
    double outputs[MOST_OUTPUTS];
    if (eg_fixed_size(&plan) > sizeof memory || plan.outputs > MOST_OUTPUTS) {
        print("the state needs more memory\n");
        return 1;
    }
    eg_fixed_state *state = (eg_fixed_state *)memory;
    eg_fixed_begin(&plan, state);
    for (int k = 1; k <= STEPS; k++) {
        eg_fixed_step(&plan, state, 0, outputs);
        for (int i = 0; i < plan.outputs && k % SHOWN_EVERY == 0; i++)
            print_bits(outputs[i]);
        if (k % SHOWN_EVERY == 0)
            print("\n");
    }
    return 0;
}

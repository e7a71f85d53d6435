# elastogap firmware: a plan that compiles as C99 with nothing but libm, and gives the bits of --engine fixed.
. "$(dirname "$0")/lib.sh"

M=$SOURCE/examples/BouncingMass.mo
cat >main.c <<'PROGRAM'
#include "elastogap/fixed.h"
#include <stdio.h>
#include <stdlib.h>
extern const eg_fixed_plan plan;
int main(void)
{
    double out[2];
    eg_fixed_state *state = malloc(eg_fixed_size(&plan));
    eg_fixed_begin(&plan, state);
    for (int k = 0; k < 1000; k++)
        eg_fixed_step(&plan, state, NULL, out);
    printf("%.17g,%.17g\n", out[0], out[1]);
    free(state);
    return 0;
}
PROGRAM
compile() {
    "$CC" -std=c99 -Wall -Wextra -Wpedantic -Werror -O1 -ffp-contract=off -I "$SOURCE/include" -I "$SOURCE/src" -c "$@"
}
objects='balance.o grip.o happen.o heat.o law.o matrix.o newton.o operations.o share.o state.o step.o unknowns.o'
compile "$SOURCE"/src/fixed/run/*.c main.c || fail "the solver does not compile"
libm='exp|log|log10|pow|sqrt|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|floor|ceil|trunc'
# no allocation, no file, no libc beyond libm
nm -u $objects | grep ' U ' |
    grep -vwE "eg_fixed_[a-z_]*|$libm|memcpy|memset|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail" | grep . &&
    fail "a step calls more than libm"
for n in 1 1.5; do
    run firmware "$M" --set stop.n=$n --name plan --show mass.s --show mass.v --output plan.c
    status_is 0
    err_is_empty
    compile plan.c || fail "the plan does not compile"
    "$CC" main.o plan.o $objects -o main -lm || fail "no program"
    run simulate "$M" --set stop.n=$n --engine fixed --interval 0.1 --stop-time 1 --signals mass.s --signals mass.v \
        --output fixed.csv
    status_is 0
    # the same doubles, however many digits are printed
    { tail -1 fixed.csv | cut -d, -f2-; ./main; } | awk -F, 'NR == 1 { s = $1; v = $2 } END { exit !($1 == s && $2 == v) }' ||
        fail "n = $n: the program says $(./main), the engine $(tail -1 fixed.csv)"
done

# equations alone, with a controller, kinks and a force of time: the same bits
W=$SOURCE/tests/models/written/PidServo.mo
run firmware "$W" --name plan --show s --show v --output plan.c
status_is 0
err_is_empty
compile plan.c || fail "a plan with a program does not compile"
"$CC" main.o plan.o $objects -o main -lm || fail "no program"
run simulate "$W" --engine fixed --interval 0.1 --stop-time 1 --signals s --signals v --output fixed.csv
{ tail -1 fixed.csv | cut -d, -f2-; ./main; } | awk -F, 'NR == 1 { s = $1; v = $2 } END { exit !($1 == s && $2 == v) }' ||
    fail "the servo: the program says $(./main), the engine $(tail -1 fixed.csv)"

run firmware "$M" --show mass.s # to the standard output, named after the model
status_is 0
out_has '^const eg_fixed_plan BouncingMass = \{' '^ \* output 0: mass.s$' '^static const eg_fixed_contact contacts'
run firmware "$SOURCE/examples/PreLoad.mo" --show spool.s
out_has '^ \* input  0: sineForce.y$'
run firmware "$SOURCE/examples/HeatedStop.mo" --output plan.c
status_is 0
compile plan.c || fail "a plan with heat does not compile"
run firmware "$SOURCE/examples/HeatedStop.mo"
out_has '^static const eg_fixed_heat heat = ' '^static const eg_fixed_conductor conductors'
run firmware "$SOURCE/examples/Cradle.mo"
status_is 1
err_has 'no model for fixed steps, because touch\[1\] is a rigid contact'
run firmware "$M" --show mass.length
status_is 1
err_has 'mass.length is no position'
run firmware "$M" --show mas.s
status_is 1
err_has 'has no variable mas\.s' 'did you mean mass\.s'
run firmware "$M" --step 0
status_is 2
run simulate "$SOURCE/examples/Cradle.mo" --engine fixed --output none.csv
status_is 3
err_has 'is a rigid contact' 'remedy: use --engine auto'
finish

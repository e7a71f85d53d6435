#!/bin/sh
# The bouncing mass, n = 1 and n = 1.5, on a Cortex-M4 under QEMU and on this machine: the same bits, or it fails.
#
#   examples/firmware/run.sh ELASTOGAP DIR     from the root of the tree; DIR receives what is built
set -eu
elastogap=$1
dir=$2
board=${ARM_CC:-arm-none-eabi-gcc}
flags="-std=c99 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Iinclude -Isrc"
mkdir -p "$dir"

for n in 1 1.5; do
    "$elastogap" firmware examples/BouncingMass.mo --set stop.n=$n --name plan --step 1e-3 \
        --show mass.s --show mass.v --show stop.f --output "$dir/plan.c"
    sources="examples/firmware/main.c src/fixed/run/*.c $dir/plan.c"
    ${CC:-cc} $flags $sources examples/firmware/host.c -lm -o "$dir/host"
    "$board" $flags -mcpu=cortex-m4 -mthumb -ffreestanding -nostartfiles -T examples/firmware/board.ld \
        $sources examples/firmware/board.c -lm -o "$dir/board.elf"
    "$dir/host" >"$dir/host.txt"
    timeout 120 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
        -semihosting-config enable=on,target=native -kernel "$dir/board.elf" >"$dir/board.txt" 2>&1
    memory=$(tail -n 1 "$dir/board.txt")
    sed -i '$d' "$dir/board.txt"
    cmp "$dir/host.txt" "$dir/board.txt"
    "$board" $flags -mcpu=cortex-m4 -mthumb -ffreestanding -r -nostdlib src/fixed/run/*.c -o "$dir/solver.o"
    echo "n = $n: $(wc -l <"$dir/board.txt") rows of three outputs, the same bits on the Cortex-M4 and on this machine;" \
        "$(arm-none-eabi-size "$dir/board.elf" | awk 'NR == 2 { print $1 }') bytes of code and tables," \
        "$(arm-none-eabi-size "$dir/solver.o" | awk 'NR == 2 { print $1 }') of them the solver's; $memory"
done

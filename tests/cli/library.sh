# What the build makes of texts of library/ (tools/library.c): those that it cannot take are refused, with the
# place and what is asked for.
. "$(dirname "$0")/lib.sh"

# What it takes it keeps to its end, as in the build.
library() {
    ASAN_OPTIONS=detect_leaks=0 "$BUILD/library" "$@"
}

echo "Modelica.Blocks.Math.Log logarithm" >natives.txt
mkdir -p lib/My/Blocks

# NAME TEXT...: the text of a file is refused; what stands in `refusal` is said, behind the file and line.
refused() {
    command_line="library, of $1"
    refusal=$1
    printf '%s\n' "${@:2}" >lib/My/Blocks/Twice.mo
    library out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err && fail "taken"
    err_has "$refusal"
}

about='annotation(Documentation(info = "It doubles."), __elastogap(examples = {"Blocks"}));'
text() { # the lines of a class between its heading and its documentation
    printf '%s\n' 'within My.Blocks;' 'block Twice "Doubles a signal"' "$@" "$about" 'end Twice;'
}

signals='Modelica.Blocks.Interfaces.RealInput u "In"; Modelica.Blocks.Interfaces.RealOutput y "Out";'
text "$signals" 'equation' 'y = 2*u;' >lib/My/Blocks/Twice.mo
library out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err || fail "refused"
grep -q 'const eg_class eg_class_My_Blocks_Twice = {' out.c || fail "there is no descriptor"
grep -q 'extern const eg_class eg_class_logarithm;' out.c || fail "the class in C is not in the list"

mapfile -t lines < <(text "$signals" 'equation' 'y = 2*u')
refused 'Twice.mo:6: expected ";"' "${lines[@]}"
mapfile -t lines < <(text "$signals" 'equation' 'if u > 0 then' 'y = u;' 'else' 'y = -u;')
refused 'Twice.mo:[0-9]+: expected "end"' "${lines[@]}"
mapfile -t lines < <(text "$signals" 'equation' 'y = max(u, (2*u);')
refused 'Twice.mo:5: a bracket that nothing closes' "${lines[@]}"
mapfile -t lines < <(text 'parameter My.Type k "Of what?";' "$signals" 'equation' 'y = k*u;')
refused 'Twice.mo:3: a parameter of an unknown type' "${lines[@]}"
mapfile -t lines < <(text 'parameter Real k(min = u) = 1 "Bounded by a signal";' "$signals" 'equation' 'y = k*u;')
refused 'Twice.mo:3: expected a number' "${lines[@]}"
mapfile -t lines < <(text 'parameter Real k = 1;' "$signals" 'equation' 'y = k*u;')
refused 'Twice.mo:3: a declaration says what it is' "${lines[@]}"
mapfile -t lines < <(text "$signals" 'algorithm' 'y := 2*u;')
refused 'Twice.mo:4: ' "${lines[@]}"
refused 'Twice.mo:2: a class has a line about it' 'within My.Blocks;' 'block Twice "Doubles a signal"' 'end Twice;'
refused 'Twice.mo:2: the file is not where' 'within My.Other;' 'block Twice "Doubles a signal"' "$about" 'end Twice;'
refused 'Twice.mo:5: one class stands in a file' 'within My.Blocks;' 'block Twice "Doubles a signal"' "$about" \
    'end Twice;' 'block Thrice end Thrice;'
refused 'Twice.mo:3: expected "end"' 'within My.Blocks;' 'block Twice "Doubles a signal"' "$about"
refused 'Twice.mo:1: expected "within"' ''

# Compiled blocks: their formulas, with the derivatives of signals.
compiled() { # EQUATION: the lines of such a class
    text 'parameter Real k = 1 "Factor";' "$signals" 'equation' "$1" | sed 's/__elastogap(/__elastogap(compiled = true, /'
}
while IFS='|' read -r equation code; do
    compiled "$equation" >lib/My/Blocks/Twice.mo
    command_line="library, of $equation"
    library out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err || fail "refused"
    grep -qF "    *y = $code;" out.c || fail "$(grep '[*]y = ' out.c), expected $code"
done <<'TABLE'
y = k*u;|eg_jet_scaled(p[0], u[0])
y = u/k - 2;|eg_jet_sum(1.0 / p[0], u[0], 1.0, eg_jet_of(-((double)2)))
y = -(-u);|eg_jet_scaled(-(-(1.0)), u[0])
y = 2*u*(k - u);|eg_jet_product(eg_jet_scaled((double)2, u[0]), eg_jet_sum(1.0, eg_jet_of(p[0]), -(1.0), u[0]))
y = Modelica.Math.atan2(u, k*u) + sqrt(u/u);|eg_jet_sum(1.0, eg_jet_atan2(u[0], eg_jet_scaled(p[0], u[0])), 1.0, eg_jet_sqrt(eg_jet_quotient(u[0], u[0])))
TABLE
compiled_refused() { # EQUATION REFUSAL
    mapfile -t lines < <(compiled "$1")
    refused "Twice.mo:$2" "${lines[@]}"
}
compiled_refused 'y = erf(u);' '6: a function that compiled blocks do not know'
compiled_refused 'y = k*y;' '6: a compiled block computes with numbers, parameters and inputs of Reals'
compiled_refused 'y = if u > 0 then u else k;' '6: a compiled block computes with numbers'
compiled_refused 'y = u^2;' '6: what a compiled block cannot compute'
compiled_refused '2*y = u;' '2: a compiled block has one equation, y = ...'
compiled_refused 'y = u; k*u = 1;' '2: a compiled block has one equation, y = ...'

# A native class is a descriptor alone.
text "$signals" 'Real x "What results compute" annotation(__elastogap(follows = true));' 'equation' 'y = 2*u;' |
    sed 's/__elastogap(examples/__elastogap(native = true, examples/; s/^block/partial block/' >lib/My/Blocks/Twice.mo
command_line="library, of a native class"
library out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err || fail "refused"
grep -q 'name = "x".*follows = true' out.c || fail "x is a variable as others"
grep -Eq '[.](source|block) = ' out.c && fail "it is more than a descriptor"

# A block whose physics is a table in C.
text "$signals" 'equation' 'y = abs(u);' | sed 's/__elastogap(examples/__elastogap(physics = "eg_twice", examples/' \
    >lib/My/Blocks/Twice.mo
command_line="library, of a block with a table in C"
library out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err || fail "refused"
grep -q 'extern const eg_block_ops eg_twice;' out.c && grep -q '[.]block = &eg_twice,' out.c || fail "it has no table"
grep -q '[.]source = ' out.c && fail "it is carried out as equations"

# A name stands for one class.
text "$signals" 'equation' 'y = 2*u;' >lib/My/Blocks/Twice.mo
echo "My.Blocks.Twice twice" >natives.txt
library out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err && fail "taken twice"
err_has 'My.Blocks.Twice is there twice'

finish

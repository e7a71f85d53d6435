# What the build makes of texts of library/ (tools/library.c): those that it cannot take are refused, with the
# place and what is asked for.
. "$(dirname "$0")/lib.sh"

echo "Modelica.Blocks.Math.Gain gain" >natives.txt
mkdir -p lib/My/Blocks

# NAME TEXT...: the text of a file is refused; what stands in `refusal` is said, behind the file and line.
refused() {
    command_line="library, of $1"
    refusal=$1
    printf '%s\n' "${@:2}" >lib/My/Blocks/Twice.mo
    "$BUILD/library" out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err && fail "taken"
    err_has "$refusal"
}

about='annotation(Documentation(info = "It doubles."), __elastogap(examples = {"Blocks"}));'
text() { # the lines of a class between its heading and its documentation
    printf '%s\n' 'within My.Blocks;' 'block Twice "Doubles a signal"' "$@" "$about" 'end Twice;'
}

signals='Modelica.Blocks.Interfaces.RealInput u "In"; Modelica.Blocks.Interfaces.RealOutput y "Out";'
text "$signals" 'equation' 'y = 2*u;' >lib/My/Blocks/Twice.mo
"$BUILD/library" out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err || fail "refused"
grep -q 'const eg_class eg_class_My_Blocks_Twice = {' out.c || fail "there is no descriptor"
grep -q 'extern const eg_class eg_class_gain;' out.c || fail "the class in C is not in the list"

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

# A name stands for one class.
text "$signals" 'equation' 'y = 2*u;' >lib/My/Blocks/Twice.mo
echo "My.Blocks.Twice twice" >natives.txt
"$BUILD/library" out.c natives.txt lib/My/Blocks/Twice.mo >.out 2>.err && fail "taken twice"
err_has 'My.Blocks.Twice is there twice'

finish

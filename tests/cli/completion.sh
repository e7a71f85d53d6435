# Completion in shells: what --complete says, and that the functions printed for the shells put it in place.
. "$(dirname "$0")/lib.sh"

drop_with 'm = 2' >drop.mo
mkdir lib
printf 'package Lib\n  model Other\n    extends Modelica.Icons.Example;\n    parameter Real weight = 1;\n    Real x = weight*time;\n  end Other;\nend Lib;\n' >lib/Lib.mo

completes() { # EXPECTED (lines joined by spaces) WORD...
    local expected=$1
    shift
    run --complete "$@"
    status_is 0
    err_is_empty
    [ "$(tr '\n' ' ' <.out)" = "${expected:+$expected }" ] || fail "offers '$(tr '\n' ' ' <.out)', not '$expected'"
}

completes 'simulate' sim
completes '' simulatte
completes '--engine' simulate drop.mo --eng
completes 'erk exact' simulate drop.mo --engine e
completes 'ball.m=' simulate drop.mo --set ball.m
completes 'stop.c=ball.m' simulate drop.mo --set stop.c=ball.m
completes 'stop.s_rel0 stop.s_ref' sensitivity drop.mo --by stop.s_r
completes 'max(-stop.f_d2 max(-stop.f_d' simulate drop.mo --get 'max(-stop.f_d'
completes 'ball.a' simulate drop.mo --get "'ball.a"
completes 'weight=' simulate Lib.Other -I lib --set wei
completes ':files' simulate ''
completes ':files' simulate drop.mo -o ''
completes '' simulate drop.mo ''
completes '' completion fi
completes ':files Modelica.Mechanics.Rotational. Modelica.Mechanics.Translational.' info Modelica.Mechanics.
# What cannot be read or is no command has none.
printf 'model M\n  Real x = ;\nend M;\n' >wrong.mo
for input in wrong.mo gone.mo; do
    run --complete simulate $input --set x
    status_is 0
    [ ! -s .out ] || fail "$input offers names"
done
completes '' nothing x

# The function for bash, as bash calls it.
run completion bash
status_is 0
bash -n .out || fail 'the script is no bash'
cp .out elastogap.bash
PATH=$(dirname "$ELASTOGAP"):$PATH bash -c '
    compopt() { echo "compopt $*" >>options; }
    source ./elastogap.bash
    ask() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _elastogap; echo "${COMPREPLY[*]}"; }
    ask elastogap simulate drop
    ask elastogap simulate drop.mo --set ball.m
    ask elastogap stead' >replies
[ "$(tr '\n' ' ' <replies)" = 'drop.mo ball.m= steady ' ] || fail "bash is given $(tr '\n' ' ' <replies)"
[ "$(tr '\n' ' ' <options)" = 'compopt -o filenames compopt -o nospace ' ] || fail "and told $(tr '\n' ' ' <options)"

run completion zsh
status_is 0
out_has '^#compdef elastogap$' '^compdef _elastogap elastogap$'
run completion fish
status_is 2
err_has "there is no completion for 'fish': choose bash or zsh"
finish

# What a user allows the program to take: --time-limit, --memory-limit and --max-steps.
. "$(dirname "$0")/lib.sh"

# A ball bounces on a hard spring without loss: some thousand times a second, for ever.
cat >Drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.*;
  Components.Fixed ground;
  Components.ElastoGap stop(c = 1e12, d = 0);
  Components.Mass ball(m = 2, s(start = 1e-6, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce weight(f_constant = -2*9.81);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
end Drop;
MODEL

# The results end at the last good point, and are as good as without a limit.
for engine in auto erk; do
    run simulate Drop.mo --stop-time 1e6 --interval 1000 --signals ball.s --time-limit 0.5 --max-steps 0 --engine $engine --output r.csv
    status_is 3
    err_has 'the time limit of 0\.(5|4[0-9]?) s is reached' 'stopped at t = [0-9.]+ s' 'ball|stop' 'remedy: give it more time'
    [ "$(wc -l <r.csv)" -gt 1 ] || fail "the results up to the limit are not written"
done
# Of an FMU as well, whose run does not look at the clock by itself.
run fmu Drop.mo --output Drop.fmu
status_is 0
run simulate Drop.fmu --stop-time 1e4 --interval 10 --time-limit 1 --max-steps 0 --output f.csv
status_is 3
err_has 'the time limit of 1 s is reached at t = '
! grep -q 'out of memory' .err || fail "the end of the time is taken for a want of memory"
run simulate Drop.mo --stop-time 1 --time-limit 60 --output limited.csv --quiet
status_is 0
run simulate Drop.mo --stop-time 1 --output free.csv --quiet
cmp -s limited.csv free.csv || fail "a limit that is not met changes the results"

# Of an ensemble each set has as much.
run ensemble Drop.mo --set 'stop.c=range(1e11, 1e12, 2)' --stop-time 1e6 --get ball.s --time-limit 0.3 --max-steps 0 -o e.csv
status_is 3
err_has 'set 0: .*time limit' 'set 1: .*time limit'

# Steps are counted, whatever the machine: the same run ends at the same point, with the same message.
for engine in auto erk irk ida; do
    run simulate Drop.mo --stop-time 1e6 --interval 1000 --max-steps 20000 --engine $engine --output s1.csv
    status_is 3
    err_has '[0-9]+ steps and events are used up' 'ball|stop' 'remedy: allow more of them \(--max-steps'
    cp .err first.err
    run simulate Drop.mo --stop-time 1e6 --interval 1000 --max-steps 20000 --engine $engine --output s2.csv
    cmp -s s1.csv s2.csv && cmp -s .err first.err || fail "two runs of $engine end in two ways"
done
# Without being told the run ends as well; a row that was asked for allows for some more of them.
run simulate Drop.mo --stop-time 1e6 --interval 1000 --signals ball.s --output s1.csv
status_is 3
err_has '2[0-9]{5} steps and events have been made'
run simulate Drop.mo --stop-time 0.3 --interval 1e-3 --signals ball.s --max-steps 5000 --output s1.csv
status_is 0
run simulate Drop.mo --stop-time 0.3 --interval 0.3 --signals ball.s --max-steps 1 --output s1.csv
status_is 0
run simulate Drop.fmu --stop-time 1e6 --interval 1000 --max-steps 20000 --fmi-kind me --output f.csv
status_is 3
err_has 'steps and events are used up'
run ensemble Drop.mo --set 'stop.c=range(1e11, 1e12, 2)' --stop-time 1e6 --get ball.s --max-steps 20000 -o e.csv
status_is 3
err_has 'set 0: .*steps and events are used up' 'set 1: .*steps and events are used up'

# What takes no steps ends, too: a text whose arrays are large.
cat >Large.mo <<'MODEL'
model Large
  parameter Real x = sum(sum(i*j*k for i in 1:200, j in 1:200) for k in 1:2000);
  Modelica.Mechanics.Translational.Components.Mass m(m = x);
end Large;
MODEL
run check Large.mo --time-limit 0.2
case $status in
0 | 1) ;; # it was fast enough, or refused
*) err_has 'time limit of 0\.2 s is reached while' 'remedy' ;;
esac

if [ "${SANITIZE:-0}" = 0 ]; then # sanitizers need address space of their own
    run simulate Drop.mo --stop-time 1e6 --memory-limit 64M --interval 1 --output m.csv
    status_is 2
    err_has 'at most 0\.016 GB'
    [ ! -e m.csv ] || fail "results of a run that was refused"
    run simulate Drop.mo --stop-time 1e6 --memory-limit 20M --interval 1e5 --output m.csv
    status_is 3
    err_has 'events have filled the results'
    [ "$(wc -l <m.csv)" -gt 100 ] || fail "the results up to the limit are not written"
fi

for bytes in 0 -3 10q M 1e400 ''; do
    run check Drop.mo --memory-limit "$bytes"
    status_is 2
done
for seconds in 0 -1 nan x; do
    run check Drop.mo --time-limit "$seconds"
    status_is 2
done
# Where the memory of the process is limited, a text that goes into depth ends with a message: room for the stack
# is there before the text is read, or its want is told. The limit is of all addresses, the program's own 11 MB
# among them; the last one leaves room for all.
if [ "${SANITIZE:-0}" = 0 ]; then # sanitizers take all addresses there are
    cat >Deep.mo <<'MODEL'
function f
  input Real x;
  output Real y;
algorithm
  y := if x > 20000 then x else f(x + 1);
end f;
model Deep
  Real y = f(time);
end Deep;
MODEL
    program=$(($(stat -L -c %s "$ELASTOGAP") / 1024)) # its own addresses come before all else
    for kilobytes in $(seq $((program + 700)) 200 $((program + 10000))); do
        (ulimit -v "$kilobytes" && exec "$ELASTOGAP" check Deep.mo) >.out 2>.err
        status=$?
        command_line="check Deep.mo with $kilobytes kB"
        case $status in
        1 | 2 | 3) err_has 'too deeply|memory' ;;
        127) ;; # the loader's own words: the libraries have no place
        *) fail "exit status is $status" ;;
        esac
    done
    [ "$status" -lt 3 ] || fail "with $kilobytes kB the text is not read"
fi
finish

# The command line: help, version, and everything that can be wrong about it.
. "$(dirname "$0")/lib.sh"

cat >ball.mo <<'MODEL'
model Ball
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 0, fixed = true), v(start = 1, fixed = true));
  annotation(experiment(StopTime = 2));
end Ball;
MODEL

run
status_is 2
err_has simulate check info compare flatten law manual
run --help
status_is 0
out_has simulate check info compare 'Exit status'
run --version
status_is 0
out_has '^elastogap [0-9]+\.[0-9]+\.[0-9]+$'
for command in simulate check info compare flatten law manual ensemble sweep fit; do
    run $command --help
    status_is 0
    out_has "^elastogap $command" '--help'
    err_is_empty
done
run simulate --help
out_has --model --set --start-time --stop-time --interval --tolerance --engine --output --signals --plot \
    --plot-file --stats --stats-file --quiet 'MODEL\.csv in the current directory'

# What other programs call a command leads to what does it here.
for pair in 'run:elastogap simulate' 'sobol:elastogap sweep' 'gradient:elastogap sensitivity' \
    'calibrate:elastogap fit'; do
    run "${pair%%:*}" ball.mo
    status_is 2
    err_has "there is no command ${pair%%:*}: .*${pair#*:}"
done

run simulte ball.mo
status_is 2
err_has 'unknown command simulte' 'did you mean simulate'

run simulate
status_is 2
err_has 'needs one argument'
run compare only.csv
status_is 2
err_has 'needs two arguments'
run simulate ball.mo other.mo
status_is 2
err_has 'other\.mo'

run simulate ball.mo --tolernace 1e-6
status_is 2
err_has 'unknown option --tolernace' 'did you mean --tolerance'
run simulate ball.mo --stats=yes
status_is 2
err_has '--stats takes no value'
run simulate ball.mo --model
status_is 2
err_has '--model needs NAME'
run simulate ball.mo --model --quiet
status_is 2
err_has '--model needs NAME'

for option in --output --signals --plot --plot-file --model --stats-file -I --set --engine; do
    run simulate ball.mo $option ''
    status_is 2
    err_has "^elastogap: error: $option needs [A-Z=]+, but was given an empty text"
done

# Numbers: all of the text, finite, inside the range.
for option in --start-time --stop-time --interval --tolerance; do
    for value in 1x '' abc 1,5 0x nan inf -inf '1 ' 1e400; do
        run simulate ball.mo $option "$value"
        status_is 2
        err_has "$option"
    done
done
for value in 0 -0.1; do
    run simulate ball.mo --interval $value
    status_is 2
    err_has '--interval must be more than 0' "is $value"
done
for value in 0 -1e-6 1e-13 0.1; do
    run simulate ball.mo --tolerance $value
    status_is 2
    err_has '--tolerance must be from 1e-12 to 1e-2' "is $value"
done
run simulate ball.mo --start-time 3 --stop-time 2
status_is 2
err_has '--stop-time'
run compare a.csv b.csv --tolerance -1
status_is 2
err_has '--tolerance'

run simulate ball.mo --engine idaa
status_is 2
err_has "engine 'idaa'" auto ida erk
run simulate ball.mo --output ball.xls
status_is 2
err_has '--output must end in .csv or .mat' 'ball\.xls'
run simulate ball.mo --plot 'mass.*' --plot-file ball.gif
status_is 2
err_has '--plot-file' 'ball\.gif'
run simulate ball.mo --plot-file ball.svg
status_is 2
err_has '--plot PATTERN'
for setting in mass.m =2 mass.m=; do
    run simulate ball.mo --set "$setting"
    status_is 2
    err_has '--set needs PATH=VALUE'
done
# One file for two things.
for pair in '--output x.csv --stats-file x.csv' '--plot mass.s --plot-file x.svg --stats-file x.svg'; do
    run simulate ball.mo $pair
    status_is 2
    err_has "'x\..*' is named twice"
done
cp ball.mo ball.csv
run simulate ball.csv --output ball.csv
status_is 2
err_has "'ball\.csv' is named twice"
cmp -s ball.mo ball.csv || fail 'the model has been overwritten'
rm ball.csv
run simulate ball.mo --output /dev/null --stats-file /dev/null --quiet
status_is 0

# Time is always stored; every pattern that matches nothing is named.
run simulate ball.mo --signals time --output x.csv
status_is 0
err_is_empty
[ "$(head -1 x.csv)" = '"time"' ] || fail "the header is $(head -1 x.csv)"
run simulate ball.mo --signals time --signals mass.s --output x.csv
status_is 0
[ "$(head -1 x.csv)" = '"time","mass.s"' ] || fail "the header is $(head -1 x.csv)"
rm x.csv
run simulate ball.mo --signals time --signals mass.x --signals 'ball*' --output x.csv
status_is 2
err_has "matches 'mass\.x'" "matches 'ball\*'" "did you mean 'mass\.[a-z]'"

# The model's own experiment: the model is wrong, at a place; the command line's values are usage.
for value in 'Tolerance = 1e-20' 'Interval = 0' 'Interval = 1e-12' 'StopTime = -1' 'StopTime = 1e-300'; do
    sed "s/StopTime = 2/$value/" ball.mo >wrong.mo
    run simulate wrong.mo
    status_is 1
    err_has '^wrong\.mo:3:25: error: ' '^                          \^$'
done
rm wrong.mo
run simulate ball.mo --interval 1e-12
status_is 2
err_has '2e\+12 rows' 'at least 2e-08 s'
run simulate ball.mo --stop-time 1e-300
status_is 2
err_has 'too short'
run simulate ball.mo --start-time 1e6 --stop-time 1000000.0000000001
status_is 2
err_has 'numbers resolve no less than'

for engine in '' '--engine erk'; do
    run simulate ball.mo --step 1e-3 $engine
    status_is 2
    err_has '--engine fixed'
done
run simulate ball.mo --model Bal
status_is 1
err_has 'did you mean "Ball"'
run simulate ball.mo -o short.csv --engine fixed --step 1e-2
status_is 0
out_has 'span     0 to [0-9.]* s$'
rm short.csv
for setting in mass.m=nan mass.m=-inf; do
    run simulate ball.mo --set $setting
    status_is 1
    err_has 'write a number'
done
run simulate ball.mo --set mass.m=2,5
status_is 1
err_has 'decimal point'
run simulate absent.mo
status_is 2
err_has 'absent\.mo'
files_are ball.mo

# Options may stand anywhere, be glued to their values, and -- ends them.
run simulate --quiet ball.mo --stop-time=1 --output=x.csv -I. -- 
status_is 0
out_is_empty
err_is_empty
near "$(value_at x.csv mass.s 1)" 1 1e-12 'mass.s(1)'
mv ball.mo ./-ball.mo
run simulate --quiet --output y.csv -- -ball.mo
status_is 0
near "$(value_at y.csv mass.s 2)" 2 1e-12 'mass.s(2)'
# An engine that is not for so large a model says just that, whoever asks for it.
cat >Large.mo <<'MODEL'
model Large
  Real x[201];
equation
  for i in 1:201 loop x[i] + 0.1*sum(x)^3 = i*time; end for;
end Large;
MODEL
for command in 'simulate Large.mo' 'simulate Large.mo --get x[1]' 'fmu Large.mo'; do
    run $command --engine irk
    err_has 'irk takes models of up to 200 unknowns, and there are 201' 'remedy: use the engine auto or ida'
    ! grep -q 'out of memory' .err || fail "$command: a model that is too large is taken for a want of memory"
    [ "$status" != 0 ] || fail "$command goes on without its engine"
done

finish

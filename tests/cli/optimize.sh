# elastogap optimize: the bump stop of least force against its closed form (docs/from-measurement-to-model.md), limits,
# bounds, and what is refused.
. "$(dirname "$0")/lib.sh"

cp "$SOURCE/examples/fit/Buffer.mo" .
value_of() { # FILE NAME
    tr -d '\n' <"$1" | sed 's/{/\n{/g' | grep -F "\"name\": \"$2\"" | sed 's/.*"value": *//; s/,.*//'
}
best_of() {
    sed -n 's/^ *"value": *\([^,]*\),*$/\1/p' "$1" | head -1
}

# m = 10 kg at 2 m/s within 20 mm: with zeta where (zeta/w) (atan(w/(3 zeta)) + atan(w (1 - 8 zeta^2)/(zeta (5 - 8
# zeta^2)))) is greatest, 0.235498887684529177701852767852, the force is 0.710765332737704837310858295554 m v^2/X. (30
# digits by mpmath.) From all sides; least is a parabola's foot, so that force errs by the square of what values do.
for from in '2e5 400' '1e4 50' '1e6 1e4' '2e4 3e3'; do
    run optimize Buffer.mo --set "stop.c=${from% *}" --set "stop.d=${from#* }" --minimize 'max(-stop.f)' \
        --subject 'max(-stop.s_rel) <= 0.02' --free stop.c=1e3:1e7 --free stop.d=1:1e5 --json best.json -o best.mo
    status_is 0
    err_is_empty
    near "$(best_of best.json)" 1421.53066547540967 1421.5e-10 "least force from $from"
    near "$(value_of best.json stop.c)" 63341.8142275045850 6.3e-4 "stop.c from $from"
    near "$(value_of best.json stop.d)" 374.855687846706708 3.7e-6 "stop.d from $from"
    out_has 'moving it by 1 would change the optimum by -71076\.5' # F/X, since F X is one number
done
# What was written is that model.
run simulate best.mo --get 'max(-stop.f)' --quiet
out_has '1421\.5306'
[ "$(diff Buffer.mo best.mo | grep -c '^<')" = 1 ] || fail 'more has changed than one line'

# The other way round: the least travel for that force is the same stop; in metres.
run optimize Buffer.mo --minimize 'max(-stop.s_rel)' --subject 'max(-stop.f) <= 1421.53066547540967' \
    --free stop.c=1e3:1e7 --free stop.d=1:1e5 --json back.json --quiet
status_is 0
near "$(best_of back.json)" 0.02 2e-10 'least travel'
# Without damping e = 1: the greatest speed that an undamped stop lets out is that which came in, at a bound.
run optimize Buffer.mo --maximize 'last(wagon.v)' --free stop.d=0:1e4 --json out.json
status_is 0
near "$(best_of out.json)" 2 2e-9 'speed'
out_has 'at a bound'
# An equality: what zeta lets out half of the speed (0.326705219, docs/contact-laws.md), nothing else sought.
run optimize Buffer.mo --minimize 'max(-stop.f)' --subject 'last(wagon.v) == 1' --free stop.c=1e3:1e7 \
    --free stop.d=1:1e5 --subject 'max(-stop.s_rel) <= 0.02' --json half.json --quiet
status_is 0
near "$(awk -v c="$(value_of half.json stop.c)" -v d="$(value_of half.json stop.d)" 'BEGIN { printf "%.12g", d/(2*sqrt(c*10)) }')" \
    0.326705219 1e-8 'zeta of e = 1/2'

# The larger of two peaks is least where they are equal, at a kink. On two stops without damping that share c = 2e5 the
# wagon's peaks are c1*x and c2*x at x = v*sqrt(m/c): equal at half, sqrt(m*c)*v/2 = 1414.2135623730951 each; and within
# 20 mm c1 + c2 is m*v^2/x^2 = 1e5, 1000 N each, whose price is -m*v^2/x^2/2.
cat >Two.mo <<'M'
model Two
  import Modelica.Mechanics.Translational.Components;
  parameter Real share = 0.3;
  Components.Fixed wall;
  Components.ElastoGap stop1(c = 2e5*share, d = 0);
  Components.ElastoGap stop2(c = 2e5*(1 - share), d = 0);
  Components.Mass wagon(m = 10, L = 0, s(start = 0.01, fixed = true), v(start = -2, fixed = true));
equation
  connect(wall.flange, stop1.flange_a);
  connect(wall.flange, stop2.flange_a);
  connect(stop1.flange_b, wagon.flange_a);
  connect(stop2.flange_b, wagon.flange_a);
  annotation(experiment(StopTime = 0.2));
end Two;
M
run optimize Two.mo --minimize 'max(max(-stop1.f), max(-stop2.f))' --free share=0.01:0.99 --json two.json
status_is 0
err_is_empty
out_has '2 numbers of which it is the greatest are equal there'
near "$(best_of two.json)" 1414.2135623730951 1.4e-9 'two peaks'
near "$(value_of two.json share)" 0.5 1e-10 'share of equal peaks'
run optimize Two.mo --minimize 'max(max(-stop1.f), max(-stop2.f))' --free stop1.c=1e3:1e6 --free stop2.c=1e3:1e6 \
    --subject 'max(-stop1.s_rel) <= 0.02' --json two.json
status_is 0
err_is_empty
near "$(best_of two.json)" 1000 1e-6 'two peaks within a travel'
out_has 'moving it by 1 would change the optimum by -50000'
# The least of both forces, at its greatest; and the size of what swings about 0, seen from a place that is sought.
run optimize Two.mo --maximize 'min(max(-stop1.f), max(-stop2.f))' --free share=0.01:0.99 --json two.json
status_is 0
err_is_empty
near "$(best_of two.json)" 1414.2135623730951 1.4e-9 'two peaks, from below'
cat >Swing.mo <<'M'
model Swing
  parameter Real place = 0.3;
  Real x(start = 1, fixed = true), v(fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  annotation(experiment(StopTime = 7));
end Swing;
M
run optimize Swing.mo --minimize 'max(abs(x - place))' --free place=-2:2 --json swing.json
status_is 0
err_is_empty
near "$(best_of swing.json)" 1 1e-10 'reach'
near "$(value_of swing.json place)" 0 1e-10 'place'
# Brackets, commas and names within are no division.
run optimize Two.mo --minimize 'max(max(max(-stop1.f), 2*max(-stop2.f)), if share > max(0.1, 0.2) then 1 else 2)' \
    --free share=0.3:0.99 --json two.json
status_is 0
near "$(value_of two.json share)" 0.66666666666666667 1e-10 'share of unequal peaks'

# The same bits for any number of threads.
for threads in 1 2; do
    run optimize Buffer.mo --minimize 'max(-stop.f)' --free stop.d=1:1e4 --threads $threads --starts 3 --json "t$threads.json" --quiet
    status_is 0
done
cmp -s t1.json t2.json || fail 'threads change the optimum'

# What cannot be is told with the nearest place.
run optimize Buffer.mo --minimize 'max(-stop.f)' --subject 'max(-stop.s_rel) <= 0.02' --subject 'max(-stop.f) <= 1000' \
    --free stop.c=1e3:1e7 --free stop.d=1:1e5 -o none.mo
status_is 3
err_has 'no place was found within the limits'
[ ! -e none.mo ] || fail 'a model is written'
run optimize Buffer.mo --free stop.c
status_is 2
err_has 'what is to be least'
run optimize Buffer.mo --minimize 'max(-stop.f)' --free stop.c --subject 'max(-stop.s_rel) < 0.02'
status_is 2
err_has '--subject cannot be'
run optimize Buffer.mo --minimize 'max(-stop.g)' --free stop.c
status_is 2
run optimize Buffer.mo --minimize 'max(-stop.f)' --free stop.n --maximize stop.f
status_is 2
err_has 'cannot both be'
finish

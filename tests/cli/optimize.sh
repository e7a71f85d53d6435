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

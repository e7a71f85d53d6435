# elastogap law: numbers against closed forms, design against table, CSV, pictures, and everything that can be
# wrong about its options.
. "$(dirname "$0")/lib.sh"

cell() { # COLUMN: of the last line of .out
    tail -1 "$work/.out" | cut -d, -f"$1"
}

# ElastoGap with zeta = d/(2 sqrt(c m)) = 1: e = exp(-4/3), F_max = 4/3 m omega v0, omega = 1.
run law table elasto-gap --c 2 --d 4 --mass 2 --speed 3 --csv
status_is 0
err_is_empty
[ "$(head -1 "$work/.out")" = law,n,c,d,mass,speed,e,contact_time,peak_force,max_penetration,energy_lost ] ||
    fail "the header is $(head -1 "$work/.out")"
near "$(cell 7)" 0.26359713811572677 1e-15 e
near "$(cell 9)" 8 1e-13 'peak force'
near "$(cell 11)" "$(awk 'BEGIN { printf "%.17g", 9 * (1 - exp(-8 / 3)) }')" 1e-14 'energy lost'
run law table elasto-gap --c 2 --d 4 --mass 2 --speed 3
out_has 'closed form' 'restitution +0\.2635971381' 'peak force +8 N'
run law table hertz --c 1e5 --mass 2 --speed 1
out_has 'hertz, n = 1\.5: closed form' 'restitution +1 '

# The hysteresis family: the exact law delivers its e at any speed, others another one; integrated where it must.
run law table exact-restitution --c 1e5 --n 1.5 --e 0.5 --mass 2 --speed 0.01:10:log:4 --csv
status_is 0
[ "$(wc -l <"$work/.out")" = 5 ] || fail "there are $(wc -l <"$work/.out") lines"
near "$(cell 7)" 0.5 1e-15 e
near "$(cell 6)" 10 0 speed
run law table flores --c 1e5 --e 0.5 --mass 2 --speed 1
out_has 'e in closed form, the rest integrated' 'restitution +0\.470[34]' 'parameter e +0\.5'
run law table elasto-gap --c 1e5 --d 60 --n 1.5 --mass 2 --speed 1:3:lin:3
out_has 'integrated to 1e-10' '^ +2 '
[ "$(wc -l <"$work/.out")" = 5 ] || fail "there are $(wc -l <"$work/.out") lines"
run law table kelvin-voigt --c 2 --d 4 --mass 2 --speed 1
out_has 'restitution +0 \(the body stays in contact\)'

# Damping beyond what can be integrated is said once, and is no lack of memory.
run law table elasto-gap --c 1e5 --n 4.913 --d 30 --mass 2 --speed 1 --load 5
status_is 3
err_has 'its damping is far too large' 'give less --d'
grep -q memory "$work/.err" && fail 'it speaks of memory'

# A stop that sticks: e^2 = e0^2 - f^2/(c m) with e0 = exp(-4/3) as above, f = 0.2 N, c m = 4; at 0.6 N nothing is left.
run law table elasto-gap --c 2 --d 4 --mass 2 --speed 1 --f-release 0.2 --csv
status_is 0
near "$(cell 7)" "$(awk 'BEGIN { printf "%.17g", sqrt(exp(-8 / 3) - 0.01) }')" 1e-14 'e that sticks'
run law table elasto-gap --c 2 --d 4 --mass 2 --speed 1 --f-release 0.6
status_is 0
out_has 'f_release +0\.6 N' 'restitution +0 \(the body sticks to the stop' 'contact time +inf'
run law design elasto-gap --c 1e5 --e 0.5 --mass 2 --speed 1 --f-release 100 --csv
near "$(cell 7)" 0.5 1e-9 'e designed to stick'
run law table elasto-gap --c 1e5 --d "$(cell 4)" --mass 2 --speed 1 --f-release 100 --csv
near "$(cell 7)" 0.5 1e-9 'e that sticks, by table'
run law design elasto-gap --c 1e5 --e 1 --mass 2 --speed 1 --f-release 100
status_is 2
err_has 'in a contact that sticks so' 'less f_release'

# What design finds, table confirms.
for law in elasto-gap kelvin-voigt kelvin-voigt-clipped undamped-rebound lankarani-nikravesh-1994; do
    for size in '--c 1e5' '--force 900'; do
        run law design $law --e 0.6 --mass 2 --speed 1 --load 30 $size --csv
        status_is 0
        near "$(cell 7)" 0.6 1e-9 "e of $law, $size"
        run law table $law --c "$(cell 3)" --d "$(cell 4)" --mass 2 --speed 1 --load 30 --csv
        near "$(cell 7)" 0.6 1e-9 "e of $law, $size, by table"
    done
done
run law design smooth-transition --e 0.6 --mass 2 --speed 1 --c 1e5 --transition 1e-4
status_is 0
out_has 'restitution +0\.6'
run law design hunt-crossley --e 0.3 --mass 2 --speed 1 --c 1e5
status_is 2
err_has 'hunt-crossley delivers no restitution below 0\.4877' 'exact-restitution'
run law design elasto-gap --e 0.5 --mass 2 --speed 1 --c 1e3 --load 1e5
status_is 2
err_has 'under this load' 'remedy'
run law design hertz --e 0.5 --mass 2 --speed 1 --c 1e3
status_is 2
err_has 'its restitution is 1'

# A spring by one point of its curve: f_ref*(x/s_ref)^n, here 1e5*x^1.5, and d of those laws that go with its shape.
same() { # LAW 'OPTIONS BY c' 'OPTIONS BY f_ref': the same impact, to the 1e-10 of its integration
    local law=$1 column by_c ratio
    run law table "$law" $2 --n 1.5 --mass 2 --speed 1 --load 3 --csv
    status_is 0
    by_c=$(tail -1 "$work/.out")
    run law table "$law" $3 --n 1.5 --mass 2 --speed 1 --load 3 --csv
    status_is 0
    for column in 3 4 7 8 9 10 11; do
        ratio=$(awk -v a="$(cell $column)" -v b="$(cut -d, -f$column <<<"$by_c")" \
            'BEGIN { printf "%.17g", a == b ? 1 : a / b }')
        near "$ratio" 1 1e-10 "column $column of $law by f_ref"
    done
}
same elasto-gap '--c 1e5 --d 60' '--f-ref 100 --s-ref 0.01 --d 60'
same hertz '--c 1e5' '--f-ref 100 --s-ref 0.01'
same flores '--c 1e5 --d 6e4' '--f-ref 100 --s-ref 0.01 --d 60'
same lankarani-nikravesh-1994 '--c 1e5 --d 6e4' '--f-ref 100 --s-ref 0.01 --d 60'
same exact-restitution '--c 1e5 --e 0.4' '--f-ref 100 --s-ref 0.01 --e 0.4'
same elasto-gap '--c 1e5 --d 60' '--f-ref 1e5 --d 60'
same elasto-gap '--c 1e5 --d 60' '--c 1e5 --s-ref 0.01 --d 60'
run law design lankarani-nikravesh-1994 --e 0.5 --mass 2 --speed 1 --n 1.5 --f-ref 100 --s-ref 0.01
status_is 0
out_has 'c +100000 N/m' 'f_ref +100 N' 's_ref +0\.01 m' 'restitution +0\.5'
d=$(sed -n 's/^  d  *\([0-9.e+-]*\) .*/\1/p' "$work/.out")
run law table lankarani-nikravesh-1994 --d "$d" --mass 2 --speed 1 --n 1.5 --f-ref 100 --s-ref 0.01 --csv
near "$(cell 7)" 0.5 1e-9 'e by the d of that s_ref'
run law design elasto-gap --e 0.5 --mass 2 --speed 1 --time 0.1 --s-ref 0.01
status_is 0
out_has 'f_ref +21\.81309' 's_ref +0\.01 m'

# Where a restitution holds for one speed only, that is said.
run law design elasto-gap --e 0.5 --mass 2 --speed 1 --c 1e5 --n 2
status_is 0
out_has 'note: with n = 2 and this d the restitution rises with the speed'
run law design lankarani-nikravesh-1994 --e 0.5 --mass 2 --speed 1 --c 1e5
status_is 0
out_has 'the restitution falls with the speed'
for law in elasto-gap exact-restitution; do
    run law design $law --e 0.5 --mass 2 --speed 1 --c 1e5
    status_is 0
    ! grep -q note "$work/.out" || fail "$law warns of what does not depend on speed"
done

if command -v gnuplot >/dev/null; then
    run law plot elasto-gap kelvin-voigt hertz --c 1e5 --mass 2 --speed 1 --e 0.5
    status_is 0
    out_has 'written +law\.svg'
    for name in 'e = 0.5,  c = 100000 N/m^n,  m = 2 kg,  v = 1 m/s' elasto-gap kelvin-voigt hertz 'penetration \[mm\]' 'time \[ms\]'; do
        grep -q -- "$name" law.svg || fail "law.svg does not show '$name'"
    done
    run law plot elasto-gap --c 1e12 --mass 2500000 --speed 1 --d 60
    status_is 0
    grep -q 'c = 1e12 N/m,  d = 60 N·s/m,  m = 2500000 kg' law.svg || fail "law.svg writes large numbers out"
    run law plot flores --c 1e5 --mass 2 --speed 1 --d 1e4 --plot-file flores.png
    status_is 0
    files_are flores.png law.svg
    clear_files
    cd "$work" || exit 1
fi
run law plot elasto-gap --c 1e5 --mass 2 --speed 1 --e 0.5 --plot-file picture.gif
status_is 2
err_has 'ends in \.svg, \.png or \.pdf'

# Wrong usage: each says what is missing or what is too much.
refused() { # MESSAGE ARGUMENT...
    local message=$1
    shift
    run law "$@"
    status_is 2
    err_has "$message"
    out_is_empty
}
all='--c 1e5 --mass 2 --speed 1'
refused 'needs two arguments' table
refused "does not know 'tabel'" tabel elasto-gap
refused "there is no law 'elastogap'; did you mean elasto-gap" table elastogap $all --d 1
refused "there is no law 'x'; elastogap law --help lists them" table x $all
refused 'leave out --c and --d' table restitution $all --e 0.5
refused 'give one of them' table elasto-gap $all --d 1 --f-ref 3
refused '\-\-c is missing, or --f-ref' table elasto-gap --mass 2 --speed 1 --d 1 --s-ref 0.1
refused 'leave out --f-release' table restitution --e 0.5 --mass 1 --speed 1 --f-release 3
refused 'leave out --f-ref and --s-ref' table restitution --e 0.5 --mass 1 --speed 1 --f-ref 3
refused 'has 2 of them' design elasto-gap --e 0.5 --mass 1 --speed 1 --f-ref 3 --time 1
refused 'leave out --n' table restitution --e 0.5 --mass 1 --speed 1 --n 2
refused 'no force to draw' plot restitution --e 0.5 --mass 1 --speed 1
refused 'restitution is rigid' design restitution --e 0.5 --mass 1 --speed 1 --time 1
run law table restitution --e 0.5 --mass 2 --speed 3 --csv
status_is 0
near "$(cell 7)" 0.5 0 'e of restitution'
near "$(cell 11)" 6.75 1e-14 'energy lost of restitution'
refused 'takes one law' table hertz elasto-gap $all
refused '--c is missing' table hertz --mass 1 --speed 1
refused '--mass is missing' table hertz --c 1 --speed 1
refused '--speed is missing' table hertz --c 1 --mass 1
refused '--e is missing' design elasto-gap $all
refused 'needs its damping constant --d' table elasto-gap $all
refused 'takes --d' table elasto-gap $all --e 0.5
refused 'either its parameter --e or' table flores $all
refused 'either its parameter --e or' table flores $all --e 0.5 --d 3
refused 'infinite damping' table flores $all --e 0
refused 'leave out --d' table hertz $all --d 1
refused 'leave out --d' design elasto-gap $all --e 0.5 --d 1
refused 'has 0 of them' design elasto-gap --e 0.5 --mass 2 --speed 1
refused 'has 2 of them' design elasto-gap $all --e 0.5 --time 1
refused 'are for design' table hertz $all --time 1
refused 'is for smooth-transition' table hertz $all --transition 1
refused 'width of its --transition' table smooth-transition $all --d 1
refused 'for table and design' plot hertz $all --csv
refused 'is for plot' table hertz $all --plot-file x.svg
refused '--d or --e, not both' plot elasto-gap $all --d 1 --e 0.5
refused 'no sweep' design elasto-gap --c 1 --mass 1 --e 0.5 --speed 1:2:log
refused 'no sweep' plot hertz --c 1 --mass 1 --speed 1:2:log
refused '--mass must be more than 0' table hertz --c 1 --mass 0 --speed 1
refused '--c needs a number' table hertz --c soft --mass 1 --speed 1
refused 'must be from 0 to 1' design elasto-gap $all --e 1.5
for speed in 0 -1 fast 1:2 2:1:log 1:2:cubic 1:2:log:1 1:2:log:2.5 1:2:log:x 1:2:log:9999999; do
    refused '--speed needs a number more than 0, or a sweep' table hertz --c 1 --mass 1 --speed $speed
done
# A force that was measured: one line is an ElastoGap, whose impact has a closed form.
of() { # LINE: its number, as printed
    awk -v name="  $1 " 'index($0, name) == 1 { sub(name, ""); print $1 }' .out
}
printf 'x,force\n0,0\n0.1,10000\n' >line.csv
run law table elasto-gap --c 1e5 --d 60 --mass 2 --speed 1 --load 20
status_is 0
for name in restitution 'contact time' 'peak force' 'max penetration'; do
    of "$name" >>closed
done
run law table table-gap --table line.csv --d 60 --mass 2 --speed 1 --load 20
status_is 0
err_is_empty
for name in restitution 'contact time' 'peak force' 'max penetration'; do
    near "$(of "$name")" "$(sed -n 1p closed)" 1e-8 "the line's $name"
    sed -i 1d closed
done
run law table table-gap --table line.csv --columns x,force --d 60 --mass 2 --speed 1
near "$(of restitution)" 0.824213905483 1e-11 'by the names of columns'
# A loop without damper, turned at x = sqrt(2*1 J/40000 N/m): 30000*x^2/2 comes back, and what the line of the turn
# has, (10000*x)^2/2 over the difference of its slope and the way back's.
printf '0;0;0\n0.01;400;300\n' >loop.csv
run law table table-gap --table loop.csv --d 0 --mass 2 --speed 1 --c-turn 1e6
near "$(of restitution)" 0.8675121437695433 1e-11 'a loop'
near "$(of 'max penetration')" 0.00707106781187 1e-12 'its depth'
near "$(of 'peak force')" 282.842712475 1e-8 'its force'
run law table table-gap --table loop.csv --d 0 --mass 2 --speed 0.5:1:lin:2 --csv
[ "$(wc -l <.out)" = 3 ] || fail 'a line each is missing'
run law table table-gap --table line.csv --d 6e5 --mass 2 --speed 1 --load 20
out_has 'restitution +0 \(the body stays in contact\)' 'contact time +inf'
run law table table-gap --table nowhere.csv --d 60 --mass 2 --speed 1
status_is 2
err_has 'cannot be read'
run law table table-gap --table line.csv --columns x,q --d 60 --mass 2 --speed 1
status_is 1
err_has 'has no column "q"'
run law plot table-gap --table line.csv
status_is 2
err_has '--plot stop.f:stop.s_rel'
run law table table-gap --table line.csv --c 3 --d 60 --mass 2 --speed 1
status_is 2
err_has 'alone'
run law table elasto-gap --table line.csv --c 3 --d 60 --mass 2 --speed 1
status_is 2
err_has 'are for table-gap'
finish

# elastogap fit: constants from measurements that another program has made (tools/fits/bounce.py, by SciPy), what it
# says of them, and what it refuses.
. "$(dirname "$0")/lib.sh"

cp "$SOURCE"/examples/fit/* .

# Is the true value inside both intervals of an estimate in a file of JSON? At 99.9 % one in a thousand is not; the
# noise of the files is drawn once for all.
holds() { # FILE NAME TRUTH
    tr -d '\n' <"$1" | sed 's/{ *"name"/\n{"name"/g' | grep -F "\"name\": \"$2\"" | awk -v truth="$3" '
        function of(key) { match($0, "\"" key "\": *[^,}]*"); v = substr($0, RSTART, RLENGTH); sub(/.*: */, "", v); return v }
        { found = 1; bad = of("low")+0 > truth+0 || of("high")+0 < truth+0 || of("profile_low")+0 > truth+0 || of("profile_high")+0 < truth+0 }
        END { exit !found || bad }' || fail "$2 in $1 is not known to be about $3: $(grep -A7 -F "\"$2\"" "$1" | tr -d '\n')"
}

# 500 noisy samples of 13 bounces, from wrong constants: the truth is inside, and the text changes in values alone.
run fit Bounce.mo --data bounce.csv --match 'pos = ball.s' --free gap.c=1e3:1e7 --free gap.d --free gap.n=1:3 \
    --free 'ball.s(start)' -o fitted.mo --report fit.html --level 99.9 --json fit.json --residuals residuals.csv
status_is 0
err_is_empty
out_has '4 numbers from 500 samples' 'gap.c and gap.n go together' 'pulls most: pos at' 'written  fitted\.mo'
# In windows, with derivatives that are kept while they help: some 120 runs, most of them short; by central
# differences of whole runs at each step, and for each step of a profile, there were 500.
out_has 'in [0-9]* windows that grow'
[ "$(sed -n 's/.* \([0-9]*\) runs$/\1/p' "$work/.out")" -le 200 ] || fail 'the fit makes too many runs'
holds fit.json gap.c 1e5
holds fit.json gap.d 20
holds fit.json gap.n 1.2
holds fit.json ball.s.start 0.2
[ "$(wc -l <residuals.csv)" = 501 ] || fail 'not a line a sample'
grep -q '</svg>' fit.html || fail 'no picture'
diff Bounce.mo fitted.mo >changes
[ "$(grep -c '^<' changes)" = 2 ] || fail "more has changed than two lines: $(cat changes)"
[ "$(sed 's/-\{0,1\}[0-9][0-9.e+-]*/N/g' Bounce.mo)" = "$(sed 's/-\{0,1\}[0-9][0-9.e+-]*/N/g' fitted.mo)" ] ||
    fail 'more has changed than numbers'
run fit fitted.mo --data bounce.csv --match 'pos = ball.s' --free gap.d --no-profile --quiet
status_is 0
out_is_empty

# Samples without noise: no sum is followed that is rounding alone, which took minutes.
run simulate Bounce.mo --set gap.n=1 --stop-time 1.5 --interval 0.02 -o exact.csv --quiet
run fit Bounce.mo --set gap.n=1 --data exact.csv --match 'ball.s = ball.s' --free gap.c=1e3:1e7 --free gap.d \
    --sensor 'ball.s: delay, bias'
status_is 0
! grep -qE '; profile|nan' .out || fail 'rounding has a profile, or a number is none'

# The same bits for any number of threads.
for threads in 1 3; do
    run fit Bounce.mo --data bounce.csv --match 'pos = ball.s' --free gap.d --free gap.n=1:3 --threads $threads \
        --starts 3 --json "t$threads.json" --quiet
    status_is 0
done
cmp -s t1.json t3.json || fail 'threads change the fit'

# A sensor that is late and off, and one sample in ten nonsense.
run fit Bounce.mo --data sensor.csv --match 'pos = ball.s' --free gap.c=1e3:1e7 --free gap.d --free gap.n=1:3 \
    --free 'ball.s(start)' --sensor 'pos: delay, bias' --robust --level 99.9 --json sensor.json
status_is 0
err_has 'samples of pos in sensor.csv are from before the start'
holds sensor.json gap.d 20
holds sensor.json gap.n 1.2
holds sensor.json pos.delay 0.013
holds sensor.json pos.bias 4

# Times of bounces alone, one of which was not heard.
run fit Bounce.mo --set gap.c=1e5 --data hits.csv --match 'hit = time(gap, contact begins)' --free gap.d \
    --free gap.n=1:2 --free 'ball.s(start)' --level 99.9 --json hits.json
status_is 0
out_has '9 events, 1 missing'
holds hits.json gap.d 20
holds hits.json gap.n 1.2
holds hits.json ball.s.start 0.2

# Units of the file, of the option, and a weight for each sample; missing cells.
awk -F, 'NR == 1 { print "t (ms);height;sd" } NR > 1 { printf "%.17g;%s;0.0005\n", 1000*$1, NR % 7 ? sprintf("%.17g", $2/1000) : "" }' \
    bounce.csv >units.csv
run fit Bounce.mo --data units.csv --time t --match 'height[m] = ball.s' --weight 'height = sd' \
    --free gap.c=1e3:1e7 --free gap.d --free gap.n=1:3 --free ball.s.start --level 99.9 --json units.json
status_is 0
out_has '429 samples, 71 missing'
holds units.json gap.d 20

# 144 bounces, from constants and a height all of which are 30 % off.
for from in '1.3e5 1.95 1.5 0.26' '0.7e5 1.05 1 0.14'; do
    set -- $from
    run fit Bounce.mo --set gap.c=$1 --set gap.d=$2 --set gap.n=$3 --set ball.s.start=$4 --data long.csv \
        --match 'pos = ball.s' --free gap.c=1e3:1e7 --free gap.d --free gap.n=1:3 --free 'ball.s(start)' --level 99.9 \
        --json long.json
    status_is 0
    out_has '700 samples; noise 0\.499 mm' 'in [0-9]* windows that grow'
    holds long.json gap.c 1e5
    holds long.json gap.d 1.5
    holds long.json gap.n 1.2
    holds long.json ball.s.start 0.2
done

# Two files, each dropped from its own height: what is known is known of both.
awk -F, 'NR == 1 || NR <= 250' bounce.csv >short.csv
run fit Bounce.mo --data bounce.csv --data short.csv --match 'pos = ball.s' --free gap.d --free gap.c=1e3:1e7 \
    --free gap.n=1:3 --each 'ball.s(start)' --level 99.9 --json two.json
status_is 0
holds two.json 'ball.s.start (bounce.csv)' 0.2
holds two.json 'ball.s.start (short.csv)' 0.2

# Restitution over speed: each row is a run with its own speed.
run fit Hit.mo --data rebound.csv --row 'speed = speed' --match 'after = ball.v' --free gap.d --free gap.n=1:3 \
    --level 99.9 --json rebound.json --report rebound.html
status_is 0
holds rebound.json gap.d 60
holds rebound.json gap.n 1.5

# Force over penetration, without times: a loop, and an order.
for free in '' '--free speed'; do
    run fit Hit.mo --set speed=1.5 --data loop.csv --match 'force = -gap.f over depth = -gap.s_rel' --free gap.d \
        --free gap.c=1e3:1e7 --free gap.n=1:3 $free --sensor 'force: noise=2' --sensor 'depth: noise=0.02' --level 99.9 \
        --json loop.json --report loop.html
    status_is 0
    err_is_empty
    out_has 'force of loop\.csv: 131 samples'
    holds loop.json gap.d 60
    holds loop.json gap.n 1.5
    holds loop.json gap.c 1e5
done
holds loop.json speed 1.5
run fit Hit.mo --set speed=1.5 --data loop.csv --match 'force = -gap.f over depth = -gap.s_rel' --free gap.d \
    --free gap.c=1e3:1e7 --free gap.n=1:3 --sensor 'depth: bias' --level 99.9 --json loop.json
status_is 0
holds loop.json depth.bias 0
holds loop.json gap.d 60
loop() { run fit Hit.mo --data loop.csv --free gap.d "$@"; }
loop --match 'force = -gap.f over deep = -gap.s_rel'
status_is 2
err_has 'no column "deep"'
loop --match 'force = -gap.f over depth[N] = -gap.s_rel'
status_is 2
err_has 'column depth is in N, but -gap.s_rel is in m'
loop --match 'force = -gap.f over depth'
status_is 2
err_has 'one column over another one'
loop --match 'force = -gap.f over depth = -gap.s_rel' --sensor 'depth: delay'
status_is 2
err_has 'has no times, and so no delay'
loop --match 'force = -gap.f over depth = -gap.s_rel' --sensor 'depth: noise=0.1'
status_is 2
err_has 'the noise of depth is known, but not that of force'

# Speeds that jump at rigid impacts, by closed form: samples on the wrong side of a jump are outliers on the way.
cat >Rigid.mo <<'M'
model Rigid
  Modelica.Mechanics.Translational.Components.Fixed ground;
  Elastogap.Contact.Gap gap(law = "restitution", e = 0.75);
  Modelica.Mechanics.Translational.Components.Mass ball(m = 0.5, L = 0, s(start = 0.19, fixed = true), v(fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81*0.5);
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
end Rigid;
M
awk 'BEGIN { g = 9.81; hit = sqrt(2*0.2/g); u = g*hit; print "time,speed"
    for (k = 1; k <= 300; k++) {
        t = k/200
        if (t > hit) { u *= 0.8; begun = hit; v = u; hit += 2*u/g }
        printf "%.17g,%.17g\n", t, v - g*(t - begun) + 0.01*sin(7*k*k + k)
    } }' >speeds.csv
run fit Rigid.mo --data speeds.csv --match 'speed = ball.v' --free gap.e=0.1:1 --free ball.s.start --robust --level 99.9 \
    --json rigid.json
status_is 0
holds rigid.json gap.e 0.8
holds rigid.json ball.s.start 0.2

# What the data cannot tell is named, and no model is written.
head -50 bounce.csv >fall.csv
run fit Bounce.mo --data fall.csv --match 'pos = ball.s' --free gap.d --free 'ball.s(start)' -o none.mo
status_is 1
err_has 'gap.d: no sample follows it, since gap is not touched in the time of the data: free flight only'
[ ! -e none.mo ] || fail 'a model is written'
cat >Swing.mo <<'M'
model Swing
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.Spring spring(c = 200);
  Modelica.Mechanics.Translational.Components.Mass ball(m = 0.5, L = 0, s(start = 0.02, fixed = true), v(fixed = true));
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, ball.flange_a);
end Swing;
M
awk 'BEGIN { print "time,pos"; for (k = 0; k <= 100; k++) printf "%.17g,%.17g\n", k/100, 0.03*cos(18*k/100) + 1e-4*sin(7*k*k) }' >swing.csv
run fit Swing.mo --data swing.csv --match 'pos = ball.s' --free spring.c --free ball.m --free ball.s.start
status_is 1
err_has 'spring.c and ball.m: only the ratio spring.c/ball.m is told'
out_has 'ball.s.start +0\.(03|029)'
run fit Swing.mo --data swing.csv --match 'pos = ball.s' --free spring.c --free ball.s.start --level 99.9 --json swing.json
status_is 0
holds swing.json spring.c 162
holds swing.json ball.s.start 0.03

# Mistakes, each with its remedy.
try() { run fit Bounce.mo "$@"; }
try --match 'pos = ball.s' --free gap.d
status_is 2
err_has 'there is no data'
try --data bounce.csv --match 'poss = ball.s' --free gap.d
status_is 2
err_has 'no column "poss"' 'did you mean pos'
try --data bounce.csv --match 'pos[kg] = ball.s' --free gap.d
status_is 2
err_has 'column pos is in kg, but ball.s is in m'
try --data bounce.csv --match 'pos = ball.s' --free gap.k
status_is 2
err_has 'has no "k" to modify'
try --data bounce.csv --match 'pos = ball.s' --free gap.d=2:1
status_is 2
err_has '--free cannot be'
try --data bounce.csv --match 'pos = max(ball.s)' --free gap.d
status_is 2
err_has 'has a value at each time'
try --data bounce.csv --match 'pos = ball.s' --free gap.d --sensor 'neg: delay'
status_is 2
err_has 'which no --match names'
try --data bounce.csv --match 'pos = ball.s' --free gap.d --engine fixed
status_is 2
printf 'time,pos\n1,2\n0.5,2\n2,3\n' >falls.csv
try --data falls.csv --match 'pos = ball.s' --free gap.d
status_is 2
err_has 'falls.csv:3: error: times fall'
printf 'time,pos\n1,2,\n0.5,x\n2,3\n' >letters.csv
try --data letters.csv --match 'pos = ball.s' --free gap.d
status_is 2
err_has 'letters.csv:3:5: error: this is no number'
awk -F, 'NR == 1 { print } NR > 1 { print $1 ",0" }' bounce.csv >zero.csv
try --data zero.csv --match 'pos = ball.s' --free gap.d --no-profile
status_is 0
err_has 'all 500 samples of pos in zero\.csv are 0'
printf 'time,root\n0.1,1\n0.2,2\n0.3,1\n' >root.csv
try --data root.csv --match 'root = sqrt(ball.s - 1)' --free gap.d
status_is 3
err_has 'has no value at some time'
try --data absent.csv --match 'pos = ball.s' --free gap.d
status_is 2
finish

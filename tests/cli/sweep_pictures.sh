# elastogap sweep --picture: every kind is drawn, of rows that failed too; what cannot be drawn is refused
# before any run.
. "$(dirname "$0")/lib.sh"

command -v gnuplot >/dev/null || { echo 'no gnuplot: skipped'; exit 0; }
drop_with 'm = 2' >drop.mo
has() { # FILE TEXT...
    local file=$1 text
    shift
    grep -q '</svg>' "$file" 2>/dev/null || fail "$file is no picture"
    for text in "$@"; do
        grep -qF ">$text<" "$file" || fail "$file does not show '$text'"
    done
}

run sweep drop.mo --design saltelli --count 64 --set 'stop.d=loguniform(1, 1e3)' --set 'stop.c=uniform(1e4, 1e6)' \
    --get 'max(abs(stop.f))' --get 'count(stop, contact begins)' --curve ball.s --picture histogram=h.svg \
    --picture scatter=s.svg --picture tornado=t.svg --picture sobol=o.svg --picture curves=c.svg --analysis a.csv
status_is 0
err_is_empty
has h.svg 'max(abs(stop.f)) [N]' 'share of rows [%]' 'count(stop, contact begins)'
has s.svg 'stop.d [N.s/m]' 'stop.c [MN/m]'
has t.svg 'stop.c' 'stop.d' 'change of the mean of max(abs(stop.f)) [N]'
has o.svg 'stop.c' 'stop.d' 'share of the variance of max(abs(stop.f))'
has c.svg 'ball.s [m]' 'time [s]' '200 runs of 256; line: median; bands: 50 % and 90 % of them'
[ ! -e sweep.csv.journal ] || fail 'the journal has stayed'

# A list in any order, and rows that failed: 1, 3 and -1 kg share the axis, of which -1 shows nothing.
run sweep drop.mo --set 'm=list(3,-1,1)' --set 'stop.c=logrange(1e4, 1e6, 5)' --get 'max(abs(stop.f))' \
    --picture map=m.svg --picture histogram=h.svg --picture scatter=s.svg --picture tornado=t.svg --curve stop.f \
    --picture curves=c.svg
status_is 0
err_has '5 of 15 rows have failed'
has m.svg 'm' 'stop.c [N/m]' 'max(abs(stop.f)) [N]' '10000'
has c.svg 'stop.f [N]' '15 runs of 15; dark: the first, light: the last'
# What is left out is said.
many=()
for i in $(seq 13); do many+=(--curve ball.s); done
run sweep drop.mo --set 'm=list(1, 2)' --get ball.s "${many[@]}" --picture curves=c.svg
status_is 0
err_has 'c\.svg: note: the picture shows the first 12 of 13 curves'
# One row, one value, nothing that varies.
run sweep drop.mo --set 'stop.c=1e5' --get ball.s --picture histogram=h.svg
status_is 0
has h.svg 'ball.s [m]'
run sweep drop.mo --set 'stop.c=list(1e5)' --set 'm=list(2)' --get ball.s --get 'time(stop, contact begins, 9)' \
    --picture histogram=h.svg --picture scatter=s.svg --picture tornado=t.svg --picture map=m.svg
status_is 0
has m.svg 'time(stop, contact begins, 9) [s]'

# A handful of rows: curves of one variable over another, too, and a legend of values; no --get is needed.
run sweep drop.mo --set 'stop.d=list(100,200,400)' --curve stop.f:stop.s_rel --curve ball.s --picture curves=c.svg
status_is 0
err_is_empty
has c.svg 'stop.d = 100 N.s/m' 'stop.d = 200 N.s/m' 'stop.d = 400 N.s/m' 'stop.f [N]' 'stop.s_rel [mm], all 0 beyond' 'ball.s [m]'
[ "$(head -1 sweep.csv)" = '"row","stop.d","status","energy_error","reason"' ] || fail 'the table has another header'
# Two names, of which the legend has no room for more than the ends; values that differ in late digits only.
run sweep drop.mo --set 'stop.d=list(100,200.00001,200.00002)' --set 'ball.s.start=list(0.5,0.2)' \
    --curve ball.s:time --picture curves=c.svg --quiet
status_is 0
has c.svg 'd = 100 N.s/m, s.start = 0.5 m' 'd = 200.00001 N.s/m, s.start = 0.2 m' 'time [s]'
# What differs in nothing, and what fails.
run sweep drop.mo --count 2 --set 'stop.c=1e4' --curve ball.s --picture curves=c.svg --quiet
status_is 0
has c.svg 'row 0' 'row 1'
run sweep drop.mo --set 'ball.m=list(-1,1,2)' --curve ball.s --picture curves=c.svg --quiet
status_is 0
err_has 'c\.svg: note: the picture has no line of row 0, which failed'
has c.svg 'ball.m = 1 kg' 'ball.m = 2 kg'
! grep -qF 'ball.m = -1' c.svg || fail 'the run that failed has a line'
# More rows than a legend holds, and more than lines are drawn of.
run sweep drop.mo --set 'stop.d=range(1,100,11)' --curve ball.v:ball.s --picture curves=c.svg --quiet
status_is 0
has c.svg '11 runs of 11; dark: the first, light: the last' 'ball.v [m/s]' 'ball.s [m]'
! grep -qF 'stop.d =' c.svg || fail 'there is a legend'
run sweep drop.mo --set 'stop.d=range(1,100,50)' --curve ball.v:ball.s --curve ball.v --picture curves=c.svg --quiet
status_is 0
has c.svg '40 runs of 50; dark: the first, light: the last' \
    '50 runs of 50; line: median; bands: 50 % and 90 % of them'
# An impact of pi sqrt(2/1e8) = 0.44 ms within 1 s is drawn to its height: undamped, v sqrt(c m) = 44.3 kN (by energy,
# with v^2 = 2 g 0.5 m; the weight is nothing beside that). Rows 0.05 ms apart miss it by a part of
# 1 - cos(0.025 pi/0.444) = 0.016 at most, so that the axis has a number at 40.
for n in 2 12; do
    run sweep drop.mo --set 'stop.d=0' --set 'stop.c=list(1e8)' --count $n --curve stop.f --picture curves=c.svg --quiet
    status_is 0
    has c.svg 'stop.f [kN]' '−40'
done

refused() { # REGEX ARGUMENT...
    local pattern=$1
    shift
    run sweep drop.mo --get ball.s "$@" -o r.csv
    status_is 2
    err_has "$pattern"
    [ ! -e r.csv ] && [ ! -e r.csv.journal ] && [ ! -e p.svg ] || fail 'something is left behind'
}
two=(--set 'm=range(1,2,2)' --set 'stop.c=range(1e4,1e5,2)')
refused 'write KIND=FILE' "${two[@]}" --picture histogram
refused 'write KIND=FILE' "${two[@]}" --picture pie=p.svg
refused 'must end in \.svg, \.png or \.pdf' "${two[@]}" --picture map=p.jpg
refused 'designs saltelli and saltelli2' "${two[@]}" --picture sobol=p.svg
refused 'a grid of two factors' --design lhs --count 9 --set 'm=uniform(1,2)' --set 'stop.c=uniform(1,2)' --picture map=p.svg
refused 'a grid of two factors' "${two[@]}" --count 2 --picture map=p.svg
refused 'no curve is named' "${two[@]}" --picture curves=p.svg
refused 'Drop has no variable ball\.x to draw' "${two[@]}" --picture curves=p.svg --curve ball.x
refused 'Drop has no variable ball\.x to draw' "${two[@]}" --picture curves=p.svg --curve ball.s:ball.x
refused "'ball\.s:' is not one curve over another" "${two[@]}" --picture curves=p.svg --curve ball.s:
refused 'write Y:X, as in' "${two[@]}" --picture curves=p.svg --curve ball.s:ball.v:time
refused 'two pictures' "${two[@]}" --picture map=p.svg --picture histogram=./p.svg
refused 'only by the picture of curves' "${two[@]}" --curve ball.s
refused 'nothing is varied' --picture tornado=p.svg
# Numbers are left out of curves alone; and one run takes one value.
run sweep drop.mo "${two[@]}" --picture curves=p.svg --picture scatter=s.svg --curve ball.s
status_is 2
err_has 'say what is wanted of each run'
run simulate drop.mo --set 'stop.d=list(100,200)'
status_is 1
err_has "note: --set 'stop\.d=list\(100,200\)' is many values" 'let elastogap sweep run them all'
finish

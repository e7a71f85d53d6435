# Reports: what is in the page, read back by a reader that owes the program nothing. What a browser makes of it is
# tested by `make browser`.
. "$SOURCE/tests/cli/lib.sh"

run simulate "$SOURCE/examples/ElastoGap.mo" --report a.html --events events.csv
status_is 0
out_has 'written .*a\.html'
[ "$(wc -c <a.html)" -lt 350000 ] || fail "ElastoGap's report has $(wc -c <a.html) bytes, of 350000"
python3 "$SOURCE/tests/cli/report_read.py" a.html ElastoGap.csv events.csv || fail 'the page is not what the CSV says'

run simulate "$SOURCE/examples/HeatLosses.mo" --report heat.html
[ "$(wc -c <heat.html)" -lt 650000 ] || fail "HeatLosses' report has $(wc -c <heat.html) bytes, of 650000"
python3 "$SOURCE/tests/cli/report_read.py" heat.html HeatLosses.csv || fail 'the page is not what the CSV says'

# Values of parameters that are no numbers stand there in words, of the library's types and of a user's.
cat >Words.mo <<'END'
model Words
  type Fit = enumeration(loose, tight);
  parameter Fit fit = Fit.tight;
  parameter Boolean on = true;
  Modelica.Mechanics.Translational.Components.Mass m(m=if fit == Fit.tight and on then 2 else 1);
end Words;
END
run simulate Words.mo --report words.html
status_is 0
for row in 'm.stateSelect default' 'fit tight' 'on true'; do
    grep -q "<th scope=\"row\">${row% *}</th><td class=\"number\">${row#* }</td>" words.html || fail "no '$row' in the page"
done

# Whatever numbers there are come back: any bits, what jumps, and lines of other columns.
python3 - <<'PYTHON' >odd.csv
import math
import random
import struct

draw = random.Random(3)
print('"time","bits","smooth","twice","behind","against","steps","tiny","huge","gone"')
for i in range(700):
    bits = struct.unpack("<d", struct.pack("<Q", draw.getrandbits(64)))[0]
    x = math.exp(-i / 300) * math.sin(i / 20)
    row = [i / 7, bits, x, 2.5 * x, x + 0.1, -x + 3, (i // 100) ** 3, 5e-324 * (i % 9), -1.7e308 + i * 1e292,
           math.inf if i % 50 == 3 else math.nan if i % 50 == 4 else -0.0 if i % 50 == 5 else i]
    print(",".join(repr(v) for v in row))
PYTHON
run report odd.csv -o odd.html
status_is 0
python3 "$SOURCE/tests/cli/report_read.py" odd.html odd.csv || fail 'odd numbers do not come back'

# Of the same run the same bytes.
run simulate "$SOURCE/examples/ElastoGap.mo" --report b.html
cmp -s a.html b.html || fail 'two reports of one run differ'

# The model's diagram stands in the page, where there is something to draw.
grep -q '<svg [^>]*class="diagram"' a.html || fail 'there is no diagram'
grep -q 'id="scene">{"model":"ElastoGap"' a.html || fail 'nothing says what moves in the diagram'
run simulate "$SOURCE/examples/BouncingBall.mo" --report ball.html
status_is 0
! grep -q '<svg' ball.html || fail 'equations alone have a diagram'

run report ElastoGap.csv -o c.html
status_is 0
! grep -q '<svg' c.html || fail 'results of a file have a diagram'
python3 "$SOURCE/tests/cli/report_read.py" c.html ElastoGap.csv || fail 'the page is not what the CSV says'

# Names cannot end the element that they stand in.
printf '"time","</script><script>alert(1)</script>","<!--","&amp;"\n0,nan,1,inf\n1,2,-0.5,-inf\n1,3,4,5\n' >evil.csv
run report evil.csv evil.csv --label '<b>"' --label "it's" --title '</title><script>x</script>' -o evil.html
status_is 0
[ "$(grep -c '<script>alert\|<script>x\|<!--' evil.html)" = 0 ] || fail 'names are markup'
python3 "$SOURCE/tests/cli/report_read.py" evil.html evil.csv || fail 'the page is not what the CSV says'

# More rows than a page holds: each lies between the extremes that are kept around its time.
awk 'BEGIN { print "\"time\",\"x\",\"gap.contact\""; for (i = 0; i < 400000; i++)
    print i / 1000 "," ((i * 7919) % 100003 == 5 ? 1000 + i : (i * 7919) % 1009) "," (i % 2) }' >long.csv
run report long.csv -o long.html
status_is 0
[ "$(wc -c <long.html)" -lt 5000000 ] || fail 'a long run takes more than 5 MB'
python3 "$SOURCE/tests/cli/report_read.py" long.html long.csv || fail 'an extremum is lost'

# More results than lines are bands: quantiles of all of them at common times, beside the chosen one.
python3 "$SOURCE/tests/cli/report_bands.py" --make .
run report run*.csv --chosen run03.csv -o bands.html
status_is 0
python3 "$SOURCE/tests/cli/report_read.py" bands.html run03.csv || fail 'the chosen run is not what its CSV says'
python3 "$SOURCE/tests/cli/report_bands.py" bands.html run*.csv || fail 'bands are not the quantiles of the runs'
run report run00.csv run03.csv run06.csv --label a --label b --label c --chosen c -o chosen.html
status_is 0
python3 "$SOURCE/tests/cli/report_read.py" chosen.html run06.csv || fail 'the chosen run is not the first'
run report run*.csv --chosen nobody -o bands.html
status_is 2
err_has 'nobody'
run report run*.csv missing.csv -o bands.html
status_is 2

printf '"time"\n' >none.csv
run report none.csv -o none.html
[ "$status" -eq 0 ] || [ "$status" -eq 2 ] || fail "no rows: status $status"

run report "$SOURCE/examples/ElastoGap.mo" -o c.html
status_is 2
err_has 'simulate .*--report'
run report ElastoGap.csv -o c.txt
status_is 2
err_has 'must end in \.html'
run report missing.csv
status_is 2
run simulate "$SOURCE/examples/ElastoGap.mo" --report ElastoGap.txt
status_is 2
err_has 'must end in \.html'
finish

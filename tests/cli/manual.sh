# `manual` writes all pages into a directory, runs the examples for its figures, and says what is wrong.
. "$(dirname "$0")/lib.sh"

run manual
status_is 2
err_has 'needs --output DIR'
run manual --output m extra
status_is 2

mkdir models
cp "$SOURCE/examples/ElastoGap.mo" models
touch in-the-way
run manual --output in-the-way
status_is 3
err_has 'in-the-way'
run manual --output m --examples nowhere
status_is 3
err_has 'nowhere'
files_are in-the-way models models/ElastoGap.mo

run manual --output m --examples models
status_is 0
out_has '^m: [0-9]+ classes in [0-9]+ packages, 1 examples, [0-9]+ figures; m/index\.html and m/markdown/README\.md$'
page=Modelica.Mechanics.Translational.Components.ElastoGap
for file in index.html style.css $page.html ElastoGap.html markdown/README.md markdown/$page.md; do
    [ -s "m/$file" ] || fail "no m/$file"
done
if command -v gnuplot >/dev/null; then
    grep -q "<img src=\"figures/$page.svg\"" "m/$page.html" || fail 'the page has no figure'
    grep -q '</svg>' "m/figures/$page.svg" || fail 'the figure is not whole'
else
    err_has gnuplot
fi
grep -q '<img src="figures/ElastoGap-network.svg"' m/ElastoGap.html || fail 'the example has no network'
grep -q '(../figures/ElastoGap-network.svg)' m/markdown/ElastoGap.md || fail 'the example has no network'
grep -q 'data-component="elastoGap1"' m/figures/ElastoGap-network.svg || fail 'the network is not whole'
# The icon stands on the page and in lists, and the topic that contacts share has its figure where its example is.
grep -q "<img class=\"icon\" src=\"icons/$page.svg\"" "m/$page.html" || fail 'the page has no icon'
grep -q "<img class=\"mark\" src=\"icons/$page.svg\"" "m/package-${page%.ElastoGap}.html" || fail 'no icon in a list'
grep -q '^<svg .*viewBox="-115 -115 230 230"' "m/icons/$page.svg" || fail 'no icon beside the page'
grep -q 'two difficulties of a spring-damper' "m/$page.html" || fail 'nothing of spring-dampers as contacts'
grep -q 'Related classes' "m/$page.html" || fail 'no related classes'
grep -q '<code>Flange_a</code>' "m/$page.html" || fail 'the connector is not named'
[ ! -e m/figures/spring-damper-contact.svg ] || fail 'a figure of an example that is not there'
cp "$SOURCE/examples/ThreeCurves.mo" models
run manual --output m2 --examples models
status_is 0
if command -v gnuplot >/dev/null; then
    grep -q 'src="figures/spring-damper-contact.svg"' "m2/$page.html" || fail 'the topic has no figure'
    grep -q '</svg>' m2/figures/spring-damper-contact.svg || fail 'the figure of the topic is not whole'
fi
rm -r m2 models/ThreeCurves.mo
# A page per class: as many as info lists.
run info
classes=$(grep -c '^  ' .out)
[ "$(grep -l 'Made by' m/*.html | xargs grep -LE 'class="kind">(package|example)' | grep -vc index.html)" -eq "$classes" ] ||
    fail "not $classes pages"

# An example that is wrong is an error, and its diagnostic has a place.
printf 'model Wrong\n  Real x\nend Wrong;\n' >models/Wrong.mo
run manual --output other --examples models
status_is 1
err_has 'Wrong\.mo:2:9: error'
[ ! -e other ] || fail 'something was written'
finish

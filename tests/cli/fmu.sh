# elastogap fmu: the archive, what it holds, what it shows, and that it is the same each time.
. "$(dirname "$0")/lib.sh"

cp "$SOURCE/examples/ElastoGap.mo" .
for version in 2 3; do
    run fmu ElastoGap.mo --fmi $version -o gap$version.fmu
    status_is 0
    mkdir -p elsewhere/deep
    cp ElastoGap.mo elsewhere/deep
    run fmu elsewhere/deep/ElastoGap.mo --fmi $version -o again$version.fmu
    status_is 0
    cmp gap$version.fmu again$version.fmu || fail "the same text gives other bytes elsewhere"
    [ "$(wc -c <gap$version.fmu)" -lt 3000000 ] || [ "$SANITIZE" = 1 ] || fail "the FMU is larger than 3 MB"
done
(cd elsewhere/deep && TZ=Asia/Tokyo LC_ALL=C.UTF-8 "$ELASTOGAP" fmu ElastoGap.mo -o there.fmu >/dev/null)
cmp gap3.fmu elsewhere/deep/there.fmu || fail "directory, time zone or locale change the bytes"
run fmu ElastoGap.mo
status_is 0
[ -f ElastoGap.fmu ] || fail "no ElastoGap.fmu"

# A setting makes another FMU, a library comes along.
run fmu ElastoGap.mo --set mass1.m=2 -o set.fmu
status_is 0
! cmp -s set.fmu gap3.fmu || fail "a setting does not show"
mkdir -p lib/Lib
printf 'package Lib\nend Lib;\n' >lib/Lib/package.mo
printf 'within Lib;\nmodel Heavy\n  extends Modelica.Mechanics.Translational.Components.Mass(m = 7);\nend Heavy;\n' >lib/Lib/Heavy.mo
printf 'model Uses\n  Lib.Heavy a(s(start = 0, fixed = true), v(start = 1, fixed = true));\nend Uses;\n' >Uses.mo
run fmu Uses.mo -I lib -o uses.fmu
status_is 0
if command -v unzip >/dev/null; then
    mkdir u && (cd u && unzip -q ../uses.fmu)
    for file in modelDescription.xml binaries/x86_64-linux/Uses.so resources/fmu.txt resources/model/Uses.mo \
        resources/model/lib/Lib/package.mo resources/model/lib/Lib/Heavy.mo documentation/index.html \
        documentation/licenses/license.txt; do
        [ -f "u/$file" ] || fail "no $file in the FMU"
    done
    grep -q 'include model/lib' u/resources/fmu.txt || fail "the library is not named"
    grep -q "$PWD" u/modelDescription.xml u/resources/fmu.txt && fail "a directory of this machine shows"
    if command -v xmllint >/dev/null; then
        xmllint --noout u/modelDescription.xml || fail "the description is no XML"
    fi
fi

# Reference results: those of the direct run, at its points; none where the model cannot be run as it is.
if command -v unzip >/dev/null; then
    unzip -q gap3.fmu 'extra/*'
    results=extra/org.fmi-standard.fmi-ls-ref
    grep -q 'source="ElastoGap_out.csv"' $results/fmi-ls-manifest.xml || fail "the manifest names no results"
    run simulate ElastoGap.mo --tolerance 1e-10 --output direct.csv --quiet
    awk -F, 'FNR == 1 { file++; for (i = 1; i <= NF; i++) if ($i == "\"mass2.v\"") at = i; next }
        { t = sprintf("%.9g", $1) }
        file == 1 { value[t] = $at; next }
        { n++; d = value[t] - $at; if (!(t in value) || d > 1e-8 || d < -1e-8) bad++ }
        END { exit bad > 0 || n < 200 }' direct.csv $results/ElastoGap_out.csv || fail "other results than the direct run"
    printf 'model Blows\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x^2;\n  annotation(experiment(StopTime = 2));\nend Blows;\n' >Blows.mo
    run fmu Blows.mo
    status_is 0
    err_has 'warning: the FMU gets no reference results'
    ! unzip -l Blows.fmu | grep -q extra/ || fail "results of a run that fails"
fi

# Nothing but the functions of the standards is visible, all of them are, and nothing else is needed.
if [ "$SANITIZE" != 1 ] && command -v nm >/dev/null; then
    nm -D --defined-only "$BUILD/elastogap_fmu.so" | awk '{ print $3 }' >symbols
    ! grep -qv '^fmi[23][A-Z]' symbols || fail "the runtime shows $(grep -v '^fmi[23][A-Z]' symbols | head -1)"
    [ "$(grep -c '^fmi3' symbols)" = 75 ] || fail "not all functions of FMI 3"
    [ "$(grep -c '^fmi2' symbols)" = 44 ] || fail "not all functions of FMI 2"
    ! nm -D --undefined-only "$BUILD/elastogap_fmu.so" | grep -qE 'SUN|IDA|klu|eg_' || fail "a library is missing"
fi

# Source FMUs: one file, described, the same each time; what needs ida is refused by name.
for version in 2 3; do
    run fmu ElastoGap.mo --source --fmi $version -o source$version.fmu
    status_is 0
done
run fmu elsewhere/deep/ElastoGap.mo --source -o again.fmu
status_is 0
cmp source3.fmu again.fmu || fail "the same text gives another source FMU elsewhere"
if command -v unzip >/dev/null; then
    mkdir s2 s3 && (cd s2 && unzip -q ../source2.fmu) && (cd s3 && unzip -q ../source3.fmu)
    for directory in s2 s3; do
        [ -f $directory/sources/ElastoGap.c ] && [ ! -e $directory/binaries ] && [ ! -e $directory/resources ] ||
            fail "not the files of a source FMU"
        grep -q '<SourceFile name="ElastoGap.c"/>' $directory/sources/buildDescription.xml || fail "no build description"
        grep -q "$PWD" $directory/sources/ElastoGap.c && fail "a directory of this machine shows"
    done
    [ "$(grep -c '<File name="ElastoGap.c"/>' s2/modelDescription.xml)" = 2 ] || fail "no list of sources"
fi
run fmu "$SOURCE/examples/Furnace.mo" --source -o furnace.fmu
status_is 1
err_has 'needs the engine ida, because the temperature of' 'remedy: export it without --source'
[ ! -e furnace.fmu ] || fail "an FMU that cannot run"

# Terminals, and inputs and outputs by name.
printf 'model Part\n  Modelica.Mechanics.Translational.Interfaces.Flange_a left;\n  Modelica.Mechanics.Translational.Components.Mass body(m = 2);\nequation\n  connect(left, body.flange_a);\nend Part;\n' >Part.mo
run fmu Part.mo --flange left=force --flange body.flange_b=force --outputs 'body.v' -o part.fmu
status_is 0
if command -v unzip >/dev/null; then
    unzip -p part.fmu terminalsAndIcons/terminalsAndIcons.xml >terminals.xml
    [ "$(grep -c '<TerminalMemberVariable' terminals.xml)" = 8 ] || fail "not eight members"
    # Pictures of the model and of its terminals, with their places.
    grep -q '<Icon x1="-115" y1="-115" x2="115" y2="115"/>' terminals.xml || fail "no icon"
    grep -q 'x1="-113" y1="-13" x2="-87" y2="13" iconBaseName="flange_a"/>' terminals.xml || fail "flange_a has no place"
    grep -q 'x1="87" y1="-13" x2="113" y2="13" iconBaseName="flange_b"/>' terminals.xml || fail "flange_b has no place"
    for name in icon flange_a flange_b; do
        unzip -p part.fmu terminalsAndIcons/$name.png | head -c 8 | od -An -tx1 | grep -q '89 50 4e 47 0d 0a 1a 0a' ||
            fail "no $name.png"
        unzip -p part.fmu terminalsAndIcons/$name.svg | grep -q '</svg>' || fail "no $name.svg"
    done
    unzip -l part.fmu | grep -q model.png && fail "model.png belongs to FMI 2"
    sed 's|^end Part|  annotation(Icon(graphics = {Rectangle(extent = {{-10, -20}, {30, 40}}), Text(extent = {{-50, 0}, {50, 20}}, textString = "%name!")}));\nend Part|' \
        Part.mo >Drawn.mo
    run fmu Drawn.mo --fmi 2 -o drawn.fmu
    status_is 0
    unzip -p drawn.fmu terminalsAndIcons/icon.svg >drawn.svg
    grep -q 'points="-10,20 30,20 30,-40 -10,-40"' drawn.svg || fail "the model's own icon is not drawn"
    grep -q '>Part!</text>' drawn.svg || fail "the name is not in the icon"
    unzip -p drawn.fmu model.png >model.png
    unzip -p drawn.fmu terminalsAndIcons/icon.png | cmp -s - model.png || fail "model.png is another picture"
    unzip -p drawn.fmu terminalsAndIcons/terminalsAndIcons.xml | grep -q Terminals\> && fail "terminals that are not there"
    unzip -p part.fmu modelDescription.xml >part.xml
    for name in left.f body.flange_b.f; do
        grep "name=\"$name\"" part.xml | grep -q 'causality="input"' || fail "$name is no input"
    done
    for name in left.s left.v left.a body.flange_b.s body.flange_b.v body.flange_b.a body.v; do
        grep "name=\"$name\"" part.xml | grep -q 'causality="output"' || fail "$name is no output"
    done
fi
run fmu Part.mo --flange right=force -o none.fmu
status_is 1
err_has 'no flange or heat port right'
run fmu Part.mo --outputs 'nothing.*' -o none.fmu
status_is 1
err_has 'finds no variable'
[ ! -e none.fmu ] || fail "an FMU with what is not there"

# Mistakes.
run fmu ElastoGap.mo --fmi 1
status_is 2
run fmu ElastoGap.mo --fmi 2.5
status_is 2
run fmu ElastoGap.mo --engine none
status_is 2
run fmu ElastoGap.mo -o gap.zip
status_is 2
run fmu nothing.mo
status_is 2
printf 'model Broken\n  Real x = ;\nend Broken;\n' >Broken.mo
run fmu Broken.mo
status_is 1
[ ! -e Broken.fmu ] || fail "an FMU of a wrong model"

# Files of tables come along; one that is named by its whole path cannot.
cp "$SOURCE/examples/Replay.mo" "$SOURCE/examples/road.txt" "$SOURCE/examples/damper.csv" .
run fmu Replay.mo
status_is 0
if command -v unzip >/dev/null; then
    unzip -l Replay.fmu | grep -q 'resources/model/road.txt' || fail "the table is missing"
fi
sed "s,\"road.txt\",\"$PWD/road.txt\"," Replay.mo >Whole.mo
run fmu Whole.mo -o whole.fmu
status_is 1
err_has 'cannot carry' 'remedy: put the file beside'
[ ! -e whole.fmu ] || fail "an FMU of a wrong model"

# Variables of type String are an enumeration of the texts, all of which have a name.
printf 'model Texts\n  String s = if time > 0.5 then "late" else "early";\nend Texts;\n' >Texts.mo
run fmu Texts.mo -o texts.fmu
status_is 0
if command -v unzip >/dev/null; then
    unzip -p texts.fmu modelDescription.xml >texts.xml
    grep -q '<Item name="(empty)" value="1"' texts.xml || fail "the empty text has no name"
    grep -q '<Item name="late" value="2"' texts.xml || fail "a text has not its name"
fi
finish

# Parameters from files: --set-file FILE.ssv.
. "$(dirname "$0")/lib.sh"

cat >Kinds.mo <<'END'
model Kinds "One parameter of each type"
  parameter Boolean b = false;
  parameter Integer k = 2;
  parameter String law = "kelvin-voigt";
  parameter Real v[3] = {1, 2, 3};
  parameter Modelica.Blocks.Types.Smoothness s = Modelica.Blocks.Types.Smoothness.LinearSegments;
  parameter Real x0(unit = "m") = 1;
  Real x(start = x0, fixed = true, unit = "m");
  Modelica.Mechanics.Translational.Components.Mass mass(m = 2, L = 0, s(start = 0, fixed = true),
    v(start = 1, fixed = true));
equation
  der(x) = -k*x + (if b then v[2] else 0) +
    (if s == Modelica.Blocks.Types.Smoothness.ConstantSegments then 1 else 0);
  annotation(experiment(StopTime = 1));
end Kinds;
END

# file NAME PARAMETERS [UNITS]
file() {
    cat >"$1" <<END
<?xml version="1.0" encoding="UTF-8"?>
<ssv:ParameterSet version="2.0" name="set" xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
    xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon">
<ssv:Parameters>
$2
</ssv:Parameters>
${3:-}
</ssv:ParameterSet>
END
}
real() { # NAME VALUE [UNIT]
    echo "<ssv:Parameter name=\"$1\"><ssv:Real value=\"$2\"${3:+ unit=\"$3\"}/></ssv:Parameter>"
}
METRES='<ssv:Units><ssc:Unit name="mm"><ssc:BaseUnit m="1" factor="0.001"/></ssc:Unit>
<ssc:Unit name="t"><ssc:BaseUnit kg="1" factor="1000"/></ssc:Unit>
<ssc:Unit name="inch"><ssc:BaseUnit m="1" factor="0.0254" offset="1"/></ssc:Unit></ssv:Units>'

# Each type, as --set gives it.
file all.ssv '<ssv:Parameter name="k"><ssv:Integer value="3"/></ssv:Parameter>
<ssv:Parameter name="b"><ssv:Boolean value="1"/></ssv:Parameter>
<ssv:Parameter name="v"><ssv:Float64 value="4 5.5 6e0"/></ssv:Parameter>
<ssv:Parameter name="law"><ssv:String value="a&quot;b\t"/></ssv:Parameter>
<ssv:Parameter name="s"><ssv:Enumeration name="Modelica.Blocks.Types.Smoothness" value="ConstantSegments"/>
</ssv:Parameter>'
run flatten Kinds.mo --set-file all.ssv -o file.mo
status_is 0
run flatten Kinds.mo --set k=3 --set b=true --set 'v={4,5.5,6}' --set 'law="a\"b\\t"' \
    --set s=Modelica.Blocks.Types.Smoothness.ConstantSegments -o set.mo
status_is 0
cmp -s file.mo set.mo || fail "a file does not set what --set sets"

# --set goes before; all commands take files; arrays of texts are Value elements.
run simulate Kinds.mo --set-file all.ssv --set k=1 --set b=false --get k -o k.csv
out_has '^k = 1$'
for command in check info linearize steady; do
    run $command Kinds.mo --set-file all.ssv
    status_is 0
done

# Units: converted to those of the model.
file units.ssv "$(real x0 250 mm)
$(real mass.m 3 t)" "$METRES"
run simulate Kinds.mo --set-file units.ssv --get 'first(x)' --get mass.m -o u.csv
out_has '^first\(x\) = 0.25 m$' '^mass.m = 3000 kg$'
file offset.ssv "$(real x0 10 inch)" "$METRES"
run simulate Kinds.mo --set-file offset.ssv --get 'first(x)' -o u.csv
out_has '^first\(x\) = 1.254 m$'
file wrong.ssv "$(real x0 2)
$(real mass.m 3 mm)" "$METRES"
run check Kinds.mo --set-file wrong.ssv
status_is 1
err_has '^wrong.ssv:6: error: mass.m is in kg, but is given here in mm$' 'remedy: give its value in kg'
run sweep Kinds.mo --set-file wrong.ssv --set 'k=list(1,2)' --get 'final(x)' -o s.csv
status_is 1
err_has '^wrong.ssv:6: error: mass.m is in kg'
run sweep Kinds.mo --set-file units.ssv --set 'k=list(1,2)' --get 'first(x)' -o s.csv
status_is 0
[ "$(cut -d, -f3 s.csv | tail -1)" = 0.25 ] || fail "a sweep does not take the file: $(tail -1 s.csv)"

# FMUs, by the units of their variables.
run fmu Kinds.mo -o Kinds.fmu
status_is 0
run simulate Kinds.fmu --set-file units.ssv --get x0 -o f.csv
out_has '^x0 = 0.25 m$'
run simulate Kinds.fmu --set-file wrong.ssv -o f.csv
status_is 1
err_has '^wrong.ssv:6: error: mass.m is in kg'

# What is wrong is said with its place.
refused() { # PARAMETERS REGEX [UNITS]: at line 5
    file bad.ssv "$1" "${3:-}"
    run check Kinds.mo --set-file bad.ssv
    status_is 1
    err_has "^bad.ssv:5(:[0-9]+)?: error: $2" 'remedy: '
}
refused "$(real kk 2)" 'Kinds has no "kk" to modify'
refused "$(real k 2.5)" '.*Integer'
refused "$(real x0 2,5)" 'this value is none of its type: "2,5"'
refused "$(real x0 INF)" 'this value is none of its type'
refused "$(real x0 '')" 'this value is none of its type'
refused "$(real x0 1 furlong)" 'the file does not say what this unit is: "furlong"'
refused "$(real 'x0=1;k' 1)" 'this parameter has no name'
refused '<ssv:Parameter name="k"><ssv:Integer value="2.5"/></ssv:Parameter>' 'this value is none of its type'
refused '<ssv:Parameter name="k"><ssv:Integer/></ssv:Parameter>' 'this parameter has no value'
refused '<ssv:Parameter name="b"><ssv:Boolean value="yes"/></ssv:Parameter>' 'this value is none of its type'
refused '<ssv:Parameter name="law"><ssv:Binary value="00"/></ssv:Parameter>' 'a model has no parameter of this type: "Binary"'
refused '<ssv:Parameter name="law"/>' 'a model has no parameter of this type: "none"'
refused '<ssv:Parameter name="s"><ssv:Enumeration value="ConstantSegments"/></ssv:Parameter>' \
    'the file does not say of which enumeration'

file twice.ssv "$(real x0 2)
$(real x0 3)"
run check Kinds.mo --set-file twice.ssv
status_is 2
err_has '^twice.ssv:6: error: x0 has a value already, by twice.ssv:5$'
run check Kinds.mo --set-file units.ssv --set-file offset.ssv
status_is 2
err_has '^offset.ssv:5: error: x0 has a value already, by units.ssv:5$'
run check Kinds.mo --set-file none.ssv
status_is 2
err_has 'none.ssv: error: cannot read the file'
sed 's,</ssv:Parameters>,,' all.ssv >open.ssv
run check Kinds.mo --set-file open.ssv
status_is 1
err_has '^open.ssv:[0-9]+: error: the set of parameters is no well-formed XML'
run check Kinds.mo --set-file Kinds.mo
status_is 1
sed 's/version="2.0"/version="9.0"/' all.ssv >new.ssv
run check Kinds.mo --set-file new.ssv
status_is 1
err_has 'the file is of another version of SSV: "9.0"'
finish

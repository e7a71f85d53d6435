# A library of one's own: simulated by class and by file, through -I and MODELICAPATH, listed, and what is said
# when it is not in order.
. "$(dirname "$0")/lib.sh"

mkdir -p 'libs/Rig 1.2.0/Examples' elsewhere/flat
library="libs/Rig 1.2.0"
cat >"$library/package.mo" <<'END'
within ;
package Rig "things that stop"
  import Modelica.Units.SI;
  constant SI.Mass m0 = 2;
  type Stiffness = Real(unit = "N/m", min = 0);
  model Bumper "a stiff gap"
    extends Modelica.Mechanics.Translational.Components.ElastoGap(c = 1e4, d = 0, n = 1);
    parameter SI.Length wear = 0 "how much is gone";
  end Bumper;
end Rig;
END
printf 'Examples\nBumper\nm0\n' >"$library/package.order"
cat >"$library/Examples/package.mo" <<'END'
within Rig;
package Examples "to look at"
end Examples;
END
cat >"$library/Examples/Stop.mo" <<'END'
within Rig.Examples;
model Stop "a mass runs into a bumper"
  parameter Stiffness c = 1e4 "of the bumper";
  replaceable Bumper bumper(c = c, s_rel0 = 0.5);
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.Mass mass(m = m0, s(start = 1, fixed = true), v(start = -1, fixed = true));
equation
  connect(wall.flange, bumper.flange_a);
  connect(bumper.flange_b, mass.flange_a);
  annotation(experiment(StopTime = 2));
end Stop;
END
echo 'within Rig.Examples; model Broken' >"$library/Examples/Broken.mo"
cat >elsewhere/Mine.mo <<'END'
model Mine "the same with a rubber stop"
  extends Rig.Examples.Stop(redeclare Rig.Bumper bumper(n = 1.5));
end Mine;
END

# A mass of 2 kg with 1 m/s and a spring of 1e4 N/m: it leaves as it came.
check_run() {
    status_is 0
    err_is_empty
    near "$(value_at out.csv mass.v 2)" 1 1e-5 'the speed after the stop'
    rm -f out.csv
}
run simulate Rig.Examples.Stop -I libs --output out.csv --quiet
check_run
run simulate Rig.Examples.Stop -I "$library" --output out.csv --quiet
check_run
MODELICAPATH=/nowhere:$work/libs run simulate Rig.Examples.Stop --output out.csv --quiet
check_run
run simulate "$library/Examples/Stop.mo" --output out.csv --quiet
check_run
run simulate "$library" --model Examples.Stop --output out.csv --quiet
check_run
run simulate elsewhere/Mine.mo -I libs --output out.csv --quiet
check_run
run simulate elsewhere/Mine.mo --quiet
status_is 1
err_has 'Mine\.mo:2:11: error: .*Rig\.Examples\.Stop' 'remedy: '

# Two libraries of the name side by side in another directory: the first directory given wins.
mkdir -p "elsewhere/Rig 9.0"
echo 'within ; package Rig end Rig;' >"elsewhere/Rig 9.0/package.mo"
run check Rig.Examples.Stop -I libs -I elsewhere
status_is 0
run check Rig.Examples.Stop -I elsewhere -I libs
status_is 2
err_has 'Rig\.Examples\.Stop'

# Listings.
run info Rig -I libs
status_is 0
err_is_empty
out_has '^package Rig  things that stop$' '^  Bumper +model +a stiff gap$' '^package Rig\.Examples  to look at$' \
    '^  Stop +model +a mass runs into a bumper$' '^  Broken +\(cannot be read'
[ "$(grep -n -m1 Bumper .out | cut -d: -f1)" -lt "$(grep -n -m1 Stiffness .out | cut -d: -f1)" ] ||
    fail 'package.order is not followed'
run info Rig.Examples.Stop -I libs
status_is 0
out_has '^model Rig\.Examples\.Stop' '^  c +Stiffness +of the bumper$'
run info "$library/Examples/Stop.mo"
status_is 0
out_has '^model Rig\.Examples\.Stop'
run info Rig
status_is 2
err_has 'unknown class Rig'
run info Rig.Examples.Broken -I libs
status_is 1
err_has 'Broken\.mo:1:'

# Not in order.
run check Rig.Examples.Stop -I nowhere
status_is 2
err_has '-I needs a directory.*nowhere'
echo 'none' >elsewhere/notes.txt
run check Rig.Examples.Stop -I elsewhere/notes.txt
status_is 2
err_has '-I needs a directory.*notes\.txt'
sed 's/within Rig.Examples/within Rig.Tests/' "$library/Examples/Stop.mo" >"$library/Examples/Moved.mo"
run check "$library/Examples/Moved.mo"
status_is 1
err_has 'Moved\.mo:1:8: error: .*belongs to "Rig\.Tests", but it lies in the package "Rig\.Examples"' 'within Rig\.Examples;'
echo 'within Rig; model Bumper end Bumper;' >"$library/Bumper.mo"
run check Rig.Examples.Stop -I libs
status_is 1
err_has 'package\.mo:6:9: error: "Bumper" is declared here and in .*Bumper\.mo' 'remove one'

# Texts that lie loose, in no package.
mkdir -p loose others two/Parts
echo 'model Main "from a text beside it, named otherwise" Part p(k = sum({1, 2})); end Main;' >loose/Main.mo
echo 'within ; model Other Real z = 1; end Other; model Part extends Decay(x(start = 2)); end Part;' >loose/all.mo
cat >loose/Decay.mo <<'END'
model Decay
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Decay;
END
echo 'model Part this is no Modelica' >loose/broken.mo
echo 'function sum input Real x; output Real y = 7; end sum;' >loose/sum.mo
run simulate loose/Main.mo --get 'last(p.x)' --tolerance 1e-9
status_is 0
err_is_empty
out_has 'last\(p\.x\) *= 0\.0995741' # 2*exp(-3)
run check Main -I loose
status_is 0
run check loose --model Part
status_is 0
run check loose
status_is 2
err_has 'directory without a package\.mo' '--model NAME'
run fmu loose/Main.mo -o Main.fmu
status_is 0
run simulate loose/Main.mo --set p.k=0 --get 'last(p.x)'
status_is 0
out_has 'last\(p\.x\) *= 2$'
# Given behind it, in any order; what is given comes before what lies beside.
mv loose/all.mo others/parts.mo
run check loose/Main.mo
status_is 1
err_has 'the class "Part" is not known'
run check loose/Main.mo others/parts.mo
status_is 0
run check loose/Main.mo -I others
status_is 0
run check loose/Main.mo others/parts.mo notes
status_is 2
err_has "does not know what to do with 'notes'"
echo 'model Part end Part;' >others/more.mo
run check loose/Main.mo -I others
status_is 1
err_has '"Part" is declared here and in .*parts\.mo' 'remove or rename'
# `within` counts, and a package beside the text.
echo 'within Made; model A B b; end A;' >two/A.mo
echo 'within Made; model B Parts.Decay d; end B;' >two/b.mo
echo 'within Else; model B end B;' >two/c.mo
echo 'package Parts end Parts;' >two/Parts/package.mo
(echo 'within Parts;' && cat loose/Decay.mo) >two/Parts/Decay.mo
run simulate two/A.mo --get 'last(b.d.x)' --tolerance 1e-9
status_is 0
out_has 'last\(b\.d\.x\) *= 0\.36787944'

finish

# What is out of all proportion is right or told by name: dampers that tie masses as if rigid, tables too steep, starts
# without a finite value, runs that would never end.
. "$(dirname "$0")/lib.sh"

# Two masses, 3 kg together, at rest, pushed by 3 N: whatever ties them, their speed after 1 s is 1 m/s, but for
# what their relative speed, 1 N over the damping, makes of it.
cat >Tied.mo <<'MODEL'
model Tied
  import Modelica.Mechanics.Translational.*;
  Components.Mass a(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Components.Mass b(m = 2, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Components.Damper tie(d = 1e12);
  Sources.ConstantForce push(f_constant = 3);
equation
  connect(a.flange_b, tie.flange_a);
  connect(tie.flange_b, b.flange_a);
  connect(push.flange, b.flange_b);
end Tied;
MODEL
for engine in auto exact fixed; do
    for d in 1e10 1e12; do
        run simulate Tied.mo --set tie.d=$d --engine $engine --output t.csv --quiet
        status_is 0
        near "$(value_at t.csv a.v 1)" 1 1e-6 "a.v with d = $d by $engine"
        near "$(value_at t.csv b.v 1)" 1 1e-6 "b.v with d = $d by $engine"
    done
done
run simulate Tied.mo --set tie.d=1e100 --engine fixed --output t.csv --quiet
status_is 3
err_has 'tie is so hard .* hides the masses'

run simulate "$SOURCE/examples/Actuator.mo" --set 'motor.bearing.tau_pos[2,1]=1e-320' --output t.csv --quiet
status_is 1
err_has 'motor.bearing: between two rows the friction table is so steep'
run simulate "$SOURCE/examples/Actuator.mo" --set coupling.shaft.phi_rel0=1e300 --output t.csv --quiet
status_is 1
err_has 'cannot be evaluated at the start' 'remedy: '
finish

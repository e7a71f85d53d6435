# A start deep inside a contact, out of all proportion: told with the depth, the force and what to look at,
# whoever runs it; a preload, and a contact that is what drives the model, are not.
. "$(dirname "$0")/lib.sh"

cat >Drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.*;
  Components.Fixed ground;
  Components.ElastoGap stop(c = 1e5, d = 60);
  Components.Mass ball(m = 2, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce weight(f_constant = -2*9.81);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 0.1));
end Drop;
MODEL

# 299.5 m deep: c*x = 2.995e7 N, c*x^2/2 = 4.485e9 J, and the weight along 299.5 m is 5876 J.
for engine in auto exact erk irk fixed; do
    run simulate Drop.mo --set stop.s_rel0=300 --engine $engine --quiet
    status_is 0
    err_has 'Drop.mo:4:[0-9]+: warning: stop begins 299.5 m deep in contact \(at a distance of 0.5 m\)' \
        'force of 3e\+07 N' '4.49e\+09 J that it stores are 7.6e\+05 times' 'remedy: look at the start values'
done
run simulate Drop.mo --set ball.s.start=-300 --quiet
err_has 'stop begins 300 m deep'
run ensemble Drop.mo --set 'stop.s_rel0=list(0,300)' --get 'max(-stop.f)' --count 1 --output e.csv --quiet
status_is 0
err_has 'warning: set 1: stop begins 299.5 m deep'
run fmu Drop.mo -o Drop.fmu
run simulate Drop.fmu --set stop.s_rel0=300 --quiet
err_has 'stop begins 299.5 m deep'

# 1 mm of 0.2 m, and what a contact is driven by alone.
run simulate Drop.mo --set stop.s_rel0=0.501 --quiet
status_is 0
err_is_empty
for model in ElastoGap PreLoad HeatLosses Rattle SeriesContact; do
    run simulate "$SOURCE/examples/$model.mo" --quiet
    status_is 0
    err_is_empty
done

# Two contacts press a part between them with a million newtons each: nothing is let go.
cat >Pressed.mo <<'MODEL'
model Pressed
  import Modelica.Mechanics.Translational.*;
  Components.Fixed left(s0 = -1), right(s0 = 1);
  Components.ElastoGap one(c = 1e7, d = 10, s_rel0 = 1.1), other(c = 1e7, d = 10, s_rel0 = 1.1);
  Components.Mass part(m = 2, s(start = 0, fixed = true), v(start = 0.001, fixed = true));
  Sources.ConstantForce push(f_constant = 3);
equation
  connect(left.flange, one.flange_a);
  connect(one.flange_b, part.flange_a);
  connect(part.flange_b, other.flange_a);
  connect(other.flange_b, right.flange);
  connect(push.flange, part.flange_b);
  annotation(experiment(StopTime = 0.1));
end Pressed;
MODEL
run simulate Pressed.mo --quiet
status_is 0
err_is_empty

# A spring of 1e150 N/m that is stretched by 1 cm stores 5e145 J: an ulp of the speed of 1 kg is then 2e-16*1e73 m/s.
cat >Stretched.mo <<'MODEL'
model Stretched
  import Modelica.Mechanics.Translational.Components.*;
  Mass a(m = 1, s(start = 0, fixed = true), v(fixed = true)), b(m = 1, s(start = 0.11, fixed = true), v(fixed = true));
  SpringDamper tie(c = 1e150, d = 1e75, s_rel0 = 0.1);
equation
  connect(a.flange_b, tie.flange_a);
  connect(tie.flange_b, b.flange_a);
  annotation(experiment(StopTime = 0.1));
end Stretched;
MODEL
run simulate Stretched.mo --quiet
err_has 'warning: tie begins with so much energy, 5e\+145 J' 'remedy: look for a stiffness'
finish

# Wishes of variables to be states that cannot be met are told; those that can be met are not.
. "$(dirname "$0")/lib.sh"

model() { # WHERE: the flange of the other end; WISH: what is said of the spring-damper
    cat >Wish.mo <<MODEL
model Wish
  Modelica.Mechanics.Translational.Components.Mass a(m = 1, s(start = 0, fixed = true), v(start = 1, fixed = true));
  Modelica.Mechanics.Translational.Components.Mass b(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.SpringDamper sd(c = 1, d = 1$2);
equation
  connect($1, sd.flange_a);
  connect(sd.flange_b, b.flange_a);
end Wish;
MODEL
    run check Wish.mo
    status_is 0
}

for wish in 'v_rel(stateSelect = StateSelect.always)' 'stateSelect = StateSelect.always'; do
    model a.flange_b ", $wish"
    err_has 'sd\.v_rel is no state, though it is asked for \(stateSelect=always\)' 'remedy: ask for s_rel'
    model wall.flange ", $wish" # the speed of b
    err_is_empty
done
model a.flange_b ', f(stateSelect = StateSelect.always)'
err_has 'sd\.f is no state, though it is asked for'
for wish in '' ', s_rel(stateSelect = StateSelect.always)' ', v_rel(stateSelect = StateSelect.prefer)' \
    ', v_rel(stateSelect = StateSelect.avoid)' ', v_rel(stateSelect = StateSelect.never)'; do
    model a.flange_b "$wish"
    err_is_empty
done

# What follows from others is no state, and the speeds of bodies are.
cat >Own.mo <<MODEL
model Own
  Real x(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real y(stateSelect = StateSelect.always);
  Real z(start = 2, fixed = true, stateSelect = StateSelect.never);
  Modelica.Mechanics.Translational.Components.Mass a(m = 1, s(start = 0, fixed = true),
    v(start = 1, fixed = true, stateSelect = StateSelect.never));
  Modelica.Mechanics.Translational.Components.Mass b(m = 1, s(start = 0, fixed = true),
    v(start = 1, fixed = true, stateSelect = StateSelect.avoid));
equation
  der(x) = -x;
  y = 2*x;
  der(z) = -z;
end Own;
MODEL
run check Own.mo
status_is 0
err_has 'Own.mo:3:8: warning: y is no state, though it is asked for' 'no equation speaks of der\(y\)'
err_has 'z is a state, though it is asked not to be one \(stateSelect=never\)'
err_has 'a\.v is a state, though it is asked not to be one \(stateSelect=never\): the speeds of bodies'
[ "$(grep -c warning: .err)" = 3 ] || fail 'three warnings, not one of x, nor of b'
finish

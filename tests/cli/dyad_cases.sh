# Enumerations of Dyad whose cases have fields: made, handed on, chosen by, set, converted, refused.
. "$(dirname "$0")/lib.sh"

cat >cases.dyad <<'TEXT'
enum Start =
  # At rest
  | Steady
  # Begins there
  | At(x0::Position = 2, v0::Velocity)
  | Only(x0::Position)

component Ball
  structural parameter init::Start = Start.Only(5)
  variable x::Position
  variable v::Velocity
relations
  switch init
    case Steady
      initial x = 0
      initial v = 0
    end
    case At
      initial x = init.x0
      initial v = init.v0
    end
    default
      initial x = init.x0
      initial v = 0
    end
  end
  der(x) = v
  der(v) = if init == Start.Steady then 1 else 0
end

component Balls
  structural parameter how::Start = Start.At(v0 = 3)
  a = Ball(init = how)
  b = Ball(init = Start.Steady)
  c = Ball(init = Start.Steady())
  d = Ball()
  e = Ball(init = Start.At(1, 4))
  f = Ball(init = if 1 > 2 then Start.Steady() else Start.Only(x0 = 7))
end

analysis Run
  extends TransientAnalysis(stop = 1)
  model = Balls()
end
TEXT

# What begins where, and how fast it goes on; with numbers that follow by hand.
moves() { # FILE [OPTION...]
    run simulate "$@" --output moved.csv --get a.x --get b.x --get c.x --get d.x --get e.x --get f.x
    status_is 0
}
moves cases.dyad
out_has '^a.x = 5 m$'
out_has '^b.x = 0.(5|4999999|5000000)[0-9]* m$'
out_has '^c.x = 0.(5|4999999|5000000)[0-9]* m$'
out_has '^d.x = 5 m$'
out_has '^e.x = 5 m$'
out_has '^f.x = 7 m$'
mv moved.csv asked.csv
moves cases.dyad --set how.x0=20
out_has '^a.x = 23 m$'
moves cases.dyad --set 'e.init.v0=0.5'
out_has '^e.x = 1.5 m$'

# In Modelica it is a record, which comes back; the flat text has the fields of the cases that are.
run convert cases.dyad -o cases.mo
status_is 0
grep -Eq '^record Start$' cases.mo || fail "cases.mo lacks a line"
grep -Eq '^  parameter Start how = Start\(case = Start.enum.At, v0 = 3, x0 = 2\);$' cases.mo || fail "cases.mo lacks a line"
grep -Eq 'if init.case == Start.enum.Steady then' cases.mo || fail "cases.mo lacks a line"
moves cases.mo
cmp -s moved.csv asked.csv || fail "the converted text moves otherwise"
run convert cases.mo -o back.dyad
status_is 0
moves back.dyad --model Run
cmp -s moved.csv asked.csv || fail "what came back moves otherwise"
run flatten cases.dyad -o flat.dyad
status_is 0
moves flat.dyad

# What is wrong is refused by name.
wrong() { # WHAT INSTEAD MESSAGE
    sed "s/$1/$2/" cases.dyad >wrong.dyad
    run check wrong.dyad
    status_is 1
    err_has "$3"
}
wrong 'Start.At(v0 = 3)' 'Start.At(q = 3)' 'the case "At" has no field "q"'
wrong 'Start.At(v0 = 3)' 'Start.At(1, 2, 3)' 'the case "At" has 2 fields only'
wrong 'Start.At(v0 = 3)' 'Start.Steady(x0 = 3)' 'the case "Steady" has no field "x0"'
wrong 'Start.At(v0 = 3)' 'Start.At()' 'the parameter "how.v0" has no value'
wrong 'Start.At(v0 = 3)' 'Start.Off()' '"Start.Off" is not known: Start has no "Off"'
wrong 'Start.At(v0 = 3)' 'Ball()' '"Ball" is no case of Start'
wrong 'case At' 'case Off' 'Start has no "Off"'
wrong 'der(x) = v' 'der(x) = init.v0' '"init.v0" does not exist: its condition is false'
wrong 'Only(x0::Position)' 'Only(x0::Integer)' '"x0" has another type in another case'
wrong '| Only' '| At' 'the case "At" is there twice'
wrong 'v0::Velocity' 'x0::Position' '"x0" is there twice in one case'
rm -f ./*.dyad ./*.mo ./*.csv
finish

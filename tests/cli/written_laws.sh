# Contacts, springs and dampers that users write, in source and flattened and in other words: the energy balance and the
# events of the component itself. What is no contact of that kind keeps the names of its relations.
. "$(dirname "$0")/lib.sh"

# Three gaps between walls and two masses, as the component or written; $1: what f is, $2: its class, $3: n.
rig() {
    cat <<MODEL
component Own
  flange_a = Flange()
  flange_b = Flange()
  heat_port = HeatPort()
  parameter c::Real
  parameter d::Real
  parameter n::Real = 1
  parameter s_ref::Real = 1
  parameter s_rel0::Real = 0
  parameter f_ref::Real = c * s_ref
  variable s_rel::Dyad.Position
  variable v_rel::Dyad.Velocity
  variable f::Dyad.Force
  variable f_c::Dyad.Force
  variable f_d::Dyad.Force
relations
  s_rel = flange_b.s - flange_a.s
  v_rel = der(s_rel)
  flange_b.f = f
  flange_a.f = -f
$1
  f = f_c + f_d
  heat_port.Q = -f_d * v_rel
end
component Rig
  left = TranslationalComponents.Fixed(s0 = -1)
  right = TranslationalComponents.Fixed(s0 = 1)
  gap1 = $2(c = 1e3, d = 10, s_rel0 = 0.4, n = $3)
  gap2 = $2(c = 2e3, d = 30, s_rel0 = 0.3, n = $3)
  gap3 = $2(c = 1e3, d = 2, s_rel0 = 0.2, n = $3)
  m1 = TranslationalComponents.Mass(m = 1)
  m2 = TranslationalComponents.Mass(m = 2)
  room = ThermalComponents.FixedTemperature(T = 293.15)
relations
  initial m1.s = -0.3
  initial m1.v = -2
  initial m2.s = 0.3
  initial m2.v = 1
  connect(left.flange, gap1.flange_a)
  connect(gap1.flange_b, m1.flange_a)
  connect(m1.flange_b, gap2.flange_a)
  connect(gap2.flange_b, m2.flange_a)
  connect(m2.flange_b, gap3.flange_a)
  connect(gap3.flange_b, right.flange)
  connect(gap1.heat_port, gap2.heat_port, gap3.heat_port, room.port)
end
analysis R
  extends TransientAnalysis(stop = 3)
  model = Rig()
end
MODEL
}

# energy TERM: of the balance of mechanics that --stats printed.
energy() {
    grep -m 1 -E "^  [+= ] $1 " .out | awk '{print $NF}'
}

# Within 1e-7 of 3 J, the energy of the start: a thousand times what is asked of the runs.
near() { # A B WHAT
    awk -v a="$1" -v b="$2" 'BEGIN {exit !(a - b < 3e-7 && b - a < 3e-7)}' || fail "$3 is $1, not $2"
}

source='  f_c = ifelse(s_rel < s_rel0, -f_ref * abs((s_rel - s_rel0) / s_ref)^n, 0)
  f_d = ifelse(s_rel < s_rel0, min(max(d * v_rel, f_c), -f_c), 0)'
turned='  f_c = -f_ref * max((s_rel0 - s_rel) / s_ref, 0)^n
  f_d = ifelse(d * v_rel < f_c, f_c, ifelse(d * v_rel > -f_c, -f_c, d * v_rel))'
clamped='  f_c = ifelse(s_rel >= s_rel0, 0, -f_ref * ((s_rel0 - s_rel) / s_ref)^n)
  f_d = clamp(d * v_rel, f_c, -f_c)'
linear='  f_c = ifelse(s_rel < s_rel0, -f_ref * abs((s_rel - s_rel0) / s_ref)^n, 0)
  f_d = ifelse(s_rel < s_rel0, d * v_rel, 0)'

for n in 1 1.5 2 3.3; do
    rig "$source" TranslationalComponents.ElastoGap $n >built_in.dyad
    run simulate built_in.dyad --tolerance 1e-10 --stats --output built_in.csv --events built_in_events.csv
    status_is 0
    lost=$(energy dissipated)
    stored=$(energy potential)
    for words in "$source" "$turned" "$clamped" "$linear"; do
        rig "$words" Own $n >written.dyad
        run simulate written.dyad --tolerance 1e-10 --stats --output written.csv --events written_events.csv
        status_is 0
        near "$(energy supplied)" 0 "supplied"
        if [ "$words" = "$linear" ]; then # it pulls, and lets go elsewhere
            ! grep -q "contact begins" written_events.csv || fail "this is no ElastoGap"
            grep -q "becomes true" written_events.csv || fail "no events"
            continue
        fi
        near "$(energy dissipated)" "$lost" "dissipated"
        near "$(energy potential)" "$stored" "potential"
        cut -d, -f2- built_in_events.csv >.expected
        cut -d, -f2- written_events.csv | cmp -s - .expected || fail "other events with n = $n: $words"
    done
done
finish

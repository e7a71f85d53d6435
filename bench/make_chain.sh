#!/bin/sh
# Writes the model of a chain as Modelica text to standard output: N unit masses between two walls, 1 mm of
# free gap between neighbours (ElastoGap, c = 1e5, d = 50); the first mass, the striker, starts at 1 m/s.
#
#     bench/make_chain.sh N [STOP_TIME] [INTERVAL] [TOLERANCE]
#
# The same model as `ida_raw chain --n N`.
set -eu
if [ $# -lt 1 ] || [ "$1" -lt 3 ]; then
    echo "usage: make_chain.sh N [STOP_TIME] [INTERVAL] [TOLERANCE]   (N >= 3)" >&2
    exit 2
fi
n=$1
stop=${2:-0.1}
interval=${3:-0.001}
tolerance=${4:-1e-6}
cat <<MODEL
model Chain$n "A pulse runs through $n masses with gaps between them"
  import Modelica.Mechanics.Translational.Components;
  constant Integer n = $n "Number of masses, the striker among them";
  parameter Real play(unit = "m") = 1e-3 "Free gap between neighbours";
  Components.Fixed left(s0 = 0);
  Components.Fixed right(s0 = (n + 1)*play);
  Components.Mass striker(m = 1, L = 0, v(start = 1, fixed = true));
  Components.Mass mass[n - 1](each m = 1, each L = 0, v(each start = 0, each fixed = true));
  Components.ElastoGap gap[n](each c = 1e5, each d = 50, s_rel(each start = play, each fixed = true));
  Components.ElastoGap last(c = 1e5, d = 50);
equation
  connect(left.flange, gap[1].flange_a);
  connect(gap[1].flange_b, striker.flange_a);
  connect(striker.flange_b, gap[2].flange_a);
  for i in 2:n loop
    connect(gap[i].flange_b, mass[i - 1].flange_a);
  end for;
  for i in 2:n - 1 loop
    connect(mass[i - 1].flange_b, gap[i + 1].flange_a);
  end for;
  connect(mass[n - 1].flange_b, last.flange_a);
  connect(last.flange_b, right.flange);
  annotation(experiment(StopTime = $stop, Interval = $interval, Tolerance = $tolerance));
end Chain$n;
MODEL

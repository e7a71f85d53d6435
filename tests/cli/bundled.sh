# Models of MSL by their names where there is no checkout of it: every command that takes a class takes them, users'
# texts and FMUs have them, and a checkout on the path goes before.
. "$(dirname "$0")/lib.sh"

examples=Modelica.Mechanics.Translational.Examples
armature=Modelica.Magnetic.FluxTubes.Examples.Utilities.TranslatoryArmatureAndStopper

# MODEL FILE: the position of its last mass at the end is that by name; two runs at 1e-6 of a range below 4 m.
same_end() {
    local name time
    case $1 in
    ElastoGap) name=mass2.s time=5 ;;
    PreLoad) name=spool.s time=100 ;;
    *) name=massWithStopAndFriction.s time=2 ;;
    esac
    near "$(value_at "$2" $name $time)" "$(value_at name.csv $name $time)" 1e-4 "$name of $2"
}

for model in ElastoGap PreLoad HeatLosses; do
    run simulate "$SOURCE/examples/$model.mo" --output file.csv --quiet
    status_is 0
    run simulate $examples.$model --output name.csv --quiet
    status_is 0
    err_is_empty
    cmp -s file.csv name.csv || fail "$model by name is not the file"
    run check $examples.$model
    status_is 0
    out_has "$model is right"
    run flatten $examples.$model --output flat.mo
    status_is 0
    run simulate flat.mo --output flat.csv --quiet
    same_end $model flat.csv
    run convert $examples.$model -o "$model.dyad"
    status_is 0
    for text in $examples.$model "$model.dyad"; do # Dyad's classes have more bodies and nodes of heat: other steps
        run simulate "$text" --tolerance 1e-11 --output "${text%.*}_11.csv" --events "${text%.*}_11_events.csv" --quiet
        status_is 0
    done
    name=${examples}
    python3 "$SOURCE/tests/cli/same_motion.py" "$name"_11.csv "${model}_11.csv" "$name"_11_events.csv \
        "${model}_11_events.csv" >.said 2>&1 || fail "$model in Dyad moves otherwise: $(tail -n 1 .said)"
    run fmu $examples.$model -o "$model.fmu"
    status_is 0
    err_is_empty
    run simulate "$model.fmu" --output fmu.csv --quiet
    status_is 0
    same_end $model fmu.csv
    run fmu $examples.$model --source -o source.fmu
    status_is 0
    run info $examples.$model
    status_is 0
    out_has "$model"
done
run convert $examples.ElastoGap -o wrong.mo
status_is 2
err_has 'must end in .dyad'
run info $examples
status_is 0
out_has 'ElastoGap' 'PreLoad' 'HeatLosses'
run info $armature
status_is 0
out_has 'x_max' 'flange_b'
run simulate $examples.ElastoGap --set c=20 --stop-time 1 --get 'max(mass2.s)' --quiet
status_is 0
run check $examples.Elastogap
status_is 2
err_has 'neither a file nor a class'

# In texts of one's own: extended, as a part, by --model, and in Dyad.
cat >Own.mo <<END
model Own "more friction"
  extends $examples.HeatLosses(supportFriction(f_pos = [0, 2]));
  $armature second(m = 0.1, L = 0, c = 1e9, d = 10, x_min = 0, x_max = 0.01,
    s(start = 0.005, fixed = true), v(start = 1, fixed = true));
end Own;
END
run simulate Own.mo --output own.csv --quiet
status_is 0
err_is_empty
run simulate Own.mo --model $examples.PreLoad --output other.csv --quiet
status_is 0
run simulate $examples.PreLoad --output name.csv --quiet
cmp -s other.csv name.csv || fail "--model $examples.PreLoad is another model"
run fmu Own.mo -o own.fmu
status_is 0
run fmu Own.mo --source -o own-source.fmu
status_is 0

# A checkout: directories with a text for each class, and all of a package in one text, as MSL 3 has it. What it does
# not have is still there.
mkdir -p msl/Modelica/Mechanics/Translational/Examples old/Modelica/Mechanics
echo 'within ; package Modelica end Modelica;' | tee msl/Modelica/package.mo >old/Modelica/package.mo
echo 'within Modelica; package Mechanics end Mechanics;' | tee msl/Modelica/Mechanics/package.mo >old/Modelica/Mechanics/package.mo
echo 'within Modelica.Mechanics; package Translational end Translational;' >msl/Modelica/Mechanics/Translational/package.mo
echo "within Modelica.Mechanics.Translational; package Examples end Examples;" >msl/Modelica/Mechanics/Translational/Examples/package.mo
model='model ElastoGap "theirs" Real x(start = 3, fixed = true); equation der(x) = 0; annotation(experiment(StopTime = 2)); end ElastoGap;'
echo "within $examples; $model" >msl/Modelica/Mechanics/Translational/Examples/ElastoGap.mo
echo "within Modelica.Mechanics; package Translational package Examples $model end Examples; end Translational;" >old/Modelica/Mechanics/Translational.mo
for checkout in msl old; do
    run simulate $examples.ElastoGap -I $checkout --output theirs.csv --quiet
    status_is 0
    near "$(value_at theirs.csv x 2)" 3 0 'the state of the checkout'
    MODELICAPATH=$work/$checkout run simulate $examples.ElastoGap --output theirs.csv --quiet
    near "$(value_at theirs.csv x 2)" 3 0 'the state of the checkout'
    run info $examples.ElastoGap -I $checkout
    out_has theirs
    run fmu $examples.ElastoGap -I $checkout -o theirs.fmu
    status_is 0
    run simulate theirs.fmu --output fmu.csv --quiet
    near "$(value_at fmu.csv x 2)" 3 0 'the state of the FMU'
    run simulate $examples.HeatLosses -I $checkout --output heat.csv --quiet
    status_is 0
done
finish

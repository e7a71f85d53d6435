#!/bin/sh
# The pack as others take it: each case in a folder of its own with its text in Modelica, in Dyad where that says as
# much, as an FMU that carries the truth (FMI-LS-REF), and the tables of rows, events and derivatives.
#
#   pack/make.sh PROGRAM FOLDER     from the root of the tree; the folder is made anew
set -eu
program=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
for case in pack/cases/*; do
    name=$(basename "$case")
    cp -r "$case" "$folder"
    "$program" fmu "$case/$name.mo" --reference-from "$case/reference.csv" -o "$folder/$name/$name.fmu"
    "$program" convert "$case/$name.mo" -o "$folder/$name/$name.dyad" 2>"$folder/refused" ||
        echo "$name is not written in Dyad: $(head -n 1 "$folder/refused")"
done
rm -f "$folder/refused"
echo "$(ls "$folder" | wc -l) cases in $folder, $(ls "$folder"/*/*.dyad | wc -l) of them in Dyad too"

# The tube rule, by hand: time 0 to 10, values 0 to 2; tolerance 0.002 gives a tube of half-width 0.02 s
# and half-height 0.004 around every reference point.
. "$(dirname "$0")/lib.sh"

printf '"time","x"\n0,0\n5,1\n10,2\n' >reference.csv
run compare reference.csv reference.csv
status_is 0
out_has 'x .*inside'

printf '"time","x"\n0,0.003\n5,1.003\n10,2.003\n' >inside.csv
run compare inside.csv reference.csv
status_is 0
printf '"time","x"\n0,0\n5,1.02\n10,2\n' >outside.csv
run compare outside.csv reference.csv
status_is 1
out_has 'x .*OUTSIDE at t = 5'
run compare outside.csv reference.csv --tolerance 0.02
status_is 0
run compare outside.csv reference.csv --quiet
status_is 1
out_is_empty

# A variable that is missing is outside; one that only the result has does not matter.
printf '"time","y"\n0,0\n10,2\n' >other.csv
run compare other.csv reference.csv
status_is 1
out_has 'x .*missing'
printf 'time,x,y\n0,0,7\n5,1,7\n10,2,7\n' >more.csv
run compare more.csv reference.csv
status_is 0

# A reference that says nothing at some point cannot be compared with; a result that does is outside.
for bad in nan -inf; do
    printf '"time","w","x"\n0,0,0\n5,1,%s\n10,2,2\n' $bad >hole.csv
    run compare hole.csv hole.csv
    status_is 2
    err_has "hole\.csv .*x is $bad in row 2, at t = 5 s"
    out_is_empty
    printf '"time","x"\n0,0\n5,%s\n10,2\n' $bad >hole.csv
    run compare hole.csv reference.csv
    status_is 1
    out_has 'x .*OUTSIDE'
done

# Files that are no result: wrong usage, never "outside".
printf '"time","x"\n0,zero\n' >letters.csv
printf '' >empty.csv
for file in absent.csv letters.csv empty.csv "$ELASTOGAP"; do
    run compare reference.csv "$file"
    status_is 2
    err_has "$(basename "$file")"
    run compare "$file" reference.csv
    status_is 2
done
finish

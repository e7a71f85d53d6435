# Functions that a library of Dyad writes in Julia: one expression is read, all else is refused by name.
. "$(dirname "$0")/lib.sh"

mkdir -p Lib/dyad Lib/src
echo 'name = "Lib"' >Lib/Project.toml
cat >Lib/src/Lib.jl <<'TEXT'
"""
square(x) = x + 100
"""
square(r::StepRangeLen) = @. ^(r, 2)
half(x) = x/2 # of it
twice(x::Real, y::Float64)::Float64 = 2*(x + y)
chain(x) = half(x) + product(x + 1)
function product(v)
    return v * v
end
most(x) = max(x,
    3)
odd(x) = x > 2 ? 1 : 0
lines(x) = (x
    - 1)
numbers(x) = 1e3*x + 2e-3 + x2(x)
x2(x) = 3
milli(x) = 2m + x
micro(x) = x + 3.5μ
times(x) = 2x + 1/2x^2 + 1e-3 + x10(x)
x10(x) = 0
element(x) = x[1]
outside(x) = x + k
forever(x) = forever(x) + 1
several(x::Float64) = x
several(x::Integer) = 2*x
function long(x)
    y = x + 1
    y * 2
end
function two(x)
    x
    - 1
end
keyed(x; y = 1) = x*y
broken(x) = x +
    1
of(x::Model) = 2
TEXT

with() { # EXPRESSION: a component whose parameter it is
    printf '%s\n' 'component C' "  parameter p::Real = $1" '  variable y::Real' 'relations' '  der(y) = p' \
        '  initial y = 0' 'end' >Lib/dyad/c.dyad
    run simulate Lib/dyad/c.dyad --stop-time 1 --get p --output c.csv
}

# Values by hand; operators that are called as functions, too.
while read -r value expression; do
    with "$expression"
    status_is 0
    out_has "^ *p +(= +)?$value( |\$)"
done <<'TEXT'
1.5 half(3)
6 twice(1, 2)
17.5 chain(3)
2.25 product(1.5)
3 most(1)
1 odd(3)
2 lines(3)
2003.002 numbers(2)
14 sum(square(1:3))
1.5 sum(half.([1, 2]))
9 ^(2, 3) + 1
-4 -^(2, 2)
64 ^(2, 3)^2
4.126 times(2)
TEXT

# What is no single expression of its arguments is refused, also where Dyad would read something else.
for name in milli micro element outside forever several long two keyed broken of; do
    with "$name(1)"
    status_is 1
    err_has "the function \"$name\" is written in Julia, and not as one expression"
done
with 'half(1, 2)'
status_is 1
err_has 'half.* is written in Julia for 1 argument$'
with 'nothing(1)'
status_is 1
err_has 'the function "nothing" is not known'
with '^(2)'
status_is 1
err_has 'a power has two arguments'
rm -r Lib
rm -f c.csv
finish

# Installed into a prefix of its own, the library is found by pkg-config and by CMake, and the C program
# of the examples runs against it.
. "$(dirname "$0")/lib.sh"
if [ "${SANITIZE:-0}" = 1 ] || [ "${SANITIZE:-}" = ON ]; then
    exit 0 # a sanitized library asks for sanitized programs
fi

check() { # COMMAND...: its output is shown when it fails
    "$@" >log 2>&1 || { fail "failed: $*"; sed 's/^/    /' log | tail -20; }
}

command_line="(install)"
prefix=$work/prefix
check "$CMAKE" --install "$BUILD" --prefix "$prefix"
library=$(dirname "$(find "$prefix" -name libelastogap.a)")
for file in bin/elastogap include/elastogap/elastogap.h include/elastogap/law.h share/man/man1/elastogap.1; do
    [ -f "$prefix/$file" ] || fail "$file is not installed"
done
[ -f "$library/libelastogap.so" ] || fail 'libelastogap.so is not installed'
"$prefix/bin/elastogap" --version | grep -q '^elastogap ' || fail 'the installed program does not run'

# For zeta = 0.5 the restitution is 0.40377411 (closed form); three clip edges and one contact edge after
# the first touch, which leads straight into the first of them: 4 events.
restitution_is_right() {
    out=$("$@" 2>&1) || fail "$1 fails: $out"
    near "$(echo "$out" | sed -n 's/.*restitution //p')" 0.40377411 1e-7 restitution
    [ "$(echo "$out" | sed -n 's/events \([0-9]*\).*/\1/p')" = 4 ] || fail "events: $out"
}

cp "$SOURCE/examples/api/bounce.c" "$SOURCE/examples/api/realtime.c" .
export PKG_CONFIG_PATH=$library/pkgconfig LD_LIBRARY_PATH=$library
if command -v pkg-config >/dev/null; then
    check "$CC" bounce.c $(pkg-config --cflags --libs elastogap) -o bounce_shared
    restitution_is_right ./bounce_shared
    # u = 1000 N/m (-2 mm - y) against 1e5 N/m: 1.98 N
    check "$CC" realtime.c $(pkg-config --cflags --libs elastogap) -o realtime
    near "$(./realtime | sed -n 's/.*stop.f = \(.*\) N.*/\1/p')" -1.980198 1e-4 'force of the stop'
    version=$("$prefix/bin/elastogap" --version | sed 's/elastogap //')
    [ "$(pkg-config --modversion elastogap)" = "$version" ] || fail 'pkg-config knows another version'
fi

cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(elastogap 1.0 REQUIRED)
add_executable(with_shared bounce.c)
target_link_libraries(with_shared PRIVATE elastogap::elastogap)
add_executable(with_static bounce.c)
target_link_libraries(with_static PRIVATE elastogap::elastogap_static)
CMAKE
check "$CMAKE" -S . -B user "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_PREFIX_PATH=$prefix"
check "$CMAKE" --build user
restitution_is_right user/with_shared
restitution_is_right user/with_static

# A C++ program may include the headers.
if command -v c++ >/dev/null; then
    printf '#include <elastogap/elastogap.h>\n#include <elastogap/law.h>\nint main() { return eg_version()[0] == 0; }\n' >main.cpp
    check c++ -I"$prefix/include" main.cpp -L"$library" -lelastogap -o main_cpp
    check ./main_cpp
fi
finish

# The lists of Debian's packages against what `make install` installs: each file is in one package, and each list
# names what there is.
. "$(dirname "$0")/lib.sh"
command_line="(deb)"

"$CMAKE" --install "$BUILD" --prefix "$work/usr" >log 2>&1 || fail "$(tail -3 log)"
[ ! -e usr/bin/elastogap-mpi ] || rm usr/bin/elastogap-mpi # not built there
# What the rules add to it.
mkdir -p usr/share/bash-completion/completions usr/share/zsh/vendor-completions usr/lib/python3
"$ELASTOGAP" completion bash >usr/share/bash-completion/completions/elastogap
"$ELASTOGAP" completion zsh >usr/share/zsh/vendor-completions/_elastogap
cp -r "$SOURCE/python/src" usr/lib/python3/dist-packages
rm -rf usr/lib/python3/dist-packages/__pycache__ usr/lib/python3/dist-packages/*/__pycache__

find usr -type f -o -type l | sort >installed
: >listed
for list in "$SOURCE"/debian/*.install; do
    while read -r pattern; do
        # Debian's folder of libraries has the name of the machine in it, others have not.
        found=$(for path in $pattern $(echo "$pattern" | sed 's,/lib/\*/,/lib/,'); do
            [ ! -e "$path" ] || find "$path" -type f -o -type l
        done | sort -u)
        [ -n "$found" ] || fail "$(basename "$list") names $pattern, which is not installed"
        echo "$found" >>listed
    done <"$list"
done
sort listed | uniq -d | grep . && fail 'files that are in two packages'
sort -u listed | comm -3 installed - | grep . && fail 'files that are in no package'

# Where libraries lie one folder deeper, pkg-config still finds the prefix.
if command -v pkg-config >/dev/null; then
    mkdir -p deep/lib/some-machine/pkgconfig
    "$CMAKE" -DCMAKE_INSTALL_LIBDIR=lib/some-machine -DCMAKE_INSTALL_INCLUDEDIR=include -DPROJECT_VERSION=1.0.0 \
        -DPROJECT_DESCRIPTION=x "-DPROJECT_BINARY_DIR=$work/deep/lib/some-machine/pkgconfig" \
        -P "$SOURCE/cmake/pkgconfig.cmake" >log 2>&1 || fail "$(tail -3 log)"
    [ "$(PKG_CONFIG_PATH=$work/deep/lib/some-machine/pkgconfig pkg-config --variable=includedir elastogap |
        xargs realpath -m)" = "$work/deep/include" ] || fail 'elastogap.pc does not find its headers'
fi

# The symbols file says of each version of the library's functions since which package it is there.
sed -n 's/^\(ELASTOGAP_[0-9.]*\) {.*/\1/p' "$SOURCE/cmake/elastogap.map" | sort >versions
[ -s versions ] || fail 'cmake/elastogap.map has no versions'
sed -n 's/^ (symver)\(ELASTOGAP_[0-9.]*\) .*/\1/p' "$SOURCE/debian/libelastogap1.symbols" | sort | diff versions - ||
    fail 'debian/libelastogap1.symbols has other versions than cmake/elastogap.map'
finish

#!/bin/sh
# Installs from Debian what the given purposes need and the machine lacks.
#
#   tools/setup.sh [--check] PURPOSE...     purposes: build demo docs test browser web hunt asan lint firmware bench
#                                           cluster pack deb
#
# Whatever is there already, from wherever it came, is left alone; then nothing is asked and nothing is
# run as root. --check installs nothing: it names what is missing. What is missing and cannot be installed is
# an error only when the purpose cannot be served without it; else it costs a feature.
set -eu

check_only=
if [ "${1:-}" = --check ]; then
    check_only=yes
    shift
fi

missing=""   # packages
necessary="" # those of them without which the purpose cannot be served

want() { # PACKAGE TEST...: the package, unless the test succeeds
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

need() {
    before=$missing
    want "$@"
    [ "$missing" = "$before" ] || necessary="$necessary $1"
}

program() { command -v "$1"; }

header() { # in any of the usual places
    for directory in /usr/include /usr/local/include "/usr/include/$(uname -m)-linux-gnu"; do
        [ ! -e "$directory/$1" ] || return 0
    done
    return 1
}

library() { # in any of the usual places
    for directory in /usr/lib /usr/local/lib "/usr/lib/$(uname -m)-linux-gnu"; do
        [ ! -e "$directory/$1" ] || return 0
    done
    return 1
}

hdf5() { header hdf5.h || header hdf5/serial/hdf5.h; }

scipy() { # of the system, or of the python3 that is first
    /usr/bin/python3 -c 'import scipy.integrate' || python3 -c 'import scipy.integrate'
}

debian_python() { # MODULE: of the system, which has Debian's packages, or of the python3 that is first
    /usr/bin/python3 -c "import $1" || python3 -c "import $1"
}

numpy() { debian_python numpy; }
venv() { debian_python ensurepip; }
matplotlib() { debian_python matplotlib; }
h5py() { debian_python h5py; }

newlib() { # the C library of the boards
    ls /usr/lib/arm-none-eabi/newlib/libm.a /usr/arm-none-eabi/lib/libm.a 2>/dev/null | grep -q .
}

clang_runtime() { # the sanitizers of the clang that is there
    directory=$(clang -print-resource-dir) && ls "$directory"/lib/linux/libclang_rt.fuzzer-*.a
}

for purpose in "$@"; do
    case $purpose in
    build)
        need gcc program cc
        need libc6-dev header math.h
        need make program make
        need cmake program cmake
        want libsundials-dev header ida/ida.h
        want libsuitesparse-dev header suitesparse/klu.h
        want libmatio-dev header matio.h
        want libhdf5-dev hdf5
        want liblapack-dev library liblapack.so
        want libzip-dev header zip.h
        want libxml2-dev header libxml2/libxml/parser.h
        want libjansson-dev header jansson.h
        ;;
    demo)
        want gnuplot-nox program gnuplot
        want librsvg2-2 library librsvg-2.so.2 # diagrams as PNG and PDF
        ;;
    docs)
        need python3-markdown-it debian_python markdown_it
        need python3-pygments debian_python pygments
        need python3-numpy numpy
        ;;
    test)
        need libcmocka-dev header cmocka.h
        want gnuplot-nox program gnuplot
        want librsvg2-2 library librsvg-2.so.2
        want ffmpeg program ffmpeg
        want pkg-config program pkg-config
        want python3-numpy numpy
        want python3-venv venv
        want python3-matplotlib matplotlib
        want python3-scipy scipy
        want python3-h5py h5py
        want python3-pandas debian_python pandas
        want python3-markdown-it debian_python markdown_it
        want python3-pygments debian_python pygments
        want hdf5-tools program h5dump
        want libopenmpi-dev program mpicc
        want openmpi-bin program mpirun
        ;;
    cluster) # ranks, and what tools/cluster/try-slurm.sh makes a cluster of
        need libopenmpi-dev program mpicc
        need openmpi-bin program mpirun
        need slurm-wlm program slurmctld
        need munge program munged
        need openssh-server program /usr/sbin/sshd
        ;;
    browser) # and by npm what src/report/web/package.json names
        need nodejs program node
        need npm program npm
        need chromium program chromium
        ;;
    web) # the playground
        need emscripten program emcc
        need nodejs program node
        ;;
    asan)
        need clang program clang
        need libclang-rt-14-dev clang_runtime
        want llvm program llvm-symbolizer
        ;;
    lint)
        need clang program clang
        need clang-format program clang-format
        need clang-tidy program clang-tidy
        need cppcheck program cppcheck
        need binutils program nm
        want mypy program mypy
        want python3-numpy numpy
        want libopenmpi-dev program mpicc
        ;;
    hunt) need python3 program python3 ;;
    pack) # closed forms in many digits
        need python3 program python3
        need python3-mpmath debian_python mpmath
        ;;
    deb) # and what tools/try_deb makes a fresh system by
        need debhelper program dh
        need dh-python program dh_python3
        need lintian program lintian
        want debootstrap program /usr/sbin/debootstrap
        ;;
    firmware)
        need gcc-arm-none-eabi program arm-none-eabi-gcc
        need libnewlib-arm-none-eabi newlib
        need qemu-system-arm program qemu-system-arm
        ;;
    bench) # peers; what is missing is left out of the table
        want libgsl-dev header gsl/gsl_odeiv2.h
        want python3-scipy scipy
        want valgrind program valgrind
        want gnuplot-nox program gnuplot
        ;;
    *)
        echo "setup: unknown purpose $purpose" >&2
        exit 2
        ;;
    esac
done

[ -n "$missing" ] || exit 0
# One name a package, however many purposes want it.
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')

if [ -n "$check_only" ]; then
    echo "Not installed: $missing(each missing library costs one feature; \`make setup\` installs them)"
    [ -z "$necessary" ] && exit 0
    echo "Cannot do without:$necessary" >&2
    exit 1
fi
if ! command -v apt-get >/dev/null; then
    echo "This is no Debian system: please install what Debian calls: $missing" >&2
    [ -z "$necessary" ] && exit 0
    exit 1
fi

root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Not installed, for want of root; please run as root: apt-get install $missing" >&2
        [ -z "$necessary" ] && exit 0
        exit 1
    fi
    root="sudo"
    echo "Root is needed to install packages; sudo may ask for your password."
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

apt() {
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" \
        </dev/null >"$log" 2>&1
}

install_missing() {
    apt install --no-install-recommends -y $missing
}

echo "Installing from Debian: $missing(this may take a minute or two)"
# The package lists of a fresh machine are empty, those of an old one out of date: fetched only then.
if ! install_missing && ! { apt update && install_missing; }; then
    tail -20 "$log" >&2
    echo "The installation failed; please install by hand: $missing" >&2
    exit 1
fi

# Moving pictures: decoded by ffmpeg and ffprobe, and what goes wrong.
. "$SOURCE/tests/cli/lib.sh"
forgive_leaks
model=$SOURCE/examples/ElastoGap.mo

# An SVG that moves takes no other program.
run simulate "$model" --record a.svg --report page.html
status_is 0
out_has 'written .*a\.svg'
python3 "$SOURCE/tests/cli/record_read.py" a.svg page.html ElastoGap.csv || fail 'keyframes are not what the CSV says'
[ "$(wc -c <a.svg)" -lt 100000 ] || fail "the animated SVG has $(wc -c <a.svg) bytes"
run simulate "$model" --record b.svg --record-speed 0.5 --record-dark --record-size 300
status_is 0
grep -q '<svg [^>]*width="300"' b.svg || fail 'the SVG does not have the width that was asked for'
grep -q ' 10\.00s linear' b.svg || fail 'half the speed does not make 5 s of 10'
! grep -q 'prefers-color-scheme' b.svg || fail 'dark is left to the viewer'

# Without ffmpeg the results are there, and the message names the package.
mkdir nothing
PATH=$work/nothing run simulate "$model" --record c.mp4 -o c.csv
status_is 3
err_has 'ffmpeg, which is not installed' 'sudo apt install ffmpeg'
[ ! -e c.mp4 ] && [ -s c.csv ] || fail 'a film without ffmpeg, or no results'

for wrong in '--record a.avi' '--record a.mp4 --record-size 5' '--record a.mp4 --record-size 100x' \
    '--record a.mp4 --record-size 99999' '--record a.mp4 --record-rate 0' '--record a.mp4 --record-speed 0' \
    '--record-speed 2' '--record a.mp4 --record-from 2 --record-to 1'; do
    run simulate "$model" -o w.csv $wrong
    status_is 2
    err_has 'record'
done
run simulate "$model" -o w.csv --record a.svg --record-from 7
status_is 2
err_has 'nothing in the span'
run simulate "$model" -o w.csv --record d.svg --signals '*.v'
status_is 2
err_has 'moves, lights up or glows'
run simulate "$SOURCE/examples/BouncingBall.mo" -o w.csv --record d.svg
status_is 2
[ ! -e d.svg ] || fail 'a film of nothing'

if ! command -v ffmpeg >/dev/null || ! command -v ffprobe >/dev/null; then
    echo "record: ffmpeg is not installed: no films"
    finish
fi

# 5 s at 4 frames a second and twice the speed: 0, 0.5, ... 5.
probe() { # FILE: codec, size, frames, duration
    ffprobe -v error -count_frames -select_streams v -show_entries \
        stream=codec_name,width,height,nb_read_frames:format=duration -of csv=p=0 "$1" | tr '\n' ',' | tr -d '\r'
}
clear_files
run simulate "$model" --report page.html
films='mp4:h264 webm:vp9 gif:gif'
[ "${SANITIZE:-}" != 1 ] || films=mp4:h264 # drawing takes long there
for film in $films; do
    name=a.${film%:*}
    run simulate "$model" --record $name --record-size 480 --record-rate 4 --record-speed 2
    status_is 0
    err_is_empty
    python3 "$SOURCE/tests/cli/record_read.py" $name page.html ElastoGap.csv 2 4 || fail "$name is not what the CSV says"
    probe $name | grep -qE "^${film#*:},480,360,11,2\\.[67]" || fail "$name is $(probe $name)"
done
run simulate "$model" --record c.mp4 --record-size 480 --record-rate 4 --record-speed 2
cmp -s a.mp4 c.mp4 || fail 'two recordings of one run differ'

# A part of the run, of a size of its own (made even).
run simulate "$model" --record part.mp4 --record-from 1 --record-to 2 --record-speed 0.5 --record-rate 10 --record-size 301x201
status_is 0
probe part.mp4 | grep -qE '^h264,30[02],20[02],21,2\.1' || fail "the part is $(probe part.mp4)"

# Many rows make no more frames.
run simulate "$model" --interval 5e-5 --signals '*.s' --signals '*.f' --signals '*.s_rel' -o many.csv --record many.mp4 \
    --record-size 160 --record-rate 2
status_is 0
probe many.mp4 | grep -qE '^h264,160,[0-9]+,11,' || fail "the film is $(probe many.mp4)"

# A disk that is full, a file that may not grow, a folder that is not there: told, and nothing is left.
clear_files
ln -s /dev/full full.webm
run simulate "$model" -o r.csv --record full.webm --record-size 160 --record-rate 2
status_is 3
err_has 'no space is left'
rm full.webm
(ulimit -f 10 && run simulate "$model" --signals 'mass1.flange_?.s' --interval 0.1 -o r.csv --record big.gif \
    --record-size 480 --record-rate 2 && status_is 3 && err_has 'grows larger' && exit $failures)
[ $? -eq 0 ] || fail 'a film that may not grow'
run simulate "$model" -o r.csv --record no/such/a.mp4
status_is 3
err_has 'directory does not exist'
files_are r.csv

# ffmpeg that fails is told in its own words; one that ends early does not end the program by a broken pipe.
mkdir bin
printf '#!/bin/sh\necho "codec is lost" >&2\nexit 1\n' >bin/ffmpeg
chmod +x bin/ffmpeg
PATH=$work/bin:$PATH run simulate "$model" -o r.csv --record a.mp4
status_is 3
err_has 'codec is lost'
rm -r bin

# An interrupt ends the recording; the results are complete.
interrupt simulate "$model" -o r.csv --record long.mp4 --record-speed 1e-4 --record-size 320
status_is 3
err_has 'recording was stopped|interrupted at'
files_are r.csv
finish

# A newcomer's path, docs/start.md: from a clone to a moving picture of a model of one's own, by the commands that the
# page shows. With EG_CLONE=1 the tree is cloned and built first, as the page says; else the build at hand is taken.
. "$(dirname "$0")/lib.sh"

if [ "${EG_CLONE:-}" = 1 ]; then
    git clone -q "$SOURCE" elastogap || fail 'no clone'
    make -C elastogap >built.log 2>&1 || fail "the clone does not build: $(tail -3 built.log)"
    SOURCE=$work/elastogap
    export ELASTOGAP=$SOURCE/build/elastogap
fi
command_line="(tools/docs/try_page docs/start.md)"
python3 -B "$SOURCE/tools/docs/try_page" "$SOURCE/docs/start.md" --keep "$work/kept" >.out 2>.err
status=$?
status_is 0
out_has '5 blocks tried, 1 left out'
cd kept/start || exit 1
[ "$(grep -c '<animate' drawer-motion.svg)" -ge 1 ] || fail 'the picture does not move'
grep -q 'id="data"\|<script' drawer.html || fail 'the page has no numbers'
# What the run must come to by energy alone: it comes back no faster than it went, having lost what the bodies took.
speed=$(value_at Drawer.csv drawer.v 1)
awk -v v="$speed" 'BEGIN { exit !(v > 0 && v < 0.8) }' || fail "the drawer ends with $speed m/s"
finish

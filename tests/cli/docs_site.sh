# tools/docs/site: pages, reference, API and search in one folder, without a link that leads nowhere; faults are told.
. "$(dirname "$0")/lib.sh"

python=/usr/bin/python3
"$python" -c 'import markdown_it, pygments, numpy' 2>/dev/null || { echo 'markdown-it or pygments is not installed'; exit 0; }
[ "$SANITIZE" != 1 ] || { echo 'Python does not load a library under a sanitizer'; exit 0; }
command_line="(tools/docs/site)"
mkdir site
"$ELASTOGAP" manual --output site/reference >/dev/null || fail 'no manual'
rm -r site/reference/markdown
"$python" -B "$SOURCE/tools/docs/site" "$(dirname "$ELASTOGAP")" site --texts >.out 2>.err
status=$?
status_is 0
out_has 'pages, .* links followed, 0 faults'
for file in index.html start.html tutorials/first-stop.html coming-from/mujoco.html api/index.html api/simulate.html \
    api/python.html search-index.js search.js site.css; do
    [ -s "site/$file" ] || fail "no site/$file"
done
grep -q 'id="eg_simulate"' site/api/simulate.html || fail 'eg_simulate has no place'
grep -q '"title":"eg_simulate"' site/search-index.js || fail 'the search does not know eg_simulate'
grep -q '"title":"Model.simulate"' site/search-index.js || fail 'the search does not know Model.simulate'

# A declaration without a comment, and one that shares its neighbour's, which is behind it.
cat >bare.h <<'HEADER'
/* A header. */
#ifndef BARE_H
#define BARE_H

/* Says what it does. */
EG_API void eg_told(void);
EG_API void eg_told_too(void);

EG_API void eg_bare(void);
EG_API void eg_freed(void); /* accepts NULL */
EG_API void eg_behind(void);
#endif
HEADER
PYTHONPATH=$SOURCE/tools/docs "$python" -B -c 'import headers, pathlib
print("\n".join(headers.undocumented(pathlib.Path("bare.h"))))' >.out 2>.err
out_has 'bare\.h:9: no comment speaks of eg_bare$' 'bare\.h:11: no comment speaks of eg_behind$'
[ "$(wc -l <.out)" -eq 2 ] || fail "of others, too: $(cat .out)"
finish

# tools/docs/try_page tells of every way in which a page can be wrong, by its line.
. "$(dirname "$0")/lib.sh"

try() { # TEXT of a page, on standard input
    cat >page.md
    command_line="(tools/docs/try_page page.md)"
    python3 -B "$SOURCE/tools/docs/try_page" page.md >.out 2>.err
    status=$?
}

try <<'PAGE'
<!-- setup: printf 'one 1.5\ntwo 2\nthree 0.333333\n' >numbers -->
```sh
cat numbers
```
<!-- output -->
```
one 1.50000001
...
three 0.3333
```
<!-- fails -->
```sh
elastogap simulate missing.mo
```
<!-- output -->
```
missing.mo: error: cannot ...
...
```
<!-- file: Right.mo -->
```modelica
model Right
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Right;
```
<!-- instead: --stop-time 1000 => --stop-time 1 -->
```sh
elastogap simulate Right.mo --stop-time 1000 -o right.csv
```
PAGE
status_is 0
out_has '^page\.md: 4 blocks tried, 0 left out$'

while IFS='|' read -r line words text; do
    try < <(printf '%b' "$text")
    status_is 1
    out_has "page\.md:$line: $words"
done <<'PAGES'
1|ends with status 1|```sh\nfalse\ntrue\n```\n
2|ends with status 0|<!-- fails -->\n```sh\ntrue\n```\n
5|the page shows: two|```sh\necho one\n```\n<!-- output -->\n```\ntwo\n```\n
5|the page shows: x 1\.25|```sh\necho x 1.26\n```\n<!-- output -->\n```\nx 1.25\n```\n
1|ends with status 1|```modelica\nmodel Wrong\n  Real x\nend Wrong;\n```\n
1|there is no later\.csv|```sh\ntrue -o later.csv\n```\n
1|nothing is known of the comment|<!-- outputs: yes -->\n```sh\ntrue\n```\n
1|nothing has drawn|<!-- figure: absent.svg A picture -->\n
1|the block has no end|```sh\ntrue\n
2|there is no .--count. to replace|<!-- instead: --count => 3 -->\n```sh\ntrue\n```\n
PAGES
finish

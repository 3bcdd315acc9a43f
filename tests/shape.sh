#!/bin/sh
# The size of things, by the brace style of .clang-format:
#   sh tests/shape.sh [-a] [FILE]...       without files: src
# Limits: functions of 60 lines with their head and of 7 parameters, files of 500 lines;
# status 1 where something is larger.  -a also notes what passes the habit: 40 lines, 5
# parameters, 400 lines.
set -eu
all=0
if [ "${1:-}" = -a ]; then
    all=1
    shift
fi
[ $# -gt 0 ] || set -- src/*.[ch] src/*/*.[ch]
awk -v all=$all '
function say(kind, file, line, words) {
    printf "%s:%d: %s: %s\n", file, line, kind, words
    bad = bad || kind == "error"
}
function weigh(size, habit, limit, line, words) {
    if (size > limit)
        say("error", FILENAME, line, words size "; " limit " at most")
    else if (all && size > habit)
        say("note", FILENAME, line, words size "; " habit " is the habit")
}
function weigh_file() {
    if (lines > 500)
        say("error", file, 501, "lines: " lines "; 500 at most")
    else if (all && lines > 400)
        say("note", file, 401, "lines: " lines "; 400 is the habit")
}
# Commas between the outermost parentheses of a signature, and one.
function parameters(text,    i, c, depth, n) {
    n = text ~ /\((void)?\)/ ? 0 : 1
    for (i = index(text, "("); i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += (c == "(") - (c == ")")
        if (c == "," && depth == 1)
            n++
        if (depth == 0)
            break
    }
    return n
}
FNR == 1 {
    weigh_file()
    file = FILENAME
    head = ""
    at = 0
}
{ lines = FNR }
/^[a-z].*\(/ && !/;$/ && !at { head = ""; start = FNR }
!at { head = /^[^ \t#\/]/ && start != FNR && !/^[{)]/ ? "" : head }
!at && (start == FNR || head != "") { head = head $0 }
/^{$/ && head != "" {
    at = start
    name = head
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    weigh(parameters(head), 5, 7, at, "parameters of " name "(): ")
}
/^}/ {
    if (at)
        weigh(FNR - at + 1, 40, 60, at, "lines of " name "(): ")
    at = 0
    head = ""
}
END {
    weigh_file()
    exit bad
}' "$@"

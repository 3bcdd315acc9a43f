#!/bin/sh
# Includes point up the list of layers only, and libraries stay in their folders:
#   sh tests/layers.sh [SRC]
# Prints file:line: error: ... for each wrong arrow; status 1 where there is one.
set -eu
src=${1:-src}
# shellcheck disable=SC2016 # awk expands its own
find "$src" -name '*.[ch]' | LC_ALL=C sort | xargs awk -v src="$src/" '
BEGIN {
    rows[1] = "base"
    rows[2] = "doc"
    rows[3] = "measure"
    rows[4] = "readers kernels curves quantities"
    rows[5] = "prices"
    rows[6] = "decisions"
    rows[7] = "report"
    rows[8] = "writers"
    rows[9] = "commands"
    for (r = 1; r in rows; r++) {
        n = split(rows[r], words, " ")
        for (i = 1; i <= n; i++)
            row[words[i]] = r
    }
    # The first of these that a header begins with; others are the system.
    home("yaml.h", "doc")
    home("yajl", "doc")
    home("expat", "doc readers")
    home("sqlite3", "measure")
    home("gsl/", "measure curves quantities")
    home("xlsxwriter", "writers")
    home("cairo", "writers")
    home("pango", "writers")
    home("glib", "writers")
    home("fontconfig", "writers")
    home("zstd", "kernels")
    home("lz4", "kernels")
    home("zlib", "kernels writers")
    home("liburing", "kernels")
    home("libaio", "kernels")
}
function home(prefix, folders) {
    library[++libraries] = prefix
    homes[libraries] = folders
}
function say(words) {
    printf "%s:%d: error: %s\n", FILENAME, FNR, words
    bad = 1
}
FNR == 1 {
    path = substr(FILENAME, length(src) + 1)
    folder = path ~ /\// ? substr(path, 1, index(path, "/") - 1) : ""
    known = folder in row
    if (folder != "" && !known)
        say("folder " folder "/ is in no layer; name it in tests/layers.sh")
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, part, "\"")
    to = part[2]
    if (to !~ /^[a-z]+\//) {
        say("write \"" to "\" from src, as in \"base/diag.h\"")
        next
    }
    other = substr(to, 1, index(to, "/") - 1)
    if (!(other in row))
        say("no layer " other "/")
    else if (known && other != folder && row[other] > row[folder])
        say(folder "/ must not include " other "/, which stands on it")
    else if (known && other != folder && row[other] == row[folder])
        say(folder "/ must not include " other "/, its sibling")
}
/^[ \t]*#[ \t]*include[ \t]*</ {
    split($0, part, /[<>]/)
    for (i = 1; i <= libraries; i++)
        if (index(part[2], library[i]) == 1) {
            if (index(" " homes[i] " ", " " folder " ") == 0)
                say("<" part[2] "> belongs in " homes[i] " only")
            break
        }
}
END { exit bad }'

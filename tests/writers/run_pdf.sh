#!/bin/sh
# Looks into the demonstration report: its pages, words, fonts, tags, links, bytes.
demo=$(dirname "$PRICEPERF")/tests/writers/test_pdf
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok $name"
    else
        echo "FAILED $name"
        cat "$work/log"
    fi
}
says() { # FILE TEXT
    grep -qF -- "$2" "$work/$1"
}
count() { # FILE TEXT N
    found=$(grep -cF -- "$2" "$work/$1")
    echo "'$2' $found times"
    [ "$found" -eq "$3" ]
}
all_embedded() {
    pdffonts "$pdf" | awk 'NR > 2 { n++; if (!/ yes yes yes /) bad = 1 } END { exit bad || n < 3 }'
}
words_apart() {
    pdftotext -bbox "$pdf" - | python3 "$here/words_apart.py" 51 20
}
fails_whole() { # status 3, and nothing is left in the folder
    mkdir "$work/full"
    # 8 blocks of 512 bytes are the disk; the signal would hide the error
    (trap '' XFSZ; ulimit -f 8; "$demo" "$work/full/report.pdf") 2>"$work/full.log"
    [ $? -eq 3 ] && [ -z "$(ls -A "$work/full")" ] && grep -q "File too large" "$work/full.log"
}

pdf=$work/report.pdf
first_at=$(date +%s)
check "demonstration report" "$demo" "$pdf"
pdfinfo "$pdf" >"$work/info"
pdftotext -layout "$pdf" "$work/words"
pdfinfo -struct "$pdf" >"$work/struct" 2>&1
pdfinfo -dests "$pdf" >"$work/dests"
pdfinfo -url "$pdf" >"$work/urls" 2>&1
qpdf --json --json-key=outlines "$pdf" >"$work/outline" 2>&1

check "qpdf finds nothing wrong" qpdf --check "$pdf"
check "A4" says info '(A4)'
check "pages are as many as they say" count words "of $(awk '/^Pages/ { print $2 }' "$work/info")" \
    "$(awk '/^Pages/ { print $2 }' "$work/info")"
check "dated by the document" says info 'Jun 20'
check "title" says info 'Oracle Database 11g Advanced Compression'
check "keywords" says info 'break-even, compression'
check "every font embedded, subset and searchable" all_embedded
check "no word on another or beyond the margins" words_apart
check "sentence to sign" says words 'Buy uncompressed storage as long as'
check "signature lines" count words 'Signature' 1
check "markup of a file is text" says words '<b>this is no markup</b> & neither'
check "the head stands on each page of a table" count words 'Unit price' 2
check "total" says words '493 827.12'
check "ticks carry their units" says words '1 PB'
check "direction beside the axis" says words 'lower is better'
check "one document tag" count struct 'Document' 1
check "headings are tagged" says struct 'H1'
check "tables are tagged" says struct 'TH'
check "pictures are tagged" says struct 'Figure'
check "destinations" says dests 'sec:bill'
check "a row is a destination" says dests 'item:3-9'
check "outline" says outline '"title": "Bill of materials"'
check "outline goes deeper" says outline '"title": "Checks and names in other scripts"'
check "address" says urls 'https://example.org/price-list?a=1&b=%272%27'
check "disk full" fails_whole

check "text" "$demo" --text "$work/text"
check "text as recorded" diff "$here/demo_document.txt" "$work/text"
check "text of 88 columns" sh -c "! LC_ALL=C.UTF-8 grep -nE '.{89}' '$work/text'"

while [ $(($(date +%s) - first_at)) -lt 2 ]; do sleep 0.2; done
check "elsewhere" env HOME=/nowhere LANG=de_DE.UTF-8 LC_ALL=C.UTF-8 TZ=Asia/Tokyo \
    FONTCONFIG_FILE=/dev/null SOURCE_DATE_EPOCH=1 "$demo" "$work/elsewhere.pdf"
check "the same bytes two seconds later" cmp "$pdf" "$work/elsewhere.pdf"

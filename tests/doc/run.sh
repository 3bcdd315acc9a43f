#!/bin/sh
# Bad input through the program: each with its place, its words and status 2.  A case
# is the study of the compression case with one line of it, or of its CSV, made wrong.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# expect NAME FILE PATTERN: `check study.yaml` must say "FILE:PATTERN" and exit with 2.
expect() {
    "$PRICEPERF" check "$dir/case/study.yaml" >"$dir/out" 2>"$dir/err"
    status=$?
    if [ $status -eq 2 ] && grep -q "^$dir/case/$2:$3" "$dir/err"; then
        echo "ok $1"
    else
        echo "FAILED $1 (status $status); wanted $2:$3"
        sed 's/^/    /' "$dir/err"
    fi
}

# case FILE SED-SCRIPT: a fresh copy with one file changed.
case_with() {
    rm -rf "$dir/case"
    cp -r data/oracle-compression "$dir/case"
    sed "$2" "data/oracle-compression/$1" >"$dir/case/$1"
}

line() { # of a pattern in the case's study
    grep -n -m1 "$1" "$dir/case/study.yaml" | cut -d: -f1
}

rm -rf "$dir/case" && cp -r data/oracle-compression "$dir/case"
if "$PRICEPERF" check "$dir/case/study.yaml" >/dev/null 2>"$dir/err"; then
    echo "ok the case itself is good"
else
    echo "FAILED the case itself is good"
    cat "$dir/err"
fi

case_with study.yaml 's/^horizon:/horizn:/'
expect "a misspelt key" study.yaml \
    "$(line '^horizn'):1: error: unknown key 'horizn'; did you mean 'horizon'?"

case_with study.yaml 's/value: 96 TB/value: 96/'
expect "a missing unit" study.yaml "$(line 'value: 96,'):[0-9]*: error: .*unit"

case_with study.yaml 's/^  on_disk_plain: .*/  on_disk_plain: database_size * copies + 1 USD/'
expect "dollars added to bytes" study.yaml "$(line '^  on_disk_plain'):41: error: '+' needs"

case_with study.yaml 's/^  on_disk_plain: .*/  on_disk_plain: saved + on_disk_compressed/'
expect "a cycle" study.yaml "[0-9]*:[0-9]*: error: .*itself"

case_with study.yaml 's/^title: Oracle.*/&\ntitle: again/'
expect "a duplicate key" study.yaml "$(line '^title: again'):1: error: key 'title' is given twice"

case_with study.yaml '$a\
---\
more: 1'
expect "a second document" study.yaml "$(line '^---'):1: error: a second document begins here"

case_with study.yaml 's/^  saved: .*/  saved: {formula: max(copies, users)}/'
expect "a comma in a flow mapping" study.yaml \
    "$(line '^  saved'):30: error: a comma ends the value here; write \"max(copies, users)\" in quotes"

case_with study.yaml '$a\
a0: \&a0 [x, x, x, x, x, x, x, x, x]\
a1: \&a1 [*a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0]\
a2: \&a2 [*a1, *a1, *a1, *a1, *a1, *a1, *a1, *a1, *a1]\
a3: \&a3 [*a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2]\
a4: \&a4 [*a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3]\
a5: \&a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]'
expect "an alias bomb" study.yaml "$(line '^a5'):[0-9]*: error: more than 100000 values"

case_with study.yaml '$a\
loop: \&loop [*loop]'
expect "a cyclic alias" study.yaml "$(line '^loop'):14: error: alias '\*loop' stands inside"

case_with study.yaml 's/^  - file: tables.csv/  - file: tabels.csv/'
expect "a file that is not there" study.yaml "$(line 'tabels'):11: error: there is no file"

case_with study.yaml 's/value: original_mb/value: orignal_mb/'
expect "a column that is not there" study.yaml \
    "$(line orignal):[0-9]*: error: there is no column 'orignal_mb'; did you mean 'original_mb'?"

case_with tables.csv 's/^TPC-C,C_Item,.*/TPC-C,C_Item,8,11/'
expect "a short row" tables.csv "7:16: error: this row has 4 cells, the header has 7 columns"

case_with tables.csv 's/^TPC-C,C_Item,8,11/TPC-C,C_Item,8,-11/'
expect "a negative size" tables.csv "7:16: error: size '-11' is negative"

case_with tables.csv 's/^TPC-C,C_Item,8,11,/TPC-C,C_Item,8,"1,1",/'
expect "a decimal comma" tables.csv "7:18: error: decimal comma in '1,1'; write 1.1"

case_with tables.csv 's/^TPC-C,C_Item,8,11,/TPC-C,C_Item,8,"11,/'
expect "an open quote" tables.csv "7:16: error: the quote that opens here is never closed"

case_with study.yaml 's/compressed: yes}, take: sum/compresed: yes}, take: sum/'
expect "a condition that nothing meets" study.yaml \
    "$(line compresed):[0-9]*: error: no measurement has a parameter 'compresed'; did you mean 'compressed'?"

case_with study.yaml ''
rm "$dir/case/study.yaml" && mkdir "$dir/case/study.yaml"
expect "a folder for a study" study.yaml " error: .* is a folder; name a regular file"

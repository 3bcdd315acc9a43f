#!/bin/sh
# Looks into the demonstration workbook: its XML, its names, its bytes.
demo=$(dirname "$PRICEPERF")/tests/writers/test_xlsx
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
part() {
    unzip -p "$work/book.xlsx" "$1"
}
has() { # PART TEXT
    part "$1" | grep -qF -- "$2"
}
lacks() {
    ! has "$1" "$2"
}
all_parts_are_xml() {
    mkdir -p "$work/parts" && unzip -qo "$work/book.xlsx" -d "$work/parts" &&
        find "$work/parts" -type f -exec xmllint --noout {} +
}
count() { # PART TEXT TIMES
    found=$(part "$1" | grep -oF -- "$2" | wc -l)
    echo "'$2' $found times in $1"
    [ "$found" -eq "$3" ]
}

check "demonstration workbook" "$demo" "$work/book.xlsx"
"$demo" "$work/first.xlsx"
first_at=$(date +%s)
check "every part is XML" all_parts_are_xml
check "a name that reads as a cell" has xl/workbook.xml \
    '<definedName name="A1_">Summary!$B$5</definedName>'
check "an input's name" has xl/workbook.xml \
    '<definedName name="database_size">Inputs!$B$4</definedName>'
check "created by the study's date" has docProps/core.xml '2008-06-20T12:00:00Z'
check "text with = stays text" has xl/sharedStrings.xml '<t>=1+1</t>'
check "text of a file is no formula" lacks xl/worksheets/sheet2.xml '<f>'
check "escape-like text" has xl/sharedStrings.xml '<t>_x005F_x0041_</t>'
check "nothing is NAN or INF" lacks xl/worksheets/sheet1.xml '<v>NAN'
check "two cells are #N/A" count xl/worksheets/sheet1.xml '<v>#N/A</v>' 2
check "formula with its result" has xl/worksheets/sheet3.xml \
    '<f>IFERROR($C$12/(reduction*copies*1000*disk_price),NA())</f><v>96</v>'
check "six validations of inputs" count xl/worksheets/sheet2.xml '<dataValidation ' 6
check "a list of choices" has xl/worksheets/sheet2.xml '<formula1>"sum,larger"</formula1>'
check "outside a range warns" has xl/worksheets/sheet2.xml 'errorStyle="warning"'
check "stale mark" has xl/worksheets/sheet1.xml \
    '<formula>$B$8&lt;&gt;"as issued"</formula>'
check "inputs are open on a protected sheet" has xl/styles.xml 'locked="0"'
check "protection" has xl/worksheets/sheet2.xml '<sheetProtection '
check "landscape on A4, one page wide" has xl/worksheets/sheet3.xml \
    '<pageSetup paperSize="9" fitToHeight="0" orientation="landscape"'
check "rows to repeat" has xl/workbook.xml 'Model!$1:$3'
check "logarithmic axis" count xl/charts/chart1.xml '<c:logBase val="10"/>' 2
check "a wrapped row has its height" has xl/worksheets/sheet4.xml \
    '<row r="3" spans="1:3" ht="30" customHeight="1">'

while [ $(($(date +%s) - first_at)) -lt 2 ]; do sleep 0.2; done
"$demo" "$work/second.xlsx"
check "the same bytes two seconds later" cmp "$work/first.xlsx" "$work/second.xlsx"

#!/bin/sh
# LibreOffice calculates the demonstration workbook, a report's and each op of the graph
# anew, and what it gives is what the file says; inputs are changed there, and what
# follows is what C gives.
here=$(dirname "$0")
demo=$(dirname "$PRICEPERF")/tests/writers/test_xlsx
python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import uno' 2>/dev/null && python=$p && break
done
if [ -z "$python" ] || ! command -v soffice >/dev/null; then
    echo "skipped LibreOffice: needs soffice and python3-uno"
    exit 0
fi
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
"$demo" "$work/book.xlsx"

# The same workbook with one result that the formula does not give.
"$python" - "$work/book.xlsx" "$work/wrong.xlsx" <<'PY'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
    for part in old.namelist():
        text = old.read(part)
        if part == "xl/worksheets/sheet3.xml":
            right = b"NA())</f><v>96</v>"
            assert text.count(right) == 1
            text = text.replace(right, b"NA())</f><v>96.0000001</v>")
        new.writestr(part, text)
PY
wrong_is_found() {
    "$python" "$here/recalc.py" "$work/wrong.xlsx" >"$work/found" && return 1
    cat "$work/found"
    grep -q '"cell": "C14".*"cached": 96.0000001' "$work/found" &&
        grep -q ' 1 differ' "$work/found"
}
"$(dirname "$PRICEPERF")/tests/libreoffice/test_ops" "$work/ops.xlsx"
"$(dirname "$PRICEPERF")/tests/libreoffice/test_graphs" "$work/graphs.xlsx"
check "a report" "$PRICEPERF" report data/oracle-compression/study.yaml -o "$work/report"
check "every formula of demonstration, random graphs and report, every op" \
    "$python" "$here/recalc.py" "$work/book.xlsx" "$work/ops.xlsx" "$work/graphs.xlsx" \
    "$work/report/report.xlsx"
check "a wrong result is found" wrong_is_found

cat >"$work/commands" <<'END'
{"get": ["break_even", "A1_", "Summary!B6", "Summary!B8"]}
{"set": {"reduction": 0.25, "disk_price": 2, "cpus": 8}}
{"get": ["break_even", "Summary!$B$6", "Summary!B7", "Summary!B8", "'Break-even'!C44"]}
{"set": {"reduction": 0}}
{"get": ["break_even"]}
{"reset": true}
{"set": {"Summary!B4": "copies-3"}}
{"get": ["break_even", "A1_"]}
{"errors": true}
{"get": ["nowhere"]}
END
# 94000 USD of licences at 25 % and 2 USD/GB: 188 TB; below, uncompressed is cheaper.
cat >"$work/want" <<'END'
{"break_even": 96.0, "A1_": 96.0, "Summary!B6": "either", "Summary!B8": "as issued"}
{"set": 3}
{"break_even": 188.0, "Summary!$B$6": "uncompressed", "Summary!B7": -46000.0, "Summary!B8": "inputs changed", "'Break-even'!C44": 1594000.0}
{"set": 1}
{"break_even": {"error": 32767}}
{"reset": 3}
{"set": 1}
{"break_even": 96.0, "A1_": 70.20931150}
{"errors": [{"sheet": "Summary", "cell": "B11", "error": 32767, "formula": "=NA()"}, {"sheet": "Summary", "cell": "B12", "error": 32767, "formula": "=IF(1>2;1;NA())"}]}
{"failed": "KeyError: 'no name nowhere'"}
END
answers() {
    "$python" "$here/lo_session.py" "$work/book.xlsx" <"$work/commands" |
        sed 's/\(70\.20931150\)[0-9]*/\1/' >"$work/answers"
    diff "$work/want" "$work/answers"
}
check "inputs changed in LibreOffice" answers
check "a report's inputs changed, as whatif --set does" "$python" "$here/whatif.py" \
    "$PRICEPERF" data/oracle-compression/study.yaml "$work/report/report.xlsx" 20
check "a report of an estate" \
    "$PRICEPERF" report "$here/estate.yaml" -o "$work/estate"
check "every formula of the estate" "$python" "$here/recalc.py" "$work/estate/report.xlsx"
check "evidence, days, users and dates of the estate changed" "$python" \
    "$here/whatif.py" "$PRICEPERF" "$here/estate.yaml" "$work/estate/report.xlsx" 8 20

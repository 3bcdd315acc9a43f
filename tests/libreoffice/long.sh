#!/bin/sh
# Every worked licence case as a workbook; make test takes each twentieth.
for p in python3 /usr/bin/python3; do
    if "$p" -c 'import uno' 2>/dev/null && command -v soffice >/dev/null; then
        exec "$p" tests/libreoffice/cases.py "$PRICEPERF" tests/licences/*.yaml \
            tests/licences/further/*.yaml
    fi
done
echo "skipped all worked cases in LibreOffice: needs soffice and python3-uno"

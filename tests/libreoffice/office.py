"""One headless LibreOffice with a profile of its own, and a workbook open in it.

    with Office() as office:
        doc = office.open("report.xlsx")

The profile makes LibreOffice calculate every formula on loading, which it leaves out
by default for files that another program wrote.  Everything ends with the block, or
after `limit` seconds.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

SETTING = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"
 xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
TEXT_RESULT, ERROR_RESULT = 2, 4  # com.sun.star.sheet.FormulaResult
NOT_AVAILABLE = 32767  # Error of a cell that is #N/A
DIVISION_BY_ZERO = 532  # of one that is #DIV/0!


class Office:
    def __init__(self, limit=300):
        self.limit = limit
        self.process = self.profile = self.desktop = None

    def __enter__(self):
        signal.signal(signal.SIGALRM, self._too_long)
        signal.alarm(self.limit)
        self.profile = tempfile.mkdtemp(prefix="priceperf-office-")
        user = pathlib.Path(self.profile, "user")
        user.mkdir()
        user.joinpath("registrymodifications.xcu").write_text(SETTING)
        pipe = f"priceperf{os.getpid()}"
        self.process = subprocess.Popen(
            ["soffice", f"-env:UserInstallation=file://{self.profile}", "--headless",
             "--norestore", "--nologo", f"--accept=pipe,name={pipe};urp;"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            self.desktop = self._connect(pipe)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _connect(self, pipe):
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext(
            "com.sun.star.bridge.UnoUrlResolver", local)
        url = f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext"
        while True:
            try:
                context = resolver.resolve(url)
                break
            except NoConnectException:
                if self.process.poll() is not None:
                    sys.exit("soffice ended before it could be reached")
                time.sleep(0.05)
        return context.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", context)

    def _too_long(self, *_):
        self.__exit__()
        sys.exit(f"LibreOffice took more than {self.limit} s")

    def __exit__(self, *_):
        signal.alarm(0)
        try:
            self.desktop.terminate()
            self.process.wait(10)
        except Exception:  # not reached, hung or gone: ended by force below
            pass
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
        return False

    def scratch(self):
        """call("IRR({};0.1)", row) is what a sheet says of that formula over its rows; NaN
        for an error."""
        hidden = PropertyValue(Name="Hidden", Value=True)
        sheet = self.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0,
                                                  (hidden,)).Sheets.getByIndex(0)

        def call(formula, *rows):
            ranges = []
            for i, row in enumerate(rows):
                cells = sheet.getCellRangeByPosition(0, i, len(row) - 1, i)
                cells.setDataArray((tuple(map(float, row)),))
                ranges.append(cells.AbsoluteName.split(".", 1)[1])
            cell = sheet.getCellByPosition(0, 9)
            cell.Formula = "=" + formula.format(*ranges)
            return cell.Value if cell.getError() == 0 else float("nan")
        return call

    def open(self, path):
        # A copy: the lock file that LibreOffice puts beside a document would stop others.
        copy = pathlib.Path(tempfile.mkdtemp(dir=self.profile), "book.xlsx")
        shutil.copyfile(path, copy)
        hidden = PropertyValue(Name="Hidden", Value=True)
        doc = self.desktop.loadComponentFromURL(copy.as_uri(), "_blank", 0, (hidden,))
        if doc is None:
            sys.exit(f"LibreOffice cannot open {path}")
        for sheet in sheets_of(doc):
            if sheet.isProtected():
                sheet.unprotect("")
        doc.calculateAll()
        return doc


def sheets_of(doc):
    return [doc.Sheets.getByIndex(i) for i in range(doc.Sheets.Count)]


def cell_of(doc, where):
    """The cell of a defined name or of an address with its sheet: 'Cash flow'!B3."""
    if "!" in where:
        sheet, address = where.rsplit("!", 1)
        sheet = sheet.strip("'").replace("''", "'")
        return doc.Sheets.getByName(sheet).getCellRangeByName(
            address.replace("$", "")).getCellByPosition(0, 0)
    if not doc.NamedRanges.hasByName(where):
        raise KeyError(f"no name {where}")
    return doc.NamedRanges.getByName(where).ReferredCells.getCellByPosition(0, 0)


def value_of(cell):
    """A number, a text, None for an empty cell, or {"error": code}."""
    if cell.getError() != 0:
        return {"error": cell.getError()}
    kind = cell.Type.value
    if kind == "EMPTY":
        return None
    if kind == "TEXT" or (kind == "FORMULA" and cell.FormulaResultType2 == TEXT_RESULT):
        return cell.String
    return cell.Value


def address_of(column, row):
    letters = ""
    column += 1
    while column > 0:
        column, digit = divmod(column - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters}{row + 1}"


def errors_of(doc):
    """Every formula cell whose result is an error."""
    found = []
    for sheet in sheets_of(doc):
        for area in sheet.queryFormulaCells(ERROR_RESULT).RangeAddresses:
            for row in range(area.StartRow, area.EndRow + 1):
                for column in range(area.StartColumn, area.EndColumn + 1):
                    cell = sheet.getCellByPosition(column, row)
                    found.append({"sheet": sheet.Name, "cell": address_of(column, row),
                                  "error": cell.getError(), "formula": cell.Formula})
    return found

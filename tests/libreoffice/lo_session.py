#!/usr/bin/env python3
"""Changes inputs of a workbook in LibreOffice and reads what follows.

    lo_session.py BOOK.xlsx < commands > answers

Commands and answers are JSON, one a line; one LibreOffice serves them all.
    {"set": {"NAME": value, "Sheet!B3": value}}   -> {"set": 2}
    {"get": ["NAME", "'Cash flow'!B3"]}           -> {"NAME": number|text|{"error": n}}
    {"sheet": "Model"}                            -> {"A1": number|text, ...} of all cells
    {"errors": true}       every cell with an error -> {"errors": [{sheet, cell, ...}]}
    {"reset": true}        inputs as the file has them -> {"reset": n}
A command that cannot be done is answered by {"failed": why}.
"""
import json
import sys

from office import Office, cell_of, errors_of, value_of


def column(i):
    name = ""
    while i >= 0:
        name = chr(65 + i % 26) + name
        i = i // 26 - 1
    return name


class Session:
    def __init__(self, doc):
        self.doc = doc
        self.before = {}

    def write(self, where, value):
        cell = cell_of(self.doc, where)
        if where not in self.before:
            self.before[where] = cell.Formula
        if isinstance(value, str):
            cell.String = value
        else:
            cell.Value = float(value)

    def set(self, values):
        for where, value in values.items():
            self.write(where, value)
        self.doc.calculateAll()
        return {"set": len(values)}

    def get(self, places):
        return {where: value_of(cell_of(self.doc, where)) for where in places}

    def sheet(self, name):
        cursor = self.doc.Sheets.getByName(name).createCursor()
        cursor.gotoEndOfUsedArea(True)
        return {column(c) + str(r + 1): value
                for r, row in enumerate(cursor.getDataArray())
                for c, value in enumerate(row) if value != ""}

    def errors(self, _):
        return {"errors": errors_of(self.doc)}

    def reset(self, _):
        count = len(self.before)
        for where, formula in self.before.items():
            cell_of(self.doc, where).Formula = formula
        self.before.clear()
        self.doc.calculateAll()
        return {"reset": count}

    def answer(self, line):
        try:
            ((verb, argument),) = json.loads(line).items()
            return {"set": self.set, "get": self.get, "sheet": self.sheet,
                    "errors": self.errors,
                    "reset": self.reset}[verb](argument)
        except Exception as why:  # whatever it is, the caller reads it
            return {"failed": f"{type(why).__name__}: {why}"}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with Office() as office:
        session = Session(office.open(sys.argv[1]))
        for line in sys.stdin:
            if line.strip():
                print(json.dumps(session.answer(line)), flush=True)


main()

/* xlsx_formula.h - what a formula's text may be. */
#ifndef WRITERS_XLSX_FORMULA_H
#define WRITERS_XLSX_FORMULA_H

#include <stdbool.h>

struct arena;

/* False with words in *why ("calls XLOOKUP, which ...") where Excel 2016 and
 * LibreOffice 7.4 would not both read the formula: a function not listed in
 * report/sheet.h, brackets that do not match or nest deeper than 64, more than 8192
 * characters, a leading '=', ';' between arguments, an open text, structured or
 * external references. */
bool xlsx_formula_is_plain(struct arena *a, const char *formula, const char **why);

#endif

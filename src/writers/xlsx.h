/* xlsx.h - a workbook as an .xlsx file, through libxlsxwriter.
 *
 * The same workbook gives the same bytes: the only clock is workbook.created.  Cells
 * that are not finite become =NA().  Formulas are written with the result that the
 * engine gave, so that a viewer that cannot calculate shows the right figures.
 *
 * Refused, with the cell: text that is not UTF-8 or longer than a cell holds, formulas
 * that Excel 2016 or LibreOffice 7.4 cannot read, names and references that lead
 * nowhere, two cells in one place.
 */
#ifndef WRITERS_XLSX_H
#define WRITERS_XLSX_H

#include <stdbool.h>

struct diag;
struct workbook;

/* Writes beside `path` and renames; a file that is there is replaced.  Reorders the
 * cells of the sheets by row and column.  Nothing is left on failure. */
bool xlsx_write(const struct workbook *book, const char *path, struct diag *dg);

#endif

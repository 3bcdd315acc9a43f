/* pdf.h - a document as a PDF: A4 or Letter, embedded fonts, outline, links, tags.
 *
 * Laid out twice, so that "page x of y" and forward links are right.  The same
 * document gives the same bytes; the creation date is the document's own.  The file
 * is written beside its target and renamed, so that nothing half-written stays.
 */
#ifndef WRITERS_PDF_H
#define WRITERS_PDF_H

#include <stdbool.h>

struct diag;
struct document;

/* False with a world error in `dg` where fonts are missing or the file cannot be
 * written.  Characters that no embedded font has are a warning. */
bool pdf_write(const struct document *doc, const char *path, struct diag *dg);

#endif

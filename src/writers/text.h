/* text.h - a document as plain text for a terminal, at most 88 columns wide.
 *
 * Tables are aligned and wrapped, plots become a summary of their series and marks.
 * Needs no fonts; the same document gives the same bytes.
 */
#ifndef WRITERS_TEXT_H
#define WRITERS_TEXT_H

#include <stdio.h>

struct document;
struct plot;

void text_write(const struct document *doc, FILE *to);
void text_plot(const struct plot *plot, FILE *to); /* the summary of one plot */

#endif

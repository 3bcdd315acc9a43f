/* decision_document.h - a decision laid out by a template, as a document. */
#ifndef REPORT_DECISION_DOCUMENT_H
#define REPORT_DECISION_DOCUMENT_H

#include <stddef.h>

struct decision;
struct document;

/* The template is looked for beside the study and among the installed ones.  NULL after
 * an error. */
const struct document *decision_document(const struct decision *d);

/* Only the sections of these names, for a terminal. */
const struct document *decision_sections(const struct decision *d,
                                         const char *const *names, size_t count);

#endif

/* decision_document.h - a decision laid out by a template, as a document. */
#ifndef REPORT_DECISION_DOCUMENT_H
#define REPORT_DECISION_DOCUMENT_H

struct decision;
struct document;

/* The template is looked for beside the study and among the installed ones.  NULL after
 * an error. */
const struct document *decision_document(const struct decision *d);

#endif

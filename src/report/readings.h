/* readings.h - what a report says of a rule that reads in several ways, and of what
 * leans on evidence and rights. */
#ifndef REPORT_READINGS_H
#define REPORT_READINGS_H

#include "report/book.h"
#include "report/build.h"

/* Tables of every reading's result and of both ends of the evidence, each where there
 * is any. */
void add_every_reading(struct maker *m, const struct line *l);
void add_evidence(struct maker *m, const struct line *l);
/* A sentence a line whose reading nobody is named for; NULL where there is none. */
const char *undecided_reading(const struct maker *m, const struct line *l);

/* The same in the sheet Licences, live; the next free row. */
uint32_t put_readings(struct book *b, struct sheet *s, uint32_t row,
                      const struct line *l);

#endif

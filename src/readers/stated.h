/* stated.h - what a study says of a raw file, beside what the file itself tells.
 *
 *     - file: randread.json
 *       parameters: {drives: 14}       added where the file does not tell them
 *       expect: {rw: randread}         an error where the file tells another
 *       ceiling: {drives: 14, each: 150 IOPS}
 *
 * No more IOPS than the ceiling can come from the drives: a higher rate was served from
 * memory and is flagged as cached, with both figures.  `ceiling: 2100 IOPS` says the
 * same.
 */
#ifndef READERS_STATED_H
#define READERS_STATED_H

#include "doc/tree.h"
#include "measure/runs.h"

struct stated {
    struct parameter *parameters;
    size_t count;
    const struct doc_node *expect; /* NULL: nothing */
    double ceiling;                /* 1/s; 0: none */
};

/* The two keys alone, either may be NULL; false after an error. */
bool stated_read_limits(struct arena *a, const struct doc_node *expect,
                        const struct doc_node *ceiling, struct stated *out,
                        struct diag *dg);
/* `block` may be NULL; false after an error. */
bool stated_read(struct arena *a, const struct doc_node *block, struct stated *out,
                 struct diag *dg);

/* False after an error: a parameter of the file is not the one expected, or missing. */
bool stated_expect(struct arena *a, const struct stated *s,
                   const struct setting *setting, struct where file, struct diag *dg);

/* Flags an IOPS above the ceiling; the note is arena-owned. */
void stated_judge(struct arena *a, const struct stated *s, struct measurement *m);

#endif

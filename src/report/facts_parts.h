/* facts_parts.h - which values of a results.json are facts, and what they are called.
 */
#ifndef REPORT_FACTS_PARTS_H
#define REPORT_FACTS_PARTS_H

#include "report/facts.h"

enum fact_want { TEXT, NUMBER, TEXTS, NUMBERS, DETAIL = 8 };

/* `unit`: NULL a bare number, FACTS_MONEY the currency of all, "@key" what stands there
 * in the same object, else the unit itself. */
#define FACTS_MONEY "$"
struct fact_field {
    const char
        *key; /* "at.cheaper" inside "at", "cost_by_year.0" the first of a list */
    const char *name;
    int want; /* of enum fact_want, with DETAIL */
    const char *unit;
};

/* A list of objects, or a list in each of them.  The subject is made of what stands
 * under the keys `outer` of the object, then `inner` of the one in it. */
struct fact_part {
    const char *list, *nested;
    enum fact_group group;
    const char *outer[4], *inner[2];
    const struct fact_field *fields;
    size_t count;
};

const struct fact_part *fact_head(void);        /* of the whole file */
const struct fact_part *fact_part_at(size_t i); /* NULL beyond the last */

#endif

/* section.h - one part of the report: how it is called and what builds it.
 *
 * A template lists sections by name, in the order of the report.  To add one, write
 * report/section_<name>.c that defines `section_<name>` and add its row in sections.c.
 */
#ifndef REPORT_SECTION_H
#define REPORT_SECTION_H

#include "report/build.h"

struct section {
    const char *name, *title;
    bool new_page;
    bool untitled; /* only in the outline */
    /* Fills m->blocks; leaves it empty where there is nothing to say. */
    void (*build)(struct maker *m);
};

const struct section *section_find(const char *name);
const struct section *section_at(size_t i); /* NULL beyond the last */

#endif

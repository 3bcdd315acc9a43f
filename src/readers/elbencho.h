/* elbencho.h - what the files that read elbencho share. */
#ifndef READERS_ELBENCHO_H
#define READERS_ELBENCHO_H

#include "readers/harvest.h"

enum { ELBENCHO_COLUMNS = 96 };

struct elbencho {
    struct harvest h;
    const char *names[ELBENCHO_COLUMNS]; /* of a CSV */
    size_t count;
    bool table; /* behind the heading of a table of text */
};

/* Of a phase of both: the rest is its writes, and its name tells the share of reads,
 * RWMIX70. */
void elbencho_mixed(struct harvest *h, const char *operation);

/* What --jsonfile writes: an object a phase, numbers in quotes. */
bool elbencho_json(struct harvest *h, const struct source *src);

/* A line of the text output. */
void elbencho_text_line(struct elbencho *e, const struct line *l);

#endif

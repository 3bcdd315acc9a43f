/* elbencho.h - what the two files that read elbencho share. */
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

/* A line of the text output. */
void elbencho_text_line(struct elbencho *e, const struct line *l);

#endif

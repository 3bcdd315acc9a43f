/* elbencho.h - what the files that read elbencho share. */
#ifndef READERS_ELBENCHO_H
#define READERS_ELBENCHO_H

#include "readers/harvest.h"

enum { ELBENCHO_COLUMNS = 96 };

/* The rows of one phase so far, of one of its sides. */
struct elbencho_live {
    const char *phase, *label, *mix;
    double ms, bytes;      /* of the last row, from the start of the phase */
    double iops, weighted; /* sums over the rows; the latter of IOPS x latency */
    double rows;
    struct where at;
};

struct elbencho {
    struct harvest h;
    struct elbencho_live live;
    const char *side; /* of a mixed phase, that is read from a live CSV: "Read" */
    const char *names[ELBENCHO_COLUMNS]; /* of a CSV */
    size_t count;
    bool table; /* behind the heading of a table of text */
};

/* Of a phase of both: the rest is its writes, and its name tells the share of reads,
 * RWMIX70. */
void elbencho_mixed(struct harvest *h, const char *operation);

/* What --jsonfile writes: an object a phase, numbers in quotes. */
bool elbencho_json(struct harvest *h, const struct source *src);

/* A row of --livecsv, and the end of it. */
void elbencho_live_row(struct elbencho *e, const struct line *row,
                       const char *const *cells);
void elbencho_live_end(struct elbencho *e);

/* A line of the text output. */
void elbencho_text_line(struct elbencho *e, const struct line *l);

#endif

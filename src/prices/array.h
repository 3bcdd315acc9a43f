/* array.h - how many drives, shelves and controllers a workload needs, as nodes.
 *
 * Each limit gives a whole count of its own, and the greatest of them is bought:
 *
 *     capacity   data / (a drive's capacity * fill), whole drives, and what the layout
 *                adds; raw: raw / a drive's capacity, in whole pairs or groups
 *     iops       (reads / r + writes * (reads a write makes / r + writes / w)) / use
 *                with r and w the drive's rates: shares of time add, rates do not
 *     bandwidth  the same in bytes; whole stripes, so parity takes drives and no reads
 *     endurance  written * writes a write makes * years / what a drive endures
 *     layout     the least that the layout takes
 *
 * shelves by the drives they take; controllers by drives, shelves, iops, bandwidth (as
 * the host sees them, before the layout) and their least.
 */
#ifndef PRICES_ARRAY_H
#define PRICES_ARRAY_H

#include "prices/hardware.h"
#include "prices/raid.h"

/* What is asked for; NO_NODE: nothing. */
struct array_need {
    node_id capacity;                /* B that the drives must hold once */
    node_id raw;                     /* B of drives, whatever the layout */
    node_id reads, writes;           /* 1/s */
    node_id read_bytes, write_bytes; /* B/s */
    node_id written;                 /* B/s, over the years */
    node_id time;                    /* s that drives must last; with `written` */
    node_id use, fill;               /* shares of rate and capacity; NO_NODE: all */
    node_id penalty;                 /* accesses a write makes; NO_NODE: the layout's */
    struct where at;
};

struct array_limit {
    const char *name;
    node_id count;
};
enum { ARRAY_LIMITS = 6 };
struct array_size {
    struct array_limit limits[ARRAY_LIMITS];
    size_t limit_count;
    node_id count; /* the greatest of them; NO_NODE: no limit applies */
};

struct array_job {
    struct graph *g;
    struct diag *dg;
    const struct raid *layout;
    const struct array_need *need;
};

/* False after an error: what is asked for and the drive does not say. */
bool array_drives(const struct array_job *j, const struct hardware *drive,
                  struct array_size *out);
/* `drives` with the spares. */
bool array_shelves(const struct array_job *j, const struct hardware *shelf,
                   node_id drives, struct array_size *out);
/* `shelves` may be NO_NODE. */
bool array_controllers(const struct array_job *j, const struct hardware *controller,
                       node_id drives, node_id shelves, struct array_size *out);

/* B/s that the drives together write for what is written to them. */
node_id array_wear(const struct array_job *j);

#endif

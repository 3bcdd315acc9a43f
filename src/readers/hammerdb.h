/* hammerdb.h - the time profile inside or beside HammerDB's log. */
#ifndef READERS_HAMMERDB_H
#define READERS_HAMMERDB_H

#include "readers/harvest.h"

/* Zero it before the first line. */
struct hammerdb_profile {
    const char *user; /* a virtual user's number; NULL: the summary of all */
    const char *procedure;
};

/* True where the line is one of a profile: of xtprof, whose fields stand without
 * anything between them, or of etprof, a row with bars and microseconds. */
bool hammerdb_profile_line(struct hammerdb_profile *p, struct harvest *h,
                           const struct line *l);

#endif

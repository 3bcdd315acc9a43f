/* raid.h - how drives hold data more than once or with parity, and what that costs.
 *
 *     layout: none           every drive holds data
 *     layout: raid1, raid10  pairs (raid10: from 4 drives on)
 *     layout: 3 copies       of everything, on drives of their own
 *     layout: raid5, raid6   one group over all drives, of which 1 or 2 hold parity
 *     layout: 7+1            groups of 8 drives, of which 1 holds parity; also 8+3
 *
 * A write that changes a block writes every copy; with k drives of parity it reads the
 * old block and the k old parities and writes all k + 1 again: 2, 4, 6, 8 accesses for
 * pairs and for k = 1, 2, 3 (Patterson, Gibson, Katz 1988 for one; the same count for
 * more).
 */
#ifndef PRICES_RAID_H
#define PRICES_RAID_H

#include "quantities/graph.h"

struct doc_node;

struct raid {
    unsigned copies;       /* of every block, 1 where there is parity */
    unsigned data, parity; /* drives of a group; data 0: one group over all drives */
    unsigned least;        /* drives */
    const char *words;     /* as written */
};

/* NULL reads as none. */
bool raid_read(const struct doc_node *node, struct raid *out, struct diag *dg);

/* Accesses that one write of a block makes. */
unsigned raid_reads(const struct raid *l);
unsigned raid_writes(const struct raid *l);

/* All drives where `data` whole drives hold data once; none for none. */
node_id raid_of_data(struct graph *g, const struct raid *l, node_id data,
                     struct where at, struct diag *dg);
/* `drives` whole drives filled up to whole pairs or groups. */
node_id raid_whole(struct graph *g, const struct raid *l, node_id drives,
                   struct where at, struct diag *dg);
/* The drives' worth of data that `drives`, whole pairs or groups, hold once. */
node_id raid_data(struct graph *g, const struct raid *l, node_id drives,
                  struct where at, struct diag *dg);

#endif

/* study_hardware.h - lines of hardware: how many, what they draw, how long they last.
 *
 *     workloads:
 *       oltp: {capacity: 90 TB, iops: 4000, read_pct: 70 %, block: 8 KiB}
 *     site: {electricity: 0.12 USD/kWh, pue: 1.6, active: 40 %,
 *            rack_unit: 15 USD/U/month}
 *     alternatives:
 *       sas:
 *         lines:
 *           - id: disks
 *             item: drives/sas-15k
 *             for: oltp                     or the mapping itself
 *             layout: raid10                raid.h
 *             spares: 2                     hot; spare_every: 30 is one for each 30
 *             shelf: shelves/25
 *             controller: controllers/mid
 *
 * `for` says what is needed: capacity (`90 TB`, that is usable; `90 TB raw`, `90 TB
 * effective`), iops, bandwidth, read_pct, block, written (bytes per time, for the
 * endurance), years (that drives must last; else the alternative's life, else the
 * horizon), max_utilisation, max_fill.  The count is the greatest over the limits
 * (array.h).  Effective capacity needs `reduction: {ratio: 2.5, source: ...}` on the
 * line.  `write_penalty: 2` stands in for the layout's; `replace: yes` buys drives
 * again where they wear out or reach their lifetime, instead of more at once.  With
 * `quantity:` instead of `for:` the count is given.
 *
 * A line becomes several: drives, shelves, controllers, then maintenance, replacement,
 * electricity, rack and residual value, where the items and the site say them.  Figures
 * of the line, `alternative.line.FIGURE`: drives, spares, sold, shelves, controllers,
 * raw, usable, effective, by_capacity, by_iops, by_bandwidth, by_endurance, power,
 * rack, wear (share of the endurance a year), per_capacity and per_iops (price of one,
 * and what one gives).
 */
#ifndef DECISIONS_STUDY_HARDWARE_H
#define DECISIONS_STUDY_HARDWARE_H

#include "decisions/study.h"

/* Keys of a line; any but `item` may be NULL.  `life` is the alternative's. */
struct hardware_keys {
    const struct doc_node *id, *quantity, *need, *layout, *spares, *spare_every, *shelf,
        *controller, *penalty, *reduction, *replace, *life, *when;
};

enum { HARDWARE_LINES = 8 }; /* that one line becomes at most */

bool study_read_site(struct study *s, const struct doc_node *node);

/* Whether a line is one of hardware: its item says so, or the line does. */
bool study_is_hardware(const struct item *item, const struct hardware_keys *k);
/* Sets quantity and sizing; the price and amount are the caller's. */
bool study_size(struct study *s, const struct item *item, const struct hardware_keys *k,
                struct line *out);
/* The further lines of lines[0], behind it; *count is 1 before. */
bool study_hardware_lines(struct study *s, const struct hardware_keys *k,
                          const char *alternative, struct line *lines, size_t *count);

const struct item *study_item(const struct study *s, const char *id);
/* Money each time quantity, into amount; what is paid per time into yearly. */
bool study_amount(struct study *s, const char *alternative, struct where at,
                  struct line *out);

#endif

/* compare.h - pairs of measurements that differ in one parameter, with all else that
 * differs between the two runs.
 *
 * A ratio is only as good as the runs are alike.  A pair is two measurements of one
 * system, metric and statistic whose settings differ in `key`, a yes/no parameter; what
 * else differs between the two settings, and between what else was measured in the
 * same two runs, goes into the same line.
 */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include <stddef.h>

struct arena;
struct measurement;
struct runs;

struct run_pair {
    const struct measurement *before, *after; /* key = no, key = yes */
    const char *what; /* "mixed, 50 users": the parameters that are the same */
    const char
        *differs; /* "block_size 8 KiB, 16 KiB; rows -31.1 %"; "" where nothing */
};

struct pair_list {
    const char *key; /* NULL: no yes/no parameter pairs anything */
    const struct run_pair *items;
    size_t count;
};

struct pair_list runs_compare(struct arena *a, const struct runs *runs);

#endif

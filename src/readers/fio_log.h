/* fio_log.h - the rows of fio's logs: time in ms, value, direction, block size, and in
 * newer releases offset and priority.
 */
#ifndef READERS_FIO_LOG_H
#define READERS_FIO_LOG_H

#include "measure/log_stats.h"

struct arena;
struct raw;
struct runs;

enum { LOG_DIRECTIONS = 3 }; /* read, write, trim */

struct fio_log {
    struct log_stats stats[LOG_DIRECTIONS];
    bool used[LOG_DIRECTIONS];
    uint64_t last_ms, rows;
    uint64_t blocks;   /* rows with a block size: of single operations */
    unsigned columns;  /* of the first row */
    uint64_t bad_rows; /* and where the first of them begins */
    uint64_t bad_at;
    bool cut; /* the last row has no line end, and was left out */
};

/* Reads all rows, a long file on all processors; memory does not grow with it. */
void fio_log_gather(struct arena *a, const struct raw *raw, struct fio_log *log);

/* Adds the mean rates of all processes of a run, NAME_bw.1.log to NAME_bw.N.log, among
 * the measurements from `first` on, as one more measurement each. */
void fio_logs_add_up(struct runs *runs, size_t first);

#endif

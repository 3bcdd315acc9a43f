/* fio.h - what the readers of fio's formats share: one job as fio reports it, jobs
 * added up to groups, and groups as measurements.
 *
 * A job has up to five sides (read, write, trim, sync, and mixed where
 * unified_rw_reporting adds the first three up), a side up to three latencies: slat
 * (until the kernel has it), clat (until it is done), lat (both).
 *
 * Jobs of one group are added: rates summed, means and deviations pooled by their
 * counts, percentiles dropped unless every job has the buckets they come from (JSON+).
 *
 * Parameters: rw op stage block_size queue_depth threads read_pct engine drives clients
 * job rate fsync fdatasync sync.  State: direct ramp_time run_time working_set.  Where
 * a file lists a job's options, fio's defaults stand for those that it does not list.
 */
#ifndef READERS_FIO_H
#define READERS_FIO_H

#include "readers/harvest.h"

enum fio_op { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_SYNC, FIO_MIXED, FIO_OPS };
enum fio_stage { FIO_SLAT, FIO_CLAT, FIO_LAT, FIO_STAGES };
extern const char *const fio_op_names[FIO_OPS];
extern const char *const fio_stage_names[FIO_STAGES];

struct fio_value {
    double x;
    int64_t mantissa; /* where is_exact: x is mantissa / 10^places */
    unsigned line, column;
    signed char places;
    bool is_exact, given, cut;
};

enum { FIO_PERCENTILES = 32, FIO_BINS = 2048, FIO_JOB = 160 };

struct fio_percentile {
    char digits[16]; /* "99.500000" */
    struct fio_value value;
};

struct fio_bin {
    uint64_t value, count;
};

struct fio_latency {
    const char *unit;            /* "ns", "us", "ms"; NULL: there is none */
    const char *percentile_unit; /* of the percentiles, where it differs; NULL: unit */
    struct fio_value min, max, mean, stddev;
    double count;                       /* operations behind it; 0: not told */
    bool estimated;                     /* the count is rate x time */
    struct fio_percentile *percentiles; /* NULL, or of a job FIO_PERCENTILES long */
    size_t percentile_count;
    bool from_bins;       /* the percentiles are to be counted anew */
    struct fio_bin *bins; /* ascending, FIO_BINS long; NULL: none */
    size_t bin_count;     /* more than FIO_BINS: too many to keep */
};

/* min, max, mean, deviation and number of samples of a rate over time. */
struct fio_spread {
    struct fio_value min, max, mean, stddev;
    double samples;
};

struct fio_side {
    bool present;
    struct fio_value iops, bandwidth;
    const char *bandwidth_unit;                            /* "B/s" or "KiB/s" */
    double ios, bytes, seconds;                            /* 0: not told */
    struct fio_spread iops_over_time, bandwidth_over_time; /* the latter in KiB/s */
    struct fio_latency stages[FIO_STAGES];
    const char *note; /* figures that disagree */
};

enum fio_option {
    OPT_RW,
    OPT_BS,
    OPT_BSRANGE,
    OPT_BSSPLIT,
    OPT_IODEPTH,
    OPT_NUMJOBS,
    OPT_ENGINE,
    OPT_MIXREAD,
    OPT_MIXWRITE,
    OPT_DIRECT,
    OPT_BUFFERED,
    OPT_RUNTIME,
    OPT_RAMP,
    OPT_TIME_BASED,
    OPT_SIZE,
    OPT_RATE,
    OPT_RATE_IOPS,
    OPT_FSYNC,
    OPT_FDATASYNC,
    OPT_SYNC,
    OPT_KB_BASE,
    OPT_COUNT
};

struct fio_options {
    bool known; /* the file lists the options that were given */
    char text[OPT_COUNT][40];
    uint32_t given; /* bit i: enum fio_option */
    unsigned files;
};

/* Takes an option by fio's name for it; others are passed over. */
void fio_option(struct fio_options *o, const char *name, size_t name_length,
                const char *text, size_t length);

struct fio_job {
    char name[FIO_JOB], host[64];
    long group;
    long error;
    bool never_ran;
    double elapsed; /* whole seconds */
    unsigned line;
    struct fio_options options;
    struct fio_side sides[FIO_OPS];
};

void fio_job_clear(struct fio_job *j); /* but for options, room for percentiles, bins */
bool fio_job_moved(const struct fio_job *j); /* it did any I/O */
/* To one side of a job; FIO_PERCENTILES are kept. */
void fio_percentile_add(struct arena *a, struct fio_latency *l,
                        const struct fio_percentile *p);

/* Jobs of the same name on the same host. */
struct fio_same {
    const char *name, *host;
    double count, numjobs;
};
enum { FIO_SAMES = 256 };

/* The jobs behind something: all of a group, or those that did a side of it. */
struct fio_cast {
    unsigned jobs;
    struct fio_options options; /* those in which all jobs agree */
    bool mixed_names;
    char name[FIO_JOB];
    struct fio_same *sames; /* FIO_SAMES at most */
    size_t same_count, same_capacity;
    bool sames_full;
    unsigned hosts;
};

struct fio_group {
    long id;
    unsigned failed;
    struct fio_cast all, casts[FIO_OPS];
    struct fio_side sides[FIO_OPS];
    double seconds;
    unsigned line; /* of its first job */
};

/* All of one document, or of one file where the format has none. */
struct fio_run {
    struct arena *arena;
    struct fio_group **groups; /* in the order of first appearance */
    size_t count, capacity;
    unsigned drives; /* 0: not told */
    bool clients;
    uint32_t flags;
};

/* `job` may be changed by it, and is used again by its owner.  False, with an error,
 * beyond FIO_GROUPS groups. */
enum { FIO_GROUPS = 1024 };
bool fio_run_add(struct fio_run *run, struct fio_job *job, struct harvest *h);
/* Percentiles of groups that were added up, from their buckets; before the next. */
void fio_run_settle(struct fio_run *run);

/* The same jobs in the same groups. */
bool fio_run_same(const struct fio_run *a, const struct fio_run *b);
/* `part`, of which the end is missing, may be another report of the jobs of `whole`. */
bool fio_run_begins(const struct fio_run *whole, const struct fio_run *part);
double fio_run_seconds(const struct fio_run *run);

/* What a later report may be to an earlier one. */
enum fio_growth {
    FIO_FELL,  /* other jobs, or less of one: another run */
    FIO_GREW,  /* more of each: the same run or a longer one */
    FIO_STOOD, /* the same to the last digit */
    /* The same run, further on: one group grew while another, which was over, stood
     * still or, which had not begun, began; repeats do neither. */
    FIO_WENT_ON
};
/* `begun`: reports list only the groups that have begun, as the normal output does. */
enum fio_growth fio_run_growth(const struct fio_run *a, const struct fio_run *b,
                               bool begun);

/* Every group as measurements; a group without I/O gives none, and a warning. */
void fio_run_emit(struct fio_run *run, struct harvest *h);

/* Reads the number in text[0..length): digits with at most one point; false where it is
 * none.  `line` and `column` are left alone. */
bool fio_number(const char *text, size_t length, struct fio_value *v);
/* The same for a number that is read already: mantissa / 10^places, 0 to 18 places. */
void fio_decimal(struct fio_value *v, uint64_t mantissa, int places);

/* "4k", "1m", "4096", "4KiB" as fio reads sizes: k is 1024 unless kb_base is 1000; 0
 * where it is no single size. */
double fio_size(const char *text, bool base_1000);
/* "60", "60s", "5m", "1h", "100ms" in seconds; 0 where it is none. */
double fio_seconds(const char *text);

/* What checks.h finds wrong within one side of one job; NULL: nothing. */
const char *fio_check_side(struct arena *a, const struct fio_side *s,
                           double block_size);
double fio_block_size(const struct fio_options *o,
                      enum fio_op op); /* 0: none, or not one */

#endif

/* harvest.h - how readers hand over what they found: one run after the other.
 *
 *     struct harvest h = harvest_on(raw, "pgbench", runs, dg);
 *     harvest_set(&h, "clients", "16");
 *     harvest_own(&h, "op", "read");
 *     harvest_put(&h, &figure, "latency", "mean", "ms");
 *     harvest_commit(&h);
 *     return h.ok;
 *
 * Values wait until the run they belong to is over, because parameters, errors and
 * signs of an early end often stand behind them.  Commit gives all of them the run's
 * parameters, flags, duration and samples; discard drops them: a failed run is
 * missing, never zero.
 *
 * Parameter names that readers share, each where its file tells:
 *   test        the name of one of several tests in a file
 *   rw          the workload: read, write, randread, randwrite, randrw, ...
 *   op          what the value is of where only part is meant: read, write, compress,
 *               decompress, a transaction or statement; absent: all operations
 *   block_size read_pct queue_depth threads clients jobs drives
 *   scale       the scale factor of a database load
 *   size        of the data or the file worked on
 *   rate        the rate asked for, where it was limited
 *   codec level compressed file tool-specific words besides
 */
#ifndef READERS_HARVEST_H
#define READERS_HARVEST_H

#include "readers/reader.h"
#include "readers/stated.h"
#include "readers/text.h"

/* The words that one value adds to its run's. */
enum { HARVEST_OWN = 6, HARVEST_UNITS = 16 };
/* Values that are kept of one run, and of a file that is read whole: so many and one
 * for every eight bytes; sets of parameters of such a file: so many and one for every
 * 64 bytes.  The longest reports of one run have some hundreds of values, and a file
 * with runs by the thousand is longer than it would have to be. */
enum { HARVEST_RUN = 32768, HARVEST_FILE = 65536, HARVEST_SETTINGS = 24576 };

struct waiting {
    struct measurement m;
    const struct parameter *own; /* shared with its neighbours */
    size_t own_count;
};

struct harvest {
    struct runs *runs;
    struct diag *dg;
    struct run_file *file;
    const char *system;
    struct stated stated;    /* by the study */
    bool system_given;       /* by the study */
    struct parameter *items; /* of the run */
    size_t count, capacity;
    struct parameter own[HARVEST_OWN]; /* of the values that follow */
    size_t own_count;
    struct arena *scratch;            /* until the run is over; NULL: none yet */
    const struct parameter *own_copy; /* of `own`, for them; NULL: not made yet */
    struct parameter *all;            /* room for both */
    size_t all_capacity;
    struct parameter *state; /* of the run: how it stood, not what was set */
    size_t state_count, state_capacity;
    struct waiting *waiting;
    size_t waiting_count, waiting_capacity;
    const struct unit *units[HARVEST_UNITS];
    double duration;            /* of the run in seconds; 0: not told */
    double samples;             /* operations of the run; 0: not told */
    uint32_t flags;             /* of the run */
    size_t added;               /* measurements committed */
    size_t most, most_settings; /* that are kept of the file, the latter in `runs` */
    bool full;                  /* there were more, which was said */
    bool ok;                    /* false after any error */
};

/* The system is what the study calls it; otherwise the folder that holds the file. */
struct harvest harvest_on(const struct raw *raw, const char *format, struct runs *runs,
                          struct diag *dg);

/* "8 KiB", "16", "yes", text; replaces an earlier one.  NULL or "" takes it away. */
void harvest_set(struct harvest *h, const char *key, const char *text);
void harvest_setf(struct harvest *h, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A text that is never read as a number or a truth value. */
void harvest_word(struct harvest *h, const char *key, const char *text);
void harvest_forget(struct harvest *h); /* parameters, flags, duration, samples */
/* The same for the values that follow, until it is called with another text; NULL
 * takes it away. */
void harvest_own(struct harvest *h, const char *key, const char *text);
/* The system that the file itself names; what the study says stays. */
void harvest_system(struct harvest *h, const char *name);
/* The tool and its version; the first one said stays. */
void harvest_tool(struct harvest *h, const char *tool);
void harvest_flag(struct harvest *h, enum flag flag);
/* "ramp_time", "10 s": of the run's state and window; kept until harvest_forget(). */
void harvest_state(struct harvest *h, const char *key, const char *text);

/* A value in `unit`, which is one that base/unit.h reads.  A figure that is not given
 * is left out.  A negative value of a metric that has none is an error. */
void harvest_put(struct harvest *h, const struct figure *f, const char *metric,
                 const char *statistic, const char *unit);
/* The last value put; for a flag, samples or a duration of its own.  NULL: none. */
struct measurement *harvest_last(struct harvest *h);
/* Reads the number at `p` and puts it; an error at its place where none stands there,
 * which says what a decimal comma, nan or inf is.  The byte behind it, or NULL. */
const char *harvest_read(struct harvest *h, const struct line *l, const char *p,
                         const char *metric, const char *statistic, const char *unit);
/* The error for text that should be a number. */
bool harvest_no_number(struct harvest *h, const struct line *l, const char *p);
/* Puts the number in a scalar of a tree, plain or in quotes; NULL and null are missing,
 * anything else that is no number an error. */
void harvest_node(struct harvest *h, const struct doc_node *node, const char *metric,
                  const char *statistic, const char *unit);
/* A figure that was worked out from others and has no digits of its own. */
struct figure harvest_figure(double x, struct where at);

void harvest_commit(struct harvest *h);
void harvest_discard(struct harvest *h);
/* Warns where the file gave no measurement: "what" says why. */
bool harvest_end(struct harvest *h, const char *what); /* `h` is used up */

/* "p99.9" of "99.900", "median" of "50", "min" of "0", "p100" of "100"; NULL where it
 * is no percentile. */
const char *harvest_percentile(struct arena *a, const char *digits);

#endif

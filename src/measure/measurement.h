/* measurement.h - one value of one metric for one system at given parameters, from one
 * place in one file.
 *
 * Everything a measurement points to belongs to its struct runs (runs.h) and lives as
 * long.  A run that failed has no measurement: missing is never zero.
 */
#ifndef MEASURE_MEASUREMENT_H
#define MEASURE_MEASUREMENT_H

#include <stdint.h>

#include "base/diag.h"
#include "base/exact.h"
#include "base/sha256.h"
#include "measure/metric.h"

struct buf;

/* What was set: text, a truth value, or a number in base units. */
enum parameter_kind { PARAMETER_TEXT, PARAMETER_BOOL, PARAMETER_NUMBER };

struct parameter {
    const char *key;
    enum parameter_kind kind;
    const char *text;   /* as written; "yes" or "no" of a truth value */
    double number;      /* in base units */
    struct exact exact; /* where is_exact */
    bool is_exact;
    struct dim dim;
};

/* "8 KiB", "8", "yes", "TPC-C": what the text says.  A number with a known unit is a
 * number; yes, no, true, false are truth values; all else is text. */
struct parameter parameter_of(struct arena *a, const char *key, const char *text);
bool parameter_equal(const struct parameter *a, const struct parameter *b);

/* A set of parameters, sorted by key; the same set is the same pointer within one
 * struct runs. */
struct setting {
    const struct parameter *items;
    size_t count;
    const char *canonical; /* as one line of JSON, numbers in base units */
};

const struct parameter *setting_find(const struct setting *s, const char *key);

/* A file that measurements came from. */
struct run_file {
    const char *path; /* as given: in a study, relative to it */
    char sha256[SHA256_TEXT];
    size_t bytes;
    const char *format;         /* the reader's name */
    const char *tool, *version; /* what wrote it; NULL: not told */
    const char *time;           /* of the run, as the file tells it; NULL: not told */
    size_t measurements;        /* that it gave */
};

/* What may be wrong with a value, told by its file or found on entry. */
enum flag {
    FLAG_PARTIAL,     /* part of what was to be run is in it */
    FLAG_INTERRUPTED, /* stopped before its time */
    FLAG_ERRORS,      /* the tool reported errors */
    FLAG_SATURATED,   /* a percentile in the tool's last bucket: at least this */
    FLAG_CUMULATIVE,  /* a snapshot of a run that went on */
    FLAG_CACHED,      /* faster than the hardware can be: served from memory */
    FLAG_SHORT,       /* too short to trust */
    FLAG_UNSTEADY,    /* drifts within the run */
    FLAG_OMISSION,    /* coordinated omission is possible: closed load at a rate */
    FLAG_DISAGREES,   /* with a rate recomputed from its own file */
    FLAG_UNIT,        /* the file leaves the unit open */
    FLAG_COUNT
};
/* "partial", "interrupted", ... in the order above. */
extern const char *const flag_names[FLAG_COUNT];

struct measurement {
    const struct run_file *file;
    struct where at; /* of the value in the file as it was opened */
    const char *system;
    const struct metric *metric;
    const char *statistic;
    double value;       /* in the metric's base unit */
    struct exact exact; /* where is_exact: to the last digit of the text */
    bool is_exact;
    double resolution;          /* one unit of the last digit written; 0: not known */
    const struct unit *written; /* the unit the value was written in; NULL: base */
    const struct setting *setting;
    unsigned repeat; /* 0, 1, ... of the same system, metric, statistic and setting */
    uint32_t flags;  /* bit i: enum flag */
    double duration; /* seconds that it was taken over; 0: not told */
    double samples;  /* operations or samples behind it; 0: not told */
    /* How the run stood, where its file tells: ramp_time, direct, working_set, memory,
     * preconditioned, degraded and the like.  Not part of what makes two runs repeats
     * of each other.  NULL: not told. */
    const struct setting *state;
    const char *note; /* why a flag is set, with both figures; NULL: nothing to say */
};

/* One line of JSON without its line end: "file","line","format","system","metric",
 * "statistic","value","unit","direction","parameters","flags", and behind them, only
 * where they are told, "duration" (s), "samples", "repeat" (from 1), "tool", "state"
 * and "note". */
const char *measurement_json(struct arena *a, const struct measurement *m);
/* The same behind what is in `to`. */
void measurement_add_json(struct buf *to, const struct measurement *m);

#endif

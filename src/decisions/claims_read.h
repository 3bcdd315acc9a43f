/* claims_read.h - a claim file as figures: what claims.c judges. */
#ifndef DECISIONS_CLAIMS_READ_H
#define DECISIONS_CLAIMS_READ_H

#include "decisions/claims.h"

enum change {
    CHANGE_NONE,
    CHANGE_REDUCTION,
    CHANGE_INCREASE,
    CHANGE_SHARE,
    CHANGE_TIMES,
    CHANGE_FASTER,
    CHANGE_OF_RESULT,
    CHANGE_COUNT
};
extern const char *const change_names[CHANGE_COUNT];
enum claim_measure { MEASURE_SIZE, MEASURE_RATE, MEASURE_TIME };

/* The figures of a claim, or of a further basis of it: values in base units. */
struct figure_set {
    const char *name;             /* of a basis; NULL: the claim's own */
    const double *values;         /* CHANGE_NONE */
    const double *before, *after; /* pairs */
    size_t count;
    struct unit unit;     /* of values; of pairs none, since a change has none */
    struct unit measured; /* of before and after */
};

struct claim {
    const char *id, *quantity;
    enum claim_words words;
    enum change change;
    enum claim_measure measure;
    double stated[2]; /* base units; [1] of a range */
    int decimals;     /* of the stated number, in its unit */
    struct unit unit; /* of the stated number */
    int direction;    /* WORDS_DIRECTION: -1 falls, 0 unchanged, 1 rises */
    const char *stated_text;
    struct figure_set own;
    const struct figure_set *bases;
    size_t base_count;
    const char *note; /* figures filled in */
    struct where at;
};

extern const char *const words_names[WORDS_COUNT];

bool claims_read(struct study *s, const char **source, struct claim **out,
                 size_t *count);

#endif

/* claims.h - somebody else's stated conclusions, checked against the figures.
 *
 * A claim file names, for each claim, what was stated, how the words hedge the number,
 * and the figures that can confirm it: formulas over the study's names, or pairs
 * (before, after) of which the claim states a change.  The verdict follows from them:
 *
 *   direction     the words say better or rises where the figures say worse or falls
 *   confirmed     the number is right by its words (see enum claim_words)
 *   truncated     it is right only when cut off instead of rounded
 *   basis         it comes out on another basis for the same pair: change of time
 * instead of change of speed, share of the original, share of the result, or one that
 * the claim file declares unverifiable  there are no figures contradicted  everything
 * else
 *
 * Changes of a pair (b before, a after): reduction 1 - a/b, increase a/b - 1, share
 * a/b, times b/a, faster b/a - 1 of times and a/b - 1 of rates, of_result 1 - b/a.
 */
#ifndef DECISIONS_CLAIMS_H
#define DECISIONS_CLAIMS_H

#include "decisions/study.h"

enum claim_words {
    WORDS_EXACT,     /* equal after rounding to the stated digits */
    WORDS_ABOUT,     /* within 10 % of the stated value */
    WORDS_NEARLY,    /* from 90 % to 100 % of it */
    WORDS_AT_LEAST,  /* not below it */
    WORDS_SLIGHTLY,  /* a difference under 10 % */
    WORDS_RANGE,     /* all values inside after rounding */
    WORDS_ONE_OF,    /* equal to one of the figures */
    WORDS_DIRECTION, /* rises, falls, or unchanged: under 10 % */
    WORDS_COUNT
};

enum verdict {
    VERDICT_CONFIRMED,
    VERDICT_TRUNCATED,
    VERDICT_BASIS,
    VERDICT_CONTRADICTED,
    VERDICT_DIRECTION,
    VERDICT_UNVERIFIABLE,
    VERDICT_COUNT
};
extern const char *const verdict_names[VERDICT_COUNT];

struct claim_result {
    const char *id, *quantity;
    const char *words;      /* as in the file: "about" */
    const char *stated;     /* "17 %" */
    const char *recomputed; /* "16.6 %", "29.3 to 31.9 %" */
    enum verdict verdict;
    const char *why; /* a sentence */
    struct where at;
};

struct claim_list {
    const char *source;
    const struct claim_result *items;
    size_t count;
};

/* Reads the study's claim file and judges every claim; an empty list where the study
 * names none.  False after an error. */
bool claims_judge(struct study *s, struct claim_list *out);

#endif

/* diagnose.h - what a reader must know before believing a fit, in words.
 *
 * R squared is not among it: it is high for laws that are wrong.
 */
#ifndef CURVES_DIAGNOSE_H
#define CURVES_DIAGNOSE_H

#include "curves/choose.h"
#include "curves/target.h"

/* id is a constant word for machines, words for people. */
struct fit_flag {
    const char *id, *words;
    size_t point; /* index in the request, or FLAG_NO_POINT */
};
#define FLAG_NO_POINT ((size_t)-1)

struct flags {
    struct fit_flag *items;
    size_t count, room;
};
void flag(struct arena *a, struct flags *f, const char *id, size_t point,
          const char *words, ...) __attribute__((format(printf, 5, 6)));

/* too_few, bound, not_separable, exact, two_minima, knee_bracketed, outlier, pattern,
 * lack_of_fit, retrograde.  Unit-free; names come from the request. */
void diagnose(struct arena *a, const struct points *p, const struct law_fit *f,
              struct flags *out);

/* Probability of so few runs of equal sign among `above` and `below` of them, if signs
 * were independent (Wald and Wolfowitz, exact). */
double runs_probability(size_t above, size_t below, size_t runs);

/* F test of the misfit against the repeats' own error: its probability if the law
 * were right; NAN without repeats or without sizes to spare. */
double lack_of_fit(const struct points *p, const struct law_fit *f);

/* Studentised residual of point i, itself left out of the error; NAN where df < 2. */
double studentised(const struct points *p, const struct law_fit *f, size_t i);

#endif

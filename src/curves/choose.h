/* choose.h - which law: information criteria, leave-one-out, and what was rejected.
 *
 * Candidates are the laws of a family.  One is rejected, with words, where the points
 * are too few for it (fewer than its parameters + 3, or fewer different x than its
 * parameters + 2), where it does not fit, where a parameter stops at a bound (a
 * simpler law says the same), where parameters cannot be told apart, or where a knee
 * has fewer than two sizes on a side.  Among the rest the least AICc leads; those less
 * than CHOOSE_TIE above it are ties, and of ties the one with fewest parameters stands
 * for all.  A knee that is a parameter of its own counts as three in the criteria: a
 * search over splits finds one in noise more easily than a slope.
 *
 * Burnham, Anderson: Model Selection and Multimodel Inference (2002), 2.4, 2.6.
 */
#ifndef CURVES_CHOOSE_H
#define CURVES_CHOOSE_H

#include "curves/law.h"
#include "curves/points.h"

#define CHOOSE_TIE 2.0

struct candidate {
    const struct curve *curve;
    struct law_fit fit; /* where fitted */
    bool fitted;
    double aicc, bic;
    double loo;      /* root mean square of the weighted leave-one-out residuals */
    bool tied;       /* the leader is one of the ties */
    const char *why; /* rejected, in words; NULL: it competes */
};

struct choice {
    struct candidate *all; /* arena-owned, in the order of the registry */
    size_t count;
    const struct candidate *leader; /* NULL: no law is named */
    size_t ties;
};

/* `given` (or NULL) holds a value for each parameter of `only` (or NULL: all laws of
 * the families).  A law asked for by name needs one point more than parameters. */
struct choose_request {
    const struct points *points;
    unsigned families; /* of enum curve_family */
    const struct curve *only;
    const double *given;
};
void choose(struct arena *a, const struct choose_request *r, struct choice *out);

/* Leave-one-out by refitting, by leverage beyond CHOOSE_REFITS points (a quarter of
 * that for laws with a kink, which cost a search each). */
enum { CHOOSE_REFITS = 200 };
double choose_loo(struct arena *a, struct law_work *w, const struct points *p,
                  const struct law_fit *f);

/* Squares of rounding: an rss below is taken as this. */
double choose_floor(const struct points *p);

#endif

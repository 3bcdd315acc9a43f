/* view.h - a law over points as a least-squares problem in its free parameters.
 *
 * Shared by law.c and kink.c only.  A parameter is free, fixed at p[], or `tied`: it
 * follows from the others so that a condition or a knee holds.
 */
#ifndef CURVES_VIEW_H
#define CURVES_VIEW_H

#include "curves/law.h"

enum view_mode { VIEW_WHOLE, VIEW_SPLIT, VIEW_KNEE };

struct view {
    const struct curve *curve;
    const struct curve_data *d;
    double p[CURVE_MOST_PARAMS];
    unsigned index[CURVE_MOST_PARAMS], count; /* free parameters */
    enum view_mode mode;
    size_t split; /* VIEW_SPLIT: the first point on the right side */
    double knee;  /* VIEW_KNEE: where the knee is held */
    const struct law_condition *condition;
    unsigned tied; /* with a condition */
};

/* Which parameters a view leaves free: those of LAW_FREE; the others keep p[]. */
void view_free(struct view *v, const enum law_hold *hold);
/* All parameters from the free ones; false where the tie has no solution. */
bool view_expand(const struct view *v, const double *theta, double *p, double *tie);
struct nls_problem view_problem(const struct view *v);

/* Smooth laws and kinked ones alike, `hold` and io->p given; keeps the best.  `search`
 * is the number of shaken starts of GSL's chain, negative: refine from io->p only.
 * Fills status, p, rss, offset, other_rss, knee_on_point. */
bool view_solve(struct nls *w, struct view *v, double (*starts)[CURVE_MOST_PARAMS],
                size_t count, int search, struct law_fit *io);
/* `near`: io->p is that of a fit of like data. */
bool kink_solve(struct nls *w, struct view *v, bool near, struct law_fit *io);

#endif

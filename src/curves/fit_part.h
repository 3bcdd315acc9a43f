/* fit_part.h - what the files of fit_run() share. */
#ifndef CURVES_FIT_PART_H
#define CURVES_FIT_PART_H

#include "curves/fit.h"

struct fit_job {
    const struct fit_request *r;
    struct arena *a;
    struct law_work *w;
    struct fit_result *out;
};

void fit_intervals(struct fit_job *j); /* parameters, peak, values, solutions */
void fit_words(struct fit_job *j);     /* sentences */

/* Straight lines between the means at each x: no law. */
void fit_interpolate(struct fit_job *j);
double fit_between(const struct points *p, double x); /* NAN outside */

const char *fit_outside(struct fit_job *j, double x); /* why, or NULL: inside */
const char *fit_x(struct fit_job *j, double x);       /* "48 users" */
const char *fit_exact_x(struct fit_job *j, double x); /* the same, all digits */
const char *fit_y(struct fit_job *j, double y);       /* "1,210 1/s" */
const char *fit_asked(struct fit_job *j, double y);   /* the same, all digits */

#endif

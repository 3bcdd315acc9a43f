/* study_curve_part.h - what the reading of a study's curves and their nodes share. */
#ifndef DECISIONS_STUDY_CURVE_PART_H
#define DECISIONS_STUDY_CURVE_PART_H

#include "curves/fit.h"
#include "decisions/study_curves.h"

enum curve_take { TAKE_VALUE, TAKE_INVERSE, TAKE_PEAK, TAKE_KNEE, TAKE_LIMIT };

struct study_curve {
    const char *name, *over, *metric;
    struct where at;
    enum curve_take take;
    const struct doc_node *argument; /* of at or solve; NULL for a mark */
    struct fit_request request;
    struct fit_result fit;
    bool shared; /* another question to a curve before it: the same coefficients */
    struct unit x_unit, y_unit;
    node_id coefficients[CURVE_MOST_PARAMS];
    node_id x; /* what was asked for; NO_NODE until built, or for a mark */
    struct study_curve *next;
};

/* The text of what is asked, NULL where this law has none. */
const char *curve_text(const struct study_curve *c);
/* Coefficients as inputs, or those of a curve that is there already. */
bool curve_declare_coefficients(struct study *s, struct study_curve *c);

#endif

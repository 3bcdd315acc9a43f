/* fit_call.h - what the files of `priceperf fit` share.  Not for others. */
#ifndef COMMANDS_FIT_CALL_H
#define COMMANDS_FIT_CALL_H

#include "commands/command.h"
#include "curves/fit.h"

/* Points of one curve: one system, one value of the --by parameter. */
struct fit_series {
    const char *name; /* "" where there is only one and nothing names it */
    struct fit_point *points;
    size_t count, room;
};

struct fit_input {
    struct fit_series *series; /* in the order of the file */
    size_t count, room;
    struct unit x_unit, y_unit; /* as the first value was written */
    bool have_units;
    unsigned families; /* what the metric's dimension says */
};

struct fit_wants {
    const struct option_list *paths;
    const char *path; /* the first of them */
    const char *x, *y, *by, *statistic;
    struct option_list where; /* K=V */
};

/* False after an error.  *.csv and *.tsv are tables with columns by name; all else, run
 * stores too, goes to the readers. */
bool fit_read(struct command_call *call, const struct fit_wants *w,
              struct fit_input *out);

void fit_show(const struct fit_request *r, const struct fit_result *f, bool compare);
void fit_show_json(struct arena *a, const struct fit_request *r,
                   const struct fit_result *f);
void fit_show_csv_head(void);
void fit_show_csv(struct arena *a, const struct fit_result *f);

#endif

/* runs_call.h - what `priceperf runs` shows, and how. */
#ifndef COMMANDS_RUNS_CALL_H
#define COMMANDS_RUNS_CALL_H

#include "commands/command.h"
#include "measure/contrast.h"

enum runs_form { RUNS_TABLE, RUNS_CSV, RUNS_JSON };

struct runs_view {
    struct arena *arena;
    const struct runs *runs;
    enum runs_form form;
    struct option_list by; /* empty: repeats of the same run */
    double level;
    bool bca; /* the bootstrap's interval instead of Student's */
};

void runs_show_groups(const struct runs_view *v, struct id_list ids,
                      const struct group_list *groups);
void runs_show_contrasts(const struct runs_view *v, const char *key,
                         const struct contrast_list *list);

/* The tables of runs_show_groups(); intervals: one a group. */
struct runs_columns {
    const char *const *names;
    size_t count;
};
void runs_show_tables(const struct runs_view *v, const struct group_list *groups,
                      const struct stats_interval *intervals,
                      const struct runs_columns *keys);

/* What runs of other settings a group puts together, with their values: "2 values of
 * threads (1, 4)"; only --by does so.  "" where nothing. */
const char *runs_pooled(const struct runs_view *v, const struct group *g);
const char *runs_flags(struct arena *a, uint32_t flags); /* "cached short" */

/* The unit that suits a column of values, as "ms" for seconds. */
struct runs_scale {
    const char *unit;
    double factor; /* base units in one */
};
struct runs_scale runs_scale_of(struct arena *a, const struct metric *m, double least);

/* "iops, mean, in 1/s; higher is better" */
const char *runs_heading(struct arena *a, const struct measurement *m,
                         struct runs_scale scale);

/* A flag's CSV cell, quoted where it must be. */
void runs_csv_cell(const char *text);

/* `--ceiling "14 * 150 IOPS"`: flags faster IOPS as cached.  `--expect KEY=VALUE`: an
 * error at each file that says another, or nothing.  False after an error. */
bool runs_plausible(struct command_call *call, struct runs *runs, const char *ceiling,
                    const struct option_list *expect);

#endif

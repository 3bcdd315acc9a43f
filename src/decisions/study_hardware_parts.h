/* study_hardware_parts.h - what the files of hardware lines share. */
#ifndef DECISIONS_STUDY_HARDWARE_PARTS_H
#define DECISIONS_STUDY_HARDWARE_PARTS_H

#include "decisions/study_hardware.h"

/* What is built for one line of drives. */
struct work {
    struct study *s;
    const struct hardware_keys *k;
    const struct line *line;
    struct array_job job;
    struct array_need need;
    struct raid layout;
    struct hardware drive;
    struct sizing *sizing;
    struct line_figure *figures;
    size_t figure_count, figure_capacity;
};

/* What the line is for, and how its data shrink (study_need.c). */
bool study_read_need(struct work *w);
bool study_read_reduction(struct work *w);
node_id work_op(const struct work *w, const char *name, node_id a, node_id b);
node_id work_formula(const struct work *w, const struct doc_node *text, struct dim dim,
                     const char *what, const char *example);

node_id hardware_op(struct study *s, const char *name, node_id a, node_id b,
                    struct where at);
node_id hardware_number(struct study *s, unsigned n, struct where at);
/* count and sold out of size and spares. */
bool hardware_sold(struct study *s, struct sizing *z, struct where at);
/* How many stand there: all that is bought, packs opened. */
node_id hardware_installed(struct study *s, const struct sizing *z, struct where at);

/* The lines behind drives, shelves and controllers (study_upkeep.c). */
bool study_upkeep_lines(struct study *s, const struct hardware_keys *k,
                        const char *alternative, struct line *lines, size_t *count);

#endif

/* study_parts.h - how study.c divides the reading of a study among its files.
 *
 * Each part reads one section of the YAML into the study; false after an error, with
 * as many errors of its section reported as it could find.
 */
#ifndef DECISIONS_STUDY_PARTS_H
#define DECISIONS_STUDY_PARTS_H

#include "decisions/study.h"

bool study_read_inputs(struct study *s, const struct doc_node *node);
bool study_read_runs(struct study *s, const struct doc_node *node);
/* False, with words, where money per IOPS would be taken from a run out of memory. */
bool study_check_cached(struct study *s);
bool study_read_measured(struct study *s, const struct doc_node *node);
bool study_read_quantities(struct study *s, const struct doc_node *node);
bool study_read_clusters(struct study *s, const struct doc_node *node);
bool study_read_entitlements(struct study *s, const struct doc_node *node);
bool study_read_evidence(struct study *s, const struct doc_node *node);
bool study_read_rights(struct study *s, const struct doc_node *node);
/* After the alternatives: warns of what no rule asked for. */
void study_check_rights(struct study *s);
bool study_read_alternatives(struct study *s, const struct doc_node *node);
/* Into alt; the rules of its lines too, where these could be read. */
bool study_read_musts(struct study *s, const struct doc_node *node, bool with_lines,
                      struct alternative *alt);
bool study_read_scenarios(struct study *s, const struct doc_node *node);
bool study_read_questions(struct study *s, const struct doc_node *node);
bool study_read_findings(struct study *s, const struct doc_node *node);

/* A licence line's keys; all but `licence` may be NULL. */
struct licence_keys {
    const struct doc_node *licence, *quantity, *machines, *hosts, *reading, *when;
};
/* Which reading, who decided it and why; reading NULL: nothing was said. */
struct decided {
    const struct doc_node *reading;
    const char *by, *why; /* NULL: not said */
};
/* Of the line's `reading:` (may be NULL), else of the study's `readings:`. */
bool study_read_decided(struct study *s, const struct doc_node *line,
                        const char *licence, struct decided *out);
/* What earlier lines of the alternative use of what is owned is not there again. */
bool study_build_licence(struct study *s, const struct licence_keys *k,
                         const struct alternative *alt, struct line *out);
/* 0/1: whether each input of {edition: enterprise} has the choice, or one of the list.
 * NO_NODE after an error. */
node_id study_when(struct study *s, const struct doc_node *node);
/* An item with components (prices/service.h); NULL: none. */
const struct licence *study_service(const struct study *s, const char *id);
/* A mapping of numbers, formulas and words; node NULL: none. */
bool study_read_meters(struct study *s, const struct doc_node *node,
                       const struct meter **out, size_t *count);
/* The clusters that `machines:` of a line names, into `use`. */
bool study_pick_machines(struct study *s, const struct doc_node *node,
                         struct licence_use *use);
/* The amount must be money of the study. */
bool study_check_money(struct study *s, node_id amount, struct where at);

/* 1 year, to turn what is paid by time into what a year pays. */
node_id study_a_year(struct study *s, struct where at);

/* Registers a name of the study; the names of formulas are letters, digits and '_'.
 * NULL after an error (a bad or a taken name). */
struct study_name *study_declare(struct study *s, enum name_kind kind, const char *name,
                                 struct where at);
/* Builds the quantities that nothing has named yet. */
bool study_build_quantities(struct study *s);

/* A scalar as a formula, its columns counted inside the scalar. */
node_id study_formula(struct study *s, const struct doc_node *node);
/* The same, and its dimension must be that of `like`; `what` for the message. */
node_id study_formula_like(struct study *s, const struct doc_node *node,
                           struct unit like, const char *what);

/* A literal with its unit in base units: "96 TB"; `like` (may be NULL) is the unit
 * whose dimension it must have, unless it is a bare 0. */
bool study_literal(struct study *s, const struct doc_node *node,
                   const struct unit *like, struct value *out, struct unit *unit);

/* Adds a file with its checksum; `opened` is its path on this machine. */
bool study_note_file(struct study *s, const struct study_file *file, const char *opened,
                     struct where at);
/* The checksum over all files' checksums. */
void study_sum(struct study *s);

const char *study_text(const struct doc_node *node, const char *otherwise);

/* Warns where a price has no date, is stale at prices_as_of, or is of low confidence.
 */
void study_check_price(struct study *s, const char *what, const struct pedigree *p,
                       struct where at);

/* Flows, `purchase`, `yearly`, `cost` and `cost_nominal` of an alternative whose lines
 * and order are there; `life` may be NULL. */
bool study_build_totals(struct study *s, struct alternative *alt,
                        const struct doc_node *life);

#endif

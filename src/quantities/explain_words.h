/* explain_words.h - a node in words, in the values of one walk (for explain.c). */
#ifndef QUANTITIES_EXPLAIN_WORDS_H
#define QUANTITIES_EXPLAIN_WORDS_H

#include "base/buf.h"
#include "quantities/plan.h"

struct wording {
    const struct plan *plan;
    const struct value *values;
    struct arena *arena;
    int digits;
};

/* What the node is made of: its op's words over its arguments. */
const char *wording_of(const struct wording *w, node_id id);
/* A value as shown in the node's unit. */
const char *wording_value(const struct wording *w, node_id id);
/* Adds which argument, branch or table row held, of the node and of the unnamed parts
 * written out in it. */
void wording_binding(const struct wording *w, node_id id, struct buf *out);

/* Named or labelled: the words for it elsewhere; NULL: it is written out. */
const char *wording_name(const struct wording *w, node_id id);

#endif

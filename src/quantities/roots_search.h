/* roots_search.h - the range cut into pieces on which the difference has one sign.
 *
 * The inner half of roots.h: roots_search() finds pieces, roots_read() says what they
 * mean.  Pieces come in order and meet; a ROOT is a point between two of them.
 */
#ifndef QUANTITIES_ROOTS_SEARCH_H
#define QUANTITIES_ROOTS_SEARCH_H

#include "quantities/roots.h"
#include "quantities/tape.h"

enum piece_kind {
    PIECE_SIGNED,  /* sign is -1 or 1 throughout */
    PIECE_EQUAL,   /* the same line, within a tie */
    PIECE_TIE,     /* within a tie, a narrow zone or a flat one */
    PIECE_ROOT,    /* x is a zero of a continuous stretch */
    PIECE_NARROW,  /* as narrow as doubles tell, and undecided: a jump or a kink */
    PIECE_NOWHERE, /* no value */
};

struct piece {
    enum piece_kind kind;
    double from, to, x; /* x of ROOT and NARROW; NaN: anywhere from from to to */
    int sign;           /* of SIGNED; of a TIE that was one */
    bool strict;        /* SIGNED: by more than a tie somewhere */
    bool tie;           /* NARROW: a tie at one of its ends */
    bool gap;           /* NARROW: the ends differ by more than a tie */
};

struct search {
    struct tape *tape;
    unsigned a, b, d;  /* slots; b and a are d's sides, or both d where it has none */
    double range;      /* hi - lo: how far a slope may lead */
    size_t boxes_left; /* work that is still allowed */
    struct piece *pieces;
    size_t count, capacity;
    bool exhausted;          /* the work allowed was too little */
    const char *why_nowhere; /* and where first */
    double nowhere_at;
};

/* The difference a - b, or a alone, on a tape whose plan has them as targets. */
struct search search_on(struct tape *t, node_id a, node_id b);

/* Of a tape that is affine: where the line meets zero, inside [lo, hi] or not, exact
 * where all is; false where it nowhere does, or everywhere. */
bool line_root(struct search *s, double lo, double hi, struct value *root);

/* Cuts [lo, hi] after what `pieces` has already. */
void roots_search(struct search *s, struct value lo, struct value hi);

/* The difference at x, and in *tie how small it must be to be a tie. */
double difference_at(struct search *s, struct value x, double *tie);

/* Where the difference comes nearest to zero in [from, to], by the sign of its slope
 * there; sign is that of the difference around. */
double nearest_touch(struct search *s, double from, double to, int sign);

/* Where the sign changes between from and to, continuously, to the last bits. */
double root_between(struct search *s, double from, double to);

/* The last bits of x are not known, to `doubt` and at least 2 units: of what it may
 * be, the shortest. */
double settled(double x, double doubt);

/* One box and what is known of the difference there. */
struct box {
    double l, r;
    struct span d;
    double tie_l, tie_r, tie; /* at the ends; everywhere */
    double size;              /* of the larger cost, for rounding */
};

/* The zero of the line that the difference is on the box: two probes at numbers with
 * few digits. */
double affine_zero(struct search *s, const struct box *box);

/* A number in [lo, hi], of few decimal digits if one is there. */
double shortest_between(double lo, double hi);

/* What the pieces mean; adds to the arrays in `out`, owned by `arena`. */
void roots_read(struct search *s, double lo, double hi, struct arena *arena,
                struct roots *out);

#endif

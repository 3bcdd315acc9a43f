/* schema.h - from a tree to what a program wants: which keys a mapping may have, and
 * typed values, each refusal with the place of the key, the value or the word in it.
 *
 *     enum { ITEM, QUANTITY, PRICE };
 *     static const struct doc_field fields[] = {
 *         [ITEM] = { "item", DOC_WANT_TEXT, DOC_REQUIRED },
 *         [QUANTITY] = { "quantity", DOC_WANT_SCALAR, DOC_REQUIRED },
 *         [PRICE] = { "price", DOC_WANT_ANY, DOC_OPTIONAL },
 *     };
 *     static const struct doc_schema line = { "a line", fields, 3 };
 *
 *     const struct doc_node *v[3];
 *     if (!doc_bind(&line, node, v, dg))
 *         return false;
 *
 * The getters take a node that may not be NULL and return false after an error.
 */
#ifndef DOC_SCHEMA_H
#define DOC_SCHEMA_H

#include "base/date.h"
#include "base/exact.h"
#include "base/unit.h"
#include "doc/tree.h"

struct arena;

enum doc_want {
    DOC_WANT_ANY,
    DOC_WANT_SCALAR, /* a single value, which may be empty */
    DOC_WANT_TEXT,   /* a single value that is not empty */
    DOC_WANT_MAPPING,
    DOC_WANT_SEQUENCE,
};

enum doc_need { DOC_OPTIONAL, DOC_REQUIRED };

struct doc_field {
    const char *key;
    enum doc_want want;
    enum doc_need need;
};

struct doc_schema {
    const char *what; /* with its article, for messages: "an input" */
    const struct doc_field *fields;
    size_t count;
};

#define DOC_SCHEMA(what, fields) \
    { \
        (what), (fields), sizeof(fields) / sizeof *(fields) \
    }

/* values[i] becomes the value of fields[i], or NULL where the key is not given.  An
 * unknown key, a missing required one, and a value of the wrong kind are errors, all
 * of them reported. */
bool doc_bind(const struct doc_schema *schema, const struct doc_node *node,
              const struct doc_node **values, struct diag *dg);

/* The error for a word that is none of `names`: "unknown metric 'iop'; did you mean
 * 'iops'?", or the list where none is near. */
bool doc_unknown(const struct doc_node *node, const char *what,
                 const char *const *names, size_t count, struct diag *dg);

/* Checks the kind; an error says what was found and what is wanted. */
bool doc_expect(const struct doc_node *node, const char *what, enum doc_want want,
                struct diag *dg);

bool doc_get_text(const struct doc_node *node, const char **out, struct diag *dg);
/* yes, no, true, false; not in quotes. */
bool doc_get_bool(const struct doc_node *node, bool *out, struct diag *dg);
/* A whole number from lo to hi. */
bool doc_get_int(const struct doc_node *node, long long lo, long long hi,
                 long long *out, struct diag *dg);
bool doc_get_date(const struct doc_node *node, struct date *out, struct diag *dg);
/* A letter, then letters, digits, '-' and '_', so many that spreadsheets and charts
 * still take what is made of it. */
enum { DOC_LONGEST_ID = 64 };
bool doc_get_id(const struct doc_node *node, const char **out, struct diag *dg);
bool doc_is_id(const char *text);
/* A list of texts, or one text alone; *out is arena-owned. */
bool doc_get_texts(struct arena *a, const struct doc_node *node,
                   const char *const **out, size_t *count, struct diag *dg);
/* The index in `names`. */
bool doc_get_choice(const struct doc_node *node, const char *const *names, size_t count,
                    size_t *out, struct diag *dg);

/* Numbers stand plain or in quotes (a spreadsheet quotes cells).  A decimal comma,
 * grouped digits, nan, inf, a number out of range, and text behind the number are
 * errors at the very byte. */
struct doc_number {
    double x;           /* finite, the nearest double */
    struct exact exact; /* where is_exact: the text to the last digit */
    bool is_exact;      /* false only beyond the 126 bits of struct exact */
    int places;         /* decimal places written: 2 in "1.50", -3 in "1e3" */
};
bool doc_get_number(const struct doc_node *node, struct doc_number *out,
                    struct diag *dg);
/* Only what struct exact holds. */
bool doc_get_decimal(const struct doc_node *node, struct exact *out, struct diag *dg);

/* A number and its unit, `8 KiB`, `22 %/year`; `example` is shown where the unit is
 * missing ("8 KiB").  The unit's text is arena-owned. */
struct doc_quantity {
    struct doc_number number; /* in the unit as written */
    struct unit unit;
};
bool doc_get_quantity(struct arena *a, const struct doc_node *node, const char *example,
                      struct doc_quantity *out, struct diag *dg);
/* A unit alone, as in `unit: MB`. */
bool doc_get_unit(struct arena *a, const struct doc_node *node, struct unit *out,
                  struct diag *dg);

#endif

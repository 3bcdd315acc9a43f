/* json.h - JSON read into the tree of doc/tree.h, and JSON written.
 *
 * Reading is strict RFC 8259: no comments, no trailing commas, no NaN, one value a
 * file.  Refused besides: a key given twice, nesting beyond DOC_DEPTH, U+0000 and
 * other control characters even as escapes (tab and line ends are taken), lone
 * surrogates, files over JSON_BYTES.  Numbers, true, false and null are plain scalars
 * with the text as it stands; strings are quoted ones.
 *
 * Own code, not a library: jansson and json-c keep no place of a value, turn numbers
 * into doubles, and build a tree that would be copied; yajl gives events, without line
 * or column.  Nothing outside the two files behind this header knows how it is done.
 */
#ifndef DOC_JSON_H
#define DOC_JSON_H

#include <stdint.h>

#include "base/buf.h"
#include "doc/source.h"
#include "doc/tree.h"

struct arena;

enum { JSON_BYTES = 32 << 20 };
/* Values that a tree holds, besides one for every eight bytes; a document of a million
 * bytes has some tens of thousands. */
enum { JSON_VALUES = 100000 };

/* NULL after an error. */
const struct doc_node *json_read(struct arena *a, const char *path, struct where at,
                                 struct diag *dg);
const struct doc_node *json_parse(struct arena *a, struct source src, struct diag *dg);

/* The documents in what a tool printed: each begins with a brace at the start of a line
 * or behind the one before; other lines are passed over.  NaN and infinities, which
 * some tools write, are errors, each at its place, and null in the tree. */
struct json_capture {
    struct source src;
    size_t i, line_start, values;
    unsigned line;
};
bool json_capture_open(struct json_capture *c, struct source src, struct diag *dg);
/* NULL where there is none, and after an error. */
const struct doc_node *json_capture_next(struct arena *a, struct json_capture *c,
                                         struct diag *dg);

/* A writer: text grows in `out->text` as the calls come.
 *
 *     struct json_out out = json_on(arena);
 *     json_object(&out);
 *     json_key(&out, "root");
 *     json_number(&out, 96e12);
 *     json_end(&out);
 *     const char *text = json_text(&out);
 *
 * Containers take a line a member, indented by two blanks, unless json_line() was said
 * before; then they stand on one line, whatever is in them.  Numbers are the shortest
 * that read back as the same double; NaN and infinities become null.  Bytes that are
 * not UTF-8 become U+FFFD.  Calls in a wrong order are our bugs, and asserted. */
struct json_out {
    struct buf text;
    unsigned depth;
    unsigned flat;     /* the depth from which on all is on one line; 0: none */
    uint64_t filled;   /* bit d: the container at depth d has a member */
    uint64_t is_array; /* bit d: it is an array */
    bool after_key, next_flat;
};

struct json_out json_on(struct arena *a);
void json_line(struct json_out *out); /* the next container stands on one line */
void json_object(struct json_out *out);
void json_array(struct json_out *out);
void json_end(struct json_out *out);
void json_key(struct json_out *out, const char *key);

void json_string(struct json_out *out, const char *text); /* NULL is null */
void json_number(struct json_out *out, double x);
void json_int(struct json_out *out, long long n);
void json_bool(struct json_out *out, bool yes);
void json_null(struct json_out *out);
/* A key and its value. */
void json_pair_string(struct json_out *out, const char *key, const char *text);
void json_pair_number(struct json_out *out, const char *key, double x);
void json_raw(struct json_out *out, const char *json); /* one value, written already */
/* A tree as it is; quoted scalars as strings, plain ones as numbers where they are one
 * in JSON, as true, false or null, and as strings otherwise. */
void json_tree(struct json_out *out, const struct doc_node *node);

/* All of it, with a line end behind the last; every container must be ended. */
const char *json_text(struct json_out *out);

/* The shortest text that reads back as x ("0.1", "1e+300"); "null" where it is not
 * finite. */
enum { JSON_NUMBER_SIZE = 32 };
const char *json_number_text(double x, char text[JSON_NUMBER_SIZE]);

/* Bytes of the JSON number that begins `text`, 0 where there is none. */
size_t json_number_length(const char *text);

#endif

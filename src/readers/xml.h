/* xml.h - a small XML file as a tree of elements with their text and places.
 *
 * Through expat, which knows encodings (UTF-8, UTF-16, Latin-1) by their declaration.
 * Refused: a document type (no entity of the file's own is ever expanded), nesting
 * beyond XML_DEPTH, text that is not well-formed.  Attributes are children whose
 * `is_attribute` is set.
 */
#ifndef READERS_XML_H
#define READERS_XML_H

#include "doc/source.h"
#include "readers/text.h"

struct arena;

enum { XML_DEPTH = 64 };

struct xml {
    const char *name;
    const char *text; /* of the element itself, blanks at both ends taken off */
    struct where at;  /* of its text, or of its tag where it has none */
    bool is_attribute;
    const struct xml *parent, *first, *next; /* next: the sibling behind it */
};

/* The root; NULL after an error. */
const struct xml *xml_parse(struct arena *a, const struct source *src, struct diag *dg);

/* The first child of that name; NULL where the element is NULL or has none. */
const struct xml *xml_child(const struct xml *x, const char *name);
/* The next sibling of the same name. */
const struct xml *xml_again(const struct xml *x);
/* "" where it is NULL. */
const char *xml_text(const struct xml *x);
/* The number that the text is, all of it; a figure not given where it is none. */
struct figure xml_figure(const struct xml *x);

#endif

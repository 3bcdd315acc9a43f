#include "doc/yaml.h"

#include <string.h>

#include <yaml.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "doc/source.h"
#include "doc/unique.h"

/* Bytes of a scalar: text layout takes time with the square of a word. */
enum { LONGEST_TEXT = 8192 };

/* A node in the making; what the tree does not show. */
struct built {
    struct doc_node node;
    size_t weight;   /* nodes met when it is walked */
    unsigned height; /* levels below it */
    bool open;       /* its end has not come yet */
};

struct anchor {
    const char *name;
    struct built *built;
};

/* libyaml counts columns in characters, and a line also ends with NEL, LS or PS. */
struct line {
    size_t offset, shown_offset; /* where its marks count from; where an editor's do */
    unsigned shown;              /* number of the line in an editor */
};

struct loader {
    struct arena *a;
    struct diag *dg;
    struct source src;
    yaml_parser_t parser;
    yaml_event_t event; /* the one being looked at */
    struct line *lines;
    size_t line_count, line_capacity;
    struct anchor *anchors;
    size_t anchor_count, anchor_capacity;
    size_t weight;    /* of all that is built and not yet in a finished parent */
    unsigned in_flow; /* open [ and { */
    bool failed;
};

static size_t break_size(const char *p, size_t left)
{
    if (left >= 2 && p[0] == '\r' && p[1] == '\n')
        return 2;
    if (left >= 1 && (p[0] == '\n' || p[0] == '\r'))
        return 1;
    if (left >= 2 && memcmp(p, "\xc2\x85", 2) == 0)
        return 2;
    if (left >= 3 &&
        (memcmp(p, "\xe2\x80\xa8", 3) == 0 || memcmp(p, "\xe2\x80\xa9", 3) == 0))
        return 3;
    return 0;
}

static void find_lines(struct loader *l)
{
    struct line line = { 0, 0, 1 };
    ARENA_PUSH(l->a, l->lines, l->line_count, l->line_capacity) = line;
    for (size_t i = 0; i < l->src.length;) {
        const char *p = l->src.bytes + i;
        size_t n = break_size(p, l->src.length - i);
        i += n > 0 ? n : 1;
        if (n == 0)
            continue;
        line.offset = i;
        if (*p == '\r' || *p == '\n') {
            line.shown_offset = i;
            line.shown++;
        }
        ARENA_PUSH(l->a, l->lines, l->line_count, l->line_capacity) = line;
    }
}

static size_t offset_of(const struct loader *l, yaml_mark_t mark)
{
    if (mark.line >= l->line_count)
        return l->src.length;
    size_t at = l->lines[mark.line].offset;
    uint32_t c;
    for (size_t i = 0; i < mark.column && at < l->src.length; i++)
        at += utf8_next(l->src.bytes + at, l->src.length - at, &c);
    return at;
}

static struct where place(const struct loader *l, size_t offset)
{
    size_t low = 0, high = l->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(l->lines[middle].offset <= offset ? &low : &high) = middle;
    }
    const struct line *line = &l->lines[low];
    return (struct where){ l->src.path, line->shown,
                           (unsigned)(offset - line->shown_offset) + 1 };
}

static struct where place_of(const struct loader *l, yaml_mark_t mark)
{
    return place(l, offset_of(l, mark));
}

/* What to write instead, by libyaml's words. */
static const char *advice(const char *problem)
{
    static const struct {
        const char *problem, *advice;
    } rows[] = {
        { "mapping values are not allowed in this context",
          "a ': ' here needs the value in quotes, or its key at the right indent" },
        { "did not find expected key",
          "the keys of one mapping start in one column, and a value goes on indented" },
        { "did not find expected ',' or '}'", "close the mapping with '}'" },
        { "did not find expected ',' or ']'", "close the list with ']'" },
        { "did not find expected '-' indicator",
          "the '-' of one list stand in one column" },
        { "could not find expected ':'", "a key is followed by ': ' and its value" },
        { "found unexpected end of stream", "close the quotes or brackets" },
        { "found undefined alias", "name an anchor (&name) that stands before it" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].problem, problem) == 0)
            return rows[i].advice;
    return NULL;
}

static bool syntax_error(struct loader *l)
{
    const yaml_parser_t *p = &l->parser;
    if (p->error == YAML_MEMORY_ERROR)
        return diag_world(l->dg, place(l, 0), "no memory for the YAML parser");
    const char *problem = p->problem != NULL ? p->problem : "not YAML";
    size_t at = p->error == YAML_READER_ERROR ? p->problem_offset
                                              : offset_of(l, p->problem_mark);
    if (at < l->src.length && l->src.bytes[at] == '\t') {
        return diag_error(l->dg, place(l, at),
                          "a tab stands where blanks indent; write blanks instead");
    }
    const char *more = advice(problem);
    diag_error(l->dg, place(l, at), "%s%s%s", problem, more != NULL ? "; " : "",
               more != NULL ? more : "");
    if (p->context != NULL && p->context_mark.line < p->problem_mark.line)
        diag_note(l->dg, place_of(l, p->context_mark), "%s, which begins here",
                  p->context);
    return false;
}

static bool next(struct loader *l)
{
    yaml_event_delete(&l->event);
    if (yaml_parser_parse(&l->parser, &l->event))
        return true;
    memset(&l->event, 0, sizeof l->event);
    return syntax_error(l);
}

/* Events of a node with an anchor begin at the '&'; what follows it is the value. */
static size_t value_offset(const struct loader *l, const yaml_char_t *anchor)
{
    size_t at = offset_of(l, l->event.start_mark);
    const char *bytes = l->src.bytes;
    if (anchor == NULL || bytes[at] != '&')
        return at;
    at += 1 + strlen((const char *)anchor);
    return at + strspn(bytes + at, " \t\r\n");
}

static struct built *new_built(struct loader *l, enum doc_kind kind,
                               const yaml_char_t *anchor)
{
    struct built *b = ARENA_NEW(l->a, struct built);
    b->node.kind = kind;
    b->node.text = "";
    b->node.at = place(l, value_offset(l, anchor));
    b->weight = 1;
    b->open = kind != DOC_SCALAR;
    if (anchor != NULL)
        ARENA_PUSH(l->a, l->anchors, l->anchor_count, l->anchor_capacity) =
            (struct anchor){ arena_strdup(l->a, (const char *)anchor), b };
    return b;
}

/* The whole expression that a comma cut: up to the ',' or bracket behind its last
 * ')'; NULL where it does not end on its line. */
static const char *whole_value(struct loader *l, size_t start)
{
    int depth = 0;
    bool balanced = false;
    size_t i = start;
    for (; i < l->src.length && strchr("\r\n\"", l->src.bytes[i]) == NULL; i++) {
        char c = l->src.bytes[i];
        depth += (c == '(') - (c == ')');
        balanced = balanced || (c == ')' && depth == 0);
        if (depth <= 0 && strchr(",]}", c) != NULL)
            break;
    }
    while (i > start && l->src.bytes[i - 1] == ' ')
        i--;
    return balanced ? arena_strndup(l->a, l->src.bytes + start, i - start) : NULL;
}

/* In [ ] and { } a plain value ends at a comma or bracket, even inside ( ). */
static bool check_parens(struct loader *l, const char *text, size_t start)
{
    int depth = 0;
    for (const char *p = text; *p != '\0'; p++)
        depth += (*p == '(') - (*p == ')');
    if (depth <= 0)
        return true;
    size_t end = offset_of(l, l->event.end_mark);
    end += strspn(l->src.bytes + end, " \t\r\n");
    char c = l->src.bytes[end];
    const char *what = c == ',' ? "a comma" : arena_printf(l->a, "'%c'", c);
    const char *whole = whole_value(l, start);
    if (strchr(",[]{}", c) == NULL || c == '\0')
        return diag_error(l->dg, place(l, start), "'%s' lacks a ')'", text);
    if (whole == NULL)
        return diag_error(l->dg, place(l, end),
                          "%s ends the value here; write the whole value in quotes",
                          what);
    return diag_error(l->dg, place(l, end),
                      "%s ends the value here; write \"%s\" in quotes", what, whole);
}

static bool clean(const char *text, size_t length)
{
    uint32_t c;
    for (size_t i = 0, n; i < length; i += n) {
        n = utf8_next(text + i, length - i, &c);
        if (n == 0 || source_forbids(c))
            return false;
    }
    return true;
}

static bool refuse_tag(struct loader *l, const yaml_char_t *tag)
{
    if (tag == NULL || strcmp((const char *)tag, "!") == 0)
        return true;
    return diag_error(l->dg, place_of(l, l->event.start_mark),
                      "the tag '%s' has no meaning here; leave it out", tag);
}

static bool build_scalar(struct loader *l, struct built **out)
{
    const char *value = (const char *)l->event.data.scalar.value;
    size_t length = l->event.data.scalar.length;
    yaml_scalar_style_t style = l->event.data.scalar.style;
    if (!refuse_tag(l, l->event.data.scalar.tag))
        return false;
    struct built *b = new_built(l, DOC_SCALAR, l->event.data.scalar.anchor);
    if (!clean(value, length))
        return diag_error(
            l->dg, b->node.at,
            "an escape in this text is a control character; leave it out");
    if (length > LONGEST_TEXT)
        return diag_error(l->dg, b->node.at, "a text of %zu bytes; write at most %d",
                          length, LONGEST_TEXT);
    size_t start = value_offset(l, l->event.data.scalar.anchor);
    b->node.quoted = style != YAML_PLAIN_SCALAR_STYLE;
    b->node.text = arena_strndup(l->a, value, length);
    b->node.length = length;
    b->node.raw = l->src.bytes + start;
    *out = b;
    if (l->in_flow > 0 && !b->node.quoted)
        return check_parens(l, b->node.text, start);
    return true;
}

static bool build_alias(struct loader *l, struct built **out)
{
    const char *name = (const char *)l->event.data.alias.anchor;
    struct where at = place_of(l, l->event.start_mark);
    struct built *b = NULL;
    for (size_t i = l->anchor_count; i-- > 0 && b == NULL;) /* the last one counts */
        if (strcmp(l->anchors[i].name, name) == 0)
            b = l->anchors[i].built;
    if (b == NULL)
        return diag_error(l->dg, at,
                          "alias '*%s' names no anchor; write &%s before the value "
                          "that it repeats",
                          name, name);
    if (b->open)
        return diag_error(l->dg, at,
                          "alias '*%s' stands inside the value that it names", name);
    *out = b;
    return true;
}

static bool build(struct loader *l, unsigned depth, struct built **out);

/* Puts a finished child into its parent's account. */
static bool account(struct loader *l, struct built *parent, const struct built *child,
                    unsigned depth)
{
    struct where at = place_of(l, l->event.start_mark);
    l->weight += child->weight;
    parent->weight += child->weight;
    if (child->height + 1 > parent->height)
        parent->height = child->height + 1;
    if (depth + child->height >= DOC_DEPTH)
        return diag_error(l->dg, at, "nested more than %d deep", DOC_DEPTH);
    if (l->weight > DOC_NODES || parent->weight > DOC_NODES)
        return diag_error(l->dg, at,
                          "more than %d values, aliases counted each time they are "
                          "used; split the file",
                          DOC_NODES);
    return true;
}

static bool build_sequence(struct loader *l, unsigned depth, struct built *b)
{
    struct doc_entry *items = NULL;
    size_t n = 0, capacity = 0;
    for (;;) {
        struct built *child;
        if (!next(l))
            return false;
        if (l->event.type == YAML_SEQUENCE_END_EVENT)
            break;
        if (!build(l, depth + 1, &child) || !account(l, b, child, depth + 1))
            return false;
        ARENA_PUSH(l->a, items, n, capacity) =
            (struct doc_entry){ .value = &child->node };
    }
    b->node.entries = items;
    b->node.count = n;
    return true;
}

static bool build_key(struct loader *l, struct doc_entry *e)
{
    struct built *key;
    struct where at = place_of(l, l->event.start_mark);
    if (l->event.type != YAML_SCALAR_EVENT)
        return diag_error(l->dg, at,
                          "a key is a plain word, not a list, a mapping or "
                          "an alias");
    if (!build_scalar(l, &key))
        return false;
    if (!key->node.quoted && strcmp(key->node.text, "<<") == 0)
        return diag_error(l->dg, key->node.at,
                          "the merge key '<<' is not taken; write the keys out");
    if (key->node.length == 0)
        return diag_error(l->dg, key->node.at, "a key is missing before ':'");
    e->key = key->node.text;
    e->key_at = key->node.at;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* `{a, b}` and `{a: 1,5}`: a key without ':'.  `key_end` is the byte behind the key,
 * `key_start` its first. */
static bool check_colon(struct loader *l, const struct doc_entry *e, size_t key_start,
                        size_t key_end)
{
    const yaml_event_t *v = &l->event;
    if (v->type != YAML_SCALAR_EVENT || v->data.scalar.length > 0 ||
        v->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
        return true;
    size_t start = offset_of(l, v->start_mark);
    const char *bytes = l->src.bytes;
    if (start > key_end && memchr(bytes + key_end, ':', start - key_end) != NULL)
        return true;
    if (key_start >= 2 && is_digit(bytes[key_start]) && bytes[key_start - 1] == ',' &&
        is_digit(bytes[key_start - 2])) {
        size_t first = key_start - 2;
        while (first > 0 && (is_digit(bytes[first - 1]) || bytes[first - 1] == '-'))
            first--;
        int digits = (int)strspn(bytes + key_start, "0123456789");
        int whole = (int)(key_start - 1 - first);
        return diag_error(l->dg, place(l, key_start - 1),
                          "decimal comma in '%.*s,%.*s'; write %.*s.%.*s", whole,
                          bytes + first, digits, bytes + key_start, whole,
                          bytes + first, digits, bytes + key_start);
    }
    return diag_error(l->dg, e->key_at,
                      "key '%s' has no value; a value that holds a comma needs quotes "
                      "inside { }",
                      e->key);
}

static bool build_mapping(struct loader *l, unsigned depth, struct built *b)
{
    bool flow = l->event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    struct doc_entry *entries = NULL;
    size_t n = 0, capacity = 0;
    for (;;) {
        struct doc_entry e = { 0 };
        struct built *child;
        if (!next(l))
            return false;
        if (l->event.type == YAML_MAPPING_END_EVENT)
            break;
        size_t key_start = offset_of(l, l->event.start_mark);
        size_t key_end = offset_of(l, l->event.end_mark);
        if (!build_key(l, &e) || !next(l))
            return false;
        if (flow && !check_colon(l, &e, key_start, key_end))
            return false;
        if (!build(l, depth + 1, &child) || !account(l, b, child, depth + 1))
            return false;
        e.value = &child->node;
        ARENA_PUSH(l->a, entries, n, capacity) = e;
    }
    b->node.entries = entries;
    b->node.count = n;
    if (!doc_check_unique(l->a, &b->node, l->dg))
        l->failed = true; /* and read on: more may be wrong */
    return true;
}

/* Of the event at hand; at its end the event at hand is the node's last. */
static bool build(struct loader *l, unsigned depth, struct built **out)
{
    if (l->event.type == YAML_ALIAS_EVENT)
        return build_alias(l, out);
    if (l->event.type == YAML_SCALAR_EVENT)
        return build_scalar(l, out);
    if (depth >= DOC_DEPTH)
        return diag_error(l->dg, place_of(l, l->event.start_mark),
                          "nested more than %d deep", DOC_DEPTH);
    bool mapping = l->event.type == YAML_MAPPING_START_EVENT;
    const yaml_char_t *anchor = mapping ? l->event.data.mapping_start.anchor
                                        : l->event.data.sequence_start.anchor;
    const yaml_char_t *tag =
        mapping ? l->event.data.mapping_start.tag : l->event.data.sequence_start.tag;
    bool flow = mapping
                    ? l->event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                    : l->event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    if (!refuse_tag(l, tag))
        return false;
    struct built *b = new_built(l, mapping ? DOC_MAPPING : DOC_SEQUENCE, anchor);
    l->in_flow += flow;
    size_t before = l->weight;
    if (!(mapping ? build_mapping(l, depth, b) : build_sequence(l, depth, b)))
        return false;
    l->weight = before;
    l->in_flow -= flow;
    b->open = false;
    *out = b;
    return true;
}

static bool load(struct loader *l, struct built **root)
{
    if (!next(l) || !next(l)) /* stream start, document start */
        return false;
    if (l->event.type == YAML_STREAM_END_EVENT)
        return diag_error(l->dg, place(l, 0), "the file is empty");
    if (!next(l) || !build(l, 0, root))
        return false;
    if (doc_is_null(&(*root)->node))
        return diag_error(l->dg, (*root)->node.at, "the file is empty");
    if (!next(l) || !next(l)) /* document end, stream end */
        return false;
    if (l->event.type != YAML_STREAM_END_EVENT)
        return diag_error(l->dg, place_of(l, l->event.start_mark),
                          "a second document begins here; one file holds one");
    return !l->failed;
}

const struct doc_node *yaml_parse(struct arena *a, struct source src, struct diag *dg)
{
    struct loader l = { .a = a, .dg = dg };
    struct built *root = NULL;
    if (!source_text(&src, dg))
        return NULL;
    l.src = src;
    find_lines(&l);
    if (!yaml_parser_initialize(&l.parser)) {
        diag_world(dg, place(&l, 0), "no memory for the YAML parser");
        return NULL;
    }
    yaml_parser_set_encoding(&l.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&l.parser, (const unsigned char *)src.bytes,
                                 src.length);
    bool ok = load(&l, &root);
    yaml_event_delete(&l.event);
    yaml_parser_delete(&l.parser);
    return ok ? &root->node : NULL;
}

const struct doc_node *yaml_read(struct arena *a, const char *path, struct where at,
                                 struct diag *dg)
{
    struct source src = { .path = path };
    return source_read(a, &src, at, dg) ? yaml_parse(a, src, dg) : NULL;
}

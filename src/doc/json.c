/* The reading half. */
#include "doc/json.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "doc/source.h"
#include "doc/unique.h"

struct reader {
    struct arena *a;
    struct diag *dg;
    struct source src;
    size_t i, line_start;
    unsigned line, depth;
    bool failed, capture;
    size_t values;             /* so far */
    struct doc_entry *members; /* of the containers that are open, one after another */
    size_t member_count, member_capacity;
};

static struct where place(const struct reader *r)
{
    return (struct where){ r->src.path, r->line, (unsigned)(r->i - r->line_start) + 1 };
}

static char now(const struct reader *r)
{
    return r->src.bytes[r->i]; /* NUL at the end, and nowhere else */
}

static void skip_blanks(struct reader *r)
{
    for (;; r->i++) {
        char c = now(r);
        if (c == '\n' || (c == '\r' && r->src.bytes[r->i + 1] != '\n')) {
            r->line++;
            r->line_start = r->i + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

static const char *found(struct reader *r)
{
    char c = now(r);
    if (c == '\0')
        return "the file ends";
    if ((unsigned char)c >= 0x80)
        return "a character outside quotes stands";
    return arena_printf(r->a, "'%c' stands", c);
}

static bool expected(struct reader *r, const char *what)
{
    return diag_error(r->dg, place(r), "%s where %s should follow", found(r), what);
}

size_t json_number_length(const char *text)
{
    const char *p = text + (*text == '-');
    size_t n = strspn(p, "0123456789");
    if (n == 0)
        return 0;
    p += *p == '0' ? 1 : n;
    n = *p == '.' ? strspn(p + 1, "0123456789") : 0;
    p += n > 0 ? n + 1 : 0;
    if (*p == 'e' || *p == 'E') {
        size_t sign = p[1] == '-' || p[1] == '+';
        n = strspn(p + 1 + sign, "0123456789");
        p += n > 0 ? 1 + sign + n : 0;
    }
    return (size_t)(p - text);
}

/* Bytes of what programs write where they have no number: NaN, Infinity, -inf. */
static size_t no_number_length(const char *p)
{
    static const char *const words[] = { "nan", "infinity", "inf" };
    size_t sign = *p == '-' || *p == '+';
    for (size_t k = 0; k < 3; k++)
        if (strncasecmp(p + sign, words[k], strlen(words[k])) == 0)
            return sign + strlen(words[k]);
    return 0;
}

/* An error, and null in its stead: the rest of a capture is worth having. */
static bool read_no_number(struct reader *r, struct doc_node *node, size_t n)
{
    diag_error(r->dg, place(r),
               "'%.*s' is no number; leave the value out or write null", (int)n,
               r->src.bytes + r->i);
    node->text = "null";
    node->length = 4;
    r->i += n;
    return true;
}

static bool read_word(struct reader *r, struct doc_node *node)
{
    static const char *const words[] = { "true", "false", "null" };
    const char *p = r->src.bytes + r->i;
    size_t n = json_number_length(p);
    size_t none = r->capture && n == 0 ? no_number_length(p) : 0;
    if (none > 0 && p[none] != '\0' && strchr(" \t\r\n,]}", p[none]) != NULL)
        return read_no_number(r, node, none);
    for (size_t k = 0; k < 3 && n == 0; k++)
        if (strncmp(p, words[k], strlen(words[k])) == 0)
            n = strlen(words[k]);
    if (n == 0 || (p[n] != '\0' && strchr(" \t\r\n,]}", p[n]) == NULL)) {
        int length = (int)strcspn(p, " \t\r\n,]}:\"");
        if (length == 0)
            return expected(r, "a value");
        return diag_error(r->dg, place(r),
                          "'%.*s' is no JSON value; write a number, true, false, null "
                          "or text in double quotes",
                          length < 40 ? length : 40, p);
    }
    node->text = arena_strndup(r->a, p, n);
    node->length = n;
    r->i += n;
    return true;
}

/* Four hexadecimal digits; -1 where they are not there. */
static long hex4(const char *p)
{
    long value = 0;
    for (int k = 0; k < 4; k++) {
        char c = p[k];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static void add_utf8(struct buf *b, unsigned long c)
{
    if (c < 0x80) {
        buf_char(b, (char)c);
    } else if (c < 0x800) {
        buf_char(b, (char)(0xc0 | c >> 6));
        buf_char(b, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        buf_char(b, (char)(0xe0 | c >> 12));
        buf_char(b, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_char(b, (char)(0x80 | (c & 0x3f)));
    } else {
        buf_char(b, (char)(0xf0 | c >> 18));
        buf_char(b, (char)(0x80 | (c >> 12 & 0x3f)));
        buf_char(b, (char)(0x80 | (c >> 6 & 0x3f)));
        buf_char(b, (char)(0x80 | (c & 0x3f)));
    }
}

/* At the 'u' of \uXXXX, which may be the first half of a pair. */
static bool read_unicode(struct reader *r, struct buf *text)
{
    const char *p = r->src.bytes + r->i + 1;
    long c = hex4(p);
    if (c < 0)
        return diag_error(r->dg, place(r), "\\u needs four hexadecimal digits");
    r->i += 5;
    if (c >= 0xd800 && c < 0xdc00 && p[4] == '\\' && p[5] == 'u') {
        long low = hex4(p + 6);
        if (low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            r->i += 6;
        }
    }
    if (c >= 0xd800 && c < 0xe000)
        return diag_error(r->dg, place(r),
                          "half of a surrogate pair; write both or "
                          "the character itself");
    if (source_forbids((uint32_t)c))
        return diag_error(r->dg, place(r),
                          "\\u%04lx is a control character; leave it "
                          "out",
                          (unsigned long)c);
    add_utf8(text, (unsigned long)c);
    return true;
}

static bool read_escape(struct reader *r, struct buf *text)
{
    char c = r->src.bytes[++r->i];
    static const char from[] = "\"\\/nrt", to[] = "\"\\/\n\r\t";
    const char *at = c != '\0' ? strchr(from, c) : NULL;
    if (c == 'u')
        return read_unicode(r, text);
    if (at == NULL)
        return diag_error(r->dg, place(r), "'\\%c' is no escape that is taken here",
                          c >= ' ' && c < 0x7f ? c : '?');
    buf_char(text, to[at - from]);
    r->i++;
    return true;
}

static bool read_string(struct reader *r, struct doc_node *node)
{
    struct where start = place(r);
    size_t first = ++r->i;
    while (now(r) != '"' && now(r) != '\\' && (unsigned char)now(r) >= 0x20)
        r->i++;
    node->quoted = true;
    if (now(r) == '"') {
        node->length = r->i - first;
        node->text = arena_strndup(r->a, r->src.bytes + first, node->length);
        r->i++;
        return true;
    }
    struct buf text = buf_on(r->a);
    buf_add_n(&text, r->src.bytes + first, r->i - first);
    while (now(r) != '"') {
        if (now(r) == '\0')
            return diag_error(r->dg, start,
                              "the quote that opens here is never closed");
        if ((unsigned char)now(r) < 0x20)
            return diag_error(r->dg, place(r),
                              "a line end or tab inside quotes; write "
                              "\\n or \\t");
        if (now(r) != '\\') {
            buf_char(&text, now(r));
            r->i++;
        } else if (!read_escape(r, &text)) {
            return false;
        }
    }
    r->i++;
    node->text = buf_text(&text);
    node->length = text.length;
    return true;
}

static bool read_value(struct reader *r, struct doc_node *node);

static bool read_member(struct reader *r, bool with_key, struct doc_entry *e)
{
    if (with_key) {
        struct doc_node key = { 0 };
        e->key_at = place(r);
        if (now(r) != '"')
            return expected(r, "a key in double quotes");
        if (!read_string(r, &key))
            return false;
        e->key = key.text;
        skip_blanks(r);
        if (now(r) != ':')
            return expected(r, "':'");
        r->i++;
        skip_blanks(r);
    }
    struct doc_node *value = ARENA_NEW(r->a, struct doc_node);
    e->value = value;
    return read_value(r, value);
}

/* Those from `first` on become the node's. */
static void take_members(struct reader *r, size_t first, struct doc_node *node)
{
    node->count = r->member_count - first;
    struct doc_entry *entries = ARENA_ARRAY(r->a, node->count, struct doc_entry);
    if (node->count > 0)
        memcpy(entries, r->members + first, node->count * sizeof *entries);
    node->entries = entries;
    r->member_count = first;
    if (first == 0) {
        arena_drop(r->a, r->members);
        r->members = NULL;
        r->member_capacity = 0;
    }
}

static bool read_container(struct reader *r, struct doc_node *node)
{
    bool object = now(r) == '{';
    char close = object ? '}' : ']';
    size_t first = r->member_count;
    node->kind = object ? DOC_MAPPING : DOC_SEQUENCE;
    if (++r->depth > DOC_DEPTH)
        return diag_error(r->dg, place(r), "nested more than %d deep", DOC_DEPTH);
    r->i++;
    skip_blanks(r);
    for (bool more = now(r) != close; more;) {
        struct doc_entry e = { 0 };
        if (!read_member(r, object, &e))
            return false;
        ARENA_EXTEND(r->a, r->members, r->member_count, r->member_capacity) = e;
        skip_blanks(r);
        more = now(r) == ',';
        if (!more && now(r) != close)
            return expected(r, object ? "',' or '}'" : "',' or ']'");
        r->i += more;
        skip_blanks(r);
    }
    r->i++;
    r->depth--;
    take_members(r, first, node);
    if (object && !doc_check_unique(r->a, node, r->dg))
        r->failed = true;
    return true;
}

static bool read_value(struct reader *r, struct doc_node *node)
{
    *node = (struct doc_node){
        .kind = DOC_SCALAR, .raw = r->src.bytes + r->i, .at = place(r), .text = ""
    };
    size_t most = JSON_VALUES + r->src.length / 8;
    if (++r->values > most)
        return diag_error(
            r->dg, place(r),
            "more than %zu values in %zu bytes of JSON; this is no result", most,
            r->src.length);
    if (now(r) == '{' || now(r) == '[')
        return read_container(r, node);
    return now(r) == '"' ? read_string(r, node) : read_word(r, node);
}

const struct doc_node *json_parse(struct arena *a, struct source src, struct diag *dg)
{
    struct reader r = { .a = a, .dg = dg, .line = 1 };
    if (!source_text(&src, dg))
        return NULL;
    r.src = src;
    skip_blanks(&r);
    if (now(&r) == '\0') {
        diag_error(dg, place(&r), "the file is empty");
        return NULL;
    }
    struct doc_node *root = ARENA_NEW(a, struct doc_node);
    if (!read_value(&r, root))
        return NULL;
    skip_blanks(&r);
    if (now(&r) != '\0') {
        expected(&r, "the end of the file");
        return NULL;
    }
    return r.failed ? NULL : root;
}

/* To the next line that begins with a brace; false where there is none. */
static bool seek_document(struct reader *r)
{
    while (now(r) != '\0') {
        skip_blanks(r);
        if (now(r) == '{')
            return true;
        while (now(r) != '\0' && now(r) != '\n' && now(r) != '\r')
            r->i++;
    }
    return false;
}

bool json_capture_open(struct json_capture *c, struct source src, struct diag *dg)
{
    *c = (struct json_capture){ .src = src, .line = 1 };
    return source_text(&c->src, dg);
}

const struct doc_node *json_capture_next(struct arena *a, struct json_capture *c,
                                         struct diag *dg)
{
    struct reader r = { .a = a,
                        .dg = dg,
                        .src = c->src,
                        .i = c->i,
                        .line_start = c->line_start,
                        .line = c->line,
                        .values = c->values,
                        .capture = true };
    bool found_one = seek_document(&r);
    struct doc_node *root = found_one ? ARENA_NEW(a, struct doc_node) : NULL;
    bool ok = found_one && read_value(&r, root);
    c->i = ok ? r.i : c->src.length; /* behind a mistake nothing can be trusted */
    c->line = r.line;
    c->line_start = r.line_start;
    c->values = r.values;
    return ok && !r.failed ? root : NULL;
}

const struct doc_node *json_read(struct arena *a, const char *path, struct where at,
                                 struct diag *dg)
{
    struct source src = { .path = path, .limit = JSON_BYTES };
    return source_read(a, &src, at, dg) ? json_parse(a, src, dg) : NULL;
}

/* The writing half of json.h. */
#include "doc/json.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"

struct json_out json_on(struct arena *a)
{
    return (struct json_out){ .text = buf_on(a) };
}

static uint64_t bit(unsigned depth)
{
    return (uint64_t)1 << depth;
}

static void new_line(struct json_out *out)
{
    if (out->flat != 0)
        return;
    buf_char(&out->text, '\n');
    for (unsigned i = 0; i < out->depth; i++)
        buf_add(&out->text, "  ");
}

static void separate(struct json_out *out)
{
    if (out->filled & bit(out->depth))
        buf_add(&out->text, out->flat != 0 ? ", " : ",");
    if (out->depth > 0)
        new_line(out);
    out->filled |= bit(out->depth);
}

/* Before every value. */
static void begin(struct json_out *out)
{
    if (out->after_key) {
        out->after_key = false;
        return;
    }
    assert(out->depth > 0 ? (out->is_array & bit(out->depth)) != 0
                          : (out->filled & 1) == 0);
    separate(out);
}

static void open(struct json_out *out, char c)
{
    begin(out);
    buf_char(&out->text, c);
    out->depth++;
    assert(out->depth < 64);
    out->filled &= ~bit(out->depth);
    out->is_array &= ~bit(out->depth);
    if (c == '[')
        out->is_array |= bit(out->depth);
    if (out->next_flat && out->flat == 0)
        out->flat = out->depth;
    out->next_flat = false;
}

void json_line(struct json_out *out)
{
    out->next_flat = true;
}

void json_object(struct json_out *out)
{
    open(out, '{');
}

void json_array(struct json_out *out)
{
    open(out, '[');
}

void json_end(struct json_out *out)
{
    assert(out->depth > 0 && !out->after_key);
    bool filled = (out->filled & bit(out->depth)) != 0;
    char c = (out->is_array & bit(out->depth)) ? ']' : '}';
    bool ends_flat = out->flat == out->depth;
    out->depth--;
    if (filled)
        new_line(out);
    if (ends_flat)
        out->flat = 0;
    buf_char(&out->text, c);
}

/* Bytes that stand for themselves. */
static size_t plain_length(const char *text)
{
    const char *p = text;
    while (*p >= 0x20 && *p < 0x7f && *p != '"' && *p != '\\')
        p++;
    return (size_t)(p - text);
}

static void add_string(struct json_out *out, const char *text)
{
    size_t left = strlen(text);
    buf_char(&out->text, '"');
    while (left > 0) {
        uint32_t c;
        size_t plain = plain_length(text);
        buf_add_n(&out->text, text, plain);
        text += plain;
        left -= plain;
        if (left == 0)
            break;
        size_t n = utf8_next(text, left, &c);
        if (n == 0)
            buf_add(&out->text, "\xef\xbf\xbd");
        else if (c == '"' || c == '\\')
            buf_printf(&out->text, "\\%c", (int)c);
        else if (c == '\n')
            buf_add(&out->text, "\\n");
        else if (c == '\t')
            buf_add(&out->text, "\\t");
        else if (c < 0x20)
            buf_printf(&out->text, "\\u%04x", (unsigned)c);
        else
            buf_add_n(&out->text, text, n);
        n = n > 0 ? n : 1;
        text += n;
        left -= n;
    }
    buf_char(&out->text, '"');
}

void json_key(struct json_out *out, const char *key)
{
    assert(out->depth > 0 && !out->after_key);
    assert((out->is_array & bit(out->depth)) == 0);
    separate(out);
    add_string(out, key);
    buf_add(&out->text, ": ");
    out->after_key = true;
}

void json_string(struct json_out *out, const char *text)
{
    begin(out);
    if (text == NULL)
        buf_add(&out->text, "null");
    else
        add_string(out, text);
}

void json_number(struct json_out *out, double x)
{
    char text[JSON_NUMBER_SIZE];
    begin(out);
    buf_add(&out->text, json_number_text(x, text));
}

void json_int(struct json_out *out, long long n)
{
    char digits[24], *p = digits + sizeof digits;
    unsigned long long left = n < 0 ? -(unsigned long long)n : (unsigned long long)n;
    do
        *--p = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (n < 0)
        *--p = '-';
    begin(out);
    buf_add_n(&out->text, p, (size_t)(digits + sizeof digits - p));
}

void json_bool(struct json_out *out, bool yes)
{
    begin(out);
    buf_add(&out->text, yes ? "true" : "false");
}

void json_null(struct json_out *out)
{
    begin(out);
    buf_add(&out->text, "null");
}

void json_raw(struct json_out *out, const char *json)
{
    begin(out);
    buf_add(&out->text, json);
}

static bool is_json_word(const char *text)
{
    size_t n = json_number_length(text);
    return (n > 0 && text[n] == '\0') || strcmp(text, "true") == 0 ||
           strcmp(text, "false") == 0 || strcmp(text, "null") == 0;
}

void json_tree(struct json_out *out, const struct doc_node *node)
{
    if (node->kind == DOC_SCALAR) {
        if (doc_is_null(node)) {
            json_null(out);
        } else if (node->quoted || !is_json_word(node->text)) {
            json_string(out, node->text);
        } else {
            begin(out);
            buf_add(&out->text, node->text);
        }
        return;
    }
    if (node->kind == DOC_MAPPING)
        json_object(out);
    else
        json_array(out);
    for (size_t i = 0; i < node->count; i++) {
        if (node->kind == DOC_MAPPING)
            json_key(out, node->entries[i].key);
        json_tree(out, node->entries[i].value);
    }
    json_end(out);
}

const char *json_text(struct json_out *out)
{
    assert(out->depth == 0 && !out->after_key);
    if (out->text.length > 0 && out->text.text[out->text.length - 1] != '\n')
        buf_char(&out->text, '\n');
    return buf_text(&out->text);
}

void json_pair_string(struct json_out *out, const char *key, const char *text)
{
    json_key(out, key);
    json_string(out, text);
}

void json_pair_number(struct json_out *out, const char *key, double x)
{
    json_key(out, key);
    json_number(out, x);
}

#include "quantities/expr.h"

#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/nearest.h"
#include "quantities/op.h"

enum { DEEPEST = 100, LONGEST_TEXT = 4096 };

struct parser {
    struct graph *g;
    const struct scope *scope;
    struct diag *dg;
    struct where start;
    const char *text;
    size_t at;
    unsigned depth;
};

static const char *const functions[] = {
    "if",    "min",  "max", "sum", "ceil", "floor",
    "round", "cent", "exp", "ln",  "sqrt", "erlang_b",
};

static struct where place(const struct parser *p, size_t offset)
{
    struct where at = p->start;
    if (p->scope->node != NULL)
        return doc_inside(p->scope->node, p->scope->from + offset);
    if (at.line > 0)
        at.column += (unsigned)offset;
    return at;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_blanks(struct parser *p)
{
    while (p->text[p->at] == ' ' || p->text[p->at] == '\t' || p->text[p->at] == '\n')
        p->at++;
}

/* Takes `token` where it stands next; a word must not go on. */
static bool take(struct parser *p, const char *token)
{
    skip_blanks(p);
    size_t n = strlen(token);
    if (strncmp(p->text + p->at, token, n) != 0)
        return false;
    char next = p->text[p->at + n];
    if (is_letter(*token) && (is_letter(next) || is_digit(next) || next == '.'))
        return false;
    p->at += n;
    return true;
}

static node_id expression(struct parser *p);

/* How far a unit goes: letters, %, $ and what joins them, without blanks. */
static size_t unit_length(const char *text)
{
    size_t n = 0;
    for (;;) {
        char c = text[n], next = c != '\0' ? text[n + 1] : '\0';
        bool word = is_letter(c) || c == '%' || c == '$' || (unsigned char)c >= 0x80;
        bool joint = n > 0 && (c == '/' || c == '*') &&
                     (is_letter(next) || next == '%' || next == '$');
        bool power =
            n > 0 && ((c == '^' && is_digit(next)) ||
                      (is_digit(c) && (text[n - 1] == '^' || is_letter(text[n - 1]))));
        bool one = n == 0 && c == '1' && next == '/';
        if (!word && !joint && !power && !one)
            return n;
        n++;
    }
}

/* A name of the study inside what reads as a unit: "100 USD/users". */
static bool unit_holds_name(struct parser *p, size_t start, size_t length)
{
    struct arena *a = graph_arena(p->g);
    for (size_t i = start; i < start + length;) {
        size_t n = 0;
        while (i + n < start + length &&
               (is_letter(p->text[i + n]) || is_digit(p->text[i + n])))
            n++;
        const char *word = arena_strndup(a, p->text + i, n);
        if (n > 0 && p->scope->known(p->scope->context, word)) {
            diag_error(
                p->dg, place(p, i),
                "'%s' is a name of this study and is read as part of a unit here; "
                "write blanks around the operator, as in `100 USD / %s`",
                word, word);
            return true;
        }
        i += n + 1;
    }
    return false;
}

static bool unit_after(struct parser *p, struct unit *unit)
{
    size_t start = p->at;
    while (p->text[start] == ' ')
        start++;
    size_t n = unit_length(p->text + start), wrong;
    const char *why;
    *unit = UNIT_ONE;
    const char *word = p->text + start;
    bool joins = (n == 3 && strncmp(word, "and", 3) == 0) ||
                 (n == 2 && strncmp(word, "or", 2) == 0);
    if (n == 0 || joins)
        return true;
    if (unit_holds_name(p, start, n))
        return false;
    if (!unit_parse(graph_arena(p->g), word, n, unit, &why, &wrong))
        return diag_error(p->dg, place(p, start + wrong), "%s", why);
    p->at = start + n;
    return true;
}

/* A day, 2008-06-16, is its day number; subtraction has blanks around it. */
static bool date_here(struct parser *p, struct exact *out)
{
    const char *text = p->text + p->at;
    struct date d;
    size_t n = strspn(text, "0123456789-");
    if (n != 10 || !date_parse(text, n, &d) || d.day == 0)
        return false;
    *out = exact_int(date_first_day(d));
    p->at += n;
    return true;
}

static node_id number(struct parser *p)
{
    struct exact e;
    struct unit unit;
    size_t start = p->at, used;
    if (date_here(p, &e))
        return graph_const(p->g, value_of_exact(e), UNIT_ONE, place(p, start));
    if (!exact_parse(p->text + start, strlen(p->text + start), &e, &used)) {
        diag_error(p->dg, place(p, start),
                   "this number has too many digits; write at "
                   "most 36");
        return NO_NODE;
    }
    p->at += used;
    if (p->text[p->at] == ',' && is_digit(p->text[p->at + 1]) && p->depth <= 1) {
        diag_error(p->dg, place(p, p->at),
                   "a comma inside a number; write a point for "
                   "decimals and nothing for thousands");
        return NO_NODE;
    }
    if (!unit_after(p, &unit))
        return NO_NODE;
    if (!exact_mul(e, unit.scale, &e)) {
        diag_error(p->dg, place(p, start),
                   "this number is too large or too fine for its "
                   "unit");
        return NO_NODE;
    }
    return graph_const(p->g, value_of_exact(e), unit, place(p, start));
}

static node_id call(struct parser *p, const char *name, size_t start)
{
    node_id args[MOST_ARGS];
    unsigned n = 0;
    if (op_find(name) == NULL || strchr("abcdefghijklmnopqrstuvwxyz", *name) == NULL)
        return NO_NODE;
    while (!take(p, ")")) {
        if (n > 0 && !take(p, ",")) {
            diag_error(p->dg, place(p, p->at),
                       "',' or ')' must follow an argument of %s", name);
            return NO_NODE;
        }
        if (n == MOST_ARGS) {
            diag_error(p->dg, place(p, p->at), "%s has more than %d arguments", name,
                       MOST_ARGS);
            return NO_NODE;
        }
        args[n] = expression(p);
        if (args[n++] == NO_NODE)
            return NO_NODE;
    }
    return graph_op(p->g, name, args, n, place(p, start), p->dg);
}

static node_id unknown_function(struct parser *p, const char *name, size_t start)
{
    size_t count = sizeof functions / sizeof *functions;
    const char *near = nearest(name, functions, count);
    if (near != NULL)
        diag_error(p->dg, place(p, start), "unknown function '%s'; did you mean '%s'?",
                   name, near);
    else
        diag_error(p->dg, place(p, start),
                   "unknown function '%s'; there are if, min, max, sum, ceil, floor, "
                   "round, cent, exp, ln, sqrt and erlang_b",
                   name);
    return NO_NODE;
}

static node_id name_or_call(struct parser *p)
{
    size_t start = p->at;
    while (is_letter(p->text[p->at]) || is_digit(p->text[p->at]) ||
           (p->text[p->at] == '.' && is_letter(p->text[p->at + 1])))
        p->at++;
    const char *name = arena_strndup(graph_arena(p->g), p->text + start, p->at - start);
    if (!take(p, "("))
        return p->scope->resolve(p->scope->context, name, place(p, start), p->dg);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i], name) == 0)
            return call(p, name, start);
    return unknown_function(p, name, start);
}

static node_id primary(struct parser *p)
{
    skip_blanks(p);
    char c = p->text[p->at];
    if (is_digit(c))
        return number(p);
    if (is_letter(c))
        return name_or_call(p);
    if (take(p, "(")) {
        node_id inner = expression(p);
        if (inner != NO_NODE && !take(p, ")")) {
            diag_error(p->dg, place(p, p->at), "a ')' is missing here");
            return NO_NODE;
        }
        return inner;
    }
    if (c == '\0')
        diag_error(p->dg, place(p, p->at),
                   "the formula ends where a number or a name "
                   "should follow");
    else if (c == '.')
        diag_error(p->dg, place(p, p->at), "a number starts with a digit; write 0.5");
    else
        diag_error(p->dg, place(p, p->at),
                   "'%c' cannot stand here; a number, a name or "
                   "'(' should",
                   c >= 0x20 && c < 0x7f ? c : '?');
    return NO_NODE;
}

static node_id unary(struct parser *p);

static node_id power(struct parser *p)
{
    node_id base = primary(p);
    skip_blanks(p);
    size_t start = p->at;
    if (base == NO_NODE || !take(p, "^"))
        return base;
    return graph_op2(p->g, "pow", base, unary(p), place(p, start), p->dg);
}

static node_id unary(struct parser *p)
{
    skip_blanks(p);
    size_t start = p->at;
    if (p->depth > DEEPEST) {
        diag_error(p->dg, place(p, start),
                   "this formula is nested too deeply; name parts "
                   "of it");
        return NO_NODE;
    }
    if (!take(p, "-"))
        return power(p);
    p->depth++;
    node_id inner = unary(p);
    p->depth--;
    return graph_op1(p->g, "neg", inner, place(p, start), p->dg);
}

struct sign {
    const char *token, *op;
};

typedef node_id level(struct parser *p);

/* left { sign right }, signs in the order in which they are tried. */
static node_id chain(struct parser *p, level *part, const struct sign *signs,
                     size_t count)
{
    node_id left = part(p);
    for (size_t i = 0; left != NO_NODE && i < count;) {
        skip_blanks(p);
        size_t start = p->at;
        if (!take(p, signs[i].token)) {
            i++;
            continue;
        }
        left = graph_op2(p->g, signs[i].op, left, part(p), place(p, start), p->dg);
        i = 0;
    }
    return left;
}

#define CHAIN(p, part, signs) \
    chain((p), (part), (signs), sizeof(signs) / sizeof *(signs))

static node_id product(struct parser *p)
{
    static const struct sign signs[] = { { "*", "mul" }, { "/", "div" } };
    return CHAIN(p, unary, signs);
}

static node_id total(struct parser *p)
{
    static const struct sign signs[] = { { "+", "add" }, { "-", "sub" } };
    return CHAIN(p, product, signs);
}

static node_id comparison(struct parser *p)
{
    static const struct sign signs[] = {
        { "<=", "le" }, { ">=", "ge" }, { "!=", "ne" },
        { "<", "lt" },  { ">", "gt" },  { "=", "eq" },
    };
    node_id left = total(p);
    skip_blanks(p);
    size_t start = p->at;
    for (size_t i = 0; left != NO_NODE && i < sizeof signs / sizeof *signs; i++)
        if (take(p, signs[i].token))
            return graph_op2(p->g, signs[i].op, left, total(p), place(p, start), p->dg);
    return left;
}

static node_id negation(struct parser *p)
{
    skip_blanks(p);
    size_t start = p->at;
    if (!take(p, "not"))
        return comparison(p);
    if (p->depth > DEEPEST)
        return comparison(p);
    p->depth++;
    node_id inner = negation(p);
    p->depth--;
    return graph_op1(p->g, "not", inner, place(p, start), p->dg);
}

static node_id conjunction(struct parser *p)
{
    static const struct sign signs[] = { { "and", "and" } };
    return CHAIN(p, negation, signs);
}

static node_id expression(struct parser *p)
{
    static const struct sign signs[] = { { "or", "or" } };
    if (p->depth > DEEPEST) {
        diag_error(p->dg, place(p, p->at),
                   "this formula is nested too deeply; name parts "
                   "of it");
        return NO_NODE;
    }
    p->depth++;
    node_id id = CHAIN(p, conjunction, signs);
    p->depth--;
    return id;
}

node_id expr_build(struct graph *g, const char *text, struct where at,
                   const struct scope *scope, struct diag *dg)
{
    struct parser p = { .g = g, .scope = scope, .dg = dg, .start = at, .text = text };
    if (strlen(text) > LONGEST_TEXT) {
        diag_error(dg, at, "a formula of over %d characters; name parts of it",
                   LONGEST_TEXT);
        return NO_NODE;
    }
    node_id id = expression(&p);
    skip_blanks(&p);
    if (id == NO_NODE || text[p.at] == '\0')
        return id;
    if (is_letter(text[p.at]) || is_digit(text[p.at]))
        diag_error(dg, place(&p, p.at),
                   "an operator is missing before this; write for "
                   "example a * b");
    else
        diag_error(dg, place(&p, p.at),
                   "'%.1s' cannot stand here; the formula should end "
                   "or go on with an operator",
                   (unsigned char)text[p.at] < 0x80 ? text + p.at : "?");
    return NO_NODE;
}

node_id expr_unknown(const struct graph *g, const char *name, struct where at,
                     struct diag *dg)
{
    struct arena *a = graph_arena(g);
    const char **names = ARENA_ARRAY(a, graph_count(g), const char *);
    size_t count = 0;
    for (node_id id = 1; id <= graph_count(g); id++)
        if (graph_node(g, id)->name != NULL)
            names[count++] = graph_node(g, id)->name;
    const char *near = nearest(name, names, count);
    if (near != NULL)
        diag_error(dg, at, "unknown name '%s'; did you mean '%s'?", name, near);
    else
        diag_error(dg, at,
                   "unknown name '%s'; declare it under inputs, measured or "
                   "quantities",
                   name);
    return NO_NODE;
}

static node_id resolve_in_graph(void *context, const char *name, struct where at,
                                struct diag *dg)
{
    const struct graph *g = context;
    node_id id = graph_find(g, name);
    return id != NO_NODE ? id : expr_unknown(g, name, at, dg);
}

static bool known_in_graph(void *context, const char *name)
{
    return graph_find(context, name) != NO_NODE;
}

struct scope graph_scope(struct graph *g)
{
    return (struct scope){ .resolve = resolve_in_graph,
                           .known = known_in_graph,
                           .context = g };
}

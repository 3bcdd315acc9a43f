/* The numeric half of schema.h. */
#include "doc/schema.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static size_t digits(const char *p)
{
    return strspn(p, "0123456789");
}

/* Bytes of a decimal number at the start of `p`, 0 where there is none: the grammar of
 * exact_parse(), for numbers of any length. */
static size_t number_length(const char *p)
{
    const char *start = p;
    p += *p == '-' || *p == '+';
    size_t n = digits(p);
    if (n == 0)
        return 0;
    p += n;
    if (*p == '.' && digits(p + 1) > 0)
        p += 1 + digits(p + 1);
    if (*p == 'e' || *p == 'E') {
        size_t sign = p[1] == '-' || p[1] == '+';
        n = digits(p + 1 + sign);
        p += n > 0 ? 1 + sign + n : 0;
    }
    return (size_t)(p - start);
}

static int places_of(const char *p, size_t length)
{
    const char *point = memchr(p, '.', length);
    const char *e = memchr(p, 'e', length);
    if (e == NULL)
        e = memchr(p, 'E', length);
    size_t places = point != NULL ? digits(point + 1) : 0;
    long exponent = e != NULL ? strtol(e + 1, NULL, 10) : 0;
    if (exponent > 400 || exponent < -400)
        exponent = exponent > 0 ? 400 : -400;
    return (int)places - (int)exponent;
}

/* "1,5" has one group behind the comma that is not of three digits; "1,234.5" and
 * "1,234,567" group thousands; "1,234" may be either and gets both words. */
static bool comma_error(const struct doc_node *node, size_t at, struct diag *dg)
{
    const char *text = node->text;
    size_t n = digits(text + at + 1);
    const char *rest = text + at + 1 + n;
    int whole = (int)at, part = (int)n;
    struct where place = doc_inside(node, at);
    if (*rest == ',' || *rest == '.')
        return diag_error(dg, place,
                          "grouped digits in '%s'; write the number without "
                          "commas",
                          text);
    if (n == 3)
        return diag_error(dg, place,
                          "'%.*s,%.*s' may be grouped digits or a decimal comma; write "
                          "%.*s%.*s or %.*s.%.*s",
                          whole, text, part, text + at + 1, whole, text, part,
                          text + at + 1, whole, text, part, text + at + 1);
    return diag_error(dg, place, "decimal comma in '%.*s,%.*s'; write %.*s.%.*s", whole,
                      text, part, text + at + 1, whole, text, part, text + at + 1);
}

static bool not_a_number(const struct doc_node *node, struct diag *dg)
{
    const char *p = node->text;
    struct where place = doc_inside(node, 0);
    if (node->length == 0)
        return diag_error(dg, place, "a number is missing here");
    p += *p == '-' || *p == '+';
    if (strncasecmp(p, "nan", 3) == 0 || strncasecmp(p, "inf", 3) == 0 ||
        strncasecmp(p, ".nan", 4) == 0 || strncasecmp(p, ".inf", 4) == 0)
        return diag_error(dg, place, "'%s' is not a finite number", node->text);
    if (*p == '.' && digits(p + 1) > 0)
        return diag_error(dg, place, "'%s' begins with its point; write %s0%s",
                          node->text, *node->text == '-' ? "-" : "", p);
    return diag_error(dg, place, "'%s' is not a number", node->text);
}

/* Reads the number at the start; *used is the byte behind it. */
static bool leading_number(const struct doc_node *node, struct doc_number *out,
                           size_t *used, struct diag *dg)
{
    if (node->kind != DOC_SCALAR)
        return doc_expect(node, "this number", DOC_WANT_SCALAR, dg);
    const char *text = node->text;
    size_t n = number_length(text);
    if (n == 0)
        return not_a_number(node, dg);
    if (text[n] == ',' && digits(text + n + 1) > 0)
        return comma_error(node, n, dg);
    if (text[n] == '.' || text[n] == '_')
        return diag_error(dg, doc_inside(node, n),
                          "'%s' is not a number; '%c' must "
                          "not stand here",
                          text, text[n]);
    /* The program never leaves the C locale, so strtod() knows one decimal point. */
    out->x = strtod(text, NULL);
    out->is_exact = exact_parse(text, n, &out->exact, NULL);
    if (!isfinite(out->x))
        return diag_error(dg, doc_inside(node, 0), "'%.*s' is too large a number",
                          (int)n, text);
    if (out->is_exact)
        out->x = exact_double(out->exact);
    else
        out->exact = exact_int(0);
    out->places = places_of(text, n);
    *used = n;
    return true;
}

bool doc_get_number(const struct doc_node *node, struct doc_number *out,
                    struct diag *dg)
{
    size_t n;
    if (!leading_number(node, out, &n, dg))
        return false;
    if (n == node->length)
        return true;
    size_t rest = n + strspn(node->text + n, " ");
    return diag_error(dg, doc_inside(node, rest),
                      "'%s' stands behind the number; write the number alone",
                      node->text + rest);
}

bool doc_get_decimal(const struct doc_node *node, struct exact *out, struct diag *dg)
{
    struct doc_number n;
    if (!doc_get_number(node, &n, dg))
        return false;
    if (!n.is_exact)
        return diag_error(dg, doc_inside(node, 0), "'%s' has too many digits",
                          node->text);
    *out = n.exact;
    return true;
}

static bool unit_at(struct arena *a, const struct doc_node *node, size_t start,
                    struct unit *out, struct diag *dg)
{
    const char *why;
    size_t at, length = node->length - start;
    size_t blank = strcspn(node->text + start, " ");
    if (blank < length)
        return diag_error(dg, doc_inside(node, start + blank),
                          "a blank in the unit '%s'; a unit holds none",
                          node->text + start);
    if (unit_parse(a, node->text + start, length, out, &why, &at))
        return true;
    return diag_error(dg, doc_inside(node, start + at), "%s", why);
}

bool doc_get_quantity(struct arena *a, const struct doc_node *node, const char *example,
                      struct doc_quantity *out, struct diag *dg)
{
    size_t n;
    if (!leading_number(node, &out->number, &n, dg))
        return false;
    size_t start = n + strspn(node->text + n, " ");
    if (start == node->length)
        return diag_error(dg, doc_inside(node, n),
                          "'%s' has no unit; write for example %s", node->text,
                          example);
    return unit_at(a, node, start, &out->unit, dg);
}

bool doc_get_unit(struct arena *a, const struct doc_node *node, struct unit *out,
                  struct diag *dg)
{
    if (!doc_expect(node, "this unit", DOC_WANT_TEXT, dg))
        return false;
    return unit_at(a, node, 0, out, dg);
}

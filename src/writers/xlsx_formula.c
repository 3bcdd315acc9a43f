#include "writers/xlsx_formula.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

enum { FORMULA_MOST = 8192, NESTING_MOST = 64 };

static const char *const functions[] = {
    "IF",  "MIN",   "MAX", "SUM",  "SUMPRODUCT", "INDEX", "MATCH", "ROUND",   "INT",
    "ABS", "EXP",   "LN",  "SQRT", "AND",        "OR",    "NOT",   "IFERROR", "POISSON",
    "NA",  "COUNT", "NPV", "XNPV", "IRR",        "XIRR",  "MIRR",  "RATE",    "PMT",
};

static bool is_function(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i]) == length && strncmp(functions[i], word, length) == 0)
            return true;
    return false;
}

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '.' || ((unsigned char)c & 0x80) != 0;
}

/* Behind the closing quote; a doubled quote is part of the text.  NULL: open. */
static const char *after_quoted(const char *p)
{
    char quote = *p++;
    for (; *p != '\0'; p++) {
        if (*p != quote)
            continue;
        if (p[1] != quote)
            return p + 1;
        p++;
    }
    return NULL;
}

static const char *after_word(struct arena *a, const char *p, const char **why)
{
    const char *from = p;
    while (in_word(*p))
        p++;
    size_t length = (size_t)(p - from);
    if (*p == '(' && !is_function(from, length))
        *why = arena_printf(a, "calls %.*s, which the workbook does without",
                            (int)length, from);
    return p;
}

static const char *step(struct arena *a, const char *p, int *depth, const char **why)
{
    if (*p == '"' || *p == '\'') {
        p = after_quoted(p);
        if (p == NULL)
            *why = "has a text without an end";
        return p;
    }
    if (in_word(*p))
        return after_word(a, p, why);
    if (*p == ';' || *p == '[' || *p == ']' || *p == '{' || *p == '}')
        *why = arena_printf(a, "holds '%c'", *p);
    *depth += (*p == '(') - (*p == ')');
    if (*depth < 0 || *depth > NESTING_MOST)
        *why = *depth < 0 ? "closes a bracket that is not open"
                          : "nests deeper than 64 brackets";
    return p + 1;
}

bool xlsx_formula_is_plain(struct arena *a, const char *formula, const char **why)
{
    int depth = 0;
    *why = NULL;
    if (*formula == '=')
        *why = "begins with '='";
    else if (utf8_units16(formula) >= FORMULA_MOST)
        *why = "is longer than 8192 characters";
    else if (!utf8_valid(formula, strlen(formula), NULL))
        *why = "is not UTF-8";
    for (const char *p = formula; *why == NULL && *p != '\0';)
        p = step(a, p, &depth, why);
    if (*why == NULL && depth != 0)
        *why = "leaves a bracket open";
    return *why == NULL;
}

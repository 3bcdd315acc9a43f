#include "base/unit.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/nearest.h"

const struct unit UNIT_ONE = { .scale = { 1, 1 }, .factor = 1, .text = "" };

enum base { NOUN, TIME, BYTES, WATTS, ENERGY, RATE };

/* Which prefixes a word takes: K for kilo and up, m for milli and below. */
enum prefixes { NONE = 0, SI_UP = 1, SI_DOWN = 2, IEC = 4 };

struct word {
    const char *text;
    enum base base;
    int128 num, den; /* base units in one */
    unsigned prefixes;
};

static const struct word words[] = {
    { "1", NOUN, 1, 1, NONE },
    { "%", NOUN, 1, 100, NONE },
    { "B", BYTES, 1, 1, SI_UP | IEC },
    { "bit", BYTES, 1, 8, SI_UP | IEC },
    { "s", TIME, 1, 1, SI_DOWN },
    { "min", TIME, 60, 1, NONE },
    { "h", TIME, 3600, 1, NONE },
    { "hour", TIME, 3600, 1, NONE },
    { "hours", TIME, 3600, 1, NONE },
    { "day", TIME, 86400, 1, NONE },
    { "days", TIME, 86400, 1, NONE },
    { "month", TIME, 2628000, 1, NONE },
    { "months", TIME, 2628000, 1, NONE },
    { "year", TIME, 31536000, 1, NONE },
    { "years", TIME, 31536000, 1, NONE },
    { "W", WATTS, 1, 1, SI_UP | SI_DOWN },
    { "Wh", ENERGY, 3600, 1, SI_UP },
    { "J", ENERGY, 1, 1, SI_UP | SI_DOWN },
    { "IOPS", RATE, 1, 1, SI_UP },
    { "TPS", RATE, 1, 1, NONE },
    { "QPS", RATE, 1, 1, NONE },
};

/* Things that are counted.  Singular and plural stand for themselves. */
static const char *const nouns[] = {
    "CPU",          "CPUs",       "cpu",         "cpus",       "user",
    "users",        "op",         "ops",         "core",       "cores",
    "socket",       "sockets",    "processor",   "processors", "thread",
    "threads",      "vCPU",       "vCPUs",       "host",       "hosts",
    "server",       "servers",    "node",        "nodes",      "VM",
    "VMs",          "drive",      "drives",      "disk",       "disks",
    "shelf",        "shelves",    "copy",        "copies",     "client",
    "clients",      "licence",    "licences",    "pack",       "packs",
    "PVU",          "PVUs",       "CAL",         "CALs",       "employee",
    "employees",    "device",     "devices",     "item",       "items",
    "row",          "rows",       "query",       "queries",    "transaction",
    "transactions", "txn",        "txns",        "request",    "requests",
    "table",        "tables",     "warehouse",   "warehouses", "spindle",
    "spindles",     "controller", "controllers", "unit",       "units",
    "entry",        "entries",    "U",           "point",      "points",
    "port",         "ports",      "customer",    "customers",  "execution",
    "executions",   "instance",   "instances",   "seat",       "seats",
    "file",         "files",      "schema",      "schemas",    "adapter",
    "adapters",     "block",      "blocks",      "draw",       "container",
    "containers",   "function",   "functions",   "event",      "events",
    "message",      "messages",   "document",    "documents",  "call",
    "calls",        "session",    "sessions",    "mailbox",    "mailboxes",
    "endpoint",     "endpoints",  "token",       "tokens",
};

static const struct {
    const char *text;
    int power; /* of ten, or of 1024 for IEC */
} up[] = { { "k", 3 }, { "M", 6 }, { "G", 9 }, { "T", 12 }, { "P", 15 }, { "E", 18 } },
  down[] = { { "m", 3 }, { "u", 6 }, { "\xc2\xb5", 6 }, { "n", 9 } },
  binary[] = { { "Ki", 1 }, { "Mi", 2 }, { "Gi", 3 },
               { "Ti", 4 }, { "Pi", 5 }, { "Ei", 6 } };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ISO 4217 codes of money that benchmarks and price lists are written in. */
static const char *const currencies[] = {
    "AED", "ARS", "AUD", "BGN", "BHD", "BRL", "CAD", "CHF", "CLP", "CNY",
    "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS",
    "INR", "ISK", "JOD", "JPY", "KRW", "KWD", "MAD", "MXN", "MYR", "NOK",
    "NZD", "OMR", "PEN", "PHP", "PLN", "RON", "RSD", "RUB", "SAR", "SEK",
    "SGD", "THB", "TND", "TRY", "TWD", "UAH", "USD", "VND", "ZAR",
};

static bool equals(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static bool in_list(const char *const *list, size_t n, const char *text, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (equals(list[i], text, length))
            return true;
    return false;
}

static const struct word *find_word(const char *text, size_t length, unsigned prefix)
{
    for (size_t i = 0; i < COUNT(words); i++)
        if (equals(words[i].text, text, length) &&
            (prefix == NONE || (words[i].prefixes & prefix) != 0))
            return &words[i];
    return NULL;
}

static int128 power(int128 base, int n)
{
    int128 p = 1;
    while (n-- > 0)
        p *= base;
    return p;
}

static struct dim base_dim(enum base base)
{
    switch (base) {
    case NOUN:
        break;
    case TIME:
        return (struct dim){ .time = 1 };
    case BYTES:
        return (struct dim){ .bytes = 1 };
    case WATTS:
        return (struct dim){ .watts = 1 };
    case ENERGY:
        return (struct dim){ .watts = 1, .time = 1 };
    case RATE:
        return (struct dim){ .time = -1 };
    }
    return (struct dim){ 0 };
}

static bool scaled(const struct word *w, int128 num, int128 den, struct dim *dim,
                   struct exact *scale)
{
    *dim = base_dim(w->base);
    return exact_ratio(w->num * num, w->den * den, scale);
}

static bool starts(const char *text, size_t length, const char *prefix, size_t *rest)
{
    *rest = strlen(prefix);
    return length > *rest && memcmp(text, prefix, *rest) == 0;
}

static bool with_prefix(const char *text, size_t length, struct dim *dim,
                        struct exact *scale)
{
    const struct word *w;
    size_t n;
    for (size_t i = 0; i < COUNT(binary); i++)
        if (starts(text, length, binary[i].text, &n) &&
            (w = find_word(text + n, length - n, IEC)) != NULL)
            return scaled(w, power(1024, binary[i].power), 1, dim, scale);
    for (size_t i = 0; i < COUNT(up); i++)
        if ((starts(text, length, up[i].text, &n) ||
             (i == 0 && starts(text, length, "K", &n))) &&
            (w = find_word(text + n, length - n, SI_UP)) != NULL)
            return scaled(w, power(10, up[i].power), 1, dim, scale);
    for (size_t i = 0; i < COUNT(down); i++)
        if (starts(text, length, down[i].text, &n) &&
            (w = find_word(text + n, length - n, SI_DOWN)) != NULL)
            return scaled(w, 1, power(10, down[i].power), dim, scale);
    return false;
}

static bool currency_dim(const char *text, size_t length, struct dim *dim)
{
    if (equals("$", text, length)) {
        text = "USD";
        length = 3;
    }
    if (!in_list(currencies, COUNT(currencies), text, length))
        return false;
    *dim = (struct dim){ .money = { 1 } };
    memcpy(dim->currency[0], text, 3);
    return true;
}

/* One word of a unit: a unit with or without prefix, a currency or a noun. */
static bool lookup(const char *text, size_t length, struct dim *dim,
                   struct exact *scale)
{
    *scale = exact_int(1);
    const struct word *w = find_word(text, length, NONE);
    if (w != NULL)
        return scaled(w, 1, 1, dim, scale);
    if (currency_dim(text, length, dim))
        return true;
    if (in_list(nouns, COUNT(nouns), text, length)) {
        *dim = (struct dim){ 0 };
        return true;
    }
    return with_prefix(text, length, dim, scale);
}

bool unit_word_known(const char *word, size_t length)
{
    struct dim dim;
    struct exact scale;
    return lookup(word, length, &dim, &scale);
}

static const char *suggest(struct arena *a, const char *word, size_t length)
{
    static const char *const common[] = {
        "B",     "kB",     "MB",    "GB",   "TB",     "PB",   "KiB", "MiB",
        "GiB",   "TiB",    "s",     "ms",   "us",     "ns",   "min", "h",
        "day",   "month",  "year",  "IOPS", "TPS",    "W",    "kW",  "kWh",
        "J",     "USD",    "EUR",   "GBP",  "CPU",    "user", "op",  "core",
        "years", "months", "drive", "host", "server", "%",
    };
    const char *text = arena_strndup(a, word, length);
    if (length == 1 && strchr("KkMGTP", *word) != NULL)
        return arena_printf(a,
                            "unknown unit '%s'; write %sB for 10^n bytes or %siB for "
                            "2^n bytes",
                            text, text, text);
    const char *near = nearest(text, common, COUNT(common));
    if (near != NULL)
        return arena_printf(a, "unknown unit '%s'; did you mean '%s'?", text, near);
    return arena_printf(
        a,
        "unknown unit '%s'; write a unit such as TB, GiB/s, us, USD/GB, "
        "%%/year, CPU or user",
        text);
}

struct term {
    struct dim dim;
    struct exact scale;
};

/* word [^digit]; advances *i. */
static bool parse_term(struct arena *a, const char *text, size_t length, size_t *i,
                       struct term *out, const char **why)
{
    size_t start = *i, end = start;
    while (end < length && text[end] != '/' && text[end] != '*' && text[end] != '^')
        end++;
    if (end == start) {
        *why = "a unit ends where a word should follow; write for example USD/GB";
        return false;
    }
    if (!lookup(text + start, end - start, &out->dim, &out->scale)) {
        *why = suggest(a, text + start, end - start);
        return false;
    }
    *i = end;
    if (end >= length || text[end] != '^')
        return true;
    if (end + 1 >= length || text[end + 1] < '1' || text[end + 1] > '9') {
        *i = end;
        *why = "a digit from 1 to 9 must follow '^' in a unit";
        return false;
    }
    int n = text[end + 1] - '0';
    struct exact once = out->scale;
    bool ok = dim_pow(out->dim, n, &out->dim);
    for (int k = 1; k < n && ok; k++)
        ok = exact_mul(out->scale, once, &out->scale);
    if (!ok)
        *why = "this power of a unit is too large";
    *i = end + 2;
    return ok;
}

bool unit_parse(struct arena *a, const char *text, size_t length, struct unit *out,
                const char **why, size_t *at)
{
    struct unit u = UNIT_ONE;
    bool divide = false;
    size_t i = 0;
    for (;;) {
        struct term t;
        *at = i;
        if (!parse_term(a, text, length, &i, &t, why))
            return false;
        bool ok = divide ? dim_div(u.dim, t.dim, &u.dim) &&
                               exact_div(u.scale, t.scale, &u.scale)
                         : dim_mul(u.dim, t.dim, &u.dim) &&
                               exact_mul(u.scale, t.scale, &u.scale);
        if (!ok) {
            *why =
                "this unit is too large a product, or holds more than two currencies";
            return false;
        }
        if (i >= length)
            break;
        *at = i;
        if (text[i] != '/' && text[i] != '*') {
            *why = "'/' or '*' must stand between the words of a unit";
            return false;
        }
        divide = text[i++] == '/';
    }
    u.factor = exact_double(u.scale);
    u.text = arena_strndup(a, text, length);
    if (strcmp(u.text, "1") == 0)
        u.text = "";
    *out = u;
    return true;
}

bool dim_equal(struct dim a, struct dim b)
{
    return memcmp(&a, &b, sizeof a) == 0; /* chars only: no padding */
}

bool dim_is_none(struct dim a)
{
    return dim_equal(a, (struct dim){ 0 });
}

bool dim_is_money(struct dim a)
{
    return a.money[0] == 1 && a.money[1] == 0 && a.time == 0 && a.bytes == 0 &&
           a.watts == 0;
}

static bool in_range(int n, signed char *out)
{
    *out = (signed char)n;
    return n >= -9 && n <= 9;
}

static void drop_unused(struct dim *d)
{
    for (int i = 0; i < MOST_CURRENCIES; i++)
        if (d->money[i] == 0)
            memset(d->currency[i], 0, sizeof d->currency[i]);
    if (d->money[0] == 0 && d->money[1] != 0) {
        d->money[0] = d->money[1];
        memcpy(d->currency[0], d->currency[1], 4);
        d->money[1] = 0;
        memset(d->currency[1], 0, 4);
    }
}

static bool add_currency(struct dim *d, const char *code, int exponent)
{
    for (int i = 0; i < MOST_CURRENCIES; i++)
        if (d->money[i] != 0 && memcmp(d->currency[i], code, 3) == 0)
            return in_range(d->money[i] + exponent, &d->money[i]);
    if (d->money[1] != 0)
        return false;
    int slot = d->money[0] == 0 ? 0 : 1;
    if (slot == 1 && memcmp(code, d->currency[0], 3) < 0) {
        d->money[1] = d->money[0];
        memcpy(d->currency[1], d->currency[0], 4);
        slot = 0;
    }
    memcpy(d->currency[slot], code, 4);
    return in_range(exponent, &d->money[slot]);
}

/* a * b^n */
static bool combine(struct dim a, struct dim b, int n, struct dim *out)
{
    struct dim d = a;
    bool ok = in_range(a.time + n * b.time, &d.time) &&
              in_range(a.bytes + n * b.bytes, &d.bytes) &&
              in_range(a.watts + n * b.watts, &d.watts);
    for (int i = 0; i < MOST_CURRENCIES && ok; i++)
        if (b.money[i] != 0)
            ok = add_currency(&d, b.currency[i], n * b.money[i]);
    drop_unused(&d);
    *out = d;
    return ok;
}

bool dim_mul(struct dim a, struct dim b, struct dim *out)
{
    return combine(a, b, 1, out);
}

bool dim_div(struct dim a, struct dim b, struct dim *out)
{
    return combine(a, b, -1, out);
}

bool dim_pow(struct dim a, int n, struct dim *out)
{
    return combine((struct dim){ 0 }, a, n, out);
}

static void add_factor(struct buf *b, const char *word, int exponent)
{
    if (exponent <= 0)
        return;
    if (b->length > 0)
        buf_char(b, '*');
    buf_add(b, word);
    if (exponent > 1)
        buf_printf(b, "^%d", exponent);
}

static void add_divisor(struct buf *b, const char *word, int exponent)
{
    if (exponent >= 0)
        return;
    if (b->length == 0)
        buf_char(b, '1');
    buf_printf(b, "/%s", word);
    if (exponent < -1)
        buf_printf(b, "^%d", -exponent);
}

const char *dim_text(struct arena *a, struct dim d)
{
    struct buf b = buf_on(a);
    const struct {
        const char *word;
        int exponent;
    } parts[] = {
        { d.currency[0], d.money[0] },
        { d.currency[1], d.money[1] },
        { "B", d.bytes },
        { "W", d.watts },
        { "s", d.time },
    };
    for (size_t i = 0; i < COUNT(parts); i++)
        add_factor(&b, parts[i].word, parts[i].exponent);
    for (size_t i = 0; i < COUNT(parts); i++)
        add_divisor(&b, parts[i].word, parts[i].exponent);
    if (b.length == 0)
        buf_char(&b, '1');
    return buf_text(&b);
}

struct unit unit_base(struct arena *a, struct dim d)
{
    struct unit u = UNIT_ONE;
    u.dim = d;
    if (!dim_is_none(d))
        u.text = dim_text(a, d);
    return u;
}

#include "base/utf8.h"

#include <string.h>

static size_t length_of(unsigned char lead, uint32_t *bits, uint32_t *least)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {
        { 0x80, 0x00, 0 },
        { 0xE0, 0xC0, 0x80 },
        { 0xF0, 0xE0, 0x800 },
        { 0xF8, 0xF0, 0x10000 },
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if ((lead & forms[i].mask) != forms[i].lead)
            continue;
        *bits = lead & (unsigned char)~forms[i].mask;
        *least = forms[i].least;
        return i + 1;
    }
    return 0;
}

size_t utf8_next(const char *text, size_t left, uint32_t *character)
{
    uint32_t value = 0, least = 0;
    if (left == 0)
        return 0;
    size_t n = length_of((unsigned char)text[0], &value, &least);
    if (n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (c & 0x3Fu);
    }
    bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < least || surrogate || value > 0x10FFFF)
        return 0;
    *character = value;
    return n;
}

bool utf8_valid(const char *text, size_t length, size_t *at)
{
    for (size_t i = 0; i < length;) {
        uint32_t character;
        size_t n = utf8_next(text + i, length - i, &character);
        if (n == 0) {
            if (at != NULL)
                *at = i;
            return false;
        }
        i += n;
    }
    return true;
}

size_t utf8_units16(const char *text)
{
    size_t units = 0, length = strlen(text);
    for (size_t i = 0; i < length;) {
        uint32_t character;
        size_t n = utf8_next(text + i, length - i, &character);
        if (n == 0)
            return units + (length - i);
        units += character > 0xFFFF ? 2 : 1;
        i += n;
    }
    return units;
}

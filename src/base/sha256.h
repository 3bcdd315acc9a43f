/* sha256.h - the checksum that a figure's pedigree ends in (FIPS 180-4). */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
};

enum { SHA256_TEXT = 65 }; /* 64 hexadecimal digits and a NUL */

struct sha256 sha256_start(void);
void sha256_add(struct sha256 *s, const void *bytes, size_t length);
/* Lower-case hexadecimal; `s` is used up. */
void sha256_end(struct sha256 *s, char text[SHA256_TEXT]);

/* All at once. */
void sha256_of(const void *bytes, size_t length, char text[SHA256_TEXT]);

#endif

#include "base/sha256.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#if defined(__x86_64__) && !defined(NO_CLONES)
#include <cpuid.h>
#include <immintrin.h>
#define HAS_INSTRUCTIONS
#endif

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes
 * (FIPS 180-4, 4.2.2). */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void schedule(const unsigned char *block, uint32_t w[64])
{
    for (int i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
               (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void compress_plain(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], v[8];
    schedule(block, w);
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t e = v[4], a = v[0];
        uint32_t t1 = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + constants[i] + w[i];
        uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

#ifdef HAS_INSTRUCTIONS
/* Four rounds a step; the instructions want the state as ABEF and CDGH, and make four
 * words of the schedule at a time out of the sixteen before. */
__attribute__((target("sha,sse4.1,ssse3"))) static void
compress_instructions(uint32_t state[8], const unsigned char *block, size_t blocks)
{
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i low = _mm_loadu_si128((const __m128i *)(void *)state);
    __m128i high = _mm_loadu_si128((const __m128i *)(void *)(state + 4));
    low = _mm_shuffle_epi32(low, 0xb1);
    high = _mm_shuffle_epi32(high, 0x1b);
    __m128i abef = _mm_alignr_epi8(low, high, 8);
    __m128i cdgh = _mm_blend_epi16(high, low, 0xf0);
    for (; blocks > 0; blocks--, block += 64) {
        __m128i before_abef = abef, before_cdgh = cdgh, w[4];
#pragma GCC unroll 16
        for (size_t i = 0; i < 16; i++) {
            __m128i *now = &w[i % 4];
            if (i < 4) {
                *now = _mm_loadu_si128((const __m128i *)(const void *)(block + 16 * i));
                *now = _mm_shuffle_epi8(*now, big_endian);
            } else {
                __m128i last = w[(i + 3) % 4];
                *now = _mm_sha256msg1_epu32(*now, w[(i + 1) % 4]);
                *now = _mm_add_epi32(*now, _mm_alignr_epi8(last, w[(i + 2) % 4], 4));
                *now = _mm_sha256msg2_epu32(*now, last);
            }
            __m128i k =
                _mm_loadu_si128((const __m128i *)(const void *)(constants + 4 * i));
            __m128i sum = _mm_add_epi32(*now, k);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
        }
        abef = _mm_add_epi32(abef, before_abef);
        cdgh = _mm_add_epi32(cdgh, before_cdgh);
    }
    low = _mm_shuffle_epi32(abef, 0x1b);
    high = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(low, high, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

/* Asked once: the question is slow on virtual machines. */
static bool has_instructions(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int answer;
    int known = atomic_load_explicit(&answer, memory_order_relaxed);
    if (known == UNKNOWN) {
        unsigned a, b, c, d;
        bool sse =
            __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_1) && (c & bit_SSSE3);
        known =
            sse && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA) ? YES : NO;
        atomic_store_explicit(&answer, known, memory_order_relaxed);
    }
    return known == YES;
}
#endif

static void compress(uint32_t state[8], const unsigned char *block, size_t blocks)
{
#ifdef HAS_INSTRUCTIONS
    if (has_instructions()) {
        compress_instructions(state, block, blocks);
        return;
    }
#endif
    for (; blocks > 0; blocks--, block += 64)
        compress_plain(state, block);
}

struct sha256 sha256_start(void)
{
    return (struct sha256){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab,
                                       0x5be0cd19 } };
}

void sha256_add(struct sha256 *s, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    size_t held = s->length % 64;
    s->length += length;
    while (length > 0) {
        if (held == 0 && length >= 64) {
            size_t blocks = length / 64;
            compress(s->state, p, blocks);
            p += blocks * 64;
            length -= blocks * 64;
            continue;
        }
        size_t n = 64 - held < length ? 64 - held : length;
        memcpy(s->block + held, p, n);
        p += n;
        length -= n;
        held = (held + n) % 64;
        if (held == 0)
            compress(s->state, s->block, 1);
    }
}

void sha256_end(struct sha256 *s, char text[SHA256_TEXT])
{
    static const unsigned char padding[64] = { 0x80 };
    uint64_t bits = s->length * 8;
    unsigned char size[8];
    for (int i = 0; i < 8; i++)
        size[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_add(s, padding, 1 + (119 - s->length % 64) % 64);
    sha256_add(s, size, sizeof size);
    for (int i = 0; i < 64; i++)
        text[i] = "0123456789abcdef"[s->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    text[64] = '\0';
}

void sha256_of(const void *bytes, size_t length, char text[SHA256_TEXT])
{
    struct sha256 s = sha256_start();
    sha256_add(&s, bytes, length);
    sha256_end(&s, text);
}

/* clones.h - one loop compiled for several machines, chosen when the program starts.
 *
 * TARGET_CLONES stands before a static function whose loops gain from wide vectors.
 * Each clone does the same IEEE operations (-ffp-contract=off: none is fused), so
 * that the bits of a result do not depend on the machine.  Where the toolchain cannot
 * choose (no ifunc) there is one version, slower and with the same results.
 * Functions that such a loop calls are inlined into every clone by IN_CLONES.
 */
#ifndef BASE_CLONES_H
#define BASE_CLONES_H

#include <stdlib.h> /* defines __GLIBC__ where it is glibc */

#if !defined(__x86_64__) || !defined(__GLIBC__) || defined(NO_CLONES)
#define TARGET_CLONES
#elif defined(__clang__)
#define TARGET_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TARGET_CLONES \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
#define IN_CLONES static inline __attribute__((always_inline))

#endif

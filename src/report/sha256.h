/* SHA-256 (FIPS 180-4), by which a page's Content-Security-Policy names the scripts and styles that may
 * run. */
#ifndef EG_REPORT_SHA256_H
#define EG_REPORT_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct eg_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
} eg_sha256;

enum { EG_SHA256_SIZE = 32 };

void eg_sha256_begin(eg_sha256 *s);
void eg_sha256_put(eg_sha256 *s, const void *bytes, size_t length);
void eg_sha256_end(eg_sha256 *s, unsigned char out[EG_SHA256_SIZE]);

#endif

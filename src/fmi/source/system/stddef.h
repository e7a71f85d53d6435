/* See README.md. */
#ifndef EG_SYSTEM_STDDEF_H
#define EG_SYSTEM_STDDEF_H

typedef union eg_embedded_aligned {
    long double number;
    long long integer;
    void *pointer;
    void (*function)(void);
} eg_embedded_aligned;
#define max_align_t eg_embedded_aligned

#endif

/* Functions that are compiled once more for wider vector registers; the machine takes the widest that it
 * has. That changes no bit: what stands side by side does not look at each other, and products are not
 * fused with sums (-ffp-contract=off). They are static, so that what chooses among them is no symbol of the
 * library's. */
#ifndef EG_BASE_CLONES_H
#define EG_BASE_CLONES_H

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) &&     \
    !defined(__SANITIZE_THREAD__)
#define EG_CLONES(...) __attribute__((target_clones(__VA_ARGS__, "default")))
#else
#define EG_CLONES(...)
#endif

#endif

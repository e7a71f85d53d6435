/* A Cortex-M4 without an operating system (QEMU's mps2-an386): the vector table, the start, and printing by
 * way of semihosting, which the emulator or a debugger carries out. The last line says how deep the stack
 * went, and how much memory the state took. */
#include "elastogap/fixed.h"

#include <stdint.h>

extern uint32_t data_load[], data_begin[], data_end[], bss_begin[], bss_end[];
void stack_top(void); /* an address, no function */
extern const eg_fixed_plan plan;
int main(void);
void print(const char *text);
void reset(void);

enum { SYS_WRITE0 = 0x04, SYS_EXIT = 0x18, STOPPED = 0x20026 };

static void ask_debugger(int operation, uintptr_t argument)
{
    register int r0 __asm__("r0") = operation;
    register uintptr_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void print(const char *text)
{
    ask_debugger(SYS_WRITE0, (uintptr_t)text);
}

/* What is painted below the stack's top, and still has its paint at the end, was not used. */
static const uint32_t PAINT = 0x5aa5c33c;
enum { PAINTED = 8192 };

static void paint(void)
{
    volatile uint32_t here = 0;
    uint32_t *bottom = (uint32_t *)((uintptr_t)stack_top - PAINTED);
    for (uint32_t *at = bottom; at < (uint32_t *)((uintptr_t)&here - 64); at++)
        *at = PAINT;
}

static unsigned stack_used(void)
{
    const uint32_t *top = (const uint32_t *)(uintptr_t)stack_top, *at = top - PAINTED / sizeof *at;
    while (at < top && *at == PAINT)
        at++;
    return (unsigned)((uintptr_t)top - (uintptr_t)at);
}

static void print_number(const char *what, unsigned n)
{
    char digits[12];
    int at = 11;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    print(what);
    print(digits + at);
}

void reset(void)
{
    for (uint32_t *from = data_load, *to = data_begin; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_begin; to < bss_end;)
        *to++ = 0;
    paint();
    main();
    print_number("bytes of stack ", stack_used());
    print_number(", of state ", (unsigned)eg_fixed_size(&plan));
    print("\n");
    ask_debugger(SYS_EXIT, STOPPED);
    for (;;) {}
}

static void halt(void)
{
    print("fault\n");
    ask_debugger(SYS_EXIT, STOPPED);
    for (;;) {}
}

/* Initial stack pointer, reset, then what may go wrong. */
__attribute__((section(".vectors"), used)) static void (*const vectors[])(void) = {
    stack_top, reset, halt, halt, halt, halt, halt};

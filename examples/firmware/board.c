/* A Cortex-M4 without an operating system (QEMU's mps2-an386): the vector table, the start, and printing by
 * way of
 * semihosting, which the emulator or a debugger carries out. */
#include <stdint.h>

extern uint32_t data_load[], data_begin[], data_end[], bss_begin[], bss_end[];
void stack_top(void); /* an address, no function */
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

void reset(void)
{
    for (uint32_t *from = data_load, *to = data_begin; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_begin; to < bss_end;)
        *to++ = 0;
    main();
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

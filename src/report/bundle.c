/* The bytes of the bundle. */
#include "report/bundle.h"

#include <stdint.h>

extern const char eg_report_script_end[], eg_report_style_end[];

/* clang-format off */
__asm__(".section .rodata\n"
        ".globl eg_report_script\n"
        ".hidden eg_report_script\n"
        ".globl eg_report_script_end\n"
        ".hidden eg_report_script_end\n"
        ".globl eg_report_style\n"
        ".hidden eg_report_style\n"
        ".globl eg_report_style_end\n"
        ".hidden eg_report_style_end\n"
        "eg_report_script:\n"
        ".incbin \"" EG_REPORT_BUNDLE "/report.js\"\n"
        "eg_report_script_end:\n"
        ".byte 0\n"
        "eg_report_style:\n"
        ".incbin \"" EG_REPORT_BUNDLE "/report.css\"\n"
        "eg_report_style_end:\n"
        ".byte 0\n"
        ".previous\n");
/* clang-format on */

size_t eg_report_script_length(void)
{
    return (size_t)((uintptr_t)eg_report_script_end - (uintptr_t)eg_report_script);
}

size_t eg_report_style_length(void)
{
    return (size_t)((uintptr_t)eg_report_style_end - (uintptr_t)eg_report_style);
}

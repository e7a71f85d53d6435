/* The bytes of the bundle. */
#include "report/bundle.h"

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

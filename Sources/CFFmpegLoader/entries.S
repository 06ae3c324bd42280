// An entry for each function of FFmpeg: it goes on to where the table says, and leaves all
// registers of the call as they are.

        .hidden cffmpeg_functions
        .text

        .macro  entry name
        .globl  \name
        .hidden \name
        .type   \name, %function
        .p2align 4
\name:
#if defined(__x86_64__)
        jmp     *cffmpeg_functions + 8 * \@(%rip)
#elif defined(__aarch64__)
        adrp    x16, cffmpeg_functions + 8 * \@
        ldr     x16, [x16, :lo12:cffmpeg_functions + 8 * \@]
        br      x16
#else
#error "write the jump of this processor"
#endif
        .size   \name, . - \name
        .endm

#define FUNCTION(name) entry name;
#include "functions.h"

        .section .note.GNU-stack, "", %progbits

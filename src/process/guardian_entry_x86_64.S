/* SPDX-License-Identifier: MIT */
/* The start of guardian_program_linux.cpp, and its way into the kernel. */
        .text
        .globl  _start
        .type   _start, @function
_start:
        xor     %ebp, %ebp
        mov     %rsp, %rdi              /* the number of words, then the words */
        and     $-16, %rsp
        call    run_guardian            /* does not return */
        .size   _start, . - _start

        .globl  call_kernel
        .type   call_kernel, @function
call_kernel:
        mov     %rdi, %rax
        mov     %rsi, %rdi
        mov     %rdx, %rsi
        mov     %rcx, %rdx
        mov     %r8, %r10
        mov     %r9, %r8
        syscall
        ret
        .size   call_kernel, . - call_kernel

        .section .note.GNU-stack, "", @progbits

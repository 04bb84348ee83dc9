#include "guarded_call.h"

// The frame holds all registers that a function must keep; jumping back is
// making it the current one again and returning from it.
#if defined(__x86_64__)
__asm__(R"(
  .text
  .globl covolveCallGuarded
  .type covolveCallGuarded, @function
covolveCallGuarded:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  movq %rsp, (%rdx)
  movq %rdi, %rax
  movq %rsi, %rdi
  callq *%rax
  xorl %eax, %eax
.LcovolveReturn:
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size covolveCallGuarded, .-covolveCallGuarded

  .globl covolveJumpBack
  .type covolveJumpBack, @function
covolveJumpBack:
  movq %rdi, %rsp
  movl $1, %eax
  jmp .LcovolveReturn
  .size covolveJumpBack, .-covolveJumpBack
)");
#elif defined(__aarch64__)
__asm__(R"(
  .text
  .globl covolveCallGuarded
  .type covolveCallGuarded, %function
covolveCallGuarded:
  .cfi_startproc
  stp x29, x30, [sp, #-160]!
  .cfi_def_cfa_offset 160
  .cfi_offset x29, -160
  .cfi_offset x30, -152
  mov x29, sp
  .cfi_def_cfa_register x29
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x2]
  mov x9, x0
  mov x0, x1
  blr x9
  mov w0, #0
.LcovolveReturn:
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  ldp x29, x30, [sp], #160
  .cfi_def_cfa sp, 0
  ret
  .cfi_endproc
  .size covolveCallGuarded, .-covolveCallGuarded

  .globl covolveJumpBack
  .type covolveJumpBack, %function
covolveJumpBack:
  mov sp, x0
  mov w0, #1
  b .LcovolveReturn
  .size covolveJumpBack, .-covolveJumpBack
)");
#else
#error "covolve's worker knows x86-64 and AArch64"
#endif

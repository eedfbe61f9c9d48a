@ Keccak-p[1600] of two interleaved states, in the 128-bit NEON registers.
@
@ r0: the states, 25 times two words of 64 bits; r1: as much room. Each round reads one and writes the
@ other, so the result stands where r0 points for an even number of rounds, and where r1 points for an odd one.
@ r2: the round constants to use; r3: their end
@
@ Sixteen registers do not hold 25 lanes. A round makes one pass over its input for theta's parities, and a second one
@ in the order in which pi takes the lanes, which finishes the output row by row.
@ 209 instructions a round.

    .fpu neon

@ where pi takes the next lane from: one to the right and one row on; or, from the last column, the first of the next row
onward  .req r4
around  .req r5

@ the parities of the columns, then the row that is being made
b0      .req q0
b1      .req q1
b2      .req q2
b3      .req q3
b4      .req q4
@ what theta adds to each column
add0    .req q5
add1    .req q6
add2    .req q7
add3    .req q8
add4    .req q9

    @ add = left ^ rol(right, 1)
    .macro theta_column add, left, right
    vadd.i64    q10, \right, \right
    vsri.64     q10, \right, #63
    veor        \add, q10, \left
    .endm

    .macro parity_row r0, r1, r2, r3, r4
    veor        b0, b0, \r0
    veor        b1, b1, \r1
    veor        b2, b2, \r2
    veor        b3, b3, \r3
    veor        b4, b4, \r4
    .endm

    .macro theta
    mov         r12, r0
    vldmia      r12!, {d0-d9}
    vldmia      r12!, {d10-d19}
    vldmia      r12!, {d20-d29}
    parity_row  q5, q6, q7, q8, q9
    vldmia      r12!, {d10-d19}
    parity_row  q10, q11, q12, q13, q14
    vldmia      r12, {d20-d29}
    parity_row  q5, q6, q7, q8, q9
    parity_row  q10, q11, q12, q13, q14
    theta_column add0, b4, b1
    theta_column add1, b0, b2
    theta_column add2, b1, b3
    theta_column add3, b2, b4
    theta_column add4, b3, b0
    .endm

    @ The five lanes of a row after pi, beginning at lane (x, 0); s0 to s3 lead from each to the next.
    .macro pi_row x, s0, s1, s2, s3
    add         r12, r0, #16*\x
    vld1.64     {q10}, [r12], \s0
    vld1.64     {q11}, [r12], \s1
    vld1.64     {q12}, [r12], \s2
    vld1.64     {q13}, [r12], \s3
    vld1.64     {q14}, [r12]
    .endm

    .macro theta_row a0, a1, a2, a3, a4
    veor        q10, q10, \a0
    veor        q11, q11, \a1
    veor        q12, q12, \a2
    veor        q13, q13, \a3
    veor        q14, q14, \a4
    .endm

    .macro rho_row n0, n1, n2, n3, n4
    vshl.i64    b0, q10, #\n0
    vshl.i64    b1, q11, #\n1
    vshl.i64    b2, q12, #\n2
    vshl.i64    b3, q13, #\n3
    vshl.i64    b4, q14, #\n4
    vsri.64     b0, q10, #64-\n0
    vsri.64     b1, q11, #64-\n1
    vsri.64     b2, q12, #64-\n2
    vsri.64     b3, q13, #64-\n3
    vsri.64     b4, q14, #64-\n4
    .endm

    .macro chi_row
    vbic        q10, b2, b1
    vbic        q11, b3, b2
    vbic        q12, b4, b3
    vbic        q13, b0, b4
    vbic        q14, b1, b0
    veor        b0, b0, q10
    veor        b1, b1, q11
    veor        b2, b2, q12
    veor        b3, b3, q13
    veor        b4, b4, q14
    .endm

    .macro iota
    vld1.64     {d30}, [r2]!
    veor        d0, d0, d30
    veor        d1, d1, d30
    .endm

    .macro store_row
    vstmia      r1!, {d0-d9}
    .endm

    push        {r4, r5, lr}
    vpush       {d8-d15}
    mov         onward, #16*6
    mov         around, #16*1
1:
    theta

    pi_row      0, onward, onward, onward, onward
    theta_row   add0, add1, add2, add3, add4
    rho_row     0, 44, 43, 21, 14
    chi_row
    iota
    store_row

    pi_row      3, onward, around, onward, onward
    theta_row   add3, add4, add0, add1, add2
    rho_row     28, 20, 3, 45, 61
    chi_row
    store_row

    pi_row      1, onward, onward, onward, around
    theta_row   add1, add2, add3, add4, add0
    rho_row     1, 6, 25, 8, 18
    chi_row
    store_row

    pi_row      4, around, onward, onward, onward
    theta_row   add4, add0, add1, add2, add3
    rho_row     27, 36, 10, 15, 56
    chi_row
    store_row

    pi_row      2, onward, onward, around, onward
    theta_row   add2, add3, add4, add0, add1
    rho_row     62, 55, 39, 41, 2
    chi_row
    store_row

    @ the output is the next round's input
    sub         r12, r1, #16*25
    mov         r1, r0
    mov         r0, r12
    cmp         r2, r3
    bne         1b

    vpop        {d8-d15}
    pop         {r4, r5, pc}

    @ these names are for this function only
    .irp        name, theta_column, parity_row, theta, pi_row, theta_row, rho_row, chi_row, iota, store_row
    .purgem     \name
    .endr
    .irp        name, onward, around, b0, b1, b2, b3, b4, add0, add1, add2
    .unreq      \name
    .endr
    .irp        name, add3, add4
    .unreq      \name
    .endr

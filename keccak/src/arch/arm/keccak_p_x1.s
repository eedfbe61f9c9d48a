@ Keccak-p[1600] of one state, in the 64-bit NEON registers.
@
@ r0: the state, 25 words of 64 bits in memory order, in and out
@ r1: the round constants to use; r2: their end
@
@ Lane (x, y) of FIPS 202 is the register axy. The first four lanes of row y are the registers d[4y] to d[4y+3], so
@ that aligned pairs of lanes are one 128-bit register, here rowy01 and rowy23; the fifth lanes stand together after
@ them. Seven registers are left, d25 to d31. Nothing is spilled: a round reads memory for its constant only.
@ 134 instructions a round.

    .fpu neon

a00     .req d0
a10     .req d1
a20     .req d2
a30     .req d3
a01     .req d4
a11     .req d5
a21     .req d6
a31     .req d7
a02     .req d8
a12     .req d9
a22     .req d10
a32     .req d11
a03     .req d12
a13     .req d13
a23     .req d14
a33     .req d15
a04     .req d16
a14     .req d17
a24     .req d18
a34     .req d19
a40     .req d20
a41     .req d21
a42     .req d22
a43     .req d23
a44     .req d24

row001  .req q0
row023  .req q1
row101  .req q2
row123  .req q3
row201  .req q4
row223  .req q5
row301  .req q6
row323  .req q7
row401  .req q8
row423  .req q9
@ the fifth lanes of rows 0 and 1, and of rows 2 and 3
col401  .req q10
col423  .req q11

    @ to = from, rotated left by 1
    .macro rol1 to, from
    vadd.i64    \to, \from, \from
    vsri.64     \to, \from, #63
    .endm

    @ Every column gets the parity of the column to its left, and that of the column to its right rotated by 1.
    .macro theta
    @ the parities c0 to c3 = d26 to d29, in pairs, and c4 = d25
    veor        q13, row001, row101
    veor        q14, row023, row123
    veor        q15, col401, col423
    veor        q13, q13, row201
    veor        q14, q14, row223
    veor        d25, d30, d31
    veor        q13, q13, row301
    veor        q14, q14, row323
    veor        d25, d25, a44
    veor        q13, q13, row401
    veor        q14, q14, row423

    @ columns 2 and 3 get c1 ^ rol1(c3) and c2 ^ rol1(c4)
    rol1        d30, d29
    rol1        d31, d25
    veor        d30, d30, d27
    veor        d31, d31, d28
    veor        row023, row023, q15
    veor        row123, row123, q15
    veor        row223, row223, q15
    veor        row323, row323, q15
    veor        row423, row423, q15

    @ columns 0 and 1 get c4 ^ rol1(c1) and c0 ^ rol1(c2)
    rol1        d30, d27
    rol1        d31, d28
    veor        d30, d30, d25
    veor        d31, d31, d26
    veor        row001, row001, q15
    veor        row101, row101, q15
    veor        row201, row201, q15
    veor        row301, row301, q15
    veor        row401, row401, q15

    @ column 4 gets c3 ^ rol1(c0)
    rol1        d30, d26
    veor        d28, d30, d29
    veor        d29, d30, d29
    veor        a44, a44, d28
    veor        col401, col401, q14
    veor        col423, col423, q14
    .endm

    @ Two lanes: to = from, rotated left by n; and the same with to2, from2, n2
    .macro rol_two to, from, n, to2, from2, n2
    vshl.i64    \to, \from, #\n
    vshl.i64    \to2, \from2, #\n2
    vsri.64     \to, \from, #64-\n
    vsri.64     \to2, \from2, #64-\n2
    .endm

    @ Rotates every lane and moves it. pi is one cycle of 24 lanes; it is walked in two halves at once, so that an
    @ instruction need not wait for the one before it.
    .macro rho_pi
    vmov        d30, a10
    vmov        d31, a40
    rol_two     a10, a11, 44,   a40, a44, 14
    rol_two     a11, a41, 20,   a44, a14, 2
    rol_two     a41, a24, 61,   a14, a31, 55
    rol_two     a24, a42, 39,   a31, a13, 45
    rol_two     a42, a04, 18,   a13, a01, 36
    rol_two     a04, a20, 62,   a01, a30, 28
    rol_two     a20, a22, 43,   a30, a33, 21
    rol_two     a22, a32, 25,   a33, a23, 15
    rol_two     a32, a43, 8,    a23, a12, 10
    rol_two     a43, a34, 56,   a12, a21, 6
    rol_two     a34, a03, 41,   a21, a02, 3
    rol_two     a03, d31, 27,   a02, d30, 1
    .endm

    @ One row: every lane gets the lane after the next, where the next is zero.
    .macro chi_row a0, a1, a2, a3, a4, row01, row23
    vbic        d26, \a2, \a1
    vbic        d27, \a3, \a2
    vbic        d28, \a4, \a3
    vbic        d29, \a0, \a4
    vbic        d30, \a1, \a0
    veor        \row01, \row01, q13
    veor        \row23, \row23, q14
    veor        \a4, \a4, d30
    .endm

    .macro chi
    chi_row     a00, a10, a20, a30, a40, row001, row023
    chi_row     a01, a11, a21, a31, a41, row101, row123
    chi_row     a02, a12, a22, a32, a42, row201, row223
    chi_row     a03, a13, a23, a33, a43, row301, row323
    chi_row     a04, a14, a24, a34, a44, row401, row423
    .endm

    .macro iota
    vld1.64     {d31}, [r1]!
    veor        a00, a00, d31
    .endm

    push        {lr}
    vpush       {d8-d15}
    mov         r3, r0
    vld1.64     {a00, a10, a20, a30}, [r3]!
    vld1.64     {a40}, [r3]!
    vld1.64     {a01, a11, a21, a31}, [r3]!
    vld1.64     {a41}, [r3]!
    vld1.64     {a02, a12, a22, a32}, [r3]!
    vld1.64     {a42}, [r3]!
    vld1.64     {a03, a13, a23, a33}, [r3]!
    vld1.64     {a43}, [r3]!
    vld1.64     {a04, a14, a24, a34}, [r3]!
    vld1.64     {a44}, [r3]
1:
    theta
    rho_pi
    chi
    iota
    cmp         r1, r2
    bne         1b

    vst1.64     {a00, a10, a20, a30}, [r0]!
    vst1.64     {a40}, [r0]!
    vst1.64     {a01, a11, a21, a31}, [r0]!
    vst1.64     {a41}, [r0]!
    vst1.64     {a02, a12, a22, a32}, [r0]!
    vst1.64     {a42}, [r0]!
    vst1.64     {a03, a13, a23, a33}, [r0]!
    vst1.64     {a43}, [r0]!
    vst1.64     {a04, a14, a24, a34}, [r0]!
    vst1.64     {a44}, [r0]
    vpop        {d8-d15}
    pop         {pc}

    @ these names are for this function only
    .irp        name, rol1, theta, rol_two, rho_pi, chi_row, chi, iota
    .purgem     \name
    .endr
    .irp        name, a00, a10, a20, a30, a01, a11, a21, a31, a02, a12
    .unreq      \name
    .endr
    .irp        name, a22, a32, a03, a13, a23, a33, a04, a14, a24, a34
    .unreq      \name
    .endr
    .irp        name, a40, a41, a42, a43, a44, row001, row023, row101, row123, row201
    .unreq      \name
    .endr
    .irp        name, row223, row301, row323, row401, row423, col401, col423
    .unreq      \name
    .endr

/**
 * Loans and what their repayments come to, computed apart with decimals of sixty places and calendar dates
 * (docs/recipes/loan.md): at 0.03 % a day, and 0.06 % once overdue. Amounts in USDT, moments in UTC; without an amount all
 * that is owed is repaid. For tests only.
 */
export interface GoldenLoan {
  readonly name: string
  readonly paidOut: string
  readonly days: 7 | 15 | 30 | 60 | 90
  readonly amount: string
  readonly hasFreeDay: boolean
  readonly due: string
  readonly repayments: readonly GoldenRepayment[]
}

/** When, how much, and of it principal, interest and overdue interest; then the principal that is still owed. */
export type GoldenRepayment = readonly [
  at: string,
  amount: string | null,
  principal: string,
  interest: string,
  overdueInterest: string,
  outstanding: string,
]

export const goldenLoans: readonly GoldenLoan[] = [
  {
    name: 'the loan of the picture, to term',
    paidOut: '2022-12-14T00:31:00Z',
    days: 30,
    amount: '2000',
    hasFreeDay: true,
    due: '2023-01-13T00:31:00.000Z',
    repayments: [['2023-01-13T00:31:00Z', null, '2000.0000000', '17.4000000', '0.0000000', '0.0000000']],
  },
  {
    name: 'the same, repaid on day 12',
    paidOut: '2022-12-14T00:31:00Z',
    days: 30,
    amount: '2000',
    hasFreeDay: true,
    due: '2023-01-13T00:31:00.000Z',
    repayments: [['2022-12-25T12:00:00Z', null, '2000.0000000', '6.6000000', '0.0000000', '0.0000000']],
  },
  {
    name: 'repaid at the end of the free day',
    paidOut: '2026-01-31T10:00:00Z',
    days: 7,
    amount: '100',
    hasFreeDay: true,
    due: '2026-02-07T10:00:00.000Z',
    repayments: [['2026-02-01T10:00:00Z', null, '100.0000000', '0.0000000', '0.0000000', '0.0000000']],
  },
  {
    name: 'a millisecond after the free day',
    paidOut: '2026-01-31T10:00:00Z',
    days: 7,
    amount: '100',
    hasFreeDay: true,
    due: '2026-02-07T10:00:00.000Z',
    repayments: [['2026-02-01T10:00:00.001Z', null, '100.0000000', '0.0300000', '0.0000000', '0.0000000']],
  },
  {
    name: 'over the end of January',
    paidOut: '2026-01-31T10:00:00Z',
    days: 30,
    amount: '333.3333333',
    hasFreeDay: true,
    due: '2026-03-02T10:00:00.000Z',
    repayments: [['2026-03-02T10:00:00Z', null, '333.3333333', '2.9000000', '0.0000000', '0.0000000']],
  },
  {
    name: 'over a leap day',
    paidOut: '2028-02-28T23:59:59.999Z',
    days: 7,
    amount: '1234.5678901',
    hasFreeDay: true,
    due: '2028-03-06T23:59:59.999Z',
    repayments: [['2028-03-06T23:59:59.999Z', null, '1234.5678901', '2.2222224', '0.0000000', '0.0000000']],
  },
  {
    name: 'over the end of a year that is no leap year',
    paidOut: '2026-12-31T00:00:00Z',
    days: 15,
    amount: '3200',
    hasFreeDay: true,
    due: '2027-01-15T00:00:00.000Z',
    repayments: [['2027-01-15T00:00:00Z', null, '3200.0000000', '13.4400000', '0.0000000', '0.0000000']],
  },
  {
    name: 'over the change to summer time in Europe',
    paidOut: '2026-03-28T12:00:00Z',
    days: 7,
    amount: '500',
    hasFreeDay: true,
    due: '2026-04-04T12:00:00.000Z',
    repayments: [['2026-04-04T12:00:00Z', null, '500.0000000', '0.9000000', '0.0000000', '0.0000000']],
  },
  {
    name: 'part on the free day, the rest at term',
    paidOut: '2026-04-01T08:00:00Z',
    days: 30,
    amount: '3000',
    hasFreeDay: true,
    due: '2026-05-01T08:00:00.000Z',
    repayments: [
      ['2026-04-02T07:59:59.999Z', '1000', '1000.0000000', '0.0000000', '0.0000000', '2000.0000000'],
      ['2026-05-01T08:00:00Z', null, '2000.0000000', '17.4000000', '0.0000000', '0.0000000'],
    ],
  },
  {
    name: 'parts: less than the interest, then principal, then all',
    paidOut: '2026-05-30T18:30:00Z',
    days: 60,
    amount: '1000.0000001',
    hasFreeDay: true,
    due: '2026-07-29T18:30:00.000Z',
    repayments: [
      ['2026-06-15T00:00:00Z', '2', '0.0000000', '2.0000000', '0.0000000', '1000.0000001'],
      ['2026-06-30T23:59:59.999Z', '500', '492.6999969', '7.3000031', '0.0000000', '507.3000032'],
      ['2026-07-29T18:30:00Z', null, '507.3000032', '4.2613228', '0.0000000', '0.0000000'],
    ],
  },
  {
    name: 'a millisecond late',
    paidOut: '2026-06-01T00:00:00Z',
    days: 7,
    amount: '100',
    hasFreeDay: true,
    due: '2026-06-08T00:00:00.000Z',
    repayments: [['2026-06-08T00:00:00.001Z', null, '100.0000000', '0.1800000', '0.0600000', '0.0000000']],
  },
  {
    name: 'three days and a bit late',
    paidOut: '2024-02-20T06:00:00Z',
    days: 15,
    amount: '2777.7777777',
    hasFreeDay: true,
    due: '2024-03-06T06:00:00.000Z',
    repayments: [['2024-03-09T09:00:00Z', null, '2777.7777777', '11.6666676', '6.6666668', '0.0000000']],
  },
  {
    name: 'late, in parts',
    paidOut: '2026-08-15T12:00:00Z',
    days: 15,
    amount: '900',
    hasFreeDay: true,
    due: '2026-08-30T12:00:00.000Z',
    repayments: [
      ['2026-09-02T12:00:00Z', '5', '0.0000000', '3.3800000', '1.6200000', '900.0000000'],
      ['2026-09-05T11:00:00Z', '400', '397.9800000', '0.4000000', '1.6200000', '502.0200000'],
      ['2026-09-20T00:00:00Z', null, '502.0200000', '0.0000000', '4.5181800', '0.0000000'],
    ],
  },
  {
    name: 'without a free day',
    paidOut: '2026-09-01T00:00:00Z',
    days: 30,
    amount: '2000',
    hasFreeDay: false,
    due: '2026-10-01T00:00:00.000Z',
    repayments: [['2026-10-01T00:00:00Z', null, '2000.0000000', '18.0000000', '0.0000000', '0.0000000']],
  },
  {
    name: 'without a free day, repaid at once',
    paidOut: '2026-09-01T00:00:00Z',
    days: 7,
    amount: '100',
    hasFreeDay: false,
    due: '2026-09-08T00:00:00.000Z',
    repayments: [['2026-09-01T00:00:00.001Z', null, '100.0000000', '0.0300000', '0.0000000', '0.0000000']],
  },
  {
    name: 'an amount whose interest is no whole unit',
    paidOut: '2026-10-31T03:03:03.003Z',
    days: 90,
    amount: '100.0000003',
    hasFreeDay: true,
    due: '2027-01-29T03:03:03.003Z',
    repayments: [['2027-01-29T03:03:03.003Z', null, '100.0000003', '2.6700089', '0.0000000', '0.0000000']],
  },
]

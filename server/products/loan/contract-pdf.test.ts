import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { languages } from '#domain/language.ts'
import type { LoanContract } from '#domain/loan/contract.ts'
import { decimal } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { fontOf } from '#server/core/pdf.ts'
import { contractPdf, scheduleOf } from './contract-pdf.ts'

/** The part of fontkit, which pdfkit sets text with, that says what a font has. */
interface Font {
  hasGlyphForCodePoint(code: number): boolean
}
const fontkit = createRequire(import.meta.url)('fontkit') as { create(bytes: Buffer): Font }

const PAID_OUT = Date.parse('2022-12-14T00:31:00Z')
const loan: LoanContract = {
  ...{ id: '1', reference: 'L-03361', status: 'issued', currency: 'USDT', days: 30, hasFreeDay: true },
  amount: decimal('2000.0000000'),
  ...{ dailyRate: decimal('0.0003'), dailyRatePercent: decimal('0.03') },
  ...{ overdueRate: decimal('0.0006'), overdueRatePercent: decimal('0.06') },
  totalInterest: decimal('17.4000000'),
  ...{
    appliedAtMs: PAID_OUT - 1_000,
    paidOutAtMs: PAID_OUT,
    dueAtMs: PAID_OUT + 30 * DAY_MS,
    endedAtMs: null,
  },
  ...{ repaid: decimal('0.0000000'), remaining: decimal('2006.6000000') },
  ...{ interestPaid: decimal('0.0000000'), overdueInterestPaid: decimal('0.0000000') },
  ...{ debt: null, why: null, repayments: [] },
}

describe.each(languages)('the contract in %s', (lang) => {
  test('has a glyph for each of its characters', () => {
    const texts = JSON.parse(readFileSync(`texts/documents/${lang}.json`, 'utf8')) as Record<string, string>
    const font = fontkit.create(fontOf(lang))
    const figures = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n))
    const inApp = JSON.parse(readFileSync(`texts/app/statement_pages/${lang}.json`, 'utf8')) as typeof texts
    const kinds = Object.keys(inApp).filter((key) => key.startsWith('reason_'))
    const said = [...Object.values(texts), ...kinds.map((key) => inApp[key]!)]
    const needed = new Set([...figures, ...said.join('')])
    // After a change of these texts: node scripts/document-fonts.mjs
    expect([...needed].filter((one) => !font.hasGlyphForCodePoint(one.codePointAt(0)!))).toEqual([])
  })

  test('is a whole PDF that embeds its font', async () => {
    const made = { customer: customerId(10_001n), platform: 'Plumb', lang, nowMs: PAID_OUT }
    const bytes = await contractPdf(loan, made)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF')
    expect(bytes.toString('latin1')).toContain('/FontFile')
  })
})

test('the schedule has each day until the loan is due, and ends at the total of the contract', () => {
  const days = scheduleOf(loan)
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: 1, fromMs: PAID_OUT, interest: null, total: '2000.0000000' })
  expect(days[1]).toEqual({ day: 2, fromMs: PAID_OUT + DAY_MS, interest: '0.6000000', total: '2000.6000000' })
  expect(days[29]!.total).toBe('2017.4000000')
  expect(scheduleOf({ ...loan, hasFreeDay: false }).at(-1)!.total).toBe('2018.0000000')
  expect(scheduleOf({ ...loan, hasFreeDay: false })[0]!.interest).toBe('0.6000000')
})

import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { groupDigits, trimFraction } from '#domain/money/group-digits.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import { footers, GREY, heading, makePdf, type Pdf, table } from '#server/core/pdf.ts'
import type { DocumentTexts } from '#texts/documents/keys.ts'
import { documentTexts, reasonName } from '#texts/server.ts'
import type { Period } from './period.ts'

/** A period of a customer's bookings as PDF: balances, what each kind came to by product and currency, and the bookings. */

interface About {
  readonly customer: CustomerId
  readonly platform: string
  readonly lang: Language
  readonly nowMs: number
}

/** Makes it. Units: amounts with all their decimals that say something, at least two. */
export function statementPdf(period: Period, about: About): Promise<Buffer> {
  const t = documentTexts(about.lang)
  return makePdf({ ...about, title: t('documents.statement_title') }, (pdf) => write(pdf, period, about))
}

const figure = (units: bigint, currency: string): string =>
  groupDigits(trimFraction(formatAmount(units, currency), 2))

function write(pdf: Pdf, period: Period, { customer, platform, lang, nowMs }: About): void {
  const t = documentTexts(lang)
  const { balances, lines, entries, entryCount } = period
  pdf
    .fontSize(11)
    .fillColor(GREY)
    .text(t('documents.statement_of', { platform, customer: String(customer) }))
  pdf.fontSize(22).fillColor('black').text(t('documents.statement_title'))
  const from = utcMinute(period.fromMs)
  pdf.moveDown(0.4).fontSize(10)
  pdf.text(t('documents.statement_period', { from, to: utcMinute(period.toMs) }))
  if (period.isCut) pdf.text(t('documents.statement_archived', { from }))
  pdf.moveDown(0.5).fontSize(9).fillColor(GREY).text(t('documents.statement_method')).fillColor('black')

  heading(pdf, t('documents.statement_balances'))
  if (balances.length === 0) pdf.fontSize(10).text(t('documents.statement_nothing'))
  else
    table(
      pdf,
      [
        ...[t('documents.statement_col_currency'), t('documents.statement_col_opening')],
        ...[t('documents.statement_col_in'), t('documents.statement_col_out')],
        t('documents.statement_col_closing'),
      ],
      balances.map(({ currency, ...one }) => [
        currency,
        ...[one.opening, one.in, one.out, one.closing].map((units) => figure(units, currency)),
      ]),
    )

  if (lines.length > 0) heading(pdf, t('documents.statement_summary'))
  for (const product of new Set(lines.map((line) => line.product))) {
    const own = lines.filter((line) => line.product === product)
    if (pdf.y > pdf.page.height - 160) pdf.addPage()
    pdf
      .moveDown(0.5)
      .fontSize(11)
      .text(t(productText(product)))
    const row = (label: string, currency: string, came: bigint, left: bigint) => [
      ...[label, currency],
      ...[came, left, came + left].map((units) => figure(units, currency)),
    ]
    const totals = [...new Set(own.map(({ currency }) => currency))].map((currency) => {
      const of = own.filter((line) => line.currency === currency)
      const sum = (side: 'in' | 'out') => of.reduce((total, line) => total + line[side], 0n)
      return row(t('documents.statement_total'), currency, sum('in'), sum('out'))
    })
    table(
      pdf,
      [
        ...[t('documents.statement_col_kind'), t('documents.statement_col_currency')],
        ...[t('documents.statement_col_in'), t('documents.statement_col_out')],
        t('documents.statement_col_net'),
      ],
      [
        ...own.map((line) => row(reasonName(line.reason, lang), line.currency, line.in, line.out)),
        ...(own.length > totals.length ? totals : []),
      ],
    )
  }

  if (entryCount > 0) heading(pdf, t('documents.statement_entries'))
  if (entries === undefined)
    pdf.fontSize(10).text(t('documents.statement_entries_in_csv', { number: String(entryCount) }))
  else if (entries.length > 0)
    table(
      pdf,
      [
        ...[t('documents.statement_col_time'), t('documents.statement_col_kind')],
        ...[t('documents.statement_col_amount'), t('documents.statement_col_currency')],
      ],
      entries.map(({ atMs, reason, amount, currency }) => [
        utcMinute(atMs),
        reasonName(reason, lang),
        figure(amount, currency),
        currency,
      ]),
    )
  footers(pdf, (page, pages) =>
    [
      t('documents.statement_made', { time: utcMinute(nowMs) }),
      t('documents.statement_page', { page: String(page), pages: String(pages) }),
    ].join('   '),
  )
}

type ProductText = Extract<keyof DocumentTexts, `documents.product_${string}`>
const productText = (product: string) => `documents.product_${product}` as ProductText

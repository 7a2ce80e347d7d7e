import type { RelationView } from '#domain/copy/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { amount, fixed, isZero } from '#web/format/number.ts'
import { currentLanguage, type Translate } from '#web/texts/texts.ts'

/** How lead traders, relations and copied positions are called on the pages. */

/** The end of a number that is too long to be told apart by its beginning. */
export const shortNumber = (id: string): string => id.slice(-4)

/** What a lead trader is called: the nickname, or the end of the number of who has none. */
export const leadName = (
  lead: { readonly nickname: string | null; readonly id?: string; readonly leadId?: string },
  t: Translate,
): string =>
  lead.nickname ?? t('copy_pages.lead_number', { number: shortNumber(lead.leadId ?? lead.id ?? '') })

/** A fall in percent, below zero as it is felt. @example fallText('12.40') // '−12.40%' */
export const fallText = (percent: string | null): string =>
  percent === null ? '—' : isZero(percent) ? '0.00%' : `−${fixed(percent.replace('-', ''), 2)}%`

/** How much worse a price was, below zero for better. @example slippageText('0.02') // '0.02%' */
export const slippageText = (percent: string): string =>
  percent.startsWith('-') && !isZero(percent)
    ? `−${partText(percent.slice(1))}`
    : partText(percent.replace('-', ''))

/** A part of something in percent. @example partText('10.00') // '10%' */
export const partText = (percent: string): string => `${amount(percent, 0)}%`

/** How much is copied, in figures. @example '100.00 USDT' */
export const numberText = ({ mode, number, currency }: RelationView): string =>
  mode === 'amount' ? `${amount(number)} ${currency}` : `${amount(number, 0)}×`

/** How much is copied. @example '100.00 USDT a trade' */
export const sizeText = ({ mode, number, currency }: RelationView, t: Translate): string =>
  mode === 'amount'
    ? t('copy_pages.size_amount', { amount: amount(number), currency })
    : t('copy_pages.size_ratio', { ratio: amount(number, 0) })

/** The binding text that is nearest to the language in use. */
export const agreementPage = (): string =>
  toPage(currentLanguage() === 'zh' ? 'pages/follow/agreement_zh' : 'pages/follow/agreement_en')

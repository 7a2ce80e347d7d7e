import { formatDecimal } from '#domain/money/amount.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import type { OptionView } from '#domain/option/contract.ts'
import type { Translate } from '#web/texts/texts.ts'

/** How orders are called on the pages. */

export const labelOf = ({ symbol }: Pick<OptionView, 'symbol'>): string => symbol.replace('-', '/')

/** What became of an order, in a word or two. */
export const statusText = ({ outcome }: OptionView, t: Translate): string =>
  t(outcome === null ? 'option_pages.status_open' : `option_pages.outcome_${outcome}`)

/** Why an order is void. */
export const voidText = ({ reason }: OptionView, t: Translate): string =>
  t(reason === 'no-exit' ? 'option_pages.void_no_exit' : 'option_pages.void_no_entry')

/** A side of the market stands for each direction, so that both follow the chosen colors. */
export const sideOf = { rise: 'buy', fall: 'sell' } as const

/** @example percentOf(5_406) // '54.06' */
export const percentOf = (bps: number): string => trimFraction(formatDecimal(BigInt(bps), 2), 0)

import type { OptionView } from '#domain/option/contract.ts'
import type { Translate } from '#web/texts/texts.ts'

/** How orders are called on the pages. */

/** What became of an order, in a word or two. */
export const statusText = ({ outcome }: OptionView, t: Translate): string =>
  t(outcome === null ? 'option_pages.status_open' : `option_pages.outcome_${outcome}`)

/** Why an order is void. */
export const voidText = ({ reason }: OptionView, t: Translate): string =>
  t(reason === 'no-exit' ? 'option_pages.void_no_exit' : 'option_pages.void_no_entry')

/** A side of the market stands for each direction, so that both follow the chosen colors. */
export const sideOf = { rise: 'buy', fall: 'sell' } as const

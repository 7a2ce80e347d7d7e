import { plainPercent } from '#domain/money/rate.ts'
import { bpsOf } from '../../ui/typed-amount.ts'

/** How the terms of seconds options are written and read on the page. */

interface Period {
  readonly seconds: number
  readonly payoutBps: number
}

/** @example periodsText([{ seconds: 60, payoutBps: 8_500 }]) // '60 s 85%' */
export const periodsText = (periods: readonly Period[]): string =>
  periods.map(({ seconds, payoutBps }) => `${seconds} s ${plainPercent(payoutBps)}%`).join(', ')

/**
 * Reads periods with their payouts, as they are sent.
 *
 * Refuses: (as `undefined`) what is no such list.
 * @example periodsOf('60 s 85%, 120 88.5') // '60:8500 120:8850'
 */
export function periodsOf(text: string): string | undefined {
  const periods = text.split(',').map((part) => {
    const [, seconds, percent] = /^\s*(\d{2,4})\s*s?\s+(\d{2}(?:\.\d{1,2})?)\s*%?\s*$/.exec(part) ?? []
    const bps = percent === undefined ? undefined : bpsOf(percent)
    return bps === undefined ? undefined : `${seconds}:${bps}`
  })
  return periods.includes(undefined) ? undefined : periods.join(' ')
}

/** What periods as they are sent pay. @example payoutsOf('60:8500') // [{ seconds: 60, payoutBps: 8_500 }] */
export const payoutsOf = (periods: string): Period[] =>
  periods.split(' ').map((period) => {
    const [seconds = 0, payoutBps = 0] = period.split(':').map(Number)
    return { seconds, payoutBps }
  })

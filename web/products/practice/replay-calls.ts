import { contractTerms } from '#domain/contract/contract.ts'
import { type ContractTerms, contractTermsOf } from '#domain/contract/terms.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { candles } from '#domain/market/contract.ts'
import { type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { instruments } from '#domain/market/instruments.ts'
import type { ReplayMinute } from '#domain/practice/day-replay.ts'
import { DAY_MS } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { requireTerms } from '#web/features/contract/contract-market.ts'

/** What a replay is made of: the terms of now, and the minutes of a day as the chart has them. */

/** Instruments that can be played: contracts whose quote nothing has to convert, as of a past conversion nothing is known. */
export const replayable = (): readonly Instrument[] =>
  instruments.filter((instrument) => {
    const terms = contractTermsOf(instrument)
    return terms !== undefined && terms.conversion === undefined
  })

/** The terms on which an instrument's contract is offered now; undefined until they are known. */
export function useReplayTerms(instrument: Instrument) {
  const { data, error, refetch } = useApiQuery(contractTerms, { symbol: instrument.symbol })
  return { terms: data && termsOf(instrument, data.terms), error, refetch }
}

function termsOf(
  instrument: Instrument,
  { termsVersion: version, ...terms }: OutputOf<typeof contractTerms>['terms'],
): ContractTerms {
  const { leverages, feeBps, financingBps, maintenanceBps, marginCallBps } = terms
  const offered = { version, leverages, feeBps, financingBps, maintenanceBps, marginCallBps }
  return { ...requireTerms(instrument), ...offered }
}

/** The minutes of a day, the oldest first: in two parts, as one answer has a thousand candles at most. */
export function useMinutes(instrument: Instrument, dayMs: number | undefined) {
  const half = (from: number, to: number) => ({
    ...{ symbol: instrument.symbol, period: '1m' as const },
    ...{ fromMs: String((dayMs ?? 0) + from), toMs: String((dayMs ?? 0) + to) },
  })
  const enabled = dayMs !== undefined
  const morning = useApiQuery(candles, half(0, DAY_MS / 2), { enabled })
  const evening = useApiQuery(candles, half(DAY_MS / 2, DAY_MS), { enabled })
  const inTicks = (text: string) => Number(parsePrice(instrument, text) ?? 0n)
  return {
    error: morning.error ?? evening.error,
    refetch() {
      void morning.refetch()
      void evening.refetch()
    },
    minutes:
      morning.data && evening.data
        ? [...morning.data, ...evening.data].map(
            ({ openAtMs, open, high, low, close }): ReplayMinute => ({
              ...{ openAtMs, open: inTicks(open), high: inTicks(high), low: inTicks(low) },
              close: inTicks(close),
            }),
          )
        : undefined,
  }
}

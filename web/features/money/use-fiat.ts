import { useClient } from '#web/app/client-state.ts'
import { grouped, HIDDEN } from '#web/format/number.ts'
import { inFiat } from './fiat.ts'

/** Writes values in dollars as the customer's fiat currency, or dots when balances are hidden. */
export function useFiat(): { code: string; write(valueUsd: string | null): string } {
  const { fiat, hidesBalance } = useClient()
  const write = (valueUsd: string | null): string => {
    if (hidesBalance) return HIDDEN
    const value = valueUsd === null ? undefined : inFiat(valueUsd, fiat.rate)
    return value === undefined ? '—' : grouped(value)
  }
  return { code: fiat.code, write }
}

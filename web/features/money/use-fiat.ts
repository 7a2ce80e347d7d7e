import { useClient } from '#web/app/client-state.ts'
import { grouped, HIDDEN, isZero, signed } from '#web/format/number.ts'
import { absolute } from './decimals.ts'
import { inFiat } from './fiat.ts'

/** Writes values in dollars as the customer's fiat currency, or dots when balances are hidden. */
export function useFiat(): {
  code: string
  write(valueUsd: string | null): string
  /** Of a value of either sign: the sign is written, but of nothing. */
  writeSigned(valueUsd: string): string
} {
  const { fiat, hidesBalance } = useClient()
  const write = (valueUsd: string | null): string => {
    if (hidesBalance) return HIDDEN
    const value = valueUsd === null ? undefined : inFiat(valueUsd, fiat.rate)
    return value === undefined ? '—' : grouped(value)
  }
  const writeSigned = (valueUsd: string): string => {
    if (hidesBalance) return HIDDEN
    const value = inFiat(absolute(valueUsd), fiat.rate)
    if (value === undefined) return '—'
    if (isZero(value)) return grouped(value)
    return signed(valueUsd.startsWith('-') ? `-${value}` : value)
  }
  return { code: fiat.code, write, writeSigned }
}

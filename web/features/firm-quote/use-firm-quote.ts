import { useEffect, useState } from 'react'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'

/** After so long without another key, what was typed is quoted. */
const PAUSE_MS = 350
/** A shown quote is never older, so that what is confirmed has some seconds left. */
const REFRESH_MS = 4_000
const TICK_MS = 250

/** What every firm quote says. */
interface Firm {
  readonly validUntilMs: number
}

/** A quote as far as it is known. */
export interface FirmQuote<Quote> {
  /** The newest, while it holds. */
  readonly quote: Quote | undefined
  /** The newest for what is wanted, also after it has run out. */
  readonly last: Quote | undefined
  readonly secondsLeft: number
  readonly error: ApiError | null
}

/**
 * The newest firm quote for what is wanted, with the seconds that it has left; none while another is on its way. The next
 * one ends the one before, so while somebody decides on one it is asked for only after `heldMs`, when that has run out, and
 * none while one is on its way to be used (`isUsed`).
 */
export function useFirmQuote<E extends Endpoint>(
  endpoint: E,
  wanted: ArgumentsOf<E> | undefined,
  heldMs: number | undefined,
  isUsed = false,
): FirmQuote<OutputOf<E>> {
  const settled = useSettled(JSON.stringify(wanted))
  const isSettled = wanted !== undefined && settled === JSON.stringify(wanted)
  const call = useApiQuery(endpoint, wanted ?? ({} as ArgumentsOf<E>), {
    enabled: isSettled && !isUsed,
    refetchMs: heldMs ?? REFRESH_MS,
  })
  const nowMs = useServerNow()
  useTicking(isSettled)
  const last = isSettled ? (call.data as (OutputOf<E> & Firm) | undefined) : undefined
  const leftMs = last && !call.error ? last.validUntilMs - nowMs : 0
  return {
    quote: leftMs > 0 ? last : undefined,
    last,
    secondsLeft: Math.max(0, Math.ceil(leftMs / 1_000)),
    error: isSettled ? call.error : null,
  }
}

/** A text once it has stayed the same for a moment. */
function useSettled(text: string | undefined): string | undefined {
  const [settled, settle] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function useTicking(isOn: boolean): void {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isOn])
}

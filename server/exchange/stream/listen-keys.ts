import { randomBytes } from 'node:crypto'
import type { ExchangeMarket } from '#domain/exchange/symbols.ts'
import type { CustomerId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'

/** How long the name of a customer's own stream opens it, unless it is used again. */
export const LISTEN_KEY_MS = 60 * MINUTE_MS

/** Whose own stream, by which key. */
export interface Access {
  readonly customer: CustomerId
  readonly keyId: bigint
}

/**
 * Names under which a key opens its customer's own stream without being signed. In memory alone: after a restart of the
 * server clients ask for new ones, as they do when one has expired.
 */
export interface ListenKeys {
  /** The name that a key has in a market, made where it has none; it is valid for an hour from now. */
  open(access: Access, market: ExchangeMarket): string
  /** The same without making one. Returns: whether there is one. */
  extend(access: Access, market: ExchangeMarket): boolean
  /** Returns: whether there was one; its stream ends. */
  close(access: Access, market: ExchangeMarket): boolean
  /** Whose stream a name opens in a market. */
  find(listenKey: string, market: ExchangeMarket): Access | undefined
  /** Until when a name is valid; 0 of one that is not. */
  expiresAtMs(listenKey: string): number
}

interface Kept extends Access {
  readonly market: ExchangeMarket
  expiresAtMs: number
}

export function createListenKeys(clock: Clock): ListenKeys {
  const kept = new Map<string, Kept>()
  const byKey = new Map<string, string>()
  const nameOf = ({ keyId }: Access, market: ExchangeMarket) => `${keyId} ${market}`

  function known(access: Access, market: ExchangeMarket): string | undefined {
    const listenKey = byKey.get(nameOf(access, market))
    return listenKey !== undefined && isValid(listenKey) ? listenKey : undefined
  }

  const isValid = (listenKey: string) => (kept.get(listenKey)?.expiresAtMs ?? 0) > clock.nowMs()

  function extend(access: Access, market: ExchangeMarket): string | undefined {
    const listenKey = known(access, market)
    if (listenKey !== undefined) kept.get(listenKey)!.expiresAtMs = clock.nowMs() + LISTEN_KEY_MS
    return listenKey
  }

  /** Each key has two names at most, so that what is kept does not grow without keys. */
  function forgetExpired() {
    for (const [listenKey, { keyId, market }] of kept) {
      if (isValid(listenKey)) continue
      kept.delete(listenKey)
      const name = `${keyId} ${market}`
      if (byKey.get(name) === listenKey) byKey.delete(name)
    }
  }

  return {
    open(access, market) {
      const extended = extend(access, market)
      if (extended !== undefined) return extended
      forgetExpired()
      const listenKey = randomBytes(32).toString('base64url')
      const { customer, keyId } = access
      kept.set(listenKey, { customer, keyId, market, expiresAtMs: clock.nowMs() + LISTEN_KEY_MS })
      byKey.set(nameOf(access, market), listenKey)
      return listenKey
    },
    extend: (access, market) => extend(access, market) !== undefined,
    close(access, market) {
      const listenKey = known(access, market)
      if (listenKey === undefined) return false
      kept.delete(listenKey)
      byKey.delete(nameOf(access, market))
      return true
    },
    find(listenKey, market) {
      const found = kept.get(listenKey)
      return found?.market === market && isValid(listenKey) ? found : undefined
    },
    expiresAtMs: (listenKey) => kept.get(listenKey)?.expiresAtMs ?? 0,
  }
}

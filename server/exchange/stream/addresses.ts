import type { ExchangeMarket } from '#domain/exchange/symbols.ts'

/** Where connections of streams are opened, and what of them is said in the address. */

export type StreamAddress =
  | {
      readonly kind: 'streams'
      readonly market: ExchangeMarket
      /** Whether each message comes with the name of its stream. */
      readonly isCombined: boolean
      /** Streams that are listened to from the beginning, as they were written. */
      readonly names: readonly string[]
      readonly listenKey: string | undefined
    }
  | { readonly kind: 'requests' }

/** The part after the market: a client may say what it is for, and number its connections. */
const STREAMS =
  /^\/exchange(\/contract)?(?:\/(?:public|market|private))?\/(ws|stream\/ws|stream)((?:\/[^/]*)*)$/
const REQUESTS = /^\/exchange\/ws-api\/v3\/?$/
const LISTEN_KEY = /^[A-Za-z0-9_-]{43,64}$/
/** What clients number their connections by; it says nothing. */
const NUMBER = /^\d{0,9}$/
const MAX_NAMES = 1_024

/**
 * Reads the address of a connection.
 *
 * Refuses: (as `undefined`) an address of none; one with more names than anybody may listen to.
 * @example readAddress('/exchange/ws/btcusdt@trade') // spot, not combined, ['btcusdt@trade']
 */
export function readAddress(url: string): StreamAddress | undefined {
  const [path = '', query = ''] = url.split('?', 2)
  if (REQUESTS.test(path)) return { kind: 'requests' }
  const match = STREAMS.exec(path)
  if (!match) return undefined
  const [, contract, form, rest = ''] = match
  const asked = new URLSearchParams(query)
  const written = [...rest.split('/'), ...(asked.get('streams')?.split('/') ?? [])].map(plain)
  if (written.length > MAX_NAMES || written.includes(undefined)) return undefined
  const names = written.filter((name) => name !== undefined && !NUMBER.test(name)) as string[]
  const listenKey = asked.get('listenKey') ?? names.find((name) => LISTEN_KEY.test(name))
  return {
    kind: 'streams',
    market: contract ? 'contract' : 'spot',
    isCombined: form === 'stream',
    names: names.filter((name) => name !== listenKey),
    listenKey,
  }
}

/** A part of a path as it was meant; undefined where it cannot be read. */
function plain(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import type { CandleView, QuoteView } from '../../../domain/market/contract.ts'
import type { DepthView } from '../../../domain/spot/contract.ts'
import { createLivePrices, useLive } from '../../../web/app/live-prices.ts'

/**
 * What both peers know of the exchange: the calls and the socket that our own market and ticket use, and our own store of
 * live prices, at its pace. So what differs between the three apps is what they draw with.
 */
export type { CandleView, DepthView, QuoteView }

export interface Order {
  readonly id: string
  readonly type: 'buy' | 'sell'
  readonly order_type: string
  readonly target_price: string
  readonly amount: string
  readonly filled: string
}

/** The session that the browser keeps, as our app keeps it. */
const token = (): string => JSON.parse(localStorage.getItem('plumb') ?? '{}').state?.token ?? ''

export async function call<T>(path: string, fields: Record<string, string> = {}, isPost = false): Promise<T> {
  const form = new URLSearchParams({ lang: 'en', ...fields })
  const headers = { ...(token() && { authorization: token() }) }
  const answer = isPost
    ? await fetch(`/api${path}`, { method: 'POST', body: form, headers })
    : await fetch(`/api${path}?${form}`, { headers })
  const { data, message, error } = await answer.json()
  if (error) throw new Error(message)
  return data
}

const asked = new Map<string, Promise<unknown>>()

/** Asks once: who asks again while it is under way, or later, gets the same answer. */
export function ask<T>(path: string): Promise<T> {
  const answer = asked.get(path) ?? call<T>(path)
  asked.set(path, answer)
  return answer as Promise<T>
}

/** An answer for a page: undefined until it is there. What is asked changes with `key` alone. */
function useAnswer<T>(key: string, wanted: () => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    let isOver = false
    wanted().then(
      (found) => !isOver && setAnswer(() => found),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [key])
  return answer
}

let socket: Socket | undefined
const channels = new Set<string>()
const listeners = new Map<string, Set<(payload: never) => void>>()

/** Connects once the first page is up, as ours does. */
export async function connect(): Promise<void> {
  const { io } = await import('socket.io-client')
  socket = io({ transports: ['websocket', 'polling'], auth: { token: token() } })
  socket.on('connect', () => socket?.emit('subscribe', [...channels]))
  socket.onAny((event: string, payload: never) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  })
}

export function subscribe<T>(channel: string, event: string, listener: (payload: T) => void): () => void {
  const ofEvent = listeners.get(event) ?? new Set()
  listeners.set(event, ofEvent.add(listener))
  channels.add(channel)
  if (socket?.connected) socket.emit('subscribe', [channel])
  return () => {
    ofEvent.delete(listener)
    channels.delete(channel)
    if (socket?.connected) socket.emit('unsubscribe', [channel])
  }
}

export const quotes = createLivePrices<QuoteView>()
export const useQuote = <Part extends string | undefined>(
  symbol: string,
  part: (quote: QuoteView) => Part,
): Part | undefined => useLive(quotes, symbol, (quote) => quote && part(quote))

export const askQuotes = (): Promise<readonly QuoteView[]> => ask('/currency/quotation_huang')

/** What is listed, with quotes that live from now on; undefined until the first are there. */
export function useQuotes(): readonly QuoteView[] | undefined {
  const first = useAnswer('quotes', askQuotes)
  useEffect(() => {
    if (first) quotes.take(first)
  }, [first])
  useEffect(() => subscribe<QuoteView[]>('quotes', 'quotes', (batch) => quotes.take(batch)), [])
  return first
}

export const useSparklines = () =>
  useAnswer('lines', () => ask<{ lines: Record<string, (string | null)[]> }>('/currency/sparklines'))?.lines

const books = createLivePrices<DepthView>()

export function useBook(symbol: string): DepthView | undefined {
  useEffect(() => {
    void call<DepthView>('/coin/depth', { symbol }).then((book) => books.take([book]))
    return subscribe<DepthView>(`book:${symbol}`, 'book', (book) => books.take([book]))
  }, [symbol])
  const follow = useCallback((listener: () => void) => books.subscribe(symbol, listener), [symbol])
  return useSyncExternalStore(follow, () => books.get(symbol))
}

/** The customer's open orders; `asOf` asks anew. */
export const useOrders = (symbol: string, asOf: number) =>
  useAnswer(`${symbol} ${asOf}`, () =>
    call<{ items: readonly Order[] }>('/coin/list', { status: 'active', symbol, limit: '50' }),
  )?.items

interface Holding {
  readonly currency: string
  readonly wallets: readonly { readonly type: string; readonly available: string }[]
}

/** What the customer has in the trading wallet, by currency; `asOf` asks anew. */
export function useAvailable(asOf: number): (currency: string) => string {
  const all = useAnswer(String(asOf), () => call<{ holdings: readonly Holding[] }>('/wallet/list', {}, true))
  return (currency) =>
    all?.holdings
      .find((holding) => holding.currency === currency)
      ?.wallets.find(({ type }) => type === 'change')?.available ?? '0'
}

export const placeOrder = (fields: Record<string, string>): Promise<unknown> =>
  call('/coin/trade', { ...fields, client_key: crypto.randomUUID() }, true)

export const cancelOrder = (id: string): Promise<unknown> => call('/coin/cancel', { id }, true)

export const grouped = (decimal: string): string => decimal.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

export function volume(decimal: string): string {
  const number = Number(decimal)
  return number >= 1e6 ? `${(number / 1e6).toFixed(1)}M` : `${(number / 1e3).toFixed(1)}K`
}

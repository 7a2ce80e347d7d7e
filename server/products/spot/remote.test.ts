import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { BookDepth } from './books.ts'
import type { EngineEvent } from './engine.ts'
import { hostOf, remoteEngine } from './remote.ts'

const BTC = findInstrument('BTC-USDT')!
const depth = (sequence: number): BookDepth => ({ bids: [], asks: [], sequence, atMs: sequence })
const book = (sequence: number) => ({ kind: 'book', symbol: BTC.symbol, depth: depth(sequence) })
const orders: EngineEvent = { kind: 'orders', customer: customerId(7n), orders: [] }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** One who follows an engine, and may be behind. */
function follow() {
  let newest = depth(1)
  let emit: (event: EngineEvent) => void = () => {}
  const host = hostOf(
    {
      send: async () => [],
      rows: async () => newest,
      depth: () => newest,
      subscribe(listener) {
        emit = listener
        return () => {}
      },
    },
    () => [BTC],
  )
  const told: unknown[] = []
  let isBehind = false
  const stop = host.follow({ emit: (each) => told.push(each), isBehind: () => isBehind })
  return {
    told,
    stop,
    emit: (event: EngineEvent) => emit(event),
    change(sequence: number) {
      newest = depth(sequence)
      emit({ kind: 'book', symbol: BTC.symbol, depth: newest })
    },
    setBehind(is: boolean) {
      isBehind = is
    },
  }
}

test('the books come first, then each ten times a second at most', () => {
  const { told, change } = follow()
  change(2)
  vi.advanceTimersByTime(50)
  change(3)
  vi.advanceTimersByTime(50)
  expect(told).toEqual([[book(1)], [book(3)]])
})

test('who is behind is told no book, and the newest once it is not', async () => {
  const { told, change, setBehind, emit } = follow()
  setBehind(true)
  change(2)
  vi.advanceTimersByTime(1_000)
  change(3)
  emit(orders)
  await Promise.resolve()
  // What nothing replaces is told all the same.
  expect(told).toEqual([[book(1)], [orders]])
  setBehind(false)
  vi.advanceTimersByTime(100)
  expect(told).toEqual([[book(1)], [orders], [book(3)]])
})

test('an engine takes its ticks and quotes of no other process', async () => {
  const sent: string[] = []
  const engine = {
    send: async ({ kind }: { kind: string }) => [kind].map((one) => sent.push(one)) as never,
    rows: async () => undefined,
    depth: () => undefined,
    subscribe: () => () => {},
  }
  const { answer } = hostOf(engine, () => [BTC])
  for (const kind of ['ticks', 'quote'])
    await expect(answer({ kind: 'act', action: { kind }, call: undefined })).rejects.toThrow(
      'comes from its own process',
    )
  await answer({ kind: 'act', action: { kind: 'cancel' }, call: undefined })
  expect(sent).toEqual(['cancel'])
})

test('a book that was told is forgotten once the engine is no longer reached', () => {
  let tell: (told: unknown) => void = () => {}
  let lose = () => {}
  const engine = remoteEngine({
    ask: async () => undefined,
    onTold: (listener) => {
      tell = listener
    },
    onLost: (listener) => {
      lose = listener
    },
    isUp: () => true,
    close: async () => {},
  })
  const heard: EngineEvent[] = []
  engine.subscribe((event) => heard.push(event))
  expect([engine.hasBooks(), engine.depth(BTC.symbol)]).toEqual([false, undefined])
  tell([book(4)])
  expect([engine.hasBooks(), engine.depth(BTC.symbol)]).toEqual([true, depth(4)])
  lose()
  expect([engine.hasBooks(), engine.depth(BTC.symbol)]).toEqual([false, undefined])
  expect(heard).toEqual([book(4), { kind: 'missed' }])
})

test('who follows no more is told nothing more', async () => {
  const { told, change, emit, stop } = follow()
  change(2)
  emit(orders)
  stop()
  await Promise.resolve()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([[book(1)]])
})

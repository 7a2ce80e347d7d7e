import { assert } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { BookStep } from '#domain/spot/book-rows.ts'
import { answerByKey, type EngineHost, type EngineLink } from '#server/core/engine/elsewhere.ts'
import type { KeyedCall } from '#server/platform/idempotency.ts'
import type { Action, Reply } from './actions.ts'
import type { BookDepth } from './books.ts'
import { askingBy, type Engine, type EngineEvent } from './engine.ts'

/** What is asked of an engine in another process. */
type Asked =
  | { readonly kind: 'act'; readonly action: Action; readonly call: KeyedCall | undefined }
  | { readonly kind: 'rows'; readonly symbol: string; readonly step: BookStep }

type Told = readonly EngineEvent[]

/** What only the process with the engine has it do: the tape's ticks and the market maker's quotes are its own. */
const ownKinds: readonly Action['kind'][] = ['ticks', 'quote']
/** A book changes with each commit: it is told at most this often, as the fastest stream of it. */
const BOOK_EVERY_MS = 100

/** An engine of this process as others meet it; the books of these instruments are told to each at first. */
export function hostOf(
  engine: Pick<Engine, 'send' | 'rows' | 'depth' | 'subscribe'>,
  instruments: () => readonly Instrument[],
): EngineHost {
  return {
    async answer(message) {
      const asked = message as Asked
      if (asked.kind === 'rows') return engine.rows(asked.symbol, asked.step)
      assert(!ownKinds.includes(asked.action.kind), 'what the engine is fed comes from its own process')
      return engine.send(asked.action, asked.call)
    },
    follow({ emit, isBehind }) {
      let waiting: EngineEvent[] = []
      const timers = new Map<string, NodeJS.Timeout>()

      /** What one commit tells goes out together, in its order. */
      function queue(event: EngineEvent) {
        if (waiting.length === 0) queueMicrotask(flush)
        waiting.push(event)
      }
      function flush() {
        // Nothing where it was stopped meanwhile.
        if (waiting.length > 0) emit(waiting satisfies Told)
        waiting = []
      }
      function bookChanged(symbol: string) {
        if (!timers.has(symbol)) timers.set(symbol, setTimeout(emitBook, BOOK_EVERY_MS, symbol))
      }
      function emitBook(symbol: string) {
        timers.delete(symbol)
        // The next one replaces it.
        if (isBehind()) return bookChanged(symbol)
        const depth = engine.depth(symbol)
        if (depth) emit([{ kind: 'book', symbol, depth }] satisfies Told)
      }

      const stop = engine.subscribe((event) =>
        event.kind === 'book' ? bookChanged(event.symbol) : queue(event),
      )
      const books = instruments().flatMap(({ symbol }) => {
        const depth = engine.depth(symbol)
        return depth ? [{ kind: 'book' as const, symbol, depth }] : []
      })
      emit(books satisfies Told)
      return () => {
        stop()
        for (const timer of timers.values()) clearTimeout(timer)
        waiting = []
      }
    },
  }
}

/**
 * The engine of another process, as if it were here: `depth` is what was told last, up to a tenth of a second old. It is started
 * and stopped where it is.
 */
export function remoteEngine(link: EngineLink): Engine {
  const books = new Map<string, BookDepth>()
  let hasBooks = false
  const listeners = new Set<(event: EngineEvent) => void>()
  const emit = (event: EngineEvent) => {
    for (const listener of listeners) listener(event)
  }
  link.onTold((told) => {
    // The books come first.
    hasBooks = true
    for (const event of told as Told) {
      if (event.kind === 'book') books.set(event.symbol, event.depth)
      emit(event)
    }
  })
  link.onLost(() => {
    books.clear()
    hasBooks = false
    emit({ kind: 'missed' })
  })

  const send = (action: Action, call?: KeyedCall): Promise<Reply> =>
    answerByKey(link.ask({ kind: 'act', action, call } satisfies Asked) as Promise<Reply>, call !== undefined)

  return {
    ...askingBy(send),
    send,
    start: async () => {},
    stop: async () => {},
    depth: (symbol) => books.get(symbol),
    hasBooks: () => hasBooks,
    rows: (symbol, step) =>
      (link.ask({ kind: 'rows', symbol, step } satisfies Asked) as Promise<BookDepth | undefined>).catch(
        () => undefined,
      ),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isReady: link.isUp,
    isOver: () => false,
  }
}

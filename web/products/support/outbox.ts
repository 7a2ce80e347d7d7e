import type { ArgumentsOf } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import type { sendSupportMessage } from '#domain/support/contract.ts'
import type { SupportOrderView } from '#domain/support/view.ts'
import { ApiError } from '#web/app/api-error.ts'

/** A message on its way: it keeps its key until the server has it, so that sending it again cannot double it. */
export interface Pending {
  readonly key: string
  readonly text?: string | undefined
  readonly image?: string | undefined
  readonly order?: Pick<SupportOrderView, 'kind' | 'id' | 'reference'> | undefined
  readonly atMs: number
  /** `waiting` for a connection or a server that takes it, and sent by itself then; `refused` by the server, with why. */
  readonly state: 'sending' | 'waiting' | 'refused'
  readonly why?: string | undefined
}

/** What became of an attempt. */
export type Attempt =
  | { readonly is: 'sent' }
  | { readonly is: 'lost' }
  | { readonly is: 'refused'; readonly why: string }

/** Refusals that pass: what comes after such a message must not be sent before it. */
const passing: ReadonlySet<string> = new Set<RefusalCode>(['TOO_MANY_REQUESTS', 'SERVER_BUSY', 'INTERNAL'])

/** What an attempt that failed was: lost where the same message may be taken later. */
export const attemptOf = (error: unknown): Attempt =>
  error instanceof ApiError && !error.isTransport && !passing.has(error.code)
    ? { is: 'refused', why: error.message }
    : { is: 'lost' }

export interface OutboxOptions {
  send(input: ArgumentsOf<typeof sendSupportMessage>): Promise<Attempt>
  /** What was there when the page was last open. */
  readonly kept: readonly Pending[]
  onChange(items: readonly Pending[]): void
  /** Calls back after a time; returns how to cancel that. */
  later(ms: number, work: () => void): () => void
}

export interface Outbox {
  items(): readonly Pending[]
  add(message: Pick<Pending, 'text' | 'image' | 'order' | 'key' | 'atMs'>): void
  retry(key: string): void
  remove(key: string): void
  /** Sends at once what waits: the connection may be back. */
  wake(): void
  stop(): void
}

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 8_000

/** Sends messages one after the other, in their order, until the server has each of them. */
export function createOutbox({ send, kept, onChange, later }: OutboxOptions): Outbox {
  let items: readonly Pending[] = kept.map((one) =>
    one.state === 'refused' ? one : { ...one, state: 'waiting' },
  )
  let isBusy = false
  let isStopped = false
  let retryMs = FIRST_RETRY_MS
  let callOff: (() => void) | undefined

  function change(next: readonly Pending[]): void {
    // By then another outbox keeps the list.
    if (isStopped) return
    items = next
    onChange(items)
  }
  const set = (key: string, what: Partial<Pending>) =>
    change(items.map((one) => (one.key === key ? { ...one, ...what } : one)))

  async function run(): Promise<void> {
    if (isBusy || isStopped) return
    isBusy = true
    callOff?.()
    callOff = undefined
    try {
      for (;;) {
        const next = items.find(({ state }) => state !== 'refused')
        if (!next || isStopped) return
        if (next.state !== 'sending') set(next.key, { state: 'sending' })
        const { key, text, image, order } = next
        const attempt = await send({
          ...{ key, text, image },
          ...(order && { orderKind: order.kind, orderId: order.id }),
        })
        if (attempt.is === 'sent') {
          retryMs = FIRST_RETRY_MS
          change(items.filter((one) => one.key !== key))
        } else if (attempt.is === 'refused') set(key, { state: 'refused', why: attempt.why })
        else {
          set(key, { state: 'waiting' })
          callOff = later(retryMs, () => void run())
          retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
          return
        }
      }
    } finally {
      isBusy = false
    }
  }
  void run()

  return {
    items: () => items,
    add(message) {
      change([...items, { ...message, state: 'sending' }])
      void run()
    },
    retry(key) {
      set(key, { state: 'sending', why: undefined })
      void run()
    },
    remove: (key) => change(items.filter((one) => one.key !== key)),
    wake: () => void run(),
    stop() {
      isStopped = true
      callOff?.()
    },
  }
}

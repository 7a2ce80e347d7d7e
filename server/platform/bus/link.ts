import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { refusal } from '#domain/errors.ts'
import { SECOND_MS } from '#domain/time.ts'
import { type Frames, framesOn, WELCOME } from './frames.ts'
import { type BusKey, linkOptions, PROOF_WITHIN_MS, whyRefused } from './secure.ts'

/** This process's connection to the host of the bus; it is made again whenever it is lost. */
export interface BusLink {
  isUp(): boolean
  /**
   * Asks the host, and comes with its answer.
   *
   * Refuses: SERVICE_UNAVAILABLE while there is no connection, and when it is lost before the answer: whether the host did
   * what was asked, the idempotency key of the call tells, as after any connection that was lost. OUTCOME_UNKNOWN when no
   * answer comes in time.
   */
  ask(question: object): Promise<unknown>
  /** Tells the host something that it need not answer; nothing while there is no connection. */
  tell(message: object): void
  close(): Promise<void>
}

/** What a link asks; the answer bears the same number. */
export interface Question {
  readonly number: number
  readonly question: unknown
}
export interface Answer {
  readonly number: number
  readonly answer: unknown
}

const FIRST_PAUSE_MS = 50
/** Calls are refused meanwhile, and a look costs the database one index. */
const LAST_PAUSE_MS = 500
const CONNECT_WITHIN_MS = 3 * SECOND_MS
/** How often it is looked whether the host is still where it was: one that is cut off from the database is left. */
const LOOK_EVERY_MS = 2 * SECOND_MS
/** A call that takes longer is given up as one whose connection was lost. */
const ANSWER_WITHIN_MS = 45 * SECOND_MS
const MAX_WAITING = 5_000

interface Place {
  readonly host: string
  readonly port: number
}

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Connects to the host, now and after each loss.
 *
 * `onUp` is called with each new connection, `onMessage` with what the host tells by itself, `onDown` when it was lost or
 * could not be made.
 */
export function connectBus(options: {
  /** Where the host is now; undefined while there is none. Asked before each connection. */
  readonly find: () => Promise<Place | undefined>
  readonly key: BusKey
  readonly onMessage: (message: unknown) => void
  readonly onUp: () => void
  readonly onDown: (error: Error | undefined) => void
}): BusLink {
  const waiting = new Map<number, Waiting>()
  const ended = new AbortController()
  let socket: Socket | undefined
  let frames: Frames | undefined
  let asked = 0
  const running = keepConnected()

  async function keepConnected(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!ended.signal.aborted) {
      const wasUp = await holdConnection()
      pauseMs = wasUp ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LAST_PAUSE_MS)
      await pause(pauseMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }

  /** One connection from its beginning to its end. Returns: whether it came to be. */
  async function holdConnection(): Promise<boolean> {
    const at = await options.find().catch(() => undefined)
    if (!at || ended.signal.aborted) {
      options.onDown(undefined)
      return false
    }
    const connection = connect({ ...at, ...linkOptions(options.key) })
    socket = connection
    let error: Error | undefined
    connection.on('error', (one) => {
      error = one
    })
    const closed = once(connection, 'close').catch(() => {})
    try {
      const within = (ms: number) => ({ signal: AbortSignal.any([ended.signal, AbortSignal.timeout(ms)]) })
      await once(connection, 'connect', within(CONNECT_WITHIN_MS))
      await once(connection, 'secureConnect', within(PROOF_WITHIN_MS))
    } catch (failed) {
      connection.destroy()
      options.onDown(whyRefused(error ?? (failed as Error)))
      return false
    }
    const opened = framesOn(connection, (message) => {
      if (message !== WELCOME) return receive(message)
      frames = opened
      options.onUp()
    })
    const looking = setInterval(() => void leaveIfElsewhere(at, connection), LOOK_EVERY_MS)
    await closed
    clearInterval(looking)
    frames = undefined
    for (const { reject } of waiting.values()) reject(refusal('SERVICE_UNAVAILABLE', {}, error))
    waiting.clear()
    options.onDown(error)
    return true
  }

  async function leaveIfElsewhere(at: Place, connection: Socket): Promise<void> {
    const now = await options.find().catch(() => undefined)
    if (now && (now.host !== at.host || now.port !== at.port)) connection.destroy()
  }

  function receive(message: unknown) {
    const { number, answer } = message as Partial<Answer>
    if (number === undefined) return options.onMessage(message)
    waiting.get(number)?.resolve(answer)
    waiting.delete(number)
  }

  return {
    isUp: () => frames !== undefined,
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (!frames) return reject(refusal('SERVICE_UNAVAILABLE'))
        if (waiting.size >= MAX_WAITING) return reject(refusal('SERVICE_UNAVAILABLE'))
        const number = ++asked
        frames.send({ number, question } satisfies Question)
        const late = setTimeout(() => {
          waiting.delete(number)
          reject(refusal('OUTCOME_UNKNOWN'))
        }, ANSWER_WITHIN_MS)
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            clearTimeout(late)
            settle(value)
          }
        waiting.set(number, { resolve: done(resolve), reject: done(reject) })
      }),
    tell: (message) => frames?.send(message),
    async close() {
      ended.abort()
      socket?.destroy()
      await running
    },
  }
}

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { SocketHandlers, Transport } from './transport.ts'

/** One line of a recorded session. */
export interface RecordedLine {
  readonly kind: 'connect' | 'sent' | 'received' | 'answer'
  /** Unix seconds, as recorded. */
  readonly atSeconds: number
  /** The address, where the line names one. */
  readonly url: string
  /** The message or answer, JSON. */
  readonly text: string
}

const LINE = /^(?:(?<url>\S+) (?<mark><->|<-|->) )?(?<at>\d+(?:\.\d+)?)(?:: (?<text>.*))?$/

/**
 * Reads a recorded session: websocket messages, and answers to REST calls.
 *
 * Form: `<unix time>: <json>`; `<url> <-> <time>` opened, `<url> <- <time>: <json>` was sent,
 * `<url> -> <time>: <json>` is the answer to a REST call.
 */
export function readRecording(file: string): RecordedLine[] {
  const raw = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8')
  const kinds = { '<->': 'connect', '<-': 'sent', '->': 'answer' } as const
  return text.split('\n').flatMap((line): RecordedLine[] => {
    const found = LINE.exec(line)?.groups
    if (found?.at === undefined) return []
    const kind = found.mark === undefined ? 'received' : kinds[found.mark as keyof typeof kinds]
    return [{ kind, atSeconds: Number(found.at), url: found.url ?? '', text: found.text ?? '' }]
  })
}

export interface RecordedNetwork extends Transport {
  /** From the first recorded line to the last. */
  readonly lengthMs: number
  /** When the first line was received. */
  readonly startMs: number
  /** Says everything that was received within this time of the start. */
  playUntil(offsetMs: number): void
  /** Says everything, letting the adapter act on each answer before the next line. */
  playAll(): Promise<void>
}

/**
 * A transport that replays a recording in its recorded order, as fast as it is played.
 *
 * A REST call waits until its recorded answer's turn comes, so an adapter meets messages and snapshots
 * in the order in which they really arrived.
 */
export function recordedNetwork(lines: readonly RecordedLine[]): RecordedNetwork {
  const inOrder = lines
    .filter(({ kind }) => kind === 'received' || kind === 'answer')
    .sort((one, other) => one.atSeconds - other.atSeconds)
  const startSeconds = inOrder[0]?.atSeconds ?? 0
  const asked = new Map<string, ((answer: unknown) => void)[]>()
  let handlers: SocketHandlers | undefined
  let next = 0

  function emit({ kind, text, url }: RecordedLine) {
    if (kind === 'received') handlers?.onMessage(text)
    else asked.get(url)?.shift()?.(JSON.parse(text))
  }

  return {
    startMs: startSeconds * 1_000,
    lengthMs: ((inOrder.at(-1)?.atSeconds ?? startSeconds) - startSeconds) * 1_000,

    connect(_url, given) {
      handlers = given
      queueMicrotask(() => given.onOpen())
      return { send() {}, close() {} }
    },

    getJson: (url) =>
      new Promise((resolve) => {
        const waiting = asked.get(url) ?? []
        waiting.push(resolve)
        asked.set(url, waiting)
      }),

    playUntil(offsetMs) {
      for (let line = inOrder[next]; line !== undefined; line = inOrder[++next]) {
        if ((line.atSeconds - startSeconds) * 1_000 > offsetMs) return
        emit(line)
      }
    },

    async playAll() {
      await turn()
      for (let line = inOrder[next]; line !== undefined; line = inOrder[++next]) {
        emit(line)
        if (line.kind === 'answer') await turn()
      }
    },
  }
}

/** Lets promises that were just fulfilled run on. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

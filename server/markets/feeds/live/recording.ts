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

/**
 * A network that says what was recorded, in the recorded order and as fast as it is read.
 *
 * A REST call waits until its recorded answer's turn comes, so an adapter meets messages and snapshots
 * in the order in which they really arrived. `play` returns when the last line was given.
 */
export function recordedNetwork(lines: readonly RecordedLine[]): Transport & { play(): Promise<void> } {
  const inOrder = lines
    .filter(({ kind }) => kind === 'received' || kind === 'answer')
    .sort((one, other) => one.atSeconds - other.atSeconds)
  const asked = new Map<string, { resolve: (value: unknown) => void }[]>()
  let handlers: SocketHandlers | undefined

  return {
    connect(_url, given) {
      handlers = given
      queueMicrotask(() => given.onOpen())
      return { send() {}, close() {} }
    },

    getJson: (url) =>
      new Promise((resolve) => {
        const known = asked.get(url)
        if (known) known.push({ resolve })
        else asked.set(url, [{ resolve }])
      }),

    async play() {
      await turn()
      for (const line of inOrder) {
        if (line.kind === 'received') {
          handlers?.onMessage(line.text)
          continue
        }
        const waiting = asked.get(line.url)
        waiting?.shift()?.resolve(JSON.parse(line.text))
        await turn()
      }
    },
  }
}

/** Lets promises that were just fulfilled run on. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'
import { SECOND_MS } from '#domain/time.ts'

/**
 * A connection between two processes of one installation: each message is four bytes of length and a value as V8
 * writes it, so that amounts stay `bigint`. What is sent within one turn goes out as one write.
 */
export interface Frames {
  /** Refuses: (by throwing) what no message can hold: functions, and more bytes than the other end takes. */
  send(message: unknown): void
  /** Whether so much waits to be sent that what the next message replaces may be left out. */
  isBehind(): boolean
  close(): void
}

const LENGTH_BYTES = 4
export const MAX_BYTES = 64 * 1024 * 1024
/** Who takes so little of what is sent is let go, before it takes the memory of all others. */
const MAX_UNSENT_BYTES = 2 * MAX_BYTES
const BEHIND_BYTES = 1024 * 1024
/** Who says nothing for so long is gone: a machine that lost its network ends no connection. */
const SILENT_MS = 3 * SECOND_MS
const PING_EVERY_MS = SECOND_MS
const PING = Buffer.alloc(LENGTH_BYTES)

/**
 * Sends and receives messages on a connection whose other end has proved itself. `onMessage` gets each whole one; what
 * cannot be read, or makes it throw, ends the connection and nothing else.
 *
 * `endsAfterPause`: whether what came while this process stood still is thrown away with the connection. Whoever sent it
 * has taken this process for gone by then, and may have sent it to another.
 */
export function framesOn(
  socket: Socket,
  onMessage: (message: unknown) => void,
  { endsAfterPause = false } = {},
): Frames {
  let parts: Buffer[] = []
  let received = 0
  /** From how many bytes on there may be a whole message. */
  let wanted = LENGTH_BYTES
  let unsent: Buffer[] = []
  // The socket's own time-out counts what is sent too, and sending to a machine that is gone goes well for long.
  let heardAtMs = performance.now()
  let pingedAtMs = heardAtMs
  const pinging = setInterval(() => {
    const nowMs = performance.now()
    if (hasPaused()) {
      if (endsAfterPause) return socket.destroy()
      // What came meanwhile has not been read yet.
      heardAtMs = nowMs
    }
    pingedAtMs = nowMs
    if (nowMs - heardAtMs > SILENT_MS) socket.destroy()
    else socket.write(PING)
  }, PING_EVERY_MS)
  /** Whether this process stood still: its timer is late by more than others wait for it. */
  const hasPaused = () => performance.now() - pingedAtMs > SILENT_MS
  socket.setNoDelay(true)
  socket.once('close', () => clearInterval(pinging))
  socket.on('data', (bytes: Buffer) => {
    if (endsAfterPause && hasPaused()) return socket.destroy()
    heardAtMs = performance.now()
    parts.push(bytes)
    received += bytes.length
    if (received < wanted) return
    try {
      readWhole()
    } catch (error) {
      socket.destroy(error as Error)
    }
  })

  /** Puts together what has come once a message may be whole, and keeps the rest. */
  function readWhole() {
    let rest = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    wanted = LENGTH_BYTES
    while (rest.length >= LENGTH_BYTES) {
      const length = rest.readUInt32BE(0)
      if (length > MAX_BYTES) return socket.destroy()
      wanted = LENGTH_BYTES + length
      if (rest.length < wanted) break
      const content = rest.subarray(LENGTH_BYTES, wanted)
      rest = rest.subarray(wanted)
      wanted = LENGTH_BYTES
      if (length > 0) onMessage(deserialize(content))
    }
    parts = [rest]
    received = rest.length
  }
  function flush() {
    const together = Buffer.concat(unsent)
    unsent = []
    if (socket.destroyed) return
    socket.write(together)
    if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy()
  }

  return {
    send(message) {
      const content = serialize(message)
      if (content.length > MAX_BYTES)
        throw new RangeError(`a message of ${content.length} bytes is too large`)
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(content.length)
      if (unsent.length === 0) setImmediate(flush)
      unsent.push(length, content)
    },
    isBehind: () => socket.writableLength > BEHIND_BYTES,
    close: () => socket.destroy(),
  }
}

/** The first message of a host: from now on nothing that it tells is missed. */
export const WELCOME = 'welcome'

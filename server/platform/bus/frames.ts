import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
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
  close(): void
}

const LENGTH_BYTES = 4
export const MAX_BYTES = 16 * 1024 * 1024
/** Who takes so little of what is sent is let go, before it takes the memory of all others. */
const MAX_UNSENT_BYTES = 4 * MAX_BYTES
/** Who says nothing for so long is gone: a machine that lost its network ends no connection. */
const SILENT_MS = 3 * SECOND_MS
const PING_EVERY_MS = SECOND_MS
const PING = Buffer.alloc(LENGTH_BYTES)
const PROOF_WITHIN_MS = 5 * SECOND_MS

/** Sends and receives messages on a connection whose other end has proved itself. `onMessage` gets each whole one. */
export function framesOn(socket: Socket, onMessage: (message: unknown) => void): Frames {
  let received: Buffer = Buffer.alloc(0)
  let unsent: Buffer[] = []
  // The socket's own time-out counts what is sent too, and sending to a machine that is gone goes well for long.
  let heardAtMs = performance.now()
  const pinging = setInterval(() => {
    if (performance.now() - heardAtMs > SILENT_MS) socket.destroy()
    else socket.write(PING)
  }, PING_EVERY_MS)
  socket.setNoDelay(true)
  socket.once('close', () => clearInterval(pinging))
  socket.on('data', (bytes: Buffer) => {
    heardAtMs = performance.now()
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    while (received.length >= LENGTH_BYTES) {
      const length = received.readUInt32BE(0)
      if (length > MAX_BYTES) return socket.destroy()
      if (received.length < LENGTH_BYTES + length) return
      const content = received.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
      received = received.subarray(LENGTH_BYTES + length)
      if (length > 0) onMessage(deserialize(content))
    }
  })
  // Reading the proof has paused it.
  socket.resume()

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
    close: () => socket.destroy(),
  }
}

const NONCE_BYTES = 32
const PROOF_BYTES = 32

/**
 * Proves to the other end that this one has the installation's key, and has it prove the same: a value as V8 writes it
 * is read from nobody else. Each signs the numbers that both drew, and on which side it stands.
 *
 * Refuses: (by throwing) another key, something else than a proof, and no proof in time.
 */
export async function prove(socket: Socket, key: Buffer, side: 'host' | 'link'): Promise<void> {
  const late = setTimeout(
    () => socket.destroy(new Error('the other end did not prove itself in time')),
    PROOF_WITHIN_MS,
  )
  try {
    const own = randomBytes(NONCE_BYTES)
    socket.write(own)
    const theirs = await take(socket, NONCE_BYTES)
    const proofOf = (who: 'host' | 'link', nonces: readonly Buffer[]) =>
      createHmac('sha256', key).update(who).update(Buffer.concat(nonces)).digest()
    socket.write(proofOf(side, [own, theirs]))
    const given = await take(socket, PROOF_BYTES)
    const expected = proofOf(side === 'host' ? 'link' : 'host', [theirs, own])
    if (!timingSafeEqual(given, expected)) throw new Error('the other end has another bus key')
  } finally {
    clearTimeout(late)
  }
}

/** Reads so many bytes and leaves the rest for later. */
async function take(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(count)
    if (bytes?.length === count) return bytes
    if (socket.destroyed || socket.readableEnded) throw socket.errored ?? new Error('the other end left')
    await Promise.race([once(socket, 'readable'), once(socket, 'close')])
  }
}

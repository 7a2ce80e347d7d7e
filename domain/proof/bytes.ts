/** Reading and writing the few kinds of value that proofs are made of. One value has one form only. */

export interface ByteWriter {
  readonly bytes: number[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Appends a non-negative safe integer, seven bits a byte, lowest first. */
export function writeNumber(to: ByteWriter, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`a non-negative whole number, got ${value}`)
  let rest = value
  while (rest >= 128) {
    to.bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  to.bytes.push(rest)
}

/** Appends a safe integer of either sign: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. */
export function writeSigned(to: ByteWriter, value: number): void {
  writeNumber(to, value < 0 ? -2 * value - 1 : 2 * value)
}

/** Appends a text as its length in bytes and its UTF-8. */
export function writeText(to: ByteWriter, text: string): void {
  const bytes = encoder.encode(text)
  writeNumber(to, bytes.length)
  to.bytes.push(...bytes)
}

/** A place in some bytes, moved along by the functions below. */
export interface ByteReader {
  readonly bytes: Uint8Array
  at: number
}

/**
 * Reads what writeNumber wrote.
 *
 * Refuses: (by throwing) the end of the bytes, and a number written longer than need be.
 */
export function readNumber(from: ByteReader): number {
  let value = 0
  let scale = 1
  for (;;) {
    const byte = from.bytes[from.at++]
    if (byte === undefined) throw new RangeError('the bytes end inside a number')
    value += (byte % 128) * scale
    if (!Number.isSafeInteger(value)) throw new RangeError('a number too large')
    if (byte < 128) {
      if (byte === 0 && scale > 1) throw new RangeError('a number written longer than need be')
      return value
    }
    scale *= 128
  }
}

/** Reads what writeSigned wrote. */
export function readSigned(from: ByteReader): number {
  const value = readNumber(from)
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

/** Reads what writeText wrote. Refuses (by throwing) bytes that are not UTF-8. */
export function readText(from: ByteReader): string {
  const length = readNumber(from)
  const end = from.at + length
  if (end > from.bytes.length) throw new RangeError('the bytes end inside a text')
  const text = decoder.decode(from.bytes.subarray(from.at, end))
  from.at = end
  return text
}

/** Joins byte strings. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Whether two are the same, byte by byte. */
export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Ethereum's encoding of nested lists of byte strings. Source: Ethereum yellow paper, appendix B. */
export type Rlp = Uint8Array | readonly Rlp[]

/** Writes a list or a byte string. */
export function encodeRlp(item: Rlp): Uint8Array {
  if (item instanceof Uint8Array)
    return item.length === 1 && item[0]! < 0x80 ? item : joined([head(0x80, item.length), item])
  const parts = item.map(encodeRlp)
  return joined([head(0xc0, sizeOf(parts)), ...parts])
}

/** Reads what `encodeRlp` writes; undefined for anything else, and for what is not the only way to write it. */
export function decodeRlp(bytes: Uint8Array): Rlp | undefined {
  try {
    const { item, end } = read(bytes, 0)
    const isOnlyWay = end === bytes.length && bytesToHex(encodeRlp(item)) === bytesToHex(bytes)
    return isOnlyWay ? item : undefined
  } catch {
    return undefined
  }
}

function read(bytes: Uint8Array, at: number): { item: Rlp; end: number } {
  const first = bytes[at]
  if (first === undefined) throw new RangeError('it ends too early')
  if (first < 0x80) return { item: bytes.slice(at, at + 1), end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  const extra = short > 55 ? short - 55 : 0
  const length = extra ? Number(`0x${bytesToHex(bytes.slice(at + 1, at + 1 + extra))}`) : short
  const start = at + 1 + extra
  const end = start + length
  if (end > bytes.length) throw new RangeError('it ends too early')
  if (!isList) return { item: bytes.slice(start, end), end }
  const items: Rlp[] = []
  for (let next = start; next < end; ) {
    const one = read(bytes, next)
    if (one.end > end) throw new RangeError('an item is longer than its list')
    items.push(one.item)
    next = one.end
  }
  return { item: items, end }
}

function head(base: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(base + length)
  const size = wholeBytes(BigInt(length))
  return joined([Uint8Array.of(base + 55 + size.length), size])
}

/** A whole number without leading zeros; nothing for 0. */
export function wholeBytes(number: bigint): Uint8Array {
  if (number === 0n) return new Uint8Array()
  const hex = number.toString(16)
  return hexToBytes(hex.length % 2 ? `0${hex}` : hex)
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sizeOf(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

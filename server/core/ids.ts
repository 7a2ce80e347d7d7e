import { randomInt } from 'node:crypto'

/**
 * Ids are made here, not by database sequences: the engine names an order before it is written.
 * 42 bits of milliseconds since 2024, 9 bits drawn at start, 12 bits counted within a millisecond.
 * They grow with time, so that the newest rows stand together at an index's end.
 */
const EPOCH_MS = Date.UTC(2024, 0, 1)
const COUNTER_BITS = 12n
const PROCESS_BITS = 9n
const COUNTER_SIZE = 1 << 12

const processPart = BigInt(randomInt(1 << 9)) << COUNTER_BITS
let lastMs = 0
let counter = 0

/** A new id, larger than every one this process made before, whatever the wall clock does. */
export function nextId(): bigint {
  const nowMs = Date.now()
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = 0
  } else if (++counter === COUNTER_SIZE) {
    lastMs++
    counter = 0
  }
  return (BigInt(lastMs - EPOCH_MS) << (COUNTER_BITS + PROCESS_BITS)) | processPart | BigInt(counter)
}

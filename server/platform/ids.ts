import { randomInt } from 'node:crypto'
import { refusal } from '#domain/errors.ts'
import { realClock } from './clock.ts'

/**
 * Ids are generated here, not by database sequences: the engine needs an id before the order is written.
 * 42 bits of milliseconds since 2024, 9 bits of the process, 12 bits counted within a millisecond. They
 * increase with time, so the newest rows are adjacent at the end of an index.
 */
const EPOCH_MS = Date.UTC(2024, 0, 1)
const COUNTER_BITS = 12n
const PROCESS_BITS = 9n
const COUNTER_SIZE = 1 << 12

/** How many processes can make ids at once. */
export const PROCESS_NUMBERS = 1 << 9

let processPart: bigint
let validUntilMs: number
let lastMs: number
let counter: number
beginIds()

/** Makes ids as a process that begins: this one, and each file of tests that shares it with files whose clocks were ahead. */
export function beginIds(): void {
  lastMs = 0
  counter = 0
  drawProcessNumber()
}

/** Makes ids with this process number, which is no other process's until then: see process-lease.ts. */
export function setProcessNumber(number: number, untilMs: number): void {
  processPart = BigInt(number) << COUNTER_BITS
  validUntilMs = untilMs
}

/** Makes ids with a number drawn at random: for tests and commands, which write beside nobody. */
export function drawProcessNumber(): void {
  setProcessNumber(randomInt(PROCESS_NUMBERS), Infinity)
}

/**
 * A new id, larger than every one this process made before, whatever the wall clock does.
 *
 * Refuses: SERVICE_UNAVAILABLE when the process's number could not be renewed in time.
 */
export function nextId(): bigint {
  const nowMs = realClock.nowMs()
  if (nowMs > validUntilMs) throw refusal('SERVICE_UNAVAILABLE')
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = 0
  } else if (++counter === COUNTER_SIZE) {
    lastMs++
    counter = 0
  }
  return (BigInt(lastMs - EPOCH_MS) << (COUNTER_BITS + PROCESS_BITS)) | processPart | BigInt(counter)
}

/** How far apart two ids of one process are that were made so long after each other. */
export const idsOf = (ms: number): bigint => BigInt(ms) << (COUNTER_BITS + PROCESS_BITS)

/** The smallest id of a moment, by whatever process. */
export const firstIdAt = (ms: number): bigint => idsOf(ms - EPOCH_MS)

/** Makes all further ids larger than one that somebody else made, perhaps by a clock ahead of ours. */
export function advanceIdsPast(id: bigint): void {
  const idMs = Number(id >> (COUNTER_BITS + PROCESS_BITS)) + EPOCH_MS
  if (idMs < lastMs) return
  lastMs = idMs + 1
  counter = 0
}

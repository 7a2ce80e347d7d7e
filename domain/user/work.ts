import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Proof of work: what the server asks of a program that asks for messages, once too many are asked for.
 *
 * A challenge is solved by eight numbers. With each of them the SHA-256 of the challenge, the number's place and the number
 * begins with 14 bits of 0. Eight small searches take more nearly the same time than one large one.
 */
const PARTS = 8
/** Together 131,000 hashes on average: about a second in a phone's browser. Measured: docs/benchmarks.md. */
const ZERO_BITS = 14

const NUMBER_BYTES = 4
const LARGEST = 2 ** (8 * NUMBER_BYTES) - 1

/** Numbers in decimal, with a hyphen between them. */
const SOLUTION = new RegExp(`^\\d{1,10}(?:-\\d{1,10}){${PARTS - 1}}$`)

/** Solves a challenge; takes a second of a processor. */
export function solveWork(challenge: string): string {
  const search = searchIn(challenge)
  const numbers: number[] = []
  for (let part = 0; part < PARTS; part++) {
    let number = 0
    while (!search(part, number)) number++
    numbers.push(number)
  }
  return numbers.join('-')
}

/** Whether a solution is one of this challenge. */
export function isSolved(challenge: string, solution: string): boolean {
  if (!SOLUTION.test(solution)) return false
  const search = searchIn(challenge)
  return solution
    .split('-')
    .map(Number)
    .every((number, part) => number <= LARGEST && search(part, number))
}

/** Whether a number is right in its place. */
function searchIn(challenge: string): (part: number, number: number) => boolean {
  // The challenge's own hash in its place: what is hashed fits one block of SHA-256, however long the challenge is.
  const message = concatBytes(sha256(utf8ToBytes(challenge)), new Uint8Array(1 + NUMBER_BYTES))
  const view = new DataView(message.buffer, message.length - 1 - NUMBER_BYTES)
  return (part, number) => {
    view.setUint8(0, part)
    view.setUint32(1, number)
    const hash = sha256(message)
    return new DataView(hash.buffer, hash.byteOffset).getUint32(0) >>> (32 - ZERO_BITS) === 0
  }
}

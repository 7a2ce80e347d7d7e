import { createCipheriv, createHmac } from 'node:crypto'
import { assert } from '#domain/errors.ts'

/**
 * Counter-based random numbers: the same key, place and lane give the same number, in any order and after
 * any restart.
 */
export interface RandomKey {
  /** 32 bits. `place` is a whole number, often milliseconds; `lane` tells draws apart. */
  word(place: number, lane: number): number
}

/** How many numbers a place has; all of them are drawn at once, which costs little more than one. */
const LANES = 32
/** Places that were asked for lately: a tick needs six, some of them the same as the last one's. */
const MAX_KEPT = 16

/**
 * The key of a name, by a secret: who does not have that learns nothing of the next number from all earlier
 * ones, which are what AES-256 makes of a counter. For prices to come.
 */
export function secretKey(secret: string | number, name: string): RandomKey {
  const key = createHmac('sha256', String(secret)).update(name).digest()
  // No block occurs twice, as in counter mode.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const counter = Buffer.alloc(4 * LANES)
  const kept: { place: number; words: Uint32Array }[] = []
  let next = 0

  function draw(place: number): Uint32Array {
    for (let offset = 0; offset < counter.length; offset += 16) {
      counter.writeDoubleLE(place, offset)
      counter.writeUInt32LE(offset, offset + 8)
    }
    const words = new Uint32Array(LANES)
    cipher.update(counter).copy(Buffer.from(words.buffer))
    kept[next] = { place, words }
    next = (next + 1) % MAX_KEPT
    return words
  }

  return {
    word(place, lane) {
      const words = kept.find((one) => one.place === place)?.words ?? draw(place)
      const word = words[lane % LANES]
      assert(word !== undefined, 'a place has a number for each lane')
      return word
    },
  }
}

/**
 * The key of a name, by a seed that is no secret: 32 bits that anybody can search. Several times faster; for the
 * past of before the first start, which everybody may see.
 */
export function openKey(seed: number, name: string): RandomKey {
  let key = mix(seed ^ 0x9e3779b9)
  for (let index = 0; index < name.length; index++) key = mix(key ^ name.charCodeAt(index))
  return {
    word(place, lane) {
      const high = Math.floor(place / 4_294_967_296)
      return mix(mix(mix(key ^ (place | 0)) ^ high) + Math.imul(lane, 0x9e3779b1)) >>> 0
    },
  }
}

/** Spreads the bits of a 32-bit number (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Evenly from 0 to 1, both out. */
export const uniform = (key: RandomKey, place: number, lane: number): number =>
  (key.word(place, lane) + 0.5) / 4_294_967_296

/** Normally distributed, mean 0, deviation 1. */
export function normal(key: RandomKey, place: number, lane: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(key, place, 2 * lane)))
  return radius * Math.cos(2 * Math.PI * uniform(key, place, 2 * lane + 1))
}

/** Moves are limited to this many deviations; larger ones would be held by the tick filter. */
const MAX_DEVIATIONS = 6

/**
 * Student's t scaled to deviation 1: like real price moves, mostly small and now and then large.
 *
 * Source: Bailey (1994), the polar method for t.
 */
export function fatTailed(key: RandomKey, place: number, lane: number, degrees: number): number {
  const radius = Math.sqrt(degrees * (uniform(key, place, 2 * lane) ** (-2 / degrees) - 1))
  const value =
    radius * Math.cos(2 * Math.PI * uniform(key, place, 2 * lane + 1)) * Math.sqrt((degrees - 2) / degrees)
  return Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, value))
}

/** A slowly changing normal value: normal at every multiple of `spanMs`, blended between. */
export function drifting(key: RandomKey, atMs: number, lane: number, spanMs: number): number {
  const place = Math.floor(atMs / spanMs)
  const part = atMs / spanMs - place
  // Weights whose squares sum to one keep the deviation at 1 between the points, too.
  return Math.sqrt(1 - part) * normal(key, place, lane) + Math.sqrt(part) * normal(key, place + 1, lane)
}

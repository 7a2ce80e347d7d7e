/**
 * Counter-based random numbers: the same key, time and lane give the same number, in any order and after
 * any restart.
 */

/** A number for a seed and a name, from which all others of that name come. */
export function keyOf(seed: number, name: string): number {
  let key = mix(seed ^ 0x9e3779b9)
  for (let index = 0; index < name.length; index++) key = mix(key ^ name.charCodeAt(index))
  return key
}

/** Spreads the bits of a 32-bit number (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Evenly from 0 to 1, both out. `place` is a whole number, often milliseconds; `lane` tells draws apart. */
export function uniform(key: number, place: number, lane: number): number {
  const high = Math.floor(place / 4_294_967_296)
  const bits = mix(mix(mix(key ^ (place | 0)) ^ high) + Math.imul(lane, 0x9e3779b1)) >>> 0
  return (bits + 0.5) / 4_294_967_296
}

/** Normally distributed, mean 0, deviation 1. */
export function normal(key: number, place: number, lane: number): number {
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
export function fatTailed(key: number, place: number, lane: number, degrees: number): number {
  const radius = Math.sqrt(degrees * (uniform(key, place, 2 * lane) ** (-2 / degrees) - 1))
  const value =
    radius * Math.cos(2 * Math.PI * uniform(key, place, 2 * lane + 1)) * Math.sqrt((degrees - 2) / degrees)
  return Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, value))
}

/** A slowly changing normal value: normal at every multiple of `spanMs`, blended between. */
export function drifting(key: number, atMs: number, lane: number, spanMs: number): number {
  const place = Math.floor(atMs / spanMs)
  const part = atMs / spanMs - place
  // Weights whose squares sum to one keep the deviation at 1 between the points, too.
  return Math.sqrt(1 - part) * normal(key, place, lane) + Math.sqrt(part) * normal(key, place + 1, lane)
}

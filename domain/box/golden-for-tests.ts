import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { append, emptyEdge, rootOf } from '../proof/merkle.ts'
import type { BoxItem, DrawTerms } from './draw.ts'
import { secretLeaf } from './draw.ts'

/** A series whose draws were computed apart, by the program in docs/decisions/0024. */

export const goldenItems: readonly BoxItem[] = [
  { rarity: 'common', artwork: 'RAIN-1', digest: '11'.repeat(32) },
  { rarity: 'common', artwork: 'RAIN-2', digest: '22'.repeat(32) },
  { rarity: 'rare', artwork: 'RAIN-3', digest: '33'.repeat(32) },
  { rarity: 'epic', artwork: 'TIDE-1', digest: '44'.repeat(32) },
  { rarity: 'legendary', artwork: 'TIDE-2', digest: '55'.repeat(32) },
]

export const golden = {
  inventory: '8f22a010d6707b31576acf55155be171d5db85cd6654e4219b6cfe75cbff8a38',
  commitment: 'd8c9a7e8300e0dde0898deecdd405e094fa172cc5082f5f58addb6cdd569ee8b',
  noDraws: 'f87090458a531496423ef4dde3819158059674164e7ed340a67774344b22ae2f',
  /** By number; the third was paid back. */
  decided: [1, 2, 0, 5, 3, 4],
  head: 'f3b5dab5c2a8356ab7cc20ac3fc28075afc471aa7c888bf8e93d72fd7717ce3f',
  /** The first box's draws among other numbers of items. */
  below: [
    [1, 0],
    [2, 1],
    [3, 0],
    [100, 33],
    [10 ** 9, 266_809_833],
    [2 ** 53 - 1, 2_814_538_059_354_871],
  ],
} as const

/** The secret of each box, and the tick. */
export const goldenSecret = (number: number): Uint8Array => new Uint8Array(32).fill(number)
export const goldenTick = Uint8Array.from({ length: 40 }, (_, n) => n)

export const goldenTerms = (number: number, changes: Partial<DrawTerms> = {}): DrawTerms => ({
  ...{ order: String(4700 + number), series: 'HARBOR', number, clientSeed: `seed-of-box-${number}` },
  ...{ items: 5, boxes: 10, inventory: golden.inventory, commitment: golden.commitment },
  ...{ symbol: 'BTC-USDT', tapeSize: 1000 + number },
  ...changes,
})

/** The root of the commitments to such secrets. */
export function rootOfSecrets(series: string, boxes: number, secretOf = goldenSecret): string {
  const edge = emptyEdge()
  for (let number = 1; number <= boxes; number++) append(edge, secretLeaf(series, number, secretOf(number)))
  return bytesToHex(rootOf(edge))
}

/** Secrets that differ for so many boxes as a test likes. */
export function manySecrets(number: number): Uint8Array {
  const secret = new Uint8Array(32)
  secret.set(utf8ToBytes(String(number)))
  return secret
}

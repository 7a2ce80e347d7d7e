import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { type BoxItem, drawItem, headOf, inventoryRoot, itemsLeft, secretLeaf } from '../box/draw.ts'
import { goldenItems, goldenSecret } from '../box/golden-for-tests.ts'
import { boxReceipt } from '../box/receipt.ts'
import { SEAL_AFTER_MS } from '../box/rules.ts'
import { checkBoxProof } from './box-proof.ts'
import type { BoxProofFile } from './contract.ts'
import { hashOfRange, inclusionRanges, nodeHash, type Subtree } from './merkle.ts'
import { proofOf, signer, stranger, tape, tapeOf } from './proof-testing.ts'
import { receiptNote } from './receipt.ts'
import { encodeTick } from './tick-bytes.ts'

const ITEMS = 5
const BOXES = 10
const hashOf =
  (leaves: readonly Uint8Array[]) =>
  ({ height, index }: Subtree): Uint8Array =>
    height === 0
      ? leaves[index]!
      : nodeHash(
          hashOf(leaves)({ height: height - 1, index: 2 * index }),
          hashOf(leaves)({ height: height - 1, index: 2 * index + 1 }),
        )
const secretLeaves = Array.from({ length: BOXES }, (_, n) => secretLeaf('HARBOR', n + 1, goldenSecret(n + 1)))
const commitment = bytesToHex(hashOfRange({ start: 0, end: BOXES }, hashOf(secretLeaves)))

/** The tape is a millisecond for each two ticks: the 41st comes 20 after its start. */
const TAPE_MS = 1_670_889_600_000

/**
 * The proof of the third box as an honest server writes it: bought at tick 40, a second before the time of the 41st, which
 * is the seal tick.
 */
function proof({
  tapeSize = 40,
  seal = 41,
  before = [2, 0],
  decided = 1,
  by = signer,
  number = 3,
  items = goldenItems,
  boughtAtMs = TAPE_MS + 20 - SEAL_AFTER_MS,
  shown = 1,
}: {
  tapeSize?: number
  seal?: number
  before?: number[]
  decided?: number
  by?: typeof signer
  number?: number
  items?: readonly BoxItem[]
  boughtAtMs?: number
  /** How many ticks are in the file: the seal tick, and those before it. */
  shown?: number
} = {}): BoxProofFile {
  const receipt = boxReceipt({
    ...{ order: '4711', series: 'HARBOR', number, clientSeed: 'my-own-seed', items: ITEMS, boxes: BOXES },
    ...{ inventory: inventoryRoot(goldenItems), commitment, symbol: 'BTC-USDT', tapeSize },
    ...{ boughtAtMs, price: '25.0000000', decided, decidedHead: headOf([2]) },
  })
  const terms = {
    ...{ order: '4711', series: 'HARBOR', number, clientSeed: 'my-own-seed', items: ITEMS, boxes: BOXES },
    ...{ inventory: inventoryRoot(goldenItems), commitment, symbol: 'BTC-USDT', tapeSize },
  }
  const { ticks, checkpoint } = proofOf(
    tape,
    seal,
    { ...receipt, tapeSize: Math.min(tapeSize, seal - 1) },
    by,
  )
  return {
    ...{ version: 1, product: 'box', publicKey: by.publicKey, receipt: receiptNote(by, receipt) },
    box: {
      ...{ order: '4711', number: 3, secret: bytesToHex(goldenSecret(3)) },
      secretProof: inclusionRanges(2, BOXES).map((range) =>
        bytesToHex(hashOfRange(range, hashOf(secretLeaves))),
      ),
      ...{ items: [...items], before },
      item: drawItem(itemsLeft(ITEMS, before), terms, goldenSecret(3), encodeTick(tape[seal - 1]!)),
    },
    ticks: ticks.slice(0, shown),
    checkpoint,
  }
}

const failedAt = (file: BoxProofFile) =>
  checkBoxProof(file, () => 0).steps.find(({ state }) => state === 'failed')?.step

test('an honest proof passes every step, and says what it found', () => {
  const { ok, facts } = checkBoxProof(proof(), () => 0)
  expect(ok).toBe(true)
  expect(facts.pool).toBe(4)
  expect(facts.item).toEqual(goldenItems[proof().box.item - 1])
})

test('only the first tick of its instrument after the purchase is the seal tick', () => {
  expect(failedAt(proof({ seal: 43 }))).toBe('tick')
  expect(failedAt(proof({ seal: 39 }))).toBe('tick')
  // The 42nd is another instrument's.
  expect(failedAt(proof({ seal: 42 }))).toBe('tick')
  expect(failedAt({ ...proof(), ticks: [] })).toBe('tape')
  // Of another tape that the same key has not signed.
  const other = proofOf(tapeOf([5, ...Array(40).fill(7)]), 41)
  expect(failedAt({ ...proof(), ticks: other.ticks.slice(0, 1) })).toBe('tape')
})

test('a tick that was there or waited to be written at the purchase does not count, which the one before it shows', () => {
  // Bought when the 36th was the newest: the 39th is a millisecond too young, so the 41st is the first that counts.
  expect(checkBoxProof(proof({ tapeSize: 36, shown: 2 }), () => 0).ok).toBe(true)
  expect(failedAt(proof({ tapeSize: 36 }))).toBe('tick')
  expect(failedAt(proof({ tapeSize: 36, seal: 39, shown: 2 }))).toBe('tick')
  // A millisecond earlier the 39th counts already.
  const earlier = { tapeSize: 36, boughtAtMs: TAPE_MS + 19 - SEAL_AFTER_MS }
  expect(failedAt(proof({ ...earlier, shown: 2 }))).toBe('tick')
  expect(checkBoxProof(proof({ ...earlier, seal: 39, shown: 2 }), () => 0).ok).toBe(true)
  // Nothing that is not needed.
  expect(failedAt({ ...proof(), ticks: proof({ tapeSize: 36, shown: 2 }).ticks })).toBe('tick')
  expect(failedAt(proof({ boughtAtMs: TAPE_MS + 21 - SEAL_AFTER_MS }))).toBe('tick')
})

test('another receipt than the one that came with the purchase is seen, even where it is signed', () => {
  const file = proof()
  expect(checkBoxProof(file, () => 0, file.receipt).ok).toBe(true)
  const other = proof({ tapeSize: 38, seal: 41, boughtAtMs: TAPE_MS + 20 - SEAL_AFTER_MS })
  expect(checkBoxProof(file, () => 0, other.receipt).steps[0]).toMatchObject({ state: 'failed' })
})

test('another secret, other contents and another past of the series are seen', () => {
  const file = proof()
  const withBox = (changes: Partial<BoxProofFile['box']>): BoxProofFile => ({
    ...file,
    box: { ...file.box, ...changes },
  })
  expect(failedAt(withBox({ secret: bytesToHex(goldenSecret(4)) }))).toBe('earlier')
  expect(failedAt(withBox({ secretProof: file.box.secretProof.slice(1) }))).toBe('earlier')
  expect(failedAt(withBox({ items: file.box.items.toReversed() }))).toBe('earlier')
  expect(failedAt(withBox({ items: file.box.items.slice(1) }))).toBe('earlier')
  expect(failedAt(withBox({ before: [1, 0] }))).toBe('earlier')
  expect(failedAt(withBox({ before: [2] }))).toBe('earlier')
  expect(failedAt(withBox({ before: [2, 2] }))).toBe('earlier')
  expect(failedAt(withBox({ before: [2, 6] }))).toBe('earlier')
  const other = (file.box.item % ITEMS) + 1
  expect(failedAt(withBox({ item: other }))).toBe('outcome')
})

test('another box, another key and other rules do not pass', () => {
  const file = proof()
  expect(failedAt({ ...file, box: { ...file.box, order: '4712' } })).toBe('receipt')
  expect(failedAt({ ...file, box: { ...file.box, number: 2 } })).toBe('receipt')
  expect(failedAt({ ...file, publicKey: stranger.publicKey })).toBe('receipt')
  expect(failedAt({ ...file, receipt: proof({ by: stranger }).receipt })).toBe('receipt')
  expect(failedAt({ ...file, version: 2 as 1 })).toBe('receipt')
  expect(failedAt({ ...file, product: 'option' as 'box' })).toBe('receipt')
})

test('T46: a change of any digit of any text of a proof is seen', () => {
  const file = proof()
  const paths = textsIn(file)
  expect(paths.length).toBeGreaterThan(25)
  for (const { text, put } of paths)
    for (const at of [0, Math.floor(text.length / 2), text.length - 1]) {
      const altered = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
      expect([altered, checkBoxProof(put(altered), () => 0).ok]).toEqual([altered, false])
    }
})

/** Every text of a file, and how to put another in its place. */
function textsIn(file: BoxProofFile): { text: string; put(text: string): BoxProofFile }[] {
  const found: { text: string; put(text: string): BoxProofFile }[] = []
  const visit = (value: unknown, path: readonly (string | number)[]) => {
    if (typeof value === 'string')
      found.push({
        text: value,
        put(text) {
          const copy = structuredClone(file)
          let at = copy as unknown as Record<string | number, unknown>
          for (const step of path.slice(0, -1)) at = at[step] as typeof at
          at[path.at(-1)!] = text
          return copy
        },
      })
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) visit(each, [...path, key])
  }
  visit(file, [])
  return found
}

import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  append,
  consistencyRanges,
  copyOfEdge,
  EMPTY_ROOT,
  emptyEdge,
  type Hash,
  hashOfRange,
  inclusionRanges,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  rootOf,
  type Subtree,
} from './merkle.ts'

/** The leaves, roots and proofs with which implementations of RFC 6962 (Certificate Transparency) are compared. */
const LEAVES = [
  ...['', '00', '10', '2021', '3031', '40414243', '5051525354555657'],
  '606162636465666768696a6b6c6d6e6f',
].map(hexToBytes)
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const H = {
  leaf0: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  leaf1: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  leaf4: 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  pair01: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  pair23: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  pair45: '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  pair67: 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  four0: 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  four4: '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
}

const bytesOf = (hex: readonly string[]): Hash[] => hex.map(hexToBytes)
const hexOf = (hashes: readonly Hash[]): string[] => hashes.map(bytesToHex)

/** A subtree's hash straight from the definition. */
const hashIn =
  (leaves: readonly Uint8Array[]) =>
  ({ height, index }: Subtree): Hash =>
    height === 0
      ? leafHash(leaves[index]!)
      : nodeHash(
          hashIn(leaves)({ height: height - 1, index: 2 * index }),
          hashIn(leaves)({ height: height - 1, index: 2 * index + 1 }),
        )

const treeOf = (leaves: readonly Uint8Array[]) => {
  const edge = emptyEdge()
  for (const leaf of leaves) append(edge, leafHash(leaf))
  return { size: edge.size, root: rootOf(edge) }
}
const inclusionProof = (leaves: readonly Uint8Array[], index: number) =>
  inclusionRanges(index, leaves.length).map((range) => hashOfRange(range, hashIn(leaves)))
const consistencyProof = (leaves: readonly Uint8Array[], from: number) =>
  consistencyRanges(from, leaves.length).map((range) => hashOfRange(range, hashIn(leaves)))

describe('the published vectors', () => {
  test('the root of no leaves is the hash of nothing', () => {
    const root = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    expect(bytesToHex(EMPTY_ROOT)).toBe(root)
    expect(bytesToHex(rootOf(emptyEdge()))).toBe(root)
  })

  test('the roots of one to eight leaves', () => {
    const edge = emptyEdge()
    const roots = LEAVES.map((leaf) => {
      append(edge, leafHash(leaf))
      return bytesToHex(rootOf(edge))
    })
    expect(roots).toEqual(ROOTS)
  })

  test.each([
    [0, 1, []],
    [0, 8, [H.leaf1, H.pair23, H.four4]],
    [5, 8, [H.leaf4, H.pair67, H.four0]],
    [2, 3, [H.pair01]],
    [1, 5, [H.leaf0, H.pair23, H.leaf4]],
  ])('leaf %i is in the tree of %i', (index, size, proof) => {
    const leaves = LEAVES.slice(0, size)
    expect(hexOf(inclusionProof(leaves, index))).toEqual(proof)
    const root = hexToBytes(ROOTS[size - 1]!)
    expect(isIncluded(leafHash(leaves[index]!), { index, size }, bytesOf(proof), root)).toBe(true)
  })

  test.each([
    [1, 1, []],
    [1, 8, [H.leaf1, H.pair23, H.four4]],
    [6, 8, [H.pair45, H.pair67, H.four0]],
    [2, 5, [H.pair23, H.leaf4]],
  ])('the tree of %i is the beginning of that of %i', (from, to, proof) => {
    expect(hexOf(consistencyProof(LEAVES.slice(0, to), from))).toEqual(proof)
    const head = (size: number) => ({ size, root: hexToBytes(ROOTS[size - 1]!) })
    expect(isConsistent(head(from), head(to), bytesOf(proof))).toBe(true)
  })
})

const leavesOf = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, n) => utf8ToBytes(`leaf ${n}`))
const anySize = fc.integer({ min: 1, max: 130 })

test('every leaf of a tree of any size is proven, at its own place only', () => {
  fc.assert(
    fc.property(anySize, fc.nat(), fc.nat(), (size, place, otherPlace) => {
      const leaves = leavesOf(size)
      const { root } = treeOf(leaves)
      const [index, other] = [place % size, otherPlace % size]
      const proof = inclusionProof(leaves, index)
      const leaf = leafHash(leaves[index]!)
      expect(isIncluded(leaf, { index, size }, proof, root)).toBe(true)
      expect(isIncluded(leaf, { index: other, size }, proof, root)).toBe(other === index)
      expect(isIncluded(leafHash(utf8ToBytes('another')), { index, size }, proof, root)).toBe(false)
    }),
  )
})

test('every older tree is proven to be the beginning of the newer, and another one is not', () => {
  fc.assert(
    fc.property(anySize, fc.nat(), fc.nat(), (size, part, place) => {
      const leaves = leavesOf(size)
      const from = part % (size + 1)
      const [older, newer] = [treeOf(leaves.slice(0, from)), treeOf(leaves)]
      const proof = consistencyProof(leaves, from)
      expect(isConsistent(older, newer, proof)).toBe(true)
      if (from === 0) return
      const forked = leaves.with(place % from, utf8ToBytes('another'))
      expect(isConsistent(treeOf(forked.slice(0, from)), newer, proof)).toBe(false)
      expect(isConsistent(older, treeOf(forked), consistencyProof(forked, from))).toBe(false)
    }),
  )
})

test('a proof with one bit changed, one hash more or one less proves nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 130 }), fc.nat(), fc.nat(), (size, part, place) => {
      const leaves = leavesOf(size)
      const newer = treeOf(leaves)
      const from = 1 + (part % (size - 1))
      const older = treeOf(leaves.slice(0, from))
      const altered = (proof: readonly Hash[]): (readonly Hash[])[] => [
        proof.with(
          place % proof.length,
          proof[place % proof.length]!.map((byte, at) => (at === place % 32 ? byte ^ 4 : byte)),
        ),
        proof.slice(1),
        proof.slice(0, -1),
        [...proof, EMPTY_ROOT],
      ]
      for (const wrong of altered(consistencyProof(leaves, from)))
        expect(isConsistent(older, newer, wrong)).toBe(false)
      const index = part % size
      for (const wrong of altered(inclusionProof(leaves, index)))
        expect(isIncluded(leafHash(leaves[index]!), { index, size }, wrong, newer.root)).toBe(false)
    }),
  )
})

test('a copy of the edge grows by itself, and each completed subtree is told once', () => {
  const edge = emptyEdge()
  const told: string[] = []
  for (const leaf of leavesOf(7)) append(edge, leafHash(leaf))
  const copy = copyOfEdge(edge)
  append(copy, leafHash(leavesOf(8)[7]!), (height, index) => told.push(`${height}/${index}`))
  expect(edge.size).toBe(7)
  expect(told).toEqual(['0/7', '1/3', '2/1', '3/0'])
  expect(bytesToHex(rootOf(copy))).toBe(bytesToHex(treeOf(leavesOf(8)).root))
})

test('places beyond 32 bits are computed as they are', () => {
  const size = 2 ** 40 + 3
  expect(inclusionRanges(2 ** 40 + 1, size).at(-1)).toEqual({ start: 0, end: 2 ** 40 })
  expect(consistencyRanges(2 ** 40, size)).toEqual([{ start: 2 ** 40, end: size }])
})

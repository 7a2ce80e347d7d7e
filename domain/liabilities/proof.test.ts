import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concat } from '../proof/bytes.ts'
import type { LiabilitiesProofFile } from './contract.ts'
import {
  CODES,
  encodePath,
  fileFor,
  leavesOf,
  publicKey,
  rowsOver,
  siblingsIn,
  sign,
  statementOver,
  type TestCustomer,
} from './liabilities-testing.ts'
import { checkpointNote, checkpointText, openLiabilitiesCheckpoint } from './log.ts'
import { checkLiabilities } from './proof.ts'
import {
  addSums,
  commitmentOf,
  decodeSums,
  encodeSums,
  leafOf,
  MAX_SUM,
  nodeOf,
  rootBy,
  type SumNode,
} from './rules.ts'
import { readStatement, statementText } from './statement.ts'

const customers: readonly TestCustomer[] = [
  {
    id: '10001',
    parts: [
      [1n, 40n],
      [2n, 60n],
    ],
  },
  {
    id: '10002',
    parts: [
      [0n, 5n],
      [7n, 0n],
    ],
  },
  {
    id: '10003',
    parts: [
      [9n, 9n],
      [9n, 9n],
    ],
  },
]
const [alice, bob, carol] = customers as readonly [TestCustomer, TestCustomer, TestCustomer]

const failedStep = (file: LiabilitiesProofFile, customer: string) =>
  checkLiabilities(file, customer).steps.find(({ state }) => state === 'failed')?.step

/** A proof with something else in one of its leaves. */
const withLeaf = (
  file: LiabilitiesProofFile,
  change: Partial<LiabilitiesProofFile['leaves'][number]>,
): LiabilitiesProofFile => ({ ...file, leaves: [{ ...file.leaves[0]!, ...change }, file.leaves[1]!] })

describe('an honest tree', () => {
  test('reserves below zero are said and read, and no amount is minus zero', () => {
    const said = statementOver(rowsOver(leavesOf(customers, CODES.length)))
    const below = { ...said, currencies: said.currencies.map((line) => ({ ...line, ledger: -5n })) }
    expect(readStatement(statementText(below))).toEqual(below)
    expect(readStatement(statementText(below).replaceAll(' -5\n', ' -0\n'))).toBeUndefined()
  })

  test('every customer finds their balance in the total', () => {
    for (const [place, { id, parts }] of customers.entries()) {
      const { ok, facts } = checkLiabilities(fileFor(customers, place), id)
      expect(ok).toBe(true)
      expect(facts.own).toEqual(parts.reduce(addSums))
      expect(facts.statement?.currencies.map(({ liabilities }) => liabilities)).toEqual([28n, 123n])
    }
  })

  test('so does the only one, and one who is owed all that there can be', () => {
    const rich = {
      id: '10009',
      parts: [
        [MAX_SUM, 0n],
        [0n, MAX_SUM],
      ],
    }
    expect(checkLiabilities(fileFor([rich], 0), '10009').ok).toBe(true)
  })

  test('a tree of any customers proves each of them, to the unit', () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 57n })
    const anyCustomers = fc.array(fc.array(amount, { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(anyCustomers, fc.nat(), (all, wanted) => {
        const some = all.map(([a, b, c, d], n) => ({
          id: `${10_000 + n}`,
          parts: [
            [a!, b!],
            [c!, d!],
          ],
        }))
        const place = wanted % some.length
        const { ok, facts } = checkLiabilities(fileFor(some, place), some[place]!.id)
        expect(ok).toBe(true)
        expect(facts.own).toEqual(some[place]!.parts.reduce(addSums))
      }),
      { numRuns: 40 },
    )
  })
})

describe('what an operator may try', () => {
  test('an altered balance: less than the tree has is not in it', () => {
    const file = fileFor(customers, 0)
    expect(failedStep(withLeaf(file, { amounts: ['1', '39'] }), alice.id)).toBe('tree')
    expect(failedStep(withLeaf(file, { amounts: ['0', '40'] }), alice.id)).toBe('tree')
    expect(failedStep(withLeaf(file, { amounts: ['1'] }), alice.id)).toBe('tree')
  })

  test('a customer left out has no proof: neither their own leaves nor those of others lead to the root', () => {
    const rows = rowsOver(leavesOf([alice, carol], CODES.length))
    const said = statementOver(rows)
    for (const index of [0, 1, 2, 3]) {
      const siblings = base64.encode(encodePath(siblingsIn(rows, index)))
      const file = withLeaf(fileFor([alice, bob], 1, rowsOver(leavesOf([alice, bob], 2)), said), {
        ...{ index, siblings },
      })
      expect(failedStep(file, bob.id)).toBe('tree')
    }
    expect(failedStep(fileFor([alice, carol], 1, rows, said), bob.id)).toBe('customer')
  })

  test('one leaf for two customers with the same balance: it is of one of them', () => {
    const twin = { ...alice, id: '10004' }
    expect(failedStep({ ...fileFor(customers, 0), customer: twin.id }, twin.id)).toBe('tree')
    expect(failedStep(fileFor(customers, 0), twin.id)).toBe('customer')
  })

  test('one part shown twice in place of both', () => {
    const file = fileFor(customers, 0)
    const [first, second] = [file.leaves[0]!, file.leaves[1]!]
    expect(failedStep({ ...file, leaves: [first, first] }, alice.id)).toBe('tree')
    expect(failedStep({ ...file, leaves: [second, first] }, alice.id)).toBe('tree')
    expect(failedStep({ ...file, leaves: [first] }, alice.id)).toBe('customer')
  })

  test('a sum below zero that takes back what others are owed', () => {
    expect(() => leafOf(new Uint8Array(32), [-1n, 0n])).toThrow(RangeError)
    expect(() => encodeSums([-1n])).toThrow(RangeError)
    // The same as bytes, as a tree that was not made by these functions would have it: all bits set.
    const minusOne = new Uint8Array(8).fill(255)
    expect(() => decodeSums(minusOne)).toThrow(RangeError)
    const unchecked = (left: SumNode, right: SumNode): SumNode => ({
      hash: sha256(concat(Uint8Array.of(1), left.hash, raw(left.sums), right.hash, raw(right.sums))),
      sums: left.sums.map((sum, n) => BigInt.asIntN(64, sum + right.sums[n]!)),
    })
    const debtor = { hash: sha256(new Uint8Array(1)), sums: [-20n, -100n] }
    const leaves = leavesOf(customers, CODES.length).with(6, debtor)
    const rows = rowsOver(leaves, unchecked)
    const siblings = (index: number) =>
      base64.encode(concat(...siblingsIn(rows, index).flatMap(({ hash, sums }) => [hash, raw(sums)])))
    const file = fileFor(customers, 0, rowsOver(leavesOf(customers, 2)), statementOver(rows))
    const shown = {
      ...file,
      leaves: file.leaves.map((leaf, n) => ({ ...leaf, siblings: siblings(n) })),
    }
    expect(failedStep(shown, alice.id)).toBe('tree')
  })

  test('sums that wrap around', () => {
    const half = { hash: new Uint8Array(32), sums: [MAX_SUM] }
    expect(() => nodeOf(half, { hash: new Uint8Array(32), sums: [1n] })).toThrow(RangeError)
  })

  test('swapped sums: of two siblings, or of two currencies', () => {
    const [one, other] = [leafOf(sha256(raw([1n])), [3n, 4n]), leafOf(sha256(raw([2n])), [5n, 6n])]
    const swapped = nodeOf({ ...one, sums: other.sums }, { ...other, sums: one.sums })
    expect(swapped.sums).toEqual(nodeOf(one, other).sums)
    expect(swapped.hash).not.toEqual(nodeOf(one, other).hash)

    const rows = rowsOver(leavesOf(customers, CODES.length))
    const siblings = siblingsIn(rows, 0).map((node, level) =>
      level === 1 ? { ...node, sums: node.sums.toReversed() } : node,
    )
    const file = withLeaf(fileFor(customers, 0), { siblings: base64.encode(encodePath(siblings)) })
    expect(failedStep(file, alice.id)).toBe('tree')
  })

  test('the larger of two halves as the total, each half shown another sum beside it (Maxwell’s tree)', () => {
    const totalOnly = (left: SumNode, right: SumNode): SumNode => {
      const sums = addSums(left.sums, right.sums)
      return { hash: sha256(concat(raw(sums), left.hash, right.hash)), sums }
    }
    const [left, right] = [leafOf(sha256(raw([1n])), [10n]), leafOf(sha256(raw([2n])), [10n])]
    const none = { sums: [0n] }
    // There the left customer is shown 10 + 0 and the right one 0 + 10, under one root of 10.
    expect(totalOnly(left, { ...right, ...none }).hash).toEqual(totalOnly({ ...left, ...none }, right).hash)
    expect(nodeOf(left, { ...right, ...none }).hash).not.toEqual(nodeOf({ ...left, ...none }, right).hash)
  })

  test('a smaller total, another root or another height than the tree has', () => {
    const rows = rowsOver(leavesOf(customers, CODES.length))
    const said = statementOver(rows)
    const [btc, usdt] = said.currencies as [(typeof said.currencies)[0], (typeof said.currencies)[0]]
    for (const wrong of [
      { ...said, currencies: [{ ...btc, liabilities: 27n }, usdt] },
      { ...said, currencies: [btc] },
      { ...said, currencies: [btc, usdt, { ...btc, code: 'ETH' }] },
      { ...said, height: said.height - 1 },
      { ...said, root: '0'.repeat(64) },
    ])
      expect(failedStep(fileFor(customers, 0, rows, wrong), alice.id)).toBe('tree')
  })

  test('a node in the place of a leaf: a path is as long as the tree is high', () => {
    const rows = rowsOver(leavesOf(customers, CODES.length))
    const path = { index: 0, siblings: encodePath(siblingsIn(rows, 0).slice(1)) }
    expect(() => rootBy(rows[1]![0]!, path, rows.length - 1)).toThrow(RangeError)
    expect(leafOf(commitmentOf('1', 0, new Uint8Array(32)), []).hash).not.toEqual(
      nodeOf({ hash: new Uint8Array(32), sums: [] }, { hash: new Uint8Array(32), sums: [] }).hash,
    )
  })

  test('a statement that is not in the log, and a log that was not signed', () => {
    const file = fileFor(customers, 0)
    expect(
      failedStep({ ...file, statement: file.statement.replace('transfer 7', 'transfer 8') }, alice.id),
    ).toBe('statement')
    expect(failedStep({ ...file, statement: 'nothing' }, alice.id)).toBe('statement')
    const checkpoint = openLiabilitiesCheckpoint(file.checkpoint, publicKey)!
    const grown = { ...checkpoint, size: 2 }
    expect(failedStep({ ...file, checkpoint: file.checkpoint.replace('\n1\n', '\n2\n') }, alice.id)).toBe(
      'log',
    )
    const signed = checkpointNote(publicKey, grown, sign(checkpointText(publicKey, grown)))
    expect(failedStep({ ...file, checkpoint: signed }, alice.id)).toBe('statement')
    expect(failedStep({ ...file, publicKey: '1'.repeat(64) }, alice.id)).toBe('log')
  })

  test('bytes, amounts and places that are none', () => {
    const file = fileFor(customers, 0)
    for (const wrong of [
      { siblings: '%' },
      { siblings: '' },
      { amounts: ['-1', '40'] },
      { amounts: ['01', '40'] },
      { amounts: [`${MAX_SUM + 1n}`, '40'] },
      { index: -1 },
      { index: 8 },
      { index: 0.5 },
    ])
      expect(failedStep(withLeaf(file, wrong), alice.id)).toBe('tree')
    expect(failedStep({ ...file, salt: 'x' }, alice.id)).toBe('tree')
    // A byte more here and a digit less there would make the same commitment of two customers.
    const [shorter, longer] = ['10000', '110000']
    const salt = new Uint8Array(32).fill(7)
    const lengthened = Uint8Array.of(...salt, '1'.charCodeAt(0))
    expect(commitmentOf(shorter, 0, lengthened)).toEqual(commitmentOf(longer, 0, salt))
    const shared = fileFor([{ ...alice, id: longer }, carol], 0)
    const stolen = { ...shared, customer: shorter, salt: `${shared.salt}31` }
    expect(failedStep(stolen, shorter)).toBe('tree')
  })
})

test('what a neighbour gets of a customer is one part, and nothing that the id can be computed from', () => {
  const seen = JSON.stringify(fileFor(customers, 1))
  for (const { id } of [alice, carol]) expect(seen).not.toContain(id)
  const salted = (salt: number) => commitmentOf(alice.id, 0, new Uint8Array(32).fill(salt))
  expect(salted(1)).not.toEqual(salted(2))
})

/** Sums as bytes, without a look at their range. */
function raw(sums: readonly bigint[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * sums.length))
  for (const [n, sum] of sums.entries()) view.setBigInt64(8 * n, sum)
  return new Uint8Array(view.buffer)
}

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { rowsOver } from '#domain/liabilities/liabilities-testing.ts'
import { commitmentOf, isSameNode, leafOf, PARTS, rootBy } from '#domain/liabilities/rules.ts'
import { saltsOf } from './salts.ts'
import { buildTree, findLeaf, heightOf, keyOf, type Owed, type Tree } from './tree.ts'

const KEY = new Uint8Array(32).fill(3)
const salts = saltsOf(KEY)

/** Customers with amounts that differ in every currency, zeros and the largest among them. */
function owedTo(count: number, currencies: number): Owed {
  const amounts = Array.from({ length: count * currencies }, (_, n) =>
    n % 5 === 0 ? 0n : BigInt(n) ** 4n + BigInt(n),
  )
  return {
    customers: Array.from({ length: count }, (_, n) => 10_000 + 7 * n),
    currencies,
    amounts: BigInt64Array.from(amounts),
  }
}

const partsOf = (tree: Tree, customer: number, currencies: number) =>
  salts.of(customer).commitments.map((commitment, part) => {
    const nodes = tree.tiles.map(({ node }) => node)
    const tile = tree.tiles.findLast(({ firstKey }) => firstKey <= keyOf(commitment))!
    return findLeaf(tile, nodes, { customer, part }, salts, currencies)
  })

test.each([
  [0, 3],
  [1, 1],
  [3, 0],
  [5, 2],
  [200, 9],
  [700, 3],
])('the tree of %i customers in %i currencies is that of the rules', async (count, currencies) => {
  const owed = owedTo(count, currencies)
  const tree = await buildTree(owed, KEY)
  const leaves = owed.customers.flatMap((customer, n) => {
    const { commitments, split } = salts.of(customer)
    const own = [...owed.amounts.subarray(n * currencies, (n + 1) * currencies)]
    const first = own.map((amount, place) => (amount * split(place)) >> 32n)
    const parts = [first, own.map((amount, place) => amount - first[place]!)]
    return commitments.map((commitment, part) => ({ commitment, sums: parts[part]! }))
  })
  for (let leaf = leaves.length; leaf < 2 ** tree.height; leaf++)
    leaves.push({ commitment: salts.padding(leaf), sums: Array<bigint>(currencies).fill(0n) })
  leaves.sort((one, other) => Buffer.compare(one.commitment, other.commitment))
  const root = rowsOver(leaves.map(({ commitment, sums }) => leafOf(commitment, sums))).at(-1)![0]!
  expect(isSameNode(tree.root, root)).toBe(true)
  expect(tree.height).toBe(heightOf(count))
})

test('every customer is found, and their parts add up to what they are owed', async () => {
  const currencies = 9
  const owed = owedTo(300, currencies)
  const tree = await buildTree(owed, KEY)
  for (const [n, customer] of owed.customers.entries()) {
    const parts = partsOf(tree, customer, currencies)
    for (const [part, leaf] of parts.entries()) {
      const commitment = commitmentOf(String(customer), part, salts.of(customer).salt)
      const root = rootBy(leafOf(commitment, leaf!.amounts), leaf!, tree.height)
      expect(isSameNode(root, tree.root)).toBe(true)
    }
    const sums = parts[0]!.amounts.map((amount, place) => amount + parts[1]!.amounts[place]!)
    expect(sums).toEqual([...owed.amounts.subarray(n * currencies, (n + 1) * currencies)])
  }
  expect(partsOf(tree, 10_001, currencies)).toEqual([undefined, undefined])
})

test('amounts below zero, and more than there can be, are refused', async () => {
  const owed = (...amounts: bigint[]): Owed => ({
    ...{ customers: amounts.map((_, n) => 10_000 + n), currencies: 1 },
    amounts: BigInt64Array.from(amounts),
  })
  await expect(buildTree(owed(5n, -1n), KEY)).rejects.toThrow('below zero')
  await expect(buildTree(owed(2n ** 63n - 1n, 1n), KEY)).rejects.toThrow('2^63 - 1')
  expect((await buildTree(owed(2n ** 63n - 2n, 1n), KEY)).root.sums).toEqual([2n ** 63n - 1n])
})

test('leaves stand in another order in each tree, whoever registered first', async () => {
  const owed = owedTo(40, 1)
  const places = async (key: Uint8Array) => {
    const { tiles } = await buildTree(owed, key)
    return owed.customers.map((customer) => {
      const own = saltsOf(key)
      const nodes = tiles.map(({ node }) => node)
      return findLeaf(tiles[0]!, nodes, { customer, part: 0 }, own, 1)!.index
    })
  }
  const [one, other] = [await places(KEY), await places(new Uint8Array(32).fill(4))]
  expect(one).not.toEqual(other)
  expect(one).not.toEqual(one.toSorted((a, b) => a - b))
  expect(new Set(one).size).toBe(40)
})

test('what stands for customers is the same in any order, whatever the length of their numbers', () => {
  const mac = (text: string) => createHmac('sha512', KEY).update(text).digest()
  for (const customer of [10_000, 2 ** 39 - 1, 10_001, 123_456, 10_000]) {
    const { salt, split, commitments } = salts.of(customer)
    expect(salt).toEqual(mac(`customer ${customer}`).subarray(0, 32))
    const expected = [0, 1].map((part) => Buffer.from(commitmentOf(String(customer), part, salt)))
    expect(commitments).toEqual(expected)
    expect(split(9)).toBe(BigInt(mac(`split ${customer} 1`).readUInt32BE(4)))
    expect(salts.padding(customer)).toEqual(mac(`padding ${customer}`).subarray(0, 32))
  }
})

test('salts are an HMAC of the customer, and divide amounts anew for every currency', () => {
  const mac = createHmac('sha512', KEY).update('customer 10007').digest()
  const { salt, split, commitments } = salts.of(10_007)
  expect(salt).toEqual(mac.subarray(0, 32))
  expect(commitments).toHaveLength(PARTS)
  expect(Buffer.from(commitmentOf('10007', 1, salt))).toEqual(commitments[1])
  const shares = Array.from({ length: 20 }, (_, place) => split(place))
  expect(new Set(shares).size).toBe(20)
  expect(shares.every((share) => share >= 0n && share < 2n ** 32n)).toBe(true)
  // Asked in any order.
  expect([split(0), split(19), split(3)]).toEqual([shares[0], shares[19], shares[3]])
})

test.each([1, 2, 3])('%i threads make the same tree as this one does', async (threads) => {
  const owed = owedTo(700, 3)
  const [here, there] = [await buildTree(owed, KEY, 0), await buildTree(owed, KEY, threads)]
  expect(there.root).toEqual(here.root)
  expect(there.height).toBe(here.height)
  const plain = ({ tiles }: Tree) =>
    tiles.map(({ node, leaves, ...tile }) => ({ ...tile, node: [...node], leaves: [...leaves] }))
  expect(plain(there)).toEqual(plain(here))
})

test('more threads than there is work for make it too', async () => {
  const owed = owedTo(1, 2)
  expect((await buildTree(owed, KEY, 4)).root).toEqual((await buildTree(owed, KEY, 0)).root)
})

test('what a thread refuses is refused', async () => {
  const owed = { customers: [10_000], currencies: 1, amounts: BigInt64Array.of(-1n) }
  await expect(buildTree(owed, KEY, 2)).rejects.toThrow('below zero')
})

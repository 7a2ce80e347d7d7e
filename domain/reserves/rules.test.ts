import { expect, test } from 'vitest'
import { chainNames, chains, lookedAtChains } from '../chain/chains.ts'
import { proposeColdAddress } from './console.ts'
import { type Counted, compare, coverageOf, readOwnAddress } from './rules.ts'

const nothing: Counted = {
  ...{ onDeposit: 0n, onPayer: 0n, onCold: 0n },
  ...{ arrived: 0n, byHand: 0n, funded: 0n, paid: 0n, fees: 0n, underWay: 0n },
}

test('what should be there is what came less what left and what the chain charged, and lies wherever it lies', () => {
  const came = { arrived: 100n, byHand: 20n, funded: 7n, paid: 30n, fees: 2n }
  for (const places of [
    { onDeposit: 95n, onPayer: 0n, onCold: 0n },
    { onDeposit: 1n, onPayer: 2n, onCold: 92n },
  ])
    expect(compare({ ...nothing, ...came, ...places })).toEqual({
      ...{ expected: 95n, found: 95n, difference: 0n, missing: 0n },
      result: 'equal',
    })
})

test.each([
  // found, under way → result, missing
  [95n, 0n, 'equal', 0n],
  [96n, 0n, 'more', 0n],
  [94n, 0n, 'missing', 1n],
  [95n, 10n, 'equal', 0n],
  [94n, 10n, 'under-way', 0n],
  [85n, 10n, 'under-way', 0n],
  [84n, 10n, 'missing', 1n],
  [0n, 10n, 'missing', 85n],
] as const)('of 95, %d found and %d under way is %s: %d missing', (found, underWay, result, missing) => {
  const compared = compare({ ...nothing, arrived: 95n, onDeposit: found, underWay })
  expect(compared).toMatchObject({ result, missing, difference: found - 95n })
})

test('what is missing and what explains it are never more than the difference together', () => {
  for (let found = -3n; found <= 12n; found++)
    for (let underWay = 0n; underWay <= 12n; underWay++) {
      const { missing, difference } = compare({ ...nothing, arrived: 9n, onCold: found, underWay })
      expect(missing >= 0n && missing <= (difference < 0n ? -difference : 0n)).toBe(true)
      expect(missing === 0n || missing + underWay === -difference).toBe(true)
    }
})

test('the coverage of a currency is of all its chains, rounded down, and what no chain has is elsewhere', () => {
  const [usdt, tron] = [chains.Ethereum.assets[1]!, chains.Tron.assets[0]!]
  const lines = [
    // 6 decimals on the chain, 7 in the ledger.
    { asset: usdt, counted: { ...nothing, arrived: 50n, onDeposit: 50n }, booked: 500n },
    { asset: tron, counted: undefined, booked: 0n },
  ]
  expect(coverageOf(lines, { recorded: 900n, owed: 700n, decimals: 7 })).toEqual({
    ...{ found: 500n, elsewhere: 400n, coverageBps: 7142n },
  })
  expect(coverageOf(lines, { recorded: 900n, owed: 0n, decimals: 7 }).coverageBps).toBeUndefined()
  expect(coverageOf([], { recorded: 900n, owed: 700n, decimals: 7 })).toEqual({
    ...{ found: undefined, elsewhere: 900n, coverageBps: undefined },
  })
})

test('what is below the ledger’s unit is in no sum of a currency', () => {
  const lines = [
    { asset: chains.Ethereum.assets[0]!, counted: { ...nothing, onCold: 199_999_999n }, booked: 0n },
  ]
  expect(coverageOf(lines, { recorded: 0n, owed: 1n, decimals: 10 }).found).toBe(1n)
})

test('an address is read as its chain writes it on the network that is watched, and no other', () => {
  const [main, regtest] = ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', undefined]
  expect(readOwnAddress(chains.Litecoin, 'main', main)).toBe(main)
  expect(readOwnAddress(chains.Litecoin, 'regtest', main)).toBe(regtest)
  const small = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
  const checked = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(readOwnAddress(chains.Ethereum, 'regtest', ` ${small} `)).toBe(checked)
  expect(readOwnAddress(chains.Ethereum, 'main', checked.replace('5aA', '5AA'))).toBeUndefined()
  expect(readOwnAddress(chains.Tron, 'main', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  )
  expect(readOwnAddress(chains.Bitcoin, 'main', small)).toBeUndefined()
})

test('a cold address is proposed on a chain that is looked at, and not on Tron, where it would never be', () => {
  const { chain } = proposeColdAddress.input.shape
  const taken = chainNames.filter((name) => chain.safeParse(name).success)
  expect(taken).toEqual(['Bitcoin', 'Litecoin', 'Ethereum'])
  expect(taken).toEqual([...lookedAtChains])
})

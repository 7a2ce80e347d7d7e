import { expect, test } from 'vitest'
import { type RankedExit, rankExits } from './rules.ts'

const exit = (id: bigint, change: Partial<RankedExit> = {}): RankedExit => ({
  ...{ id, pays: 1_000n, costs: 0n, paidAtMs: null, givesUp: false },
  ...change,
})
const order = (exits: RankedExit[], needed: bigint) => rankExits(exits, needed).map(({ id }) => id)

test('what pays enough comes first, and of that what costs least', () => {
  const exits = [
    exit(1n, { pays: 499n }),
    exit(2n, { costs: 10n }),
    exit(3n, { costs: 2n }),
    exit(4n, { pays: 500n, costs: 3n }),
  ]
  expect(order(exits, 500n)).toEqual([3n, 4n, 2n, 1n])
  expect(order(exits, 0n)).toEqual([1n, 3n, 4n, 2n])
  expect(order(exits, 5_000n)).toEqual([1n, 3n, 4n, 2n])
})

test('of equal cost, what gives nothing up, is paid at once, ends less and is older comes first', () => {
  const exits = [
    exit(1n, { givesUp: true }),
    exit(2n, { paidAtMs: 5 }),
    exit(3n, { pays: 2_000n }),
    exit(5n),
    exit(4n),
  ]
  expect(order(exits, 0n)).toEqual([4n, 5n, 3n, 2n, 1n])
  expect(order(exits.toReversed(), 0n)).toEqual([4n, 5n, 3n, 2n, 1n])
})

test('a boost that is given up counts among what it costs', () => {
  const exits = [exit(1n, { costs: 10n, boost: 3n }), exit(2n, { costs: 12n }), exit(3n, { costs: 14n })]
  expect(order(exits, 0n)).toEqual([2n, 1n, 3n])
})

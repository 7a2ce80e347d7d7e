import { expect, test } from 'vitest'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { PositionId } from '#domain/ids.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { availableOf } from '#server/products/contract/accounts.ts'
import { createRandom } from '#server/sim/random.ts'
import { openOne, setBalance, walletOf } from '#server/testing/contract.ts'
import { cancelAs, contracts, copiesForFile, database, followerOf, lead } from '#server/testing/copy.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { activePositions, closePosition } from '../contract/service.ts'
import { readOwed } from '../liabilities/owed.ts'
import { reservedShares } from './accounts.ts'
import { copy } from './product.ts'
import { findRelation } from './relation-store.ts'
import { copyPage, detach, payShares, relationPage } from './service.ts'
import { amount } from './views.ts'

/** The lead’s share of each profit is paid or set aside, whatever its follower does with their money. */

copiesForFile()

type Follower = Awaited<ReturnType<typeof followerOf>>
const openOf = (customer: Follower['customer']) => activePositions(database.db, customer)
const relationOf = async ({ customer, relation }: Follower) =>
  (await findRelation(database.db, customer, relation))!

/** Takes what a follower has available out of contracts, or puts it there. */
const setWallet = ({ customer }: Follower, amount: string) =>
  setBalance(database.db, availableOf(customer), amount)

/** Closes one of the lead's positions, unless it was liquidated meanwhile. */
async function leadCloses({ id }: { readonly id: PositionId }): Promise<void> {
  const isOpen = (await openOf(lead.customer)).some((each) => each.id === id)
  if (isOpen) await closePosition(contracts, { customer: lead.customer }, id, undefined)
}

let uncovered = 0
function expectRefused({ code }: { code?: string }): void {
  expect(['COPY_SHARE_NOT_COVERED', 'POSITION_NOT_COPIED']).toContain(code)
  if (code === 'COPY_SHARE_NOT_COVERED') uncovered++
}

const DRAFT = { number: '500', amount: '50000' } as const

test('who has emptied their wallet cannot take out or keep a copy that has gained: its share comes first', async () => {
  const alice = await followerOf(contracts, lead, DRAFT)
  await openOne(contracts, lead.customer)
  await contracts.tick('20500')
  await setWallet(alice, '0')
  const [copy] = await openOf(alice.customer)
  const refused = { code: 'COPY_SHARE_NOT_COVERED', params: { currency: 'USDT' } }
  await expect(detach(contracts, { customer: alice.customer }, copy!.id)).rejects.toMatchObject(refused)
  await expect(cancelAs(contracts, alice, 'keep')).rejects.toMatchObject(refused)
  expect(await relationOf(alice)).toMatchObject({ status: 'active', sharePaid: 0n, reserved: 0n })
  // With the share at hand, it goes; the whole of it is paid.
  const { params } = await cancelAs(contracts, alice, 'keep').catch((error) => error)
  await setWallet(alice, params.amount)
  await cancelAs(contracts, alice, 'keep')
  const { profit, sharePaid } = await relationOf(alice)
  expect(sharePaid).toBe(profit / 10n)
  expect((await walletOf(contracts, alice.customer)).available).toBe(0n)
})

test('who has emptied their wallet can always stop by closing: the share is of what that brings', async () => {
  const alice = await followerOf(contracts, lead, DRAFT)
  await openOne(contracts, lead.customer)
  await contracts.tick('20500')
  await setWallet(alice, '0')
  await cancelAs(contracts, alice, 'close')
  const { profit, sharePaid } = await relationOf(alice)
  expect(profit).toBeGreaterThan(0n)
  expect(sharePaid).toBe(profit / 10n)
})

test.each(['close', 'keep'] as const)(
  'what stopping to %s would pay is shown before, with what is open, and is what it pays',
  async (mode) => {
    const alice = await followerOf(contracts, lead, DRAFT)
    await openOne(contracts, lead.customer)
    await contracts.tick('20500', { spread: 40 })
    const { customer, relation: relationId } = alice
    const [shown] = (await relationPage(contracts, customer, { relationId, page: 1, limit: 1 })).items
    const [copy] = (await copyPage(contracts, customer, { relationId, page: 1, limit: 1 })).items
    expect(copy!.shareIfTakenOut).toBe(shown!.shareIfKept)
    await cancelAs(contracts, alice, mode)
    const { sharePaid } = await relationOf(alice)
    expect(sharePaid).toBeGreaterThan(0n)
    expect(shown).toMatchObject({
      shareReserved: '0.0000000',
      [mode === 'close' ? 'shareIfClosed' : 'shareIfKept']: amount(sharePaid),
    })
  },
)

test('what is set aside of a profit is still owed to its follower, and published so', async () => {
  const alice = await followerOf(contracts, lead, DRAFT)
  const copied = await openOne(contracts, lead.customer)
  await contracts.tick('20500')
  await leadCloses(copied)
  const { reserved } = await relationOf(alice)
  expect(reserved).toBeGreaterThan(0n)
  const setAside = [copy.setAside!]
  const { owed, own, all } = await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      owed: await readOwed(tx, setAside),
      own: (await balanceOf(tx, availableOf(alice.customer))) + reserved,
      all: await readOwed(tx, []),
    }))
  const place = owed.listed.findIndex(({ code }) => code === MARGIN_CURRENCY)
  const { customers, currencies, amounts } = owed
  expect(amounts[customers.indexOf(Number(alice.customer)) * currencies + place]).toBe(own)
  expect(owed.sums[place]).toBe(all.sums[place]! + (await balanceOf(database.db, reservedShares())))
  expect([...amounts].reduce((sum, each) => sum + each)).toBe(owed.sums.reduce((sum, each) => sum + each))
})

// Last, since its months go by for the tape of the whole file.
test(
  'paid and set aside together are the share of the highest result that there was, whatever happens',
  async () => {
    const random = createRandom(7)
    for (let round = 0; round < 5; round++) {
      const alice = await followerOf(contracts, lead, DRAFT)
      const led: Awaited<ReturnType<typeof openOne>>[] = []
      let [steps, highest, payments] = [0, 0n, 0n]
      const check = async () => {
        const { profit, sharePaid, reserved } = await relationOf(alice)
        const owed = ((profit > highest ? profit : highest) * 1_000n) / 10_000n
        // Each payment rounds to the follower, by a unit at most.
        const difference = owed - sharePaid - reserved
        expect(
          difference >= -payments && difference <= payments + 1n,
          `round ${round}, step ${steps}: ${difference}`,
        ).toBe(true)
        expect((await walletOf(contracts, alice.customer)).available).toBeGreaterThanOrEqual(0n)
      }
      const does = [
        async () => {
          if (led.length >= 3) return
          // Of an empty wallet's 5 % nothing is copied.
          await setWallet(alice, '50000')
          await contracts.tick(String(20_000 + random.below(200) - 100))
          led.push(await openOne(contracts, lead.customer, { lots: '0.10' }))
        },
        async () => {
          const [position] = led.splice(random.below(led.length || 1), 1)
          if (position) await leadCloses(position)
        },
        async () => void (await contracts.tick(String(20_000 + random.below(800) - 400))),
        () => setWallet(alice, random.one(['0', '1', '1000', '50000'])),
        async () => {
          const copies = (await openOf(alice.customer)).filter(({ status }) => status === 'open')
          if (copies.length === 0) return
          if (!random.chance(4)) await setWallet(alice, '0')
          await detach(contracts, { customer: alice.customer }, random.one(copies).id).catch(expectRefused)
        },
        async () => {
          const { nextShareAtMs, profit } = await relationOf(alice)
          contracts.clock.advance(nextShareAtMs - contracts.clock.nowMs())
          await contracts.tick(String(20_000 + random.below(800) - 400))
          const before = await relationOf(alice)
          await payShares(contracts)
          const { highWaterMark } = await relationOf(alice)
          // What was open and had lost counted against it: the mark says how high the payment went.
          expect(highWaterMark <= (before.profit > highest ? before.profit : highest), `${profit}`).toBe(true)
          if (highWaterMark > highest) highest = highWaterMark
          payments++
        },
      ]
      for (; steps < 40; steps++) {
        await random.one(does)()
        await check()
      }
      await contracts.tick('20000')
      await cancelAs(contracts, alice, 'keep').catch(expectRefused)
      await cancelAs(contracts, alice, 'close')
      payments++
      await check()
      expect(await relationOf(alice)).toMatchObject({ status: 'ended', reserved: 0n })
      for (const position of led) await leadCloses(position)
    }
    expect(uncovered).toBeGreaterThan(0)
  },
  LONG.timeout,
)

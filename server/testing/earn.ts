import { sql } from 'kysely'
import { expect } from 'vitest'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { type AccountId, accountId, outsideAccount, platformAccount } from '#server/core/ledger/accounts.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import { balanceOf, post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { settleDue } from '#server/products/earn/jobs.ts'
import {
  auditEarn,
  coverage,
  createProduct,
  isCovered,
  type ProductDraft,
  setProductStatus,
} from '#server/products/earn/products.ts'
import { quoteRedemption, redeem, subscribe } from '#server/products/earn/service.ts'
import { listAccruals, type SubscriptionRow } from '#server/products/earn/store.ts'
import { auditPayments } from '#server/products/earn/testing.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { openTestDatabase } from './database.ts'
import { meet } from './waiting.ts'

export const START_MS = Date.parse('2024-02-27T08:00:00Z')
/** The first one after the start: days are counted from it. */
export const FIRST_MIDNIGHT = Date.parse('2024-02-28T00:00:00Z')

/** An amount of USDT in units. */
export const usdt = (text: string) => units(parseDecimal(text, 7)!)

/** Seven days at 0.1 % a day, 1 % penalty: 100 USDT earn 0.1 a day and are even after ten. */
export const sevenDays: ProductDraft = {
  kind: 'locked',
  currency: 'USDT',
  rewardCurrency: 'USDT',
  termDays: 7,
  noticeHours: 0,
  dailyRate: parseRate('0.001')!,
  penaltyRate: parseRate('0.01')!,
  minimum: usdt('10'),
  maximum: usdt('50000'),
  cap: usdt('100000'),
  tag: null,
}

/** Opens seven days of savings beside other products, with an interest fund of 100,000 USDT. Returns: the product's id. */
export const openSevenDays = (db: Db, nowMs: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const fund = platformAccount(earnAccounts.interest, 'USDT')
    await fundFromOutside(
      tx,
      [{ account: fund, currency: 'USDT', amount: '100000' }],
      'treasury-funding',
      nowMs,
    )
    const { id } = await createProduct(tx, sevenDays, nowMs)
    await setProductStatus(tx, id, 'open', nowMs)
    return String(id)
  })

/** Term products on a database, asked directly, with 100,000 USDT in the interest fund. */
export async function openTermProducts(draft: ProductDraft = sevenDays) {
  const database = await openTestDatabase()
  const { db } = database
  let nextCustomer = 10_000n

  const inTx = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)
  const pay = (credit: AccountId, amount: Units, currency = 'USDT') => {
    const rest = { amount, reason: 'treasury-funding', reference: 1n } as const
    return inTx((tx) => post(tx, [{ debit: outsideAccount(currency), credit, ...rest }], START_MS))
  }
  const fundOf = (name: 'interest' | 'reserve' | 'penalties') => platformAccount(earnAccounts[name], 'USDT')
  await pay(fundOf('interest'), usdt('100000'))

  const redeemNow = ({ customer_id: customer, id }: SubscriptionRow, nowMs: number, quoteId?: bigint) =>
    inTx((tx) => redeem(tx, { customer, id, quoteId }, nowMs))

  return {
    database,
    inTx,
    close: () => database.close(),
    settle: (nowMs: number) => settleDue(db, nowMs),
    async customerWith(amount: string): Promise<CustomerId> {
      const customer = customerId(nextCustomer++)
      await pay(accountId(customer, wallets.funding, 'available', 'USDT'), usdt(amount))
      return customer
    },
    /** Money of any currency: a customer's in funding, and the platform's in the interest fund. */
    give: (customer: CustomerId, currency: string, amount: string) =>
      pay(
        accountId(customer, wallets.funding, 'available', currency),
        readAmount(amount, currency),
        currency,
      ),
    fill: (currency: string, amount: string) =>
      pay(platformAccount(earnAccounts.interest, currency), readAmount(amount, currency), currency),
    /** What a customer, or the platform, has in a currency, with all its decimals. */
    fundingIn: async (customer: CustomerId, currency: string) =>
      formatAmount(
        await balanceOf(db, accountId(customer, wallets.funding, 'available', currency)),
        currency,
      ),
    platformIn: async (name: Parameters<typeof fundOf>[0], currency: string) =>
      formatAmount(await balanceOf(db, platformAccount(earnAccounts[name], currency)), currency),
    openProduct: (change: Partial<ProductDraft> = {}): Promise<bigint> =>
      inTx(async (tx) => {
        const { id } = await createProduct(tx, { ...draft, ...change }, START_MS)
        await setProductStatus(tx, id, 'open', START_MS)
        return id
      }),
    setStatus: (productId: bigint, status: 'open' | 'closed') =>
      inTx((tx) => setProductStatus(tx, productId, status, START_MS)),
    place: (customer: CustomerId, productId: bigint, amount: string, nowMs = START_MS) =>
      inTx((tx) => subscribe(tx, { customer, productId, amount, termsVersion: undefined }, nowMs)),
    redeemNow,
    /**
     * Has a subscription redeemed a moment before its end, while it is paid out or just before it would be: whoever is
     * first has its row, and waits for the product's. Returns: how the redemption ended.
     */
    async redeemAtMaturity(subscription: SubscriptionRow, first: 'maturity' | 'redemption') {
      const { product_id, ends_at } = subscription
      // All days but the last are credited, so that the redemption needs nothing that other deposits need.
      await settleDue(db, ends_at - 1)
      const lock = (tx: Tx) => sql`select from earn_product where id = ${product_id} for update`.execute(tx)
      const mature = () => settleDue(db, ends_at)
      const redemption = async () => {
        await redeemNow(subscription, ends_at - 1)
      }
      if (first === 'maturity') return (await meet(db, { lock, parties: [mature, redemption] }))[1]!
      const [redeemed] = await meet(db, { lock, parties: [redemption], meanwhile: mature })
      await mature()
      return redeemed!
    },
    quote: ({ customer_id: customer, id }: SubscriptionRow, nowMs: number) =>
      inTx((tx) => quoteRedemption(tx, { customer, id }, nowMs)),
    funding: (customer: CustomerId) =>
      balanceOf(db, accountId(customer, wallets.funding, 'available', 'USDT')),
    inProducts: (customer: CustomerId) =>
      balanceOf(db, accountId(customer, earnAccounts.earn, 'available', 'USDT')),
    platform: (name: Parameters<typeof fundOf>[0]) => balanceOf(db, fundOf(name)),
    subscriptionNow: ({ id }: SubscriptionRow) =>
      db.selectFrom('earn_subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    daysOf: async ({ id }: SubscriptionRow) => (await listAccruals(db, id)).map(({ day }) => day),

    /** What must hold after every step. */
    async expectConsistent(): Promise<void> {
      expect((await coverage(db)).filter((line) => !isCovered(line))).toEqual([])
      expect(await auditEarn(db)).toEqual([])
      expect(await auditPayments(db)).toEqual([])
      expect(isConsistent(await auditLedger(db))).toBe(true)
    },
  }
}

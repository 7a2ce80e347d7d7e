import { sql } from 'kysely'
import * as calls from '#domain/earn/contract.ts'
import { kindRules } from '#domain/earn/kinds.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { assert } from '#domain/errors.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Db } from '#server/platform/db/database.ts'
import { assertExpected, factsOf, type Player, perform } from '#server/sim/player.ts'
import type { Asker, Customer, Input, ProductTesting } from '#server/testing/product-testing.ts'

/** The open product in USDT with the shortest term. */
const shortestOf = ({ products }: OutputOf<typeof calls.earnProducts>): string =>
  products
    .filter(({ currency, availability }) => currency === 'USDT' && availability === 'open')
    .toSorted((one, other) => one.termDays - other.termDays)[0]!.id

const subscriptionOf =
  (amount: string) =>
  async (somebody: Asker): Promise<Input> => ({
    productId: shortestOf(await somebody.ask(calls.earnProducts)),
    amount,
  })

const subscribe = async (customer: Customer, amount: string): Promise<string> =>
  (await customer.ask(calls.subscribe, await subscriptionOf(amount)(customer))).id

async function randomSubscription({ exchange, random }: Player): Promise<Input> {
  const products = await exchange.real
    .selectFrom('earn_product')
    .select(['id', 'currency'])
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  const { id, currency } = random.one(products)
  const amount = currency === 'USDT' ? `${10 + random.below(400)}` : `0.0${1 + random.below(9)}`
  return { productId: id, amount }
}

async function redeemOne(player: Player): Promise<string> {
  const { exchange, random } = player
  const subscriptions = await exchange.real
    .selectFrom('earn_subscription')
    .select(['id', 'customer_id'])
    .orderBy('id')
    .execute()
  if (subscriptions.length === 0) return 'nothing subscribed'
  const { id, customer_id: customer } = random.one(subscriptions.slice(-40))
  if (random.chance(3)) return perform(player, customer, calls.redeem, { id })
  const quote = await exchange.call(customer, calls.quoteRedemption, { id })
  if (!quote.ok) return factsOf(quote)
  const { quoteId, refund } = quote.data as { quoteId: string; refund: string }
  if (random.chance(4)) await exchange.advance(6_000 + random.below(8_000), false)
  const answer = await exchange.call(customer, calls.redeem, { id, quoteId })
  assertExpected(calls.redeem, answer)
  if (answer.ok) {
    const { result, noticeAtMs } = answer.data as calls.SubscriptionView
    if (noticeAtMs !== null) return factsOf(answer)
    assert(result?.refund === refund, `redeemed at ${result?.refund}, quoted at ${refund}`)
  }
  return factsOf(answer)
}

/**
 * What a subscription paid is what it says: while it runs, the interest that is paid daily; once ended, principal
 * and stated interest, less the penalty, and early redemption never gains.
 */
export async function auditPayments(db: Db): Promise<string[]> {
  const reasons = Object.values(kindRules).map((kind) => kind.reasons)
  const paidBy = [
    ...new Set(reasons.flatMap(({ matured, redeemed, interest }) => [matured, redeemed, interest])),
  ]
  const { rows } = await sql<{ id: bigint; what: string }>`
    select o.id, concat(o.status, ': paid ', p.paid, ', stated ', s.stated) as what
    from earn_subscription o
    left join (
      select reference, sum(case when reason = 'earn-penalty' then -amount else amount end) as total
      from transfer where reason = 'earn-penalty' or reason = any (${paidBy}::text[]) group by reference
    ) t on t.reference = o.id
    cross join lateral (select coalesce(t.total, 0) as paid) p
    -- Of two coins, the units of both.
    cross join lateral (select coalesce(o.refund, 0) + o.paid_daily
      + case o.kind when 'mining' then coalesce(o.interest_paid, 0) else 0 end as stated) s
    where p.paid <> s.stated
      or (o.status = 'matured' and p.paid <> o.principal + o.interest_per_day * o.days_covered)
      or (o.status = 'redeemed' and p.paid > o.principal)`.execute(db)
  return rows.map((row) => `subscription ${row.id} paid what it stated: ${row.what}`)
}

const usdt = (amount: unknown) => readAmount(String(amount), 'USDT')

export const earnTesting: ProductTesting = {
  fields: {
    ...{ productId: '1', termDays: '30', dailyRate: '0.0001', penaltyRate: '0.01' },
    ...{ minimum: '100', maximum: '5000', cap: '1000000', noticeHours: '0' },
  },
  calls: [
    { call: calls.earnSubscription, things: { id: 'subscription' } },
    { call: calls.quoteRedemption, things: { id: 'subscription' } },
    { call: calls.redeem, things: { id: 'subscription', quoteId: 'quote' } },
  ],
  matrix: {
    async doOneOfEach(customer) {
      const subscription = await subscribe(customer, '20')
      const { quoteId } = await customer.ask(calls.quoteRedemption, { id: subscription })
      return { subscription, quote: quoteId }
    },
    effects: [
      { call: calls.subscribe, isGuarded: false, prepare: subscriptionOf('10') },
      {
        call: calls.redeem,
        isGuarded: true,
        prepare: async (customer) => ({ id: await subscribe(customer, '15') }),
      },
    ],
  },
  simulation: {
    calls: [{ name: 'subscribe', weight: 14, call: calls.subscribe, input: randomSubscription }],
    actions: [{ name: 'redeem', weight: 10, act: redeemOne }],
    hostile: [
      [calls.subscribe, 'amount', 'productId'],
      [calls.redeem, 'id'],
    ],
    audit: ({ db }) => auditPayments(db),
  },
  crash: {
    calls: [
      {
        call: calls.subscribe,
        weight: 5,
        async input(trader, random) {
          const offered = await trader.look(calls.earnProducts)
          return offered && { productId: shortestOf(offered), amount: String(10 + random.below(20)) }
        },
        listedIn: calls.earnSubscriptions,
        addsToFunding: ({ amount }) => -usdt(amount),
      },
      {
        call: calls.redeem,
        weight: 5,
        input(trader, random) {
          const made = trader.done(calls.subscribe)
          return made.length === 0 ? undefined : { id: random.one(made).id }
        },
        endsIn: { list: calls.earnSubscriptions, status: 'ended' },
        addsToFunding: (_, answer) => usdt((answer as calls.SubscriptionView).result!.refund),
      },
    ],
  },
}

import type { CustomerId } from '#domain/ids.ts'
import * as calls from '#domain/otc/contract.ts'
import { MAX_OPEN_OFFERS } from '#domain/otc/rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { accountOf, fundOf, PLATFORM_PARTY } from '#server/products/otc/accounts.ts'
import { otcJobs } from '#server/products/otc/jobs.ts'
import { createOtcPublisher } from '#server/products/otc/publish.ts'
import { reviewMerchant } from '#server/products/otc/service.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { addUsableCard, verifyAs } from './cards.ts'
import { openTestConsole, type Person } from './console.ts'
import { type ConvertFixture, openConvertFixture } from './convert.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from './payees.ts'
import { testPrivateData } from './products.ts'

/** Somebody verified, with a pay password and a card that they have had for long. */
export type Trader = TestCustomer & { readonly cardId: string }
type Answer = ReturnType<ConvertFixture['call']>

/** An app and a console with traders, merchants and two operators. */
export interface OtcFixture extends ConvertFixture {
  readonly console: ReturnType<typeof openTestConsole>
  /** With 10,000 USDT and 1 BTC in funding, or as told. */
  trader(options?: {
    tier?: 'basic' | 'advanced'
    name?: string
    usdt?: string
    hasBitcoin?: boolean
  }): Promise<Trader>
  /** The same, advanced and accepted as a merchant. */
  merchant(options?: { name?: string; usdt?: string; hasBitcoin?: boolean }): Promise<Trader>
  /** Publishes an offer: to sell 1,000 USDT for euros at 0.95, from 10 to 500 at once, or as told. */
  publish(merchant: Trader, change?: Record<string, string>): Answer
  /** The same, its id. */
  offer(merchant: Trader, change?: Record<string, string>): Promise<string>
  place(taker: Trader, offerId: string, amount: string, change?: Record<string, string>): Answer
  /** The same, its id. */
  order(taker: Trader, offerId: string, amount: string): Promise<string>
  pay(buyer: Trader, id: string, payerName?: string): Answer
  release(seller: Trader, id: string, change?: Record<string, string>): Answer
  cancel(buyer: Trader, id: string): Answer
  appeal(side: Trader, id: string, change?: Record<string, string>): Answer
  /** Two operators decide. */
  decide(id: string, outcome: 'released' | 'returned', reason?: string): Promise<string | undefined>
  post(who: Operators, path: string, fields: Record<string, string>): Answer
  get(who: Operators, path: string): Answer
  /** Runs what is due. */
  runJobs(): Promise<void>
  /** Of a funding wallet, in units. */
  balance(who: { id: CustomerId }, state: 'available' | 'held', currency?: string): Promise<bigint>
  fundBalance(state: 'available' | 'held', currency?: string): Promise<bigint>
}
type Operators = 'maker' | 'checker'

/** Opens it with 10,000 USDT of the platform's. */
export async function openOtcFixture(): Promise<OtcFixture> {
  const app = await openConvertFixture()
  const consoleApp = openTestConsole(app)
  const people: Record<Operators, Person> = {
    maker: await consoleApp.addOperator('finance', 'compliance'),
    checker: await consoleApp.addOperator('finance', 'compliance'),
  }
  await app.db
    .transaction()
    .execute((tx) =>
      fundFromOutside(
        tx,
        [{ account: fundOf('USDT'), currency: 'USDT', amount: '10000' }],
        'treasury-funding',
        app.clock.nowMs(),
      ),
    )
  const jobs = otcJobs(app.db, app.clock, createOtcPublisher())
  const sessions = { maker: { untilMs: 0, token: '' }, checker: { untilMs: 0, token: '' } }
  async function tokenOf(who: Operators): Promise<string> {
    const nowMs = app.clock.nowMs()
    // Days pass here, and a console's session does not last a day.
    if (!(sessions[who].untilMs > nowMs))
      sessions[who] = { untilMs: nowMs + 5 * MINUTE_MS, token: await consoleApp.tokenOf(people[who]) }
    return sessions[who].token
  }
  let cards = 0
  const published = new Map<CustomerId, string[]>()
  const idIn = async (answer: Answer): Promise<string> => {
    const { data, error } = await answer
    if (error !== undefined) throw new Error(`it is refused: ${error}`)
    return data.id as string
  }
  const fixture: OtcFixture = {
    ...app,
    console: consoleApp,
    async trader({ tier = 'basic', name = 'Ana Ferrer', usdt = '10000', hasBitcoin = true } = {}) {
      const customer = await addTestCustomer(app.db, app.clock, { tier })
      await app.give(customer.id, 'funding', 'USDT', usdt)
      if (hasBitcoin) await app.give(customer.id, 'funding', 'BTC', '1')
      await makeReadyToWithdraw(app.db, customer.id)
      await verifyAs(app.db, testPrivateData, customer.id, name)
      return { ...customer, cardId: await addUsableCard(app.db, testPrivateData, customer.id, ++cards) }
    },
    async merchant(options = {}) {
      const trader = await fixture.trader({ ...options, tier: 'advanced' })
      const asked = { name: `Merchant ${++cards}`, introduction: 'I answer within minutes' }
      const { error } = await app.call(calls.applyOtcMerchant, asked, trader.token)
      if (error !== undefined) throw new Error(`the application is refused: ${error}`)
      const decision = { customer: trader.id, action: 'accepted', operator: 1n, reason: 'seen' } as const
      await app.db.transaction().execute((tx) => reviewMerchant(tx, decision, app.clock.nowMs()))
      return trader
    },
    publish: ({ token }, change = {}) =>
      app.call(
        calls.publishOtcOffer,
        {
          ...{ side: 'sell', currency: 'USDT', fiat: 'EUR', price: '0.95', payments: 'domestic' },
          ...{ minimum: '10', maximum: '500', total: '1000', ...change },
        },
        token,
      ),
    async offer(merchant, change) {
      const own = published.get(merchant.id) ?? []
      // A merchant has only so many at once: the oldest makes room, and its orders go on.
      const oldest = own.length >= MAX_OPEN_OFFERS ? own.shift() : undefined
      if (oldest !== undefined) await app.call(calls.closeOtcOffer, { id: oldest }, merchant.token)
      const id = await idIn(fixture.publish(merchant, change))
      published.set(merchant.id, [...own, id])
      return id
    },
    place: ({ token }, offerId, amount, change = {}) =>
      app.call(calls.placeOtcOrder, { offerId, amount, payment: 'domestic', ...change }, token),
    order: (taker, offerId, amount) => idIn(fixture.place(taker, offerId, amount, { cardId: taker.cardId })),
    pay: ({ token }, id, payerName = 'Ana Ferrer') => app.call(calls.payOtcOrder, { id, payerName }, token),
    release: ({ token }, id, change = {}) =>
      app.call(calls.releaseOtcOrder, { id, payPassword: PAY_PASSWORD, ...change }, token),
    cancel: ({ token }, id) => app.call(calls.cancelOtcOrder, { id }, token),
    appeal: ({ token }, id, change = {}) =>
      app.call(calls.appealOtcOrder, { id, reason: 'the other side does not answer', ...change }, token),
    async decide(id, outcome, reason = 'the bank’s record shows it') {
      const asked = { id, settled_as: outcome, reason: reason.replace('’', ' ') }
      const { data, error } = await fixture.post('maker', '/console/otc/settle', asked)
      if (error !== undefined) return error
      const approval = { id: data.proposal.id as string, reason: 'seen too' }
      return (await fixture.post('checker', '/console/proposal/approve', approval)).error
    },
    post: async (who, path, fields) => consoleApp.post(path, await tokenOf(who), fields),
    get: async (who, path) => consoleApp.get(path, await tokenOf(who)),
    async runJobs() {
      for (const job of jobs) await job.run()
    },
    balance: ({ id }, state, currency = 'USDT') => balanceOf(app.db, accountOf(id, state, currency)),
    fundBalance: (state, currency = 'USDT') => balanceOf(app.db, accountOf(PLATFORM_PARTY, state, currency)),
    async close() {
      await consoleApp.close()
      await app.close()
    },
  }
  return fixture
}

import * as calls from '#domain/sale/contract.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { fundOf } from '#server/products/sale/accounts.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { addUsableCard } from './cards.ts'
import { openTestConsole, type Person } from './console.ts'
import { type ConvertFixture, openConvertFixture } from './convert.ts'
import { addTestCustomer, type TestCustomer } from './customers.ts'
import { makeReadyToWithdraw, PAY_PASSWORD } from './payees.ts'
import { testPrivateData } from './products.ts'

type Who = 'maker' | 'checker' | 'support'

export type Seller = TestCustomer & { readonly cardId: string }

/** An app and a console with dollars to pay, two who pay them, one of support, and customers who sell. */
export interface SaleFixture extends ConvertFixture {
  readonly console: ReturnType<typeof openTestConsole>
  /** A customer with a coin, a pay password and a card that they have had for long. */
  seller(amount: string, options?: { currency?: string; tier?: 'basic' | 'advanced' }): Promise<Seller>
  /** By which number `addUsableCard` gives another customer the same card. */
  cardNumberOf(seller: Seller): number
  quote(seller: Seller, amount: string, currency?: string): Promise<string>
  /** Gives a customer an international card beside their own. */
  internationalCard(seller: Seller): Promise<string>
  submit(
    seller: Seller,
    quoteId: string,
    change?: Record<string, string>,
    key?: string,
  ): ReturnType<ConvertFixture['call']>
  /** Sells so much; the id of the sale. */
  sell(seller: Seller, amount: string, currency?: string): Promise<string>
  post(who: Who, path: string, fields: Record<string, string>): ReturnType<SaleFixture['console']['post']>
  /** What one of them, or somebody of support, reads. */
  get(who: Who, path: string, fields?: Record<string, string>): ReturnType<SaleFixture['console']['get']>
  /** What the others read of one who pays. */
  nameOf(who: Who): string
  /** Of a customer's funding wallet. */
  balance(seller: Seller, state: 'available' | 'held', currency?: string): Promise<bigint>
}

/** Opens it with 1,000,000 US dollars. */
export async function openSaleFixture(): Promise<SaleFixture> {
  const app = await openConvertFixture()
  const consoleApp = openTestConsole(app)
  const people: Record<Who, Person> = {
    maker: await consoleApp.addOperator('finance'),
    checker: await consoleApp.addOperator('finance'),
    support: await consoleApp.addOperator('support'),
  }
  const dollars = { account: fundOf('USD'), currency: 'USD', amount: '1000000' }
  await app.db
    .transaction()
    .execute((tx) => fundFromOutside(tx, [dollars], 'treasury-funding', app.clock.nowMs()))
  let cards = 0
  const numbers = new Map<string, number>()
  const sessions: Record<Who, { untilMs: number; token: Promise<string> }> = {
    maker: { untilMs: 0, token: Promise.resolve('') },
    checker: { untilMs: 0, token: Promise.resolve('') },
    support: { untilMs: 0, token: Promise.resolve('') },
  }
  const tokenOf = (who: Who): Promise<string> => {
    const nowMs = app.clock.nowMs()
    // Days pass here, and a console's session does not last a day.
    if (!(sessions[who].untilMs > nowMs))
      sessions[who] = { untilMs: nowMs + 5 * MINUTE_MS, token: consoleApp.tokenOf(people[who]) }
    return sessions[who].token
  }
  const fixture: SaleFixture = {
    ...app,
    console: consoleApp,
    async seller(amount, { currency = 'USDT', tier = 'basic' } = {}) {
      const customer = await addTestCustomer(app.db, app.clock, { tier })
      await app.give(customer.id, 'funding', currency, amount)
      await makeReadyToWithdraw(app.db, customer.id)
      const n = ++cards
      const cardId = await addUsableCard(app.db, testPrivateData, customer.id, n)
      numbers.set(cardId, n)
      return { ...customer, cardId }
    },
    cardNumberOf: ({ cardId }) => numbers.get(cardId)!,
    internationalCard: ({ id }) => addUsableCard(app.db, testPrivateData, id, 500 + ++cards, 'international'),
    async quote({ token, cardId }, amount, currency = 'USDT') {
      const { data, error } = await app.call(calls.quoteSale, { currency, amount, cardId }, token)
      if (error !== undefined) throw new Error(`the quote is refused: ${error}`)
      return data.quoteId as string
    },
    submit: ({ token }, quoteId, change = {}, key) =>
      app.call(
        calls.submitSale,
        { quoteId, payPassword: PAY_PASSWORD, ...change },
        token,
        key ? { key } : {},
      ),
    async sell(seller, amount, currency) {
      const { data, error } = await fixture.submit(seller, await fixture.quote(seller, amount, currency))
      if (error !== undefined) throw new Error(`the sale is refused: ${error}`)
      return data.id as string
    },
    post: async (who, path, fields) => consoleApp.post(path, await tokenOf(who), fields),
    get: async (who, path, fields = {}) => consoleApp.get(path, await tokenOf(who), fields),
    nameOf: (who) => `Operator ${/\d+/.exec(people[who].email)![0]}`,
    balance: ({ id }, state, currency = 'USDT') =>
      balanceOf(app.db, accountId(id, wallets.funding, state, currency)),
    async close() {
      await consoleApp.close()
      await app.close()
    },
  }
  return fixture
}

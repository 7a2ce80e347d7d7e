import { sql } from 'kysely'
import { cards } from '#domain/card/contract.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import * as operators from '#domain/otc/console.ts'
import * as calls from '#domain/otc/contract.ts'
import type { Services } from '#server/app.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { PAY_PASSWORD } from '#server/testing/payees.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'
import { fundFromOutside } from '../treasury/service.ts'
import { fundOf, PLATFORM_PARTY } from './accounts.ts'
import { noBankCodes } from './accounts-to-pay.ts'
import { payOrder, publishPlatformOffer, reviewMerchant } from './service.ts'
import { findOffer } from './store.ts'

/** The platform's offers here, to sell and to buy USDT for dollars: what they say is no customer's. */
const SELLING = 7_001n
const BUYING = 7_002n

/** Of the exchange that is tested, which is one at a time: what a customer cannot do alone is done on it. */
let services: Services | undefined

async function start(opened: Services): Promise<void> {
  services = opened
  const { db, clock } = opened
  if (await findOffer(db, SELLING)) return
  const [minimum, maximum, total] = ['20', '5000', '50000'].map((text) => readAmount(text, 'USDT'))
  const figures = {
    ...{ currency: 'USDT', fiat: 'USD' as const, price: null, terms: null },
    ...{ minimum: minimum!, maximum: maximum!, total: total!, payments: 'domestic' },
  }
  const account = {
    ...{ name: 'Plumb', bankName: 'Bank of the platform', number: 'DE02 1203 0000 0000 2020 51' },
    ...noBankCodes,
  }
  await db.transaction().execute(async (tx) => {
    const nowMs = clock.nowMs()
    const funding = { account: fundOf('USDT'), currency: 'USDT', amount: '100000' }
    await fundFromOutside(tx, [funding], 'treasury-funding', nowMs)
    const sold = { ...figures, side: 'sell' as const, margin_bps: 30 }
    await publishPlatformOffer(tx, sold, { account, proposal: null }, nowMs, SELLING)
    const bought = { ...figures, side: 'buy' as const, margin_bps: -30 }
    await publishPlatformOffer(tx, bought, { account: null, proposal: null }, nowMs, BUYING)
  })
}

const good = { amount: '25', payment: 'domestic' as const }
const bought = { ...good, offerId: String(SELLING) }

const buy = async (customer: Customer) => (await customer.ask(calls.placeOtcOrder, bought)).id

async function pay(customer: Customer): Promise<string> {
  const id = await buy(customer)
  await customer.ask(calls.payOtcOrder, { id, payerName: 'Ana Ferrer' })
  return id
}

async function dispute(customer: Customer): Promise<string> {
  const id = await pay(customer)
  const images = await customer.newImage()
  await customer.ask(calls.appealOtcOrder, { id, reason: 'it was paid', images })
  return id
}

/** What a customer sold to the platform, which says that it paid. */
async function sellPaid(customer: Customer): Promise<string> {
  const { items } = await customer.ask(cards)
  const order = { ...good, offerId: String(BUYING), cardId: items.at(-1)!.id }
  const { id } = await customer.ask(calls.placeOtcOrder, order)
  const { db, clock } = services!
  const asked = { party: PLATFORM_PARTY, id: BigInt(id), payerName: null }
  // No name is compared with anybody's.
  const none = undefined as unknown as PrivateData
  await db.transaction().execute((tx) => payOrder(tx, none, asked, clock.nowMs()))
  return id
}

/** Makes a customer a merchant, as an operator would. */
async function beMerchant(customer: Customer): Promise<void> {
  const { merchant } = await customer.ask(calls.otcTerms)
  if (merchant?.status === 'active') return
  const name = merchant?.name ?? `Trader ${nextId()}`
  if (!merchant) await customer.ask(calls.applyOtcMerchant, { name, introduction: 'a matrix of calls' })
  const { db, clock } = services!
  const { rows } = await sql<{ customer: never }>`
    select customer_id as customer from otc_merchant where name = ${name}`.execute(db)
  const decision = { customer: rows[0]!.customer, action: 'accepted', operator: 1n, reason: 'seen' } as const
  await db.transaction().execute((tx) => reviewMerchant(tx, decision, clock.nowMs()))
}

const offered = {
  ...{ side: 'sell', currency: 'USDT', fiat: 'USD', price: '1.01', payments: 'domestic' },
  ...{ minimum: '10', maximum: '20', total: '30' },
} as const

async function readyToOffer(customer: Customer) {
  await beMerchant(customer)
  return offered
}
async function offer(customer: Customer): Promise<string> {
  await beMerchant(customer)
  return (await customer.ask(calls.publishOtcOffer, offered)).id
}

const proposed = {
  ...{ side: 'sell', currency: 'USDT', fiat: 'USD', margin: '0.5', payments: 'domestic' },
  ...{ minimum: '10', maximum: '20', total: '30', reason: 'a matrix of calls' },
  ...{ accountName: 'Plumb', bankName: 'Bank of the platform', accountNumber: 'DE02 1203' },
} as const

export const otcTesting: ProductTesting = {
  start,
  fields: {
    ...{ side: 'sell', fiat: 'USD', payment: 'domestic', payments: 'domestic', margin: '0.5' },
    ...{ minimum: '10', maximum: '20', total: '30', payerName: 'Ana Ferrer', text: 'a matrix of calls' },
    ...{ name: 'Trader', introduction: 'a matrix of calls', settledAs: 'returned' },
  },
  calls: [
    { call: calls.otcOffer, fields: { id: String(SELLING) } },
    {
      call: calls.placeOtcOrder,
      fields: { offerId: String(BUYING), payment: 'domestic' },
      things: { cardId: 'usableCard' },
    },
    ...[calls.otcOrder, calls.cancelOtcOrder, calls.otcMessages].map((call) => ({
      ...{ call, things: { id: 'otcOrder' } },
    })),
    { call: calls.releaseOtcOrder, fields: { payPassword: PAY_PASSWORD }, things: { id: 'otcOrder' } },
    { call: calls.payOtcOrder, things: { id: 'otcToPay' } },
    { call: calls.appealOtcOrder, things: { id: 'otcPaid' } },
    { call: calls.sendOtcMessage, fields: { text: 'hello' }, things: { id: 'otcOrder', image: 'otcLoose' } },
    { call: calls.otcImage, things: { id: 'otcOrder', image: 'otcPicture' } },
    { call: calls.publishOtcOffer, fields: { price: '1.01' } },
    { call: calls.closeOtcOffer, things: { id: 'otcOffer' } },
    ...[
      operators.consoleOtcOrder,
      operators.consoleOtcAccount,
      operators.writeConsoleOtc,
      operators.payConsoleOtc,
      operators.disputeConsoleOtc,
      operators.proposeOtcEnd,
    ].map((call) => ({ call, things: { id: 'otcOrder' } })),
    { call: operators.consoleOtcImage, things: { id: 'otcOrder', image: 'otcPicture' } },
    {
      call: operators.proposeOtcOffer,
      fields: { accountName: 'Plumb', bankName: 'Bank', accountNumber: 'DE02 1203' },
    },
    { call: operators.proposeOtcClose, fields: { id: String(BUYING) } },
  ],
  matrix: {
    async doOneOfEach(customer) {
      const [otcOrder, otcToPay, otcPaid] = [await buy(customer), await buy(customer), await pay(customer)]
      const [otcPicture, otcLoose] = [await customer.newImage(), await customer.newImage()]
      await customer.ask(calls.sendOtcMessage, { id: otcOrder, text: 'hello', image: otcPicture })
      return { otcOrder, otcToPay, otcPaid, otcPicture, otcLoose, otcOffer: await offer(customer) }
    },
    effects: [
      { call: calls.placeOtcOrder, isGuarded: false, prepare: () => bought },
      { call: calls.cancelOtcOrder, isGuarded: true, prepare: async (one) => ({ id: await buy(one) }) },
      {
        call: calls.releaseOtcOrder,
        isGuarded: true,
        prepare: async (one) => ({ id: await sellPaid(one), payPassword: PAY_PASSWORD }),
      },
      { call: calls.publishOtcOffer, isGuarded: false, prepare: readyToOffer },
      { call: calls.closeOtcOffer, isGuarded: true, prepare: async (one) => ({ id: await offer(one) }) },
    ],
    proposals: [
      async (maker, customer) => {
        const input = { id: await dispute(customer), settledAs: 'released', reason: 'the bank has it' }
        return (await maker.ask(operators.proposeOtcEnd, input)).proposal!.id
      },
      async (maker, customer) => {
        const input = { id: await pay(customer), settledAs: 'released', reason: 'it has arrived' }
        return (await maker.ask(operators.proposeOtcEnd, input)).proposal!.id
      },
      async (maker) => ({
        id: (await maker.ask(operators.proposeOtcOffer, proposed)).id,
        again: proposed.accountNumber,
      }),
    ],
  },
  simulation: {
    hostile: [[calls.placeOtcOrder, 'amount']],
  },
}

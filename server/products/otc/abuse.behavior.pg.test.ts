import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QueueItem } from '#domain/console/contract.ts'
import { requestBankDeposit } from '#domain/deposit/contract.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/otc/contract.ts'
import {
  MAX_CLAIMED,
  MAX_MESSAGES,
  MAX_UNPAID,
  type OtcSide,
  PAY_WINDOW_MS,
  TIME_TO_PAY_MS,
} from '#domain/otc/rules.ts'
import { DAY_MS, MINUTE_MS, utcDay } from '#domain/time.ts'
import { setPayPassword } from '#domain/user/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { setRail } from '#domain/user/guard-rails.ts'
import { requestWithdrawal } from '#domain/withdrawal/contract.ts'
import { findUpload } from '#server/platform/uploads/store.ts'
import { verifyAs } from '#server/testing/cards.ts'
import { lendIn } from '#server/testing/loan.ts'
import { type OtcFixture, openOtcFixture, type Trader } from '#server/testing/otc.ts'
import { PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { eraseBankSenders } from '../deposit/bank-requests.ts'
import { publishDemoAccounts } from '../deposit/seed.ts'
import { noBankCodes } from './accounts-to-pay.ts'
import { auditOtc } from './audit.ts'
import { publishPlatformOffer } from './service.ts'

/** What somebody could do to others, or to the platform, and cannot. */

let app: OtcFixture
let merchant: Trader
let buyer: Trader
beforeAll(async () => {
  app = await openOtcFixture()
  merchant = await app.merchant({ usdt: '100000' })
  buyer = await app.trader()
}, LONG.timeout)
afterAll(() => app?.close())

const USDT = 10_000_000n
const codeOf = async (answer: Promise<{ error?: string | undefined }>) => (await answer).error
const detail = async (who: Trader, id: string) =>
  (await app.call(calls.otcOrder, { id }, who.token)).data as calls.OtcOrderDetail

async function expectConsistent(): Promise<void> {
  expect(await auditOtc(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
}

/** An offer of the platform's own of 1,000 USDT, at the tape. Returns: its id. */
async function platformOffer(side: OtcSide): Promise<string> {
  const [minimum, maximum, total] = ['10', '500', '1000'].map((text) => readAmount(text, 'USDT'))
  const figures = {
    ...{ side, currency: 'USDT', fiat: 'USD' as const, price: null, margin_bps: 0, terms: null },
    ...{ minimum: minimum!, maximum: maximum!, total: total!, payments: 'domestic' },
  }
  const account = {
    ...{ name: 'Plumb', bankName: 'Bank', number: 'DE02 1203' },
    ...noBankCodes,
  }
  const rest = { account: side === 'sell' ? account : null, proposal: null }
  const offer = await app.db
    .transaction()
    .execute((tx) => publishPlatformOffer(tx, figures, rest, app.clock.nowMs()))
  return String(offer.id)
}

describe('the platform as a side', () => {
  const dispute = (id: string, reason = 'no transfer came') =>
    codeOf(app.post('maker', '/console/otc/dispute', { id, reason }))

  test('disputes what it sold and was not paid for, and two decide', async () => {
    const available = await app.fundBalance('available')
    const id = await app.order(buyer, await platformOffer('sell'), '100')
    expect(await dispute(id)).toBe('OTC_STATUS')
    await app.pay(buyer, id)
    expect(await dispute(id)).toBeUndefined()
    expect(await detail(buyer, id)).toMatchObject({
      ...{ status: 'disputed', dispute: { by: 'seller', reason: 'no transfer came' } },
    })
    expect(await dispute(id)).toBe('OTC_STATUS')
    expect(await app.decide(id, 'returned', 'no transfer came')).toBeUndefined()
    expect(await detail(buyer, id)).toMatchObject({ status: 'decided', outcome: 'returned' })
    expect(await app.fundBalance('held')).toBe(1_000n * USDT)
    expect(await app.fundBalance('available')).toBe(available - 1_000n * USDT)
    await expectConsistent()
  })

  test('disputes what it paid for and is not given, and two decide', async () => {
    const id = await app.order(buyer, await platformOffer('buy'), '100')
    expect(await codeOf(app.post('maker', '/console/otc/paid', { id }))).toBeUndefined()
    const [fund, held] = [await app.fundBalance('available'), await app.balance(buyer, 'held')]
    expect(await dispute(id, 'our bank shows the transfer')).toBeUndefined()
    expect(await detail(buyer, id)).toMatchObject({ status: 'disputed', dispute: { by: 'buyer' } })
    expect(await app.decide(id, 'released')).toBeUndefined()
    expect(await app.fundBalance('available')).toBe(fund + 100n * USDT)
    expect(await app.balance(buyer, 'held')).toBe(held - 100n * USDT)
    await expectConsistent()
  })

  test('is no side of what customers trade with each other', async () => {
    const id = await app.order(buyer, await app.offer(merchant), '10')
    await app.pay(buyer, id)
    expect(await dispute(id)).toBe('NOT_FOUND')
    await app.release(merchant, id)
  })
})

describe('a side that froze the account', () => {
  /** What operators read of an order: in its case and in the queue. */
  async function risks(id: string): Promise<string[][]> {
    const [{ data: one }, { data: queue }] = [
      await app.get('maker', `/console/otc/order?id=${id}`),
      await app.get('maker', '/console/queue'),
    ]
    const queued = (queue.items as QueueItem[]).find((item) => item.id === `order-${id}`)
    return [one.risk, queued!.risk]
  }

  test('is paid nothing by the platform that buys of it, which its operators read', async () => {
    const seller = await app.trader()
    const id = await app.order(seller, await platformOffer('buy'), '20')
    expect(await risks(id)).toEqual([[], []])
    expect(await codeOf(app.call(freezeAccount, {}, seller.token))).toBeUndefined()
    const said = ['The account is frozen: pay nothing']
    expect(await risks(id)).toEqual([said, said])
  })

  test('is not shown to who pays while the seller’s withdrawals are held', async () => {
    const seller = await app.trader()
    const id = await app.order(seller, await platformOffer('buy'), '20')
    const other = { payPassword: '739164', repeated: '739164', oldPassword: PAY_PASSWORD }
    expect(await codeOf(app.call(setPayPassword, other, seller.token))).toBeUndefined()
    expect(await codeOf(app.get('maker', `/console/otc/account?id=${id}`))).toBe('CUSTOMER_HELD')
  })

  test('is not shown to who pays, who can still say that the bank paid before', async () => {
    const seller = await app.trader()
    const id = await app.order(seller, await platformOffer('buy'), '20')
    const actions = async () => (await app.get('maker', `/console/otc/order?id=${id}`)).data.actions
    expect(await actions()).toEqual(['pay', 'seeAccount', 'write'])
    expect(await codeOf(app.call(freezeAccount, {}, seller.token))).toBeUndefined()
    expect(await actions()).toEqual(['pay', 'write'])
    expect(await codeOf(app.get('maker', `/console/otc/account?id=${id}`))).toBe('CUSTOMER_FROZEN')
    expect(await codeOf(app.post('maker', '/console/otc/paid', { id }))).toBeUndefined()
  })

  test('is named as the newest verification says, the basic one before the advanced one no more', async () => {
    const seller = await app.trader()
    await verifyAs(app.db, testPrivateData, seller.id, 'Noor Haddad Saleh', 'advanced')
    const id = await app.order(seller, await platformOffer('buy'), '20')
    expect((await app.get('maker', `/console/otc/order?id=${id}`)).data.sellerName).toBe('Noor Haddad Saleh')
  })

  test('is named to who decides a dispute, the seller and the buyer', async () => {
    const [seller, payer] = [await app.merchant(), await app.trader()]
    const id = await app.order(payer, await app.offer(seller), '20')
    await app.pay(payer, id)
    expect(await codeOf(app.appeal(payer, id))).toBeUndefined()
    expect(await risks(id)).toEqual([[], []])
    expect(await codeOf(app.call(freezeAccount, {}, seller.token))).toBeUndefined()
    const ofSeller = ['The seller’s account is frozen']
    expect(await risks(id)).toEqual([ofSeller, ofSeller])
    expect(await codeOf(app.call(freezeAccount, {}, payer.token))).toBeUndefined()
    const ofBoth = [...ofSeller, 'The buyer’s account is frozen']
    expect(await risks(id)).toEqual([ofBoth, ofBoth])
    // Of what is over nobody is to look.
    expect(await app.decide(id, 'returned')).toBeUndefined()
    expect((await app.get('maker', `/console/otc/order?id=${id}`)).data.risk).toEqual([])
  })
})

describe('what is bounded of who takes offers', () => {
  test('purchases that were said to be paid and were not count as those that ended unpaid', async () => {
    const liar = await app.trader()
    const offer = await app.offer(merchant)
    const id = await app.order(liar, offer, '10')
    await app.pay(liar, id)
    await app.appeal(merchant, id)
    await app.decide(id, 'returned')
    for (let n = 1; n < MAX_UNPAID; n++) {
      const given = await app.order(liar, offer, '10')
      await app.cancel(liar, given)
    }
    expect(await codeOf(app.place(liar, offer, '10'))).toBe('OTC_TOO_MANY_UNPAID')
    // To sell is another thing.
    const selling = await app.offer(merchant, { side: 'buy' })
    expect(await codeOf(app.place(liar, selling, '10', { cardId: liar.cardId }))).toBeUndefined()
  })

  test('purchases that are said to be paid and wait for their sellers', async () => {
    const liar = await app.trader()
    const offer = await app.offer(merchant)
    const claimed: string[] = []
    for (let n = 0; n < MAX_CLAIMED; n++) {
      const id = await app.order(liar, offer, '10')
      await app.pay(liar, id)
      claimed.push(id)
    }
    expect(await codeOf(app.place(liar, offer, '10'))).toBe('OTC_TOO_MANY_OPEN')
    await app.appeal(merchant, claimed[0]!)
    expect(await codeOf(app.place(liar, offer, '10'))).toBe('OTC_TOO_MANY_OPEN')
    await app.release(merchant, claimed[0]!)
    expect(await codeOf(app.place(liar, offer, '10'))).toBeUndefined()
  })

  test('purchases that were all open before the first was said to be paid: refused with how many there may be', async () => {
    const liar = await app.trader()
    const offer = await app.offer(merchant)
    const open: string[] = []
    for (let n = 0; n < 6; n++) open.push(await app.order(liar, offer, '10'))
    for (const id of open) await app.pay(liar, id)
    const refused = await app.place(liar, offer, '10')
    expect(refused.error).toBe('OTC_TOO_MANY_OPEN')
    // Source: server/products/otc/README.md.
    expect(JSON.parse(refused.body).message).toMatch(/up to 4 /)
  })

  test('sales that end unpaid, which are no fault of the merchant who buys', async () => {
    const victim = await app.merchant()
    const pest = await app.trader()
    const offer = await app.offer(victim, { side: 'buy' })
    for (let n = 0; n < MAX_UNPAID; n++) await app.order(pest, offer, '10')
    app.clock.advance(PAY_WINDOW_MS)
    await app.runJobs()
    expect(await codeOf(app.place(pest, offer, '10', { cardId: pest.cardId }))).toBe('OTC_TOO_MANY_UNPAID')
    expect((await app.call(calls.otcOffer, { id: offer })).data.maker.record).toMatchObject({
      ...{ completed: 0, completedPercent: null },
    })
    expect(await codeOf(app.place(victim, await app.offer(merchant), '10'))).toBeUndefined()
    app.clock.advance(DAY_MS)
    await app.runJobs()
    expect(await codeOf(app.place(pest, offer, '10', { cardId: pest.cardId }))).toBeUndefined()
    await expectConsistent()
  })
})

test('a fixed price is within a fifth of the tape when it is published, and when it is taken', async () => {
  const bitcoin = { currency: 'BTC', fiat: 'USD', minimum: '0.01', maximum: '0.1', total: '0.2' }
  for (const [price, code] of [
    // The tape says 20,000.00.
    ['2000', 'PRICE_INVALID'],
    ['15999.99', 'PRICE_INVALID'],
    ['24000.01', 'PRICE_INVALID'],
    ['0.0000001', 'PRICE_INVALID'],
    ['16000', undefined],
    ['24000', undefined],
  ] as const)
    expect([price, await codeOf(app.publish(await app.merchant(), { ...bitcoin, price }))]).toEqual([
      price,
      code,
    ])
  const offer = await app.offer(merchant, { price: '0.95' })
  // 1.40 dollars for a euro: 0.95 is a third above.
  app.tick('EUR-USD', 140_000, 140_010)
  expect(await codeOf(app.place(buyer, offer, '10'))).toBe('OTC_OFFER_UNAVAILABLE')
  app.tick('EUR-USD', 105_000, 105_010)
  expect(await codeOf(app.place(buyer, offer, '10'))).toBeUndefined()
})

describe('who pays known payees alone', () => {
  const lockPayees = (who: Trader) => codeOf(app.call(setRail, { kind: 'payees', value: '1' }, who.token))
  const sell = (who: Trader, offer: string) => codeOf(app.place(who, offer, '10', { cardId: who.cardId }))

  test('sells to nobody but whom they sold to a day before', async () => {
    const careful = await app.trader()
    const offer = await app.offer(merchant, { side: 'buy' })
    // What they bought makes nobody a payee.
    const bought = await app.order(careful, await app.offer(merchant), '10')
    await app.pay(careful, bought)
    await app.release(merchant, bought)
    app.clock.advance(DAY_MS + 1)
    const sold = await app.order(careful, offer, '10')
    expect(await lockPayees(careful)).toBeUndefined()
    expect(await sell(careful, offer)).toBe('PAYEES_LOCKED')
    await app.pay(merchant, sold)
    expect(await codeOf(app.release(careful, sold))).toBeUndefined()
    expect(await sell(careful, offer)).toBe('PAYEES_LOCKED')
    app.clock.advance(DAY_MS + 1)
    expect(await sell(careful, offer)).toBeUndefined()
    expect(await sell(careful, await app.offer(await app.merchant(), { side: 'buy' }))).toBe('PAYEES_LOCKED')
    // The platform is no payee: it pays the customer's own card.
    expect(await sell(careful, await platformOffer('buy'))).toBeUndefined()
    // And they buy of whom they like.
    expect(await codeOf(app.place(careful, await app.offer(merchant), '10'))).toBeUndefined()
  })

  test('offers a coin to nobody else either', async () => {
    const careful = await app.merchant()
    const offer = await app.offer(careful)
    expect(await lockPayees(careful)).toBeUndefined()
    expect(await codeOf(app.place(buyer, offer, '10'))).toBe('OTC_OFFER_UNAVAILABLE')
  })
})

test('one side writes no more than so many messages about an order, and the other side still can', async () => {
  const id = await app.order(buyer, await app.offer(merchant), '10')
  await sql`
    insert into otc_message (id, order_id, sender, text, created_at)
    select -n, ${id}::bigint, ${buyer.id}::bigint, 'again', now() from generate_series(2, ${MAX_MESSAGES}) n`.execute(
    app.db,
  )
  const say = (who: Trader) => codeOf(app.call(calls.sendOtcMessage, { id, text: 'hello' }, who.token))
  expect(await say(buyer)).toBeUndefined()
  expect(await say(buyer)).toBe('OTC_TOO_MANY_MESSAGES')
  expect(await say(merchant)).toBeUndefined()
})

describe('T44: who owes a loan', () => {
  test('neither offers nor sells more than is theirs beyond it', async () => {
    const borrower = await app.merchant({ usdt: '300', hasBitcoin: false })
    await lendIn(app, borrower, '1000')
    const offering = (total: string) => codeOf(app.publish(borrower, { maximum: '300', total }))
    expect(await offering('300.01')).toBe('EQUITY_OWED')
    const offer = await app.offer(merchant, { side: 'buy' })
    const selling = (amount: string) =>
      codeOf(app.place(borrower, offer, amount, { cardId: borrower.cardId }))
    expect(await selling('300.01')).toBe('EQUITY_OWED')
    expect(await selling('200')).toBeUndefined()
    // What an order keeps does not count again.
    expect(await offering('300')).toBe('EQUITY_OWED')
    expect(await codeOf(app.publish(borrower, { maximum: '100', total: '100' }))).toBeUndefined()
  })

  test('releases none of it for an order that ended unpaid, whose coin came back before', async () => {
    const borrower = await app.trader({ tier: 'advanced', usdt: '300', hasBitcoin: false })
    const id = await app.order(borrower, await app.offer(merchant, { side: 'buy' }), '300')
    app.clock.advance(PAY_WINDOW_MS)
    await app.runJobs()
    const way = { currency: 'USDT', network: 'TRC20', address: PAYEE_ADDRESS, amount: '300' }
    const left = await app.call(requestWithdrawal, { ...way, payPassword: PAY_PASSWORD }, borrower.token)
    expect(left.error).toBeUndefined()
    await lendIn(app, borrower, '1000')
    expect(await codeOf(app.appeal(merchant, id))).toBeUndefined()
    const had = await app.balance(merchant, 'available')
    expect(await codeOf(app.release(borrower, id))).toBe('EQUITY_OWED')
    expect(await app.balance(merchant, 'available')).toBe(had)
    await app.give(borrower.id, 'funding', 'USDT', '300')
    expect(await codeOf(app.release(borrower, id))).toBeUndefined()
    expect(await app.balance(merchant, 'available')).toBe(had + 300n * USDT)
    await expectConsistent()
  })

  test('releases what an offer kept for it all along', async () => {
    const borrower = await app.merchant({ usdt: '300', hasBitcoin: false })
    const id = await app.order(buyer, await app.offer(borrower, { maximum: '300', total: '300' }), '300')
    app.clock.advance(PAY_WINDOW_MS)
    await app.runJobs()
    await lendIn(app, borrower, '1000')
    expect(await codeOf(app.appeal(buyer, id))).toBeUndefined()
    expect(await codeOf(app.release(borrower, id))).toBeUndefined()
    await expectConsistent()
  })
})

test('where the platform pays is shown while there is time to pay', async () => {
  const id = await app.order(buyer, await platformOffer('buy'), '20')
  const account = () => codeOf(app.get('maker', `/console/otc/account?id=${id}`))
  const actions = async () => (await app.get('maker', `/console/otc/order?id=${id}`)).data.actions
  const { payByMs } = await detail(buyer, id)
  const leave = (ms: number) => app.clock.advance(payByMs - ms - app.clock.nowMs())
  // The operator signs in, which takes a while.
  leave(TIME_TO_PAY_MS + 3 * MINUTE_MS)
  expect(await account()).toBeUndefined()
  leave(TIME_TO_PAY_MS)
  expect(await account()).toBeUndefined()
  expect(await actions()).toEqual(['pay', 'seeAccount', 'write'])
  app.clock.advance(1)
  expect(await account()).toBe('OTC_EXPIRED')
  // Who saw it before says so still.
  expect(await actions()).toEqual(['pay', 'write'])
  expect(await codeOf(app.post('maker', '/console/otc/paid', { id }))).toBeUndefined()
})

describe('the name of a merchant', () => {
  const applicant = () => app.trader({ tier: 'advanced' })
  const apply = (who: Trader, name: string) =>
    codeOf(app.call(calls.applyOtcMerchant, { name, introduction: 'hello' }, who.token))

  test('is not read as the platform’s, its staff’s or another merchant’s', async () => {
    const one = await applicant()
    for (const name of [
      ...[
        'T3ST desk',
        'T.E.S.T',
        'Official coins',
        '0fficial',
        'Plumb-Support',
        '客服',
        'Quісk',
        '-Quick',
        'x',
      ],
    ])
      expect([name, await apply(one, name)]).toEqual([name, 'OTC_NAME_TAKEN'])
    expect(await apply(one, 'Solid Coins')).toBeUndefined()
    const other = await applicant()
    for (const name of ['SOLID coins', 'S0lid Coins', 'Sólid Coins', 'SolidCoins', 'Soiid Coins'])
      expect([name, await apply(other, name)]).toEqual([name, 'OTC_NAME_TAKEN'])
  })
})

test('the platform is paid by no way that its account lacks the code for', async () => {
  const offered = (payments: string, side: OtcSide = 'sell', codes: Record<string, string> = {}) =>
    app.post('maker', '/console/otc/propose_offer', {
      ...{ side, currency: 'USDT', fiat: 'USD', margin: '0.5', payments },
      ...{ minimum: '10', maximum: '20', total: '30', reason: 'for customers' },
      ...{ account_name: 'Plumb', bank_name: 'Bank', account_number: 'DE02 1203', ...codes },
    })
  const propose = (payments: string, side?: OtcSide, codes?: Record<string, string>) =>
    codeOf(offered(payments, side, codes))
  expect(await propose('domestic,international')).toBe('PARAMETER_ERROR')
  expect(await propose('international')).toBe('PARAMETER_ERROR')
  expect(await propose('international', 'sell', { swift_code: 'NOCODE' })).toBe('SWIFT_CODE_INVALID')
  expect(await propose('domestic', 'sell', { aba: '021000022' })).toBe('ABA_INVALID')
  const codes = { bank_address: '1 Main Street, New York', aba: '021000021', swift_code: 'CHASUS33' }
  const { data } = await offered('international', 'sell', codes)
  const approval = { id: data.id, reason: 'seen', again: 'DE02 1203' }
  expect(await codeOf(app.post('checker', '/console/proposal/approve', approval))).toBeUndefined()
  const list = (await app.call(calls.otcOffers, { side: 'sell', fiat: 'USD', limit: '200' })).data
  const offer = (list.items as calls.OtcOfferView[]).find(({ payments }) => payments[0] === 'international')
  const customer = await app.trader()
  const placed = await app.place(customer, offer!.id, '15', { payment: 'international' })
  const seen = await app.call(calls.otcOrder, { id: placed.data.id }, customer.token)
  expect(seen.data.account).toEqual({
    ...{ name: 'Plumb', bankName: 'Bank', number: 'DE02 1203', branch: null, network: null },
    ...{ bankAddress: '1 Main Street, New York', aba: '021000021', swiftCode: 'CHASUS33' },
  })
  // What it buys is paid to the customer's own card.
  expect(await propose('domestic,international', 'buy')).toBeUndefined()
})

test('a picture that is evidence stays when its sender erases the slip of a bank that it was sent with too', async () => {
  await app.db.transaction().execute((tx) => publishDemoAccounts(tx, app.clock.nowMs()))
  const sender = await app.trader()
  const ask = async (image: string, amount: string) =>
    codeOf(
      app.call(
        requestBankDeposit,
        {
          ...{ accountId: '1', amount, currency: 'USD', way: 'certificate', remitter: 'Ana Ferrer', image },
          ...{ remitterBank: 'Banco Azul', lastDigits: '4711', paidOn: utcDay(app.clock.nowMs()) },
        },
        sender.token,
      ),
    )
  const [slip, evidence, message] = [
    await app.uploads.keep(sender.id, await newPicture()),
    await app.uploads.keep(sender.id, await newPicture()),
    await app.uploads.keep(sender.id, await newPicture()),
  ]
  for (const [n, image] of [slip, evidence, message].entries())
    expect(await ask(image, String(500 + n))).toBeUndefined()
  const id = await app.order(sender, await app.offer(merchant), '10')
  await app.call(calls.sendOtcMessage, { id, image: message }, sender.token)
  await app.pay(sender, id)
  expect(await codeOf(app.appeal(sender, id, { images: evidence }))).toBeUndefined()
  await app.db.transaction().execute((tx) => eraseBankSenders(tx, sender.id, app.clock.nowMs()))
  const isThere = async (image: string) => (await findUpload(app.db, image)) !== undefined
  expect([await isThere(slip), await isThere(evidence), await isThere(message)]).toEqual([false, true, true])
})

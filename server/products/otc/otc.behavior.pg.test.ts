import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCard } from '#domain/card/contract.ts'
import { fundRecords } from '#domain/deposit/contract.ts'
import type { OtcOfferLine } from '#domain/otc/console.ts'
import * as calls from '#domain/otc/contract.ts'
import {
  MAX_OPEN_OFFERS,
  MAX_OPEN_ORDERS,
  MAX_UNPAID,
  PAY_WINDOW_MS,
  readOtcPrice,
} from '#domain/otc/rules.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { NIGHT_HOURS, setRail } from '#domain/user/guard-rails.ts'
import { cardInput } from '#server/testing/cards.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { type OtcFixture, openOtcFixture, type Trader } from '#server/testing/otc.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { auditOtc, auditOtcResults } from './audit.ts'

let app: OtcFixture
let seller: Trader
let buyer: Trader
beforeAll(async () => {
  app = await openOtcFixture()
  seller = await app.merchant({ name: 'Noor Haddad', usdt: '100000' })
  buyer = await app.trader()
})
afterAll(() => app?.close())

const USDT = 10_000_000n
const codeOf = async (answer: Promise<{ error?: string | undefined }>) => (await answer).error
const detail = async (who: Trader, id: string) =>
  (await app.call(calls.otcOrder, { id }, who.token)).data as calls.OtcOrderDetail

/** Nothing is in two places, and nothing anywhere that no order or offer says. */
async function expectConsistent(): Promise<void> {
  expect(await auditOtc(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
}

/** A paid order of 100 USDT of a fresh offer. */
async function paid(by = buyer): Promise<string> {
  const id = await app.order(by, await app.offer(seller), '100')
  expect(await codeOf(app.pay(by, id))).toBeUndefined()
  return id
}

describe('an offer', () => {
  test('keeps what it sells, and gives back what is left when it is closed', async () => {
    const before = await app.balance(seller, 'available')
    const held = await app.balance(seller, 'held')
    const id = await app.offer(seller)
    expect(await app.balance(seller, 'held')).toBe(held + 1_000n * USDT)
    const placed = await app.order(buyer, id, '100')
    expect(await app.balance(seller, 'held')).toBe(held + 1_000n * USDT)
    expect(await codeOf(app.call(calls.closeOtcOffer, { id }, seller.token))).toBeUndefined()
    // The order goes on.
    expect(await app.balance(seller, 'held')).toBe(held + 100n * USDT)
    expect(await codeOf(app.cancel(buyer, placed))).toBeUndefined()
    expect(await app.balance(seller, 'available')).toBe(before)
    await expectConsistent()
  })

  test('is shown with its price, its ticks and how its maker traded', async () => {
    const id = await app.offer(seller, {
      price: '',
      margin: '0.5',
      fiat: 'USD',
      currency: 'BTC',
      minimum: '0.01',
      maximum: '0.1',
      total: '0.2',
    })
    const { data } = await app.call(calls.otcOffer, { id })
    expect(data).toMatchObject({
      // 20,000.00 and half a percent.
      ...{ price: '20100.00', marginPercent: '0.50', minimum: '0.01000000', maximum: '0.10000000' },
      ticks: [{ symbol: 'BTC-USDT', price: '20000.00' }],
      maker: { isMerchant: true, isPlatform: false },
    })
    app.silence('BTC-USDT')
    expect((await app.call(calls.otcOffer, { id })).data.price).toBeNull()
    expect(await codeOf(app.place(buyer, id, '0.01'))).toBe('PRICE_STALE')
    app.tick('BTC-USDT', 2_000_000, 2_001_000)
  })

  /** The offers of one coin in one currency, page by page, as references to a name of each. */
  async function pagesOf(
    filters: Record<string, string>,
    named: ReadonlyMap<string, string>,
    between?: () => unknown,
  ) {
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const asked = { ...filters, limit: '2', ...(cursor !== undefined && { cursor }) }
      const { data } = await app.call(calls.otcOffers, asked)
      seen.push(...(data.items as calls.OtcOfferView[]).map(({ id }) => named.get(id) ?? 'another'))
      if (data.next === null) return seen
      cursor = data.next as string
      between?.()
    }
  }

  test('is listed with the best price for who takes it first, then the older one, over all pages', async () => {
    const sizes = { currency: 'ETH', fiat: 'USD', minimum: '0.01', maximum: '0.1', total: '0.1' }
    for (const side of ['sell', 'buy'] as const) {
      const maker = await app.merchant()
      await app.give(maker.id, 'funding', 'ETH', '10')
      const named = new Map<string, string>()
      const add = async (name: string, change: Record<string, string>) =>
        named.set(await app.offer(maker, { ...sizes, side, ...change }), name)
      await add('1010', { price: '1010' })
      await add('990', { price: '990' })
      await add('tape', { price: '', margin: '0' })
      await add('1010 too', { price: '1010' })
      await add('2 above', { price: '', margin: '2' })
      await add('EUR 960', { fiat: 'EUR', price: '960' })
      await add('EUR tape', { fiat: 'EUR', price: '', margin: '0' })
      const dollars =
        side === 'sell'
          ? ['990', 'tape', '1010', '1010 too', '2 above']
          : ['2 above', '1010', '1010 too', 'tape', '990']
      const euros = side === 'sell' ? ['EUR tape', 'EUR 960'] : ['EUR 960', 'EUR tape']
      const filters = { side, currency: 'ETH' }
      expect(await pagesOf({ ...filters, fiat: 'USD' }, named)).toEqual(dollars)
      // Prices in two currencies are not compared.
      expect(await pagesOf(filters, named)).toEqual([...dollars, ...euros])
      // What follows a price that the tape has not is last of its currency.
      app.silence('ETH-USDT')
      expect(await pagesOf({ ...filters, fiat: 'USD' }, named)).toEqual([
        ...dollars.filter((name) => !['tape', '2 above'].includes(name)),
        ...['tape', '2 above'],
      ])
      app.tick('ETH-USDT', 100_000, 100_100)
      // The tape moves while pages are read: none is left out, and none comes twice.
      let price = 100_000
      const moves = () => {
        price -= 1_500
        app.tick('ETH-USDT', price, price + 100)
      }
      expect(await pagesOf({ ...filters, fiat: 'USD' }, named, moves)).toEqual(dollars)
      app.tick('ETH-USDT', 100_000, 100_100)
    }
    const { items } = (await app.call(calls.otcOffers, { currency: 'ETH', page: '2', limit: '5' })).data
    expect((items as calls.OtcOfferView[]).map(({ side, fiat }) => [side, fiat])).toEqual([
      ...[
        ['sell', 'EUR'],
        ['sell', 'EUR'],
        ['buy', 'USD'],
        ['buy', 'USD'],
        ['buy', 'USD'],
      ],
    ])
  })

  test('is ordered by the price that it is shown with, however far from the tape and however small', async () => {
    const maker = await app.merchant({ hasBitcoin: true })
    // 20,000 / 1.05 is no round number in euros.
    const sizes = { currency: 'BTC', fiat: 'EUR', minimum: '0.001', maximum: '0.01', total: '0.01' }
    const ids: string[] = []
    for (const margin of ['-20', '-0.01', '0', '0.01', '0.02', '3.33', '20'])
      ids.push(await app.offer(maker, { ...sizes, price: '', margin }))
    const asked = { side: 'sell', currency: 'BTC', fiat: 'EUR' }
    const first = (await app.call(calls.otcOffers, asked)).data
    const shown = (first.items as calls.OtcOfferView[]).filter(({ id }) => ids.includes(id))
    expect(shown.map(({ id }) => id)).toEqual(ids)
    const { next } = (await app.call(calls.otcOffers, { ...asked, limit: '1' })).data
    // What a cursor says of the last offer is its price as it is shown.
    const price = readOtcPrice(shown[0]!.price!)
    expect(price.ok && (next as string).split('.')).toContain(price.ok && String(price.price))
    for (const [cursor, code] of [
      ['1', 'PARAMETER_ERROR'],
      ['1.2.3.4', 'PARAMETER_ERROR'],
      ['9.9.9.9.9', undefined],
      [shown[0]!.id, 'PARAMETER_ERROR'],
      // As large as can be written, and nothing at all.
      [(next as string).split('.').with(1, '9'.repeat(19)).with(2, '1').join('.'), undefined],
      [(next as string).split('.').with(1, '0').with(2, '0').join('.'), undefined],
      [Array(5).fill('9'.repeat(19)).join('.'), undefined],
    ] as const)
      expect([cursor, await codeOf(app.call(calls.otcOffers, { ...asked, cursor }))]).toEqual([cursor, code])
  })

  test('is a merchant’s alone, of a coin, with amounts that fit, one price, and no more than there is', async () => {
    expect(await codeOf(app.publish(buyer))).toBe('KYC_REQUIRED')
    expect(await codeOf(app.publish(await app.trader({ tier: 'advanced' })))).toBe('OTC_MERCHANT_ONLY')
    for (const [change, code] of [
      [{ currency: 'USD' }, 'OTC_COIN'],
      [{ minimum: '501' }, 'OTC_AMOUNTS'],
      [{ total: '499' }, 'OTC_AMOUNTS'],
      [{ margin: '1' }, 'PRICE_INVALID'],
      [{ payments: 'cash' }, 'PARAMETER_ERROR'],
      [{ total: '1000000' }, 'INSUFFICIENT_BALANCE'],
      [{ payments: 'international' }, 'CARD_REQUIRED'],
    ] as const)
      expect([change, await codeOf(app.publish(seller, change))]).toEqual([change, code])
  })
})

describe('an order', () => {
  test('goes from placed to released, and the coin with it', async () => {
    const had = await app.balance(buyer, 'available')
    const id = await app.order(buyer, await app.offer(seller), '100')
    expect(await detail(buyer, id)).toMatchObject({
      ...{ status: 'placed', role: 'buyer', total: '95.00', price: '0.95', accountName: 'differs' },
      ...{ otherVerifiedName: 'Noor Haddad', ownVerifiedName: 'Ana Ferrer' },
      account: { name: 'Ana Ferrer', bankName: 'Banco Azul' },
    })
    await app.pay(buyer, id)
    expect(await detail(seller, id)).toMatchObject({
      ...{ status: 'paid', role: 'seller', payerName: 'Ana Ferrer', payerNameCheck: 'same' },
    })
    await expectConsistent()
    expect(await codeOf(app.release(seller, id))).toBeUndefined()
    expect(await app.balance(buyer, 'available')).toBe(had + 100n * USDT)
    // Where it was paid to is erased.
    expect(await detail(buyer, id)).toMatchObject({
      status: 'released',
      account: null,
      otherVerifiedName: null,
    })
    const { rows } =
      await sql`select 1 from otc_order where id = ${id}::bigint and account is not null`.execute(app.db)
    expect(rows).toEqual([])
    await expectConsistent()
  })

  test('of an offer to buy holds the coin of who takes it, and pays it to the merchant', async () => {
    const offer = await app.offer(seller, { side: 'buy' })
    expect(await codeOf(app.place(buyer, offer, '50'))).toBe('CARD_REQUIRED')
    const [own, theirs] = [await app.balance(buyer, 'held'), await app.balance(seller, 'available')]
    const id = await app.order(buyer, offer, '50')
    expect(await app.balance(buyer, 'held')).toBe(own + 50n * USDT)
    await app.pay(seller, id, 'Noor Haddad')
    expect(await codeOf(app.release(buyer, id))).toBeUndefined()
    expect(await app.balance(buyer, 'held')).toBe(own)
    expect(await app.balance(seller, 'available')).toBe(theirs + 50n * USDT)
    await expectConsistent()
  })

  test('warns the seller when it was paid from another’s account', async () => {
    const id = await app.order(buyer, await app.offer(seller), '20')
    await app.pay(buyer, id, 'Somebody Else')
    expect(await detail(seller, id)).toMatchObject({ payerName: 'Somebody Else', payerNameCheck: 'differs' })
    await app.release(seller, id)
  })

  test('ends unpaid after 15 minutes, and the coin is back in the offer', async () => {
    const offer = await app.offer(seller)
    const id = await app.order(buyer, offer, '100')
    app.clock.advance(PAY_WINDOW_MS - 1)
    await app.runJobs()
    expect((await detail(buyer, id)).status).toBe('placed')
    app.clock.advance(1)
    // Before anything was written down.
    expect(await codeOf(app.pay(buyer, id))).toBe('OTC_EXPIRED')
    await app.runJobs()
    expect(await detail(buyer, id)).toMatchObject({ status: 'expired', outcome: 'returned' })
    expect((await app.call(calls.otcOffer, { id: offer })).data.remaining).toBe('1000.0000000')
    await expectConsistent()
  })

  test('is cancelled by the buyer alone, before it is paid', async () => {
    const id = await app.order(buyer, await app.offer(seller), '30')
    expect(await codeOf(app.cancel(seller, id))).toBe('OTC_OTHER_SIDE')
    await app.pay(buyer, id)
    expect(await codeOf(app.cancel(buyer, id))).toBe('OTC_STATUS')
    expect(await codeOf(app.pay(seller, id))).toBe('OTC_OTHER_SIDE')
    expect(await codeOf(app.release(buyer, id))).toBe('OTC_OTHER_SIDE')
    await app.release(seller, id)
    expect(await codeOf(app.release(seller, id))).toBe('OTC_STATUS')
  })

  test('T63: is released with the pay password alone', async () => {
    const id = await paid()
    expect(await codeOf(app.release(seller, id, { payPassword: '000000' }))).toBe('PAY_PASSWORD_WRONG')
    expect((await detail(seller, id)).status).toBe('paid')
    expect(await codeOf(app.release(seller, id))).toBeUndefined()
  })

  test('is refused of one’s own offer, beyond the tier, at a worse price, and by a way that the offer has not', async () => {
    const offer = await app.offer(seller, { maximum: '5000', total: '5000' })
    expect(await codeOf(app.place(seller, offer, '10'))).toBe('OTC_OWN_OFFER')
    expect(await codeOf(app.place(buyer, offer, '2001'))).toBe('AMOUNT_TOO_LARGE')
    expect(await codeOf(app.place(buyer, offer, '10', { price: '0.94' }))).toBe('OTC_PRICE_MOVED')
    expect(await codeOf(app.place(buyer, offer, '10', { payment: 'international' }))).toBe('PARAMETER_ERROR')
    expect(await codeOf(app.place(buyer, '1', '10'))).toBe('NOT_FOUND')
  })
})

describe('what is bounded', () => {
  test('offers of a merchant', async () => {
    const one = await app.merchant()
    for (let n = 0; n < MAX_OPEN_OFFERS; n++)
      expect(await codeOf(app.publish(one, { maximum: '10', total: '10' }))).toBeUndefined()
    expect(await codeOf(app.publish(one, { maximum: '10', total: '10' }))).toBe('OTC_TOO_MANY_OFFERS')
  })

  test('orders under way, and purchases that end unpaid within a day', async () => {
    const offer = await app.offer(seller, { maximum: '10', total: '1000' })
    const many = await app.trader()
    const placed: string[] = []
    for (let n = 0; n < MAX_OPEN_ORDERS; n++) placed.push(await app.order(many, offer, '10'))
    expect(await codeOf(app.place(many, offer, '10'))).toBe('OTC_TOO_MANY_OPEN')
    for (const id of placed.slice(0, MAX_UNPAID)) await app.cancel(many, id)
    expect(await codeOf(app.place(many, offer, '10'))).toBe('OTC_TOO_MANY_UNPAID')
    app.clock.advance(PAY_WINDOW_MS)
    await app.runJobs()
    app.clock.advance(DAY_MS)
    expect(await codeOf(app.place(many, offer, '10'))).toBeUndefined()
  })
})

describe('what guards an account', () => {
  test('T64: keeps its coins from being offered, sold and released for 24 h after another password', async () => {
    const victim = await app.trader()
    const offer = await app.offer(seller, { side: 'buy' })
    const id = await app.order(victim, offer, '50')
    await app.pay(seller, id, 'Noor Haddad')
    await sql`update customer set security_changed_at = ${new Date(app.clock.nowMs())} where id = ${victim.id}`.execute(
      app.db,
    )
    expect(await codeOf(app.release(victim, id))).toBe('WITHDRAWAL_HELD')
    expect(await codeOf(app.place(victim, offer, '50', { cardId: victim.cardId }))).toBe('WITHDRAWAL_HELD')
    app.clock.advance(DAY_MS + 1)
    expect(await codeOf(app.release(victim, id))).toBeUndefined()
  })

  test('T22: keeps its coins from being sold and released in the hours that its owner locked', async () => {
    const careful = await app.trader()
    const offer = await app.offer(seller, { side: 'buy' })
    const id = await app.order(careful, offer, '50')
    await app.pay(seller, id, 'Noor Haddad')
    const hour = new Date(app.clock.nowMs()).getUTCHours()
    expect(
      await codeOf(app.call(setRail, { kind: 'night', value: String(hour + 1) }, careful.token)),
    ).toBeUndefined()
    const nowMs = app.clock.nowMs()
    const terms = (await app.call(calls.otcTerms, {}, careful.token)).data
    expect(terms.nightLockedUntilMs).toBe(nowMs - (nowMs % HOUR_MS) + NIGHT_HOURS * HOUR_MS)
    expect(await codeOf(app.release(careful, id))).toBe('NIGHT_LOCKED')
    expect(await codeOf(app.place(careful, offer, '50', { cardId: careful.cardId }))).toBe('NIGHT_LOCKED')
    app.clock.advance(NIGHT_HOURS * HOUR_MS)
    expect(await codeOf(app.release(careful, id))).toBeUndefined()
  })

  test('is said after what the customer can mend: the pay password, the card, the pause, then the hold', async () => {
    const one = await app.merchant()
    const offer = await app.offer(seller, { side: 'buy' })
    const fresh = (await app.call(saveCard, cardInput(7_002), one.token)).data.id as string
    const set = (column: 'pay_password_hash' | 'security_changed_at', value: unknown) =>
      sql`update customer set ${sql.ref(column)} = ${value} where id = ${one.id}`.execute(app.db)
    const pause = async (isPaused: string) => {
      const asked = { is_paused: isPaused, reason: 'an incident' }
      const { data } = await app.post('maker', '/console/withdrawal/pause', asked)
      await app.post('checker', '/console/proposal/approve', { id: data.id as string, reason: 'seen' })
    }
    const sell = (cardId?: string) => codeOf(app.place(one, offer, '50', cardId ? { cardId } : {}))
    const publish = (payments: string) => codeOf(app.publish(one, { payments }))
    const { rows } = await sql<{ hash: string }>`
      select pay_password_hash as hash from customer where id = ${one.id}`.execute(app.db)
    await set('pay_password_hash', null)
    await set('security_changed_at', new Date(app.clock.nowMs()))
    await pause('1')
    try {
      expect([await sell(), await publish('international')]).toEqual([
        'PAY_PASSWORD_UNSET',
        'PAY_PASSWORD_UNSET',
      ])
      await set('pay_password_hash', rows[0]!.hash)
      expect([await sell(), await publish('international')]).toEqual(['CARD_REQUIRED', 'CARD_REQUIRED'])
      expect(await sell(fresh)).toBe('CARD_NEW')
      expect([await sell(one.cardId), await publish('domestic')]).toEqual([
        'WITHDRAWAL_PAUSED',
        'WITHDRAWAL_PAUSED',
      ])
    } finally {
      await pause('0')
    }
    expect([await sell(one.cardId), await publish('domestic')]).toEqual([
      'WITHDRAWAL_HELD',
      'WITHDRAWAL_HELD',
    ])
  })

  test('keeps its offers from being taken, which says nothing of why', async () => {
    const merchant = await app.merchant()
    const offer = await app.offer(merchant)
    await sql`update customer set security_changed_at = ${new Date(app.clock.nowMs())} where id = ${merchant.id}`.execute(
      app.db,
    )
    expect(await codeOf(app.place(buyer, offer, '10'))).toBe('OTC_OFFER_UNAVAILABLE')
  })

  test('does not keep two operators from deciding for who paid, while the seller’s account is frozen', async () => {
    const thief = await app.merchant()
    const offer = await app.offer(thief)
    const id = await app.order(buyer, offer, '100')
    await app.pay(buyer, id)
    expect(await codeOf(app.call(freezeAccount, {}, thief.token))).toBeUndefined()
    expect(await codeOf(app.release(thief, id))).toBe('ACCOUNT_FROZEN')
    // Nobody takes more of it, and nobody sees it.
    expect(await codeOf(app.place(buyer, offer, '10'))).toBe('OTC_OFFER_UNAVAILABLE')
    const { data } = await app.call(calls.otcOffers, { limit: '200' })
    expect((data.items as calls.OtcOfferView[]).map(({ id: one }) => one)).not.toContain(offer)
    expect(await codeOf(app.appeal(buyer, id))).toBeUndefined()
    const had = await app.balance(buyer, 'available')
    expect(await app.decide(id, 'released')).toBeUndefined()
    expect(await app.balance(buyer, 'available')).toBe(had + 100n * USDT)
    expect(await detail(thief, id)).toMatchObject({ status: 'decided', outcome: 'released' })
    await expectConsistent()
  })
})

describe('a dispute', () => {
  test('is opened by either side once it is paid, with pictures, and decided for the seller with a reason', async () => {
    const id = await app.order(buyer, await app.offer(seller), '40')
    expect(await codeOf(app.appeal(buyer, id))).toBe('OTC_STATUS')
    await app.pay(buyer, id)
    const image = await app.uploads.keep(seller.id, await newPicture())
    expect(await codeOf(app.appeal(seller, id, { images: 'A'.repeat(22) }))).toBe('UPLOAD_UNKNOWN')
    expect(await codeOf(app.appeal(seller, id, { images: image }))).toBeUndefined()
    const seen = await detail(buyer, id)
    expect(seen).toMatchObject({ status: 'disputed', dispute: { by: 'seller' }, evidence: [image] })
    expect(await codeOf(app.appeal(buyer, id))).toBe('OTC_STATUS')
    // Whom to compare the bank's names with is shown while it goes on.
    const inConsole = async () => (await app.get('maker', `/console/otc/order?id=${id}`)).data
    expect(await inConsole()).toMatchObject({ buyerName: 'Ana Ferrer', sellerName: 'Noor Haddad' })
    expect(await app.decide(id, 'returned', 'no transfer came')).toBeUndefined()
    expect(await inConsole()).toMatchObject({ buyerName: null, sellerName: null })
    expect(await detail(buyer, id)).toMatchObject({ outcome: 'returned', why: 'no transfer came' })
    await expectConsistent()
  })

  test('is decided by two, of what is disputed alone', async () => {
    const id = await paid()
    expect(await app.decide(id, 'returned')).toBe('OTC_STATUS')
    await app.appeal(buyer, id)
    const asked = { id, settled_as: 'released', reason: 'seen' }
    const { data } = await app.post('maker', '/console/otc/settle', asked)
    const approval = { id: data.proposal.id as string, reason: 'seen' }
    expect(await codeOf(app.post('maker', '/console/proposal/approve', approval))).toBe('PROPOSAL_IS_YOURS')
    // The seller gives in meanwhile.
    expect(await codeOf(app.release(seller, id))).toBeUndefined()
    expect(await codeOf(app.post('checker', '/console/proposal/approve', approval))).toBeDefined()
    await expectConsistent()
  })
})

describe('an order that ended unpaid and was paid all the same', () => {
  /** One of 100 USDT of a merchant's offer of 1,000, whose time ran out; with the buyer, who has nothing else. */
  async function runOut(usdt = '1000') {
    const merchant = await app.merchant({ name: 'Noor Haddad', usdt })
    const late = await app.trader()
    const offer = await app.offer(merchant)
    const id = await app.order(late, offer, '100')
    app.clock.advance(PAY_WINDOW_MS)
    await app.runJobs()
    return { merchant, late, offer, id }
  }

  test('is said to be paid by its buyer within a day, with pictures, once, and operators find it', async () => {
    const { merchant, late, id } = await runOut()
    const image = await app.uploads.keep(late.id, await newPicture())
    expect(await codeOf(app.appeal(merchant, id))).toBe('OTC_STATUS')
    expect(await codeOf(app.appeal(buyer, id))).toBe('NOT_FOUND')
    expect(await detail(merchant, id)).toMatchObject({ lateUntilMs: null, late: null })
    const { endedAtMs, lateUntilMs } = await detail(late, id)
    expect(lateUntilMs).toBe(endedAtMs! + DAY_MS)
    app.clock.advance(DAY_MS - 1)
    expect(await codeOf(app.appeal(late, id, { images: image }))).toBeUndefined()
    expect(await codeOf(app.appeal(late, id))).toBe('OTC_STATUS')
    expect(await detail(merchant, id)).toMatchObject({
      ...{ status: 'expired', outcome: 'returned', late: 'open', evidence: [image] },
      dispute: { by: 'buyer', reason: 'the other side does not answer' },
    })
    // The chat goes on.
    const message = { id, text: 'the bank shows it as sent' }
    expect(await codeOf(app.call(calls.sendOtcMessage, message, late.token))).toBeUndefined()
    const waiting = (await app.get('maker', '/console/queue')).data.items as { id: string }[]
    expect(waiting.map((item) => item.id)).toContain(`order-${id}`)
    const seen = (await app.get('maker', `/console/otc/order?id=${id}`)).data
    expect(seen).toMatchObject({ isLate: true, disputedBy: 'buyer', evidence: [image], outcome: 'returned' })
    expect(seen.actions).toContain('decide')
    expect(await app.decide(id, 'returned', 'no transfer came')).toBeUndefined()
    expect(await detail(late, id)).toMatchObject({ late: 'returned', why: 'no transfer came' })
    expect(await app.decide(id, 'released')).toBe('OTC_STATUS')
    expect(await app.balance(late, 'available')).toBe(10_000n * USDT)
    await expectConsistent()
  })

  test('is too late after a day', async () => {
    const { late, id } = await runOut()
    app.clock.advance(DAY_MS)
    expect((await detail(late, id)).lateUntilMs).toBeNull()
    expect(await codeOf(app.appeal(late, id))).toBe('OTC_STATUS')
  })

  test('is paid by two operators out of the offer that the coin went back to', async () => {
    const { merchant, late, offer, id } = await runOut()
    await app.appeal(late, id)
    expect(await app.decide(id, 'released')).toBeUndefined()
    expect(await app.balance(late, 'available')).toBe(10_100n * USDT)
    expect(await app.balance(merchant, 'held')).toBe(900n * USDT)
    expect((await app.call(calls.otcOffer, { id: offer })).data.remaining).toBe('900.0000000')
    expect(await detail(late, id)).toMatchObject({ status: 'expired', late: 'released' })
    await expectConsistent()
    // What is left of the offer is sold as before, and closed.
    const next = await app.order(late, offer, '400')
    await app.pay(late, next)
    expect(await codeOf(app.release(merchant, next))).toBeUndefined()
    await app.call(calls.closeOtcOffer, { id: offer }, merchant.token)
    expect(await app.balance(merchant, 'held')).toBe(0n)
    await expectConsistent()
  })

  test('is not paid with coins that the seller has not got any more, and says so', async () => {
    const { merchant, late, offer, id } = await runOut()
    await app.call(calls.closeOtcOffer, { id: offer }, merchant.token)
    await app.holdBack(merchant.id, 'funding', 'USDT', '950', 1n)
    await app.appeal(late, id)
    const asked = { id, settled_as: 'released', reason: 'seen' }
    const { data } = await app.post('maker', '/console/otc/settle', asked)
    const approval = { id: data.proposal.id as string, reason: 'seen too' }
    const answer = await app.post('checker', '/console/proposal/approve', approval)
    expect(answer).toMatchObject({ error: 'OTC_LATE_UNCOVERED' })
    expect(await app.balance(late, 'available')).toBe(10_000n * USDT)
    expect((await detail(late, id)).late).toBe('open')
    // It is there later.
    await app.give(merchant.id, 'funding', 'USDT', '50')
    expect(await codeOf(app.post('checker', '/console/proposal/approve', approval))).toBeUndefined()
    expect(await app.balance(late, 'available')).toBe(10_100n * USDT)
    await expectConsistent()
  })

  test('is released by a seller who found the money, with the pay password, once', async () => {
    const merchant = await app.merchant({ name: 'Noor Haddad', usdt: '1000' })
    const late = await app.trader()
    const id = await app.order(late, await app.offer(merchant, { total: '100', maximum: '100' }), '100')
    await app.cancel(late, id)
    expect(await codeOf(app.release(merchant, id))).toBe('OTC_STATUS')
    expect(await codeOf(app.appeal(late, id))).toBeUndefined()
    expect(await codeOf(app.release(late, id))).toBe('OTC_OTHER_SIDE')
    expect(await codeOf(app.release(buyer, id))).toBe('NOT_FOUND')
    expect(await codeOf(app.release(merchant, id, { payPassword: '000000' }))).toBe('PAY_PASSWORD_WRONG')
    expect(await codeOf(app.release(merchant, id))).toBeUndefined()
    expect(await codeOf(app.release(merchant, id))).toBe('OTC_STATUS')
    expect(await app.balance(late, 'available')).toBe(10_100n * USDT)
    expect(await detail(merchant, id)).toMatchObject({ status: 'cancelled', late: 'released', why: null })
    for (const { token } of [merchant, late]) {
      const { data } = await app.call(fundRecords, { kind: 'otc' }, token)
      expect(data.items).toMatchObject([{ recordId: id, status: 'approved', amount: '100.0000000' }])
    }
    const events = (await app.call(statementEvents, {}, late.token)).data.items
    expect(JSON.stringify(events)).toContain('"state":"done"')
    await expectConsistent()
  })
})

describe('the chat', () => {
  test('T65: takes plain texts and pictures, of the two sides, and shows them to both', async () => {
    const id = await app.order(buyer, await app.offer(seller), '10')
    const say = (who: Trader, message: Record<string, string>) =>
      app.call(calls.sendOtcMessage, { id, ...message }, who.token)
    expect(await codeOf(say(buyer, { text: 'Paying now from my bank app.' }))).toBeUndefined()
    // As it is read: without what surrounds it, and with a sign in the place of what is no character.
    const asRead = (text: string) => text.toWellFormed().trim()
    const hostile = hostileTexts.filter((text) => !isPlainText(asRead(text)))
    expect(hostile.length).toBeGreaterThan(5)
    const taken: string[] = []
    for (const text of hostile)
      if ((await say(buyer, { text })).error === undefined) taken.push(JSON.stringify(text))
    expect(taken).toEqual([])
    expect(await codeOf(say(buyer, {}))).toBe('FIELDS_REQUIRED')
    const image = await app.uploads.keep(buyer.id, await newPicture())
    expect(await codeOf(say(seller, { image }))).toBe('UPLOAD_UNKNOWN')
    expect(await codeOf(say(buyer, { image }))).toBeUndefined()
    const { data } = await app.call(calls.otcMessages, { id }, seller.token)
    expect(
      (data.items as calls.OtcMessageView[]).map(({ from, event, text }) => [from, event ?? text]),
    ).toEqual([
      ['other', null],
      ['other', 'Paying now from my bank app.'],
      ['platform', 'placed'],
    ])
    const shown = await app.app.inject({
      ...{ method: 'GET', url: `/api/otc/image?id=${id}&image=${image}` },
      headers: { authorization: seller.token },
    })
    expect(shown.headers['content-type']).toMatch(/^image\/(png|jpeg)/)
    expect(shown.headers['x-content-type-options']).toBe('nosniff')
    // No other order shows it, and nobody else.
    const other = await app.order(buyer, await app.offer(seller), '10')
    expect(await codeOf(app.call(calls.otcImage, { id: other, image }, seller.token))).toBe('NOT_FOUND')
    const stranger = await app.trader()
    for (const call of [calls.otcOrder, calls.otcMessages])
      expect(await codeOf(app.call(call, { id }, stranger.token))).toBe('NOT_FOUND')
    expect(await codeOf(app.call(calls.otcImage, { id, image }, stranger.token))).toBe('NOT_FOUND')
    expect(await codeOf(app.call(calls.sendOtcMessage, { id, text: 'hello' }, stranger.token))).toBe(
      'NOT_FOUND',
    )
    await app.cancel(buyer, other)
  })

  test('T07: a message that is sent again with its key is there once, for both', async () => {
    const id = await app.order(buyer, await app.offer(seller), '10')
    const say = (text: string, key: string) =>
      app.call(calls.sendOtcMessage, { id, text }, buyer.token, { key })
    const texts = async (who: Trader) =>
      ((await app.call(calls.otcMessages, { id }, who.token)).data.items as calls.OtcMessageView[]).flatMap(
        ({ text }) => text ?? [],
      )
    const first = await say('Paid.', 'otc-message-1')
    expect(await codeOf(Promise.resolve(first))).toBeUndefined()
    // As a page does that got no answer.
    for (const time of ['once', 'and once more'])
      expect((await say('Paid.', 'otc-message-1')).data, time).toEqual(first.data)
    expect(await codeOf(say('Another text.', 'otc-message-1'))).toBe('IDEMPOTENCY_KEY_REUSED')
    // The same words written again are another message.
    expect(await codeOf(say('Paid.', 'otc-message-2'))).toBeUndefined()
    for (const who of [buyer, seller]) expect(await texts(who)).toEqual(['Paid.', 'Paid.'])
    await app.cancel(buyer, id)
  })
})

describe('the platform', () => {
  test('offers by two operators, pays what it buys, and releases what it sold by two', async () => {
    const proposed = await app.post('maker', '/console/otc/propose_offer', {
      ...{ side: 'sell', currency: 'USDT', fiat: 'USD', margin: '0.5', payments: 'domestic' },
      ...{ minimum: '10', maximum: '500', total: '1000', reason: 'for customers' },
      ...{ account_name: 'Plumb', bank_name: 'Bank', account_number: 'DE02 1203' },
    })
    expect(proposed.error).toBeUndefined()
    // The account that customers will pay to is typed again, and so is not there to be copied.
    expect(proposed.data.typeAgain).toBe('Account number, from the bank’s own paper')
    const shownTo = (lines: readonly object[]) => JSON.stringify(lines)
    expect(shownTo(proposed.data.lines)).toContain('…1203')
    expect(shownTo(proposed.data.lines)).not.toContain('DE02')
    const approve = (again: Record<string, string>) =>
      app.post('checker', '/console/proposal/approve', {
        ...{ id: proposed.data.id as string, reason: 'seen', ...again },
      })
    for (const wrong of [{}, { again: '…1203' }, { again: 'DE02 1204' }])
      expect(await codeOf(approve(wrong))).toBe('TYPED_AGAIN_DIFFERS')
    const approved = await approve({ again: 'de021203' })
    expect(approved.error).toBeUndefined()
    expect(shownTo(approved.data.lines)).toContain('DE02 1203')
    expect(await app.fundBalance('held')).toBe(1_000n * USDT)
    const { rows } = await sql<{ id: bigint }>`select id from otc_offer where maker = 2`.execute(app.db)
    const id = await app.order(buyer, String(rows[0]!.id), '100')
    expect(await detail(buyer, id)).toMatchObject({
      ...{
        total: '100.50',
        account: { name: 'Plumb', number: 'DE02 1203' },
        otherParty: { isPlatform: true },
      },
    })
    expect(await app.decide(id, 'released')).toBe('OTC_STATUS')
    await app.pay(buyer, id)
    expect(await app.decide(id, 'released')).toBeUndefined()
    expect(await detail(buyer, id)).toMatchObject({ status: 'released' })
    expect(await app.fundBalance('held')).toBe(900n * USDT)
    const close = { id: String(rows[0]!.id), reason: 'enough' }
    const shown = async () =>
      ((await app.get('maker', `/console/otc/offers?search=${close.id}`)).data.items as OtcOfferLine[]).map(
        ({ id, isOpen, closedAtMs }) => ({ id, isOpen, closedAtMs }),
      )
    expect(await shown()).toEqual([{ id: close.id, isOpen: true, closedAtMs: null }])
    const closing = await app.post('maker', '/console/otc/propose_close', close)
    await app.post('checker', '/console/proposal/approve', { id: closing.data.id as string, reason: 'seen' })
    expect(await shown()).toEqual([{ id: close.id, isOpen: false, closedAtMs: app.clock.nowMs() }])
    const decided = await app.get('maker', `/console/proposals?search=otc-offer:${close.id}`)
    expect(decided.data.items).toMatchObject([{ status: 'approved', reason: 'enough', decision: 'seen' }])
    expect(await app.fundBalance('held')).toBe(0n)
    await expectConsistent()
  })

  test('types nothing again of what it offers to buy: it publishes no account', async () => {
    const proposed = await app.post('maker', '/console/otc/propose_offer', {
      ...{ side: 'buy', currency: 'USDT', fiat: 'USD', margin: '-0.5', payments: 'domestic' },
      ...{ minimum: '10', maximum: '500', total: '1000', reason: 'of customers' },
    })
    expect(proposed.data.typeAgain).toBeNull()
    const approval = { id: proposed.data.id as string, reason: 'seen' }
    expect(await codeOf(app.post('checker', '/console/proposal/approve', approval))).toBeUndefined()
  })
})

describe('a merchant', () => {
  test('who applies is found by the reference that the queue shows', async () => {
    const one = await app.trader({ tier: 'advanced' })
    const asked = { name: 'Found by reference', introduction: 'hello' }
    expect(await codeOf(app.call(calls.applyOtcMerchant, asked, one.token))).toBeUndefined()
    const waiting = (await app.get('maker', '/console/queue')).data.items as {
      id: string
      reference: string
    }[]
    const { reference } = waiting.find(({ id }) => id === `merchant-${one.id}`)!
    const found = await app.get('maker', `/console/otc/merchants?search=${reference}`)
    expect(found.data.items.map(({ id }: { id: string }) => id)).toEqual([String(one.id)])
  })

  test('is stopped at once: the offers close, and orders go on', async () => {
    const one = await app.merchant()
    const before = await app.balance(one, 'held')
    const offer = await app.offer(one)
    const id = await app.order(buyer, offer, '10')
    const stop = { id: String(one.id), reason: 'complaints' }
    expect(await codeOf(app.post('maker', '/console/otc/stop', stop))).toBeUndefined()
    expect(await app.balance(one, 'held')).toBe(before + 10n * USDT)
    expect(await codeOf(app.publish(one))).toBe('OTC_MERCHANT_ONLY')
    expect((await detail(buyer, id)).otherParty).toMatchObject({ isMerchant: false })
    await app.pay(buyer, id)
    expect(await codeOf(app.release(one, id))).toBeUndefined()
    expect((await app.call(calls.otcTerms, {}, one.token)).data.merchant).toMatchObject({
      ...{ status: 'stopped', reason: 'complaints' },
    })
    await expectConsistent()
  })

  test('has a record that follows from orders alone', async () => {
    const one = await app.merchant()
    const offer = await app.offer(one)
    const [good, lost, unpaid] = [
      await app.order(buyer, offer, '10'),
      await app.order(buyer, offer, '10'),
      await app.order(buyer, offer, '10'),
    ]
    await app.pay(buyer, good)
    app.clock.advance(2 * MINUTE_MS)
    await app.release(one, good)
    await app.pay(buyer, lost)
    await app.appeal(buyer, lost)
    await app.decide(lost, 'released')
    await app.cancel(buyer, unpaid)
    // What the buyer gave up is the buyer's.
    expect((await app.call(calls.otcOffer, { id: offer })).data.maker.record).toEqual({
      ...{ completed: 1, completedPercent: '50.0', releaseSeconds: (2 * MINUTE_MS) / SECOND_MS },
    })
  })

  test('is named by no name of another, and not as the platform', async () => {
    const one = await app.trader({ tier: 'advanced' })
    const apply = (name: string) =>
      codeOf(app.call(calls.applyOtcMerchant, { name, introduction: 'hello' }, one.token))
    expect(await apply('TEST support')).toBe('OTC_NAME_TAKEN')
    expect(await apply('Quick Coins')).toBeUndefined()
    expect(await apply('Quick Coins 2')).toBe('OTC_APPLIED')
    const other = await app.trader({ tier: 'advanced' })
    const same = { name: 'QUICK coins', introduction: 'hello' }
    expect(await codeOf(app.call(calls.applyOtcMerchant, same, other.token))).toBe('OTC_NAME_TAKEN')
  })
})

test('what decided an order is on the tape, and makes its figures', async () => {
  const following = { price: '', margin: '-1', fiat: 'USD', currency: 'BTC' }
  const sizes = { minimum: '0.01', maximum: '0.1', total: '0.2' }
  const offer = await app.offer(await app.merchant(), { ...following, ...sizes })
  await app.order(await app.trader(), offer, '0.01')
  await app.writeTape()
  expect(await auditOtcResults(app.db, 1_000)).toEqual([])
  await expectConsistent()
})

test('an order stands in the console’s time line of its buyer and of its seller, begun and ended', async () => {
  const [maker, taker] = [await app.merchant(), await app.trader()]
  const id = await app.order(taker, await app.offer(maker), '100')
  await app.cancel(taker, id)
  const linesOf = async ({ id: customer }: Trader) => {
    const { data } = await app.get('maker', `/console/customer/timeline?customer=${customer}`)
    return (data.items as { kind: string }[]).filter(({ kind }) => kind.startsWith('otc-'))
  }
  const { reference } = await detail(taker, id)
  const same = { subject: `otc:${id}`, amount: '100.0000000', currency: 'USDT', product: 'otc' }
  const line = (kind: string, title: string) =>
    expect.objectContaining({ ...same, kind, title, detail: `${reference}, canceled` })
  const bought = await linesOf(taker)
  expect(bought).toHaveLength(2)
  expect(bought).toContainEqual(line('otc-bought', 'OTC purchase placed'))
  expect(bought).toContainEqual(line('otc-bought-ended', 'OTC purchase ended'))
  const sold = await linesOf(maker)
  expect(sold).toHaveLength(2)
  expect(sold).toContainEqual(line('otc-sold', 'OTC sale placed'))
  expect(sold).toContainEqual(line('otc-sold-ended', 'OTC sale ended'))
})

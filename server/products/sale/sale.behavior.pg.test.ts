import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeCard, saveCard } from '#domain/card/contract.ts'
import { siteConfig } from '#domain/content/contract.ts'
import * as calls from '#domain/sale/contract.ts'
import { DAY_MS, HOUR_MS, SECOND_MS, utcMinute } from '#domain/time.ts'
import { setPayPassword } from '#domain/user/contract.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { NIGHT_HOURS, setRail } from '#domain/user/guard-rails.ts'
import { outsideAccount } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { addUsableCard, cardInput, verifyAs } from '#server/testing/cards.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { testDatabaseKind } from '#server/testing/database.ts'
import { lendIn } from '#server/testing/loan.ts'
import { PAY_PASSWORD } from '#server/testing/payees.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { openSaleFixture, type SaleFixture, type Seller } from '#server/testing/sale.ts'
import { givePasskey } from '#server/testing/second-factor.ts'
import { meet } from '#server/testing/waiting.ts'
import { lockCustomer, updateCustomer } from '#server/users/store.ts'
import { feesOf, fundOf, setAsideOf } from './accounts.ts'
import { auditResults, auditSales } from './audit.ts'

let app: SaleFixture
beforeAll(async () => {
  app = await openSaleFixture()
})
afterAll(async () => {
  expect(await auditSales(app.db)).toEqual([])
  await app.writeTape()
  expect(await auditResults(app.db, 1_000)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})
beforeEach(() => app.tick('BTC-USDT', 2_000_000, 2_001_000))

const quote = ({ token, cardId }: Pick<Seller, 'token' | 'cardId'>, amount: string, currency = 'USDT') =>
  app.call(calls.quoteSale, { currency, amount, cardId }, token)
const listed = async ({ token }: Seller, filter = {}) =>
  (await app.call(calls.sales, filter, token)).data.items as calls.SaleView[]

/** Freezes an account as another server does: the session that is known here does not say it yet. */
async function freezeElsewhere(db: Db | Tx, { id }: Seller): Promise<void> {
  await db
    .insertInto('account_freeze')
    .values({
      ...{ id: nextId(), customer_id: id, device: 'another', ip: '10.1.1.1' },
      ...{ frozen_at: new Date(app.clock.nowMs()), lifted_at: null },
    })
    .execute()
}

/** Writes that what guards an account changed. */
async function changeSecurity(db: Db | Tx, { id }: Seller): Promise<void> {
  await updateCustomer(db, id, {}, app.clock.nowMs())
}

/** What operators read of a sale: in its case, in the table and in the queue. */
async function risks(id: string): Promise<string[][]> {
  const token = await app.console.tokenOf(await app.console.addOperator('finance'))
  const [{ data: one }, { data: table }, { data: queue }] = [
    await app.console.get('/console/sale', token, { id }),
    await app.console.get('/console/sales', token, { status: 'hold' }),
    await app.console.get('/console/queue', token),
  ]
  const isIt = (item: { id: string; product?: string }) =>
    item.id === id && (item.product ?? 'sale') === 'sale'
  return [one.risk, table.items.find(isIt).risk, queue.items.find(isIt).risk]
}

describe('a quote', () => {
  test('says what is paid at the bid of the tape, the fee, and until when', async () => {
    const seller = await app.seller('1', { currency: 'BTC', tier: 'advanced' })
    const { data } = await quote(seller, '0.1', 'BTC')
    expect(data).toMatchObject({
      ...{ currency: 'BTC', amount: '0.10000000', fee: '0.00050000', receive: '1990.00', rate: '20000.00' },
      ...{ tick: { symbol: 'BTC-USDT' }, validUntilMs: app.clock.nowMs() + 10 * SECOND_MS },
    })
  })

  test('of USDT has no tick: one is paid as one dollar', async () => {
    const seller = await app.seller('2000')
    expect((await quote(seller, '2000')).data).toMatchObject({ receive: '1990.00', rate: '1', tick: null })
  })

  test('is refused for who is not verified, for what is no coin, and without a fresh price', async () => {
    const stranger = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
    const seller = await app.seller('2000')
    expect((await quote({ ...stranger, cardId: seller.cardId }, '25')).error).toBe('KYC_REQUIRED')
    for (const currency of ['USD', 'EUR'])
      expect((await quote(seller, '25', currency)).error).toBe('SALE_COIN_UNKNOWN')
    app.silence('BTC-USDT')
    expect((await quote(seller, '0.01', 'BTC')).error).toBe('PRICE_STALE')
  })

  test('T22: is of 20 to 2,000 USDT at basic verification, to 1,000,000 at advanced', async () => {
    const basic = await app.seller('5000')
    expect((await quote(basic, '19.99')).error).toBe('AMOUNT_TOO_SMALL')
    expect((await quote(basic, '2000.0000001')).error).toBe('AMOUNT_TOO_LARGE')
    expect((await quote(basic, '2000')).error).toBeUndefined()
    const advanced = await app.seller('5000', { tier: 'advanced' })
    expect((await quote(advanced, '1000000')).error).toBeUndefined()
    expect((await quote(advanced, '1000000.1')).error).toBe('AMOUNT_TOO_LARGE')
    for (const amount of ['0', '-1', '1e9', 'NaN'])
      expect((await quote(advanced, amount)).error).toBeDefined()
  })
})

describe('the card of a quote', () => {
  test('makes the fee: 1 % and at least 25 USDT abroad, and the smallest sale there 50', async () => {
    const seller = await app.seller('5000', { tier: 'advanced' })
    const abroad = { ...seller, cardId: await app.internationalCard(seller) }
    expect((await quote(seller, '4000')).data).toMatchObject({ fee: '20.0000000', receive: '3980.00' })
    expect((await quote(abroad, '4000')).data).toMatchObject({ fee: '40.0000000', receive: '3960.00' })
    expect((await quote(abroad, '100')).data).toMatchObject({ fee: '25.0000000', receive: '75.00' })
    expect((await quote(abroad, '49.99')).error).toBe('AMOUNT_TOO_SMALL')
    const { data } = await app.call(calls.saleTerms, {}, seller.token)
    expect(data.byCard).toEqual({
      domestic: { feePercent: '0.50', minimumFee: '5.0000000', minimum: '20.0000000' },
      international: { feePercent: '1.00', minimumFee: '25.0000000', minimum: '50.0000000' },
    })
    const sold = await app.submit(abroad, await app.quote(abroad, '100'))
    expect(sold.data).toMatchObject({ fee: '25.0000000', card: { kind: 'international' } })
  })

  test('is the one that is paid: what else a sale names changes nothing, and one removed since is refused', async () => {
    const seller = await app.seller('3000')
    const cardId = await app.internationalCard(seller)
    const sold = await app.submit(seller, await app.quote(seller, '100'), { cardId })
    expect(sold.data).toMatchObject({ fee: '5.0000000', card: { kind: 'domestic' } })
    const quoteId = await app.quote(seller, '100')
    expect((await app.call(removeCard, { id: seller.cardId }, seller.token)).error).toBeUndefined()
    expect((await app.submit(seller, quoteId)).error).toBe('CARD_REQUIRED')
    expect((await quote(seller, '100')).error).toBe('CARD_REQUIRED')
  })
})

describe('a sale', () => {
  test('holds the coin and sets the dollars aside', async () => {
    const seller = await app.seller('3000')
    const before = await balanceOf(app.db, setAsideOf('USD'))
    const { data } = await app.submit(seller, await app.quote(seller, '2000'))
    expect(data).toMatchObject({
      ...{
        status: 'hold',
        amount: '2000.0000000',
        fee: '10.0000000',
        receive: '1990.00',
        bankReference: null,
      },
      reference: expect.stringMatching(/^S-61\d{4}$/),
      card: { bankName: 'Banco Azul', lastDigits: expect.stringMatching(/^\d{4}$/) },
    })
    expect(await app.balance(seller, 'held')).toBe(2000_0000000n)
    expect(await app.balance(seller, 'available')).toBe(1000_0000000n)
    expect((await balanceOf(app.db, setAsideOf('USD'))) - before).toBe(199_000n)
    expect(await listed(seller)).toEqual([data])
    expect(await listed(seller, { status: 'paid' })).toEqual([])
    expect((await app.call(calls.saleDetail, { id: data.id }, seller.token)).data).toEqual(data)
    const other = await app.seller('10')
    expect((await app.call(calls.saleDetail, { id: data.id }, other.token)).error).toBe('NOT_FOUND')
  })

  test('is told to its customer once, as somebody else may have placed it', async () => {
    const seller = await app.seller('3000')
    const quoteId = await app.quote(seller, '2000')
    const { data } = await app.submit(seller, quoteId, {}, 'told')
    await app.submit(seller, quoteId, {}, 'told')
    const { rows } = await sql`
      select kind, subject, params from notice where customer_id = ${seller.id} and kind like 'sale-%'`.execute(
      app.db,
    )
    const params = { reference: data.reference, amount: '2000.0000000', currency: 'USDT' }
    expect(rows).toEqual([{ kind: 'sale-placed', subject: data.id, params }])
  })

  test('T03: is made of a quote once, and the same key answers the same', async () => {
    const seller = await app.seller('3000')
    const quoteId = await app.quote(seller, '100')
    const first = await app.submit(seller, quoteId, {}, 'one')
    expect((await app.submit(seller, quoteId, {}, 'one')).data).toEqual(first.data)
    expect((await app.submit(seller, quoteId, {}, 'two')).error).toBe('SALE_QUOTE_USED')
    expect((await app.submit(seller, quoteId)).error).toBe('SALE_QUOTE_USED')
    expect(await app.balance(seller, 'held')).toBe(100_0000000n)
  })

  test('is refused when the quote ran out, was replaced, or is another’s', async () => {
    const seller = await app.seller('3000')
    const old = await app.quote(seller, '100')
    const newer = await app.quote(seller, '100')
    expect((await app.submit(seller, old)).error).toBe('SALE_QUOTE_EXPIRED')
    const other = await app.seller('3000')
    expect((await app.submit(other, newer)).error).toBe('SALE_QUOTE_EXPIRED')
    app.clock.advance(10 * SECOND_MS)
    expect((await app.submit(seller, newer)).error).toBeUndefined()
    const late = await app.quote(seller, '100')
    app.clock.advance(10 * SECOND_MS + 1)
    expect((await app.submit(seller, late)).error).toBe('SALE_QUOTE_EXPIRED')
  })

  test('T26: is refused where its market fell silent after the quote', async () => {
    const seller = await app.seller('1', { currency: 'BTC' })
    const quoteId = await app.quote(seller, '0.05', 'BTC')
    app.silence('BTC-USDT')
    expect((await app.submit(seller, quoteId)).error).toBe('PRICE_STALE')
    expect(await app.balance(seller, 'held', 'BTC')).toBe(0n)
  })

  test('is refused for more than there is, and for dollars that are not there', async () => {
    const poor = await app.seller('50')
    expect((await app.submit(poor, await app.quote(poor, '51'))).error).toBe('INSUFFICIENT_BALANCE')
    const rich = await app.seller('1000000', { tier: 'advanced' })
    const first = '600000'
    expect((await app.submit(rich, await app.quote(rich, first))).error).toBeUndefined()
    const other = await app.seller('600000', { tier: 'advanced' })
    expect((await app.submit(other, await app.quote(other, first))).error).toBe('SALE_LIMIT')
    expect(await app.balance(other, 'held')).toBe(0n)
    await giveAllBack(rich)
  })

  test('T63: takes the pay password, and counts wrong ones although it is refused', async () => {
    const seller = await app.seller('3000')
    const quoteId = await app.quote(seller, '100')
    const { error, body } = await app.submit(seller, quoteId, { payPassword: '000000' })
    expect(error).toBe('PAY_PASSWORD_WRONG')
    expect(body).toContain('Tries left: 4')
    const terms = await app.call(calls.saleTerms, {}, seller.token)
    expect(terms.data).toMatchObject({
      triesLeft: 4,
      maximum: '2000.0000000',
    })
    expect((await app.submit(seller, quoteId)).error).toBeUndefined()
    const unset = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    expect((await app.submit({ ...unset, cardId: seller.cardId }, quoteId)).error).toBe('PAY_PASSWORD_UNSET')
  })

  test('T63: takes what a passkey signed where one is set, which confirms this sale and no other', async () => {
    const [seller, other] = [await app.seller('3000'), await app.seller('3000')]
    const [sign, othersSign] = [await givePasskey(app, seller), await givePasskey(app, other)]
    app.clock.advance(DAY_MS)
    const quoteId = await app.quote(seller, '100')
    for (const none of [{}, { code: '123456' }])
      expect((await app.submit(seller, quoteId, none)).error).toBe('PASSKEY_NEEDED')
    expect((await app.submit(seller, quoteId, { code: await othersSign() })).error).toBe('PASSKEY_WRONG')
    expect(await app.balance(seller, 'held')).toBe(0n)
    const code = await sign()
    const first = await app.submit(seller, quoteId, { code }, 'signed')
    expect(first.error).toBeUndefined()
    const next = await app.quote(seller, '200')
    expect((await app.submit(seller, next, { code })).error).toBe('PASSKEY_WRONG')
    expect((await app.submit(seller, quoteId, { code }, 'signed')).data).toEqual(first.data)
    expect(await app.balance(seller, 'held')).toBe(100_0000000n)
    expect((await app.submit(seller, next, { code: await sign() })).error).toBeUndefined()
    expect(await app.balance(seller, 'held')).toBe(300_0000000n)
  })

  test('goes to a card of one’s own that is 24 h old', async () => {
    const seller = await app.seller('3000')
    const other = await app.seller('10')
    expect((await quote({ ...seller, cardId: other.cardId }, '100')).error).toBe('CARD_REQUIRED')
    await verifyAs(app.db, testPrivateData, seller.id)
    const { data } = await app.call(saveCard, cardInput(7_001), seller.token)
    const fresh = { ...seller, cardId: data.id as string }
    expect((await quote(fresh, '100')).error).toBe('CARD_NEW')
    app.clock.advance(DAY_MS - 1)
    expect((await quote(fresh, '100')).error).toBe('CARD_NEW')
    app.clock.advance(1)
    expect((await app.submit(fresh, await app.quote(fresh, '100'))).data).toMatchObject({
      card: { lastDigits: data.lastDigits },
    })
  })

  test('is not made and not begun to be paid while its customer has frozen the account', async () => {
    const seller = await app.seller('3000')
    const [id, quoteId] = [await app.sell(seller, '100'), await app.quote(seller, '100')]
    expect((await app.call(freezeAccount, {}, seller.token)).error).toBeUndefined()
    expect((await app.submit(seller, quoteId)).error).toBe('ACCOUNT_FROZEN')
    expect((await quote(seller, '100')).error).toBe('ACCOUNT_FROZEN')
    expect((await app.post('maker', '/console/sale/start', { id })).error).toBe('CUSTOMER_FROZEN')
    expect(await app.balance(seller, 'held')).toBe(100_0000000n)
    await giveAllBack(seller)
    expect(await app.balance(seller, 'available')).toBe(3000_0000000n)
  })

  test('is not made of an account that another server froze, though its session is known here without it', async () => {
    const seller = await app.seller('3000')
    const quoteId = await app.quote(seller, '100')
    await freezeElsewhere(app.db, seller)
    expect((await app.submit(seller, quoteId)).error).toBe('ACCOUNT_FROZEN')
    expect(await app.balance(seller, 'held')).toBe(0n)
  })

  for (const [what, change, code] of [
    ['is frozen', freezeElsewhere, 'ACCOUNT_FROZEN'],
    ['has what guards it changed', changeSecurity, 'WITHDRAWAL_HELD'],
  ] as const)
    test(`waits for an account that ${what} meanwhile, and is refused`, async () => {
      const seller = await app.seller('3000')
      const quoteId = await app.quote(seller, '100')
      // The embedded database has one connection: there it comes before.
      if (testDatabaseKind !== 'postgres') await change(app.db, seller)
      const [sold] = await meet(app.db, {
        async lock(tx) {
          await lockCustomer(tx, seller.id, 'to change')
          await change(tx, seller)
        },
        parties: [() => app.submit(seller, quoteId)],
      })
      expect(sold).toMatchObject({ status: 'fulfilled', value: { error: code } })
      expect(await app.balance(seller, 'held')).toBe(0n)
    })

  test('says to operators that nothing may be paid: while the account is frozen, and until the hold of its withdrawals ends', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '100')
    expect(await risks(id)).toEqual([[], [], []])
    const payPassword = '739164'
    const change = { payPassword, repeated: payPassword, oldPassword: PAY_PASSWORD }
    expect((await app.call(setPayPassword, change, seller.token)).error).toBeUndefined()
    const held = `Withdrawals of the account are held: pay nothing before ${utcMinute(app.clock.nowMs() + DAY_MS)} UTC`
    expect(await risks(id)).toEqual([[held], [held], [held]])
    expect((await app.call(freezeAccount, {}, seller.token)).error).toBeUndefined()
    // It has no date: the customer ends it.
    const frozen = 'The account is frozen: pay nothing'
    expect(await risks(id)).toEqual([[frozen], [frozen], [frozen]])
    await giveAllBack(seller)
  })

  test('is not offered to be begun while its account is frozen; to give it back is', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '100')
    const token = await app.console.tokenOf(await app.console.addOperator('finance'))
    const actions = async () => (await app.console.get('/console/sale', token, { id })).data.actions
    expect(await actions()).toEqual(['start', 'giveBack'])
    expect((await app.call(freezeAccount, {}, seller.token)).error).toBeUndefined()
    expect(await actions()).toEqual(['giveBack'])
    await giveAllBack(seller)
  })

  test('T64: waits 24 h after another pay password', async () => {
    const seller = await app.seller('3000')
    const payPassword = '739164'
    const change = { payPassword, repeated: payPassword, oldPassword: PAY_PASSWORD }
    // What was sold before is not begun to be paid either.
    const id = await app.sell(seller, '100')
    expect((await app.call(setPayPassword, change, seller.token)).error).toBeUndefined()
    expect((await app.post('maker', '/console/sale/start', { id })).error).toBe('CUSTOMER_HELD')
    expect((await app.submit(seller, await app.quote(seller, '100'), { payPassword })).error).toBe(
      'WITHDRAWAL_HELD',
    )
    app.clock.advance(DAY_MS)
    expect((await app.submit(seller, await app.quote(seller, '100'), { payPassword })).error).toBeUndefined()
    expect((await app.post('maker', '/console/sale/start', { id })).error).toBeUndefined()
  })

  test('T22: is not made in the hours that its customer locked', async () => {
    const seller = await app.seller('3000')
    const hour = new Date(app.clock.nowMs()).getUTCHours()
    const night = { kind: 'night', value: String(hour + 1) }
    const lockedUntilMs = async () =>
      (await app.call(calls.saleTerms, {}, seller.token)).data.nightLockedUntilMs
    expect(await lockedUntilMs()).toBeNull()
    expect((await app.call(setRail, night, seller.token)).error).toBeUndefined()
    const nowMs = app.clock.nowMs()
    expect(await lockedUntilMs()).toBe(nowMs - (nowMs % HOUR_MS) + NIGHT_HOURS * HOUR_MS)
    expect((await app.submit(seller, await app.quote(seller, '100'))).error).toBe('NIGHT_LOCKED')
    app.clock.advance(NIGHT_HOURS * HOUR_MS)
    expect((await app.submit(seller, await app.quote(seller, '100'))).error).toBeUndefined()
  })

  test('T44: is of no more than its customer has beyond what they owe', async () => {
    const seller = await app.seller('300', { tier: 'advanced' })
    await lendIn(app, seller, '1000')
    expect((await app.submit(seller, await app.quote(seller, '300.01'))).error).toBe('EQUITY_OWED')
    expect((await app.submit(seller, await app.quote(seller, '200'))).error).toBeUndefined()
    // What is set aside to be paid for does not count again.
    expect((await app.submit(seller, await app.quote(seller, '100.01'))).error).toBe('EQUITY_OWED')
    expect((await app.submit(seller, await app.quote(seller, '100'))).error).toBeUndefined()
  })

  test('waits while withdrawals are paused', async () => {
    const seller = await app.seller('3000')
    const pause = async (isPaused: string) => {
      const { data } = await app.post('maker', '/console/withdrawal/pause', {
        is_paused: isPaused,
        reason: 'an incident',
      })
      await app.post('checker', '/console/proposal/approve', { id: data.id, reason: 'seen' })
    }
    const id = await app.sell(seller, '100')
    await pause('1')
    expect((await app.submit(seller, await app.quote(seller, '100'))).error).toBe('WITHDRAWAL_PAUSED')
    expect((await app.post('maker', '/console/sale/start', { id })).error).toBe('WITHDRAWAL_PAUSED')
    await pause('0')
    expect((await app.submit(seller, await app.quote(seller, '100'))).error).toBeUndefined()
  })
})

const settle = (id: string, fields: Record<string, string>) =>
  app.post('maker', '/console/sale/settle', { id, reason: 'as the bank says', ...fields })
const approve = (id: string, again?: string, who: 'maker' | 'checker' = 'checker') =>
  app.post(who, '/console/proposal/approve', { id, reason: 'seen', ...(again !== undefined && { again }) })

async function giveAllBack(seller: Seller) {
  for (const { id, status } of await listed(seller)) {
    if (status !== 'hold') continue
    const { data } = await settle(id, { settled_as: 'returned' })
    expect((await approve(data.proposal.id)).error).toBeUndefined()
  }
}

let references = 0
const newReference = () => `FT26001ABCD${String(++references).padStart(6, '0')}`

describe('its end', () => {
  test('paid: by a maker with the bank’s reference, and a checker who types digits and amount again', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '2000')
    const before = {
      fund: await balanceOf(app.db, fundOf('USDT')),
      fees: await balanceOf(app.db, feesOf('USDT')),
      outside: await balanceOf(app.db, outsideAccount('USD')),
    }
    const bankReference = newReference()
    const paid = { settled_as: 'paid', bank_reference: bankReference }
    // The card is seen by who pays, once it is being paid.
    expect((await settle(id, paid)).error).toBe('SALE_STATUS')
    expect((await app.post('maker', '/console/sale/start', { id })).data).toMatchObject({ status: 'paying' })
    expect((await app.post('maker', '/console/sale/start', { id })).error).toBe('SALE_STATUS')
    const proposed = await settle(id, paid)
    expect(proposed.error).toBeUndefined()
    expect((await settle(id, paid)).error).toBe('PROPOSAL_EXISTS')
    const proposal = proposed.data.proposal.id
    const [sale] = await listed(seller)
    const again = `${sale!.card.lastDigits} 1990`
    expect((await approve(proposal, again, 'maker')).error).toBe('PROPOSAL_IS_YOURS')
    for (const wrong of [
      undefined,
      '',
      '1990',
      `${sale!.card.lastDigits} 1990.01`,
      '9999 1990',
      `${again} 1`,
    ])
      expect((await approve(proposal, wrong)).error).toBe('TYPED_AGAIN_DIFFERS')
    expect((await approve(proposal, again)).error).toBeUndefined()
    expect(await listed(seller)).toMatchObject([{ status: 'paid', bankReference }])
    expect(await app.balance(seller, 'held')).toBe(0n)
    expect(await app.balance(seller, 'available')).toBe(1000_0000000n)
    expect((await balanceOf(app.db, fundOf('USDT'))) - before.fund).toBe(1990_0000000n)
    expect((await balanceOf(app.db, feesOf('USDT'))) - before.fees).toBe(10_0000000n)
    expect((await balanceOf(app.db, outsideAccount('USD'))) - before.outside).toBe(199_000n)
    expect((await settle(id, { settled_as: 'returned' })).error).toBe('SALE_STATUS')
    expect((await app.messagesTo(seller.email)).at(-1)?.text).toContain('1,990')
    const kept = await app.db.selectFrom('sale').select('card').where('id', '=', BigInt(id)).execute()
    expect(kept).toEqual([{ card: null }])
  })

  test('I5: a bank’s reference pays one sale, and none that is credited as a deposit', async () => {
    const seller = await app.seller('3000')
    const ids = [await app.sell(seller, '100'), await app.sell(seller, '100')]
    const paid = { settled_as: 'paid', bank_reference: newReference() }
    for (const id of ids) await app.post('maker', '/console/sale/start', { id })
    const first = await settle(ids[0]!, paid)
    // While one waits for its checker, no other is proposed for the same payment.
    expect((await settle(ids[1]!, paid)).error).toBe('PROPOSAL_EXISTS')
    const [sale] = await listed(seller)
    expect((await approve(first.data.proposal.id, `${sale!.card.lastDigits} 95`)).error).toBeUndefined()
    expect((await settle(ids[1]!, paid)).error).toBe('DEPOSIT_REFERENCE_USED')
    const funding = {
      amount: '95',
      currency: 'USD',
      chain: 'Bank',
      tx_reference: paid.bank_reference,
      reason: 'ours',
    }
    expect((await app.post('maker', '/console/treasury/fund', funding)).error).toBe('DEPOSIT_REFERENCE_USED')
    expect((await settle(ids[1]!, { ...paid, bank_reference: 'short' })).error).toBe('PARAMETER_ERROR')
  })

  test('returned: all of it comes back, with a reason that the customer reads', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '2000')
    const setAside = await balanceOf(app.db, setAsideOf('USD'))
    const { data } = await settle(id, { settled_as: 'returned', reason: 'the bank refused the card' })
    expect((await approve(data.proposal.id)).error).toBeUndefined()
    expect(await listed(seller)).toMatchObject([{ status: 'returned', why: 'the bank refused the card' }])
    expect(await app.balance(seller, 'available')).toBe(3000_0000000n)
    expect(await app.balance(seller, 'held')).toBe(0n)
    expect(setAside - (await balanceOf(app.db, setAsideOf('USD')))).toBe(199_000n)
    expect((await app.messagesTo(seller.email)).at(-1)?.text).toContain('the bank refused the card')
  })
})

describe('operators', () => {
  test('see the card whole only while it is being paid, and that they did is logged', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '100')
    const look = () => app.get('maker', '/console/sale/card', { id })
    expect((await look()).error).toBe('SALE_STATUS')
    await app.post('maker', '/console/sale/start', { id })
    const { data } = await look()
    const number = data.lines.find(({ field }: { field: string }) => field === 'cardNumber').value
    expect(number).toMatch(/^\d{16}$/)
    const logged = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', `sale:${id}`)
      .execute()
    expect(logged.map(({ action }) => action)).toEqual(['started', 'viewed-card'])
    expect((await app.get('support', '/console/sale/card', { id })).error).toBe('OPERATOR_ROLE_REQUIRED')
    const shown = await app.get('support', '/console/sale', { id })
    expect(shown.data).toMatchObject({ status: 'paying', actions: [], viewerAction: 'none' })
    expect(JSON.stringify(shown.data)).not.toContain(number)
    const table = await app.get('support', '/console/sales', { status: 'paying' })
    expect(table.data.items.map((one: { id: string }) => one.id)).toContain(id)
  })

  test('do not see the card of who froze the account since it was begun, until it is said that the bank has paid', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '100')
    const look = () => app.get('maker', '/console/sale/card', { id })
    const actions = async () => (await app.get('maker', '/console/sale', { id })).data.actions
    await app.post('maker', '/console/sale/start', { id })
    expect(await actions()).toEqual(['seeCard', 'pay', 'giveBack'])
    expect((await app.call(freezeAccount, {}, seller.token)).error).toBeUndefined()
    expect((await look()).error).toBe('CUSTOMER_FROZEN')
    expect(await actions()).toEqual(['pay', 'giveBack'])
    expect((await settle(id, { settled_as: 'paid', bank_reference: newReference() })).error).toBeUndefined()
    expect((await look()).error).toBeUndefined()
    expect(await actions()).toEqual(['seeCard'])
  })

  const takeOver = (who: 'maker' | 'checker' | 'support', id: string, reason = 'they are ill') =>
    app.post(who, '/console/sale/take_over', { id, reason })

  test('pay one sale one at a time: nobody else sees the card or says how it ended, but for who takes it over with a reason', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '100')
    await app.post('maker', '/console/sale/start', { id })
    const since = app.clock.nowMs()
    const by = app.nameOf('maker')
    const read = (who: 'maker' | 'checker' | 'support') => app.get(who, '/console/sale', { id })
    expect((await read('maker')).data).toMatchObject({
      payer: { name: by, sinceMs: since, isViewer: true },
      actions: ['seeCard', 'pay', 'giveBack'],
    })
    expect((await read('checker')).data).toMatchObject({
      payer: { name: by, sinceMs: since, isViewer: false },
      ...{ actions: ['takeOver'], viewerAction: 'none' },
    })
    expect((await read('support')).data.actions).toEqual([])
    const queued = async (who: 'maker' | 'checker') =>
      (await app.get(who, '/console/queue')).data.items.find(
        (item: { id: string; product?: string }) => item.product === 'sale' && item.id === id,
      )
    expect(await queued('maker')).toMatchObject({ viewerAction: 'make' })
    expect(await queued('checker')).toMatchObject({
      viewerAction: 'none',
      risk: [`Being paid by ${by} since ${utcMinute(since)} UTC`],
    })
    const end = (who: 'maker' | 'checker', fields: Record<string, string>) =>
      app.post(who, '/console/sale/settle', { id, reason: 'as the bank says', ...fields })
    const paid = { settled_as: 'paid', bank_reference: newReference() }
    const card = (who: 'maker' | 'checker') => app.get(who, '/console/sale/card', { id })
    expect((await card('checker')).error).toBe('PAYMENT_TAKEN')
    expect((await end('checker', paid)).error).toBe('PAYMENT_TAKEN')
    expect((await end('checker', { settled_as: 'returned' })).error).toBe('PAYMENT_TAKEN')

    app.clock.advance(HOUR_MS)
    expect((await takeOver('support', id)).error).toBe('OPERATOR_ROLE_REQUIRED')
    expect((await takeOver('checker', id, '')).error).toBe('PARAMETER_ERROR')
    expect((await takeOver('maker', id)).error).toBe('SALE_STATUS')
    expect((await takeOver('checker', id)).data).toMatchObject({
      payer: { name: app.nameOf('checker'), isViewer: true },
      actions: ['seeCard', 'pay', 'giveBack'],
    })
    expect((await read('maker')).data.payer.sinceMs).toBeGreaterThanOrEqual(since + HOUR_MS)
    // When it was begun stays.
    expect(await listed(seller)).toMatchObject([{ startedAtMs: since }])
    const logged = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('subject', '=', `sale:${id}`)
      .where('action', '=', 'taken-over')
      .execute()
    expect(logged).toEqual([{ detail: { from: by, reason: 'they are ill' } }])
    expect((await card('maker')).error).toBe('PAYMENT_TAKEN')
    expect((await end('maker', paid)).error).toBe('PAYMENT_TAKEN')
    expect((await card('checker')).error).toBeUndefined()
    const { data } = await end('checker', paid)
    // What waits for a checker is nobody's to take over, and its card nobody else's to see.
    expect((await takeOver('maker', id)).error).toBe('PROPOSAL_EXISTS')
    expect((await card('maker')).error).toBe('PAYMENT_TAKEN')
    const [sale] = await listed(seller)
    expect((await approve(data.proposal.id, `${sale!.card.lastDigits} 95`, 'maker')).error).toBeUndefined()
    expect((await read('maker')).data).toMatchObject({ status: 'paid', payer: null, actions: [] })
  })

  test('who are to type the card and the amount again are not sent them: not by the sale, the table, the queue or the proposal', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '2000')
    await app.post('maker', '/console/sale/start', { id })
    await settle(id, { settled_as: 'paid', bank_reference: newReference() })
    const { card } = (await listed(seller))[0]!
    const isIt = (item: { id: string; product?: string }) =>
      item.id === id && (item.product ?? 'sale') === 'sale'
    const seenBy = async (who: 'maker' | 'checker' | 'support') => {
      const customer = String(seller.id)
      const { data: table } = await app.get(who, '/console/sales', { customer })
      const { data: queue } = await app.get(who, '/console/queue')
      return {
        sale: (await app.get(who, '/console/sale', { id })).data,
        listed: table.items.find(isIt),
        queued: queue.items.find(isIt),
      }
    }
    const { sale, listed: line, queued } = await seenBy('checker')
    for (const one of [sale, line])
      expect(one).toMatchObject({
        ...{ amount: '2000.0000000', fee: null, receive: null },
        card: { bankName: card.bankName, lastDigits: null },
      })
    expect(queued).toMatchObject({ amount: '2000.0000000', currency: 'USDT', viewerAction: 'check' })
    const labels = sale.proposal.lines.map(({ label }: { label: string }) => label)
    expect(labels).toEqual(['Sold', 'Bank', 'Transaction'])
    for (const who of ['maker', 'support'] as const) {
      const others = await seenBy(who)
      for (const one of [others.sale, others.listed])
        expect(one).toMatchObject({ fee: '10.0000000', receive: '1990.00', card })
      expect(others.queued).toMatchObject({ amount: '1990.00', currency: 'USD' })
    }
    const again = `${card.lastDigits} 1990`
    expect((await approve(sale.proposal.id, again)).error).toBeUndefined()
    // Once it is decided there is nothing to type.
    expect((await seenBy('checker')).sale).toMatchObject({ receive: '1990.00', card })
  })

  test('are told to make sure that nothing was paid before they give back one that was begun, and not before', async () => {
    const warning = { label: 'Before you approve', value: 'Make sure that the bank has not paid it' }
    const seller = await app.seller('3000')
    const [waits, begun] = [await app.sell(seller, '100'), await app.sell(seller, '200')]
    await app.post('maker', '/console/sale/start', { id: begun })
    for (const [id, isWarned] of [
      [waits, false],
      [begun, true],
    ] as const) {
      const { data } = await settle(id, { settled_as: 'returned' })
      const has = (lines: readonly object[]) =>
        lines.some((one) => JSON.stringify(one).includes(warning.label))
      expect(has(data.proposal.lines)).toBe(isWarned)
      if (isWarned) expect(data.proposal.lines).toContainEqual(expect.objectContaining(warning))
      expect((await approve(data.proposal.id)).error).toBeUndefined()
    }
  })

  test('read of how many other customers a card is too: in its case, in the table and in the queue', async () => {
    const seller = await app.seller('3000')
    const n = app.cardNumberOf(seller)
    const id = await app.sell(seller, '100')
    expect(await risks(id)).toEqual([[], [], []])
    for (const others of [1, 2]) {
      const other = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
      await addUsableCard(app.db, testPrivateData, other.id, n)
      const said = [`Also saved by ${others} other ${others === 1 ? 'customer' : 'customers'}`]
      expect(await risks(id)).toEqual([said, said, said])
    }
    // It stops nothing.
    expect((await app.get('maker', '/console/sale', { id })).data.actions).toEqual(['start', 'giveBack'])
    // Who removes it after the sale hides nothing.
    await app.call(removeCard, { id: seller.cardId }, seller.token)
    expect((await risks(id))[0]).toEqual(['Also saved by 2 other customers'])
    await giveAllBack(seller)
    expect((await app.get('maker', '/console/sale', { id })).data.risk).toEqual([])
  })

  test('take nothing over that nobody pays', async () => {
    const seller = await app.seller('3000')
    const id = await app.sell(seller, '100')
    expect((await takeOver('checker', id)).error).toBe('SALE_STATUS')
    expect((await app.get('checker', '/console/sale', { id })).data).toMatchObject({
      ...{ payer: null, actions: ['start', 'giveBack'] },
    })
    await giveAllBack(seller)
  })

  test('change the terms together; a quote keeps its own', async () => {
    const seller = await app.seller('3000')
    const operator = await app.console.addOperator('finance')
    const token = await app.console.tokenOf(operator)
    // Both are signed in before it: a quote is valid for seconds.
    await approve('1')
    await approve('1', undefined, 'maker')
    const quoteId = await app.quote(seller, '2000')
    const richer = await app.seller('5000', { tier: 'advanced' })
    const tooMuch = await app.quote(richer, '3000.5')
    const terms = {
      fee_bps: '100',
      minimum_fee: '6',
      ...{ international_fee_bps: '150', international_minimum_fee: '30' },
      minimum: '30',
      max_per_customer: '3000',
      quote_seconds: '10',
    }
    const propose = (change = {}) =>
      app.post('maker', '/console/sale/propose_terms', { ...terms, reason: 'the bank costs more', ...change })
    expect((await propose({ minimum: '11' })).error).toBe('TERMS_INVALID')
    const { data } = await propose()
    expect((await approve(data.id)).error).toBeUndefined()
    expect((await app.submit(seller, quoteId)).data).toMatchObject({ fee: '10.0000000' })
    expect((await quote(seller, '25')).error).toBe('AMOUNT_TOO_SMALL')
    expect((await quote(seller, '1000')).data).toMatchObject({ fee: '10.0000000', receive: '990.00' })
    const page = await app.console.get('/console/sale/terms', token, {})
    expect(page.data).toMatchObject({
      terms: { version: 2, feeBps: 100 },
      currency: 'USDT',
      paidCurrency: 'USD',
    })
    // The site's rate is that of a withdrawal's fee; a sale says its own in the quote.
    expect((await app.call(siteConfig)).data).toMatchObject({ tk_radio: '1' })
    // 2,000 of the 3,000 that a customer may sell in a day are sold, and a quote of before is no way past the limit.
    expect((await quote(seller, '1000.5')).error).toBe('SALE_CUSTOMER_LIMIT')
    expect((await app.submit(richer, tooMuch)).error).toBe('SALE_CUSTOMER_LIMIT')
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addAlert } from '#domain/alert/contract.ts'
import { saveCard } from '#domain/card/contract.ts'
import { contractList } from '#domain/contract/contract.ts'
import { startTrial } from '#domain/coupon/contract.ts'
import { gameRound, guessPrice } from '#domain/game/contract.ts'
import { applyForLoan } from '#domain/loan/contract.ts'
import { practiceOpen, practiceWallet } from '#domain/practice/contract.ts'
import { accountDeletion, confirmExport, deleteAccount, exportData } from '#domain/privacy/contract.ts'
import { EXPORT_CONFIRMED_MS, GRACE_MS } from '#domain/privacy/rules.ts'
import { spotList } from '#domain/spot/contract.ts'
import { statement } from '#domain/statement/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import * as user from '#domain/user/contract.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { customerEndpoints, products } from '#server/contract.ts'
import { practiceOwnerOf } from '#server/core/ledger/practice.ts'
import { chooseLeverage, nameOrder } from '#server/exchange/store.ts'
import { nextId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { asWriter } from '#server/testing/as-writer.ts'
import { cardInput, VERIFIED_NAME, verifyAs } from '#server/testing/cards.ts'
import { PASSWORD, type TestCustomer } from '#server/testing/customers.ts'
import { requestOf } from '#server/testing/http.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { keepReplaced } from '#server/users/replaced-contacts.ts'
import { insertKey, keysOf, removeKeys } from '../apikey/store.ts'
import { give } from '../coupon/service.ts'
import { insertCampaign, lockCampaign } from '../coupon/store.ts'
import { fundCoupons, testCampaign, testDiscount, testTrial } from '../coupon/testing.ts'
import { fundOf } from '../loan/accounts.ts'
import { payOutLoan } from '../loan/service.ts'
import { insertArtist } from '../nft/artist-store.ts'
import { giveArtwork, lockArtwork } from '../nft/artwork-store.ts'
import { keepTestPicture, testArtwork } from '../nft/testing.ts'
import { makeArtworks } from '../nft/works.ts'
import { fundFromOutside } from '../treasury/service.ts'
import { exportedCalls } from './export.ts'

/** A customer's own data, at the door where they stand: a copy of it, and the end of the account. */

let app: TestApp
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const newIp = () => ({ ip: `10.8.${++addresses >> 8}.${addresses & 255}` })
const confirm = (me: TestCustomer, input: object = { password: PASSWORD }) =>
  app.call(confirmExport, { ...input }, me.token, newIp())
const take = (me: TestCustomer) => requestOf(app.app, exportData, {}, { token: me.token })
const ask = (me: TestCustomer, input: object = { password: PASSWORD }) =>
  app.call(deleteAccount, { ...input }, me.token, newIp())
const signIn = (email: string, password = PASSWORD) =>
  app.call(user.login, { contact: email, password }, undefined, newIp())

/** What the server's job does when its minute comes. */
async function runJobs(): Promise<void> {
  const jobs = app.opened.flatMap(({ jobs = [] }) => jobs)
  for (const job of jobs.filter(({ name }) => name.startsWith('privacy: '))) await job.run()
}

/** Keeps a key of a customer's program. */
const addKey = (me: TestCustomer, label: string) =>
  app.db.transaction().execute((tx) => {
    const id = nextId()
    const createdAtMs = app.clock.nowMs()
    return insertKey(tx, {
      ...{ id, customerId: me.id, label, accessKey: String(id).padStart(64, 'A') },
      ...{ secret: Buffer.from('sealed'), scopes: ['spot'], addresses: [KEY_ADDRESS] },
      ...{ createdAtMs, expiresAtMs: createdAtMs + 90 * DAY_MS },
    })
  })
const KEY_ADDRESS = '198.51.100.77'

/** Gives a customer a coupon of a campaign of its own. Returns: its id. */
async function couponOf(me: TestCustomer, campaign: typeof testCampaign): Promise<string> {
  const nowMs = app.clock.nowMs()
  return app.db.transaction().execute(async (tx) => {
    const made = campaign(nowMs)
    await insertCampaign(tx, made)
    return String(await give(tx, (await lockCampaign(tx, { id: made.id }))!, me.id, nowMs))
  })
}

/** A position that a customer has opened and closed in practice. Returns: its id. */
async function practised(me: TestCustomer): Promise<bigint> {
  const id = nextId()
  const at = new Date(app.clock.nowMs())
  await asWriter(app.db, 'practice', (tx) =>
    sql`
      insert into practice_position (id, customer_id, symbol, direction, leverage, lots, open_lots, status, reason,
        entry_price, entry_sequence, spread, margin, initial_margin, maintenance, fee, financing, realized_pnl, close_price,
        close_sequence, terms_version, lot_size, fee_bps, financing_bps, maintenance_bps, margin_call_bps, tape_sequence,
        triggers_sequence, financed_day, created_at, opened_at, closed_at, updated_at)
      values (${id}, ${practiceOwnerOf(me.id)}, 'BTC-USDT', 'long', 10, 1, 0, 'closed', 'user', 1, 1, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 1, 1, 1, 1, 5000, 7500, 1, 1, 1, ${at}, ${at}, ${at}, ${at})`.execute(tx),
  )
  return id
}

interface Copied {
  readonly of: string
  readonly call: string
  readonly items?: readonly Record<string, unknown>[]
  readonly answer?: Record<string, unknown>
  readonly isWhole?: boolean
}
async function copyOf(me: TestCustomer): Promise<{ answers: Copied[]; text: string }> {
  expect((await confirm(me)).error).toBeUndefined()
  const { body, headers, statusCode } = await take(me)
  expect(statusCode).toBe(200)
  expect(headers['content-disposition']).toBe(`attachment; filename="plumb-data-${me.id}.json"`)
  return { ...JSON.parse(body), text: body }
}

describe('a copy of one’s data', () => {
  test('T78: has all that the app’s own calls answer, every page of it, and nothing of anybody else', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    await app.give(me.id, 'funding', 'USDT', '1000')
    for (let n = 1; n <= 110; n++) {
      const moved = { currency: 'USDT', amount: '1', from: 'funding', to: 'spot' }
      expect((await app.call(walletTransfer, moved, me.token, { key: `move-${n}` })).error).toBeUndefined()
    }
    await app.give(other.id, 'funding', 'USDT', '7.7777777')
    const { answers, text } = await copyOf(me)
    expect(answers.map(({ of, call }) => [of, call])).toEqual(
      exportedCalls(products).map(({ of, call }) => [of, call.path]),
    )
    expect(answers.filter(({ isWhole }) => isWhole === false)).toEqual([])
    const entries = answers.find(({ call }) => call === statement.path)!.items!
    expect(entries).toHaveLength(221)
    expect(entries.map(({ transferId, walletType }) => `${transferId} ${walletType}`)).toHaveLength(
      new Set(entries.map(({ transferId, walletType }) => `${transferId} ${walletType}`)).size,
    )
    expect(answers.find(({ call }) => call === user.profile.path)!.answer).toMatchObject({
      uid: String(me.id),
    })
    expect(answers.find(({ call }) => call === spotList.path)!.items).toEqual([])
    expect(text).not.toContain('7.7777777')
    expect(text).not.toContain(other.email)
  })

  test('T78: has what its customer practised, beside what they have in earnest', async () => {
    const me = await app.newCustomer()
    expect((await app.call(practiceOpen, {}, me.token, { key: 'practice' })).error).toBeUndefined()
    const position = await practised(me)
    const { answers } = await copyOf(me)
    const listed = answers.filter(({ call }) => call === contractList.path)
    expect(listed.map(({ of, items }) => [of, items!.map(({ id }) => id)])).toEqual(
      expect.arrayContaining([
        ['contract', []],
        ['practice', [String(position)]],
      ]),
    )
    expect(answers.find(({ call }) => call === practiceWallet.path)!.answer).toMatchObject({ isOpen: true })
  })

  test('T78: names no secret: neither a password’s hash nor a token', async () => {
    const me = await app.newCustomer()
    const { text } = await copyOf(me)
    const { rows } = await sql<{ hash: string; token: string }>`
      select password_hash as hash, token_hash as token from customer join customer_session s on s.customer_id = customer.id
      where customer.id = ${me.id}`.execute(app.db)
    for (const { hash, token } of rows) {
      expect(text).not.toContain(hash)
      expect(text).not.toContain(token)
    }
    expect(text).not.toContain(me.token)
  })

  test('T78: is taken by nobody who has a session alone', async () => {
    const me = await app.newCustomer()
    expect((await app.call(exportData, {}, me.token)).error).toBe('EXPORT_NOT_CONFIRMED')
    expect((await confirm(me, { password: 'wrong-password' })).error).toBe('PASSWORD_WRONG')
    expect((await app.call(exportData, {}, me.token)).error).toBe('EXPORT_NOT_CONFIRMED')
    // Another session of the same customer has not confirmed.
    const { data } = await signIn(me.email)
    expect((await confirm(me)).error).toBeUndefined()
    expect((await app.call(exportData, {}, data as string)).error).toBe('EXPORT_NOT_CONFIRMED')
    expect((await take(me)).statusCode).toBe(200)
  })

  test('is taken once, within ten minutes, three times a day, and told to its owner', async () => {
    const me = await app.newCustomer()
    expect((await confirm(me)).error).toBeUndefined()
    expect((await take(me)).statusCode).toBe(200)
    expect((await app.call(exportData, {}, me.token)).error).toBe('EXPORT_NOT_CONFIRMED')
    expect((await confirm(me)).error).toBeUndefined()
    app.clock.advance(EXPORT_CONFIRMED_MS)
    expect((await app.call(exportData, {}, me.token)).error).toBe('EXPORT_NOT_CONFIRMED')
    expect((await confirm(me)).error).toBeUndefined()
    expect((await confirm(me)).error).toBe('TOO_MANY_REQUESTS')
    const subjects = (await app.messagesTo(me.email)).map(
      (message) => 'subject' in message && message.subject,
    )
    expect(subjects).toEqual(Array(3).fill('A copy of your data was requested'))
    app.clock.advance(DAY_MS)
    expect((await confirm(me)).error).toBeUndefined()
  })

  test('leaves out no call that reads a customer’s own: each is in it, or here with the reason why not', () => {
    const inIt = new Set(exportedCalls(products).map(({ call }) => call.path))
    const reads = customerEndpoints.filter(
      ({ access, money, rate, answersFile, takesFile, path, input }) =>
        access === 'user' &&
        !money &&
        !takesFile &&
        !inIt.has(path) &&
        answersFile.length === 0 &&
        ['read', 'chart', 'quote', 'upload'].includes(rate) &&
        // What asks for one thing shows what a list has.
        Object.values(input.shape).every((field) => z.safeParse(field as z.ZodMiniType, undefined).success),
    )
    expect(reads.map(({ path }) => path).sort()).toEqual(
      [
        // Changes something.
        '/user/logout',
        // The same in other words: sums, states, choices for a form.
        ...['/user/invite', '/safe/confirm', '/safe/recovery', '/safe/phrase', '/wallet/bank_accounts'],
        ...['/dual/totals', '/user/financial', '/user/history', '/user/GetJiedaiInfo', '/user/Getjiedaiht'],
        ...['/bind_box/getNeedPayNFTOrder', '/mailMessage/unread', '/microtrade/payable_currencies'],
        ...['/sale/terms', '/coin/costs', '/wallet/events', '/kefu/orders'],
        ...['/wallet/pnl', '/wallet/newlist', '/currency/user_currency_list', '/wallet/why_held'],
        ...['/wallet/out/terms', '/follow/agreement', '/lever/risk', '/microtrade/risk', '/game/round'],
        ...['/proof/liabilities', '/wallet/limits', '/user/closed'],
        // Its symbols are at the head of the copy.
        '/optional/list',
        // Of this product.
        '/user/delete',
      ].sort(),
    )
  })
})

describe('the deletion of an account', () => {
  test('T78: is refused with the list of what is there, and nothing changes', async () => {
    const me = await app.newCustomer()
    await app.give(me.id, 'funding', 'USDT', '12.5')
    await app.give(me.id, 'spot', 'BTC', '1')
    await app.holdBack(me.id, 'spot', 'BTC', '0.5', 77n)
    const { data } = await app.call(accountDeletion, {}, me.token)
    expect(data.unfinished).toEqual(
      [
        { kind: 'money', place: 'funding', currency: 'USDT', amount: '12.5', count: 1 },
        { kind: 'money', place: 'spot', currency: 'BTC', amount: '1', count: 1 },
      ].map((line) => ({
        ...line,
        amount: expect.stringMatching(new RegExp(`^${line.amount}0*$|^1\\.0+$`)),
      })),
    )
    const refused = await ask(me)
    expect(refused.error).toBe('ACCOUNT_NOT_EMPTY')
    expect(refused.body).toContain('12.5')
    expect((await app.call(user.profile, {}, me.token)).error).toBeUndefined()
    expect(await deletionsOf(me)).toEqual([])
  })

  test('T78: a trial of savings that runs keeps it, a coupon that could be used does not', async () => {
    const me = await app.newCustomer()
    const [trial] = [await couponOf(me, testTrial), await couponOf(me, testCampaign)]
    expect((await app.call(accountDeletion, {}, me.token)).data.unfinished).toEqual([])
    await fundCoupons(app.db, '1000', app.clock.nowMs())
    expect((await app.call(startTrial, { id: trial }, me.token, { key: 'trial' })).error).toBeUndefined()
    expect((await app.call(accountDeletion, {}, me.token)).data.unfinished).toEqual([
      { kind: 'trial', place: null, currency: null, amount: null, count: 1 },
    ])
    expect((await ask(me)).error).toBe('ACCOUNT_NOT_EMPTY')
  })

  test('T78: rests worth less than a dollar do not keep it, what nobody knows the worth of does', async () => {
    const me = await app.newCustomer()
    await app.give(me.id, 'funding', 'USDT', '0.99')
    const { data } = await app.call(accountDeletion, {}, me.token)
    expect(data.unfinished).toEqual([])
    expect(data.rests).toEqual([{ currency: 'USDT', amount: expect.stringMatching(/^0\.990*$/) }])
    await app.give(me.id, 'funding', 'ETH', '0.00000001')
    expect((await ask(me)).error).toBe('ACCOUNT_NOT_EMPTY')
  })

  test('T78: a dollar is no rest', async () => {
    const me = await app.newCustomer()
    await app.give(me.id, 'funding', 'USDT', '0.9999999')
    expect((await app.call(accountDeletion, {}, me.token)).data.unfinished).toEqual([])
    await app.give(me.id, 'funding', 'USDT', '0.0000001')
    expect((await app.call(accountDeletion, {}, me.token)).data.unfinished).toHaveLength(1)
  })

  test('T78: a debt, an artwork and a request for funds keep it', async () => {
    const me = await app.newCustomer()
    const nowMs = app.clock.nowMs()
    const unfinished = async () => {
      const { data } = await app.call(accountDeletion, {}, me.token)
      expect((await ask(me)).error).toBe(data.unfinished.length === 0 ? undefined : 'ACCOUNT_NOT_EMPTY')
      return data.unfinished.map(({ kind, count }: { kind: string; count: number }) => [kind, count])
    }
    const [artwork] = await app.db.transaction().execute(async (tx) => {
      const picture = await keepTestPicture(tx, app.media, nowMs)
      const draft = { name: 'Artist', bio: '', portrait: undefined, customer: undefined }
      const { id: artistId } = await insertArtist(tx, draft, nowMs)
      return makeArtworks(tx, app.media, { ...testArtwork('KEEPS', artistId), media: picture }, null, nowMs)
    })
    const handTo = (to: typeof me.id | null) =>
      app.db.transaction().execute(async (tx) => {
        const found = await lockArtwork(tx, { id: artwork! })
        await giveArtwork(tx, found, { kind: 'box', to, price: null, orderId: null }, nowMs)
      })
    await handTo(me.id)
    expect(await unfinished()).toEqual([['artwork', 1]])
    await handTo(null)

    await app.db.transaction().execute(async (tx) => {
      const money = { account: fundOf('USDT'), currency: 'USDT', amount: '1000' }
      await fundFromOutside(tx, [money], 'treasury-funding', nowMs)
    })
    await alterAsOwner(app, sql`update customer set tier = 'advanced' where id = ${me.id}`)
    const { id: loan } = (await app.call(applyForLoan, { amount: '100', days: '7' }, me.token)).data
    // An application waits for operators.
    expect(await unfinished()).toEqual([['request', 1]])
    await app.db
      .transaction()
      .execute((tx) => payOutLoan(tx, BigInt(loan), { maker: 1n, checker: 2n }, nowMs))
    expect(await unfinished()).toEqual([
      ['debt', 1],
      ['money', 1],
    ])
  })

  test('T78: is asked for by nobody who has a session alone', async () => {
    const me = await app.newCustomer()
    expect((await ask(me, {})).error).toBe('PASSWORD_WRONG')
    expect((await ask(me, { password: 'wrong-password' })).error).toBe('PASSWORD_WRONG')
    expect(await deletionsOf(me)).toEqual([])
  })

  test('T78: ends all sessions at once, and signing in within 14 days cancels it', async () => {
    const me = await app.newCustomer()
    const second = (await signIn(me.email)).data as string
    const { data } = await ask(me)
    expect(data.dueAtMs).toBe(app.clock.nowMs() + GRACE_MS)
    for (const token of [me.token, second])
      expect((await app.call(user.profile, {}, token)).error).toBe('SESSION_EXPIRED')
    app.clock.advance(GRACE_MS - 1)
    await runJobs()
    const { data: token, error } = await signIn(me.email)
    expect(error).toBeUndefined()
    app.clock.advance(GRACE_MS)
    await runJobs()
    expect(await deletionsOf(me)).toEqual(['cancelled'])
    expect((await app.call(user.profile, {}, (await signIn(me.email)).data as string)).error).toBeUndefined()
    expect(token).toBeTruthy()
    const subjects = (await app.messagesTo(me.email)).map(
      (message) => 'subject' in message && message.subject,
    )
    expect(subjects).toContain('Your account will be deleted')
    expect(subjects).toContain('Your account will not be deleted')
  })

  test('T78: ends the keys of their programs at once', async () => {
    const me = await app.newCustomer()
    await addKey(me, 'Bot')
    expect(await keysOf(app.db, me.id)).toHaveLength(1)
    expect((await ask(me)).error).toBeUndefined()
    expect(await keysOf(app.db, me.id)).toEqual([])
  })

  test('T78: after 14 days nobody signs in, nothing personal is in any table, and the ledger stays as it was', async () => {
    const me = await app.newCustomer()
    await verifyAs(app.db, testPrivateData, me.id, VERIFIED_NAME)
    await app.give(me.id, 'funding', 'USDT', '0.5')
    expect((await app.call(saveCard, cardInput(3), me.token)).error).toBeUndefined()
    await app.call(user.editProfile, { nickname: 'Zanzibar Quokka' }, me.token)
    const alert = { symbol: 'BTC-USDT', condition: 'above', price: '30000' }
    expect((await app.call(addAlert, alert, me.token, { key: 'alert' })).error).toBeUndefined()
    // A key that is there and one that was removed before, what their programs chose, coupons, practice and the game.
    await addKey(me, 'Okapi one')
    await app.db.transaction().execute((tx) => removeKeys(tx, me.id, app.clock.nowMs()))
    await addKey(me, 'Okapi two')
    await nameOrder(app.db, me.id, 5n, 'Okapi three', app.clock.nowMs())
    await chooseLeverage(app.db, me.id, 'BTC-USDT', 20)
    await sql`insert into exchange_closing (customer_id, client_id, symbol, direction, lots, parts, created_at)
      values (${me.id}, 'Okapi four', 'BTC-USDT', 'long', 1, '[{"position":"1","lots":"1"}]', ${new Date(app.clock.nowMs())})`.execute(
      app.db,
    )
    await app.db
      .transaction()
      .execute((tx) => keepReplaced(tx, me.id, `before-${me.email}`, app.clock.nowMs()))
    const coupons = [await couponOf(me, testCampaign), await couponOf(me, testDiscount)]
    expect((await app.call(practiceOpen, {}, me.token, { key: 'practice' })).error).toBeUndefined()
    await practised(me)
    const { open } = (await app.call(gameRound, {}, me.token)).data
    expect((await app.call(guessPrice, { roundId: open.id, price: '20000' }, me.token)).error).toBeUndefined()
    const ledger = await ledgerOf(me)
    expect(ledger.length).toBeGreaterThan(0)
    expect((await ask(me)).error).toBeUndefined()
    app.clock.advance(GRACE_MS)
    await runJobs()
    expect(await deletionsOf(me)).toEqual(['done'])
    expect((await signIn(me.email)).error).toBe('LOGIN_FAILED')
    expect(await ledgerOf(me)).toEqual(ledger)
    expect(await app.isConsistent()).toBe(true)
    // The last mail is under way; what is sent is emptied by the outbox.
    const text = await dump((table) => table !== 'outbox')
    for (const personal of [me.email, 'Zanzibar Quokka', VERIFIED_NAME, 'Okapi', KEY_ADDRESS])
      expect(text).not.toContain(personal)
    for (const table of await tablesOfCustomers()) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where customer_id in (${me.id},
        ${practiceOwnerOf(me.id)})`.execute(app.db)
      expect([table, rows.length > 0 && !KEPT.has(table)]).toEqual([table, false])
    }
    const { rows: left } = await sql<{ status: string }>`
      select status from coupon where customer_id = ${me.id}`.execute(app.db)
    expect(left.map(({ status }) => status)).toEqual(coupons.map(() => 'expired'))
    // Twice is once.
    await runJobs()
    expect(await deletionsOf(me)).toEqual(['done'])
  })

  test('T78: what comes in meanwhile stops it', async () => {
    const me = await app.newCustomer()
    expect((await ask(me)).error).toBeUndefined()
    await app.give(me.id, 'funding', 'USDT', '50')
    app.clock.advance(GRACE_MS)
    await runJobs()
    expect(await deletionsOf(me)).toEqual(['stopped'])
    expect((await signIn(me.email)).error).toBeUndefined()
    const subjects = (await app.messagesTo(me.email)).map(
      (message) => 'subject' in message && message.subject,
    )
    expect(subjects).toContain('Your account was not deleted')
  })

  test('T78: what was begun before the server stopped goes on', async () => {
    const me = await app.newCustomer()
    expect((await ask(me)).error).toBeUndefined()
    app.clock.advance(GRACE_MS)
    await sql`update account_deletion set status = 'erasing', erased_from = ${new Date(app.clock.nowMs())}
      where customer_id = ${me.id}`.execute(app.db)
    expect((await signIn(me.email)).error).toBe('LOGIN_FAILED')
    await runJobs()
    expect(await deletionsOf(me)).toEqual(['done'])
  })

  test('T78: the database lets none be done before its time, and none go back', async () => {
    const me = await app.newCustomer()
    expect((await ask(me)).error).toBeUndefined()
    const set = (status: string, fromMs: number | null, endMs: number | null) =>
      sql`update account_deletion set status = ${status}, erased_from = ${fromMs && new Date(fromMs)},
        ended_at = ${endMs && new Date(endMs)} where customer_id = ${me.id}`.execute(app.db)
    const askedMs = app.clock.nowMs()
    await expect(set('erasing', askedMs + GRACE_MS - 1, null)).rejects.toThrow()
    await set('erasing', askedMs + GRACE_MS, null)
    await expect(set('cancelled', null, askedMs + GRACE_MS)).rejects.toThrow()
    await set('done', askedMs + GRACE_MS, askedMs + GRACE_MS)
    await expect(set('asked', null, null)).rejects.toThrow()
  })
})

/** What stays of an account that ended, and why. */
const KEPT = new Set([
  // The ledger's side: who paid and was paid, by number.
  ...['spot_order', 'deposit_request', 'withdrawal', 'hold', 'adjustment'],
  // What a campaign gave and paid, of which its budget is made; no coupon of theirs can be used any more.
  ...['coupon', 'coupon_use'],
  // The same of practice, of an owner that is not them: its engine holds what is open, the tape ends it.
  ...['practice_position', 'practice_option_order', 'practice_option_result'],
  // What the law has us keep, sealed or emptied.
  ...['verification_case', 'verification_identity', 'verification_photo', 'card', 'withdrawal_address'],
  // That risks were read and what was decided of the account, without a name.
  ...[
    'accepted_disclosure',
    'account_deletion',
    'account_freeze',
    'account_recovery',
    'data_export',
    'guard_rail',
  ],
  // Counters.
  ...['customer_address', 'payment_reference', 'pay_password_try'],
])

const deletionsOf = async (me: TestCustomer) =>
  (
    await sql<{ status: string }>`
      select status from account_deletion where customer_id = ${me.id} order by id`.execute(app.db)
  ).rows.map(({ status }) => status)

const ledgerOf = async ({ id }: TestCustomer) =>
  (
    await sql`select account_id, transfer_id, amount, balance from entry
      where account_owner(account_id) = ${id} order by transfer_id, account_id`.execute(app.db)
  ).rows

/** Tables that name a customer and that the application reads. */
async function tablesOfCustomers(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'customer_id'
      and has_table_privilege(pg_class.oid, 'select')`.execute(app.db)
  return rows.map(({ name }) => name)
}

/** Every row of the tables, as text. */
async function dump(isIn: (table: string) => boolean): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and has_table_privilege(oid, 'select')`.execute(app.db)
  let text = ''
  for (const { name } of tables.filter((one) => isIn(one.name))) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
      app.db,
    )
    text += rows.map(({ row }) => row).join('\n')
  }
  return text
}

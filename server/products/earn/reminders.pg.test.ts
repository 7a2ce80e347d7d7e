import { afterAll, expect, test } from 'vitest'
import { parseRate } from '#domain/money/rate.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { FIRST_MIDNIGHT, openTermProducts, START_MS, sevenDays } from '#server/testing/earn.ts'
import { auditNotices } from '../notice/audit.ts'
import { remindOfMaturity } from './jobs.ts'

/** Who has money in a term product is told a day before it matures, once. */

const earn = await openTermProducts(sevenDays)
const { db } = earn.database
afterAll(() => earn.close())

const { customerWith, openProduct, place, redeemNow, settle } = earn
/** When a subscription of seven days matures, and the moment a day before. */
const MATURES_MS = FIRST_MIDNIGHT + 7 * DAY_MS
const DAY_BEFORE_MS = MATURES_MS - DAY_MS
const remind = (nowMs: number) => remindOfMaturity(db, nowMs)
const toldOf = (customer: bigint) =>
  db
    .selectFrom('notice')
    .select(['kind', 'subject', 'params', 'is_shown'])
    .where('customer_id', '=', customer as never)
    .orderBy('id')
    .execute()

test('a day before, to the moment, with what will be paid and when', async () => {
  const customer = await customerWith('100')
  const { id } = await place(customer, await openProduct(), '100')
  await remind(DAY_BEFORE_MS - 1)
  expect(await toldOf(customer)).toEqual([])
  await remind(DAY_BEFORE_MS)
  expect(await toldOf(customer)).toEqual([
    {
      ...{ kind: 'earn-maturing', subject: String(id), is_shown: true },
      params: { variant: 'locked', amount: '100.7000000', currency: 'USDT', time: '2024-03-06 00:00' },
    },
  ])
  expect(await auditNotices(db)).toEqual([])
})

test('once, by many that look at the same time, and by a server that was away', async () => {
  const customers = await Promise.all(Array.from({ length: 60 }, () => customerWith('100')))
  const product = await openProduct()
  for (const customer of customers) await place(customer, product, '100')
  // Nobody looked for half a day.
  const at = DAY_BEFORE_MS + DAY_MS / 2
  await Promise.all(Array.from({ length: 8 }, () => remind(at)))
  await remind(at + MINUTE_MS)
  for (const customer of customers) expect(await toldOf(customer)).toHaveLength(1)
})

test('not of what has matured or was redeemed before, nor of a term of one day', async () => {
  const customer = await customerWith('300')
  const product = await openProduct()
  const redeemed = await place(customer, product, '100')
  await redeemNow(redeemed, START_MS + DAY_MS)
  await place(customer, product, '100')
  await place(customer, await openProduct({ termDays: 1, penaltyRate: parseRate('0')! }), '100')
  await remind(FIRST_MIDNIGHT)
  await remind(MATURES_MS)
  expect((await toldOf(customer)).map(({ kind }) => kind)).toEqual(['earn-redeemed'])
  await settle(MATURES_MS)
  await remind(MATURES_MS)
  expect((await toldOf(customer)).map(({ kind }) => kind)).not.toContain('earn-maturing')
})

test('as the customer set for money: hidden in the app where they chose so', async () => {
  const customer = await customerWith('100')
  await place(customer, await openProduct(), '100')
  const choice = { customer_id: customer, topic: 'money', app: false, mail: true, push: false }
  await db.insertInto('notice_choice').values(choice).execute()
  await remind(DAY_BEFORE_MS)
  expect(await toldOf(customer)).toMatchObject([{ kind: 'earn-maturing', is_shown: false }])
})

test('of savings with a term, whose interest is paid out daily, the principal', async () => {
  const customer = await customerWith('100')
  const product = await openProduct({ kind: 'quantization' })
  await place(customer, product, '100')
  for (let day = 1; day <= 6; day++) await settle(FIRST_MIDNIGHT + day * DAY_MS)
  await remind(DAY_BEFORE_MS)
  expect(await toldOf(customer)).toMatchObject([
    { params: { variant: 'quantization', amount: '100.0000000', time: '2024-03-06 00:00' } },
  ])
})

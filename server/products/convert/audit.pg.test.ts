import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/convert/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { type ConvertFixture, openConvertFixture } from '#server/testing/convert.ts'
import { auditConversions, auditResults } from './audit.ts'

/** What somebody with all rights on the database changes about conversions is found, by tape and ledger. */

let app: ConvertFixture
let ids: { direct: string; over: string }
const newest = Number.MAX_SAFE_INTEGER

beforeAll(async () => {
  app = await openConvertFixture()
  const alice = await app.customerWith('USDT', '1000')
  await app.give(alice.id, 'funding', 'BTC', '1')
  const made = async (input: Record<string, unknown>) =>
    (await app.call(calls.convert, input, alice.token)).data.id
  const over = await made({ from: 'BTC', to: 'ETH', amount: '0.1' })
  app.tick('BTC-USDT', 2_000_500, 2_001_500)
  ids = { direct: await made({ from: 'USDT', to: 'BTC', amount: '200' }), over }
  await app.writeTape()
})
afterAll(() => app.close())

test('nothing is found in what was converted', async () => {
  expect(await auditResults(app.db, newest)).toEqual([])
  expect(await auditConversions(app.db)).toEqual([])
})

type Which = keyof typeof ids

test.each<readonly [string, Which, string, string, RegExp]>([
  [
    'a price of its tick',
    'direct',
    `legs = jsonb_set(legs, '{0,ask}', '2001400')`,
    'legs',
    /the tape has not/,
  ],
  ['another tick', 'direct', `legs = jsonb_set(legs, '{0,sequence}', '1')`, 'legs', /the tape has not/],
  ['a tick to come', 'over', `legs = jsonb_set(legs, '{1,sequence}', '99')`, 'legs', /the tape has not/],
  ['what was received', 'over', 'received = received + 1', 'received', /its ticks make/],
])('T80: %s that is changed is found', async (_, which, change, column, said) => {
  const row = sql`where id = ${ids[which]}::bigint`
  await alterAsOwner(
    app,
    sql`create table kept as select * from conversion ${row}`,
    sql`update conversion set ${sql.raw(change)} ${row}`,
  )
  expect(await auditResults(app.db, newest)).toEqual([expect.stringMatching(said)])
  // The newest one alone is the direct one.
  expect(await auditResults(app.db, 1)).toHaveLength(which === 'direct' ? 1 : 0)
  await alterAsOwner(
    app,
    sql`update conversion set ${sql.ref(column)} = (select ${sql.ref(column)} from kept) ${row}`,
    sql`drop table kept`,
  )
  expect(await auditResults(app.db, newest)).toEqual([])
})

test('T80: one that is wrong is found below thousands that are not', async () => {
  await alterAsOwner(
    app,
    sql`create table kept as select * from conversion where id = ${ids.over}::bigint`,
    sql`insert into conversion select (jsonb_populate_record(k, jsonb_build_object('id', k.id - n))).*
      from kept k, generate_series(1, 5001) n`,
    sql`update conversion set received = received + 1 where id = ${ids.over}::bigint - 5001`,
  )
  expect(await auditResults(app.db, newest)).toEqual([expect.stringMatching(/its ticks make/)])
  await alterAsOwner(app, sql`delete from conversion where id < ${ids.over}::bigint`, sql`drop table kept`)
})

test('a conversion whose month has left the ledger is no finding; one that moved nothing is', async () => {
  await alterAsOwner(app, sql`delete from transfer where reference = ${ids.over}::bigint`)
  expect(await auditConversions(app.db)).toEqual([
    `conversion ${ids.over} says something else than the ledger`,
  ])
  const ends = new Date(app.clock.nowMs() + 1)
  await alterAsOwner(
    app,
    sql`delete from transfer where reference = ${ids.direct}::bigint`,
    sql`insert into ledger_rollup select 1, ${new Date(ends.getTime() - DAY_MS)}::timestamptz, ${ends}::timestamptz, 6, 6,
      hash, 'month.csv.gz', hash, ${ends}::timestamptz, hash, hash || hash
      from (select decode(repeat('00', 32), 'hex') as hash) h`,
  )
  expect(await auditConversions(app.db)).toEqual([])
})

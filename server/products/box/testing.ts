import { sql } from 'kysely'
import * as operators from '#domain/box/console.ts'
import * as calls from '#domain/box/contract.ts'
import { BOX_CURRENCY } from '#domain/box/rules.ts'
import type { BoxRarity } from '#domain/box/words.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Services } from '#server/app.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import type { Input, ProductTesting } from '#server/testing/product-testing.ts'
import { type Content, insertSeries, type SeriesTerms } from './series.ts'

/** Artworks of the platform, by their codes; each with a picture of its own that nobody can look at. */
export async function insertTestArtworks(tx: Tx, codes: readonly string[], nowMs: number): Promise<void> {
  const at = sql`${new Date(nowMs)}::timestamptz`
  const { rows } = await sql<{ id: bigint }>`
    insert into nft_artist (name, bio, status, created_at, updated_at)
    values ('A. Tester', 'Makes nothing but tests', 'active', ${at}, ${at}) returning id`.execute(tx)
  for (const code of codes) {
    const [id, history] = [nextId(), nextId()]
    const media = Buffer.from(code.padEnd(32, '-').slice(0, 32)).toString('hex')
    await sql`
      insert into nft_media (id, kind, type, bytes, width, height, operator_id, uploaded_at, published_at)
      values (${media}, 'picture', 'image/png', 1, 1, 1, 1, ${at}, ${at}) on conflict do nothing`.execute(tx)
    await sql`
      insert into nft_history (id, artwork_id, kind, at)
      values (${history}::bigint, ${id}::bigint, 'created', ${at})`.execute(tx)
    await sql`
      insert into nft_artwork (id, code, run, edition, editions, artist_id, title, description, media_id, media_kind,
        royalty_bps, owned_since, history_id, created_at)
      values (${id}::bigint, ${code}, ${code}, 1, 1, ${rows[0]!.id}::bigint, ${`The ${code}`}, 'For tests', ${media},
        'picture', 500, ${at}, ${history}::bigint, ${at})`.execute(tx)
  }
}

/** Codes of so many artworks of a series. */
export const codesOf = (series: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${series}-${n + 1}`)

/** Contents in which the last is legendary, every fourth rare, and all others common. */
export const contentsOfCodes = (codes: readonly string[]): Content[] =>
  codes.map((artwork, n) => {
    const rarity: BoxRarity = n === codes.length - 1 ? 'legendary' : n % 4 === 3 ? 'rare' : 'common'
    return { artwork, rarity }
  })

/** A series at 10 USDT that is open now and for a week. */
export const testSeries = (code: string, nowMs: number, changes: Partial<SeriesTerms> = {}): SeriesTerms => ({
  ...{ code, name: `Series ${code}`, description: 'Made for tests', perCustomer: 5 },
  ...{ price: readAmount('10', BOX_CURRENCY), opensAtMs: nowMs, endsAtMs: nowMs + 7 * DAY_MS },
  ...changes,
})

/** Makes a series with artworks of its own. */
export async function addTestSeries(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  code: string,
  items: number,
  nowMs: number,
  changes: Partial<SeriesTerms> = {},
): Promise<void> {
  const codes = codesOf(code, items)
  await db.transaction().execute(async (tx) => {
    await insertTestArtworks(tx, codes, nowMs)
    const terms = testSeries(code, nowMs, { perCustomer: Math.min(5, items), ...changes })
    const by = { proposal: null }
    await insertSeries(tx, sealer, terms, contentsOfCodes(codes), by, nowMs)
  })
}

/** The series that every test has, with more boxes than any test buys. */
const SERIES = 'BOXA'

async function makeSeries({ db, clock, privateData }: Services): Promise<void> {
  const nowMs = clock.nowMs()
  if (await db.selectFrom('box_series').select('id').where('code', '=', SERIES).executeTakeFirst()) return
  const never = nowMs + 3_650 * DAY_MS
  await addTestSeries({ db, sealer: privateData.sealer }, SERIES, 120, nowMs, {
    endsAtMs: never,
    perCustomer: 120,
  })
  await db.transaction().execute((tx) => insertTestArtworks(tx, codesOf('BOXFREE', 4), nowMs))
}

let seeds = 0
const order = (): Input => ({ code: SERIES, clientSeed: `seed-of-a-test-${++seeds}` })

export const boxTesting: ProductTesting = {
  fields: { clientSeed: 'a-seed-of-my-own', failure: 'no-tick' },
  calls: [
    ...[calls.boxDetail, calls.boxItems, calls.boxDraws].map((call) => ({ call, fields: { code: SERIES } })),
    { call: calls.boxProof, fields: { code: SERIES, number: '1' } },
    { call: calls.buyBox, fields: { code: SERIES } },
    { call: calls.openBox, things: { id: 'box' } },
    { call: calls.myBox, things: { id: 'box' } },
    { call: calls.myBoxes, fields: { state: 'sealed' } },
    {
      call: operators.proposeBox,
      fields: {
        ...{ code: 'BOXB', name: 'Another', description: 'For nobody', price: '5', perCustomer: '1' },
        ...{ opensAtMs: '1893456000000', endsAtMs: '1893542400000' },
        contents: codesOf('BOXFREE', 4)
          .map((code) => `${code} common`)
          .join(', '),
      },
    },
    ...[operators.proposeBoxOpening, operators.closeBox].map((call) => ({ call, fields: { id: '1' } })),
    { call: operators.consoleBoxTable, fields: { state: 'sealed' } },
  ],
  start: makeSeries,
  matrix: {
    doOneOfEach: async (customer) => ({ box: (await customer.ask(calls.buyBox, order())).id }),
    effects: [{ call: calls.buyBox, isGuarded: false, prepare: order }],
  },
  simulation: {
    calls: [
      { name: 'blind box', weight: 3, call: calls.buyBox, input: order },
      {
        name: 'blind box opened',
        weight: 3,
        call: calls.openBox,
        async input({ exchange, random }, customer) {
          const boxes = await exchange.real
            .selectFrom('box')
            .select('id')
            .where('customer_id', '=', customer)
            .orderBy('id', 'desc')
            .limit(4)
            .execute()
          return boxes.length === 0 ? undefined : { id: String(random.one(boxes).id) }
        },
      },
    ],
    hostile: [
      [calls.buyBox, 'code', 'clientSeed'],
      [calls.openBox, 'id'],
    ],
  },
}

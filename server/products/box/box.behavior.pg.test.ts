import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/box/contract.ts'
import { BOX_CURRENCY, SEAL_AFTER_MS } from '#domain/box/rules.ts'
import { nftArtwork } from '#domain/nft/contract.ts'
import type { BoxProofFile } from '#domain/proof/contract.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { nextId } from '#server/platform/ids.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { type BoxFixture, newSeed, openBoxFixture } from '#server/testing/box.ts'
import { lendIn } from '#server/testing/loan.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { auditBoxes, auditDraws } from './audit.ts'
import { drawAllDue } from './jobs.ts'
import { proofOfBox } from './proof.ts'

const { verifyBoxes }: { verifyBoxes: (files: readonly BoxProofFile[]) => string[] } = await import(
  join(import.meta.dirname, '../../../scripts/verify-box.mjs')
)

/** Blind boxes from the announcement to the last item, one request after the other. */

let app: BoxFixture
beforeAll(async () => {
  app = await openBoxFixture()
})
afterAll(async () => {
  expect(await auditBoxes(app.db)).toEqual([])
  expect(await auditDraws(app.db, { publicKey: app.publicKey, newest: 1_000 })).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

const PRICE = 10_0000000n
const detail = async (code: string, token?: string) => (await app.call(calls.boxDetail, { code }, token)).data

test('a box is paid, drawn by the first tick after that, and opened; its artwork is the customer’s', async () => {
  const code = await app.series(4)
  const customer = await app.customerWith('25')
  const box = await app.buy(customer, code)
  expect(box).toMatchObject({ state: 'sealed', number: 1, item: null, price: '10.0000000' })
  expect(await app.balances(customer)).toEqual({ funding: 15_0000000n, held: PRICE })
  expect((await app.call(calls.openBox, { id: box.id }, customer.token)).error).toBe('BOX_NOT_DRAWN')
  // Held prices and those of other markets draw nothing.
  await app.tick(1, { isHeld: true })
  await app.tick(9, { symbol: 'ETH-USDT' })
  await app.draw()
  expect((await app.call(calls.openBox, { id: box.id }, customer.token)).error).toBe('BOX_NOT_DRAWN')
  await app.tick()
  await app.draw()
  const [drawn] = (await app.call(calls.myBoxes, { state: 'drawn' }, customer.token)).data.items
  // What is in it is shown once it is open.
  expect(drawn).toMatchObject({ id: box.id, item: null })
  expect(await app.balances(customer)).toEqual({ funding: 15_0000000n, held: 0n })
  const opened = await app.open(customer, box.id)
  expect(opened.item?.code).toMatch(new RegExp(`^${code}-[1-4]$`))
  const artwork = await app.db
    .selectFrom('nft_artwork' as never)
    .select(['owner_id', 'is_boxed'] as never)
    .where('code' as never, '=', opened.item!.code as never)
    .executeTakeFirst()
  expect(artwork).toEqual({ owner_id: customer.id, is_boxed: false })
  const boxed = async (n: number) =>
    (await app.call(nftArtwork, { code: `${code}-${n}` }, customer.token)).data.isBoxed
  const shown = await Promise.all([1, 2, 3, 4].map(async (n) => [`${code}-${n}`, await boxed(n)] as const))
  expect(shown.filter(([, isBoxed]) => !isBoxed).map(([of]) => of)).toEqual([opened.item!.code])
  expect(await detail(code, customer.token)).toMatchObject({ drawn: 1, left: 3, own: 1, sealed: 0 })
})

test('T46: a price that was known when a box was bought, and waited to be written, does not draw it', async () => {
  const code = await app.series(3)
  const customer = await app.customerWith('25')
  app.wait(1_999_999)
  const box = await app.buy(customer, code)
  // Written with one of the next moment, which is too soon as well.
  app.clock.advance(SEAL_AFTER_MS - 1)
  app.wait(2_000_001)
  await app.flush()
  await app.draw()
  expect((await app.call(calls.openBox, { id: box.id }, customer.token)).error).toBe('BOX_NOT_DRAWN')
  await app.tick(2_000_002)
  await app.open(customer, box.id)
  const { data } = await app.call(calls.boxProof, { code, number: 1 })
  // The tick that drew it, and the one before it, which shows that it is the first that counts.
  expect(data.ticks).toHaveLength(2)
  expect(verdictsOn(data)).toEqual(verified)
  expect(isDetected({ ...data, ticks: data.ticks.slice(0, 1) })).toBe(true)
})

test('the receipt comes with the purchase, and is that of the proof', async () => {
  const code = await app.series(2)
  const customer = await app.customerWith('25')
  const { data: bought } = await app.call(calls.buyBox, { code, clientSeed: newSeed() }, customer.token)
  await app.tick()
  await app.draw()
  const { data: shown } = await app.call(calls.myBox, { id: bought.id }, customer.token)
  const { data: proof } = await app.call(calls.boxProof, { code, number: 1 })
  expect([shown.receipt, proof.receipt]).toEqual([bought.receipt, bought.receipt])
})

test('who excluded themselves from what is like a game buys no box', async () => {
  const code = await app.series(2)
  const customer = await app.customerWith('25')
  const now = new Date(app.clock.nowMs())
  await sql`
    insert into option_choice (id, customer_id, kind, from_at, until_at, created_at)
    values (${nextId()}, ${customer.id}, 'exclusion', ${now}, ${new Date(app.clock.nowMs() + DAY_MS)}, ${now})`.execute(
    app.db,
  )
  const { error } = await app.call(calls.buyBox, { code, clientSeed: newSeed() }, customer.token)
  expect(error).toBe('NFT_EXCLUDED')
})

test('T44: boxes are bought only with what their buyer has beyond what they owe, drawn or not', async () => {
  const code = await app.series(3)
  const borrower = await app.customerWith('19.99', 'advanced')
  await lendIn(app, borrower, '500')
  const buy = async () =>
    (await app.call(calls.buyBox, { code, clientSeed: newSeed() }, borrower.token)).error
  expect(await buy()).toBeUndefined()
  expect(await buy()).toBe('EQUITY_OWED')
  await app.give(borrower.id, 'funding', BOX_CURRENCY, '0.01')
  expect(await buy()).toBeUndefined()
  await app.tick()
  await app.draw()
  expect(await buy()).toBe('EQUITY_OWED')
})

test('T46: opening a box again, another’s, one that was paid back, or with another seed changes nothing', async () => {
  const code = await app.series(2)
  const [customer, other] = [await app.customerWith('20'), await app.customerWith('20')]
  const box = await app.buy(customer, code)
  await app.tick()
  expect((await app.call(calls.openBox, { id: box.id }, other.token)).error).toBe('NOT_FOUND')
  expect((await app.call(calls.myBox, { id: box.id }, other.token)).error).toBe('NOT_FOUND')
  const seed = { id: box.id, clientSeed: 'not-the-seed' }
  expect((await app.call(calls.openBox, seed, customer.token)).error).toBe('BOX_SEED_DIFFERS')
  // The opening draws it where the job has not come to it.
  const opened = await app.open(customer, box.id)
  expect(await app.open(customer, box.id)).toEqual(opened)
  expect(
    (await app.call(calls.openBox, { ...seed, clientSeed: box.clientSeed }, customer.token)).data,
  ).toEqual(opened)
})

test('T46: nothing that is answered before the draw tells a secret or what a box will have', async () => {
  const code = await app.series(3)
  const customer = await app.customerWith('10')
  const box = await app.buy(customer, code)
  const secrets = await app.db
    .selectFrom('box_secret')
    .innerJoin('box_series', 'box_series.id', 'box_secret.series_id')
    .selectAll('box_secret')
    .where('box_series.code', '=', code)
    .orderBy('number')
    .execute()
  const revealed = secrets.map(({ number, sealed }) =>
    app.deps.sealer.unseal(Buffer.from(sealed), `box ${code} ${number}`).toString('hex'),
  )
  expect(new Set(revealed).size).toBe(6)
  // Bound to its number: what was sealed for one box opens as no other's.
  expect(() => app.deps.sealer.unseal(Buffer.from(secrets[0]!.sealed), `box ${code} 2`)).toThrow()
  const answers = [
    ...[calls.boxList, calls.boxDetail, calls.boxItems, calls.boxDraws].map((call) =>
      app.call(call, call === calls.boxList ? {} : { code }, customer.token),
    ),
    app.call(calls.boxProof, { code, number: 1 }, customer.token),
    app.call(calls.myBox, { id: box.id }, customer.token),
  ]
  const said = JSON.stringify(await Promise.all(answers.map(async (answer) => (await answer).data)))
  for (const secret of revealed) expect(said).not.toContain(secret)
  await app.tick()
  await app.draw()
  const proof = await proofOfBox(app.deps, code, 1)
  expect(proof.box.secret).toBe(revealed[0])
  const later = JSON.stringify(proof)
  for (const secret of revealed.slice(1)) expect(later).not.toContain(secret)
})

test(
  'every box of a series verifies, by all who check, and an alteration of any text is detected',
  LONG,
  async () => {
    const code = await app.series(9, { perCustomer: 9 })
    const customer = await app.customerWith('1000')
    for (let n = 0; n < 9; n++) {
      await app.buy(customer, code)
      // Some are drawn one by one, some together.
      if (n % 3 !== 1) await app.tick()
      if (n % 3 === 0) await app.draw()
    }
    await app.draw()
    expect(await detail(code)).toMatchObject({ drawn: 9, left: 0, phase: 'sold-out' })
    const files: BoxProofFile[] = []
    for (let number = 1; number <= 9; number++) {
      const { data } = await app.call(calls.boxProof, { code, number })
      expect(verdictsOn(data)).toEqual(verified)
      files.push(data)
    }
    expect(new Set(files.map(({ box }) => box.item)).size).toBe(9)
    expect(verifyBoxes(files).at(-1)).toBe('9 draws')
    const [first, second] = files as [BoxProofFile, BoxProofFile]
    expect(() => verifyBoxes([first, first])).toThrow('a box stands there twice')
    const past = { ...second.box, before: [second.box.item] }
    expect(() => verifyBoxes([first, { ...second, box: past }])).toThrow()
    expect(() => verifyBoxes([second, { ...first, box: { ...first.box, item: second.box.item } }])).toThrow()
    const file = files[4]!
    const text = JSON.stringify(file)
    for (const found of text.matchAll(/(?<=[":])[^":{}[\],]{3,}(?=["\\])/g)) {
      const at = found.index + Math.floor(found[0].length / 2)
      const altered = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
      let parsed: typeof file
      try {
        parsed = JSON.parse(altered)
      } catch {
        continue
      }
      // A changed name of a field is a field that is missing; of a word, no word.
      expect([altered.slice(at - 20, at + 20), isDetected(verdictsOn(parsed))]).toEqual([
        altered.slice(at - 20, at + 20),
        true,
      ])
    }
  },
)

test('G14: a box whose secret is not revealed is paid back within five minutes, logged, and its item stays in', async () => {
  const code = await app.series(2, { perCustomer: 2 })
  const [customer, next] = [await app.customerWith('20'), await app.customerWith('20')]
  const box = await app.buy(customer, code)
  await app.tick()
  app.clock.advance(SECOND_MS)
  const second = await app.buy(next, code)
  await app.tick()
  await drawAllDue(app.withoutKey)
  expect(await detail(code)).toMatchObject({ drawn: 0, sealed: 2, left: 0, phase: 'sold-out' })
  const boughtAtMs = box.boughtAtMs
  while (app.clock.nowMs() < boughtAtMs + 5 * MINUTE_MS) {
    app.clock.advance(SECOND_MS)
    await drawAllDue(app.withoutKey)
    if ((await app.balances(customer)).held === 0n) break
  }
  expect(app.clock.nowMs()).toBeLessThan(boughtAtMs + 5 * MINUTE_MS)
  expect(await app.balances(customer)).toEqual({ funding: 20_0000000n, held: 0n })
  expect((await app.call(calls.openBox, { id: box.id }, customer.token)).error).toBe('BOX_PAID_BACK')
  const { data } = await app.call(calls.boxDraws, { code })
  expect(data.items.map(({ number, state, failure }: calls.BoxDrawView) => [number, state, failure])).toEqual(
    [
      [2, 'sealed', null],
      [1, 'refunded', 'not-revealed'],
    ],
  )
  // The key is back before the second is due: it is drawn from both items, and the other is sold again.
  await app.draw()
  expect((await app.open(next, second.id)).state).toBe('opened')
  expect(await detail(code)).toMatchObject({ drawn: 1, sealed: 0, left: 1, refunded: 1, phase: 'open' })
  const third = await app.buy(customer, code)
  expect(third.number).toBe(3)
  await app.tick()
  await app.open(customer, third.id)
  for (const number of [2, 3]) expect(verdictsOn(await proofOfBox(app.deps, code, number))).toEqual(verified)
})

test('T46: a box waits for the one before it, also where that one alone cannot be drawn', async () => {
  const code = await app.series(3)
  const [customer, next] = [await app.customerWith('10'), await app.customerWith('10')]
  const box = await app.buy(customer, code)
  const second = await app.buy(next, code)
  await alterAsOwner(
    app,
    sql`update box_secret set sealed = '\\x00' where number = 1
      and series_id = (select id from box_series where code = ${code})`,
  )
  await app.tick()
  await app.draw()
  expect(await detail(code)).toMatchObject({ drawn: 0, sealed: 2 })
  expect((await app.call(calls.openBox, { id: second.id }, next.token)).error).toBe('BOX_NOT_DRAWN')
  app.clock.advance(4 * MINUTE_MS)
  await app.draw()
  expect((await app.call(calls.openBox, { id: box.id }, customer.token)).error).toBe('BOX_PAID_BACK')
  expect((await app.open(next, second.id)).state).toBe('opened')
  expect(verdictsOn(await proofOfBox(app.deps, code, 2))).toEqual(verified)
})

test('a box without a tick is paid back within five minutes, and none is sold meanwhile', async () => {
  const code = await app.series(2)
  const customer = await app.customerWith('20')
  const box = await app.buy(customer, code)
  app.silence()
  const again = await app.call(calls.buyBox, { code, clientSeed: newSeed() }, customer.token)
  expect(again.error).toBe('PRICE_STALE')
  app.clock.advance(4 * MINUTE_MS - 1)
  await app.draw()
  expect((await app.balances(customer)).held).toBe(PRICE)
  app.clock.advance(1)
  await app.draw()
  expect(await app.balances(customer)).toEqual({ funding: 20_0000000n, held: 0n })
  const { data } = await app.call(calls.myBox, { id: box.id }, customer.token)
  expect(data).toMatchObject({ state: 'refunded', failure: 'no-tick' })
  await app.tick()
})

test('a series is not ended by boxes that nobody opens; they open by themselves after a week', async () => {
  const code = await app.series(3, { perCustomer: 3 })
  const customer = await app.customerWith('30')
  const box = await app.buy(customer, code)
  await app.tick()
  await app.draw()
  // Drawn and never opened: the others are sold.
  expect(await detail(code)).toMatchObject({ left: 2, phase: 'open' })
  app.clock.advance(7 * DAY_MS - 1)
  await app.end()
  const stateOf = async (id: string) =>
    (await app.db.selectFrom('box').select('state').where('id', '=', BigInt(id)).executeTakeFirst())?.state
  expect(await stateOf(box.id)).toBe('drawn')
  app.clock.advance(1)
  await app.end()
  expect(await stateOf(box.id)).toBe('opened')
  // The series is over by then: what nobody drew is the platform's to offer again.
  const { rows } = {
    rows: await app.db.selectFrom('box_series').select('status').where('code', '=', code).execute(),
  }
  expect(rows).toEqual([{ status: 'ended' }])
})

test('T03: a purchase sent again is the same box; a seed is taken once; limits and states are kept', async () => {
  await app.tick()
  const code = await app.series(3, { perCustomer: 2 })
  const customer = await app.customerWith('100')
  const input = { code, clientSeed: newSeed() }
  const buy = (asked: object, key?: string) =>
    app.call(calls.buyBox, asked as Record<string, unknown>, customer.token, key === undefined ? {} : { key })
  const [first, again] = [await buy(input, 'the-same'), await buy(input, 'the-same')]
  expect(again.data).toEqual(first.data)
  expect((await buy(input)).error).toBe('BOX_SEED_USED')
  expect((await buy({ code, clientSeed: 'x'.repeat(65) })).error).toBe('TEXT_TOO_LONG')
  for (const clientSeed of ['short', 'with space', 'ümlaut-seed', "a';drop--"])
    expect([clientSeed, (await buy({ code, clientSeed })).error]).toEqual([clientSeed, 'PARAMETER_ERROR'])
  await app.buy(customer, code)
  expect((await buy({ code, clientSeed: newSeed() })).error).toBe('BOX_LIMIT')
  const poor = await app.customerWith('9')
  expect((await app.call(calls.buyBox, { code, clientSeed: newSeed() }, poor.token)).error).toBe(
    'INSUFFICIENT_BALANCE',
  )
  const unverified = await app.customerWith('50', 'unverified')
  expect((await app.call(calls.buyBox, { code, clientSeed: newSeed() }, unverified.token)).error).toBe(
    'KYC_REQUIRED',
  )
  const soon = await app.series(2, { opensAtMs: app.clock.nowMs() + 1_000 })
  expect((await buy({ code: soon, clientSeed: newSeed() })).error).toBe('BOX_CLOSED')
  expect((await buy({ code: 'NONE', clientSeed: newSeed() })).error).toBe('NOT_FOUND')
  await app.tick()
  await app.draw()
})

test('the list has what is on sale or announced; what is over is asked for', async () => {
  const nowMs = app.clock.nowMs()
  const open = await app.series(2)
  const soon = await app.series(2, { opensAtMs: nowMs + MINUTE_MS, endsAtMs: nowMs + DAY_MS })
  const short = await app.series(2, { endsAtMs: nowMs + MINUTE_MS })
  const listed = async (input: object = {}) =>
    (await app.call(calls.boxList, { limit: '100', ...input })).data.items.map(
      ({ code }: { code: string }) => code,
    )
  expect(await listed()).toEqual(expect.arrayContaining([open, soon, short]))
  app.clock.advance(MINUTE_MS)
  expect(await listed()).toEqual(expect.arrayContaining([open, soon]))
  expect(await listed()).not.toContain(short)
  expect(await listed({ listed: 'over' })).toContain(short)
  expect(await listed({ listed: 'over' })).not.toContain(open)
})

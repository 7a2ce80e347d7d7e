import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#domain/game/contract.ts'
import { pointsOf } from '#domain/game/rules.ts'
import { checkRoundProof } from '#domain/proof/round-proof.ts'
import { HOUR_MS } from '#domain/time.ts'
import { editProfile } from '#domain/user/contract.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { testDatabaseKind } from '#server/testing/database.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import { type GameFixture, openGameFixture } from '#server/testing/game.ts'
import { countRows } from '#server/testing/rows.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { auditGame, auditRounds } from './audit.ts'
import { settleRounds } from './jobs.ts'
import { guess } from './service.ts'
import { eraseGame, lockRound, saveHiding } from './store.ts'

let app: GameFixture
beforeAll(async () => {
  app = await openGameFixture()
})
afterAll(async () => {
  expect(await auditGame(app.db)).toEqual([])
  expect(await auditRounds(app.db, 1_000)).toEqual([])
  await app.close()
})

const roundsFor = async (as: TestCustomer, input = {}) =>
  (await app.call(calls.gameRounds, input, as.token)).data.items as calls.RoundView[]
const roundFor = async (as: TestCustomer, id: string) => (await roundsFor(as)).find((one) => one.id === id)!
const boardFor = async (as: TestCustomer, period = 'week') =>
  (await app.call(calls.gameBoard, { period }, as.token)).data
const named = async (as: TestCustomer, nickname: string) =>
  expect((await app.call(editProfile, { nickname }, as.token)).error).toBeUndefined()

/** A round with guesses, whose hour's last tick is `price`; the next comes a second after it. */
async function played(guesses: readonly [TestCustomer, string][], price: number) {
  const round = await app.openRound(guesses[0]![0])
  for (const [customer, guess] of guesses)
    expect((await app.guess(customer, round.id, guess)).error).toBeUndefined()
  app.goTo(round.endsAtMs - 1_000)
  const tick = await app.tick(price)
  app.goTo(round.endsAtMs + 1_000)
  await app.tick(price + 5_000)
  return { ...round, decidedBy: tick! }
}

describe('a guess', () => {
  test('is one of each customer and round, and the newest counts', async () => {
    const me = await app.newCustomer()
    const round = await app.openRound(me)
    expect(round).toMatchObject({ symbol: 'BTC-USDT', status: 'waiting', own: null, tick: null })
    for (const price of ['20000', '20001.5'])
      expect((await app.guess(me, round.id, price)).data.own).toMatchObject({ points: null })
    expect((await app.openRound(me)).own!.price).toBe('20001.50')
    const { rows } = await sql<{ price: bigint }>`
      select price from game_guess where customer_id = ${me.id}::bigint`.execute(app.db)
    expect(rows).toEqual([{ price: 2_000_150n }])
  })

  test('T52: is taken until 30 minutes before the hour, and not a moment later', async () => {
    const me = await app.newCustomer()
    const round = await app.openRound(me)
    expect(round.closesAtMs).toBe(round.endsAtMs - HOUR_MS / 2)
    app.goTo(round.closesAtMs - 1)
    expect((await app.guess(me, round.id, '20000')).error).toBeUndefined()
    app.goTo(round.closesAtMs)
    expect((await app.guess(me, round.id, '21000')).error).toBe('GAME_ROUND_CLOSED')
    const next = await app.openRound(me)
    expect(next.id).toBe(String(BigInt(round.id) + 1n))
    expect((await app.guess(me, String(BigInt(next.id) + 1n), '1')).error).toBe('GAME_ROUND_CLOSED')
    expect((await roundFor(me, round.id)).own!.price).toBe('20000.00')
    // Nor where the transaction that was under way meets a round that is decided.
    app.goTo(round.endsAtMs)
    await app.tick(2_000_000)
    app.goTo(round.endsAtMs + 1_000)
    await app.tick(2_000_000)
    await app.settle()
    const late = { customer: me.id, round: BigInt(round.id), price: '21000' }
    await expect(
      app.db.transaction().execute((tx) => guess(tx, late, round.closesAtMs - 1)),
    ).rejects.toMatchObject({ code: 'GAME_ROUND_CLOSED' })
    await app.settle()
  })

  test('takes a price of the instrument and no other', async () => {
    const me = await app.newCustomer()
    const { id } = await app.openRound(me)
    for (const price of ['0', '1.001', '9'.repeat(20)])
      expect((await app.guess(me, id, price)).error).toBe('PRICE_INVALID')
    expect((await app.guess(me, id, '-1')).error).toBe('PARAMETER_ERROR')
    expect((await app.call(calls.guessPrice, { roundId: id, price: '1' })).error).toBe('SESSION_EXPIRED')
  })
})

describe('a round', () => {
  test('is decided by the last tick at or before the hour, with the points that the rule gives, whoever asks', async () => {
    const [near, far, other] = [await app.newCustomer(), await app.newCustomer(), await app.newCustomer()]
    const round = await played(
      [
        [near, '20010.00'],
        [far, '23000'],
      ],
      2_000_000,
    )
    // Neither a held tick nor one of another instrument is the last of the hour.
    await app.settle()
    const seen = await roundFor(near, round.id)
    expect(seen).toMatchObject({ status: 'counted', guesses: 2, own: { price: '20010.00', points: 95 } })
    expect(seen.tick).toEqual({
      ...{ sequence: round.decidedBy.sequence, price: '20000.00', atMs: round.endsAtMs - 1_000 },
    })
    expect((await roundFor(far, round.id)).own!.points).toBe(0)
    expect((await roundFor(other, round.id)).own).toBeNull()
    expect(await roundsFor(other, { isOwn: '1' })).toEqual([])
  })

  test('passes over held ticks and those of other instruments', async () => {
    const me = await app.newCustomer()
    const round = await app.openRound(me)
    await app.guess(me, round.id, '20000')
    app.goTo(round.endsAtMs - 500)
    await app.tick(2_000_000)
    await app.tick(9_000_000, { isHeld: true })
    await app.tick(100_000, { symbol: 'ETH-USDT' })
    app.goTo(round.endsAtMs + 100)
    await app.tick(9_000_000, { isHeld: true })
    await app.tick(100_000, { symbol: 'ETH-USDT' })
    // Nothing of its own instrument says yet that the hour is over.
    await app.settle()
    expect((await roundFor(me, round.id)).status).toBe('waiting')
    await app.tick(2_100_000)
    await app.settle()
    expect(await roundFor(me, round.id)).toMatchObject({ status: 'counted', own: { points: 100 } })
  })

  test('is void where the last tick is older than two seconds, and gives no points, however late that is found', async () => {
    const me = await app.newCustomer()
    const round = await app.openRound(me)
    await app.guess(me, round.id, '20000')
    app.goTo(round.endsAtMs - 2_001)
    await app.tick(2_000_000)
    app.goTo(round.endsAtMs + 5 * HOUR_MS)
    await app.settle()
    expect((await roundFor(me, round.id)).status).toBe('waiting')
    await app.tick(2_000_000)
    await app.settle()
    expect(await roundFor(me, round.id)).toMatchObject({
      ...{ status: 'void', tick: null, guesses: 1, own: { points: null } },
    })
    expect((await boardFor(me, 'all')).own).toMatchObject({ place: null, points: 0, rounds: 0 })
    const proof = (await app.call(calls.roundProof, { id: round.id })).data
    expect(verdictsOn(proof)).toEqual(verified)
  })

  test(
    'T52: is the same settled late, many times at once and after crashes, and each guess counts once',
    LONG,
    async () => {
      const players: TestCustomer[] = []
      for (let n = 0; n < 12; n++) players.push(await app.newCustomer())
      const round = await played(
        players.map((player, n) => [player, String(20_000 + n)]),
        2_000_000,
      )
      // Hours later, the prices since are not what decides it.
      app.goTo(round.endsAtMs + 7 * HOUR_MS)
      await app.tick(3_000_000)
      await loseAfter(1)
      expect((await roundFor(players[0]!, round.id)).status).toBe('counting')
      await meeting(BigInt(round.id), () => Promise.all(Array.from({ length: 6 }, () => app.settle())))
      await app.settle()
      for (const [n, player] of players.entries()) {
        const points = pointsOf(BigInt(2_000_000 + n * 100), 2_000_000n)
        expect((await roundFor(player, round.id)).own!.points).toBe(points)
        expect((await boardFor(player, 'all')).own).toMatchObject({ points, rounds: 1 })
      }
    },
  )

  test('T52: of a round that several servers decide at once is decided and counted once', LONG, async () => {
    const me = await app.newCustomer()
    const round = await played([[me, '20000']], 2_000_000)
    const ended = await meeting(BigInt(round.id), () =>
      Promise.allSettled(Array.from({ length: 3 }, () => app.settle())),
    )
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect((await roundFor(me, round.id)).own!.points).toBe(100)
    expect((await boardFor(me, 'all')).own).toMatchObject({ points: 100, rounds: 1 })
  })

  test('T52: whose points were written when the server was lost is not counted again', async () => {
    const me = await app.newCustomer()
    const round = await played([[me, '20000']], 2_000_000)
    await loseAfter(2)
    expect((await roundFor(me, round.id)).status).toBe('counted')
    await app.settle()
    expect((await boardFor(me, 'all')).own).toMatchObject({ points: 100, rounds: 1 })
  })

  test('shows its proof to anybody, which is right alone and broken where it is altered', async () => {
    const me = await app.newCustomer()
    const round = await played([[me, '20000']], 2_000_000)
    expect((await app.call(calls.roundProof, { id: round.id })).error).toBe('NOT_FOUND')
    await app.settle()
    const proof = (await app.call(calls.roundProof, { id: round.id })).data
    const checked = checkRoundProof(proof, () => 0)
    expect(checked.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'checkpoint passed',
      'tape passed',
      'tick passed',
      'outcome passed',
    ])
    expect(verdictsOn(proof)).toEqual(verified)
    expect(proof.round.tick.sequence).toBe(round.decidedBy.sequence)
    const { tick } = proof.round
    const altered = [
      { ...proof, round: { ...proof.round, tick: { ...tick, price: tick.price + 1 } } },
      { ...proof, round: { ...proof.round, tick: null } },
      { ...proof, round: { ...proof.round, id: String(BigInt(round.id) + 1n) } },
      { ...proof, ticks: proof.ticks.slice(0, 1) },
      { ...proof, ticks: [proof.ticks[1], proof.ticks[0]] },
    ]
    for (const file of altered) expect(isDetected(verdictsOn(file))).toBe(true)
    expect((await app.call(calls.roundProof, { id: '1' })).error).toBe('NOT_FOUND')
  })

  test('T80: neither the application nor a mistake in it changes what decided it or what was counted', async () => {
    const me = await app.newCustomer()
    const { id } = await played([[me, '20000']], 2_000_000)
    await app.settle()
    for (const statement of [
      sql`update game_round set symbol = 'ETH-USDT'`,
      sql`update game_round set ends_at = now()`,
      sql`delete from game_round`,
      sql`update game_guess set customer_id = 1`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/)
    for (const statement of [
      sql`update game_round set price = 1 where id = ${BigInt(id)}::bigint`,
      sql`update game_round set status = 'void' where id = ${BigInt(id)}::bigint`,
      sql`update game_guess set points = 100, price = 1 where customer_id = ${me.id}::bigint`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/is decided/)
  })
})

describe('the board', () => {
  test('shows the names that customers chose, wish to show and may, with the same place for the same points', async () => {
    const [first, second, third] = [await app.newCustomer(), await app.newCustomer(), await app.newCustomer()]
    await named(first, 'Ana 7')
    await named(second, 'Ben 8')
    const before = (await boardFor(first, 'all')).items.length
    await played(
      [
        [first, '20000'],
        [second, '20000'],
        [third, '20000'],
      ],
      2_000_000,
    )
    await app.settle()
    const board = await boardFor(second, 'all')
    expect(board.items).toHaveLength(before + 3)
    const shown = () =>
      boardFor(second, 'all').then(({ items }) => items.map((item: { nickname: string }) => item.nickname))
    expect(await shown()).toEqual(expect.arrayContaining(['Ana 7', 'Ben 8', null]))
    expect(board.own).toMatchObject({ place: 1, points: 100, rounds: 1, nickname: 'Ben 8', isListed: true })
    expect(board.items.filter(({ place }: { place: number }) => place === 1).length).toBeGreaterThanOrEqual(3)
    expect(board.items.filter(({ isOwn }: { isOwn: boolean }) => isOwn)).toHaveLength(1)
    // Nothing else of a customer is on it.
    expect(Object.keys(board.items[0]).sort()).toEqual(['isOwn', 'nickname', 'place', 'points', 'rounds'])

    expect((await app.call(calls.listNickname, { isListed: '0' }, second.token)).data).toEqual({
      isListed: false,
    })
    expect(await shown()).not.toContain('Ben 8')
    await app.call(calls.listNickname, { isListed: '1' }, second.token)
    expect(await shown()).toContain('Ben 8')
    await app.db.transaction().execute((tx) => saveHiding(tx, second.id, true, app.clock.nowMs()))
    expect(await shown()).not.toContain('Ben 8')
    // Who was taken off does not come back by wishing it.
    await app.call(calls.listNickname, { isListed: '1' }, second.token)
    expect(await shown()).not.toContain('Ben 8')
    expect((await boardFor(second)).own).toMatchObject({ isHidden: true, points: 100 })
  })

  test('of a week begins anew on Monday, and the one of all goes on', async () => {
    const me = await app.newCustomer()
    await played([[me, '20000']], 2_000_000)
    await app.settle()
    const { endsAtMs, own } = await boardFor(me)
    expect(own).toMatchObject({ points: 100, rounds: 1 })
    expect(new Date(endsAtMs).getUTCDay()).toBe(1)
    app.goTo(endsAtMs)
    expect((await boardFor(me)).own).toMatchObject({ place: null, points: 0 })
    expect((await boardFor(me, 'all')).own).toMatchObject({ points: 100 })
  })

  test('T52: no money moves, whatever is guessed and counted', async () => {
    const entries = () => countRows(app.db, ['transfer'])
    const before = await entries()
    const me = await app.newCustomer()
    await played([[me, '20000']], 2_000_000)
    await app.settle()
    expect(await entries()).toEqual(before)
    expect(
      (await app.call(calls.guessPrice, { roundId: '1', price: '1', points: '100' }, me.token)).error,
    ).toBe('GAME_ROUND_CLOSED')
  })

  test('forgets who has their data erased, but not that their name was taken off', async () => {
    const me = await app.newCustomer()
    await played([[me, '20000']], 2_000_000)
    await app.settle()
    const erase = () => app.db.transaction().execute((tx) => eraseGame(tx, me.id))
    // The guess, the points of the week and of all, and that they play.
    expect(await erase()).toBe(4)
    expect(await erase()).toBe(0)
    expect((await boardFor(me, 'all')).own).toMatchObject({ place: null, points: 0 })
    await app.db.transaction().execute((tx) => saveHiding(tx, me.id, true, app.clock.nowMs()))
    expect(await erase()).toBe(0)
    expect((await boardFor(me)).own.isHidden).toBe(true)
  })
})

/** Settles with a database that is lost after so many transactions: what is under way is done or not at all. */
async function loseAfter(transactions: number): Promise<void> {
  const faulty = faultyDatabase(app.db)
  faulty.loseAt(transactions, 'after')
  await expect(settleRounds({ ...app.deps, db: faulty.db })).rejects.toThrow(/lost the database/)
}

/** Has two of `acts` wait for a round before any of them goes on: they meet. The embedded database has one connection. */
async function meeting<T>(round: bigint, acts: () => Promise<T>): Promise<T> {
  if (testDatabaseKind !== 'postgres') return acts()
  const client = new pg.Client({ connectionString: app.databaseUrl! })
  await client.connect()
  let answers: Promise<T> | undefined
  await app.db
    .transaction()
    .execute(async (tx) => {
      await lockRound(tx, round, 'to decide')
      answers = acts()
      answers.catch(() => undefined)
      const waiting = async () => {
        const { rows } = await client.query(`select count(*)::int as n from pg_locks
          join pg_stat_activity using (pid) where not granted and datname = current_database()`)
        return rows[0].n
      }
      await expect.poll(waiting, { timeout: LONG.timeout, interval: 20 }).toBeGreaterThanOrEqual(2)
    })
    .finally(() => client.end())
  return answers!
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { GroupCommit } from './group-commit.ts'
import type { EngineProduct } from './product.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

/** A product that does nothing but tell what was in each batch. */
const listing: EngineProduct<object, string[], string, string, readonly string[]> = {
  writer: 'spot',
  reload: async () => ({}),
  accountsOf: () => [],
  begin: () => [],
  decide(_, batch, action) {
    batch.push(action)
    return { kind: 'done', reply: action }
  },
  write: async () => ({ statements: [], transfers: [] }),
  committed: (_, batch) => [batch],
  reloaded: () => [],
  snapshot: (reply) => reply,
  toAnswer: (reply) => reply,
  answer: async (_, action) => action,
  findOut: async (_, attempts) => ({ replies: attempts.map(() => undefined), events: [] }),
}

test('what is sent at once is one batch, whether the batch before had one action or many', async () => {
  const engine = new GroupCommit(listing, { db: database.db, clock: virtualClock(0) })
  await engine.start()
  const batches: (readonly string[])[] = []
  engine.subscribe((batch) => batches.push(batch))
  const send = (...actions: string[]) => Promise.all(actions.map((action) => engine.send({ action })))
  await send('alone')
  await send('two', 'at once')
  // Fewer than the last time: they are not waited for longer than others would notice.
  await send('alone again')
  expect(await send('one', 'two', 'three')).toEqual(['one', 'two', 'three'])
  await engine.stop()
  expect(batches).toEqual([['alone'], ['two', 'at once'], ['alone again'], ['one', 'two', 'three']])
})

/** In which batches these are decided, sent at once; `also`: while the first batch is under way. */
async function batchesOf(costs: Readonly<Record<string, number>>, sent: string[], also: string[] = []) {
  const batches: (readonly string[])[] = []
  const { db } = database
  let isFirst = true
  const asked: Promise<unknown>[] = []
  const product: typeof listing = {
    ...listing,
    costOf: (_, action) => costs[action.split(' ')[0]!]!,
    async write() {
      if (isFirst) asked.push(...also.map((action) => engine.send({ action })))
      isFirst = false
      return { statements: [], transfers: [] }
    },
  }
  const engine = new GroupCommit(product, { db, clock: virtualClock(0) })
  await engine.start()
  engine.subscribe((batch) => batches.push(batch))
  await Promise.all(sent.map((action) => engine.send({ action })))
  await Promise.all(asked)
  await engine.stop()
  return batches
}

test('costly actions share batches as far as there is room, and what is cheap waits for none of them', async () => {
  const sent = ['costly 1', 'costly 2', 'costly 3', 'cheap', 'costly 4', 'costly 5', 'cheap too']
  expect(await batchesOf({ cheap: 1, costly: 900 }, sent)).toEqual([
    ['cheap', 'cheap too'],
    ['costly 1', 'costly 2'],
    ['costly 3', 'costly 4'],
    ['costly 5'],
  ])
})

test('what an action costs is computed once for a batch', async () => {
  const asked: string[] = []
  const count = (name: string, cost: number) => {
    asked.push(name)
    return cost
  }
  const costs = {
    get cheap() {
      return count('cheap', 1)
    },
    get costly() {
      return count('costly', 2)
    },
  }
  expect(await batchesOf(costs, ['costly', 'cheap'])).toEqual([['cheap'], ['costly']])
  // Both for the first batch, and what was left for the second.
  expect(asked).toEqual(['costly', 'cheap', 'costly'])
})

test('what is cheap comes after the costly batch that was under way, before the next', async () => {
  expect(await batchesOf({ cheap: 1, huge: 5_000 }, ['huge', 'huge too'], ['cheap', 'cheap 2'])).toEqual([
    ['huge'],
    ['cheap', 'cheap 2'],
    ['huge too'],
  ])
})

test('who is refused in the end is told so with what failed', async () => {
  const failure = new Error('a constraint that nothing of ours can break')
  const failing = {
    ...listing,
    answer: async () => {
      throw failure
    },
    decide: () => ({ kind: 'look-up', answer: undefined }) as const,
  }
  const engine = new GroupCommit(failing, { db: database.db, clock: virtualClock(0) })
  await engine.start()
  await expect(engine.send({ action: 'one' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: failure,
  })
  await engine.stop()
})

test('one that is stopped while a bad action fails alone decides nothing more on what that action left', async () => {
  let reloads = 0
  let stopped: Promise<void> | undefined
  const engine = new GroupCommit(
    {
      ...listing,
      async reload() {
        // At the start, after the batch of three, and after the bad one alone.
        if (++reloads === 3) stopped = engine.stop()
        return {}
      },
      async write(_tx, _state, batch) {
        if (batch.includes('bad')) throw new Error('a constraint that nothing of ours can break')
        return { statements: [], transfers: [] }
      },
    },
    { db: database.db, clock: virtualClock(0) },
  )
  await engine.start()
  const batches: (readonly string[])[] = []
  engine.subscribe((batch) => batches.push(batch))
  const answers = await Promise.allSettled(['first', 'bad', 'last'].map((action) => engine.send({ action })))
  await stopped
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
  expect(batches).toEqual([['first']])
})

test('what is postponed is the first of the next batch, also where it was tried again alone', async () => {
  // One action of a batch is decided, the others come after it.
  const engine = new GroupCommit(
    {
      ...listing,
      decide(state, batch, action) {
        return batch.length === 0 ? listing.decide(state, batch, action) : { kind: 'postponed' }
      },
      async write(_tx, _state, batch) {
        if (batch.includes('bad')) throw new Error('a constraint that nothing of ours can break')
        return { statements: [], transfers: [] }
      },
    },
    { db: database.db, clock: virtualClock(0) },
  )
  await engine.start()
  const batches: (readonly string[])[] = []
  engine.subscribe((batch) => batches.push(batch))
  const send = (...actions: string[]) => Promise.allSettled(actions.map((action) => engine.send({ action })))
  await send('one', 'two', 'three')
  const answers = await send('bad', 'four', 'five')
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(batches).toEqual(['one', 'two', 'three', 'four', 'five'].map((action) => [action]))
  await engine.stop()
})

test('what is postponed when the engine stops is refused', async () => {
  let stopped: Promise<void> | undefined
  const engine = new GroupCommit(
    {
      ...listing,
      decide: () => ({ kind: 'postponed' }),
      async write() {
        stopped = engine.stop()
        return { statements: [], transfers: [] }
      },
    },
    { db: database.db, clock: virtualClock(0) },
  )
  await engine.start()
  await expect(engine.send({ action: 'one' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await stopped
})

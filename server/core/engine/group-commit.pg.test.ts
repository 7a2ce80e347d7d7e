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

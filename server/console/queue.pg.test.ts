import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { type ProposalAction, pendingViews, propose } from './proposals.ts'
import { queueSize, reviewQueue } from './queue.ts'
import { createOperatorService } from './sign-in.ts'

let database: Database
let maker: Operator
beforeAll(async () => {
  database = await openTestDatabase()
  maker = { id: await addOperator(), sessionId: 1n, name: 'Ada', roles: ['finance'] }
})
afterAll(() => database.close())

async function addOperator(): Promise<bigint> {
  const sealer = sealerOf(Buffer.alloc(32, 1))
  const operators = createOperatorService({
    db: database.db,
    clock: realClock,
    authenticatorClock: realClock,
    sealer,
  })
  const added = await database.db
    .transaction()
    .execute((tx) => operators.create(tx, { email: 'ada@example.com', name: 'Ada', roles: ['finance'] }))
  return added.id
}

const action: ProposalAction = {
  kind: 'test',
  roles: ['finance'],
  viewers: ['finance'],
  describe: async (db, { subject }) => {
    await db.selectFrom('operator').select('id').execute()
    return { title: `Do ${subject}`, lines: [] }
  },
  apply: async () => {},
}
const products = [{ name: 'test', proposals: [action] }]

/** The database, and how many queries it has been asked. */
function counted() {
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: database.db.withPlugin(counting), queries: () => queries }
}

test('the size of the queue costs as many queries for fifty proposals as for one', async () => {
  const asked = []
  for (const upTo of [1, 50]) {
    for (let n = 1; n <= upTo; n++) {
      const proposal = { subject: `thing ${upTo} ${n}`, params: {}, reason: 'because' }
      await database.db.transaction().execute((tx) => propose(tx, action, proposal, maker, 1_000 + n))
    }
    const { db, queries } = counted()
    const size = await queueSize(db, products, maker)
    const items = await reviewQueue(database.db, products, maker)
    expect(size).toEqual({ waiting: items.length, oldestAtMs: items[0]!.sinceMs })
    asked.push(queries())
  }
  expect(asked).toEqual([1, 1])
})

test('a proposal is found however many of other kinds wait', async () => {
  const { db } = database
  const other = { maker: maker.id, params: '{}', reason: 'because', made_at: new Date(1) }
  await db
    .insertInto('proposal')
    .values(Array.from({ length: 501 }, (_, n) => ({ ...other, kind: 'other', subject: `request ${n}` })))
    .execute()
  await db
    .transaction()
    .execute((tx) => propose(tx, action, { subject: 'late', params: {}, reason: 'because' }, maker, 9_999))
  const titles = (await pendingViews(db, [action], maker)).map(({ title }) => title)
  expect(titles).toContain('Do late')
  expect((await reviewQueue(db, products, maker)).map(({ subject }) => subject)).toContain('Do late')
})

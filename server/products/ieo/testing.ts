import * as operators from '#domain/ieo/console.ts'
import * as calls from '#domain/ieo/contract.ts'
import { type IeoDraft, PAID_IN } from '#domain/ieo/rules.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Random } from '#server/sim/random.ts'
import type { Input, ProductTesting } from '#server/testing/product-testing.ts'
import { failProject } from './jobs.ts'
import { insertProject, listProject } from './projects.ts'

/** How the coins of a test are listed. */
export const testListing = {
  ...{ received: 0n, payment: 'a payment of the issuer', tickSize: '0.0001', stepSize: '1' },
  ...{ minNotional: '1', makerFeeBps: 10, takerFeeBps: 10 },
}

/** A sale at 0.5 USDT that is open now and for a week: 1,000,000 coins each way. */
export const testIeo = (code: string, nowMs: number, changes: Partial<IeoDraft> = {}): IeoDraft => ({
  ...{ code, name: 'A new coin', tagline: 'Made for tests', colour: '#8B7BD8', decimals: 4 },
  ...{ price: readAmount('0.5', PAID_IN), exchangeSupply: 1_000_000n, subscriptionSupply: 1_000_000n },
  ...{ maxExchange: 100_000n, quota: 100_000n, softCap: 0n, lockDays: 0 },
  ...{ opensAtMs: nowMs, endsAtMs: nowMs + 7 * DAY_MS, listsAtMs: nowMs + 8 * DAY_MS },
  ...changes,
})

/** One that is open, which stays so, and one that is announced; of a server that starts again they are there. */
async function makeProjects(db: Db, nowMs: number): Promise<void> {
  const never = nowMs + 3_650 * DAY_MS
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('ieo_project').select('id').where('code', '=', 'IEOA').executeTakeFirst()) return
    await insertProject(tx, testIeo('IEOA', nowMs, { endsAtMs: never, listsAtMs: never }), nowMs)
    await insertProject(
      tx,
      testIeo('IEOB', nowMs, { opensAtMs: never - DAY_MS, endsAtMs: never, listsAtMs: never }),
      nowMs,
    )
  })
}

/** At most so many sales of a simulation are listed: each is a market from then on. */
const MAX_LISTED = 3

/** Announces a sale that is soon over, or has two operators list or call off one that was shared out. */
async function anySale(db: Db, nowMs: number, random: Random): Promise<string> {
  const rows = await db.selectFrom('ieo_project').selectAll().orderBy('id').execute()
  const allotted = rows.filter(({ status }) => status === 'allotted')
  const listed = rows.filter(({ status }) => status === 'listed').length
  const project = allotted[0]
  if (project && random.chance(2)) {
    const isListed = listed < MAX_LISTED && random.chance(2)
    const received = project.sold + (project.allotted ?? 0n)
    await db
      .transaction()
      .execute((tx) =>
        isListed
          ? listProject(tx, project.id, { ...testListing, received }, null, nowMs)
          : failProject(tx, project.id, 'cancelled', nowMs),
      )
    return isListed ? 'listed' : 'called off'
  }
  if (rows.filter(({ status }) => status === 'sale').length > 4) return 'none'
  const supply = BigInt(50 + random.below(1_000))
  const endsAtMs = nowMs + (1 + random.below(3)) * DAY_MS
  const size = { exchangeSupply: supply, subscriptionSupply: supply, maxExchange: supply, quota: supply }
  const changes = {
    endsAtMs,
    listsAtMs: endsAtMs,
    softCap: BigInt(random.below(100)),
    lockDays: random.below(3),
  }
  await db
    .transaction()
    .execute((tx) => insertProject(tx, testIeo(`SIM${rows.length}`, nowMs, { ...size, ...changes }), nowMs))
  return 'announced'
}

/** Of the first of them: everybody's, so none of a customer's own things. */
const OPEN = '1'
const ANNOUNCED = '2'
const order = (amount: string): Input => ({ projectId: OPEN, amount })

const draft = {
  ...{
    code: 'IEOC',
    name: 'A new one',
    tagline: 'For nobody',
    decimals: '4',
    colour: '#3AB08C',
    price: '0.5',
  },
  ...{ exchangeSupply: '1000', subscriptionSupply: '1000', maxExchange: '100', quota: '100', softCap: '0' },
  ...{ opensAtMs: '1893456000000', endsAtMs: '1893542400000', listsAtMs: '1893628800000', lockDays: '0' },
}

export const ieoTesting: ProductTesting = {
  fields: { projectId: OPEN, payment: 'P-1', received: '10', refunded: 'yes' },
  calls: [
    { call: calls.buyIeo, fields: { amount: '1' } },
    { call: calls.subscribeIeo, fields: { amount: '1', payCurrency: PAID_IN } },
    { call: calls.ieoOrder, things: { id: 'ieoOrder' } },
    { call: operators.ieoPreview, fields: { id: OPEN } },
    { call: operators.proposeIeo, fields: draft },
    { call: operators.proposeIeoEdit, fields: { ...draft, id: ANNOUNCED, code: 'IEOB' } },
    ...[operators.proposeIeoOpening, operators.closeIeo, operators.proposeIeoEnd].map((call) => ({
      ...{ call, fields: { id: ANNOUNCED } },
    })),
    {
      call: operators.proposeIeoListing,
      fields: {
        ...{ id: OPEN, tickSize: '0.0001', stepSize: '1', minNotional: '1' },
        ...{ makerFeeBps: '10', takerFeeBps: '10' },
      },
    },
  ],
  start: ({ db, clock }) => makeProjects(db, clock.nowMs()),
  matrix: {
    doOneOfEach: async (customer) => ({ ieoOrder: (await customer.ask(calls.buyIeo, order('1'))).id }),
    effects: [
      { call: calls.buyIeo, isGuarded: false, prepare: () => order('2') },
      { call: calls.subscribeIeo, isGuarded: false, prepare: () => order('2') },
    ],
  },
  simulation: {
    calls: [calls.buyIeo, calls.subscribeIeo].map((call) => ({
      name: call === calls.buyIeo ? 'new-coin purchase' : 'new-coin subscription',
      ...{ weight: 3, call },
      async input({ exchange, random }) {
        const projects = await exchange.real
          .selectFrom('ieo_project')
          .select('id')
          .orderBy('id', 'desc')
          .limit(6)
          .execute()
        if (projects.length === 0) return undefined
        return { projectId: String(random.one(projects).id), amount: String(1 + random.below(400)) }
      },
    })),
    actions: [
      {
        name: 'new-coin sale',
        weight: 1,
        act: ({ exchange, random }) => anySale(exchange.real, exchange.clock.nowMs(), random),
      },
    ],
    hostile: [
      [calls.buyIeo, 'projectId', 'amount'],
      [calls.subscribeIeo, 'projectId', 'amount'],
    ],
  },
}

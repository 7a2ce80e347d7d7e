import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '#domain/console/roles.ts'
import type { Database, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { openTestDatabase, testDatabaseKind } from '#server/testing/database.ts'
import { approve, type ProposalAction, propose, sendBack } from './proposals.ts'

/** Who decides a proposal is an operator until the decision stands, whatever they were when they asked for it. */

let database: Database
let maker: Operator
let checker: Operator
let people = 910_000n
let proposed = 0

async function addOperator(...roles: Role[]): Promise<Operator> {
  const id = ++people
  const name = `Operator ${id}`
  await sql`
    insert into operator (id, email, name, password_hash, totp_sealed, roles, created_at)
    values (${id}, ${`${id}@plumb.test`}, ${name}, '-', '-', ${roles}::text[], now())`.execute(database.db)
  return { id, sessionId: id, name, roles }
}

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  maker = await addOperator('finance')
  checker = await addOperator('finance')
})
afterAll(() => database?.close())

/** What proposals of the test do. */
const actionOf = (apply: ProposalAction['apply'] = async () => {}): ProposalAction => ({
  ...{ kind: 'test', roles: ['finance'], viewers: ['finance'] },
  describe: async (_, { subject }) => ({ title: subject, lines: [] }),
  apply,
})

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => database.db.transaction().execute(work)
const decision = (id: bigint) => ({ id, reason: 'seen' })

async function pending(action = actionOf()): Promise<bigint> {
  const proposal = { subject: `thing ${++proposed}`, params: {}, reason: 'because' }
  return (await inTx((tx) => propose(tx, action, proposal, maker, 1_000))).id
}

const statusOf = async (id: bigint) =>
  (await database.db.selectFrom('proposal').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

/** What the session of a call said was read before its transaction. */
const since: [string, () => Promise<Operator>, string][] = [
  [
    'was disabled',
    async () => {
      const { id } = checker
      await database.db.updateTable('operator').set({ is_active: false }).where('id', '=', id).execute()
      return checker
    },
    'OPERATOR_ROLE_REQUIRED',
  ],
  [
    'lost the role',
    async () => ({ ...(await addOperator('support')), roles: checker.roles }),
    'OPERATOR_ROLE_REQUIRED',
  ],
]

test.each(since)(
  'T79: a checker who %s since they asked approves nothing, and sends nothing back',
  async (_, become, code) => {
    const id = await pending()
    const before = await become()
    for (const decide of [approve, sendBack])
      await expect(inTx((tx) => decide(tx, [actionOf()], decision(id), before, 2_000))).rejects.toMatchObject(
        {
          code,
        },
      )
    expect(await statusOf(id)).toBe('pending')
  },
)

// The embedded database has one connection: nobody asks it between two statements of a transaction.
test.skipIf(testDatabaseKind === 'pglite')(
  'T79: neither the maker nor the checker is disabled between what is looked at and what is done',
  async () => {
    const answers: Record<string, string> = {}
    /** What another connection gets that would disable somebody now, and does not wait. */
    const tryToDisable = async (who: string, { id }: Operator) => {
      answers[who] = await inTx((tx) =>
        sql`select from operator where id = ${id} for no key update nowait`.execute(tx),
      ).then(
        () => 'free',
        (error: { code?: string; sqlstate?: string }) => String(error.code ?? error.sqlstate),
      )
    }
    const stranger = await addOperator('finance')
    const action = actionOf(async () => {
      await tryToDisable('maker', maker)
      await tryToDisable('checker', checker)
      await tryToDisable('stranger', stranger)
    })
    const id = await pending(action)
    await inTx((tx) => approve(tx, [action], decision(id), checker, 2_000))
    expect(answers).toEqual({ maker: '55P03', checker: '55P03', stranger: 'free' })
    expect(await statusOf(id)).toBe('approved')
  },
)

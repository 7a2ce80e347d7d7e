import { sql } from 'kysely'
import { roles } from '#domain/console/roles.ts'
import { approve, type ProposalAction, type Proposed, propose } from '#server/console/proposals.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { announce } from '#server/products/content/announce.ts'

/** Two operators who never sign in. */
const people = [900_001n, 900_002n] as const
const operator = (id: bigint) => ({ id, sessionId: id, name: `Operator ${id}`, roles })

/**
 * Proposes and approves something as two operators do, without the console. What waits for a checker of the same subject is in its
 * way, as ever.
 */
export const agree = (
  db: Db,
  action: ProposalAction,
  proposed: (tx: Tx) => Promise<Proposed>,
  nowMs: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const [maker, checker] = people
    for (const id of people)
      await sql`
        insert into operator (id, email, name, password_hash, totp_sealed, roles, created_at)
        values (${id}, ${`${id}@plumb.test`}, ${operator(id).name}, '-', '-', ${[...roles]}::text[], ${new Date(nowMs)})
        on conflict do nothing`.execute(tx)
    const reason = 'a test'
    const { id } = await propose(tx, action, { ...(await proposed(tx)), reason }, operator(maker), nowMs)
    await approve(tx, [action], { id, reason }, operator(checker), nowMs, announce)
  })

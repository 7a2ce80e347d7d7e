import { canManageQueues, canReview } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/queue/console.ts'
import { type QueueName, queueNames, queueTitles } from '#domain/queue/rules.ts'
import { insertLevel, newestLevels } from '#server/console/levels.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'

/** How two operators change how long a queue may wait. */

const subjectOf = (queue: QueueName) => `queue:${queue}`
const hoursText = (hours: string | number) => `${hours} h`

async function levelNow(db: Db | Tx, queue: string) {
  const level = (await newestLevels(db)).find((one) => one.queue === queue)
  if (!level) throw refusal('NOT_FOUND')
  return level
}

const levelChange: ProposalAction = {
  kind: 'queue-level',
  roles: canManageQueues,
  viewers: canReview,
  async describe(db, { params }) {
    const { hours } = await levelNow(db, params.queue!)
    return {
      title: `Service level of the queue: ${queueTitles[params.queue as QueueName]}`,
      lines: [line('Decided within', hoursText(params.hours!), hoursText(hours))],
    }
  },
  async apply(tx, { id, params }, nowMs) {
    const { queue, version } = await levelNow(tx, params.queue!)
    // What the checker saw was compared with a level that may be another by now.
    if (String(version) !== params.version) throw refusal('PROPOSAL_OUTDATED')
    await insertLevel(tx, { queue, hours: Number(params.hours), proposal: id }, nowMs)
  },
}

export const queueProposals: readonly ProposalAction[] = [levelChange]

/** The routes for the calls of `domain/queue/console.ts`. */
export const queueRoutes: Route[] = [
  route(calls.consoleLevels, async (_, { db, operator }) => {
    const levels = await newestLevels(db)
    return {
      levels: queueNames.map((name) => {
        const { queue, version, hours, created_at } = levels.find(({ queue }) => queue === name)!
        return { queue, version, hours, sinceMs: created_at }
      }),
      pending: await pendingViews(db, queueProposals, operator),
    }
  }),
  proposalRoute(calls.proposeLevel, levelChange, async (tx, { queue, hours }) => {
    const { version, hours: now } = await levelNow(tx, queue)
    if (hours === now) throw refusal('PROPOSAL_CHANGES_NOTHING')
    return { subject: subjectOf(queue), params: { queue, hours: String(hours), version: String(version) } }
  }),
]

import type { QueueItem } from '#domain/console/contract.ts'
import { hasRole } from '#domain/console/roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { type ProposalAction, partIn, pendingProposals, proposalView, reference } from './proposals.ts'

/** What the queue asks of a product. */
export interface QueueSource {
  readonly name: string
  readonly proposals?: readonly ProposalAction[]
  readonly queue?: (db: Db, viewer: Operator) => Promise<QueueItem[]>
}

/** Everything that waits for an operator, newest first; what a role may not see is left out. */
export async function reviewQueue(
  db: Db,
  products: readonly QueueSource[],
  viewer: Operator,
): Promise<QueueItem[]> {
  const items: QueueItem[] = []
  for (const { queue } of products) if (queue) items.push(...(await queue(db, viewer)))

  const shown = new Set(items.map(({ proposalId }) => proposalId))
  for (const row of await pendingProposals(db)) {
    if (shown.has(String(row.id))) continue
    const product = products.find(({ proposals }) => proposals?.some(({ kind }) => kind === row.kind))
    const action = product?.proposals?.find(({ kind }) => kind === row.kind)
    if (!product || !action || !hasRole(viewer.roles, action.viewers)) continue
    const { title, maker } = await proposalView(db, [action], row, viewer)
    items.push({
      kind: 'proposal',
      product: product.name,
      id: String(row.id),
      reference: reference(row),
      subject: title,
      risk: [],
      amount: null,
      currency: null,
      sinceMs: row.made_at,
      part: partIn(action, row, viewer),
      maker: maker.name,
      proposalId: String(row.id),
    })
  }
  return items.sort((a, b) => b.sinceMs - a.sinceMs)
}

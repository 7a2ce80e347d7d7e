import type { QueueItem } from '#domain/console/contract.ts'
import { callRoles, hasRole } from '#domain/console/roles.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { contactOf } from './customers.ts'
import { type DepositService, depositPart, depositReference, depositSubject } from './deposits.ts'
import { type ProposalAction, partIn, pendingProposals, proposalView, reference } from './proposals.ts'

const MAX_ITEMS = 200

/** Everything that waits for an operator, newest first; what a role may not see is left out. */
export async function reviewQueue(
  db: Db,
  deposits: DepositService,
  actions: readonly ProposalAction[],
  viewer: Operator,
): Promise<QueueItem[]> {
  const proposals = await pendingProposals(db)
  const items: QueueItem[] = []

  if (hasRole(viewer.roles, callRoles['/console/deposits'])) {
    for (const request of await deposits.list(db, { status: 'pending', offset: 0, limit: MAX_ITEMS })) {
      const row = proposals.find(({ subject }) => subject === depositSubject(request.id))
      const proposal = row ? await proposalView(db, actions, row, viewer) : null
      items.push({
        kind: 'deposit',
        id: String(request.id),
        reference: depositReference(request.id),
        subject: await contactOf(db, request.customerId),
        type: 'Deposit by proof',
        risk: [...request.risk],
        amount: formatAmount(request.claimed, request.currency),
        currency: request.currency,
        sinceMs: request.submittedAtMs,
        part: depositPart(request, proposal, viewer),
        maker: proposal?.maker.name ?? null,
        proposalId: proposal?.id ?? null,
      })
    }
  }

  const seen = new Set(items.map(({ proposalId }) => proposalId))
  for (const row of proposals.filter(({ id }) => !seen.has(String(id)))) {
    const page = pages.find(({ begins }) => row.subject.startsWith(begins))
    if (!page || !hasRole(viewer.roles, callRoles[page.call])) continue
    const { title, maker } = await proposalView(db, actions, row, viewer)
    items.push({
      kind: 'proposal',
      id: String(row.id),
      reference: reference(row),
      subject: title,
      type: page.type,
      risk: [],
      amount: null,
      currency: null,
      sinceMs: row.made_at,
      part: partIn(row, viewer),
      maker: maker.name,
      proposalId: String(row.id),
    })
  }
  return items.sort((a, b) => b.sinceMs - a.sinceMs)
}

/** The pages that proposals belong to, by how their subjects begin; who may see the page sees them. */
const pages = [
  { begins: 'deposit:', call: '/console/deposits', type: 'Deposit by proof' },
  { begins: 'earn:', call: '/console/earn', type: 'Locked deposit' },
  { begins: 'treasury:', call: '/console/treasury', type: 'Treasury' },
] as const satisfies readonly { begins: string; call: keyof typeof callRoles; type: string }[]

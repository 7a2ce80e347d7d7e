import type { QueueItem } from '#domain/console/contract.ts'
import { hasRole } from '#domain/console/roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { ofEach } from '#server/platform/of-each.ts'
import {
  MAKER_INACTIVE,
  type ProposalAction,
  pendingByKind,
  pendingProposals,
  proposalView,
  reference,
} from './proposals.ts'

/** What the queue asks of a product. */
export interface QueueSource {
  readonly name: string
  readonly proposals?: readonly ProposalAction[]
  readonly queue?: (db: Db, viewer: Operator) => Promise<QueueItem[]>
  readonly queueSize?: (db: Db, viewer: Operator) => Promise<QueueSize>
}

/** How much waits for an operator, and since when. */
export interface QueueSize {
  readonly waiting: number
  readonly oldestAtMs: number | null
}

/** Everything that waits for an operator, what waits longest first; what a role may not see is left out. */
export async function reviewQueue(
  db: Db,
  products: readonly QueueSource[],
  viewer: Operator,
): Promise<QueueItem[]> {
  const { items, proposals } = await waitingFor(db, products, viewer)
  for (const { row, product, action } of proposals) {
    const { title, maker, canApprove, viewerAction } = await proposalView(db, [action], row, viewer)
    items.push({
      kind: 'proposal',
      product: product.name,
      id: String(row.id),
      reference: reference(row),
      subject: title,
      customerId: null,
      risk: canApprove ? [] : [MAKER_INACTIVE],
      ...(action.amountOf?.(row.params) ?? { amount: null, currency: null }),
      sinceMs: row.made_at,
      viewerAction,
      maker: maker.name,
      proposalId: String(row.id),
    })
  }
  return items.sort((a, b) => a.sinceMs - b.sinceMs)
}

/** How much waits of one kind. */
export interface QueuePart extends QueueSize {
  readonly product: string
  readonly kind: QueueItem['kind']
}

/** How much waits for an operator, product by product: by as many queries however much it is. */
export async function queueSizes(
  db: Db,
  products: readonly QueueSource[],
  viewer: Operator,
): Promise<QueuePart[]> {
  const pending = await pendingByKind(db)
  const parts: QueuePart[] = []
  for (const source of products) {
    const { name, queueSize } = source
    const seen = seenBy(source, viewer)
    const proposed = pending.filter((row) => seen.some(({ kind }) => kind === row.kind))
    parts.push({
      product: name,
      kind: 'proposal',
      ...sumOf(proposed.map(({ waiting, since }) => ({ waiting, oldestAtMs: since }))),
    })
    if (queueSize) parts.push({ product: name, kind: 'request', ...(await queueSize(db, viewer)) })
  }
  return parts.filter(({ waiting }) => waiting > 0)
}

/** How much waits for an operator, and since when. */
export const queueSize = async (
  db: Db,
  products: readonly QueueSource[],
  viewer: Operator,
): Promise<QueueSize> => sumOf(await queueSizes(db, products, viewer))

function sumOf(sizes: readonly QueueSize[]): QueueSize {
  const since = sizes.flatMap(({ oldestAtMs }) => oldestAtMs ?? [])
  return {
    waiting: sizes.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestAtMs: since.length > 0 ? Math.min(...since) : null,
  }
}

/** The requests of customers, and the proposals that belong to none of them. */
async function waitingFor(db: Db, products: readonly QueueSource[], viewer: Operator) {
  const items: QueueItem[] = await ofEach(products, ({ queue }) => queue?.(db, viewer))
  const seen = products.flatMap((product) =>
    seenBy(product, viewer).map((action) => ({ kind: action.kind, product, action })),
  )
  const proposals = (await pendingProposals(db, seen)).map((row) => ({
    ...seen.find(({ kind }) => kind === row.kind)!,
    row,
  }))
  return { items, proposals }
}

/** A product's kinds of proposals that stand in the queue by themselves, as far as an operator sees them. */
const seenBy = ({ proposals = [] }: QueueSource, { roles }: Operator): ProposalAction[] =>
  proposals.filter(({ isAboutRequest, viewers }) => !isAboutRequest && hasRole(roles, viewers))

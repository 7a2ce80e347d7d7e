import type { StopMode } from '#domain/copy/rules.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import type { CustomerId, LeadId, RelationId } from '#domain/ids.ts'
import {
  acceptAgreement,
  apply,
  cancel,
  decideLead,
  type FollowDraft,
  follow,
  syncLead,
} from '#server/products/copy/service.ts'
import { leadOfCustomer } from '#server/products/copy/store.ts'
import { customerWith, type TestContracts } from './contract.ts'

/** What tests of copying start from: somebody who leads, and who follows them. */

export interface TestLead {
  readonly id: LeadId
  readonly customer: CustomerId
}

/** A customer who was accepted as a lead. */
export async function leadWith(
  contracts: TestContracts,
  { amount = '10000', sharePercent }: { amount?: string; sharePercent?: string } = {},
): Promise<TestLead> {
  const { db, clock } = contracts
  const customer = await customerWith(contracts, amount)
  const nowMs = clock.nowMs()
  await db.transaction().execute((tx) => apply(tx, customer, { introduction: 'I lead', sharePercent }, nowMs))
  const { id } = (await leadOfCustomer(db, customer))!
  const accepted = { status: 'leading', action: 'accepted', operator: 1n, reason: null } as const
  await db.transaction().execute((tx) => decideLead(tx, id, { ...accepted, leadsFromMs: nowMs }, nowMs))
  await syncLead(contracts, id)
  return { id, customer }
}

export type TestDraft = Partial<Omit<FollowDraft, 'leadId'>> & { readonly amount?: string }

/** A customer who has accepted the agreement and copies a lead: 100 USDT a trade, or what differs from it. */
export async function followerOf(
  contracts: TestContracts,
  lead: TestLead,
  { amount = '10000', ...draft }: TestDraft = {},
): Promise<{ readonly customer: CustomerId; readonly relation: RelationId }> {
  const customer = await customerWith(contracts, amount)
  await agree(contracts, customer)
  const { id } = await follow(
    contracts,
    { customer },
    { leadId: lead.id, mode: 'amount', number: '100', ...draft },
  )
  return { customer, relation: BigInt(id) as RelationId }
}

export const agree = ({ db, clock }: TestContracts, customer: CustomerId) =>
  db.transaction().execute((tx) => acceptAgreement(tx, customer, COPY_AGREEMENT_VERSION, clock.nowMs()))

export const cancelAs = (
  contracts: TestContracts,
  { customer, relation }: { readonly customer: CustomerId; readonly relation: RelationId },
  mode: StopMode,
) => cancel(contracts, { customer }, relation, mode)

import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { StopMode } from '#domain/copy/rules.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import type { CustomerId, LeadId, RelationId } from '#domain/ids.ts'
import { auditLedger } from '#server/core/ledger/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { auditContracts } from '#server/products/contract/audit.ts'
import { auditPositionResults } from '#server/products/contract/audit-results.ts'
import { auditCopies } from '#server/products/copy/audit.ts'
import { auditCopyResults } from '#server/products/copy/audit-results.ts'
import { leadOfCustomer } from '#server/products/copy/lead-store.ts'
import { apply, decideLead, syncLead } from '#server/products/copy/leading.ts'
import { acceptAgreement, cancel, type FollowDraft, follow } from '#server/products/copy/service.ts'
import { customerWith, endAll, startTestContracts, type TestContracts } from './contract.ts'
import { openTestDatabase } from './database.ts'

/** What tests of copying start from: somebody who leads, and who follows them. */

export interface TestLead {
  readonly id: LeadId
  readonly customer: CustomerId
}

/** What each test of a file that says `copiesForFile` has. */
export let database: Database
export let contracts: TestContracts
export let lead: TestLead

/** Gives each test of a file contracts that have just begun, and a lead; after it all ends, and everything is audited. */
export function copiesForFile(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    contracts = await startTestContracts(database.db)
    lead = await leadWith(contracts)
    return async () => {
      await endAll(contracts)
      expect(await auditContracts(database.db)).toEqual([])
      expect(await auditCopies(database.db)).toEqual([])
      expect(await auditResultsOf(contracts)).toEqual([])
      expect(await auditLedger(database.db)).toMatchObject({ unbalanced: [], drifted: [], negative: [] })
      await contracts.engine.stop()
      expect(contracts.errors).toEqual([])
    }
  })
}

/** What of positions and copies is not what tape and receipts say. */
export async function auditResultsOf({ db, proofs: { signer } }: TestContracts): Promise<string[]> {
  const asked = { publicKey: signer.publicKey, newest: 1_000 }
  return [...(await auditPositionResults(db, asked)), ...(await auditCopyResults(db, asked))]
}

/** A customer who was accepted as a lead. */
export async function leadWith(
  contracts: TestContracts,
  { amount = '10000', sharePercent }: { amount?: string; sharePercent?: string } = {},
): Promise<TestLead> {
  return leadOf(contracts, await customerWith(contracts, amount), sharePercent)
}

/** The same of a customer that there is. */
export async function leadOf(
  contracts: TestContracts,
  customer: CustomerId,
  sharePercent?: string,
): Promise<TestLead> {
  const { db, clock } = contracts
  const nowMs = clock.nowMs()
  await db.transaction().execute((tx) => apply(tx, customer, { introduction: 'I lead', sharePercent }, nowMs))
  const { id } = (await leadOfCustomer(db, customer))!
  const accepted = { status: 'leading', action: 'accepted', operator: 1n, reason: null } as const
  await db.transaction().execute((tx) => decideLead(tx, id, accepted, nowMs))
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

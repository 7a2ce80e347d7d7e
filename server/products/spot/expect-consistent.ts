import { expect } from 'vitest'
import { auditHistory, auditLedger } from '#server/core/ledger/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { auditHolds } from './audit.ts'

/** Fails unless everything adds up: the ledger by its own audit, and what is held equals the open orders. */
export async function expectConsistent(db: Db): Promise<void> {
  expect(await auditLedger(db)).toMatchObject({ unbalanced: [], drifted: [], negative: [] })
  expect(await auditHistory(db)).toEqual({ torn: [], broken: [], rewritten: [] })
  expect(await auditHolds(db)).toEqual([])
}

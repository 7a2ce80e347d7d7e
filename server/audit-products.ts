import { products } from '#server/contract.ts'
import { settlementKinds } from '#server/core/cells/accounts.ts'
import { auditOwnSettlements } from '#server/core/cells/audit.ts'
import { auditNamedHolds } from '#server/core/ledger/holds.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The kinds of account of products whose own requests hold money, and of settlement between cells: both audit that themselves. */
const ownHolds = products
  .filter(({ holds }) => holds)
  .flatMap(({ accounts = {} }) => Object.values(accounts))
  .concat(settlementKinds)
  .map(({ number }) => number)

/**
 * What differs between the ledger and what the products' tables say that it must be, and between what is
 * held and the named holds, in words. Empty when consistent.
 */
export async function auditProducts(db: Db): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, audit } of products)
    for (const line of (await audit?.(db)) ?? []) wrong.push(`${name}: ${line}`)
  for (const { account, held, needed } of await auditNamedHolds(db, ownHolds))
    wrong.push(`account ${account} holds ${held}, its named holds need ${needed}`)
  for (const line of await auditOwnSettlements(db)) wrong.push(`cells: ${line}`)
  return wrong
}

/** As many results as any installation has. */
const ALL = Number.MAX_SAFE_INTEGER

/**
 * What was decided otherwise than the tape and the signed receipts say, in words; empty when nothing was. Computes the
 * newest results of each product again, or all of them.
 */
export async function auditResults(db: Db, publicKey: string, newest = ALL): Promise<string[]> {
  const wrong: string[] = []
  for (const product of products)
    for (const line of (await product.auditResults?.(db, { publicKey, newest })) ?? [])
      wrong.push(`${product.name}: ${line}`)
  return wrong
}

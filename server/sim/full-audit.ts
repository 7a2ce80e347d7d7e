import { assert } from '#domain/errors.ts'
import { auditProducts, auditResults } from '#server/audit-products.ts'
import { auditLedger, isConsistent } from '#server/core/ledger/audit.ts'
import type { TestedProduct } from '#server/testing/product-testing.ts'
import { showValue } from '#server/testing/show-value.ts'
import type { Exchange } from './exchange.ts'

/** Of each product so many results are computed again. */
const AUDITED = 60

/** Audits everything and fails at the first inconsistency. */
export async function runFullAudit(
  { real, services }: Exchange,
  tested: readonly TestedProduct[],
): Promise<void> {
  const audit = await auditLedger(real)
  assert(isConsistent(audit), `the ledger is sound: ${showValue(audit)}`)
  const differences = await auditProducts(real)
  assert(differences.length === 0, `the products and the ledger agree: ${showValue(differences)}`)
  const { publicKey } = services.markets.proofs.signer
  const decided = await auditResults(real, publicKey, AUDITED)
  assert(decided.length === 0, `the tape decided what is stored: ${showValue(decided)}`)
  for (const { product, testing } of tested) {
    const wrong = (await testing.simulation?.audit?.(services)) ?? []
    assert(wrong.length === 0, `${product.name} is as it must be: ${showValue(wrong)}`)
  }
}

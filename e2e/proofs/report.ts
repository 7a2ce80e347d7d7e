import type { Browser } from 'playwright-core'
import { alterAnything } from '#server/sim/alter.ts'
import { createRandom } from '#server/sim/random.ts'
import type { SettledProof } from '#server/sim/week.ts'
import { verifiedAlone, verifiedInBrowser } from './checks.ts'

export interface ProofReport {
  /** How many proofs there are of each kind, by name. */
  readonly counts: Readonly<Record<string, number>>
  /** What did not verify, by kind and id. */
  readonly failedAlone: readonly string[]
  readonly failedInBrowser: readonly string[]
  /** Altered proofs that one of the two took for sound. */
  readonly undetected: readonly unknown[]
}

/** Verifies every proof twice, and as many altered ones. */
export async function checkProofs(
  browser: Browser,
  proofs: readonly SettledProof[],
  { seed, alterations }: { readonly seed: number; readonly alterations: number },
): Promise<ProofReport> {
  const counts: Record<string, number> = {}
  for (const { kind } of proofs) counts[kind] = (counts[kind] ?? 0) + 1
  const random = createRandom(seed)
  const kinds = [...Map.groupBy(proofs, ({ kind }) => kind).values()]
  const altered = Array.from({ length: alterations }, () => ({
    file: alterAnything(random, random.one(random.one(kinds)).file),
  }))
  const all = [...proofs, ...altered]
  const [alone, inBrowser] = [verifiedAlone(all), await verifiedInBrowser(browser, all)]
  const failed = (passed: readonly boolean[]) =>
    proofs.flatMap(({ kind, id }, n) => (passed[n] ? [] : [`${kind} ${id}`]))
  return {
    counts: Object.fromEntries(Object.entries(counts).sort()),
    ...{ failedAlone: failed(alone), failedInBrowser: failed(inBrowser) },
    undetected: altered.flatMap(({ file }, n) =>
      alone[proofs.length + n] || inBrowser[proofs.length + n] ? [file] : [],
    ),
  }
}

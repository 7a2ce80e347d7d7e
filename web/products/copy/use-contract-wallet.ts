import { contractOpen } from '#domain/contract/contract.ts'
import type { CopyTerms } from '#domain/copy/offered-terms.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { equityLimit } from '#web/features/copy/copy-form.ts'

const RESYNC_MS = 15_000

/** The contract wallet: what is available, and the most margin that its equity allows of one copy. */
export function useContractWallet(terms: CopyTerms) {
  const isSignedIn = useSignedIn()
  const account = useApiQuery(
    contractOpen,
    { accountType: 'real', limit: '1' },
    { enabled: isSignedIn, refetchMs: RESYNC_MS },
  ).data?.account
  return {
    available: account?.available,
    equityLimit: account?.equity ? equityLimit(account.equity, terms) : undefined,
  }
}

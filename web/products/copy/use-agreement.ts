import { useQueryClient } from '@tanstack/react-query'
import { copyAcceptAgreement, copyAgreement } from '#domain/copy/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'

/** How the customer stands to the binding texts, and the way to accept them. */
export function useAgreement() {
  const isSignedIn = useSignedIn()
  const queries = useQueryClient()
  const agreement = useApiQuery(copyAgreement, {}, { enabled: isSignedIn })
  const call = useApiMutation(copyAcceptAgreement)
  const { data } = agreement

  /** Returns whether the version in force is accepted now. */
  async function accept(): Promise<boolean> {
    if (!data) return false
    const accepted = await call.send({ version: String(data.version) })
    if (accepted) queries.setQueryData([copyAgreement.path, {}], accepted)
    return accepted !== undefined
  }
  return {
    data,
    error: agreement.error,
    refetch: agreement.refetch,
    isAccepted: data !== undefined && data.acceptedVersion >= data.version,
    accept,
    isPending: call.isPending,
  }
}

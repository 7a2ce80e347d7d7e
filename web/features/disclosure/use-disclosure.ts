import { isAccepted } from '#domain/user/disclosure.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import type { DisclosureCalls } from './risk-sheet.tsx'

/** Whether a customer has to accept a product's risk notice before an order; false until that is known. */
export function useAsksRisk({ read }: DisclosureCalls): boolean {
  const isSignedIn = useSignedIn()
  const { data } = useApiQuery(read, {}, { enabled: isSignedIn })
  return data !== undefined && !isAccepted(data)
}

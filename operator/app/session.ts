import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { OperatorView } from '#domain/console/contract.ts'
import { hasRole } from '#domain/console/roles.ts'
import type { Endpoint } from '#domain/endpoint.ts'

interface Session {
  readonly token: string | undefined
  readonly operator: OperatorView | undefined
  /** The last session ended by itself, not by signing out. */
  readonly hasExpired: boolean
}

const nobody: Session = { token: undefined, operator: undefined, hasExpired: false }

/** Who is signed in, in this tab only: closing the tab ends it. */
export const useSession = create<Session>()(
  persist(() => nobody, { name: 'plumb-console', storage: createJSONStorage(() => sessionStorage) }),
)

/** Keeps who has signed in, and their token. */
export const beginSession = (token: string, operator: OperatorView): void =>
  void useSession.setState({ token, operator, hasExpired: false })

/** Forgets who was signed in; `hasExpired` when the server ended it. */
export const endSession = (hasExpired: boolean): void => void useSession.setState({ ...nobody, hasExpired })

/** Whether the signed-in operator's roles allow a call; the server decides, this only hides. */
export function useMay(endpoint: Pick<Endpoint, 'roles'>): boolean {
  const roles = useSession((session) => session.operator?.roles)
  return hasRole(roles ?? [], endpoint.roles)
}

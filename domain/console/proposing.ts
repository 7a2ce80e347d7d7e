import { proposalView } from './contract.ts'
import type { Role } from './roles.ts'

/** What every call has by which operators of these roles propose something, for another to check. */
export const proposingBy = (roles: readonly Role[]) =>
  ({
    ...({ area: 'console', method: 'POST', access: 'operator', rate: 'write' } as const),
    ...{ roles, output: proposalView },
  }) as const

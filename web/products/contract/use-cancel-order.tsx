import { contractCancel } from '#domain/contract/contract.ts'
import { useCancelInTurn } from '#web/features/records/use-cancel-in-turn.tsx'

/** Cancels orders that wait for their price; `refusal` is the sheet that says why one was not. */
export const useCancelOrder = () => useCancelInTurn(contractCancel)

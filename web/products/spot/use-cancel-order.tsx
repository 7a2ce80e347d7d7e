import { spotCancel } from '#domain/spot/contract.ts'
import { useCancelInTurn } from '#web/features/records/use-cancel-in-turn.tsx'

/** Cancels open orders, each by itself; `refusal` is the sheet that says why one was not. */
export const useCancelOrder = () => useCancelInTurn(spotCancel)

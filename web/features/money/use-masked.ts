import { useClient } from '#web/app/client-state.ts'
import { HIDDEN } from '#web/format/number.ts'

/** Writes a figure of the customer's own money as it is, or as dots when they hide their balances. */
export function useMasked(): (figure: string) => string {
  const isHidden = useClient((state) => state.hidesBalance)
  return (figure) => (isHidden ? HIDDEN : figure)
}

import type { DualOrderView } from '#domain/dual/contract.ts'
import type { Translate } from '#web/texts/texts.ts'

/** How far an order has come, or how it ended. */
export function statusText(
  { end, startsAtMs }: Pick<DualOrderView, 'end' | 'startsAtMs'>,
  nowMs: number,
  t: Translate,
): string {
  if (end !== null) return t(`dual_pages.state_${end}`)
  return t(nowMs < startsAtMs ? 'dual_pages.state_waiting' : 'dual_pages.state_active')
}

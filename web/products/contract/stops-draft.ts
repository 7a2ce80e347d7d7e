import type { PositionView } from '#domain/contract/contract.ts'
import { checkStops } from '#domain/contract/order.ts'
import { markOf } from '#domain/contract/rules.ts'
import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import { parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { TickOf } from '#web/features/contract/use-ticks.ts'
import { plain } from './ticket.ts'

/** Where a position is to take its profit and stop its loss, as typed; empty is nowhere. */
export interface StopsForm {
  readonly takeProfit: string
  readonly stopLoss: string
}

export interface StopsProblem {
  readonly field: keyof StopsForm
  readonly code: RefusalCode
  readonly params: RefusalParams
}

/** What is asked for: only what differs from what the position has; `0` is nowhere. */
export function changedStops(position: PositionView, form: StopsForm): Partial<StopsForm> {
  const [takeProfit, stopLoss] = [plain(form.takeProfit), plain(form.stopLoss)]
  return {
    ...(takeProfit !== (position.takeProfit ?? '') && { takeProfit: takeProfit || '0' }),
    ...(stopLoss !== (position.stopLoss ?? '') && { stopLoss: stopLoss || '0' }),
  }
}

/** What is sent: what is asked for, and what was seen when it was, so that nothing is set over another change. */
export const askedStops = (seen: PositionView, form: StopsForm) => ({
  ...changedStops(seen, form),
  seenTakeProfit: seen.takeProfit ?? '0',
  seenStopLoss: seen.stopLoss ?? '0',
})

/** Checks each of the two that changed by the rule that the server runs; undefined without a price, which it has. */
export function stopsProblem(
  position: PositionView,
  form: StopsForm,
  tickOf: TickOf,
): StopsProblem | undefined {
  const instrument = findInstrument(position.symbol)!
  const ticksOf = (price: string | null) => Number((price && parsePrice(instrument, price)) || 0)
  const tick = tickOf(position.symbol)
  const isWaiting = position.status === 'pending'
  const mark = isWaiting ? 2 * ticksOf(position.limitPrice) : tick && markOf(tick)
  if (mark === undefined) return undefined
  const liquidation = isWaiting ? 0 : ticksOf(position.liquidationPrice)
  const changed = changedStops(position, form)
  for (const field of ['takeProfit', 'stopLoss'] as const) {
    const text = changed[field]
    if (text === undefined) continue
    const checked = checkStops(instrument, position.direction, { [field]: text }, mark, liquidation)
    if (!checked.ok) return { field, code: checked.code, params: checked.params }
  }
  return undefined
}

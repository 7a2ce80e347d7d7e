/**
 * Why a position was closed, or an order cancelled, without its customer asking: by a price, because the position that it
 * copies was closed (`lead`) or all copies of that lead together lost what their customer set (`copy-stop`), or, of an order
 * alone, because when it was reached the platform could not have paid its profit, or nothing was opened in its instrument, or
 * because its customer's own limits allow no new position: when it was reached, or before.
 */
export const unaskedReasons = [
  'take-profit',
  'stop-loss',
  'liquidation',
  'lead',
  'copy-stop',
  'exposure',
  'halted',
  'own-limits',
] as const

export const endReasons = ['user', ...unaskedReasons] as const
export type EndReason = (typeof endReasons)[number]

/** Why an order is cancelled that its price has reached. */
export const unopenedReasons = ['exposure', 'halted', 'own-limits'] as const satisfies readonly EndReason[]
export type UnopenedReason = (typeof unopenedReasons)[number]

/**
 * Receipts that this browser was given with a purchase, the newest last: what a proof shows later is held against them. A
 * browser that keeps nothing has nothing to compare.
 */

const KEPT = 'plumb-receipts'
const MAX_KEPT = 200

function kept(): [order: string, receipt: string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(found) ? (found as [string, string][]) : []
  } catch {
    return []
  }
}

/** Keeps the receipt of an order. The first stays: a later one cannot take its place. */
export function keepReceipt(order: string, receipt: string): void {
  const all = kept()
  if (all.some(([other]) => other === order)) return
  try {
    localStorage.setItem(KEPT, JSON.stringify([...all, [order, receipt]].slice(-MAX_KEPT)))
  } catch {
    // A full or forbidden store keeps nothing; the proof is checked without it.
  }
}

/** The receipt that was given with an order; undefined where this browser has none. */
export const keptReceipt = (order: string): string | undefined =>
  kept().find(([other]) => other === order)?.[1]

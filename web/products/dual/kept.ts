import { cancelDual } from '#domain/dual/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import type { Kept } from '../kept.ts'

/** Dual investments, beside what customers keep in other products: one that has not started is taken back. */
const kept: Kept = {
  titleOf: (_, t) => t('dual.menu'),
  nameOf: ({ termDays }, t) => t('dual_pages.days', { count: termDays }),
  toOwn: (_, id) => toPage('pages/invest/mine', { id }),
  end: cancelDual,
  endInput: ({ id }) => ({ id }),
}
export default kept

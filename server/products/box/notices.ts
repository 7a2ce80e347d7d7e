import { BOX_CURRENCY } from '#domain/box/rules.ts'
import type { BoxFailure } from '#domain/box/words.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { NewNotice } from '#server/core/notices/notices.ts'
import type { BoxRow, SeriesRow } from './store.ts'

type Named = Pick<SeriesRow, 'name'>

/** What is told of a box that was paid back. */
export const refundedNotice = (box: BoxRow, { name }: Named, failure: BoxFailure): NewNotice => ({
  ...{ customer: box.customer_id, subject: String(box.id), kind: 'box-refunded' },
  params: {
    ...{ variant: failure, name, number: String(box.number) },
    ...{ refund: formatAmount(box.price, BOX_CURRENCY), currency: BOX_CURRENCY },
  },
})

/** What is told of one that opened by itself. */
export const openedNotice = (box: BoxRow, { name }: Named, item: string): NewNotice => ({
  ...{ customer: box.customer_id, subject: String(box.id), kind: 'box-opened' },
  params: { name, number: String(box.number), item },
})

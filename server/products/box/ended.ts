import { BOX_CURRENCY } from '#domain/box/rules.ts'
import type { EndedContent, EndedRecords } from '#server/core/ended.ts'
import { boxesById, namesOf } from './store.ts'
import { showMoney } from './views.ts'

/** Boxes that were opened, or paid back. */
export const endedBoxes: EndedRecords = {
  product: 'box',
  withoutMarket: true,
  table: 'box',
  isEnded: 'ended_at is not null',
  id: 'id',
  outcome: 'state',
  endedAt: 'ended_at',
  statuses: { filled: ['opened'], void: ['refunded'] },
  async read(db, customer, ids) {
    const boxes = await boxesById(db, customer, ids)
    const names = await namesOf(
      db,
      boxes.map(({ series_id }) => series_id),
    )
    return new Map(
      boxes.map(({ id, series_id, number, state, price, bought_at }): [bigint, EndedContent] => {
        const isOpened = state === 'opened'
        return [
          id,
          {
            ...{
              symbol: `${names.get(series_id)} #${number}`,
              side: 'buy',
              status: isOpened ? 'filled' : 'void',
            },
            ...{ quantity: showMoney(price), filled: showMoney(isOpened ? price : 0n), unit: BOX_CURRENCY },
            ...{ openPrice: null, closePrice: null, result: null, resultCurrency: BOX_CURRENCY },
            ...{ fee: showMoney(0n), feeCurrency: BOX_CURRENCY, placedAtMs: bought_at },
          },
        ]
      }),
    )
  },
}

import { describe, expect, it } from 'vitest'
import type { reasons } from '#domain/reasons.ts'
import { eventKinds, eventRules } from '#domain/statement/events.ts'
import statement from '#texts/app/statement_pages/en.json' with { type: 'json' }
import { byFolder, createTranslate } from '#texts/translate.ts'
import * as products from '#web/products/all.ts'
import type { Translate } from '#web/texts/texts.ts'
import { eventPrices, eventState, eventStateKey, eventTitle, eventTitleKey } from './event-words.ts'
import { customerReasons } from './statement-filter.ts'

const t = createTranslate(byFolder({ 'app/statement_pages/en.json': statement }), 'en') as Translate
const words = Object.keys(statement).map((key) => `statement_pages.${key.replace(/_(one|other)$/, '')}`)
const open = (figure: string) => figure

describe('the words of events', () => {
  it('are there for every kind, variant and state, and for nothing else', () => {
    const needed = eventKinds.flatMap((kind) => {
      const { variants = [], states = [] } = eventRules(kind)
      return [
        ...variants.map((variant) => eventTitleKey(kind, variant)),
        ...states.map((state) => eventStateKey(kind, state)),
      ]
    })
    const there = [...new Set(words.filter((key) => key.startsWith('statement_pages.event_')))]
    expect(there.toSorted()).toEqual(needed.toSorted())
  })

  it('name every kind in the filter', () => {
    for (const kind of eventKinds) expect(words).toContain(`statement_pages.kind_${kind}`)
  })

  it('are of a kind that every reason of a customer belongs to, once', () => {
    const kindsOf = (reason: (typeof reasons)[number]) =>
      eventKinds.filter((kind) => eventRules(kind).reasons.includes(reason))
    for (const reason of customerReasons(Object.values(products)))
      expect([reason, kindsOf(reason).length]).toEqual([reason, 1])
  })

  const order = {
    kind: 'spot-order',
    variant: 'bought',
    state: 'filled',
    reason: 'spot-fee',
    params: {
      quantity: '1650.5480',
      base: 'BTC',
      price: '17700.00',
      quote: 'USDT',
      percent: '100',
      count: '5',
    },
  } as const

  it('write amounts with their separators', () => {
    expect(eventTitle(order, t, open)).toBe('Bought 1,650.548 BTC')
    expect(eventState(order, t, open)).toBe('5 fills')
    const one = { ...order, state: 'part', params: { ...order.params, count: '1', percent: '40' } }
    expect(eventState(one, t, open)).toBe('1 fill · 40% filled')
  })

  it('write prices with theirs', () => {
    const params = { lots: '0.10', symbol: 'BTC-USDT', leverage: '5', entry: '17790.64', close: '18000.00' }
    const closed = {
      kind: 'contract',
      variant: 'long',
      state: 'closed',
      reason: 'contract-fee',
      params,
    } as const
    expect(eventState(closed, t, open)).toBe('Closed, 17,790.64 → 18,000.00')
  })

  it('hide what the customer hides, and no price', () => {
    expect(eventTitle(order, t, () => '••')).toBe('Bought •• BTC')
    expect(eventPrices(order, t)).toEqual([{ name: 'Average price', value: '17,700.00 USDT' }])
  })

  it('say of what several orders share what was done, and that it is of several', () => {
    const shared = { kind: 'shared', variant: null, state: null, reason: 'spot-hold', params: {} } as const
    expect(eventTitle(shared, t, open)).toBe('Held for an order')
    expect(eventState(shared, t, open)).toBe('Several orders')
  })
})

import { expect, test } from 'vitest'
import type { OrderView } from '#domain/spot/contract.ts'
import en from '#texts/app/spot/en.json' with { type: 'json' }
import { createTranslate } from '#texts/translate.ts'
import type { Translate } from '#web/texts/texts.ts'
import { markText, triggerText } from './order-words.ts'

const t = createTranslate({ spot: en }, 'en') as Translate
const stop = {
  ...{ side: 'buy', orderType: 'stop-limit', status: 'untriggered', remaining: '0.01000', base: 'BTC' },
  ...{ triggerPrice: '18000.00', triggerDirection: 'rises', triggerSequence: null, siblingId: null },
} as OrderView
const triggered = { ...stop, status: 'open', triggerSequence: 9 } as OrderView

test('a stop says what it waits for until it was triggered, and then that it was', () => {
  expect(triggerText(stop, t)).toBe('Trigger ≥ 18,000.00')
  expect(triggerText(stop, t, true)).toBe('≥ 18,000.00')
  expect(triggerText(triggered, t)).toBe('Triggered')
  expect(triggerText({ ...stop, triggerPrice: null }, t)).toBeUndefined()
})

test('so does its line on the chart', () => {
  expect(markText(stop, t)).toBe('Buy 0.01 BTC · Stop-limit')
  expect(markText(triggered, t)).toBe('Buy 0.01 BTC · Triggered')
})
